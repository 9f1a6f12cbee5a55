"""Baselines: findings that were there before, known again by their fingerprints."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from loganalyst.errors import ConfigError, FilePlace

if TYPE_CHECKING:
    from loganalyst.model.finding import Finding
    from loganalyst.model.suppression import Suppression

REASON = "in the baseline"


def read_baseline(path: Path) -> "tuple[Suppression, ...]":
    """Return a suppression for each finding of a baseline; raise ConfigError where the file is none."""
    from loganalyst.model.suppression import Suppression

    try:
        document = json.loads(path.read_text("utf-8"))
        fingerprints = [str(row["fingerprint"]) for row in document["baseline"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        hint = "write one with --write-baseline"
        raise ConfigError("this is no baseline", place=FilePlace(str(path)), hint=hint) from error
    return tuple(Suppression(REASON, fingerprint=fingerprint, place=str(path)) for fingerprint in fingerprints)


def baseline_pieces(findings: "Iterable[Finding]") -> Iterator[str]:
    """Yield a baseline that holds these findings."""
    rows = sorted({(finding.fingerprint, finding.rule) for finding in findings})
    body = {
        "schema_version": 1,
        "tool": "loganalyst",
        "baseline": [{"fingerprint": fingerprint, "rule": rule} for fingerprint, rule in rows],
    }
    yield json.dumps(body, indent=1) + "\n"
