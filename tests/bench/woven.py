"""The rules' own examples as exchanges, so that a generated session gives every rule something to find."""

from collections.abc import Iterator

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.model.transcript import Text, ToolCall, ToolResult, Transcript
from loganalyst.readers.plain_text import read
from loganalyst.readers.source import Source
from tests.bench.generator import Exchange


def woven() -> tuple[Exchange, ...]:
    """Return the matching examples of all bundled rules, one after the other."""
    rules = pipeline.load_knowledge(Settings()).rules.rules
    examples = (example.transcript for rule in rules for example in rule.examples.match)
    return tuple(exchange for text in examples for exchange in _exchanges(read(Source("example", text))))


def _exchanges(transcript: Transcript) -> Iterator[Exchange]:
    for message in transcript.messages:
        said = " ".join(part.text for part in message.parts if isinstance(part, Text))
        results = {part.call_id: part for part in message.parts if isinstance(part, ToolResult)}
        calls = [part for part in message.parts if isinstance(part, ToolCall)]
        for call in calls:
            result = results.get(call.id)
            yield Exchange(said, call.text, _output(result), is_error=_failed(result), timeout=_milliseconds(call))
        if said and not calls:
            yield Exchange(said, "true", "")


def _output(result: ToolResult | None) -> str:
    if result is None:
        return ""
    if result.timed_out:
        return f"Command timed out after {result.limit or 120}s"
    return f"Exit code {result.exit_status}\n{result.text}" if result.exit_status else result.text


def _failed(result: ToolResult | None) -> bool:
    return result is not None and bool(result.exit_status or result.timed_out)


def _milliseconds(call: ToolCall) -> int | None:
    return int(call.timeout * 1000) if call.timeout else None
