"""Harbor's Agent Trajectory Interchange Format (ATIF), versions 1.0 to 1.8: one JSON document with ``steps``.

A step is a message; its ``step_id`` is the message's number. Results name their call, or stand for the last one of the
step (whole screens of a terminal agent). Where the converter of an agent kept the tool's own result in ``extra``, that
is read instead of its retelling in ``observation``. What ``loganalyst convert`` put into ``extra`` gives back the
session that it was given. Sub-agents, in the document or in files beside it, become children.
Left out on purpose: ``metrics``, ``final_metrics``, ``tool_definitions``, ``model_name`` of steps, and ``extra`` but
for the working folder and that result; reasoning that a converter repeats on the following steps is shown once.
"""

import re
from collections import deque
from typing import Any

from loganalyst.model.limits import NESTING_DEPTH
from loganalyst.model.span import Location, Pointer
from loganalyst.model.transcript import Media, Part, Reasoning, Role, Transcript
from loganalyst.readers._blocks.atif_calls import TERMINAL, answer_step, call_of
from loganalyst.readers._blocks.atif_own import (
    own_fields,
    own_index,
    own_part,
    own_parts,
    own_role,
    with_arrivals,
)
from loganalyst.readers._blocks.claude import is_injected
from loganalyst.readers._blocks.content import as_text, joined_text, raw_fields, read_time, string, text_part, zone_of
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json, document_objects, head_document, read_document
from loganalyst.readers.source import Guess, Source

NAME = "atif"
TITLE = "Harbor ATIF trajectory"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "final_metrics", "git_branches", "metrics", "model_name", "stop_reason", "tool_definitions",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_SOURCES = {"system": Role.SYSTEM, "user": Role.USER, "agent": Role.ASSISTANT}
_EXECUTED = re.compile(r"Executed \S{1,200} \S{1,200}")
_REPEATED = "reasoning that stands on several steps of one response is shown on the first of them"


def recognise(source: Source) -> Guess:
    """Return how surely the document is such a trajectory."""
    document = head_document(source)
    if not isinstance(document, dict):
        return Guess(0, "it is no JSON object")
    version = document.get("schema_version")
    if isinstance(version, str) and version.startswith("ATIF-v"):
        return Guess(98, f"its schema_version is {version}")
    steps = document.get("steps")
    first = steps[0] if isinstance(steps, list) and steps else None
    if isinstance(first, dict) and {"step_id", "source"} <= first.keys():
        return Guess(85, "its steps have step_id and source")
    return Guess(0, "it has no schema_version ATIF and no steps with step_id and source")


def read(source: Source) -> Transcript:
    """Return the trajectory, with those of its sub-agents as children."""
    draft = Draft(source, NAME)
    document = read_document(source, draft.ledger)
    main = _Trajectory(source, draft, document if isinstance(document, dict) else {}, "")
    main.add_steps()
    _add_children(main)
    return main.finish(None)


def _add_children(main: "_Trajectory") -> None:
    """Read the trajectories that steps refer to, theirs too, each of them once."""
    waiting = deque([main])
    known = {main.name}
    while waiting and len(known) < NESTING_DEPTH:
        parent = waiting.popleft()
        for child in parent.embedded():
            if child.name not in known:
                known.add(child.name)
                child.add_steps()
                main.draft.children.append(child.finish(main.name))
                waiting.append(child)
        for path in parent.paths:
            beside = main.source.open_sibling(path)
            if beside is None:
                parent.draft.ledger.note(f"the sub-agent's trajectory {path} is not beside this file")
            if beside is None or path in known:
                continue
            known.add(path)
            draft = Draft(beside, NAME)
            document = read_document(beside, draft.ledger)
            child = _Trajectory(beside, draft, document if isinstance(document, dict) else {}, "")
            child.add_steps()
            main.draft.children.append(child.finish(main.name))
            waiting.append(child)
    if any(parent.paths or parent.embedded() for parent in waiting):
        main.draft.ledger.note(f"after {NESTING_DEPTH} sub-agents, those that they started themselves are not read")


class _Trajectory:
    """One trajectory: the document's own, or one that is embedded in it."""

    def __init__(self, source: Source, draft: Draft, data: Json, pointer: str) -> None:
        self.source = source
        self.draft = draft
        self.paths: dict[str, None] = {}
        self._data = data
        self._pointer = pointer
        agent = data.get("agent")
        self._agent: Json = agent if isinstance(agent, dict) else {}
        self._zone: str | None = None
        self._thought: str | None = None
        self._late: dict[int, dict[int, int]] = {}

    @property
    def name(self) -> str:
        """The id of the trajectory, else of its session, else of the input."""
        own = string(self._data.get("trajectory_id")) or string(self._data.get("session_id"))
        return own or f"{self.draft.sha256}{self._pointer}"

    def embedded(self) -> list["_Trajectory"]:
        """Return the sub-agents' trajectories that the document itself holds."""
        found = self._data.get("subagent_trajectories")
        children = found if isinstance(found, list) else []
        return [
            _Trajectory(self.source, Draft(self.source, NAME), child, f"{self._pointer}/subagent_trajectories/{number}")
            for number, child in enumerate(children)
            if isinstance(child, dict)
        ]

    def add_steps(self) -> None:
        """Add every step, and count it."""
        for record in document_objects(self._data.get("steps"), self.draft.ledger, f"{self._pointer}/steps"):
            location = record.location
            if isinstance(location, Pointer) and self.source.beside:
                location = Pointer(location.pointer, self.source.beside)
            self._add(location, record.data)
        if following := string(self._data.get("continued_trajectory_ref")):
            self.draft.ledger.note(f"the trajectory goes on in {following}")

    def finish(self, parent: str | None) -> Transcript:
        """Return the transcript."""
        own = own_part(self._data) or {}
        words = (string(self._agent.get(key)) for key in ("name", "version"))
        transcript = self.draft.finish(
            transcript_id=string(own.get("id")) or self.name,
            title=string(own.get("title")),
            agent=string(own.get("agent")) if own else " ".join(word for word in words if word) or None,
            zone=string(own.get("zone")) or self._zone or "unknown",
            outputs_recorded=own.get("outputs_recorded") is not False,
            parent=string(own.get("parent")) or parent,
        )
        return with_arrivals(transcript, self._late)

    def _add(self, location: Location, data: Json) -> None:
        if self._add_own(location, data):
            return
        role = _SOURCES.get(str(data.get("source")))
        stamp = data.get("timestamp")
        time = read_time(stamp)
        if self._zone is None and time is not None:
            self._zone = zone_of(time)
        number = data.get("step_id")
        step = number if isinstance(number, int) and not isinstance(number, bool) else None
        calls = [call for call in _list(data.get("tool_calls")) if isinstance(call, dict)]
        parts = self._said(role or Role.SYSTEM, location, data, called=bool(calls))
        made = [call_of(call, location, data, place, self.draft) for place, call in enumerate(calls)]
        self.draft.say(
            role or Role.SYSTEM,
            location,
            *parts,
            *made,
            turn=f"step {location}",
            time=time,
            number=step,
            native_id=None if number is None or step is not None else str(number),
            fields=raw_fields(time=string(stamp)),
        )
        for call in made:
            if call.name == TERMINAL and call.is_shell:
                self.draft.alias(TERMINAL, call.id)
        own = self._observe(location, data, [call.id for call in made])
        self.draft.say(role or Role.SYSTEM, location, *own, turn=f"step {location}")
        if role is None:
            self.draft.ledger.unknown(f"source {data.get('source')}", location)
        else:
            self.draft.ledger.read()

    def _add_own(self, location: Location, data: Json) -> bool:
        """Add a step that ``loganalyst convert`` wrote, and tell whether it is one."""
        own = own_part(data)
        role, index = (own_role(own), own_index(own)) if own is not None else (None, None)
        found = own_parts(data, own, location, index) if own is not None and role and index is not None else None
        if own is None or role is None or index is None or found is None:
            return False
        parts, late = found
        self.draft.say(
            role,
            location,
            *parts,
            turn=f"step {location}",
            time=read_time(data.get("timestamp")),
            number=index,
            native_id=string(own.get("native_id")),
            fields=own_fields(own),
        )
        if late:
            self._late[index] = late
        self.draft.ledger.read()
        return True

    def _said(self, role: Role, location: Location, data: Json, *, called: bool) -> list[Part]:
        parts: list[Part] = []
        thought = string(data.get("reasoning_content"))
        if thought and thought == self._thought:
            self.draft.ledger.note(_REPEATED)
        elif thought:
            parts.append(Reasoning(text_part(thought, location).text, location))
        self._thought = thought
        text, media = joined_text(data.get("message"))
        # The sentence is the converter's, as the agent said nothing beside its call.
        injected = role is Role.SYSTEM or (called and _EXECUTED.fullmatch(text) is not None)
        injected = injected or (role is Role.USER and is_injected(text))
        if text.strip():
            parts.append(text_part(text, location, injected=injected or data.get("is_copied_context") is True))
        parts.extend(Media(kind, location) for kind in media)
        return parts

    def _observe(self, location: Location, data: Json, made: list[str]) -> list[Part]:
        own: list[Part] = []
        observation = data.get("observation")
        results = _list(observation.get("results")) if isinstance(observation, dict) else []
        for result in results:
            if not isinstance(result, dict):
                self.draft.ledger.note(f"an observation's result is no object: {as_text(result)[:80]}")
                continue
            for reference in _references(result.get("subagent_trajectory_ref")):
                if path := string(reference.get("trajectory_path")):
                    self.paths[path] = None
            own.extend(answer_step(self.draft, result, location, data, made))
        return own


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _references(value: object) -> list[Json]:
    found = value if isinstance(value, list) else [value]
    return [reference for reference in found if isinstance(reference, dict)]
