"""Logs of Inspect: one JSON document, an ``.eval`` archive with a file for each sample, or such a file alone.

A sample is a session. A log of one sample is its transcript; of a log with several, each sample is a child of a
transcript without messages. Messages and errors are records; the events, which tell the same in the runner's terms,
are left out by kind, except that they give messages their times, calls their durations, and a command in a sandbox its
exit status where a call ran only one. Long texts stand under ``attachments`` and are put back in their places.
"""

import io
import re
import zipfile
from collections.abc import Iterator
from typing import Any

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Location, Pointer
from loganalyst.model.transcript import Media, Part, Reasoning, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.containers import expand, is_inspect_archive
from loganalyst.readers._blocks.content import (
    as_text,
    openai_call,
    raw_fields,
    read_time,
    result_part,
    string,
    text_part,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.members import mark_member
from loganalyst.readers._blocks.records import Json, Record, document_objects, head_document, read_document
from loganalyst.readers._blocks.shells import command_line
from loganalyst.readers._blocks.tools import named_path
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean
from loganalyst.text.units import read_duration

NAME = "inspect_ai"
TITLE = "Inspect log"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "completed_at", "detail", "eval", "id", "image", "model", "origin", "plan", "results", "stats", "stop_reason",
    "target",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_SAMPLE = "sample, read as a transcript of its own"
_ATTACHMENT = re.compile(r"attachment://([0-9a-f]{16,64})")
_ROLES = {"system": Role.SYSTEM, "user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL}
_CUT = re.compile(r"The output of your call to [^\n]{1,80} was too long to be displayed")
_MEDIA = frozenset({"image", "audio", "video", "document", "data"})


def recognise(source: Source) -> Guess:
    """Return how surely the input is such a log."""
    if is_inspect_archive(source):
        return Guess(97, "the archive has the journal or the header of an Inspect log")
    head = head_document(source)
    if not isinstance(head, dict):
        return Guess(0, "it is neither an archive of Inspect nor a JSON document")
    if isinstance(head.get("eval"), dict) and "status" in head and "version" in head:
        return Guess(95, "the document has eval, status and version")
    if {"id", "epoch", "input", "target"} <= head.keys():
        return Guess(90, "the document is a sample with id, epoch, input and target")
    return Guess(0, "the document has neither eval and status nor a sample's keys")


def read(source: Source) -> Transcript:
    """Return the sample, or a transcript with all samples as children."""
    draft = Draft(source, NAME)
    if is_inspect_archive(source):
        return _gathered(draft, _members(source, draft), None)
    document = read_document(source, draft.ledger)
    document = document if isinstance(document, dict) else {}
    if "samples" not in document and "messages" in document:
        return _Sample(source, draft, document, "").read()
    about = document.get("eval")
    about = about if isinstance(about, dict) else {}
    listed = document.get("samples")
    samples = [(one, f"/samples/{number}") for number, one in enumerate(listed if isinstance(listed, list) else [])]
    title = string(about.get("task"))
    if len(samples) == 1:
        return _Sample(source, draft, _object(samples[0][0]), samples[0][1]).read(title)
    children = (
        (_Sample(source, Draft(source, NAME), _object(one), pointer).read(title), Pointer(pointer))
        for one, pointer in samples
    )
    return _gathered(draft, children, title)


def _gathered(draft: Draft, samples: Iterator[tuple[Transcript, Location]], title: str | None) -> Transcript:
    found = list(samples)
    if len(found) == 1:
        return found[0][0]
    for child, place in found:
        draft.ledger.seen()
        draft.ledger.ignore(_SAMPLE, place)
        draft.children.append(child)
    return draft.finish(title=title, agent="Inspect")


def _members(source: Source, draft: Draft) -> Iterator[tuple[Transcript, Location]]:
    """Yield the samples of an archive, and count a broken one as damage."""
    with zipfile.ZipFile(io.BytesIO(source.read())) as archive:
        for info in sorted(archive.infolist(), key=lambda one: one.filename):
            if not info.filename.startswith("samples/") or not info.filename.endswith(".json"):
                continue
            place = Pointer("", member=info.filename)
            try:
                content, torn = expand(archive.open(info), max(1, info.compress_size), source.name)
            except (zipfile.BadZipFile, RuntimeError, OSError) as error:
                draft.ledger.seen()
                draft.ledger.damage(place, 0, f"the archive's file cannot be read: {error}")
                continue
            inner = source.within(content, info.filename)
            inner.torn = torn
            own = Draft(inner, NAME)
            document = read_document(inner, own.ledger)
            sample = _Sample(inner, own, document if isinstance(document, dict) else {}, "")
            yield mark_member(sample.read(), inner), place


def _object(value: object) -> Json:
    return value if isinstance(value, dict) else {}


class _Sample:
    """One sample on its way to a transcript."""

    def __init__(self, source: Source, draft: Draft, data: Json, pointer: str) -> None:
        self._source = source
        self._draft = draft
        self._data = data
        self._pointer = pointer
        attachments = data.get("attachments")
        self._attached = attachments if isinstance(attachments, dict) else {}
        self._times: dict[str, str] = {}
        self._tools: dict[str, Json] = {}

    def read(self, title: str | None = None) -> Transcript:
        """Return the transcript of the sample."""
        for event in self._events():
            self._note_event(event.data, event.location)
        for record in document_objects(self._data.get("messages"), self._draft.ledger, f"{self._pointer}/messages"):
            self._add(record)
        error = _object(self._data.get("error"))
        limit = _object(self._data.get("limit"))
        for told, key in ((string(error.get("message")), "error"), (as_text(limit) if limit else None, "limit")):
            if told:
                place = Pointer(f"{self._pointer}/{key}")
                self._draft.ledger.seen()
                self._draft.ledger.read()
                self._draft.say(Role.SYSTEM, place, text_part(f"{key}: {told}", place, injected=True), turn=key)
        name = string(self._data.get("uuid")) or self._name()
        return self._draft.finish(transcript_id=name, title=title, agent="Inspect")

    def _name(self) -> str | None:
        if "id" not in self._data:
            return None
        return f"{self._source.sha256[:12]}-{self._data['id']}-{self._data.get('epoch')}"

    def _events(self) -> Iterator[Record]:
        given = self._data.get("events")
        inner = _object(self._data.get("transcript")).get("events")
        events, name = (given, "events") if isinstance(given, list) else (inner, "transcript/events")
        yield from document_objects(events, self._draft.ledger, f"{self._pointer}/{name}")

    def _note_event(self, event: Json, place: Location) -> None:
        kind = string(event.get("event")) or "unknown"
        self._draft.ledger.ignore(f"event {kind}", place)
        if kind == "tool" and (native := string(event.get("id"))):
            self._tools[native] = event
        elif kind == "model":
            stamp = string(event.get("timestamp"))
            choices = _object(event.get("output")).get("choices")
            for choice in choices if isinstance(choices, list) else ():
                native = string(_object(_object(choice).get("message")).get("id"))
                if native and stamp:
                    self._times[native] = stamp

    def _whole(self, text: str) -> str:
        """Return a text with the attachments that it names put back."""
        return _ATTACHMENT.sub(lambda found: as_text(self._attached.get(found[1], found[0])), text)

    def _add(self, record: Record) -> None:
        """Add one message, and count it in the ledger."""
        data, place = record.data, record.location
        role = _ROLES.get(str(data.get("role")))
        unknown = [] if role else [f"role {data.get('role')}"]
        parts = list(self._content(data.get("content"), place, unknown))
        native = string(data.get("id"))
        if role is Role.TOOL:
            self._answer(data, parts, place)
        else:
            calls = data.get("tool_calls")
            parts += [self._call(_object(call), place) for call in (calls if isinstance(calls, list) else ())]
            stamp = self._times.get(native or "")
            self._draft.say(
                role or Role.SYSTEM,
                place,
                *parts,
                turn=f"{place}",
                time=read_time(stamp),
                native_id=native,
                fields=raw_fields(time=stamp),
            )
        if unknown:
            self._draft.ledger.unknown(", ".join(unknown), place)
        else:
            self._draft.ledger.read()

    def _content(self, content: object, place: Location, unknown: list[str]) -> Iterator[Part]:
        for part in content if isinstance(content, list) else [content]:
            one = _object(part)
            kind = string(one.get("type"))
            if isinstance(part, str):
                yield text_part(self._whole(part), place)
            elif kind == "text" and isinstance(one.get("text"), str):
                yield text_part(self._whole(one["text"]), place)
            elif kind == "reasoning" and isinstance(one.get("reasoning"), str):
                yield Reasoning(clean(self._whole(one["reasoning"])), place)
            elif kind in _MEDIA:
                yield Media(str(kind), place)
            elif part is not None:
                unknown.append(f"content {kind}")
                yield text_part(as_text(part), place)

    def _call(self, data: Json, place: Location) -> ToolCall:
        native, name, given = openai_call(
            {**data, "name": data.get("function")} if isinstance(data.get("function"), str) else data
        )
        arguments = (
            {key: self._whole(value) if isinstance(value, str) else value for key, value in given.items()}
            if isinstance(given, dict)
            else given
        )
        command = command_line(name, arguments)
        limit = arguments.get("timeout") if isinstance(arguments, dict) else None
        raw = f"{limit} s" if isinstance(limit, int) and not isinstance(limit, bool) else None
        return ToolCall(
            id=native,
            name=name,
            text=command if command is not None else as_text(arguments),
            location=place,
            is_shell=command is not None,
            timeout=read_duration(raw or ""),
            # Inspect's own tool starts a shell for each call.
            shell=ShellSession.PER_CALL if name == "bash" and command is not None else ShellSession.UNKNOWN,
            path=named_path(arguments),
            fields=raw_fields(timeout=raw),
        )

    def _answer(self, data: Json, parts: list[Part], place: Location) -> None:
        native = string(data.get("tool_call_id"))
        event = self._tools.get(native or "", {})
        error = _object(data.get("error"))
        kind = string(error.get("type"))
        output = (
            "\n".join(part.text for part in parts if not isinstance(part, Media)) or string(error.get("message")) or ""
        )
        status = _only_status(event)
        completed = string(event.get("completed"))
        taken = event.get("working_time")
        took = f"{taken} s" if isinstance(taken, int | float) and not isinstance(taken, bool) else None
        found: dict[str, Any] = {
            "timed_out": kind == "timeout",
            "limited_by": LimitedBy.TOOL if kind == "timeout" else None,
            "refused": kind == "approval",
            "failed": kind not in {None, "timeout", "approval"} and status is None,
            "truncated": kind == "output_limit" or _CUT.search(output) is not None,
        }
        fields = raw_fields(status=as_text(error) if error else None, took=took, time=completed, exit_status=status)
        result = result_part(
            native,
            output,
            place,
            exit_status=status,
            duration=read_duration(took or ""),
            time=read_time(completed),
            fields=fields,
            **found,
        )
        self._draft.answer(result, *(part for part in parts if isinstance(part, Media)))


def _only_status(event: Json) -> int | None:
    """Return the exit status of the one command that a tool ran in its sandbox, or None."""
    inner = event.get("events")
    codes = [
        one.get("result")
        for one in (inner if isinstance(inner, list) else ())
        if isinstance(one, dict) and one.get("event") == "sandbox" and one.get("action") == "exec"
    ]
    return codes[0] if len(codes) == 1 and isinstance(codes[0], int) and not isinstance(codes[0], bool) else None
