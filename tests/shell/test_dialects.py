"""PowerShell is kept whole instead of being misread; bash that only looks like it is read as ever."""

import pytest

from loganalyst.knowledge.vocabulary import load_vocabulary
from loganalyst.resources import find_resources
from loganalyst.shell.line import parse_command_line

VOCABULARY = load_vocabulary(find_resources("rules").joinpath("vocabulary"))


@pytest.mark.parametrize(
    "text",
    [
        "Get-ChildItem -Recurse | Select-Object Name",
        "$exe = 'C:\\tools\\app.exe'; & $exe --version",
        "cd app; Write-Output done",
        "if (Test-Path x) { Remove-Item x }",
    ],
)
def test_powershell_is_kept_whole(text: str) -> None:
    line = parse_command_line(text, VOCABULARY)
    assert [(command.program, command.text) for command in line.commands] == [("", text)]
    assert (line.parsed, line.problems) == (False, (text,))


@pytest.mark.parametrize(
    ("text", "programs"),
    [
        ("apt-get install x; dpkg-query -l", ["apt-get", "dpkg-query"]),
        ("ssh win 'Get-Process'", ["ssh", "Get-Process"]),
        ("cat > a.ps1 <<'E'\nGet-ChildItem\nE", ["cat"]),
        ("x=1; [ $x = 1 ] && echo Set-Cookie", ["", "[", "echo"]),
        ("grep 'Start-Date' log", ["grep"]),
    ],
)
def test_other_lines_are_read(text: str, programs: list[str]) -> None:
    assert [command.program for command in parse_command_line(text, VOCABULARY).commands] == programs
