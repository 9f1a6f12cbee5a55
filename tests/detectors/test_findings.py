import gc
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from loganalyst.detectors.run import find_findings
from loganalyst.detectors.seam import Context, Hit
from loganalyst.errors import RuleError
from loganalyst.model.analysis import Analysis
from loganalyst.model.command import CommandRole
from loganalyst.model.event import Stance
from loganalyst.model.finding import Capture, Finding
from loganalyst.model.ledger import Ledgers
from loganalyst.model.span import Subject
from loganalyst.model.trait import Trait
from loganalyst.ruleset.examples import failed_examples
from loganalyst.ruleset.loader import read_rule
from loganalyst.ruleset.rule import Rule, RuleSet
from tests.detectors.rule_texts import EXAMPLES, rule, rule_text
from tests.detectors.story import Story, command

ERRORS = r"""
detection:
  shown: {kind: result, text|re: 'error: (?P<what>\w+)'}
  condition: shown
finding:
  at: shown
  cases: [{severity: note, confidence: high, message: "an error: {what}"}]
"""
AGAIN = """
detection:
  first: {kind: command, role: probe}
  second: {kind: command, repeats: first, within: {calls: 1}}
  condition: first and second
finding:
  at: second
  also: [first]
  cases: [{severity: note, confidence: high, message: "{second.program} again"}]
"""
CODED = """
detector: counted
finding:
  cases:
    - {when: {count|ge: 3}, severity: warning, confidence: high, message: "{count} calls"}
    - {severity: note, confidence: high, message: "few calls"}
"""
UNANSWERED = """
detection:
  asked: {kind: command, program: free}
  answer: {kind: result, answers: asked, text|contains: Mem}
  condition: asked and not answer
finding: {at: asked, cases: [{severity: note, confidence: high, message: no table}]}
"""
FREE = command("free -h", role=CommandRole.PROBE, traits=frozenset({Trait.SHOWS_MEMORY_STOCK}))


def find(story: Story, *rules: Rule) -> tuple[Finding, ...]:
    return find_findings(story.events(), Ledgers(), RuleSet(rules), detectors={"counted": counted})


def counted(context: Context) -> Iterator[Hit]:
    last = context.events.calls[-1]
    number = str(len(context.events.calls))
    yield Hit(last.place, last.span, captures=(Capture("count", number),))


def test_a_finding_quotes_the_line_that_tells_and_its_captures_stand_in_the_log() -> None:
    story = Story().say("Go.").run(FREE, result="fine\nan error: disk at 3\nfine")
    (finding,) = find(story, rule(ERRORS))
    assert finding.span.quote == "an error: disk at 3"
    (capture,) = finding.captures
    assert capture.span is not None
    assert story.results[0].text[capture.span.start : capture.span.end] == capture.span.quote == "disk"


def test_findings_are_in_the_order_of_the_transcript_and_their_fingerprints_are_stable() -> None:
    story = Story().say().run(FREE, result="error: b").say().run(FREE, result="error: a").run(FREE, result="error: a")
    rules = (rule(ERRORS, "z-rule"), rule(ERRORS, "b-rule"), rule(AGAIN, "again"))
    findings = find(story, *rules)
    assert [(one.message_index, one.rule) for one in findings] == [
        (1, "b-rule"),
        (1, "z-rule"),
        (2, "again"),
        (2, "b-rule"),
        (2, "z-rule"),
        (2, "again"),
        (2, "b-rule"),
        (2, "z-rule"),
    ]
    prints = [one.fingerprint for one in findings]
    assert len(set(prints)) == len(prints)
    assert all(len(one) == 16 and int(one, 16) >= 0 for one in prints)
    assert prints == [one.fingerprint for one in find(story, *reversed(rules))]
    longer = find(story.say().run(FREE, result="error: c"), *rules)
    assert prints == [one.fingerprint for one in longer][: len(prints)]


def test_a_fingerprint_is_made_of_the_quotation_with_its_secrets_hidden() -> None:
    def print_of(text: str) -> str:
        story = Story().say().run(FREE, result=f"error: x {text}")
        rules = RuleSet((rule(ERRORS),))
        (one,) = find_findings(
            story.events(), Ledgers(), rules, hide=lambda quote: quote.replace("hunter2", "*").replace("hunter3", "*")
        )
        return one.fingerprint

    assert print_of("hunter2") == print_of("hunter3") != print_of("other")


def test_one_place_is_reported_once_for_one_sentence() -> None:
    text = """
detection:
  probe: {kind: command, role: probe}
  said: {kind: claim, after: probe}
  condition: probe and said
finding: {at: said, cases: [{severity: note, confidence: high, message: said after a probe}]}
"""
    story = Story().say().run(FREE).run(FREE).say("It works.").claim("It works.", stance=Stance.ASSERTED)
    assert len(find(story, rule(text))) == 1


def test_a_missing_result_is_undecided_and_a_kept_piece_of_a_cut_one_decides() -> None:
    def verdicts(result: str | None, *, truncated: bool = False) -> list[str]:
        return [
            one.verdict for one in find(Story().say().run(FREE, result=result, truncated=truncated), rule(UNANSWERED))
        ]

    assert verdicts("Mem: 1") == []
    assert verdicts("nothing") == ["match"]
    assert verdicts(None) == ["unknown"]
    assert verdicts("nothing", truncated=True) == ["unknown"]
    assert verdicts("Mem: 1", truncated=True) == []


def test_an_undecided_finding_names_what_is_missing() -> None:
    (finding,) = find(Story().say().run(FREE, result=None), rule(UNANSWERED))
    assert finding.severity == "note"
    assert finding.message == "A title: this cannot be decided, as the log does not tell the result of the call."


def test_a_cut_output_alone_makes_no_rule_on_outputs_undecided() -> None:
    assert find(Story().say().run(FREE, result="fine", truncated=True), rule(ERRORS)) == ()


def test_what_is_said_in_a_language_that_is_not_known_leaves_a_step_undecided_and_is_no_step_itself() -> None:
    said = """
detection:
  said: {kind: claim, predicate: works}
  condition: said
finding: {at: said, cases: [{severity: note, confidence: high, message: said}]}
"""
    looked = """
detection:
  look: {kind: command, program: free}
  said: {kind: claim, after: look, within: {assistant_messages: 3}}
  condition: look and said
finding: {at: look, cases: [{severity: note, confidence: high, message: said}]}
"""
    story = Story(language="other").say("Es geht.").run(FREE, result="Mem: 1").say("Es geht immer noch.")
    assert find(story, rule(said)) == ()
    (finding,) = find(story, rule(looked))
    assert finding.verdict == "unknown"
    assert finding.message.endswith("what is claimed: its language is not English.")


def test_the_same_subject_is_the_same_name_on_the_same_host() -> None:
    text = """
detection:
  probe: {kind: command, role: probe}
  change: {kind: command, role: intervention, after: probe, same: {subject: probe}}
  condition: probe and change
finding: {at: change, cases: [{severity: note, confidence: high, message: changed}]}
"""

    def told(host: str | None) -> int:
        look = replace(FREE, subjects=(Subject("pid", "7", "192.0.2.1"),))
        kill = command("kill 7", role=CommandRole.INTERVENTION, subjects=(Subject("pid", "7", host),))
        return len(find(Story().say().run(look).run(kill), rule(text)))

    assert (told("192.0.2.1"), told("192.0.2.2"), told(None)) == (1, 0, 0)


@pytest.mark.parametrize(("calls", "message", "severity"), [(3, "3 calls", "warning"), (2, "few calls", "note")])
def test_a_code_detector_gives_captures_by_which_the_rule_file_chooses_its_words(
    calls: int, message: str, severity: str
) -> None:
    story = Story().say()
    for _ in range(calls):
        story.run(FREE)
    (finding,) = find(story, rule(CODED))
    assert (finding.message, finding.severity, finding.span.quote) == (message, severity, "free -h")


def test_a_rule_whose_detector_is_not_there_is_broken() -> None:
    with pytest.raises(RuleError, match="there is no detector 'absent'"):
        find(Story().say().run(FREE), rule(CODED.replace("counted", "absent")))


def test_a_detector_that_does_not_give_what_the_words_need_is_broken() -> None:
    text = CODED.replace("few calls", "{other} calls")
    with pytest.raises(RuleError, match="gives only these captures: count"):
        find(Story().say().run(FREE), rule(text))


def analyse(text: str) -> Analysis:
    """Read an example that is one command with its output."""
    story = Story().say().run(FREE, result=text.partition("\n")[2])
    return Analysis(story.events().transcript, story.events(), Ledgers(), find(story, rule(ERRORS)))


def test_a_rule_is_held_against_its_examples() -> None:
    examples = EXAMPLES.replace('"[bash] x"', '"[bash] x\\nerror: disk"').replace("part: call", "part: result")
    sound = rule_text(ERRORS).replace(EXAMPLES, examples.replace("text: t", 'text: "an error: disk"'))
    assert failed_examples(read_rule(sound, "p"), analyse) == ()
    wrong = sound.replace("severity: note, text", "severity: error, text", 1)
    missed, beside = failed_examples(read_rule(wrong, "p"), analyse)
    assert missed == "a-rule: match: one: not found: match in message 1, result, error: an error: disk"
    assert beside.startswith("a-rule: match: one: found beside: match in message 1, result, note")
    too_much = sound.replace('"[bash] y"', '"[bash] y\\nerror: disk"', 1)
    (failure,) = failed_examples(read_rule(too_much, "p"), analyse)
    assert failure.startswith("a-rule: no_match: three: found nevertheless: match in message 1, result")


def test_time_grows_with_the_length_of_the_session_and_not_with_its_square() -> None:
    texts = [ERRORS, AGAIN, UNANSWERED]
    texts += [
        """
detection:
  probe: {kind: command, role: probe}
  said: {kind: claim, after: probe, predicate: works, same: {subject: probe}}
  condition: probe and not said
finding: {at: probe, cases: [{severity: note, confidence: high, message: never said}]}
""",
        """
detection:
  look: {kind: command, role: probe}
  change: {kind: command, role: intervention, after: look, same: {subject: look}}
  condition: look and not change
finding: {at: look, cases: [{severity: note, confidence: high, message: never changed}]}
""",
    ]
    rules = RuleSet(tuple(rule(text, f"rule-{number}") for number, text in enumerate(texts)))

    rm = command("rm x", role=CommandRole.INTERVENTION, subjects=(Subject("path", "x"),))

    def seconds(turns: int) -> float:
        story = Story()
        for _ in range(turns):
            story.say("It runs.").claim("It runs.").run(FREE, result="error: x").run(rm, result="y")
        events = story.events()
        gc.disable()  # as the program itself does: its passes would be counted here
        try:
            start = time.process_time()
            assert len(find_findings(events, Ledgers(), rules)) >= turns
            return time.process_time() - start
        finally:
            gc.enable()

    seconds(20)
    small = min(seconds(200) for _ in range(3))
    assert seconds(2000) <= 12 * small
