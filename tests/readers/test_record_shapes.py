"""Records of every shape that JSON allows: each reader takes them, loses no count and raises nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import to_json

from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from tests.readers.inspection import accounted

_WORDS = {
    "claude_stream": "type subtype message content id name input tool_use_id session_id parent_tool_use_id result",
    "codex": "type payload role content text call_id name arguments output message summary session_id input",
    "openhands": "id action args observation content extras cause kind metadata tool_call tool_name action_id",
    "swe_agent": "role content action observation thought state tool_calls function arguments is_demo execution_time",
    "intercode": "query turn_history actions observations valid_action",
    "mini_swe": "role content extra actions command tool_call_id returncode timestamp",
    "messages": "role content tool_calls function name arguments tool_call_id type text input id message timestamp",
    "atif": "step_id source message tool_calls tool_call_id function_name arguments observation results content extra",
}
_VALUES = {
    "claude_stream": "assistant user system result init tool_use tool_result Bash a",
    "codex": "response_item event_msg function_call function_call_output message shell exec_command user assistant a",
    "openhands": "run edit user agent ActionEvent ObservationEvent MessageEvent terminal a",
    "swe_agent": "assistant user tool system ls edit a",
    "intercode": "ls a",
    "mini_swe": "assistant user tool system a",
    "messages": "assistant user tool system tool_use tool_result Bash terminal text a",
    "atif": "agent user system Bash bash_command TaskOutput a",
}
_WRAPPED = {
    "claude_stream": b"",
    "codex": b"",
    "openhands": b'{"items":%s}',
    "swe_agent": b'{"history":%s,"trajectory":%s}',
    "mini_swe": b'{"messages":%s}',
    "messages": b'{"messages":%s}',
    "intercode": b'{"0":{"query":"q","turn_history":{"actions":%s,"observations":%s}},"1":%s}',
    "atif": b'{"steps":%s,"subagent_trajectories":%s}',
}


def _records(name: str) -> st.SearchStrategy[list[object]]:
    keys = st.sampled_from(_WORDS[name].split())
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(_VALUES[name].split())
    value = st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=6),
        max_leaves=16,
    )
    return st.lists(st.dictionaries(keys, value, max_size=7) | value, max_size=6)


@pytest.mark.parametrize("name", sorted(_WORDS))
@given(data=st.data())
@settings(max_examples=40)
def test_records_of_any_shape_are_accounted_for(name: str, data: st.DataObject) -> None:
    records = data.draw(_records(name))
    frame = _WRAPPED[name]
    whole = to_json(records)
    content = frame.replace(b"%s", whole) if frame else b"\n".join(map(to_json, records))
    for text in (b'{"type":"start"}\n' + content if not frame else content, whole):
        transcript = read_transcript(Source("input", text), name)
        for one in (transcript, *transcript.children):
            assert accounted(one) == one.ledger.records
