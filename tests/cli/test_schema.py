"""``loganalyst schema`` prints a schema for each kind of document."""

import json
import tomllib

import pytest
from jsonschema import Draft202012Validator

from loganalyst.cli import app
from loganalyst.cli.schema import Document, schema_of

SETTINGS = """
rules = ["mine"]
select = ["timeouts"]
[[ignore]]
rule = "oom-kill"
reason = "a test of that"
until = "2026-12-31"
"""


@pytest.mark.parametrize("document", list(Document))
def test_a_schema_is_printed_for_each_kind_of_document(document: Document, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["schema", document]) == 0
    Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))


def test_a_settings_file_is_of_its_schema() -> None:
    validator = Draft202012Validator(schema_of(Document.CONFIG))
    assert validator.is_valid(tomllib.loads(SETTINGS))
    assert not validator.is_valid(tomllib.loads(SETTINGS.replace("reason", "because")))


def test_another_word_is_wrong_usage() -> None:
    assert app.main(["schema", "novel"]) == 2
