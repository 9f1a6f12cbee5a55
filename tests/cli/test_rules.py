"""The verbs about rules: begin one, test it where it stands, write pages about all."""

import json
from pathlib import Path

import pytest

from loganalyst.cli import app

RULES = Path(__file__).parent.parent.parent / "rules"
ONE = RULES / "diagnostics" / "strace-empty-summary.yaml"


def test_a_new_rule_loads_and_lives_up_to_its_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["rules", "new", "timeouts/lost-signal", "--into", str(tmp_path)]) == 0
    path = tmp_path / "timeouts" / "lost-signal.yaml"
    assert capsys.readouterr().out.strip() == str(path)
    assert app.main(["rules", "test", str(path)]) == 0
    assert app.main(["explain", "lost-signal", "--rules", str(tmp_path)]) == 0
    assert "Lost signal" in capsys.readouterr().out


def test_a_rule_that_is_there_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "timeouts" / "lost-signal.yaml"
    path.parent.mkdir()
    path.write_text("mine")
    assert app.main(["rules", "new", "timeouts/lost-signal", "--into", str(tmp_path)]) == 2
    assert path.read_text() == "mine"
    assert "stands there already" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["lost-signal", "timeouts/Lost", "timeouts/../x", "a/b/c", "vocabulary/lost", "/x"])
def test_a_name_that_can_be_no_rule_is_refused(address: str, tmp_path: Path) -> None:
    assert app.main(["rules", "new", address, "--into", str(tmp_path)]) == 2
    assert list(tmp_path.rglob("*.yaml")) == []


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ([str(ONE)], 1),
        ([str(ONE), "oom-kill"], 2),
        ([str(RULES / "timeouts")], len(list((RULES / "timeouts").glob("*.yaml")))),
    ],
    ids=["a file", "a file and a name", "a folder"],
)
def test_rules_are_tested_by_path_and_by_name(
    words: list[str], number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert app.main(["rules", "test", *words]) == 0
    assert capsys.readouterr().out.startswith(f"{number} rules")


def test_a_failing_example_of_a_file_ends_with_three(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / ONE.name
    text = ONE.read_text("utf-8")
    broken.write_text(
        text.replace("no_match:", "no_match:\n    - title: odd\n      transcript: |\n        [bash] ls", 1)
    )
    assert app.main(["rules", "test", str(broken)]) == 0
    broken.write_text(text.replace("severity: warning", "severity: note", 1))
    assert app.main(["rules", "test", str(broken)]) == 3
    assert "strace-empty-summary: match:" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["nowhere.yaml", "no/folder", "no-such-rule"])
def test_what_is_neither_path_nor_rule_is_wrong_usage(word: str) -> None:
    assert app.main(["rules", "test", word]) == 2


def test_pages_are_written_renewed_and_removed(tmp_path: Path) -> None:
    folder, rules = tmp_path / "pages", tmp_path / "rules"
    for name in ("first", "second"):
        assert app.main(["rules", "new", f"mine/{name}", "--into", str(rules)]) == 0
    command = ["rules", "docs", str(folder), "--rules", str(rules), "--no-builtin-rules"]
    assert app.main(command) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "first.md", "second.md"]
    assert "[second](second.md)" in (folder / "README.md").read_text("utf-8")
    (folder / "own.md").write_text("# Mine\n")
    (rules / "mine" / "second.yaml").unlink()
    assert app.main(command) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["README.md", "first.md", "own.md"]


def test_a_page_does_not_replace_a_file_of_somebody_else(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# Mine\n")
    assert app.main(["rules", "docs", str(tmp_path)]) == 2
    assert (tmp_path / "README.md").read_text() == "# Mine\n"


def test_the_schema_of_a_rule_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(["rules", "schema"]) == 0
    assert "detection" in json.loads(capsys.readouterr().out)["properties"]
