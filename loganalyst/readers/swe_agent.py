"""SWE-agent trajectories: one JSON document with ``history``, ``trajectory`` and ``info``, versions 0.x and 1.x.

The messages are those of ``history``; a step of ``trajectory`` repeats one of them and adds the execution time and the
working folder. Without a history the steps are read. The shell is one and lasts. The agent's own commands (``open``,
``edit``, ``submit`` …) are tools, not command lines. Exit codes and times of day are not recorded. Left out on purpose:
``info``, ``environment``, ``replay_config``, and in a step ``response``, ``messages``, ``query``.
"""

from typing import Any

from loganalyst.model.span import Location
from loganalyst.model.transcript import Part, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.content import (
    as_text,
    joined_text,
    openai_call,
    raw_fields,
    result_part,
    string,
    text_part,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json, document_objects, head_document, read_document
from loganalyst.readers._blocks.swe_output import (
    execution_time,
    is_editing,
    own_command,
    read_observation,
    working_folder,
)
from loganalyst.readers.source import Guess, Source

NAME = "swe_agent"
TITLE = "SWE-agent trajectory"
VERIFIED = True
IGNORED_KEYS = frozenset({"agent", "environment", "info", "message_type", "query", "replay_config"})
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_STEPS_AHEAD = 4
"""Among how many of the next steps an action of the history is looked for."""
_STEP = "step of the trajectory, which repeats the history"
_FORMAT_ERROR = ("Your output was not formatted correctly", "Your last output did not use any tool calls")


def recognise(source: Source) -> Guess:
    """Return how surely the document is such a trajectory."""
    document = head_document(source)
    if not isinstance(document, dict):
        return Guess(0, "it is no JSON object")
    steps = document.get("trajectory")
    first = steps[0] if isinstance(steps, list) and steps else None
    if isinstance(first, dict) and {"action", "observation"} <= first.keys():
        return Guess(95, "its trajectory is a list of steps with action and observation")
    history = document.get("history")
    second = history[0] if isinstance(history, list) and history else None
    if isinstance(second, dict) and {"role", "content", "agent"} <= second.keys():
        return Guess(85, "its history is a list of messages with role and agent")
    return Guess(0, "it has no trajectory of actions and observations")


def read(source: Source) -> Transcript:
    """Return the session of a trajectory."""
    draft = Draft(source, NAME)
    document = read_document(source, draft.ledger)
    known: Json = document if isinstance(document, dict) else {}
    history = known.get("history")
    steps = known.get("trajectory")
    session = _Session(draft, steps if isinstance(steps, list) else [])
    if isinstance(history, list) and history:
        for record in document_objects(history, draft.ledger, "/history"):
            session.add_message(record.location, record.data)
        for record in document_objects(steps, draft.ledger, "/trajectory"):
            if not session.take_last(record.location, record.data):
                draft.ledger.ignore(_STEP, record.location)
    else:
        for record in document_objects(steps, draft.ledger, "/trajectory"):
            session.add_step(record.location, record.data)
    return draft.finish(title=string(known.get("instance_id")), agent="SWE-agent")


class _Session:
    """The messages in order, with the call that waits for its observation."""

    def __init__(self, draft: Draft, steps: list[Any]) -> None:
        self._draft = draft
        self._steps = steps
        self._next = 0
        self._pending: str | None = None
        self._step: Json = {}
        self._cwd: str | None = None

    def add_message(self, location: Location, data: Json) -> None:
        """Add one message of the history, and count it."""
        role = string(data.get("role"))
        text = joined_text(data.get("content"))[0]
        if role == "assistant":
            self._act(location, data, text)
        elif role in {"user", "tool"} and self._pending is not None and data.get("is_demo") is not True:
            self._observe(location, text)
        elif role in {"user", "tool", "system"}:
            injected = role == "system" or data.get("is_demo") is True or text.startswith(_FORMAT_ERROR)
            speaker = Role.SYSTEM if role == "system" else Role.USER
            self._draft.say(speaker, location, text_part(text, location, injected=injected), turn=f"at {location}")
        else:
            self._draft.say(Role.USER, location, text_part(text, location), turn=f"at {location}")
            self._draft.ledger.unknown(f"role {role}", location)
            return
        self._draft.ledger.read()

    def add_step(self, location: Location, data: Json) -> None:
        """Add one step of the trajectory, and count it."""
        self._step = data
        self._say(location, data, string(data.get("thought")) or string(data.get("response")) or "", data)
        if isinstance(data.get("observation"), str):
            self._observe(location, data["observation"])
        self._draft.ledger.read()

    def take_last(self, location: Location, data: Json) -> bool:
        """Take the observation of the last action from its step, where the history ends before it; tell whether so."""
        if self._pending is None or data is not self._step or not isinstance(data.get("observation"), str):
            return False
        self._observe(location, data["observation"])
        self._draft.ledger.read()
        return True

    def _act(self, location: Location, data: Json, text: str) -> None:
        action = string(data.get("action"))
        self._step = self._next_step(action) if action else {}
        self._say(location, data, (string(data.get("thought")) or "") if action else text, data)

    def _next_step(self, action: str) -> Json:
        """Return the step that carries an action out; a few steps that do not match may be passed over."""
        for place, step in enumerate(self._steps[self._next : self._next + _STEPS_AHEAD], self._next + 1):
            if isinstance(step, dict) and step.get("action") == action:
                self._next = place
                return step
        return {}

    def _say(self, location: Location, data: Json, thought: str, source: Json) -> None:
        parts: list[Part] = [text_part(thought, location)] if thought.strip() else []
        self._pending = None
        if action := string(source.get("action")):
            calls = data.get("tool_calls")
            call = self._call(location, action, calls[0] if isinstance(calls, list) and calls else None)
            self._pending = call.id
            parts.append(call)
        self._draft.say(Role.ASSISTANT, location, *parts, turn=f"at {location}")

    def _call(self, location: Location, action: str, native: object) -> ToolCall:
        name, identity = own_command(action) or "bash", f"action {location}"
        arguments: object = None
        if isinstance(native, dict):
            given, name, arguments = openai_call(native)
            identity = given or identity
        is_shell = name == "bash"
        path = arguments.get("path") if isinstance(arguments, dict) else None
        words = action.split(maxsplit=2)
        if path is None and name in {"create", "open"} and len(words) > 1:
            path = words[1]
        if path is None and is_editing(name, action):
            path = self._open_file()
        return ToolCall(
            id=identity,
            name=name,
            text=action,
            location=location,
            is_shell=is_shell,
            cwd=self._cwd,
            shell=ShellSession.PERSISTENT if is_shell else ShellSession.UNKNOWN,
            path=string(path),
            changes_file=is_editing(name, action),
            fields=raw_fields(arguments=None if arguments is None else as_text(arguments)),
        )

    def _open_file(self) -> str | None:
        state = self._step.get("state")
        folder = working_folder(state, "open_file")
        return None if folder in {None, "n/a"} else folder

    def _observe(self, location: Location, text: str) -> None:
        output, status, raw = read_observation(text)
        seconds = execution_time(self._step)
        if seconds is not None:
            status["duration"] = seconds
            raw["took"] = f"{seconds} s"
        self._cwd = raw.get("cwd") or working_folder(self._step.get("state"), "working_dir") or self._cwd
        self._draft.answer(result_part(self._pending, output, location, fields=raw_fields(**raw), **status))
        self._pending = None
