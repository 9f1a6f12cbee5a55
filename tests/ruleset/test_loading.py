from pathlib import Path

import pytest

from loganalyst.errors import ConfigError, DuplicateRule, RuleError, RuleSyntaxError
from loganalyst.ruleset.loader import load_rules, read_rule
from tests.detectors.rule_texts import rule_text

SOUND = """\
detection:
  probe: {kind: command, program: strace, option|all: [summary, attach]}
  silence:
    kind: result
    answers: probe
    text|re: 'strace: Process (?P<pid>\\d+) attached'
    text|lacks: '% time'
  condition: probe and silence
finding:
  at: silence
  also: [probe]
  cases:
    - {when: {probe.option|lacks: follow}, severity: warning, confidence: high, message: "one thread of {pid}"}
    - {severity: note, confidence: high, message: "{probe.program} of {pid}"}
"""


def faults(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(RuleError) as caught:
        read_rule(text, "a-pack", "a-rule.yaml")
    return [(one.place.line if one.place else None, one.message) for one in (caught.value, *caught.value.others)]


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


def test_a_sound_rule_is_read_with_its_pack() -> None:
    rule = read_rule(rule_text(SOUND), "diagnostics")
    assert (rule.name, rule.pack, rule.severity, rule.tags) == ("a-rule", "diagnostics", "warning", ("test",))


def test_all_faults_of_a_file_are_shown_at_once_with_their_lines() -> None:
    broken = SOUND.replace("program: strace", "programme: strace").replace("answers: probe", "answers: prob")
    text = rule_text(broken.replace("at: silence", "at: quiet").replace("{pid}", "{pit}", 1))
    found = faults(text)
    assert [line for line, _ in found] == [
        line_of(text, "programme"),
        line_of(text, "answers"),
        line_of(text, "finding"),
        line_of(text, "one thread"),
    ]
    assert "no field 'programme'" in found[0][1]
    assert "'pit' is no selector and no capture" in found[3][1]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("kind: command", "kind: comand", "the kind 'comand' is not known"),
        ("option|all", "option|every", "the modifier 'every' is not known"),
        ("kind: result\n", "kind: result\n    outcome.kind: timedout\n", "the outcome.kind 'timedout' is not known"),
        ("kind: result\n", "kind: result\n    exit_status: no\n", "a number is expected"),
        ("kind: result\n", "kind: result\n    empty: 1\n", "true or false is expected"),
        ("kind: result\n", "kind: result\n    within: {calls: 1.5}\n", "within is one of"),
        ("kind: result\n", "kind: result\n    lines|gt: $later.lines\n", "names no selector above"),
        ("kind: result\n", "kind: result\n    governs: probe\n", "does not lead from a result"),
        ("kind: result\n", "kind: result\n    same: {colour: probe}\n", "no field 'colour'"),
        ("probe and silence", "probe and silents", "the selector 'silents' is not known"),
        ("probe and silence", "probe and", "missing at the end"),
        ("probe and silence", "(probe and silence", "a parenthesis is not closed"),
        ("probe.option|lacks", "probe.options|lacks", "no field 'options'"),
        ("also: [probe]", "also: [prove]", "the selector 'prove' is not known"),
        ("of {pid}", "of {silence.text}", "may be long"),
        ("(?P<pid>\\d+) attached", "(?P<pid>(\\d+)+) attached", "inside a repetition"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, words: str) -> None:
    text = rule_text(SOUND.replace(old, new, 1))
    assert [message for _, message in faults(text) if words in message]
    assert all(line is not None and line > 8 for line, _ in faults(text))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("title: A title\n", "", "title: Field required"),
        ("since: 0.1.0", "since: soon", "since:"),
        ("near_miss: true, ", "", "near_miss"),
        ('    - {title: five, transcript: "[bash] y"}\n', "", "examples.no_match"),
        ("falsepositives: []", "falsepositive: []", "falsepositive:"),
        ("facts: []\n", "facts: []\ndetector: a-rule\n", "either detection or detector"),
        ("tags: [test]\nreferences: []\n", "references: []\ntags: [test]\n", "'references' stands before 'tags'"),
        ("title: A title", "title: A title\ntitle: B", "stands twice"),
        ("tags: [test]", "tags: [test", "YAML"),
    ],
)
def test_a_file_that_is_not_of_the_form_is_refused(old: str, new: str, words: str) -> None:
    assert any(words in message for _, message in faults(rule_text(SOUND).replace(old, new, 1)))


def test_only_the_last_case_has_no_when() -> None:
    text = rule_text(SOUND.replace("{when: {probe.option|lacks: follow}, ", "{", 1))
    assert "all cases but the last have a when" in faults(text)[0][1]


def write(folder: Path, pack: str, name: str, text: str) -> None:
    (folder / pack).mkdir(parents=True, exist_ok=True)
    (folder / pack / f"{name}.yaml").write_text(text, encoding="utf-8")


def test_the_pack_is_the_folder_and_knowledge_is_no_pack(tmp_path: Path) -> None:
    write(tmp_path, "timeouts", "b-rule", rule_text(SOUND, "b-rule"))
    write(tmp_path, "claims", "a-rule", rule_text(SOUND, "a-rule"))
    write(tmp_path, "vocabulary", "strace", "role: probe")
    rules = load_rules([tmp_path])
    assert [(rule.name, rule.pack) for rule in rules.rules] == [("a-rule", "claims"), ("b-rule", "timeouts")]
    assert [rule.name for rule in rules.chosen(select=["claims"])] == ["a-rule"]
    assert [rule.name for rule in rules.chosen(select=["test"], ignore=["a-rule"])] == ["b-rule"]
    with pytest.raises(ConfigError, match="no rule, pack or tag is called 'claim'"):
        rules.chosen(select=["claim"])


def test_two_files_cannot_claim_one_name(tmp_path: Path) -> None:
    write(tmp_path / "one", "claims", "a-rule", rule_text(SOUND))
    write(tmp_path / "two", "mine", "a-rule", rule_text(SOUND))
    with pytest.raises(DuplicateRule, match="is also in"):
        load_rules([tmp_path / "one", tmp_path / "two"])


def test_faults_of_all_files_are_shown_at_once(tmp_path: Path) -> None:
    write(tmp_path, "claims", "a-rule", rule_text(SOUND.replace("program:", "programme:")))
    write(tmp_path, "claims", "b-rule", rule_text(SOUND, "c-rule"))
    with pytest.raises(RuleSyntaxError) as caught:
        load_rules([tmp_path])
    assert len((caught.value, *caught.value.others)) == 2
    assert caught.value.exit_code == 3
