"""``loganalyst discover``: the sessions that agents keep on this machine."""

import json
import os
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loganalyst.cli import options

if TYPE_CHECKING:
    from loganalyst.cli.stores import Session

_TITLE_CHARACTERS = 60


class ListForm(StrEnum):
    """How the sessions are listed."""

    TEXT = "text"
    JSON = "json"


Form = Annotated[ListForm, typer.Option("--format", "-f", help="How to print the list.")]


def discover(*, form: Form = ListForm.TEXT, no_redact: options.NoRedact = False) -> None:
    """List the sessions that agents keep under the home folder and in this one; no message of them is read."""
    from loganalyst import __version__
    from loganalyst.cli.stores import find_sessions, places

    asked = (Path.home(), Path.cwd(), os.environ)
    found = find_sessions(*asked)
    if not no_redact:
        found = list(_hidden(found))
    if form is ListForm.JSON:
        sessions = [_document(session) for session in found]
        document = {"schema_version": 1, "tool": f"loganalyst {__version__}", "sessions": sessions}
        typer.echo(json.dumps(document, ensure_ascii=True, indent=1))
        return
    if not found:
        typer.echo(f"note: no sessions in any of {len(places(*asked))} places that agents are known to use", err=True)
    for line in _lines(found):
        typer.echo(line)


def _hidden(sessions: list["Session"]) -> "Iterator[Session]":
    """Yield the sessions with secrets hidden in their titles."""
    from dataclasses import replace

    from loganalyst.knowledge.redaction import Mask
    from loganalyst.knowledge.redaction_files import load_secret_forms
    from loganalyst.resources import find_resources

    mask = Mask(load_secret_forms(find_resources("rules").joinpath("redaction")))
    for session in sessions:
        yield replace(session, title=mask.hide(session.title)) if session.title else session


def _document(session: "Session") -> dict[str, str | int | None]:
    return {
        "agent": session.agent,
        "path": str(session.path),
        "modified": session.modified.isoformat() if session.modified else None,
        "bytes": session.size,
        "title": session.title,
    }


def _lines(sessions: list["Session"]) -> Iterator[str]:
    from humanize import naturalsize

    from loganalyst.renderers._blocks import show_unseen

    width = max((len(session.agent) for session in sessions), default=0)
    for session in sessions:
        date = session.modified.strftime("%Y-%m-%d %H:%M") if session.modified else "unreadable"
        size = naturalsize(session.size, binary=True) if session.size is not None else ""
        title = show_unseen(session.title or "")
        cut = f"{title[:_TITLE_CHARACTERS]}…" if len(title) > _TITLE_CHARACTERS else title
        words = f"{date:16}  {size:>10}  {session.agent:{width}}  {show_unseen(str(session.path))}"
        yield f"{words}  {cut}" if cut else words
