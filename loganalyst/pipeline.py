"""The order in which the rooms hand on a session, from a source to bytes; no other module knows it."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from loganalyst.detectors.run import find_findings
from loganalyst.detectors.suppressing import suppress
from loganalyst.detectors.suppressing import unused as unused_suppressions
from loganalyst.errors import FilePlace, NothingToAnalyse
from loganalyst.events.chain import derive_events
from loganalyst.knowledge.redaction import Mask, SecretForm, Secrets, find_secrets, mask_of
from loganalyst.knowledge.redaction_files import load_secret_forms
from loganalyst.knowledge.redaction_pass import hide_secrets
from loganalyst.knowledge.teaching import Teaching, load_teaching
from loganalyst.knowledge.vocabulary import Vocabulary, load_vocabulary
from loganalyst.ledgers.book import build_ledgers
from loganalyst.model.analysis import Analysis
from loganalyst.model.finding import Finding, Verdict
from loganalyst.model.settings import Settings
from loganalyst.model.span import Line
from loganalyst.model.suppression import Suppression
from loganalyst.model.transcript import Message, RecordLedger, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from loganalyst.resources import find_resources
from loganalyst.ruleset.examples import failed_examples
from loganalyst.ruleset.files import rule_folders
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.loader import load_rules
from loganalyst.ruleset.rule import Rule, RuleSet
from loganalyst.ruleset.sieve import Sieve
from loganalyst.ruleset.symptoms import SymptomRule, load_symptoms

if TYPE_CHECKING:
    from loganalyst.graph.paths import WayBack
    from loganalyst.graph.view import Choice, View
    from loganalyst.model.graph import Pivot
    from loganalyst.model.report import Report


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What the program knows before it reads a session: everything under ``rules/``."""

    vocabulary: Vocabulary
    rules: RuleSet
    symptoms: tuple[SymptomRule, ...]
    secrets: tuple[SecretForm, ...]
    sieve: Sieve
    """Tells the expressions of rules and symptoms that a text cannot match."""
    teaching: Teaching


def load_knowledge(settings: Settings) -> Knowledge:
    """Return the bundled knowledge with the rules of the user's own folders; raise RuleError where a file is broken."""
    symptoms = load_symptoms(find_resources("rules").joinpath("symptoms"))
    known = load_command_knowledge(settings)
    patterns = (*known.rules.patterns, *(pattern for symptom in symptoms for pattern in symptom.patterns))
    teaching = load_teaching(find_resources("rules").joinpath("teaching"))
    return replace(known, symptoms=symptoms, teaching=teaching, sieve=Sieve(patterns, settings.engine, settings.cache))


def load_command_knowledge(settings: Settings) -> Knowledge:
    """Return what a command that has not run is looked at with: nothing has shown a symptom yet."""
    bundled = find_resources("rules")
    return Knowledge(
        vocabulary=load_vocabulary(bundled.joinpath("vocabulary")),
        rules=load_rules(rule_folders(settings)),
        symptoms=(),
        secrets=load_secret_forms(bundled.joinpath("redaction")),
        sieve=Sieve(),
        teaching=Teaching(),
    )


def read(source: Source, settings: Settings) -> Transcript:
    """Return what a source holds; raise InputError where no reader can read it."""
    return read_transcript(source, settings.input_format)


def analyse(transcript: Transcript, knowledge: Knowledge, settings: Settings) -> Analysis:
    """Return the events, ledgers and findings of one transcript."""
    return _analyse(transcript, knowledge, settings, find_secrets(transcript, knowledge.secrets))


def _analyse(transcript: Transcript, knowledge: Knowledge, settings: Settings, secrets: Secrets) -> Analysis:
    events = derive_events(transcript, knowledge.vocabulary)
    log = EventIndex(events, sieve=knowledge.sieve)
    ledgers = build_ledgers(events, knowledge.symptoms, log)
    findings = find_findings(
        events,
        ledgers,
        knowledge.rules,
        select=settings.select,
        ignore=settings.ignore,
        hide=_mask(secrets, knowledge, settings).hide_unnumbered,
        secrets=secrets,
        log=log,
    )
    return Analysis(transcript, events, ledgers, findings)


def check(source: Source, knowledge: Knowledge, settings: Settings) -> tuple[Analysis, ...]:
    """Return what is found in a session and in each of its sub-agents, with secrets hidden in all that leaves."""
    return tuple(_checked(one, knowledge, settings) for one in _with_children(read(source, settings)))


def lint(command: str, run_by: str, knowledge: Knowledge, settings: Settings) -> tuple[Finding, ...]:
    """Return what the rules say of a command that has not run; ``run_by`` is ``bash``, ``ssh`` or ``agent``.

    Only what the command itself decides is said: a rule that waits for a result or for words has nothing to say yet.
    """
    line = f"ssh host {shlex.quote(command)}" if run_by == "ssh" else command
    shell = ShellSession.PER_CALL if run_by == "agent" else ShellSession.UNKNOWN
    call = ToolCall("1", "bash", line, Line(1), is_shell=True, shell=shell)
    message = Message(1, Role.ASSISTANT, (call,), Line(1))
    ledger = RecordLedger(1, 1, torn_end=True)
    asked = Transcript("lint", "command", "-", "", len(line), (message,), ledger)
    found = analyse(asked, knowledge, settings).findings
    return hide_secrets(
        tuple(finding for finding in found if finding.verdict is Verdict.MATCH),
        mask(asked, knowledge, settings),
        asked,
    )


def without_repeats(analyses: Iterable[Analysis]) -> list[Analysis]:
    """Return the analyses without sub-agents that stand there twice: read with their session and on their own."""
    kept: dict[tuple[str, str | None], Analysis] = {}
    for analysis in analyses:
        transcript = analysis.transcript
        key = (transcript.id, transcript.parent) if transcript.parent else (transcript.path, transcript.id)
        kept.setdefault(key, analysis)
    return list(kept.values())


def let_stand(analyses: Iterable[Analysis], suppressions: Sequence[Suppression]) -> list[Analysis]:
    """Return the analyses, those findings marked that people let stand."""
    return [replace(analysis, findings=suppress(analysis.findings, suppressions)) for analysis in analyses]


def unused(analyses: Iterable[Analysis], suppressions: Sequence[Suppression]) -> tuple[Suppression, ...]:
    """Return the suppressions that cover no finding of any analysis."""
    return unused_suppressions((f for analysis in analyses for f in analysis.findings), suppressions)


def _with_children(transcript: Transcript) -> Iterator[Transcript]:
    yield transcript
    for child in transcript.children:
        yield from _with_children(child)


def _checked(transcript: Transcript, knowledge: Knowledge, settings: Settings) -> Analysis:
    secrets = find_secrets(transcript, knowledge.secrets)
    analysis = _analyse(transcript, knowledge, settings, secrets)
    hidden = _mask(secrets, knowledge, settings)
    return replace(
        analysis,
        transcript=replace(transcript, ledger=hide_secrets(transcript.ledger, hidden, transcript)),
        findings=hide_secrets(analysis.findings, hidden, transcript),
        ledgers=hide_secrets(analysis.ledgers, hidden, transcript),
    )


def shown(analysis: Analysis, knowledge: Knowledge, settings: Settings) -> Analysis:
    """Return an analysis whose messages can be shown: secrets are hidden in them too."""
    hidden = mask(analysis.transcript, knowledge, settings)
    messages = hide_secrets(analysis.transcript.messages, hidden, analysis.transcript)
    return replace(analysis, transcript=replace(analysis.transcript, messages=messages))


def convert(source: Source, form: str, knowledge: Knowledge, settings: Settings) -> Iterator[str]:
    """Return a session and its sub-agents in one of the forms that ``renderers`` converts to, with secrets hidden.

    Raise NothingToAnalyse where there is no message.
    """
    from loganalyst.renderers.conversions import converter

    transcript = read(source, settings)
    if not any(one.messages for one in _with_children(transcript)):
        raise NothingToAnalyse("the input holds no message", place=FilePlace(transcript.path))
    return converter(form).convert(_hidden(transcript, knowledge, settings))


def _hidden(transcript: Transcript, knowledge: Knowledge, settings: Settings) -> Transcript:
    """Return a transcript with secrets hidden in all of it, and in each of its sub-agents by its own numbers."""
    hidden = hide_secrets(replace(transcript, children=()), mask(transcript, knowledge, settings), transcript)
    return replace(hidden, children=tuple(_hidden(child, knowledge, settings) for child in transcript.children))


def mask(transcript: Transcript, knowledge: Knowledge, settings: Settings) -> Mask:
    """Return the mask of a transcript, which hides nothing where the settings switch it off."""
    return _mask(find_secrets(transcript, knowledge.secrets), knowledge, settings)


def _mask(secrets: Secrets, knowledge: Knowledge, settings: Settings) -> Mask:
    return mask_of(secrets, knowledge.secrets) if settings.redact else Mask(())


def plan(analysis: Analysis, knowledge: Knowledge, settings: Settings, message: int | None = None) -> "Report":
    """Return the checked and redacted teaching report on one message, by default the most telling one.

    Raise NothingToAnalyse where there is no message, ReportError where a statement does not hold, which is a bug.
    """
    if not analysis.transcript.messages:
        raise NothingToAnalyse("the input holds no message", place=FilePlace(analysis.transcript.path))
    from loganalyst.narrative.checks import check_report
    from loganalyst.narrative.plan import plan_report

    report = plan_report(analysis, knowledge.rules, knowledge.symptoms, knowledge.teaching, message=message)
    check_report(report, analysis.transcript)
    hidden = mask(analysis.transcript, knowledge, settings)
    return replace(hide_secrets(report, hidden, analysis.transcript), redacted=len(hidden.numbers))


def pivots(analysis: Analysis, knowledge: Knowledge, settings: Settings) -> "tuple[Pivot, ...]":
    """Return the messages of a session that are worth an essay, with secrets hidden, those that matter most first."""
    from loganalyst.graph.pivots import find_pivots

    return hide_secrets(find_pivots(analysis), mask(analysis.transcript, knowledge, settings), analysis.transcript)


def graph(analysis: Analysis, knowledge: Knowledge, settings: Settings, choice: "Choice") -> "View":
    """Return what is wanted of a session's causal graph, with secrets hidden.

    Raise NothingToAnalyse where there is no message, ConfigError where the message or episode asked for is not there.
    """
    from loganalyst.graph.view import make_view

    if not analysis.transcript.messages:
        raise NothingToAnalyse("the input holds no message", place=FilePlace(analysis.transcript.path))
    hidden = mask(analysis.transcript, knowledge, settings)
    return hide_secrets(make_view(analysis, choice, hidden.hide), hidden, analysis.transcript)


def draw(view: "View", form: str) -> Iterator[str]:
    """Yield a graph in one of the forms that ``renderers`` knows, piece by piece."""
    from loganalyst.renderers.drawings import drawing_form

    return drawing_form(form)(view)


def why(analysis: Analysis, knowledge: Knowledge, settings: Settings, message: int) -> "WayBack":
    """Return the way from the first symptom to a message, with secrets hidden; raise ConfigError where it is not."""
    from loganalyst.graph.build import build_graph
    from loganalyst.graph.paths import find_way_back
    from loganalyst.graph.walk import Walk

    analysis.transcript.asked_message(message)
    hidden = mask(analysis.transcript, knowledge, settings)
    walk = Walk(build_graph(analysis, hidden.hide))
    return hide_secrets(find_way_back(analysis, walk, message, knowledge.symptoms), hidden, analysis.transcript)


def render(report: "Report", form: str) -> Iterator[str]:
    """Yield a report in one of the forms that ``renderers`` knows, piece by piece."""
    from loganalyst.renderers.forms import renderer

    return renderer(form).render(report)


def broken_examples(rule: Rule, knowledge: Knowledge, settings: Settings) -> tuple[str, ...]:
    """Return a sentence for each example of a rule that the rule does not live up to."""

    def analyse_example(text: str) -> Analysis:
        transcript = read(Source("example", text), replace(settings, input_format="plain_text"))
        return analyse(transcript, knowledge, replace(settings, select=(rule.name,), ignore=()))

    return failed_examples(rule, analyse_example)
