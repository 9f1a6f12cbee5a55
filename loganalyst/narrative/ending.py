"""The closing sections: terms, the method in steps, and one line to keep."""

import re

from loganalyst.model.command import Command
from loganalyst.model.event import CommandEvent
from loganalyst.model.finding import Severity
from loganalyst.model.report import Basis, Bullets, Known, Paragraph, Section, Statement
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.narrative import phrases
from loganalyst.narrative.lexicon import RuleWords
from loganalyst.narrative.saying import Rest, make_section, quoted, say, series, shorten
from loganalyst.narrative.scene import Scene, weigh
from loganalyst.narrative.words import DEEDS, EVERYDAY, TRAITS

_END = re.compile(r": |[.;] ")
_FEWEST_STEPS = 2
_MOST_STEPS = 8
"""With more, a list of steps is no method."""


def plan_glossary(scene: Scene) -> Section | None:
    """Return the less common programs of the message in the words of the vocabulary, each once."""
    programs = {event.command.program: event.command for event in scene.commands if _needs_telling(event.command)}
    items = tuple(_term(command) for command in programs.values())
    return make_section("glossary", [Bullets(items)] if items else [])


def _needs_telling(command: Command) -> bool:
    """Say whether a program does more than what everybody at a terminal knows."""
    return bool(command.program) and any(trait not in EVERYDAY for trait in _told_traits(command))


def _told_traits(command: Command) -> list[Trait]:
    return [trait for trait in (*TRAITS, *DEEDS) if trait in command.traits]


def _term(command: Command) -> Statement:
    source = f"vocabulary:{command.program}"
    told = [trait for trait in _told_traits(command) if trait not in EVERYDAY]
    deeds = [Known(f"shows {TRAITS[trait]}" if trait in TRAITS else DEEDS[trait], source) for trait in told]
    places, slots = series("deed", deeds)
    rest = Rest(subject=Subject("program", command.program))
    program = Known(command.program, source, is_code=True)
    template = phrases.GLOSSARY_TERM.replace("{deeds}", places)
    return say("glossary.program", template, rest, Basis.RULE, program=program, **slots)


def plan_method(scene: Scene) -> Section | None:
    """Return the steps of the message in their order, where there are several and not many."""
    steps = tuple(_step(event) for event in scene.working_commands)
    return make_section("method", [Bullets(steps, ordered=True)] if _FEWEST_STEPS <= len(steps) <= _MOST_STEPS else [])


def _step(event: CommandEvent) -> Statement:
    command = shorten(event.span)
    place = quoted("command", command, event.span)
    rest = Rest(subject=Subject("program", event.command.program, event.command.host))
    words = next(((TRAITS | DEEDS)[trait] for trait in _told_traits(event.command)), None)
    if words is None:
        return say("method.step", phrases.METHOD_STEP_PLAIN.replace("{command}", place), rest, command=command)
    question = Known(words, f"vocabulary:{event.command.program}")
    template = phrases.METHOD_STEP.replace("{command}", place)
    return say("method.step", template, rest, command=command, question=question)


def plan_maxim(scene: Scene) -> Section | None:
    """Return the lesson of the weightiest finding's rule, or None when nothing is above a note."""
    findings = [finding for finding in scene.own_findings if finding.severity is not Severity.NOTE]
    if not findings:
        return None
    weightiest = max(findings, key=weigh)
    rule = scene.lexicon.rules.get(weightiest.rule)
    if rule is None:
        return None
    title = Known(_lesson(rule), f"rule:{rule.name}")
    rest = Rest(about=(rule.name,), facts=rule.facts)
    return make_section("maxim", [Paragraph((say("maxim", phrases.MAXIM, rest, Basis.RULE, title=title),))])


def _lesson(rule: RuleWords) -> str:
    """Return what a rule advises, up to its first command or full stop; its title where it begins with a command."""
    advice = " ".join(rule.instead.split())
    lesson = _END.split(advice, maxsplit=1)[0].rstrip(".")
    return lesson if lesson and "`" not in lesson else rule.title.rstrip(".")
