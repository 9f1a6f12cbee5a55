"""Findings that people let stand: marked with the reason, kept, and counted."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from loganalyst.model.finding import Finding
from loganalyst.model.suppression import Suppression


def suppress(findings: Iterable[Finding], suppressions: Sequence[Suppression]) -> tuple[Finding, ...]:
    """Return the findings, those that a suppression covers with its reason; the first that does counts."""
    return tuple(_marked(finding, suppressions) for finding in findings)


def unused(findings: Iterable[Finding], suppressions: Sequence[Suppression]) -> tuple[Suppression, ...]:
    """Return the suppressions that cover none of the findings of a whole run."""
    seen = tuple(findings)
    return tuple(one for one in suppressions if not any(covers(one, finding) for finding in seen))


def covers(suppression: Suppression, finding: Finding) -> bool:
    """Tell whether a suppression speaks of a finding."""
    return all(
        wanted is None or wanted == actual
        for wanted, actual in (
            (suppression.rule, finding.rule),
            (suppression.transcript, finding.transcript),
            (suppression.message, finding.message_index),
            (suppression.fingerprint, finding.fingerprint),
        )
    )


def _marked(finding: Finding, suppressions: Sequence[Suppression]) -> Finding:
    reason = next((one.reason for one in suppressions if covers(one, finding)), None)
    return finding if reason is None else replace(finding, suppressed=reason)
