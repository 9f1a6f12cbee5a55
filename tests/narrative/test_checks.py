from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest

from loganalyst.errors import BrokenReference, QuoteMismatch, ReportError
from loganalyst.model.report import (
    Basis,
    Block,
    Bullets,
    Known,
    MessageRef,
    Paragraph,
    Report,
    Section,
    Statement,
    Table,
)
from loganalyst.model.span import Formula, Line, Span, Value
from loganalyst.model.transcript import Text, Transcript
from loganalyst.narrative.checks import check_report, count_checked
from tests.narrative.made import cut, make_finding, make_report, make_transcript, say, waited

MADE = make_transcript()
REPORT = make_report(MADE)


def with_blocks(*blocks: Block) -> Report:
    return replace(REPORT, sections=(Section("made", "Made", blocks),))


def with_statement(statement: Statement) -> Report:
    return with_blocks(Paragraph((statement,)))


def test_a_true_report_passes() -> None:
    check_report(REPORT, MADE)
    assert count_checked(REPORT) == (7, 1)


def test_a_report_is_checked_against_its_sub_agents_too() -> None:
    child = replace(MADE, id="child", parent="made", children=())
    parent = replace(MADE, children=(child,))
    check_report(with_statement(say("x", "see {m}", m=MessageRef(491, "child"))), parent)
    with pytest.raises(BrokenReference):
        check_report(with_statement(say("x", "see {m}", m=MessageRef(491, "stranger"))), parent)


SPAN = cut(MADE, 493, 0, "building from source")
FALSE_SPANS: list[Callable[[Span], Span]] = [
    lambda span: replace(span, quote="building from sauce"),
    lambda span: replace(span, start=span.start + 1),
    lambda span: replace(span, start=-5),
]
LOST_SPANS: list[Callable[[Span], Span]] = [
    lambda span: replace(span, message=494),
    lambda span: replace(span, part=9),
    lambda span: replace(span, transcript="other"),
    lambda span: replace(span, field="limit"),
]


@pytest.mark.parametrize("tamper", FALSE_SPANS)
def test_a_tampered_quotation_is_refused(tamper: Callable[[Span], Span]) -> None:
    with pytest.raises(QuoteMismatch):
        check_report(with_statement(say("x", "{q}", q=tamper(SPAN))), MADE)


@pytest.mark.parametrize("tamper", LOST_SPANS)
def test_a_quotation_from_nowhere_is_refused(tamper: Callable[[Span], Span]) -> None:
    with pytest.raises(BrokenReference):
        check_report(with_statement(say("x", "{q}", q=tamper(SPAN))), MADE)


def test_a_tampered_quotation_is_refused_as_evidence_and_in_findings() -> None:
    false = replace(SPAN, quote="nothing of the kind")
    finding = make_finding(MADE)
    related = replace(finding, related=(replace(finding.related[0], span=false),))
    captured = replace(finding, captures=(replace(finding.captures[0], span=false),))
    evidence = replace(say("x", "so"), spans=(false,))
    for report in (with_statement(evidence), *(replace(REPORT, findings=(one,)) for one in (related, captured))):
        with pytest.raises(QuoteMismatch):
            check_report(report, MADE)


TOTAL = waited(MADE)
FIRST = TOTAL.inputs[0]
COUNT = Value(Decimal(2), "1", Formula.COUNT, spans=(SPAN, cut(MADE, 493, 2, "no")))


@pytest.mark.parametrize(
    "value",
    [
        replace(TOTAL, number=Decimal(901)),
        replace(FIRST, number=Decimal(301)),
        replace(TOTAL, inputs=(replace(FIRST, number=Decimal(600)), FIRST)),
        replace(COUNT, number=Decimal(3)),
        replace(TOTAL, unit="B"),
        Value(Decimal(1), "1", Formula.RATIO, inputs=(FIRST, TOTAL)),
        Value(Decimal(600), "s", Formula.MINIMUM, inputs=TOTAL.inputs),
    ],
)
def test_a_tampered_figure_is_refused(value: Value) -> None:
    with pytest.raises(QuoteMismatch):
        check_report(with_statement(say("x", "{n}", n=value)), MADE)


@pytest.mark.parametrize(
    "value",
    [
        TOTAL,
        FIRST,
        COUNT,
        Value(Decimal(300), "s", Formula.MINIMUM, inputs=TOTAL.inputs),
        Value(Decimal(600), "s", Formula.MAXIMUM, inputs=TOTAL.inputs),
        Value(Decimal(-300), "s", Formula.DIFFERENCE, inputs=TOTAL.inputs),
        Value(Decimal("0.5"), "1", Formula.RATIO, inputs=TOTAL.inputs),
    ],
)
def test_a_true_figure_of_each_formula_passes(value: Value) -> None:
    check_report(with_statement(say("x", "{n}", n=value)), MADE)


@pytest.mark.parametrize(
    "value",
    [replace(FIRST, spans=()), replace(TOTAL, inputs=()), replace(COUNT, spans=(SPAN, SPAN))],
)
def test_a_figure_without_its_grounds_is_refused(value: Value) -> None:
    with pytest.raises(BrokenReference):
        check_report(with_statement(say("x", "{n}", n=value)), MADE)


@pytest.mark.parametrize(
    "statement",
    [
        say("x", "see {m}", m=MessageRef(494)),
        say("x", "see {m}"),
        say("x", "see", m=MessageRef(493)),
        say("x", "{w}", w=Known("words", "the log")),
        Statement("x", Basis.QUOTED, "it says so"),
        Statement("x", Basis.DERIVED, "it follows"),
        Statement("x", Basis.RULE, "as is known"),
        Statement("x", Basis.COUNTED, "many"),
    ],
)
def test_a_statement_that_points_at_nothing_is_refused(statement: Statement) -> None:
    with pytest.raises(BrokenReference):
        check_report(with_statement(statement), MADE)


@pytest.mark.parametrize("index", [0, 494])
def test_a_report_or_finding_about_no_message_is_refused(index: int) -> None:
    with pytest.raises(BrokenReference):
        check_report(replace(REPORT, message=index), MADE)
    with pytest.raises(BrokenReference):
        check_report(replace(REPORT, findings=(replace(make_finding(MADE), message_index=index),)), MADE)


def test_a_digit_in_a_template_is_refused() -> None:
    with pytest.raises(ReportError, match="digit"):
        check_report(with_statement(say("x", "it waited 900 s")), MADE)


@pytest.mark.parametrize(
    "blocks",
    [
        (Paragraph((say("x", "Several assumptions:"),)),),
        (Paragraph((say("x", "Several assumptions:"),)), Paragraph((say("x", "no list"),))),
        (Bullets((), intro=say("x", "Several assumptions:")),),
        (Table("empty", ("a",), ()),),
        (Table("ragged", ("a", "b"), ((say("x", "one"),),)),),
        (Paragraph(()),),
        (),
    ],
)
def test_a_list_that_is_announced_and_missing_is_refused(blocks: tuple[Block, ...]) -> None:
    with pytest.raises(BrokenReference):
        check_report(with_blocks(*blocks), MADE)


def test_a_colon_followed_by_its_list_passes() -> None:
    check_report(with_blocks(Paragraph((say("x", "Two:"),)), Bullets((say("y", "one"),))), MADE)


def tidied(raw: str) -> Transcript:
    first, *rest = MADE.messages
    return replace(MADE, messages=(replace(first, parts=(Text("red", Line(2), raw=raw),)), *rest))


def test_cleaned_text_is_cleaned_again_from_the_recorded_text() -> None:
    span = Span("made", 1, 0, "text", 0, 3, "red", Line(2))
    report = replace(with_statement(say("x", "{q}", q=span)), findings=(), message=1)
    check_report(report, tidied("\x1b[31mred\x1b[0m"))
    with pytest.raises(QuoteMismatch):
        check_report(report, tidied("\x1b[31mblue\x1b[0m"))
