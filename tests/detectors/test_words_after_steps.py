"""What is said around steps that failed, were announced or were never made."""

import json

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.model.span import Line
from loganalyst.readers.source import Source

KNOWLEDGE = pipeline.load_knowledge(Settings())


def found(document: object, rule: str) -> list[str]:
    """Return the sentences of the findings of one rule in an export."""
    (analysis,) = pipeline.check(Source("story.json", json.dumps(document)), KNOWLEDGE, Settings())
    return [one.message for one in analysis.findings if one.rule == rule]


def opencode(*parts: object) -> object:
    """Return an export in which one message of the assistant has some parts."""
    asked = {"info": {"id": "m1", "role": "user"}, "parts": [{"type": "text", "text": "Read the file."}]}
    return {"info": {"id": "s"}, "messages": [asked, {"info": {"id": "m2", "role": "assistant"}, "parts": [*parts]}]}


READ = {"type": "tool", "callID": "c", "tool": "read", "state": {"status": "error", "input": {}, "error": "denied"}}
TEXT = {"type": "text", "text": "The file could not be read."}


def test_words_after_a_failed_call_in_its_own_message_are_no_silence() -> None:
    assert found(opencode(READ, TEXT), "silent-end") == []


def test_words_before_a_failed_call_leave_its_end_silent() -> None:
    assert len(found(opencode({"type": "text", "text": "I read the file."}, READ), "silent-end")) == 1


def test_a_thought_behind_a_failed_step_is_where_the_session_ends_silently() -> None:
    story = "[bash] make\n[result exit=2]\n[assistant]\n[thinking] I try it without the cache.\n"
    (analysis,) = pipeline.check(Source("story", story), KNOWLEDGE, Settings())
    assert [(one.rule, one.location) for one in analysis.findings if one.rule == "silent-end"] == [
        ("silent-end", Line(4))
    ]


def test_each_turn_that_the_program_ends_without_a_word_is_told() -> None:
    turn = '[assistant] I look.\n[bash] ls\n[result exit=0]\na\n[system] task_complete {{"last_agent_message":{}}}\n'
    (analysis,) = pipeline.check(Source("story", turn.format("null") + turn.format('"Done."')), KNOWLEDGE, Settings())
    assert [one.location for one in analysis.findings if one.rule == "silent-end"] == [Line(5)]
