"""Secrets are found by form, get one placeholder each, and are hidden wherever they leave."""

import pytest

from loganalyst.knowledge.redaction import Mask, find_secrets, mask_of
from loganalyst.knowledge.redaction_files import SecretFile, load_secret_files, load_secret_forms
from loganalyst.knowledge.redaction_pass import hide_secrets
from loganalyst.model.report import Basis, Statement
from loganalyst.model.span import Line, Span
from loganalyst.model.transcript import Message, RecordLedger, Role, Text, Transcript
from loganalyst.resources import find_resources

FOLDER = find_resources("rules").joinpath("redaction")
FILES = load_secret_files(FOLDER)
FORMS = load_secret_forms(FOLDER)
TOKEN = "ghp_" + "a1B2" * 9
OTHER = "hf_" + "aBcD" * 8


def transcript(*texts: str) -> Transcript:
    messages = tuple(
        Message(number, Role.USER, (Text(text, Line(number)),), Line(number)) for number, text in enumerate(texts, 1)
    )
    return Transcript("t", "plain_text", "t", "0", 0, messages, RecordLedger(len(texts), len(texts)))


def mask_for(session: Transcript) -> Mask:
    return mask_of(find_secrets(session, FORMS), FORMS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_form_finds_its_own_examples_and_leaves_the_others(file: SecretFile) -> None:
    form = next(form for form in FORMS if form.name == file.name)
    for example in file.examples.match:
        assert [example.text[a:b] for a, b in form.find(example.text)] == [example.secret]
    for text in file.examples.no_match:
        assert list(form.find(text)) == []


def test_the_same_secret_has_the_same_number_everywhere() -> None:
    mask = mask_for(transcript(f"use {TOKEN}", f"{OTHER} and {TOKEN}"))
    assert mask.hide(f"{OTHER} {TOKEN}") == "‹secret-2› ‹secret-1›"
    assert mask.kinds == {1: "GitHub token", 2: "Hugging Face token"}


def test_a_secret_known_by_its_context_is_hidden_without_it_as_well() -> None:
    mask = mask_for(transcript("export DB_PASSWORD=correct-horse-7"))
    assert mask.hide("it says correct-horse-7") == "it says ‹secret-1›"


def test_a_fingerprint_does_not_depend_on_numbers() -> None:
    mask = mask_for(transcript(f"{OTHER} {TOKEN}"))
    assert mask.hide_unnumbered(f"x {TOKEN}") == "x ‹secret›"


def test_a_quotation_that_cuts_a_secret_shows_no_piece_of_it() -> None:
    text = f"token {TOKEN} end"
    session = transcript(text)
    start = text.index(TOKEN) + 8
    span = Span("t", 1, 0, "text", start, len(text), text[start:], Line(1))
    statement = Statement("k", Basis.QUOTED, "{q}", {"q": span})
    hidden = hide_secrets(statement, mask_for(session), session).slots["q"]
    assert isinstance(hidden, Span)
    assert (hidden.quote, hidden.start) == ("‹secret-1› end", start)


def test_a_mask_without_forms_changes_nothing() -> None:
    assert Mask(()).hide(TOKEN) == TOKEN


def test_placeholders_are_no_secrets() -> None:
    mask = Mask(FORMS)
    for text in ("PASSWORD=changeme", "API_KEY=xxxxxxxxxxxx", "token: your-token-1", "Authorization: Bearer $TOKEN"):
        assert mask.hide(text) == text
