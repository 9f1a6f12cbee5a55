"""Records of any shape: whatever JSON holds where a format has something else, nothing raises and all is counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_json

from loganalyst.errors import InputError
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import accounted

_KEYS = {
    "gemini": (
        "type role content text toolCalls thoughts id name args result functionResponse response output status "
        "tool_id tool_name parameters timestamp error message"
    ),
    "cline": "type say ask text ts images role content tool_use_id input command tool cancelReason",
    "copilot": (
        "message text response result metadata toolCallRounds toolCalls toolCallResults content value kind thinking "
        "toolSpecificData commandLine original type data input prompt toolRequests toolCallId success requestId"
    ),
    "goose": "role created content type text toolCall toolResult value status name arguments id working_dir",
    "otel": (
        "name span_id attributes resourceSpans scopeSpans spans start_time status code context "
        "openinference.span.kind gen_ai.input.messages parts type key value stringValue"
    ),
    "inspect_ai": "id role content tool_calls tool_call_id function arguments error type event events output choices",
    "asciicast": "version width height term cols rows timestamp env",
}
_WORDS = [
    "user", "assistant", "gemini", "tool", "text", "tool_use", "tool_result", "message", "say", "ask", "command",
    "command_output", "reasoning", "assistant.message", "tool.execution_complete", "toolRequest", "toolResponse",
    "LLM", "TOOL", "run_shell_command", "bash", "o", "i", "r", "x", "1e400",
]  # fmt: skip


def _values(keys: str) -> st.SearchStrategy[object]:
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(_WORDS)
    small = leaves | st.lists(leaves, max_size=3) | st.dictionaries(st.sampled_from(keys.split()), leaves, max_size=4)
    middle = small | st.lists(small, max_size=3) | st.dictionaries(st.sampled_from(keys.split()), small, max_size=4)
    return st.dictionaries(st.sampled_from(keys.split()), middle, max_size=6) | middle


def _inputs(name: str, values: list[object]) -> list[bytes]:
    lines = b"\n".join(to_json(value) for value in values)
    whole = to_json(values)
    documents = {
        "gemini": b'{"sessionId":"s","projectHash":"h","messages":' + whole + b"}",
        "copilot": b'{"responderUsername":"c","requests":' + whole + b"}",
        "inspect_ai": b'{"version":2,"status":"x","eval":{},"samples":[{"messages":'
        + whole
        + b',"events":'
        + whole
        + b"}]}",
        "asciicast": b'{"version":2,"width":80,"height":24}\n' + lines,
        "otel": b'{"resourceSpans":[{"scopeSpans":[{"spans":' + whole + b"}]}]}",
    }
    return [lines, whole, documents.get(name, lines)]


@pytest.mark.parametrize("name", _KEYS)
@given(data=st.data())
def test_records_of_any_shape_are_accounted_for(name: str, data: st.DataObject) -> None:
    values = data.draw(st.lists(_values(_KEYS[name]), max_size=4))
    for content in _inputs(name, values):
        try:
            transcript = read_transcript(Source("input", content), name)
        except InputError:
            continue
        assert accounted(transcript) == transcript.ledger.records
