"""What a transcript shows to be missing in its log, counted beside the records."""

from dataclasses import dataclass

from loganalyst.model.transcript import ToolCall, ToolResult, Transcript


@dataclass(frozen=True, slots=True)
class Gaps:
    """Counts of what does not fit together in one transcript, its sub-agents left aside."""

    sub_agents: int
    """Sub-agents that were found and joined."""
    messages_without_time: int
    calls_without_result: int
    """Where the format keeps outputs at all; else 0, as nothing is missing."""
    results_without_call: int


def count_gaps(transcript: Transcript) -> Gaps:
    """Return what is missing in a transcript."""
    parts = [part for message in transcript.messages for part in message.parts]
    calls = {part.id for part in parts if isinstance(part, ToolCall)}
    answered = [part.call_id for part in parts if isinstance(part, ToolResult)]
    return Gaps(
        sub_agents=len(transcript.children),
        messages_without_time=sum(message.time is None for message in transcript.messages),
        calls_without_result=len(calls.difference(answered)) if transcript.outputs_recorded else 0,
        results_without_call=sum(call_id not in calls for call_id in answered),
    )
