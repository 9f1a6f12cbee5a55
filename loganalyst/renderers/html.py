"""Write a report as one HTML page that loads nothing and runs nothing.

The page holds its style sheet and allows, by its content security policy, that one and nothing else. All text is
escaped by the template engine; characters that would act unseen are shown as pictures first.
"""

import base64
import hashlib
import re
from collections.abc import Iterator

from jinja2 import Environment
from markupsafe import Markup

from loganalyst.model.finding import Finding
from loganalyst.model.report import MessageRef, Report
from loganalyst.narrative.wording import is_spoken, write_value
from loganalyst.renderers._blocks import (
    GENERATOR,
    gather_evidence,
    read_joined,
    session_of,
    split_code,
    write_plain,
)
from loganalyst.renderers._templates import make_environment, read_template

NAME = "html"
SUFFIX = ".html"

_HYPHENED = re.compile(r"(?<!\S)((?=\S{2,24}(?!\S))[^\s-]*-\S*)")
"""A short word with a hyphen, such as an option."""
_STREAM_PIECES = 200
"""Pieces of the template that are joined before they are passed on."""


def render(report: Report) -> Iterator[str]:
    """Yield a report as an HTML page, a stretch at a time."""
    session = session_of(report)
    style = read_template("assets/report.css")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    template = _make_environment(session).get_template("report.html.j2")
    stream = template.stream(
        report=report,
        generator=GENERATOR,
        evidence=gather_evidence(report, session),
        style=Markup(style),  # noqa: S704 - our own file; escaping would change what the policy's hash covers
        style_hash=f"sha256-{digest}",
    )
    stream.enable_buffering(_STREAM_PIECES)
    yield from stream


def _make_environment(session: str | None) -> Environment:
    environment = make_environment(is_markup=True)

    def finding_message(finding: Finding) -> MessageRef:
        return MessageRef(finding.message_index, None if finding.transcript == session else finding.transcript)

    environment.filters.update(
        slots=lambda statement: tuple(read_joined(statement)),
        spoken=is_spoken,
        plain_sentence=write_plain,
        figure=write_value,
        split_code=lambda text: tuple(split_code(text)),
        split_hyphened=_split_hyphened,
        section_anchor=_section_anchor,
        finding_message=finding_message,
    )
    return environment


def _split_hyphened(text: str) -> tuple[tuple[bool, str], ...]:
    """Return the pieces of a text in order, each with whether it is a short word with a hyphen."""
    return tuple((at % 2 == 1, piece) for at, piece in enumerate(_HYPHENED.split(text)) if piece)


def _section_anchor(key: str) -> str:
    """Return the id of a section; it begins unlike those of messages and findings."""
    return "s-" + re.sub(r"[^a-z0-9-]", "-", key)
