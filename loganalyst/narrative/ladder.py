"""The section "What led here": the attempts before, values moved, kills, time waited, what was left running."""

from collections.abc import Iterator
from dataclasses import replace

from loganalyst.ledgers.quotes import quote_piece
from loganalyst.model.event import Call, CommandEvent, Predicate, Stance
from loganalyst.model.ledger import Sweep, SweepPoint
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Block, Known, MessageRef, Paragraph, Section, Slot, Statement, Table
from loganalyst.model.span import Formula, Subject, Value
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role, ToolCall
from loganalyst.narrative import phrases
from loganalyst.narrative.answers import is_unanswered
from loganalyst.narrative.around import tell_found_before
from loganalyst.narrative.calls import name_call
from loganalyst.narrative.episode import choose_attempts
from loganalyst.narrative.kills import tell_kills
from loganalyst.narrative.outcomes import limit_value, tell_limit, tell_outcome
from loganalyst.narrative.passes import tell_passes
from loganalyst.narrative.remains import find_left_running
from loganalyst.narrative.saying import (
    Rest,
    about_message,
    make_section,
    quoted,
    references,
    say,
    series,
    shorten,
    tally,
    term,
)
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.words import OUTCOMES, SWEEP_OUTCOMES

_FEWEST_POINTS = 2
_NO_SWEEP = frozenset({"wait", "port", "identity"})
"""Roles of values that differ from run to run without being tried out."""
_COMMAND_CHARACTERS = 140
_SAID_CHARACTERS = 120
_KILLED = "compiler-killed"
_NEXT = 2
"""Messages after a run in which something is said of it."""
_LIMITED = frozenset({OutcomeKind.TIMED_OUT, OutcomeKind.RUNNING})


def plan_ladder(scene: Scene) -> Section | None:
    """Return what came before the message, or None at the beginning of a session."""
    return make_section(
        "ladder",
        [
            *_attempts(scene),
            *tell_passes(scene),
            *_sweeps(scene),
            *tell_kills(scene),
            *_times(scene),
            *_found(scene),
        ],
    )


def _found(scene: Scene) -> Iterator[Block]:
    """Yield what was found on the calls, kills and runs that are told."""
    told = {call.place.message for call in choose_attempts(scene)}
    told |= {kill.message for kill in scene.analysis.ledgers.kills if scene.is_near(kill.message)}
    told |= {point.message for sweep in _moved(scene) for point in sweep.points if point.message < scene.index}
    found = tell_found_before(scene, told, {sweep.id for sweep in _moved(scene)})
    yield from () if found is None else (found,)


def _attempts(scene: Scene) -> Iterator[Block]:
    told = choose_attempts(scene)
    if not told:
        return
    yield Table(phrases.LADDER_CAPTION, phrases.LADDER_COLUMNS, tuple(_rows(scene, told)))
    numbers = {call.seq for call in told}
    left_out = [call.span for call in scene.earlier_calls if call.seq not in numbers]
    if left_out:
        yield Paragraph((say("ladder.left-out", phrases.LADDER_LEFT_OUT, count=tally(left_out)),))


def _rows(scene: Scene, told: list[Call]) -> Iterator[tuple[Statement, ...]]:
    """Yield a row for each call; the words of a message stand in its first."""
    spoken: set[int] = set()
    for call in told:
        yield _attempt(scene, call, is_first=call.place.message not in spoken)
        spoken.add(call.place.message)


def _attempt(scene: Scene, call: Call, *, is_first: bool) -> tuple[Statement, ...]:
    """Return the row of one call; its cells share its subject."""
    index = call.place.message
    rest = Rest(subject=about_message(index))
    message = say("ladder.attempt", phrases.MESSAGE, rest, message=MessageRef(index))
    return message, _tried(scene, call, rest, is_first=is_first), _came_of_it(scene, call)


def _tried(scene: Scene, call: Call, rest: Rest, *, is_first: bool) -> Statement:
    place, slots = name_call(call, _COMMAND_CHARACTERS)
    source = scene.transcript.message(call.place.message)
    said = scene.first_text(source) if source is not None and is_first else None
    if said is None:
        return say("ladder.attempt", place, rest, **slots)
    words = shorten(said, _SAID_CHARACTERS)
    template = phrases.LADDER_SAID.replace("{command}", place).replace("{said}", quoted("said", words, said))
    return say("ladder.attempt", template, rest, said=words, **slots)


def _came_of_it(scene: Scene, call: Call) -> Statement:
    """Return the outcome of a call, with what the speaker made of it where the next turn only writes.

    A turn that the user answered is told already.
    """
    outcome = tell_outcome(scene, call)
    messages = scene.transcript.messages
    place = next((number for number, one in enumerate(messages) if one.index == call.place.message), len(messages))
    following = messages[place + 1] if place + 1 < len(messages) else None
    if following is None or following.index >= scene.index or following.role is not Role.ASSISTANT:
        return outcome
    said = scene.first_text(following)
    if said is None or following in scene.turns or any(isinstance(part, ToolCall) for part in following.parts):
        return outcome
    words = shorten(said, _SAID_CHARACTERS)
    addition = phrases.LADDER_READ_AS.replace("{read_as}", quoted("read_as", words, said))
    slots = {**outcome.slots, "reader": MessageRef(following.index), "read_as": words}
    return replace(outcome, template=outcome.template + addition, slots=slots)


def _moved(scene: Scene) -> Iterator[Sweep]:
    """Yield the sweeps of the episode that had at least two points before the message."""
    for sweep in scene.analysis.ledgers.sweeps:
        points = _points(scene, sweep)
        enough = len(points) >= _FEWEST_POINTS and scene.since <= points[-1].message
        if enough and sweep.parameter_role not in _NO_SWEEP:
            yield sweep


def _points(scene: Scene, sweep: Sweep) -> list[SweepPoint]:
    """Return the runs up to the message, its own with them."""
    return [point for point in sweep.points if point.message <= scene.index]


def _sweeps(scene: Scene) -> Iterator[Block]:
    for sweep in _moved(scene):
        points = _points(scene, sweep)
        name = quote_piece(scene.transcript, points[-1].span, sweep.parameter)
        rest = Rest(about=(sweep.id,), subject=Subject("parameter", sweep.parameter, sweep.host))
        intro = (
            say("ladder.sweep", phrases.SWEEP_UNNAMED, rest)
            if name is None
            else say("ladder.sweep", phrases.SWEEP, rest, parameter=name)
        )
        yield Paragraph((intro,))
        rows = tuple(_point(scene, sweep, point) for point in points)
        yield Table(phrases.SWEEP_CAPTION, phrases.SWEEP_COLUMNS, rows)


def _point(scene: Scene, sweep: Sweep, point: SweepPoint) -> tuple[Statement, ...]:
    rest = Rest(about=(sweep.id,), subject=about_message(point.message), spans=(point.span,))
    message = say("ladder.attempt", phrases.MESSAGE, rest, message=MessageRef(point.message))
    value = say("ladder.attempt", "{value}", rest, value=point.value)
    if point.asked_by is None:
        asked = say("ladder.attempt", phrases.SWEEP_NOT_ASKED, rest)
    else:
        asker = scene.transcript.message(point.asked_by.message)
        whole = (scene.first_text(asker) if asker is not None else None) or point.asked_by
        words = shorten(whole)
        template = phrases.SWEEP_ASKED.replace("{words}", quoted("words", words, whole))
        asked = say("ladder.attempt", template, rest, asked_by=MessageRef(point.asked_by.message), words=words)
    outcome = _point_outcome(scene, point)
    said_after, more = _said_after(scene, point)
    if point.outcome_span is None:
        end = say("ladder.attempt", phrases.SWEEP_OUTCOME, rest, outcome=outcome)
    else:
        shown = shorten(point.outcome_span, _SAID_CHARACTERS)
        template = phrases.SWEEP_OUTCOME_SHOWN.replace("{shown}", quoted("shown", shown, point.outcome_span))
        end = say("ladder.attempt", template + said_after, rest, outcome=outcome, shown=shown, **more)
    return message, value, asked, end


def _said_after(scene: Scene, point: SweepPoint) -> tuple[str, dict[str, Slot]]:
    """Return who says next that memory ran out in a run of which the kernel was not heard."""
    following = range(point.message + 1, min(point.message + _NEXT, scene.index) + 1)
    claims = scene.analysis.events.claims if _is_unheard(scene, point) else ()
    said = [one for one in claims if one.place.message in following and one.predicate is Predicate.THRASHES]
    if not said or said[0].stance is not Stance.ASSERTED:
        return "", {}
    words = shorten(said[0].span, _SAID_CHARACTERS)
    template = phrases.SWEEP_SAID.replace("{said}", quoted("said", words, said[0].span))
    return template, {"speaker": MessageRef(said[0].place.message), "said": words}


def _is_unheard(scene: Scene, point: SweepPoint) -> bool:
    """Say whether a compiler was killed in a run, and the kernel was asked for a reason and did not answer."""
    asked = [one for one in scene.analysis.events.commands if one.call == point.call and _asks_kernel(one)]
    return point.outcome == _KILLED and any(is_unanswered(scene, one) for one in asked)


def _point_outcome(scene: Scene, point: SweepPoint) -> Known:
    outcome = f"{_KILLED}-unheard" if _is_unheard(scene, point) else point.outcome
    if outcome in SWEEP_OUTCOMES:
        return Known(SWEEP_OUTCOMES[outcome], f"report:{outcome}")
    return term(OUTCOMES, OutcomeKind(point.outcome))


def _asks_kernel(event: CommandEvent) -> bool:
    return Trait.SHOWS_KERNEL_LOG in event.command.traits


def _times(scene: Scene) -> Iterator[Block]:
    """Yield the limits whose length is not in the log, the time that limits took together, what they left running."""
    limited = [call for call in scene.earlier_calls if call.outcome.kind in _LIMITED]
    chosen = {call.seq for call in choose_attempts(scene)}
    untold = [call for call in limited if call.seq in chosen and limit_value(scene, call) is None]
    found = (
        *(tell_limit(scene, call) for call in untold),
        _waits_total(scene),
        _left_running(scene),
    )
    statements = tuple(one for one in found if one is not None)
    if statements:
        yield Paragraph(statements)


def _waits_total(scene: Scene) -> Statement | None:
    waits = [wait for wait in scene.analysis.ledgers.waits if wait.reason == "limit" and scene.is_near(wait.message)]
    if not waits:
        return None
    rest = Rest(about=tuple(wait.id for wait in waits))
    if len(waits) == 1:
        return say("waits.total", phrases.WAITS_ONE, rest, message=MessageRef(waits[0].message), total=waits[0].spent)
    total = Value(sum(wait.spent.number for wait in waits), "s", Formula.SUM, tuple(wait.spent for wait in waits))  # type: ignore[arg-type]  # sum of at least two decimals
    messages, slots = series("at", references(wait.message for wait in waits))
    return say("waits.total", phrases.WAITS.replace("{messages}", messages), rest, total=total, **slots)


def _left_running(scene: Scene) -> Statement | None:
    """Return that a later look shows what a limited call had started elsewhere, if one up to the message does."""
    left = find_left_running(scene)
    if left is None:
        return None
    words = shorten(left.shown, _SAID_CHARACTERS)
    return say(
        "remote.goes-on",
        phrases.REMOTE.replace("{shown}", quoted("shown", words, left.shown)),
        Rest(subject=left.subject),
        message=MessageRef(left.call.place.message),
        later=MessageRef(left.shown.message),
        shown=words,
    )
