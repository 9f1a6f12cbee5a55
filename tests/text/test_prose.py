"""Sentences and their places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst.text.prose import BLANKED, Form, split_sentences


def sentences(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It works. Next one!", ["It works.", "Next one!"]),
        ("Is it alive? Yes.", ["Is it alive?", "Yes."]),
        ("PyTorch 2.5.1 is in. See e.g. the log.", ["PyTorch 2.5.1 is in.", "See e.g. the log."]),
        ("It runs at 192.0.2.74 now", ["It runs at 192.0.2.74 now"]),
        ("Let me check:\n\nDone.", ["Let me check:", "Done."]),
        ("One line\nAnother line", ["One line", "Another line"]),
        ("a sentence that is\nwrapped by the writer.", ["a sentence that is\nwrapped by the writer."]),
        ("## All tests pass\n\nReally.", ["Really."]),
        ("**All Tests Pass**\nReally.", ["Really."]),
        ("**It works.**", ["It works."]),
        ("Before.\n```bash\necho it works.\n```\nAfter.", ["Before.", "After."]),
        ("| it | works |\n|---|---|\nDone.", ["Done."]),
        ("> it works\n\nHe said so.", ["He said so."]),
        ("- it works\n- it fails", ["it works", "it fails"]),
        ("Read this:\n    code that works\nEnd.", ["Read this:", "End."]),
        ("strace: Process 634 attached\nIt works.", ["It works."]),
        ("[INFO] build works\nIt works.", ["It works."]),
        ("2026-01-02 03:04:05 all works\nIt works.", ["It works."]),
        ("The name is `a. B` here. Good.", ["The name is `a. B` here.", "Good."]),
        ("Wait... what? Hmm… ok", ["Wait... what?", "Hmm… ok"]),
        ("", []),
        ("...\n---\n", []),
    ],
)
def test_prose_is_split_and_the_rest_left_out(text: str, expected: list[str]) -> None:
    assert [sentence.strip("*") for sentence in sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("It works", Form.PROSE),
        ("- it works", Form.ITEM),
        ("✅ it works", Form.ITEM),
        ("1. Install it", Form.NUMBERED),
        ("- [ ] Install it", Form.TASK),
        ("- [x] Install it", Form.ITEM),
    ],
)
def test_the_kind_of_list_is_kept(text: str, form: Form) -> None:
    assert [sentence.form for sentence in split_sentences(text)] == [form]


def test_code_and_quotations_are_blanked_in_the_plain_text_alone() -> None:
    (sentence,) = split_sentences('The log says "it works" for `run it` and **that** is all')
    assert "works" not in sentence.plain
    assert "run it" not in sentence.plain
    assert "*" not in sentence.plain
    assert BLANKED in sentence.plain
    assert '"it works"' in sentence.text


def test_an_apostrophe_opens_no_quotation() -> None:
    (sentence,) = split_sentences("It's what root's files don't show")
    assert sentence.plain == sentence.text


def test_a_fence_that_never_closes_hides_the_rest() -> None:
    assert sentences("One.\n```\nTwo.\nThree.") == ["One."]


@given(st.text(alphabet=st.sampled_from("aB .!?\n`'\"*_#->|1:[]□é漢"), max_size=300) | st.text(max_size=200))
def test_every_sentence_stands_where_it_says(text: str) -> None:
    end = 0
    for sentence in split_sentences(text):
        assert text[sentence.start : sentence.end] == sentence.text
        assert len(sentence.plain) == len(sentence.text)
        assert sentence.start >= end
        end = sentence.end


def test_long_texts_take_linear_time() -> None:
    assert len(sentences("It works. Really.\n" * 50_000)) == 100_000
    assert sentences("`" * 100_000 + " a") != ["b"]
    assert sentences("a " + '"' * 100_001) != ["b"]
