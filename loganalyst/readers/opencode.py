"""opencode session exports: one JSON document with ``info`` and ``messages``; times are epoch milliseconds.

One element of ``messages`` is one Message. Read off exports of version 1.15.6 and two older ones; the wording of a time
limit and of an abort from the program's own sources. Left out on purpose: step marks, snapshots and patches (the
program's undo data), token counts, costs, and ``state.metadata`` where it repeats the output.
"""

from loganalyst.model.transcript import Transcript
from loganalyst.readers._blocks.content import string
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.opencode_parts import add_message, as_object
from loganalyst.readers._blocks.records import document_objects, head_document, read_document
from loganalyst.readers.source import Guess, Source

NAME = "opencode"
TITLE = "opencode session export"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "cost", "directory", "finish", "id", "metadata", "modelID", "projectID", "providerID", "reason", "slug",
    "snapshot", "tokens", "version",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""


def recognise(source: Source) -> Guess:
    """Return how surely the document is such an export."""
    head = head_document(source)
    if not isinstance(head, dict):
        return Guess(0, "it is no JSON document")
    info = head.get("info")
    messages = head.get("messages")
    if not isinstance(info, dict) or "id" not in info:
        return Guess(0, "the document has no info with an id")
    if isinstance(messages, list) and (not messages or _is_message(messages[0])):
        return Guess(95, "the document has info, and messages with info and parts")
    return Guess(30, "the document has info, but no messages with info and parts")


def read(source: Source) -> Transcript:
    """Return the exported session."""
    draft = Draft(source, NAME)
    document = read_document(source, draft.ledger)
    document = document if isinstance(document, dict) else {}
    for record in document_objects(document.get("messages"), draft.ledger, "/messages"):
        parts = record.data.get("parts")
        placed = [(part, record.location) for part in parts] if isinstance(parts, list) else []
        add_message(draft, as_object(record.data.get("info")), placed, record.location)
    info = as_object(document.get("info"))
    version = string(info.get("version"))
    return draft.finish(
        transcript_id=string(info.get("id")),
        title=string(info.get("title")),
        agent=f"opencode {version}" if version else "opencode",
        zone="UTC",
        parent=string(info.get("parentID")),
    )


def _is_message(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("info"), dict)
