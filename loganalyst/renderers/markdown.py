"""Write a report as Markdown that reads well raw, in a terminal and on a code host.

Every quotation stands in a code span or fence longer than any run of backticks in it, so that no text of the log can
be read as markup. Only the template holds markup of its own.
"""

import re
from collections.abc import Iterator
from functools import partial

from loganalyst.model.report import Known, MessageRef, Report, Slot, Statement
from loganalyst.model.span import Span, Value
from loganalyst.narrative.wording import write_value
from loganalyst.renderers._blocks import (
    GENERATOR,
    gather_evidence,
    message_name,
    read_joined,
    session_of,
    show_unseen,
    split_code,
)
from loganalyst.renderers._templates import make_environment

NAME = "md"
SUFFIX = ".md"

_MARKUP = re.compile(r"([\\`*_\[\]<>|~])")
_LINE_MARK = re.compile(r"^(\s{0,3})([#+=-])|^(\s{0,3}[0-9]{1,9})([.)])(?=\s|$)", re.MULTILINE)
_SPACES = re.compile(r"\s+")
_BLANK_LINES = re.compile(r"\n{3,}")


def render(report: Report) -> Iterator[str]:
    """Yield a report as Markdown."""
    session = session_of(report)
    environment = make_environment(is_markup=False)
    environment.filters.update(
        sentence=write_sentence,
        cell=partial(write_sentence, in_cell=True),
        fence=fence,
        code=code_span,
        plain=escape,
    )
    text = environment.get_template("report.md.j2").render(
        report=report, generator=GENERATOR, evidence=gather_evidence(report, session)
    )
    yield _BLANK_LINES.sub("\n\n", text).strip("\n") + "\n"


def write_sentence(statement: Statement, *, in_cell: bool = False) -> str:
    """Return a statement in Markdown; in a table cell the bars are escaped and lines run on."""
    words = "".join(piece if isinstance(piece, str) else write_slot(piece) for _name, piece in read_joined(statement))
    if not in_cell:
        return words
    return words.replace("|", "\\|").replace("\n", " ")


def write_slot(slot: Slot) -> str:
    """Return the value of a slot in Markdown."""
    match slot:
        case MessageRef():
            return f"[{message_name(slot)}]"
        case Span():
            return code_span(slot.quote)
        case Value():
            return write_value(slot)
        case Known():
            return code_span(slot.text) if slot.is_code else _own_words(slot.text)


def _own_words(text: str) -> str:
    """Return words of the knowledge files, whose backticks stay code and whose other characters are no markup."""
    pieces = (code_span(piece) if is_code else escape(piece) for is_code, piece in split_code(_SPACES.sub(" ", text)))
    return "".join(pieces)


def escape(text: str) -> str:
    """Return text that Markdown shows as it stands."""
    return _LINE_MARK.sub(r"\1\3\\\2\4", _MARKUP.sub(r"\\\1", show_unseen(text)))


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def code_span(text: str) -> str:
    """Return text as a code span on one line, with a fence longer than any run of backticks in it."""
    seen = show_unseen(text.replace("\n", " "))  # as Markdown itself reads a line break there
    ticks = "`" * (_longest_run(seen) + 1)
    # Markdown takes a space off each end, but not where there is nothing else
    spaced = seen[:1] == " " == seen[-1:] and seen.strip(" ")
    pad = " " if "`" in (seen[:1], seen[-1:]) or spaced else ""
    return f"{ticks}{pad}{seen}{pad}{ticks}" if seen else "(empty)"


def fence(text: str, language: str = "text") -> str:
    """Return text as a fenced block, with a fence longer than any run of backticks in it."""
    seen = show_unseen(text).rstrip("\n")
    ticks = "`" * max(3, _longest_run(seen) + 1)
    return f"{ticks}{language or 'text'}\n{seen}\n{ticks}"
