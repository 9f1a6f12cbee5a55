"""The forms that programs print, each with the facts that are read from it; and that every listed kind is among them.

The folder `forms` holds them: `$` and the command (none: unknown), its output, and a line `=>` for each fact.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from loganalyst.model.command import Command
from loganalyst.observations._blocks import Fact
from loganalyst.observations.kinds import KINDS
from loganalyst.observations.reading import read_output

FORMS = sorted((Path(__file__).parent / "forms").glob("*.txt"))


class Form(NamedTuple):
    name: str
    command: str
    output: str
    facts: list[str]


def read_forms() -> list[Form]:
    return [
        Form(f"{path.stem}-{number}", *parse(block))
        for path in FORMS
        for number, block in enumerate(path.read_text(encoding="utf-8").split("\n----\n"), start=1)
    ]


def parse(block: str) -> tuple[str, str, list[str]]:
    head, *rest = block.rstrip("\n").split("\n")
    output = "\n".join(line for line in rest if not line.startswith("=> "))
    return head.removeprefix("$").strip(), output, [line.removeprefix("=> ") for line in rest if line.startswith("=> ")]


def describe(fact: Fact) -> str:
    figures = " ".join(f"{name}={number:f}" for name, number in fact.figures)
    return " | ".join(part for part in (fact.kind, fact.value, str(fact.subject or ""), figures) if part)


@pytest.mark.parametrize("form", read_forms(), ids=lambda form: form.name)
def test_a_form_states_these_facts_and_no_others(form: Form, command: Callable[..., Command]) -> None:
    known = command(form.command) if form.command else None
    assert [describe(fact) for fact in read_output(known, form.output)] == form.facts


def test_every_listed_kind_is_read_from_some_form_and_no_other_is() -> None:
    assert {line.split(" | ")[0] for form in read_forms() for line in form.facts} == set(KINDS)
