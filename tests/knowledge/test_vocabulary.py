"""The bundled vocabulary: every file holds, and every example in it reads as it says."""

import re
from functools import cache
from pathlib import Path

import pytest

from loganalyst.errors import DuplicateRule, RuleError
from loganalyst.knowledge.program_form import ExampleForm
from loganalyst.knowledge.vocabulary import Vocabulary, load_vocabulary
from loganalyst.model.command import Command, CommandRole
from loganalyst.model.trait import Trait
from loganalyst.resources import find_resources
from loganalyst.shell.line import parse_command_line

FOLDER = find_resources("rules").joinpath("vocabulary")
FACTS = Path(__file__).parents[3] / "shared" / "facts" / "command_facts.md"


@cache
def bundled() -> Vocabulary:
    return load_vocabulary(FOLDER)


def one_of(program: str, example: ExampleForm) -> tuple[Command, tuple[Command, ...]]:
    line = parse_command_line(example.command, bundled())
    assert line.parsed, line.problems
    command = next(one for one in line.commands if one.program == program or bundled().find(one.program))
    return command, line.commands


@pytest.mark.parametrize(("program", "example"), bundled().examples, ids=lambda one: getattr(one, "command", one))
def test_an_example_reads_as_its_file_says(program: str, example: ExampleForm) -> None:
    command, commands = one_of(program, example)
    assert bundled().find(command.program) is bundled().find(program)
    if example.role is not None:
        assert command.role is example.role
    assert {option.name for option in command.options} >= set(example.option)
    assert {trait.value for trait in command.traits} >= set(example.trait)
    assert {str(subject) for subject in command.subjects} >= set(example.subject)
    assert {blind.fact for blind in command.blind} >= set(example.blind)
    assert example.silence in {None, command.silence}
    assert example.subcommand in {None, command.subcommand}
    assert example.limit in {None, *(limit.text for limit in command.limits)}
    if example.inner is not None:
        inner = next(one for one in commands if len(one.wrappers) == 1)
        assert (inner.text, inner.host, inner.container) == (example.inner, example.host, example.container)


@pytest.mark.parametrize(("program", "example"), bundled().examples, ids=lambda one: getattr(one, "command", one))
def test_no_option_of_an_example_is_unknown(program: str, example: ExampleForm) -> None:
    command, _ = one_of(program, example)
    assert [option.flag for option in command.options if option.name == "?"] == []


def test_what_runs_others_has_the_role_of_a_wrapper_only_when_it_does() -> None:
    vocabulary = bundled()
    wrapping, bare = (parse_command_line(text, vocabulary).commands[0] for text in ("ssh h uptime", "ssh h"))
    assert (wrapping.role, bare.role) == (CommandRole.WRAPPER, CommandRole.PROBE)


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("mysql shop", True),
        ("mysql shop < a.sql", False),
        ("mysql shop <<EOF\nselect 1\nEOF", False),
        ("yes | apt-get install x", False),
        ("apt-get install x", True),
        ("apt-get install -y x", False),
        ("ssh h", True),
        ("ssh h <<EOF\na\nEOF", False),
        ("docker exec -i db psql <<EOF\nselect 1\nEOF", False),
    ],
)
def test_what_is_fed_does_not_wait_for_somebody_to_type(text: str, waits: bool) -> None:  # noqa: FBT001 - a table
    commands = parse_command_line(text, bundled()).commands
    assert any(Trait.INTERACTIVE in command.traits for command in commands) is waits


def test_asking_for_a_version_is_a_look() -> None:
    command = parse_command_line("nginx -v", bundled()).commands[0]
    assert (command.role, Trait.SHOWS_VERSION in command.traits) == (CommandRole.PROBE, True)


def test_a_program_that_is_not_listed_is_unknown_and_not_harmless() -> None:
    command = parse_command_line("frobnicate --hard x", bundled()).commands[0]
    assert (command.role, command.traits) == (None, frozenset())
    assert [(option.name, option.flag) for option in command.options] == [("?", "--hard")]


def test_an_exit_status_is_looked_up_by_program_and_subcommand() -> None:
    vocabulary = bundled()
    ssh, other = (vocabulary.status("ssh", None, status) for status in (255, 1))
    assert ssh is not None
    assert other is not None
    assert (ssh.layer, other.means) == ("ssh", "of the remote command")
    apt = vocabulary.status("apt", "update", 0)
    assert apt is not None
    assert apt.fact == "apt-update-rc-0-on-failure"
    assert vocabulary.status("apt", "install", 0) is None
    assert vocabulary.status("frobnicate", None, 0) is None


def test_names_with_a_version_are_found() -> None:
    vocabulary = bundled()
    for name, plain in (("python3.11", "python"), ("gcc-12", "gcc"), ("pip3", "pip"), ("clang-15", "gcc")):
        assert vocabulary.find(name) is vocabulary.find(plain)
    assert vocabulary.find("frob3") is None


@pytest.mark.skipif(not FACTS.is_file(), reason="the facts are not beside this checkout")
def test_every_fact_that_is_cited_exists() -> None:
    known = set(re.findall(r"(?m)^### ([\w-]+)$", FACTS.read_text(encoding="utf-8")))
    for file in FOLDER.iterdir():
        cited = set(re.findall(r"fact: ([\w-]+)", file.read_text(encoding="utf-8")))
        assert cited <= known, file.name


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def test_all_faults_of_all_files_are_told_with_their_lines(tmp_path: Path) -> None:
    write(
        tmp_path,
        a="a:\n  role: prober\n  traits:\n    frobs: true\n  example: {command: a}\n",
        b="b:\n  subject: {pid: attach}\n  example: {command: b}\n",
        c="d:\n  example: {command: d}\n",
        d="d: [",
    )
    with pytest.raises(RuleError) as caught:
        load_vocabulary(tmp_path)
    places = [str(fault.place) for fault in (caught.value, *caught.value.others)]
    assert places[:4] == ["vocabulary/a.yaml:2", "vocabulary/a.yaml:4", "vocabulary/b.yaml:2", "vocabulary/c.yaml:1"]
    assert places[4].startswith("vocabulary/d.yaml:")
    assert caught.value.exit_code == 3


def test_two_files_cannot_share_a_name(tmp_path: Path) -> None:
    write(tmp_path, a="a:\n  also: [b]\n  example: {command: a}\n", b="b:\n  example: {command: b}\n")
    with pytest.raises(DuplicateRule):
        load_vocabulary(tmp_path)


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    write(tmp_path, a="a:\n  example: {command: a}\n  optoins: {}\n")
    with pytest.raises(RuleError, match="optoins") as caught:
        load_vocabulary(tmp_path)
    assert str(caught.value.place) == "vocabulary/a.yaml:3"


@pytest.mark.parametrize(
    ("command", "things"),
    [
        ("ls -d /tmp/uv-*", ["builds of uv"]),
        ("find /tmp -maxdepth 1 -name 'uv-*'", ["builds of uv"]),
        ("ls ~/.pip/build", ["builds of pip"]),
        ("tail -3 /tmp/uv-install.log", []),
        ("cat ~/.pip/pip.conf", []),
        ("ls /tmp/pip-*", []),
        ("ls /root/.cache/uv/builds-v0", []),
    ],
)
def test_a_look_where_a_program_puts_nothing_is_blind_to_it(command: str, things: list[str]) -> None:
    (probe,) = parse_command_line(command, bundled()).commands
    assert [blind.to for blind in probe.blind if blind.place] == things
