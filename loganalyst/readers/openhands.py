"""OpenHands trajectories: a JSON array of events, each an action or an observation.

Two generations: events with ``action`` or ``observation`` (0.x), and events with ``kind`` (1.x). The shell is one and
lasts; an empty command, or one that is input, asks for more of the command that still runs. Left out on purpose: the
``message`` that paraphrases an event, ``tool_call_metadata``, ``llm_metrics``, the tools of the system prompt, the old
and new contents of an edited file beside its difference, and the arguments that hold settings.
"""

from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Part, Role, Transcript
from loganalyst.readers._blocks.content import as_text, raw_fields, read_time, string, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.openhands_events import (
    LaterEvents,
    Speaker,
    action_call,
    observation_result,
    said_parts,
)
from loganalyst.readers._blocks.records import Json, Record, document_objects, head_document, read_document
from loganalyst.readers.source import Guess, Source

NAME = "openhands"
TITLE = "OpenHands trajectory"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "action", "id", "image_urls", "llm_metrics", "message", "task_completed", "tool_call_metadata",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_ARRAYS = ("items", "events", "history", "trajectory")
_SILENT = frozenset({"change_agent_state", "recall", "null", "think", "start_hook", "stream_message"})
_TEXTS = frozenset({"message", "finish", "think", "reject", "condensation", "system", "summarize"})


def recognise(source: Source) -> Guess:
    """Return how surely the document is an array of such events."""
    for item in _array(head_document(source))[0]:
        if not isinstance(item, dict) or "timestamp" not in item:
            continue
        if ("action" in item and "args" in item) or ("observation" in item and "extras" in item):
            return Guess(95, "its events have action and args, or observation and extras")
        if str(item.get("kind", "")).endswith(("Event", "Observation")):
            return Guess(85, "its events have a kind that ends in Event")
    return Guess(0, "it is no array of events with action or observation")


def read(source: Source) -> Transcript:
    """Return the session of a trajectory."""
    return _Trajectory(source).read()


def _array(document: Any) -> tuple[list[Any], str]:
    """Return the array of events in a document, and its pointer."""
    if isinstance(document, list):
        return document, ""
    if isinstance(document, dict):
        for name in _ARRAYS:
            if isinstance(items := document.get(name), list):
                return items, f"/{name}"
    return [], ""


class _Trajectory:
    """The events of one file, in order."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._draft = Draft(source, NAME)
        self._speaker = Speaker(self._draft)
        self._later = LaterEvents(self._draft, self._speaker)

    def read(self) -> Transcript:
        """Return the transcript of the file."""
        document = read_document(self._source, self._draft.ledger)
        items, pointer = _array(document)
        session = string(document.get("id")) if isinstance(document, dict) else None
        for record in document_objects(items, self._draft.ledger, pointer):
            self._add(record)
        return self._draft.finish(transcript_id=session, agent="OpenHands")

    def _add(self, record: Record) -> None:
        location, data = record.location, record.data
        if isinstance(data.get("action"), str):
            self._add_action(location, data, data["action"])
        elif isinstance(data.get("observation"), str):
            self._add_observation(location, data, data["observation"])
        elif isinstance(data.get("kind"), str):
            self._later.add(location, data)
        else:
            self._draft.ledger.unknown("event without action, observation or kind", location)

    def _add_action(self, location: Location, data: Json, action: str) -> None:
        ledger = self._draft.ledger
        given = data.get("args")
        args: Json = given if isinstance(given, dict) else {}
        if action in _SILENT and action != "think":
            ledger.ignore(f"action {action}", location)
            return
        parts: list[Part] = said_parts(action, args, location)
        role = Role.USER if data.get("source") == "user" else Role.ASSISTANT
        if action in {"system", "condensation"} or data.get("source") == "environment":
            role = Role.SYSTEM
        if action not in _TEXTS:
            parts.append(action_call(action, data, args, location, self._speaker))
        self._speaker.say(role, location, data, parts)
        ledger.read()

    def _add_observation(self, location: Location, data: Json, observation: str) -> None:
        ledger = self._draft.ledger
        extras = data.get("extras")
        details: Json = extras if isinstance(extras, dict) else {}
        content = data.get("content")
        cause = data.get("cause")
        if observation in _SILENT and observation != "recall":
            ledger.ignore(f"observation {observation}", location)
        elif observation == "agent_state_changed":
            self._add_state(location, data, details)
        elif observation == "recall" or cause is None or self._draft.find_call(str(cause)) is None:
            told = as_text(content or "")
            if observation == "recall":
                told = f"{told}\n{as_text(details)}"
            self._speaker.say(Role.SYSTEM, location, data, [text_part(told, location, injected=True)])
            ledger.read()
        else:
            result = observation_result(data, details, location, self._speaker)
            self._draft.answer(result)
            ledger.read()

    def _add_state(self, location: Location, data: Json, details: Json) -> None:
        """Say why the agent's state changed, where the event tells; the states themselves are left out."""
        reason = string(details.get("reason"))
        if reason is None:
            self._draft.ledger.ignore("observation agent_state_changed", location)
            return
        told = f"{details.get('agent_state')}: {reason}"
        stamp = data.get("timestamp")
        self._draft.say(
            Role.SYSTEM,
            location,
            text_part(told, location, injected=True),
            turn=f"state {location}",
            time=read_time(stamp),
            fields=raw_fields(time=string(stamp)),
        )
        self._draft.ledger.read()
