import pytest

from loganalyst import pipeline
from loganalyst.model.finding import Finding, Verdict
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source

KNOWLEDGE = pipeline.load_knowledge(Settings())
EDIT = """[user] Make the parser faster.
[assistant] I change it:
[call Edit path=parser.py] {"file_path": "parser.py", "old_string": "a", "new_string": "b"}
[result]
File edited
"""


def found(text: str, rule: str) -> list[Finding]:
    """Return what one rule finds in a transcript in the plain form."""
    analyses = pipeline.check(Source("session.txt", text), KNOWLEDGE, Settings(select=(rule,)))
    return [finding for analysis in analyses for finding in analysis.findings]


def test_the_last_sentence_of_a_very_long_message_counts() -> None:
    long = "The table has one more column for each of the months of the year. " * 3000
    (only,) = found(f"{EDIT}[assistant] {long}\n\nThe parser works now.\n", "unverified-success")
    assert only.span.quote == "The parser works now."


@pytest.mark.parametrize(
    "said",
    [
        "The change in short:\n```\nassert works  # all tests pass\n```",
        'The README promises: "The parser works on every file."',
        "The line `all tests pass` is what the script prints.",
        "- [ ] the parser works\n- [ ] all tests pass",
    ],
)
def test_code_quotations_and_open_tasks_tell_of_no_success(said: str) -> None:
    assert found(f"{EDIT}[assistant] {said}\n", "unverified-success") == []


def test_an_english_sentence_among_sentences_of_another_language_is_left_open() -> None:
    german = "Ich habe das Programm umgestellt, weil es mit den alten Werten nicht mehr gut zurecht kam. " * 4
    hits = found(f"{EDIT}[assistant] {german} The parser works now.\n", "unverified-success")
    assert all(hit.verdict is Verdict.UNKNOWN for hit in hits)


@pytest.mark.parametrize("rule", ["unverified-success", "claim-contradicts-output", "ignored-error"])
def test_a_format_without_outputs_convicts_nobody(rule: str) -> None:
    chat = """# aider chat started at 2025-01-02 03:04:05

#### make the parser faster

I changed `parser.py`:

parser.py
```python
<<<<<<< SEARCH
a
=======
b
>>>>>>> REPLACE
```

All tests pass and the parser works now.

> Applied edit to parser.py
"""
    analyses = pipeline.check(Source("x.aider.chat.history.md", chat), KNOWLEDGE, Settings(select=(rule,)))
    assert all(hit.verdict is Verdict.UNKNOWN for analysis in analyses for hit in analysis.findings)
