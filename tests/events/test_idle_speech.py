import pytest

from loganalyst.events.speech.idle import names_feature, says_nothing
from loganalyst.events.speech.reading import read_sentence
from loganalyst.model.event import Stance
from loganalyst.text.prose import split_sentences


@pytest.mark.parametrize(
    "text",
    [
        "That's great.",
        "Perfect!",
        "Great.",
        "Okay, I can help you set up a mail server.",
        "I'd be happy to look at it.",
        "It will include:",
        "The script includes the following:",
        "Here is a summary:",
        "A mutex is a lock for one holder.",
    ],
)
def test_an_interjection_an_offer_or_a_lead_in_states_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "Great, the tests pass.",
        "Good - the fixed build script is ready.",
        "That's correct.",
        "The build fails with the following error:",
        "It works.",
        "The log includes a traceback.",
        "The server is a container.",
    ],
)
def test_praise_beside_a_statement_does_not_hide_it(text: str) -> None:
    assert not says_nothing(text)


def test_a_labelled_item_names_a_feature_unless_it_tells_how_things_are() -> None:
    assert names_feature("**Error Handling:** Custom exception handlers")
    assert not names_feature("Custom exception handlers")
    assert not names_feature("**Cause**: stale lock file")
    assert not names_feature("**Server**: it is running")
    assert not names_feature("**Server**: port 8080 open")


@pytest.mark.parametrize("text", ["I try it.", "Now I check the logs.", "I restart the server."])
def test_an_act_told_in_the_present_is_announced(text: str) -> None:
    (sentence,) = split_sentences(text)
    assert [said.stance for said in read_sentence(sentence)] == [Stance.INTENDED]


@pytest.mark.parametrize("text", ["I read the file.", "I see the lock is there.", "I understand the cache."])
def test_what_the_speaker_sees_or_did_is_no_announcement(text: str) -> None:
    (sentence,) = split_sentences(text)
    assert [said.stance for said in read_sentence(sentence)] == [Stance.ASSERTED]
