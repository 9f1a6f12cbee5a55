"""The published schema of a rule file says of the bundled rules what the loader says."""

from copy import deepcopy
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from loganalyst.ruleset.files import NOT_PACKS
from loganalyst.ruleset.loader import read_rule
from loganalyst.ruleset.rule_schema import rule_schema
from loganalyst.ruleset.skeleton import write_skeleton

FILES = sorted((Path(__file__).parent.parent.parent / "rules").glob("*/*.yaml"))
RULES = [file for file in FILES if file.parent.name not in NOT_PACKS]
SCHEMA = Draft202012Validator(rule_schema())
FIRST = yaml.safe_load(write_skeleton("timeouts", "lost-signal", "0.1.0"))


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_the_schema_accepts_every_bundled_rule(file: Path) -> None:
    assert [fault.json_path for fault in SCHEMA.iter_errors(yaml.safe_load(file.read_text("utf-8")))] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("name",), "Lost Signal"),
        (("colour",), "blue"),
        (("detector",), "lost-signal"),
        (("detection", "probe", "kind"), "comand"),
        (("detection", "conclusion", "within"), {"lines": 3}),
        (("finding", "cases", 0, "severity"), "fatal"),
        (("examples", "match"), []),
    ],
    ids=str,
)
def test_the_schema_refuses_what_the_loader_refuses(path: tuple[str | int, ...], value: object) -> None:
    broken = deepcopy(FIRST)
    place = broken
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not SCHEMA.is_valid(broken)
    with pytest.raises(Exception, match=str(path[-1])):
        read_rule(yaml.safe_dump(broken, sort_keys=False), "timeouts")


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(rule_schema())
    assert SCHEMA.is_valid(FIRST)
