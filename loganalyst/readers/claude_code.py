"""Claude Code sessions: the JSON lines that the program keeps under ``projects/``, versions 1.0 to 2.1.

Several records of one API message are one Message; a result joins the message that made the call. Records of
sub-agents, in the same file (1.0) or in files beside it (2.0 and later), become child transcripts. Left out on purpose,
because it repeats or only serves the program: undo snapshots, progress, titles, queue and permission records, and in a
message record the ``toolUseResult`` twin of an output, ``usage``, ``thinkingMetadata``, ``todos``, signatures.
"""

import re
from pathlib import PurePosixPath

from loganalyst.model.transcript import Transcript
from loganalyst.readers._blocks.claude_thread import TYPED, ClaudeThread
from loganalyst.readers._blocks.content import string
from loganalyst.readers._blocks.records import Json, Record, decode_record, head_objects, json_objects
from loganalyst.readers.source import Guess, Source

NAME = "claude_code"
TITLE = "Claude Code session"
VERIFIED = True
IGNORED_KEYS = frozenset({
    "compactMetadata", "cwd", "gitBranch", "id", "inference_geo", "level", "logicalParentUuid", "messageId",
    "model", "parentUuid", "permissionMode", "promptId", "requestId", "signature", "slug", "snapshot",
    "sourceToolAssistantUUID", "stop_reason", "subtype", "thinkingMetadata", "timestamp", "todos", "toolUseID",
    "toolUseResult", "usage", "userType", "uuid",
})  # fmt: skip
"""Keys of records whose strings are left out: links between records, settings, counts, and what repeats another."""

_MARKS = frozenset({"uuid", "sessionId", "message", "leafUuid", "snapshot"})
_METADATA = frozenset(
    {
        "agent-name",
        "ai-title",
        "custom-title",
        "file-history-snapshot",
        "last-prompt",
        "mode",
        "permission-mode",
        "pr-link",
        "progress",
        "queue-operation",
        "sanitization_notice",
        "summary",
        "tag",
    }
)
_SUB_AGENT = "record of a sub-agent, read as a transcript of its own"
_SIDECHAIN = re.compile(rb'"isSidechain":\s?true')
_OWN = re.compile(rb'"isSidechain":\s?false')


def recognise(source: Source) -> Guess:
    """Return how surely the first lines are records of such a session."""
    best = Guess(0, "no line is a record with type, uuid and sessionId")
    for record in head_objects(source):
        kind = string(record.get("type"))
        if "sessionId" in record and ("uuid" in record or kind in _METADATA):
            return Guess(95, "its records have type, uuid and sessionId")
        if kind in {"summary", "file-history-snapshot"} and ("leafUuid" in record or "snapshot" in record):
            best = Guess(80, f"its first records are of type {kind}")
        elif kind in TYPED and isinstance(record.get("message"), dict) and "session_id" not in record:
            best = max(best, Guess(70, f"a record of type {kind} holds a message"), key=lambda guess: guess.score)
    return best


def read(source: Source) -> Transcript:
    """Return the session with its sub-agents as children."""
    session = _Session(source, None)
    return session.read()


class _Session:
    """One file: its own thread of records, and those of the sub-agents in it."""

    def __init__(self, source: Source, parent: str | None) -> None:
        self._source = source
        self._parent = parent
        head = source.head()
        # A sub-agent's own file holds nothing but sidechain records; they are its main thread.
        self._is_agent = bool(_SIDECHAIN.search(head)) and not _OWN.search(head)
        self._main = ClaudeThread(source, NAME)
        self._agents: dict[str, ClaudeThread] = {}
        self._agent_of: dict[str, str] = {}
        self._places: dict[str, int] = {}
        self._titles: dict[str, str] = {}
        self._title: str | None = None

    def read(self) -> Transcript:
        """Return the transcript of the file."""
        for record in json_objects(self._source, self._main.draft.ledger, _MARKS):
            self._add(record)
        main = self._main
        own = main.session or main.draft.sha256
        for name, agent in self._agents.items():
            main.draft.children.append(agent.finish(f"agent-{name}", own))
        if self._parent is None:
            main.draft.children.extend(self._beside(own))
        title = self._title or next((text for leaf, text in self._titles.items() if leaf in self._places), None)
        if self._is_agent and main.agent_id:
            return main.finish(f"agent-{main.agent_id}", self._parent or main.session, title)
        return main.finish(main.session, self._parent, title)

    def _add(self, record: Record) -> None:
        location, data = record.location, record.data
        ledger = self._main.draft.ledger
        kind = string(data.get("type"))
        if kind in _METADATA:
            self._note_title(data)
            detail = data.get("data")
            inner = detail.get("type") if kind == "progress" and isinstance(detail, dict) else None
            ledger.ignore(f"{kind} {inner}" if inner else str(kind), location)
        elif self._is_repeated(record):
            ledger.ignore("record written twice", location)
        elif data.get("isSidechain") is True and not self._is_agent:
            thread = self._agent(data)
            thread.draft.ledger.seen()
            thread.add(location, data)
            ledger.ignore(_SUB_AGENT, location)
        else:
            self._main.add(location, data)

    def _is_repeated(self, record: Record) -> bool:
        """Tell whether the same message stood before under the same uuid, as happens when a session is resumed."""
        uuid = string(record.data.get("uuid"))
        place = record.byte if uuid is None else self._places.setdefault(uuid, record.byte)
        if place == record.byte:
            return False
        first = decode_record(self._source.line_at(place))
        return first is not None and first.get("message") == record.data.get("message")

    def _agent(self, data: Json) -> ClaudeThread:
        """Return the thread of a sidechain record: by agent, or by its chain of parents up to a root."""
        name = string(data.get("agentId")) or self._agent_of.get(str(data.get("parentUuid")))
        if name is None:
            name = str(len(self._agents) + 1)
        self._agent_of[str(data.get("uuid"))] = name
        return self._agents.setdefault(name, ClaudeThread(self._source, NAME))

    def _note_title(self, data: Json) -> None:
        self._title = string(data.get("customTitle")) or string(data.get("aiTitle")) or self._title
        leaf, summary = string(data.get("leafUuid")), string(data.get("summary"))
        if leaf and summary:
            self._titles[leaf] = summary

    def _beside(self, own: str) -> list[Transcript]:
        """Return the sub-agents that this session started and that have files beside it."""
        stems = dict.fromkeys((PurePosixPath(self._source.name).stem, own))
        found = []
        for agent in self._main.started:
            names = [*(f"{stem}/subagents/agent-{agent}.jsonl" for stem in stems), f"agent-{agent}.jsonl"]
            sources = (self._source.open_sibling(name) for name in names)
            if sibling := next((source for source in sources if source is not None), None):
                found.append(_Session(sibling, own).read())
        return found
