"""Attempts that end alike, and what lies among them."""

from loganalyst import pipeline
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source

SETTINGS = Settings(input_format="plain_text")
KNOWLEDGE = pipeline.load_knowledge(SETTINGS)
BRACE = "[bash] }\n[result exit=2]\nbash: -c: line 1: syntax error near unexpected token `}'\n"
BRACKET = "[bash] ]}\n[result exit=127]\nbash: line 1: ]}: command not found\n"


def loops(transcript: str) -> list[str]:
    """Return the sentences of what is found to be a loop."""
    (analysis,) = pipeline.check(Source("story", transcript), KNOWLEDGE, SETTINGS)
    return [one.message for one in analysis.findings if one.rule == "retry-loop"]


def test_attempts_with_other_failures_between_each_are_no_loop() -> None:
    assert loops(BRACE + BRACKET + BRACE + BRACKET + BRACE) == []


def test_three_attempts_side_by_side_are_said_to_be_in_a_row() -> None:
    assert [one.partition(" ends")[0] for one in loops(BRACE * 3)] == ["Attempt 3 in a row"]


def test_an_attempt_right_after_another_is_the_third_but_not_in_a_row_where_one_lies_further_back() -> None:
    (sentence,) = loops(BRACE + BRACKET + BRACE + BRACE)
    assert "for the third time" in sentence
    assert "in a row" not in sentence


def test_a_loop_is_told_once_however_long_it_goes_on() -> None:
    assert len(loops(BRACE * 6)) == 1
