"""How the tests of this room make a command."""

import shlex
from collections.abc import Callable

import pytest

from loganalyst.model.command import Command, Operand
from loganalyst.model.trait import Trait

MakeCommand = Callable[..., Command]


@pytest.fixture(name="command")
def make_command() -> MakeCommand:
    def make(text: str, *traits: Trait, host: str | None = None, pipe_index: int = 0) -> Command:
        words = tuple(shlex.split(text))
        return Command(
            words[0],
            text,
            0,
            len(text),
            0,
            words=words,
            subcommand=words[1] if len(words) > 1 else None,
            operands=tuple(Operand("operand", word) for word in words[1:] if not word.startswith("-")),
            traits=frozenset(traits),
            host=host,
            pipe_index=pipe_index,
        )

    return make
