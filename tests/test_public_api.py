import pickle
import subprocess
import sys

import pytest

import loganalyst
from loganalyst import errors
from loganalyst.errors import FilePlace, LoganalystError, RuleError, RuleSyntaxError

SLOW = {
    "ahocorasick_rs",
    "duckdb",
    "hyperscan",
    "jinja2",
    "markdown_it",
    "networkx",
    "pydantic",
    "rich",
    "tree_sitter",
    "typer",
    "yaml",
}
ALL_ERRORS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, LoganalystError)]


def modules_loaded_by(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sys.modules, sep='\\n', file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_every_public_name_is_there() -> None:
    for name in loganalyst.__all__:
        assert getattr(loganalyst, name) is not None


def test_public_names_are_listed() -> None:
    assert set(loganalyst.__all__) <= set(dir(loganalyst))


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'rules'"):
        loganalyst.rules  # noqa: B018 - reading it is the test


def test_importing_the_package_loads_no_library() -> None:
    assert modules_loaded_by("import loganalyst") & SLOW == set()


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_answered_without_the_command_line(option: str) -> None:
    loaded = modules_loaded_by(f"sys.argv = ['loganalyst', {option!r}]\nfrom loganalyst.__main__ import main\nmain()")
    assert loaded & {*SLOW, "loganalyst.cli"} == set()


def test_the_version_is_that_of_the_package() -> None:
    done = subprocess.run([sys.executable, "-m", "loganalyst", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"loganalyst {loganalyst.__version__} (Python 3.")


def test_exit_codes_are_those_of_the_manual() -> None:
    assert {kind.__name__: kind.exit_code for kind in ALL_ERRORS} == {
        "LoganalystError": 70,
        "InputError": 2,
        "UnknownFormat": 2,
        "MalformedTranscript": 2,
        "EncodingError": 2,
        "NothingToAnalyse": 5,
        "RuleError": 3,
        "RuleSyntaxError": 3,
        "DuplicateRule": 3,
        "ExampleFailed": 3,
        "ConfigError": 2,
        "ReportError": 70,
        "QuoteMismatch": 70,
        "BrokenReference": 70,
        "ResourcesMissing": 70,
    }


@pytest.mark.parametrize("kind", ALL_ERRORS)
def test_an_error_comes_whole_through_a_process_pool(kind: type[LoganalystError]) -> None:
    error = kind("no reader knows this file", place=FilePlace("a.log", 3), hint="name its format")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(copy) is kind
    assert (str(copy), copy.place, copy.hint) == ("a.log:3: no reader knows this file", error.place, error.hint)


def test_a_place_says_as_much_as_is_known() -> None:
    assert str(FilePlace("a.yaml", 3, 7)) == "a.yaml:3:7"
    assert str(FilePlace("a.yaml")) == "a.yaml"
    assert str(LoganalystError("no such thing")) == "no such thing"


def test_the_faults_of_a_file_are_raised_together() -> None:
    faults = [
        RuleSyntaxError(f"unknown key {key}", place=FilePlace("a.yaml", line)) for line, key in [(1, "x"), (4, "y")]
    ]
    gathered = RuleSyntaxError.gather(faults)
    assert (gathered, *gathered.others) == tuple(faults)
    with pytest.raises(ValueError, match="at least one"):
        RuleError.gather([])
