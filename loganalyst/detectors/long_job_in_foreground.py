"""Work that is known to outlast the tool's limit is run in the foreground again, under the same limit."""

from collections.abc import Iterator

from loganalyst.detectors.attempts import TAKES_LONG, Attempt, attempts_in, is_same_work
from loganalyst.detectors.reruns import limit_is_raised
from loganalyst.detectors.seam import Context, Hit
from loganalyst.model.finding import Capture, Related
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.trait import Trait

RULE = "long-job-in-foreground"
_FETCHES = frozenset({Trait.DOWNLOADS, Trait.INSTALLS_PACKAGES})
_ENDLESS = frozenset({Trait.NEVER_RETURNS, Trait.SERVES})


def find(context: Context) -> Iterator[Hit]:
    """Yield the attempts at work of a kind that the tool's limit has cut off, and that has not ended well since."""
    known: dict[tuple[str | None, ...], Attempt] = {}
    told: set[int] = set()
    for attempt in attempts_in(context.events):
        if not attempt.command.command.traits & TAKES_LONG or attempt.command.command.traits & _ENDLESS:
            continue
        first = known.get(attempt.kind)
        if first is not None and _is_again(first, attempt) and attempt.call.seq not in told:
            told.add(attempt.call.seq)
            yield _hit(first, attempt)
        if _was_cut_off(attempt):
            known[attempt.kind] = attempt
        elif first is not None and attempt.command.outcome.kind is OutcomeKind.OK and is_same_work(first, attempt):
            del known[attempt.kind]


def _is_again(first: Attempt, later: Attempt) -> bool:
    """Return whether an attempt begins such work again in the foreground, with no more time and no less work.

    Another download or installation may be a small one; it counts where it was cut off as well.
    """
    in_background = later.call.background or later.command.command.background
    if first.call.seq == later.call.seq or in_background or limit_is_raised(first.call, later.call):
        return False
    if first.command.command.traits & _FETCHES and _was_cut_off(later):
        return True
    one, other = first.command.command, later.command.command
    if Trait.RUNS_CODE in one.traits and Trait.RUNS_TESTS not in one.traits:
        return first.call.text == later.call.text
    return is_same_work(first, later) and one.options == other.options


def _was_cut_off(attempt: Attempt) -> bool:
    return attempt.was_cut and attempt.call.outcome.kind is OutcomeKind.TIMED_OUT


def _hit(first: Attempt, again: Attempt) -> Hit:
    plain = again.command.command
    program = " ".join(filter(None, (plain.program, plain.subcommand)))
    ended = Related(
        first.call.span, first.call.place.message, first.call.place.location, "the run that outlasted the limit"
    )
    captures = (Capture("program", program), Capture("again", "yes" if _was_cut_off(again) else "no"))
    return Hit(again.command.place, again.command.span, (ended,), captures)
