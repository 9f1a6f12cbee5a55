"""What an agent's program writes in the user's place is nobody's word."""

from dataclasses import replace

from loganalyst import pipeline
from loganalyst.model.event import Events
from loganalyst.model.settings import Settings
from loganalyst.model.transcript import Role, Text
from loganalyst.readers.source import Source

LOOP = """[user] Build it.
[assistant] Now.
[bash] make -C /srv/app
[result exit=2]
make: *** [Makefile:3: all] Error 1
[user] <task-notification>
[assistant] Again.
[bash] make -C /srv/app
[result exit=2]
make: *** [Makefile:3: all] Error 1
"""
SETTINGS = Settings(select=("retry-unchanged",))


def events(*, injected: bool) -> tuple[Events, list[str]]:
    knowledge = pipeline.load_knowledge(SETTINGS)
    transcript = pipeline.read(Source("loop", LOOP), SETTINGS)
    if injected:
        messages = tuple(
            replace(
                message, parts=tuple(replace(part, injected=True) for part in message.parts if isinstance(part, Text))
            )
            if message.index == 3
            else message
            for message in transcript.messages
        )
        transcript = replace(transcript, messages=messages)
    analysis = pipeline.analyse(transcript, knowledge, SETTINGS)
    return analysis.events, [finding.rule for finding in analysis.findings]


def test_a_message_that_the_program_wrote_is_marked() -> None:
    marked = [event.place.message for event in events(injected=True)[0].messages if event.by_program]
    assert marked == [3]
    assert not any(event.by_program for event in events(injected=False)[0].messages)


def test_a_notice_between_two_attempts_is_no_word_of_the_user() -> None:
    assert events(injected=True)[1] == ["retry-unchanged"]
    assert events(injected=False)[1] == []
    assert [event.place.role for event in events(injected=False)[0].messages][2] is Role.USER
