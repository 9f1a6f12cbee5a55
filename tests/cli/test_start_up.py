"""The program answers ``--version`` and ``--help`` without loading what only an analysis needs."""

import subprocess
import sys

import pytest

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


def loaded(arguments: list[str]) -> set[str]:
    program = (
        "import sys; from loganalyst.__main__ import main; sys.argv[1:] = sys.argv[1:]; code = main(); "
        "sys.stderr.write(' '.join(sys.modules)); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stderr.split()}


@pytest.mark.parametrize("arguments", [["--help"], ["-h"]])
def test_help_loads_no_heavy_library(arguments: list[str]) -> None:
    assert loaded(arguments).isdisjoint(HEAVY)


@pytest.mark.parametrize(
    "verb", ["report", "check", "convert", "discover", "explain", "formats", "rules", "show", "validate"]
)
def test_the_help_of_a_verb_loads_only_what_typer_itself_does(verb: str) -> None:
    assert loaded([verb, "--help"]).isdisjoint({*HEAVY} - {"pydantic"})


def test_the_version_does_not_even_load_typer() -> None:
    assert loaded(["--version"]).isdisjoint((*HEAVY, "typer"))
