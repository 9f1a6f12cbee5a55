"""How much each kind of reason counts towards a pivot."""

from collections.abc import Mapping
from types import MappingProxyType

from loganalyst.model.graph import PivotReason
from loganalyst.model.span import Span

Reasoned = tuple[int, PivotReason]
"""The number of a message, with one reason for it."""

WEIGHTS: Mapping[str, int] = MappingProxyType(
    {
        "first-sign": 6,
        "sign-gone": 3,
        "contradicted": 6,
        "contradicts": 3,
        "guess": 2,
        "acted-on": 4,
        "retracted": 3,
        "kill": 2,
        "limit": 5,
        "failed": 1,
        "new-error": 2,
        "error-to-stay": 5,
        "other-error": 4,
        "works-at-last": 4,
        "cure": 3,
        "correction": 8,
        "report": 6,
        "ending": 7,
        "denied": 3,
        "explanation": 4,
    }
)
"""How much a reason counts, findings (severity × confidence) and waits (by length) apart."""


def reason(key: str, text: str, span: Span | None = None, weight: int | None = None) -> PivotReason:
    """Return a reason with the weight of its kind, or the one that is given."""
    return PivotReason(key, text, WEIGHTS[key] if weight is None else weight, span)
