"""A made-up Claude Code session of any size, the same for the same arguments, with the sizes of real ones.

The quantiles are those measured on real sessions: lengths of lines, of commands and of tool results, and how often a
shell is called. Every result is written twice, as the newer versions do (``toolUseResult``). Stretches of the rules'
own examples can be woven in, so that every rule has something to find.
"""

import json
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from tests.bench.words import CALM, COMMANDS, LINES, REMARKS

START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
SHARES = (0.0, 0.5, 0.9, 0.99, 1.0)


@dataclass(frozen=True, slots=True)
class Variant:
    """How large things are."""

    results: tuple[int, int, int, int, int]
    """Bytes of tool results at the quantiles of ``SHARES``."""
    reads_per_shell: float
    """Calls of other tools for each shell call."""
    metadata_per_shell: float
    """Records of metadata for each shell call."""
    metadata_bytes: int
    """Bytes of what such a record holds."""


HEAVY = Variant((20, 800, 12_500, 30_000, 30_000), 0.3, metadata_per_shell=0.8, metadata_bytes=2_500)
LIGHT = Variant((10, 150, 3_000, 19_000, 30_000), 0.3, metadata_per_shell=0.75, metadata_bytes=7_500)
COMMAND_CHARACTERS = (6, 35, 220, 650, 1_400)
"""Before the last piece, which is never cut, makes a command longer."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One message with a call and its result."""

    text: str
    command: str
    output: str
    is_error: bool = False


Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Records that follow upon each other, to be woven in."""

    records: tuple[Record, ...]
    calm: bool = False
    """For a while nothing that runs is looked at after it."""


ROUND = 10_000_000
"""After so many bytes the stretches that are woven in come round again."""
LULL = 13
"""For so many exchanges it is calm."""


def write_session(size: int, variant: Variant = HEAVY, woven: Sequence[Stretch] = (), seed: int = 7) -> Iterator[bytes]:
    """Yield the lines of a session of about ``size`` bytes.

    The woven stretches come round once per 10 MB, and the last of them ends the session.
    """
    scribe = _Scribe(Random(seed), variant)
    written = copied = 0
    while written < size:
        is_due = bool(woven) and written * len(woven) >= copied * ROUND
        for record in scribe.copied(woven[copied % len(woven)]) if is_due else scribe.records():
            line = as_line(record)
            written += len(line)
            yield line
        copied += is_due
    for record in scribe.copied(woven[-1]) if woven else ():
        yield as_line(record)


def write_stretches(stretches: Iterable[Stretch], variant: Variant = HEAVY, seed: int = 7) -> Iterator[bytes]:
    """Yield the lines of a session of just these stretches, one after the other."""
    scribe = _Scribe(Random(seed), variant)
    yield from (as_line(record) for stretch in stretches for record in scribe.copied(stretch))


def as_line(record: Record) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class _Scribe:
    def __init__(self, chance: Random, variant: Variant) -> None:
        self.chance = chance
        self.variant = variant
        self.number = 0
        self.parent: str | None = None
        self.clock = START
        self.last_step = timedelta()
        self.calm = 0

    def exchange(self) -> Exchange:
        chance = self.chance
        failed = chance.random() < 0.1
        output = self.filled(LINES, between(self.variant.results, chance.random()))
        pool = CALM if self.calm else COMMANDS
        self.calm = max(0, self.calm - 1)
        command = self.filled(pool, between(COMMAND_CHARACTERS, chance.random()), " && ")
        return Exchange(
            chance.choice(REMARKS), command, f"Exit code 1\n{output}" if failed else output, is_error=failed
        )

    def records(self) -> Iterator[Record]:
        exchange = self.exchange()
        message, call = f"msg_{self.number:08d}", f"toolu_{self.number:08d}"
        if self.number % 40 == 0:
            yield self.record("user", {"role": "user", "content": self.chance.choice(REMARKS)})
        yield self.record("assistant", said(message, {"type": "text", "text": exchange.text}))
        arguments: dict[str, object] = {"command": exchange.command, "description": "Run it"}
        yield self.record("assistant", said(message, used(call, "Bash", arguments)))
        yield self.result(call, exchange.output, is_error=exchange.is_error)
        if self.chance.random() < self.variant.reads_per_shell:
            yield from self.reading()
        if self.chance.random() < self.variant.metadata_per_shell:
            kept = self.filled(LINES, self.variant.metadata_bytes)
            yield {"type": "file-history-snapshot", "messageId": message, "snapshot": {"main.py": kept}}

    def copied(self, stretch: Stretch) -> Iterator[Record]:
        """Yield the records of a stretch as this session's own, the times between them kept."""
        here, before = f"w{self.number}_", None
        for record in stretch.records:
            kind, message, stamp = record["type"], dict(record["message"]), record["timestamp"]
            if "id" in message:
                message["id"] = here + message["id"]
            if not isinstance(message["content"], str):
                message["content"] = [_renamed(block, here) for block in message["content"]]
            copy = {**record, **self.record(kind, message)}
            at = datetime.fromisoformat(stamp).replace(tzinfo=UTC) if stamp else None
            if at is not None and before is not None:
                self.clock = self.clock - self.last_step + (at - before)
                copy["timestamp"] = self.stamp()
            before = at
            yield copy
        self.calm = max(self.calm, LULL if stretch.calm else 0)

    def reading(self) -> Iterator[dict[str, object]]:
        call = f"toolu_r{self.number:07d}"
        yield self.record(
            "assistant", said(f"msg_r{self.number:07d}", used(call, "Read", {"file_path": "/srv/app/main.py"}))
        )
        yield self.result(call, self.filled(LINES, between(self.variant.results, self.chance.random())))

    def result(self, call: str, output: str, *, is_error: bool = False) -> dict[str, object]:
        block = {"type": "tool_result", "tool_use_id": call, "content": output, "is_error": is_error}
        return {**self.record("user", {"role": "user", "content": [block]}), "toolUseResult": written_again(output)}

    def record(self, kind: str, message: dict[str, object]) -> dict[str, object]:
        self.number += 1
        self.last_step = timedelta(seconds=self.chance.randint(1, 40))
        self.clock += self.last_step
        uuid, parent = f"00000000-0000-4000-8000-{self.number:012d}", self.parent
        self.parent = uuid
        return {
            "parentUuid": parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/srv/app",
            "sessionId": "11111111-2222-4333-8444-555555555555",
            "version": "2.1.90",
            "type": kind,
            "message": message,
            "uuid": uuid,
            "timestamp": self.stamp(),
        }

    def stamp(self) -> str:
        return self.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def filled(self, pool: Sequence[str], size: int, joint: str = "\n") -> str:
        """Return pieces of a pool joined until they are as long as asked for; the last is cut."""
        pieces: list[str] = []
        length = 0
        while length < size:
            piece = self.chance.choice(pool).format(n=self.chance.randint(1, 9999), m=self.chance.randint(1, 64))
            pieces.append(piece)
            length += len(piece) + len(joint)
        text = joint.join(pieces)
        return text if joint != "\n" else text[:size]


def _renamed(block: Record, prefix: str) -> Record:
    """Return a block whose id, or that of the call which it answers, is this session's own."""
    return {key: prefix + value if key in {"id", "tool_use_id"} else value for key, value in block.items()}


def written_again(output: str) -> Record:
    """Return the copy of an output that stands beside a result."""
    return {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}


def said(message: str, block: dict[str, object]) -> dict[str, object]:
    """Return an API message of one block."""
    return {"id": message, "type": "message", "role": "assistant", "model": "claude-x", "content": [block]}


def used(call: str, name: str, arguments: dict[str, object]) -> dict[str, object]:
    """Return a call of a tool."""
    return {"type": "tool_use", "id": call, "name": name, "input": arguments}


def between(quantiles: Sequence[int], share: float) -> int:
    """Return the size at a share of the distribution; between the quantiles sizes grow by equal factors."""
    right = min(bisect(SHARES, share), len(SHARES) - 1)
    left = right - 1
    part = (share - SHARES[left]) / (SHARES[right] - SHARES[left])
    growth = quantiles[right] / quantiles[left]
    return round(float(quantiles[left] * growth**part))


def quantiles(sizes: Iterable[int]) -> tuple[int, ...]:
    """Return the sizes at 50, 90 and 99 per cent, and the largest."""
    ordered = sorted(sizes)
    return tuple(ordered[min(int(share * len(ordered)), len(ordered) - 1)] for share in (0.5, 0.9, 0.99, 1.0))
