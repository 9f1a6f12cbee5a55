"""The program answers ``--version`` and ``--help`` without loading what only an analysis needs."""

import os
import resource
import subprocess
import sys
from importlib import import_module
from statistics import median

import pytest

from loganalyst.cli.verbs import RULES, VERBS, Verb

MARGIN = 1.2
HEAVY = (
    "networkx",
    "jinja2",
    "markdown_it",
    "pydantic",
    "rich",
    "hyperscan",
    "duckdb",
    "tree_sitter",
    "yaml",
    "humanize",
)


def modules(arguments: list[str]) -> set[str]:
    program = (
        "import sys; from loganalyst.__main__ import main; sys.argv[1:] = sys.argv[1:]; code = main(); "
        "sys.stderr.write(' '.join(sys.modules)); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def loaded(arguments: list[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules(arguments)}


@pytest.mark.parametrize(
    "arguments", [["--help"], ["-h"], *([verb, "--help"] for verb in VERBS), ["rules", "list", "-h"]]
)
def test_help_loads_no_heavy_library(arguments: list[str]) -> None:
    assert loaded(arguments).isdisjoint(HEAVY)


def test_the_version_does_not_even_load_typer() -> None:
    assert loaded(["--version"]).isdisjoint((*HEAVY, "typer"))


@pytest.mark.parametrize(
    ("table", "name"), [(table, name) for table in (VERBS, RULES) for name in table], ids=lambda one: str(one)[:12]
)
def test_help_says_of_a_verb_what_the_verb_says_of_itself(table: dict[str, Verb], name: str) -> None:
    verb = table[name]
    function = getattr(import_module(f"loganalyst.cli.{verb.home}"), verb.function)
    assert verb.first_line == str(function.__doc__).partition("\n")[0]


def test_naming_a_verb_loads_no_other() -> None:
    homes = {f"loganalyst.cli.{verb.home}" for verb in (*VERBS.values(), *RULES.values())}
    assert homes & modules(["show", "--help"]) == {"loganalyst.cli.show"}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("loganalyst ru", {"rules"}),
        ("loganalyst rules li", {"list"}),
        ("loganalyst show --piv", {"--pivots"}),
        ("loganalyst --", {"--help", "--install-completion", "--show-completion"}),
    ],
)
def test_a_shell_can_ask_for_completions(words: str, offered: set[str]) -> None:
    asked = {
        "_LOGANALYST_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    command = [sys.executable, "-m", "loganalyst"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **asked})
    assert set(done.stdout.split()) == offered


@pytest.mark.parametrize(
    ("arguments", "goal"), [(["--version"], 2), (["--help"], 8), (["show", "--help"], 8), (["rules", "-h"], 8)]
)
def test_an_answer_costs_a_small_multiple_of_bare_python(arguments: list[str], goal: int) -> None:
    # Processor time in pairs, so that neither a busy nor a slow machine counts; the margin is for one without caches.
    pairs = [(processor_seconds("-m", "loganalyst", *arguments), processor_seconds("-c", "pass")) for _ in range(15)]
    assert median(ours / bare for ours, bare in pairs) <= MARGIN * goal


def processor_seconds(*arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
