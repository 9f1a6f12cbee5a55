"""aider's chat history: the Markdown file ``.aider.chat.history.md``, many sessions in one file.

``####`` begins each line that the user typed, ``>`` the program's own words, and what has no mark is the model's text;
marked lines end in two spaces, by which they are told from headings and quotations of the model. Each run of lines of
one kind is a record. ``/run``, ``/test``, ``/git`` and ``!`` are commands of the user; those that the model suggests
follow as ``>`` lines, with the question whether to run them. The file holds no output and no exit status, except where
the user's prompt repeats them. A prompt that aider writes again without its command word is left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from loganalyst.model.span import Line
from loganalyst.model.transcript import Role, ShellSession, ToolCall, Transcript
from loganalyst.readers._blocks.content import raw_fields, read_time, result_part, text_part
from loganalyst.readers._blocks.draft import Draft
from loganalyst.readers.source import Guess, Source

NAME = "aider"
TITLE = "aider chat history"
VERIFIED = True

_SESSION = re.compile(r"# aider chat started at ([0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2})\s*\Z")
_TYPED = re.compile(r"(?:/(?:run|test) |!)\s{0,20}(?=\S)|/(?=git \S)")
_QUESTION = re.compile(r"Run shell commands?\? \(Y\)es/\(N\)o[^\]\n]{0,80}\[Yes\]: (\S{0,20})")
_RUNNING = "Running "
_REPEATED = ("I ran this command:", "And got this output:")
_VERSION = re.compile(r"Aider v([0-9][\w.]{0,30})")
_NO = frozenset({"n", "no", "d", "s", "skip"})
_NOTES = (
    "Applied edit to ",
    "Commit ",
    "Committing ",
    "Tokens: ",
    "Added ",
    "Removed ",
    "Did not apply ",
    "You can use ",
)


@dataclass(slots=True)
class _Block:
    """A run of lines of one kind."""

    kind: str
    line: int
    lines: list[str] = field(default_factory=list)

    def text(self) -> str:
        return "\n".join(self.lines).strip("\n")


def recognise(source: Source) -> Guess:
    """Return how surely the text is such a history."""
    lines = source.head().decode("utf-8", "replace").split("\n")
    if any(_SESSION.match(line) for line in lines[:40]):
        return Guess(95, "a line says that an aider chat started")
    if any(_SESSION.match(line) for line in lines):
        return Guess(80, "further down a line says that an aider chat started")
    return Guess(0, "no line says that an aider chat started")


def read(source: Source) -> Transcript:
    """Return all sessions of the history, one after the other."""
    builder = _Builder(source)
    for block in _blocks(builder.draft.text().split("\n")):
        builder.add(block)
    return builder.finish()


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    """Yield the runs of lines; blank lines belong to the model's text around them."""
    lines = [line.removesuffix("\r") for line in lines]
    trimmed = not any(line.startswith("#### ") and line.endswith("  ") for line in lines)
    block = _Block("", 0)
    for number, line in enumerate(lines, start=1):
        kind = _kind(line, trimmed=trimmed)
        if kind == "assistant" and line.strip() and block.kind == "aider" and block.line + len(block.lines) == number:
            # The model's text always follows a blank line, so this goes on with a message of several lines.
            kind = "aider"
        if kind == "assistant" and not line.strip() and block.kind != "assistant":
            # A blank line closes what the user typed; the next prompt is one of its own.
            if block.kind == "user":
                yield block
                block = _Block("", 0)
            continue
        if kind != block.kind or kind == "session":
            if block.kind:
                yield block
            block = _Block(kind, number)
        block.lines.append(line)
    if block.kind:
        yield block


def _kind(line: str, *, trimmed: bool) -> str:
    if _SESSION.match(line):
        return "session"
    if not (trimmed or line.endswith("  ") or line.rstrip() in {">", "####"}):
        return "assistant"
    if line.startswith("#### ") or line.rstrip() == "####":
        return "user"
    return "aider" if line.startswith(">") else "assistant"


def _messages(block: _Block) -> Iterator[tuple[int, str]]:
    """Yield aider's messages of a run with their lines; one of several lines has the mark on its first alone."""
    start, told = block.line, ""
    for place, line in enumerate(block.lines):
        said = line.removeprefix(">").removeprefix(" ").rstrip()
        if place and not line.startswith(">"):
            told += "\n" + line.rstrip()
            continue
        if place:
            yield start, told
        start, told = block.line + place, said
    yield start, told


class _Builder:
    """Turns blocks into messages; aider's own words join the model's turn that they follow."""

    def __init__(self, source: Source) -> None:
        self.draft = Draft(source, NAME)
        self._version: str | None = None
        self._turn = 0
        self._role = Role.SYSTEM
        self._prompt = ""
        self._calls = 0
        self._output_seen = False

    def add(self, block: _Block) -> None:
        """Add one run of lines, and count it in the ledger."""
        ledger = self.draft.ledger
        ledger.seen()
        location = Line(block.line)
        if block.kind == "session":
            stamp = block.lines[0].removeprefix("# aider chat started at ").strip()
            self._open(Role.SYSTEM)
            part = text_part(block.text().rstrip(), location, injected=True)
            self.draft.say(
                self._role, location, part, turn=str(self._turn), time=read_time(stamp), fields=raw_fields(time=stamp)
            )
        elif block.kind == "user":
            typed = "\n".join(line.removeprefix("####").removeprefix(" ").rstrip() for line in block.lines)
            if self._is_repeated(typed):
                ledger.ignore("prompt that aider wrote again without its command word", location)
                return
            self._open(Role.USER)
            self._add_prompt(typed, location)
        elif block.kind == "aider":
            self._add_words(block)
        else:
            self._open(Role.ASSISTANT)
            self.draft.say(self._role, location, text_part(block.text(), location), turn=str(self._turn))
        ledger.read()

    def finish(self) -> Transcript:
        """Return the transcript."""
        if not self._output_seen and self._calls:
            self.draft.ledger.note("aider keeps neither the output nor the exit status of commands")
        return self.draft.finish(
            agent=f"aider {self._version}" if self._version else "aider", outputs_recorded=self._output_seen
        )

    def _open(self, role: Role) -> None:
        self._role = role
        self._turn += 1

    def _is_repeated(self, typed: str) -> bool:
        before, self._prompt = self._prompt, typed
        word, _, rest = before.partition(" ")
        return word.startswith("/") and bool(rest) and rest == typed

    def _add_prompt(self, typed: str, location: Line) -> None:
        typed = typed.strip("\n")
        if typed.startswith(_REPEATED[0]) and _REPEATED[1] in typed:
            command, _, output = typed.removeprefix(_REPEATED[0]).partition(_REPEATED[1])
            self._output_seen = True
            native = self._call(command.strip(), location, prompt=typed)
            self.draft.answer(result_part(native, output.strip("\n"), location))
        elif match := _TYPED.match(typed):
            self._call(typed[match.end() :], location, prompt=typed)
        else:
            self.draft.say(self._role, location, text_part(typed, location), turn=str(self._turn))

    def _call(self, command: str, location: Line, *, prompt: str) -> str:
        self._calls += 1
        native = f"command-{self._calls}"
        call = ToolCall(
            id=native,
            name="run",
            text=command,
            location=location,
            is_shell=True,
            shell=ShellSession.PER_CALL,
            fields=raw_fields(prompt=prompt),
        )
        self.draft.say(self._role, location, call, turn=str(self._turn))
        return native

    def _add_words(self, block: _Block) -> None:
        """Add a run of aider's lines: its words, the commands that it ran, and those that were declined."""
        if self._role is not Role.ASSISTANT:
            self._open(Role.SYSTEM)
        told: list[str] = []
        first = block.line
        for here, line in _messages(block):
            if match := _VERSION.match(line):
                self._version = match[1]
            question = _QUESTION.match(line)
            declined = question is not None and question[1].lower() in _NO
            if not line.startswith(_RUNNING) and not declined:
                first = first if told else here
                told.append(line)
                continue
            subject = told.pop() if declined and told and not told[-1].startswith(_NOTES) else None
            self._tell(told, first)
            told = []
            if line.startswith(_RUNNING):
                self._call(line.removeprefix(_RUNNING), Line(here), prompt=line)
            elif subject is not None:
                native = self._call(subject, Line(here - 1 - subject.count("\n")), prompt=subject)
                refusal = result_part(native, line, Line(here), refused=True, fields=raw_fields(status=line))
                self.draft.answer(refusal)
            else:
                self._tell([line], here)
        self._tell(told, first)

    def _tell(self, told: Sequence[str], line: int) -> None:
        text = "\n".join(told).strip("\n")
        if text:
            place = Line(line)
            self.draft.say(self._role, place, text_part(text, place, injected=True), turn=str(self._turn))
