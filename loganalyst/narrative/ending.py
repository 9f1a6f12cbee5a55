"""The closing sections: terms, the method in steps, and one line to keep."""

from collections.abc import Iterator

from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Severity
from loganalyst.model.report import Basis, Bullets, Known, Paragraph, Section, Statement
from loganalyst.model.span import Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, make_section, quoted, say, series, shorten
from loganalyst.narrative.scene import Scene, weigh
from loganalyst.narrative.words import DEEDS, TRAITS

_FEWEST_STEPS = 2


def plan_glossary(scene: Scene) -> Section | None:
    """Return the programs of the message in the words of the vocabulary, each once."""
    programs = {event.command.program: event for event in scene.commands if event.command.program}
    items = tuple(statement for event in programs.values() for statement in _term(event))
    return make_section("glossary", [Bullets(items)] if items else [])


def _term(event: CommandEvent) -> Iterator[Statement]:
    command = event.command
    source = f"vocabulary:{command.program}"
    asks = [Known(f"shows {words}", source) for trait, words in TRAITS.items() if trait in command.traits]
    does = [Known(words, source) for trait, words in DEEDS.items() if trait in command.traits]
    if not asks and not does:
        return
    deeds, slots = series("deed", [*asks, *does])
    slots["program"] = Known(command.program, source, is_code=True)
    facts = tuple(blind.fact for blind in command.blind)
    rest = Rest(facts=facts, subject=Subject("program", command.program))
    template = phrases.GLOSSARY_TERM
    if command.blind:
        places, blind = series("blind", [Known(one.to, f"fact:{one.fact}") for one in command.blind])
        template = phrases.GLOSSARY_BLIND.replace("{blind}", places)
        slots |= blind
    yield say("glossary.program", template.replace("{deeds}", deeds), rest, Basis.RULE, **slots)


def plan_method(scene: Scene) -> Section | None:
    """Return the steps of the message in their order, where there are several."""
    steps = tuple(_step(event) for event in scene.working_commands)
    return make_section("method", [Bullets(steps, ordered=True)] if len(steps) >= _FEWEST_STEPS else [])


def _step(event: CommandEvent) -> Statement:
    command = shorten(event.span)
    place = quoted("command", command, event.span)
    rest = Rest(subject=Subject("program", event.command.program, event.command.host))
    words = next((words for trait, words in TRAITS.items() if trait in event.command.traits), None)
    if words is None:
        return say("method.step", phrases.METHOD_STEP_PLAIN.replace("{command}", place), rest, command=command)
    question = Known(words, f"vocabulary:{event.command.program}")
    template = phrases.METHOD_STEP.replace("{command}", place)
    return say("method.step", template, rest, command=command, question=question)


def plan_maxim(scene: Scene) -> Section | None:
    """Return the title of the weightiest finding's rule, or None when nothing is above a note."""
    findings = [finding for finding in scene.own_findings if finding.severity is not Severity.NOTE]
    if not findings:
        return None
    weightiest = max(findings, key=weigh)
    rule = scene.lexicon.rules.get(weightiest.rule)
    if rule is None:
        return None
    title = Known(rule.title.rstrip("."), f"rule:{rule.name}")
    rest = Rest(about=(rule.name,), facts=rule.facts)
    return make_section("maxim", [Paragraph((say("maxim", phrases.MAXIM, rest, Basis.RULE, title=title),))])
