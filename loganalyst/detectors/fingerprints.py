"""Fingerprints by which a finding is known again when a transcript is checked anew."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from loganalyst.model.finding import Finding

_DIGITS = 16


def with_fingerprints(findings: Iterable[Finding], hide: Callable[[str], str]) -> Iterator[Finding]:
    """Yield findings, which are in their final order, with fingerprints of 16 hexadecimal digits.

    A fingerprint is over the rule, the transcript's id, the quotation with secrets hidden and white space in one
    form, and its number among the findings that share these.
    """
    seen: Counter[tuple[str, str, str]] = Counter()
    for finding in findings:
        what = finding.rule, finding.transcript, " ".join(hide(finding.span.quote).split())
        seen[what] += 1
        text = "\0".join((*what, str(seen[what])))
        yield replace(finding, fingerprint=hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:_DIGITS])
