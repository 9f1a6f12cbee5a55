"""Secret forms from their files: one YAML file each under ``rules/redaction``, with examples of its own."""

import re
from importlib.resources.abc import Traversable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from loganalyst.errors import RuleSyntaxError
from loganalyst.knowledge.redaction import SecretForm
from loganalyst.knowledge.yaml_lines import Document, read_yaml


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SecretExample(_Closed):
    """A text and the secret that is found in it."""

    text: str
    secret: str


class SecretExamples(_Closed):
    """What a form must hide, and what it must leave."""

    match: Annotated[tuple[SecretExample, ...], Field(min_length=2)]
    no_match: Annotated[tuple[str, ...], Field(min_length=2)]


class SecretFile(_Closed):
    """A file of ``rules/redaction``."""

    name: str
    title: str
    pattern: str
    hints: Annotated[tuple[str, ...], Field(min_length=1)]
    examples: SecretExamples


def load_secret_forms(folder: Traversable) -> tuple[SecretForm, ...]:
    """Return the forms of a folder in the order of their names; raise RuleSyntaxError with all faults of a file."""
    return tuple(
        SecretForm(file.name, file.title, re.compile(file.pattern, re.ASCII), file.hints)
        for file in load_secret_files(folder)
    )


def load_secret_files(folder: Traversable) -> tuple[SecretFile, ...]:
    """Return the files themselves, with their examples."""
    paths = sorted((item for item in folder.iterdir() if item.name.endswith(".yaml")), key=lambda item: item.name)
    return tuple(_file(read_yaml(path.read_bytes(), str(path)), path.name.removesuffix(".yaml")) for path in paths)


def _file(document: Document, stem: str) -> SecretFile:
    try:
        file = SecretFile.model_validate(document.data)
    except ValidationError as error:
        faults = [RuleSyntaxError(fault["msg"], place=document.place(fault["loc"])) for fault in error.errors()]
        raise RuleSyntaxError.gather(faults) from error
    if file.name != stem:
        raise RuleSyntaxError(f"the name is {file.name}, the file {stem}", place=document.place(("name",)))
    return file
