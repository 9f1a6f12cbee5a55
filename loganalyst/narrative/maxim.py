"""The last section: one line to keep."""

import re

from loganalyst.model.finding import Severity
from loganalyst.model.report import Basis, Known, Paragraph, Section
from loganalyst.narrative import phrases
from loganalyst.narrative.lexicon import RuleWords
from loganalyst.narrative.saying import Rest, make_section, say
from loganalyst.narrative.scene import Scene, weigh

_END = re.compile(r": |[.;] ")


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
    if "`" in lesson:
        lesson = lesson[: lesson.index("`")].rpartition(", ")[0]
    return lesson or rule.title.rstrip(".")
