"""Cline and Roo Code: ``ui_messages.json``, what the panel showed, and ``api_conversation_history.json``.

Of the panel every element is a record. A command is an element ``command``, and what it printed comes in several
elements ``command_output``, which become one result; the next request to the model repeats it, with the program's word
on whether the command still ran. Left out by name: those requests, checkpoints, lists of steps and retries. The history
has the messages as the model got them: results stand in the user's texts, headed ``[execute_command for '…'] Result:``.
"""

import re
from decimal import Decimal
from typing import Any

from loganalyst.model.outcome import LimitedBy
from loganalyst.model.span import Location
from loganalyst.model.transcript import Media, Part, Reasoning, Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.cline_history import add_history_message, shows_history
from loganalyst.readers._blocks.content import (
    as_text,
    decoded_arguments,
    raw_fields,
    read_epoch,
    result_part,
    string,
    text_part,
)
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers._blocks.records import Json, Record, document_objects, head_document, read_document
from loganalyst.readers._blocks.tools import named_path
from loganalyst.readers.source import Guess, Source
from loganalyst.text.terminal import clean

NAME = "cline"
TITLE = "Cline or Roo Code task"
VERIFIED = True
IGNORED_KEYS = frozenset({"ask", "images", "lastCheckpointHash", "modelInfo", "request", "say"})
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_PER_SECOND = 1000
_SPOKEN = {
    "text": Role.ASSISTANT,
    "completion_result": Role.ASSISTANT,
    "plan_mode_respond": Role.ASSISTANT,
    "followup": Role.ASSISTANT,
    "new_task": Role.ASSISTANT,
    "task": Role.USER,
    "user_feedback": Role.USER,
    "user_feedback_diff": Role.USER,
}
_TOLD = frozenset(
    {
        "api_req_failed",
        "auto_approval_max_req_reached",
        "clineignore_error",
        "condense",
        "condense_context",
        "diff_error",
        "error",
        "error_retry",
        "info",
        "load_mcp_documentation",
        "mistake_limit_reached",
        "resume_completed_task",
        "resume_task",
        "rooignore_error",
        "shell_integration_warning",
    }
)
"""What the program told the user; the rest is its book-keeping."""
_KEPT = frozenset(
    {
        "api_req_deleted",
        "api_req_finished",
        "api_req_rate_limit_wait",
        "api_req_retried",
        "api_req_retry_delayed",
        "api_req_started",
        "checkpoint_created",
        "checkpoint_saved",
        "deleted_api_reqs",
        "mcp_server_request_started",
        "task_progress",
        "user_edit_todos",
    }
)
_TOOLS = frozenset({"tool", "use_mcp_server", "browser_action_launch", "browser_action"})
_EDITS = frozenset({"editedExistingFile", "newFileCreated", "appliedDiff", "insertContent", "searchAndReplace"})
_STILL_RUNS = "Command is still running in the user's terminal"
_TIMED_OUT = re.compile(
    r"Command execution timed out after ([0-9]{1,6}) seconds"
    r"|terminated after exceeding a user-configured ([0-9]{1,6})s timeout"
)
_DENIED = "The user denied this operation"


def recognise(source: Source) -> Guess:
    """Return how surely the document is such a task."""
    head = head_document(source)
    items = [item for item in head if isinstance(item, dict)] if isinstance(head, list) else []
    for item in items[:20]:
        if "ts" in item and string(item.get("type")) in {"say", "ask"} and item["type"] in item:
            return Guess(95, "its elements have ts, a type say or ask, and that key")
    if items and shows_history(items[:6]):
        return Guess(93, "its messages hold a task and the details of its environment in tags")
    return Guess(0, "its elements have no type say or ask, and no task in tags")


def read(source: Source) -> Transcript:
    """Return the task."""
    draft = Draft(source, NAME)
    items = read_document(source, draft.ledger)
    panel = _Panel(draft)
    for record in document_objects(items, draft.ledger, ""):
        if "role" in record.data and "content" in record.data:
            add_history_message(draft, record)
        else:
            panel.add(record)
    panel.close()
    return draft.finish(agent="Cline", zone="UTC")


class _Panel:
    """The elements of the panel, and the output of a command that is still being gathered."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._calls = 0
        self._asked: str | None = None
        self._output: list[str] = []
        self._place: Location | None = None
        self._request = ""
        self._requests = 0

    def add(self, record: Record) -> None:
        """Add one element, and count it in the ledger."""
        data, place = record.data, record.location
        kind = string(data.get(str(data.get("type")))) or "unknown"
        text = data.get("text")
        said = text if isinstance(text, str) else "" if text is None else as_text(text)
        if kind == "command_output":
            self._output.append(said)
            self._place = self._place or place
            self._draft.ledger.read()
            return
        if kind in _KEPT:
            if kind == "api_req_started":
                self._request += said
                self._requests += 1
            if not self._cancelled(said, data, place):
                self._draft.ledger.ignore(kind, place)
            return
        self.close()
        parts = self._parts(kind, said, data, place)
        if not parts:
            self._draft.ledger.ignore(f"{kind} without text", place)
            return
        known = (
            kind in _SPOKEN
            or kind in _TOLD
            or kind in _TOOLS
            or kind in {"command", "reasoning", "mcp_server_response"}
        )
        if known:
            self._draft.ledger.read()
        else:
            self._draft.ledger.unknown(kind, place)
        if kind != "mcp_server_response":
            self._say(self._role(kind), place, data, parts)

    def close(self) -> None:
        """Give what a command printed to its call."""
        request, self._request = self._request, ""
        if self._asked is None or (self._place is None and not self._output):
            self._asked = None if self._place is None else self._asked
            return
        if self._place is not None:
            status: dict[str, Any] = {"moved_to_background": _STILL_RUNS in request, "refused": _DENIED in request}
            sentence = next((told for told in (_STILL_RUNS, _DENIED) if told in request), None)
            limit = _TIMED_OUT.search(request)
            if limit is not None:
                sentence = limit[0]
                status |= {"timed_out": True, "limited_by": LimitedBy.TOOL, "limit": Decimal(limit[1] or limit[2])}
            text = "\n".join(piece.strip("\n") for piece in self._output if piece.strip())
            result = result_part(self._asked, text, self._place, fields=raw_fields(status=sentence), **status)
            self._draft.answer(result)
        self._asked, self._output, self._place = None, [], None

    def _cancelled(self, said: str, data: Json, place: Location) -> bool:
        """Tell of a request that was cancelled, and whether this was one."""
        details = decoded_arguments(said)
        reason = string(details.get("cancelReason")) if isinstance(details, dict) else None
        if reason is None:
            return False
        failed = details.get("streamingFailedMessage")
        told = f"request cancelled: {reason}" + (f", {failed}" if failed else "")
        self.close()
        self._draft.ledger.read()
        self._say(Role.SYSTEM, place, data, [text_part(told, place, injected=True)])
        return True

    def _role(self, kind: str) -> Role:
        if kind == "text" and not self._draft.position:
            # The first text of the panel is the task, as the user gave it.
            return Role.USER
        if kind in _SPOKEN:
            return _SPOKEN[kind]
        return Role.ASSISTANT if kind in _TOOLS or kind in {"command", "reasoning"} else Role.SYSTEM

    def _say(self, role: Role, place: Location, data: Json, parts: list[Part]) -> None:
        stamp = data.get("ts")
        # Each answer of the model follows a request of its own.
        turn = f"request {self._requests}" if role is Role.ASSISTANT else f"element {place}"
        time = read_epoch(stamp, _PER_SECOND)
        self._draft.say(role, place, *parts, turn=turn, time=time, fields=raw_fields(time=stamp))

    def _parts(self, kind: str, said: str, data: Json, place: Location) -> list[Part]:
        images = data.get("images")
        media: list[Part] = [Media("image", place) for _ in (images if isinstance(images, list) else [])]
        if kind == "mcp_server_response":
            self._draft.answer(result_part(f"call {self._calls}", said, place))
            return [text_part(said, place)]
        if kind in _TOOLS or kind == "command":
            return [self._call(kind, said, place), *media]
        if kind == "reasoning":
            return [Reasoning(clean(said), place), *media] if said else media
        injected = kind not in _SPOKEN
        return [text_part(said, place, injected=injected), *media] if said else media

    def _call(self, kind: str, said: str, place: Location) -> ToolCall:
        self._calls += 1
        native = f"call {self._calls}"
        is_shell = kind == "command"
        self._asked = native if is_shell else None
        details = {} if is_shell else decoded_arguments(said)
        details = details if isinstance(details, dict) else {}
        name = string(details.get("tool")) or string(details.get("toolName")) or kind
        return ToolCall(
            id=native,
            name="execute_command" if is_shell else name,
            text=said,
            location=place,
            is_shell=is_shell,
            shell=ShellSession.PERSISTENT if is_shell else ShellSession.UNKNOWN,
            path=named_path(details),
            changes_file=name in _EDITS,
        )
