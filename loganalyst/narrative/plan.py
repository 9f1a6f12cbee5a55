"""Plan a report: choose the message, ask each section for what can be derived, put them in their order."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from loganalyst.errors import ConfigError
from loganalyst.knowledge.teaching import Teaching
from loganalyst.model.analysis import Analysis
from loganalyst.model.report import Report, Section
from loganalyst.narrative.assumptions import plan_assumptions
from loganalyst.narrative.faults import plan_faults
from loganalyst.narrative.following import plan_following
from loganalyst.narrative.glossary import plan_glossary
from loganalyst.narrative.header import checked_line, plan_header
from loganalyst.narrative.known import plan_known
from loganalyst.narrative.ladder import plan_ladder
from loganalyst.narrative.lexicon import Lexicon, make_lexicon
from loganalyst.narrative.maxim import plan_maxim
from loganalyst.narrative.opening import plan_lead, plan_message, plan_place, plan_title
from loganalyst.narrative.questions import plan_questions
from loganalyst.narrative.reading import plan_reading
from loganalyst.narrative.rivals import plan_rivals
from loganalyst.narrative.said import plan_said
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.steps import plan_steps
from loganalyst.narrative.telling import choose_message
from loganalyst.ruleset.rule import RuleSet
from loganalyst.ruleset.symptoms import SymptomRule

STORY: tuple[Callable[[Scene], Section | None], ...] = (
    plan_message,
    plan_place,
    plan_ladder,
    plan_reading,
    plan_said,
    plan_rivals,
    plan_assumptions,
    plan_faults,
    plan_known,
    plan_following,
)
"""The sections of the teaching report that tell the story, in their order; one with nothing to say is left out."""
LESSONS: tuple[Callable[[Scene], Section | None], ...] = (plan_questions, plan_steps, plan_maxim)
"""The sections after them; between the two stand the terms that they use."""


def plan_report(  # noqa: PLR0917 - the form that the pipeline calls
    analysis: Analysis,
    ruleset: RuleSet,
    symptoms: Iterable[SymptomRule],
    teaching: Teaching,
    profile: str = "teaching",
    message: int | None = None,
) -> Report:
    """Return a report on one message, by default the most telling one.

    What the vocabulary says of programs stands in the commands of the analysis. Raise ConfigError for a profile or a
    message that there is not.
    """
    if profile != "teaching":
        raise ConfigError(f"there is no report profile {profile!r}", hint="there is: teaching")
    return plan_teaching(analysis, make_lexicon(ruleset, symptoms, teaching), message)


def plan_teaching(analysis: Analysis, lexicon: Lexicon, message: int | None = None) -> Report:
    """Return the teaching report on one message; the words of rules and symptoms are given."""
    chosen, why = choose_message(analysis, message)
    scene = Scene(analysis, chosen, lexicon, why)
    story = [section for plan in STORY if (section := plan(scene)) is not None]
    lessons = [plan_glossary(scene, story), *(plan(scene) for plan in LESSONS)]
    sections = (*story, *(section for section in lessons if section is not None))
    report = Report(
        profile="teaching",
        title=plan_title(scene),
        lead=plan_lead(scene),
        message=scene.index,
        sections=sections,
        header=plan_header(scene),
        findings=scene.findings,
    )
    return replace(report, header=(*report.header, checked_line(report)))
