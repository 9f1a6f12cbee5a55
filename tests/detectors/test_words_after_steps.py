"""What is said around steps that failed, were announced or were never made."""

import json

from loganalyst import pipeline
from loganalyst.model.settings import Settings
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
