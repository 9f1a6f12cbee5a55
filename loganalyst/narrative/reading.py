"""The section "Reading the command": what each command asks, cannot show, and what came back for it."""

from collections.abc import Iterator
from itertools import islice

from loganalyst.model.command import CommandRole
from loganalyst.model.event import Attribution, Call, CommandEvent
from loganalyst.model.ledger import ProbeReading, Reading
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.report import Basis, Block, Bullets, Known, MessageRef, Paragraph, Section, Slot, Statement, Table
from loganalyst.model.span import Span, Subject
from loganalyst.model.trait import Trait
from loganalyst.narrative import phrases
from loganalyst.narrative.answers import find_own, is_unanswered
from loganalyst.narrative.chains import tell_chain
from loganalyst.narrative.differences import tell_changes
from loganalyst.narrative.looks import (
    OF_FILES,
    asks_for_a_word,
    bound_by_filter,
    bound_by_kill,
    find_places,
    is_masked,
    passes_errors_on,
)
from loganalyst.narrative.missing import tell_missing
from loganalyst.narrative.outcomes import tell_limit
from loganalyst.narrative.printed import choose_lines
from loganalyst.narrative.saying import (
    Rest,
    figure,
    make_section,
    quoted,
    say,
    series,
    shorten,
    split_lines,
    tally,
    term,
)
from loganalyst.narrative.scene import Scene, does_work, is_silent
from loganalyst.narrative.unread import tell_unread
from loganalyst.narrative.words import OUTCOMES, READINGS_ON, TRAITS, deed_of

_SHOWN_CHARACTERS = 200
_SHOWN_LINES = 3
_SHOWN_OPERANDS = 4
_ENDED_EARLY = frozenset({OutcomeKind.CANCELLED, OutcomeKind.REFUSED})


def plan_reading(scene: Scene) -> Section | None:
    """Return the commands of the message one by one, how they are joined, and what changed against the last time."""
    return make_section(
        "reading",
        [
            *_table(scene),
            *_joins(scene),
            *islice((told for call in scene.calls if (told := tell_changes(scene, call)) is not None), 1),
            *tell_missing(scene),
        ],
    )


def _table(scene: Scene) -> Iterator[Block]:
    words = [event for event in scene.commands if _speaks(event)]
    alone = words if len(words) == 1 and not (words[0].attribution is Attribution.MARKED and words[0].printed) else []
    events = [
        event for event in scene.commands if does_work(event.command) or event in alone or asks_for_a_word(scene, event)
    ]
    if not events:
        return
    late = any(_arrives_late(scene, call) for call in scene.calls)
    columns = (*phrases.READING_COLUMNS, phrases.KNOWN_IN) if late else phrases.READING_COLUMNS
    rows = tuple(_row(scene, event, late=late) for event in events)
    yield Table(phrases.READING_CAPTION, columns, rows)


def _speaks(event: CommandEvent) -> bool:
    """Say whether a command is there to say something by itself, so that its silence tells."""
    command = event.command
    return Trait.ALWAYS_PRINTS in command.traits and command.pipe_length == 1 and not command.output_discarded


def _arrives_late(scene: Scene, call: Call) -> bool:
    result = scene.result_of(call)
    return result is not None and result.arrived != scene.index


def _row(scene: Scene, event: CommandEvent, *, late: bool) -> tuple[Statement, ...]:
    rest = Rest(
        spans=(event.span,),
        subject=Subject("program", event.command.program, event.command.host),
        facts=tuple(blind.fact for blind in event.command.blind),
    )
    command = shorten(event.span)
    first = say("probe.reading", quoted("command", command, event.span), rest, command=command)
    cells = (
        first,
        tell_question(scene, event, "probe.reading", rest),
        _cannot(scene, event, rest),
        _came_back(scene, event, rest),
    )
    return (*cells, _known(scene, event, rest)) if late else cells


def tell_question(scene: Scene, event: CommandEvent, key: str, rest: Rest) -> Statement:
    """Return what a probe asks or another command does, by the traits that the vocabulary gives it."""
    command = event.command
    source = f"vocabulary:{command.program}"
    if asks_for_a_word(scene, event):
        return say(key, phrases.ASKS, rest, Basis.RULE, question=Known(phrases.ASKS_FOR_A_WORD, source))
    for trait, words in TRAITS.items():
        if trait in command.traits and command.role in {CommandRole.PROBE, CommandRole.LAUNCH}:
            return _asked(event, key, rest, Known(words, source), of_files=trait in OF_FILES)
    deed = deed_of(command)
    if deed is not None:
        return say(key, phrases.DEED, rest, Basis.RULE, deed=deed)
    program = Known(command.program, source, is_code=True)
    if command.role is None:
        return say(key, phrases.UNKNOWN_PROGRAM, rest, program=program)
    return say(key, phrases.NOTHING, rest)


def _asked(event: CommandEvent, key: str, rest: Rest, question: Known, *, of_files: bool) -> Statement:
    """Return what a probe asks; of a look at files also which files, by its operands and the values of its options."""
    given = find_places(event) if of_files else []
    if not given:
        return say(key, phrases.ASKS, rest, Basis.RULE, question=question)
    places, slots = series("of", given[:_SHOWN_OPERANDS])
    template = phrases.ASKS_OF.replace("{of}", places)
    return say(key, template, rest, Basis.RULE, question=question, **slots)


def _cannot(scene: Scene, event: CommandEvent, rest: Rest) -> Statement:
    """Return what the command cannot show: what the vocabulary says, and what the line itself hides."""
    command = event.command
    slots: dict[str, Slot] = {}
    template = ""
    blind = [Known(entry.to, f"fact:{entry.fact}") for entry in command.blind]
    if blind:
        place, slots = series("blind", blind, phrases.LAST_OR)
        template = phrases.BLIND.replace("{blind}", place)
    if command.errors_hidden:
        template += _errors(scene, event)
    if command.status_hidden and command.role in {CommandRole.INTERVENTION, CommandRole.LAUNCH}:
        template += phrases.STATUS_HIDDEN
    if command.output_cut:
        template += phrases.OUTPUT_CUT
        slots["cut"] = Known(command.output_cut, "report:filter", is_code=True)
    for bound in (bound_by_filter, bound_by_kill):
        words, more = bound(scene, event)
        template, slots = template + words, slots | more
    return say("probe.blind" if blind else "probe.limits", template.strip() or phrases.NOTHING, rest, **slots)


def _errors(scene: Scene, event: CommandEvent) -> str:
    """Return the words for where the errors of a command go that do not show as such."""
    if passes_errors_on(event.command):
        return phrases.ERRORS_FILTERED
    return phrases.ERRORS_MASKED if is_masked(scene, event) else phrases.ERRORS_HIDDEN


def _came_back(scene: Scene, event: CommandEvent, rest: Rest) -> Statement:
    ended_early = event.outcome.kind in _ENDED_EARLY
    unheard = ended_early and event.printed is None
    template, slots = ("", {}) if unheard else _answer(scene, event)
    if ended_early:
        template = phrases.CAME_EARLY + template if not unheard else _unanswered(scene, event)
        slots = {**slots, "outcome": term(OUTCOMES, event.outcome.kind)}
    reading = None if unheard or is_unanswered(scene, event) else _weightiest(scene, event)
    if reading is not None:
        rival, probe = reading
        template += phrases.WEIGHS
        slots |= {"rival": rival, "reading": term(READINGS_ON, probe.reading)}
        rest = Rest(rest.spans, rest.about, (*rest.facts, *probe.because), rest.subject)
    return say("probe.reading", template, rest, **slots)


def _unanswered(scene: Scene, event: CommandEvent) -> str:
    """Return the words for a command of which nothing is known, as its call ended before its output was kept."""
    if event.outcome.kind is OutcomeKind.REFUSED:
        return phrases.CAME_REFUSED
    if event.command.role is CommandRole.PROBE or asks_for_a_word(scene, event):
        return phrases.CAME_EARLY_UNANSWERED
    return phrases.CAME_EARLY_ALONE


def _answer(scene: Scene, event: CommandEvent) -> tuple[str, dict[str, Slot]]:
    """Return the words and slots for what a command printed."""
    lines = find_answer(event) or list(find_own(scene, event) or ())
    if len(lines) > _SHOWN_LINES:
        chosen = choose_lines(scene, lines[0], lines)
        shown, slots = series("shown", [shorten(line, _SHOWN_CHARACTERS) for line in chosen])
        return phrases.CAME_BACK_MORE.replace("{shown}", shown), {**slots, "lines": tally(lines)}
    if lines:
        return series("shown", [shorten(line, _SHOWN_CHARACTERS) for line in lines])
    if event.outcome.kind is OutcomeKind.MISSING:
        return phrases.CAME_MISSING, {}
    if is_silent(event):
        return phrases.CAME_NOTHING, {}
    if is_unanswered(scene, event):
        outcome = next(one.outcome.kind for one in scene.calls if one.seq == event.call)
        return phrases.CAME_UNHEARD, {"outcome": term(OUTCOMES, outcome)}
    return _answer_of_call(scene, event)


def _answer_of_call(scene: Scene, event: CommandEvent) -> tuple[str, dict[str, Slot]]:
    """Return what the whole call printed, where that is short and which lines are the probe's cannot be told."""
    result = next((one for one in scene.analysis.events.results if one.call == event.call), None)
    lines = split_lines(result.span) if result is not None else []
    if not 0 < len(lines) <= _SHOWN_LINES or event.command.role is not CommandRole.PROBE:
        return phrases.CAME_SHARED, {}
    shown, slots = series("shown", [shorten(line, _SHOWN_CHARACTERS) for line in lines])
    return phrases.CAME_CALL.replace("{shown}", shown), slots


def find_answer(event: CommandEvent) -> list[Span]:
    """Return the lines that a command printed, as far as they are known to be its own."""
    spans = event.output if event.printed is not False else ()
    return [line for span in spans for line in split_lines(span)]


def _weightiest(scene: Scene, event: CommandEvent) -> tuple[Known, ProbeReading] | None:
    """Return the reading of a command that weighs most, with the explanation it is held against."""
    found: list[tuple[Known, ProbeReading]] = []
    told = {symptom.name for symptom in scene.told_symptoms}
    for row in sorted(scene.analysis.ledgers.hypotheses, key=lambda one: one.symptom not in told):
        words = scene.lexicon.rival(row.symptom, row.rival)
        if words is not None:
            title = Known(words.title, f"symptom:{row.symptom}")
            found += [(title, probe) for probe in row.tested_by if probe.command == event.seq]
    decided = [one for one in found if one[1].reading is not Reading.NOTHING]
    return next(iter(decided or found), None)


def _known(scene: Scene, event: CommandEvent, rest: Rest) -> Statement:
    call = next(one for one in scene.calls if one.seq == event.call)
    result = scene.result_of(call)
    if result is None or not _arrives_late(scene, call):
        answer = Known(phrases.YES if result is not None else phrases.NO, "report:arrival")
        return say("probe.known", phrases.READ_THEN, rest, known=answer)
    return say("probe.known", phrases.READ_THEN, rest, known=Known(phrases.NO, "report:arrival"))


def _joins(scene: Scene) -> Iterator[Block]:
    """Yield how the commands of the calls are joined, and the tool's limits that govern them."""
    chain = tuple(one for call in scene.calls for one in tell_chain(scene, call))
    if chain:
        spans = tuple(call.span for call in scene.calls)
        yield Bullets(chain, intro=say("chain.intro", phrases.CHAIN_INTRO, Rest(spans=spans)))
    for call in scene.calls:
        statements = (*_limits(scene, call), *tell_unread(scene, call))
        if statements:
            yield Paragraph(statements)


def _limits(scene: Scene, call: Call) -> Iterator[Statement]:
    fired = tell_limit(scene, call)
    if fired is not None:
        yield fired
        return
    limit = scene.limit_of(call)
    value = None if limit is None else figure(limit.seconds, "s", limit.span)
    if limit is None or value is None:
        return
    if limit.span.message == scene.index:
        yield say("limit.governs", phrases.LIMIT_GOVERNS, limit=value)
    else:
        yield say("limit.governs", phrases.LIMIT_SHOWN, message=MessageRef(limit.span.message), limit=value)
