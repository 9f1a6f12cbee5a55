"""Closed forms that files of knowledge are read into; all faults of a file are told at once, each with its line."""

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from loganalyst.errors import FilePlace, RuleSyntaxError
from loganalyst.knowledge.yaml_lines import Path, YamlDocument
from loganalyst.knowledge.yaml_values import YamlValue


class Form(BaseModel):
    """The base of every form: no unknown keys, nothing changes after reading, numbers may stand for text."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True, populate_by_name=True)


FormType = TypeVar("FormType", bound=Form)


def fill_form(form: type[FormType], data: YamlValue, document: YamlDocument, under: Path = ()) -> FormType:
    """Return `data`, which stands at the path `under` of a document, as a form.

    Raise RuleSyntaxError with the first fault; its `others` are the rest, each with its own line.
    """
    try:
        return form.model_validate(data)
    except ValidationError as error:
        told = {
            (document.place((*under, *fault["loc"])), f"{_path(fault['loc']) or form.__name__}: {fault['msg']}")
            for fault in error.errors(include_url=False)
        }
        faults = [RuleSyntaxError(message, place=place) for place, message in sorted(told, key=_by_line)]
        raise RuleSyntaxError.gather(faults) from error


def _path(steps: tuple[str | int, ...]) -> str:
    return ".".join(str(step) for step in steps if step != "[key]")


def _by_line(fault: tuple[FilePlace, str]) -> tuple[int, str]:
    return fault[0].line or 0, fault[1]
