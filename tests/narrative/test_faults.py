from dataclasses import replace

from loganalyst.model.analysis import Analysis
from loganalyst.model.event import Events
from loganalyst.model.finding import Capture, Finding, Related, Severity, Verdict
from loganalyst.model.ledger import Hypothesis, HypothesisStatus, Ledgers, ProbeReading, Reading
from loganalyst.model.report import Known, MessageRef, Report, Statement
from loganalyst.model.span import Span
from loganalyst.narrative.checks import check_report
from loganalyst.narrative.faults import fill_sentence
from loganalyst.narrative.lexicon import Lexicon, RuleWords
from loganalyst.narrative.plan import plan_teaching
from loganalyst.narrative.walk import walk_statements
from loganalyst.renderers.text import render
from tests.narrative.made import cut, make_finding, make_transcript

MADE = make_transcript()
FINDING = make_finding(MADE)
RULE = RuleWords(
    FINDING.rule, "An absence that may be an error", "An error looks the same.", "Run `ls /tmp` with its errors."
)
LEXICON = Lexicon({RULE.name: RULE})


def plan(*findings: Finding, ledgers: Ledgers | None = None, message: int | None = 493) -> Report:
    report = plan_teaching(Analysis(MADE, Events(MADE), ledgers or Ledgers(), findings), LEXICON, message)
    check_report(report, MADE)
    return report


def said(report: Report, key: str) -> list[Statement]:
    return [one for one in walk_statements(report) if one.key == key]


def test_a_finding_is_told_in_the_rules_own_words_with_its_quotation() -> None:
    report = plan(FINDING)
    (told,) = said(report, "finding.absence-with-errors-hidden")
    assert any(isinstance(slot, Span) and slot.quote == "ls" for slot in told.slots.values())
    assert "“ls” shows nothing and its errors are thrown away." in "".join(render(report))


def test_why_and_the_better_way_come_from_the_rule_once() -> None:
    again = replace(FINDING, span=cut(MADE, 493, 1, "ls /tmp"), fingerprint="2")
    report = plan(FINDING, again)
    (better,) = said(report, "instead.absence-with-errors-hidden")
    assert [slot.source for slot in better.slots.values() if isinstance(slot, Known)] == [f"rule:{RULE.name}"]


def test_an_act_on_what_was_read_is_a_consequence() -> None:
    act = cut(MADE, 493, 1, "ls /tmp")
    probe = ProbeReading(0, 491, "silence", Reading.NOTHING, (), FINDING.span)
    row = Hypothesis(
        id="h1",
        text="it waits",
        symptom=None,
        rival=None,
        voiced=True,
        raised_at=None,
        message=491,
        stance=None,
        status=HypothesisStatus.UNTESTED,
        tested_by=(probe,),
        acted_on_at=act,
        acted_on_message=493,
    )
    early = replace(
        FINDING, message_index=491, span=cut(MADE, 491, 1, "uv pip install"), captures=(), template="it looked"
    )
    report = plan(early, ledgers=Ledgers(hypotheses=(row,)), message=491)
    assert said(report, "consequence")


def test_a_later_finding_that_rests_on_it_is_a_consequence() -> None:
    early = replace(
        FINDING, message_index=491, span=cut(MADE, 491, 1, "uv pip install"), captures=(), template="it ran"
    )
    proof = Related(early.span, 491, early.location, "the install")
    assert said(plan(early, replace(FINDING, related=(proof,)), message=491), "consequence")


def test_a_digit_in_a_rules_words_is_the_rules_own() -> None:
    finding = replace(FINDING, template="status 137 of {program}", message="status 137 of ls")
    template, slots = fill_sentence(finding)
    assert not any(character.isdigit() for character in template)
    assert Known("status 137 of ", f"rule:{finding.rule}") in slots.values()


def test_braces_in_a_filled_sentence_are_no_places() -> None:
    finding = replace(FINDING, template="", message="awk {print} ran", captures=())
    _template, slots = fill_sentence(finding)
    assert "".join(slot.text for slot in slots.values() if isinstance(slot, Known)) == "awk {print} ran"


def test_a_capture_that_does_not_stand_in_the_log_is_not_shown_as_a_quotation() -> None:
    finding = replace(FINDING, captures=(Capture("program", "4 probes"),))
    _template, slots = fill_sentence(finding)
    assert Known("4 probes", f"rule:{finding.rule}") in slots.values()


def test_backticks_of_a_rules_words_make_code_of_what_is_between() -> None:
    finding = replace(FINDING, template="`{program} -l` is not `{what}`.", captures=(Capture("program", "ls"),))
    _template, slots = fill_sentence(finding)
    source = f"rule:{finding.rule}"
    assert list(slots.values()) == [
        Known("ls", source, is_code=True),
        Known(" -l", source, is_code=True),
        Known(" is not ", source),
        Known("what", source),
        Known(".", source),
    ]


def test_undecided_and_suppressed_findings_are_not_told() -> None:
    report = plan(replace(FINDING, verdict=Verdict.UNKNOWN), replace(FINDING, suppressed="known"))
    assert report.findings == ()


def test_the_message_with_the_weightiest_findings_is_chosen() -> None:
    early = replace(
        FINDING, message_index=491, span=cut(MADE, 491, 1, "uv pip install"), captures=(), template="it ran"
    )
    assert plan(early, replace(FINDING, severity=Severity.ERROR), message=None).message == 493
    assert plan(early, FINDING, message=None).message == 491


def test_what_is_found_twice_is_said_of_one_message_and_named_for_the_other() -> None:
    early = replace(
        FINDING, message_index=491, span=cut(MADE, 491, 1, "uv pip install"), captures=(), template="it looked"
    )
    late = replace(FINDING, severity=Severity.ERROR, related=(), captures=(), template="it looked")
    (told,) = said(plan(early, late, message=1), f"outcome.finding.{FINDING.rule}")
    assert told.slots["message"] == MessageRef(493)
    assert MessageRef(491) in told.slots.values()


def test_what_a_rule_says_otherwise_of_another_message_is_said_apart() -> None:
    early = replace(
        FINDING, message_index=491, span=cut(MADE, 491, 1, "uv pip install"), captures=(), template="it may look"
    )
    late = replace(FINDING, severity=Severity.ERROR, related=(), captures=(), template="it looked")
    told = said(plan(early, late, message=1), f"outcome.finding.{FINDING.rule}")
    assert {one.slots["message"] for one in told} == {MessageRef(491), MessageRef(493)}


def test_the_line_to_keep_is_what_to_do_up_to_the_first_command() -> None:
    rule = replace(RULE, instead="Keep the errors, and look at them: `ls /tmp`. Then decide.")
    report = plan_teaching(Analysis(MADE, Events(MADE), Ledgers(), (FINDING,)), Lexicon({rule.name: rule}), 493)
    (kept,) = said(report, "maxim")
    assert [slot.text for slot in kept.slots.values() if isinstance(slot, Known)] == [
        "Keep the errors, and look at them"
    ]


def test_the_line_to_keep_is_the_title_where_the_advice_begins_with_a_command() -> None:
    (kept,) = said(plan(FINDING), "maxim")
    assert [slot.text for slot in kept.slots.values() if isinstance(slot, Known)] == [RULE.title]
