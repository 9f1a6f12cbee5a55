"""Fields that several kinds share: of outcomes and of subjects."""

from collections.abc import Callable, Iterable

from loganalyst.model.outcome import LimitedBy, Outcome, OutcomeKind
from loganalyst.model.span import Subject
from loganalyst.ruleset.table import Answer, E, Given, Table, View
from loganalyst.ruleset.truth import Truth


def add_outcome(table: Table[E], outcome: Callable[[View[E]], Outcome], *, bare_status: bool = False) -> None:
    """Add ``outcome.…``; with ``bare_status`` also ``exit_status`` alone."""

    def of(get: Callable[[Outcome], Given], *, absent: bool = False) -> Callable[[View[E]], Given | Answer]:
        """Return a reader; ``absent`` where None of a known outcome means that there is none."""

        def read(view: View[E]) -> Given | Answer:
            seen = outcome(view)
            value = get(seen)
            if value is None:
                return Answer((), Truth.NO if absent and not _untold(seen) else Truth.UNKNOWN)
            return value

        return read

    def kind(view: View[E]) -> Answer:
        seen = outcome(view)
        return Answer((seen.kind.value,), Truth.UNKNOWN if _untold(seen) else Truth.NO)

    table.word("outcome.kind", "how it ended", kind, OutcomeKind, evidence=True)
    status = of(lambda seen: seen.exit_status, absent=False)
    table.number("outcome.exit_status", "its exit status", status, evidence=True)
    if bare_status:
        table.number("exit_status", "its exit status", status, evidence=True)
    table.number("outcome.signal", "the signal that ended it", of(lambda seen: seen.signal, absent=True), evidence=True)
    table.number("outcome.limit", "the limit that fired (s)", of(lambda seen: seen.limit, absent=True), evidence=True)
    by = of(lambda seen: seen.limited_by, absent=True)
    table.word("outcome.limited_by", "whose limit fired", by, LimitedBy, evidence=True)
    table.number("outcome.duration", "how long it took (s)", of(lambda seen: seen.duration), evidence=True)
    table.flag("outcome.early", "whether far less time passed than the limit", of(_is_early), evidence=True)
    table.flag("outcome.status_hidden", "whether its status is hidden", of(lambda seen: seen.status_hidden))
    table.flag("outcome.truncated", "whether its output is cut by the tool", of(lambda seen: seen.truncated))
    table.word("outcome.reason", "why it is missing, such as not_run", of(lambda seen: seen.reason, absent=True))


def add_subjects(table: Table[E], subjects: Callable[[View[E]], Iterable[Subject | None]]) -> None:
    """Add ``subject`` and its parts."""

    def of(get: Callable[[Subject], str | None]) -> Callable[[View[E]], Given]:
        return lambda view: [part for subject in subjects(view) if subject and (part := get(subject)) is not None]

    table.word("subject", "what it is about, such as pid:634@192.0.2.74", of(str))
    table.word("subject.kind", "what kind of thing it is about, such as pid or path", of(lambda subject: subject.kind))
    table.word("subject.name", "the name of what it is about", of(lambda subject: subject.name))
    table.word("subject.host", "the host of what it is about", of(lambda subject: subject.host))


def _is_early(outcome: Outcome) -> bool:
    """Return whether the time shown is less than half of the limit that is said to have fired."""
    return outcome.limit is not None and outcome.duration is not None and 2 * outcome.duration < outcome.limit


def _untold(outcome: Outcome) -> bool:
    """Return whether the log does not tell how something ended."""
    missing = outcome.kind is OutcomeKind.MISSING and outcome.reason != "not_run"
    return missing or outcome.kind is OutcomeKind.UNKNOWN
