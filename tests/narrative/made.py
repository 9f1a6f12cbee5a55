"""A small session made by hand, and a report about it, for tests of checks and renderers."""

from dataclasses import replace
from decimal import Decimal

from loganalyst.model.finding import Capture, Confidence, Finding, Related, Severity, Verdict
from loganalyst.model.report import (
    Basis,
    Bullets,
    Exhibit,
    Folded,
    Known,
    MessageRef,
    Paragraph,
    Report,
    Section,
    Statement,
    Table,
)
from loganalyst.model.span import Fields, Formula, Line, Span, Value
from loganalyst.model.transcript import Message, RecordLedger, Role, Text, ToolCall, ToolResult, Transcript

HOSTILE = "<script>alert('x')</script> ``` `` \x1b[31mred \u202eevil <img src=x onerror=alert(1)> [a](javascript:b)"


def make_transcript(text: str = "It might be building from source.") -> Transcript:
    def turn(index: int, line: int, seconds: str, command: str, output: str) -> Message:
        call = ToolCall(f"c{index}", "bash", command, Line(line + 1), is_shell=True)
        result = ToolResult(
            f"c{index}",
            output,
            Line(line + 2),
            arrived=index,
            limit=Decimal(seconds.removesuffix("s")),
            timed_out=True,
            fields=Fields({"limit": seconds}),
        )
        return Message(index, Role.ASSISTANT, (Text(text, Line(line)), call, result), Line(line))

    user = Message(1, Role.USER, (Text("Install it, please.", Line(2)),), Line(2))
    first = turn(491, 4, "300s", "uv pip install 'x[all]>=1' | tail -5", "")
    second = turn(493, 9, "600s", "ls /tmp/uv-* 2>/dev/null; echo ``` && true", "no\n<b>bold</b>\n")
    return Transcript("made", "text", "made.txt", "0" * 64, 400, (user, first, second), RecordLedger(6, 6))


def cut(transcript: Transcript, message: int, part: int, quote: str, field: str = "text") -> Span:
    """Return the span of a quotation, wherever it stands in its part; a false one starts at 0."""
    found = transcript.message(message)
    assert found is not None
    source = found.parts[part]
    assert isinstance(source, Text | ToolCall | ToolResult)
    text = source.text if field == "text" or isinstance(source, Text) else source.fields.get(field) or ""
    start = max(text.find(quote), 0)
    return Span(transcript.id, message, part, field, start, start + len(quote), quote, source.location)


def say(
    key: str, template: str, *, basis: Basis = Basis.DERIVED, **slots: MessageRef | Span | Value | Known
) -> Statement:
    return Statement(key, basis, template, slots, about=("made",))


def waited(transcript: Transcript) -> Value:
    limits = [cut(transcript, 491, 2, "300s", "limit"), cut(transcript, 493, 2, "600s", "limit")]
    parts = tuple(Value(Decimal(span.quote.removesuffix("s")), "s", Formula.QUOTED, spans=(span,)) for span in limits)
    return Value(Decimal(900), "s", Formula.SUM, inputs=parts)


def make_finding(transcript: Transcript) -> Finding:
    span = cut(transcript, 493, 1, "ls /tmp/uv-* 2>/dev/null")
    proof = cut(transcript, 493, 2, "no")
    return Finding(
        rule="absence-with-errors-hidden",
        pack="diagnostics",
        severity=Severity.WARNING,
        confidence=Confidence.HIGH,
        verdict=Verdict.MATCH,
        transcript=transcript.id,
        message_index=493,
        location=span.location,
        span=span,
        message="ls shows nothing and its errors are thrown away",
        template="{program} shows nothing and its errors are thrown away",
        related=(Related(proof, 493, proof.location, "what came back"),),
        captures=(Capture("program", "ls", replace(span, end=span.start + 2, quote="ls")),),
        fingerprint="1a2b3c4d5e6f7081",
    )


def make_report(transcript: Transcript) -> Report:
    whole = transcript.messages[-1].parts[0]
    assert isinstance(whole, Text)
    sentence = cut(transcript, 493, 0, whole.text)
    row = (say("ladder.attempt", "{message}", message=MessageRef(491)), say("ladder.outcome", "hit its limit"))
    sections = (
        Section(
            "message", "The message", (Exhibit(sentence, "text"), Exhibit(cut(transcript, 493, 1, "ls /tmp"), "bash"))
        ),
        Section(
            "ladder",
            "What led here",
            (
                Table("Attempts", ("Message", "Outcome"), (row,)),
                Paragraph(
                    (
                        say(
                            "waits.total",
                            "{first} and {second} waited {total} in all.",
                            first=MessageRef(491),
                            second=MessageRef(493),
                            total=waited(transcript),
                        ),
                        say("claim.said", "It says: {words}.", basis=Basis.QUOTED, words=sentence),
                        say("why", "{why}", basis=Basis.RULE, why=Known("Use `ls -l` here.", "rule:made")),
                    )
                ),
                Bullets((say("a", "one"), say("b", "two")), intro=say("c", "Two things:"), ordered=True),
                Folded(say("d", "Answer"), (Paragraph((say("e", "Yes."),)),)),
            ),
        ),
    )
    header = (say("header.path", "Read from {path}.", path=Known("made.txt", "report:input", is_code=True)),)
    return Report(
        "teaching",
        say("title", "{message}: a made session", message=MessageRef(493)),
        say("lead", "It waited."),
        493,
        sections,
        header,
        (make_finding(transcript),),
    )
