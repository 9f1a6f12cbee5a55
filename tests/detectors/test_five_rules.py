"""The five rules by which the language was settled."""

from decimal import Decimal

import pytest

from loganalyst.detectors.run import find_findings
from loganalyst.model.command import Command, CommandLimit, CommandRole, LimitKind, Option, RunsIf
from loganalyst.model.event import Act, Predicate, Stance
from loganalyst.model.finding import Finding, Verdict
from loganalyst.model.ledger import Ledgers, Sweep, SweepPoint
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Formula, Subject, Value
from loganalyst.model.trait import Trait
from loganalyst.ruleset.rule import Rule, RuleSet
from tests.detectors.rule_texts import rule
from tests.detectors.story import Story, command

KILL = """
detection:
  kill: {kind: command, trait: kills-by-pattern, option: full, matches_own_wrapper: true}
  later:
    {kind: command, in_call: kill, position|gt: $kill.position, trait: always-prints, runs_if: always, printed: false}
  died: {kind: result, answers: kill, exit_status: [137, 143, 144, 255], observation|lacks: ssh-error}
  condition: kill
finding:
  at: kill
  also: [died]
  cases:
    - when: [{later|exists: true}, {died|exists: true}]
      severity: error
      confidence: high
      message: "{kill.program} killed its own shell"
    - {severity: warning, confidence: medium, message: "{kill.program} may kill its own shell"}
"""
LIMITS = """
detection:
  inner: {kind: command, limit|exists: true}
  outer: {kind: limit, governs: inner}
  condition: inner and outer
  where: {inner.limit|ge: $outer.limit}
finding:
  at: inner
  also: [{outer: the tool's limit}]
  cases:
    - {when: {outer.fired: true}, severity: error, confidence: high, message: "{inner.limit} s met {outer.limit} s"}
    - {when: {outer.source: shown}, severity: warning, confidence: medium, message: shown}
    - {severity: warning, confidence: high, message: given}
"""
ANNOUNCED = """
detection:
  said: {kind: claim, stance: intended, act: [check, step]}
  done: {kind: command, fulfils: said, within: {assistant_messages: 2}}
  condition: said and not done
finding:
  at: said
  cases: [{severity: warning, confidence: medium, message: not done}]
"""
SWEEP = """
detection:
  sweep: {ledger: sweeps, points|ge: 3, one_direction: true, parameter.role|lacks: [wait, port, identity]}
  condition: sweep
finding:
  at: sweep
  about: sweep
  cases: [{severity: warning, confidence: medium, message: "{sweep.parameter}: {sweep.value}"}]
"""
ABSENCE = """
detection:
  probe: {kind: command, role: probe, errors_hidden: true, status_tested: false, printed: false}
  conclusion:
    kind: claim
    after: probe
    within: {assistant_messages: 3}
    stance: [asserted, hedged]
    polarity: absent
    same: {subject: probe}
  condition: probe and conclusion
finding:
  at: probe
  also: [{conclusion: the conclusion drawn}]
  cases: [{severity: warning, confidence: high, message: silence read as absence}]
"""

PKILL = command(
    "pkill -9 -f ptxas",
    traits=frozenset({Trait.KILLS_BY_PATTERN}),
    role=CommandRole.INTERVENTION,
    options=(Option("full", "-f"),),
    matches_own_wrapper=True,
)
ECHO = command("echo done", role=CommandRole.PLUMBING, traits=frozenset({Trait.ALWAYS_PRINTS}))
PROBE = command(
    "ps -C nvcc", role=CommandRole.PROBE, errors_hidden=True, subjects=(Subject("process", "nvcc"),)
)  # fmt: skip


def find(story: Story, *rules: Rule, ledgers: Ledgers | None = None) -> tuple[Finding, ...]:
    return find_findings(story.events(), ledgers or Ledgers(), RuleSet(rules), detectors={})


def test_a_kill_of_its_own_shell_is_an_error_when_what_follows_is_missing() -> None:
    story = Story().say("Killing.").run(PKILL, ECHO, result="", status=255, printed=False)
    (finding,) = find(story, rule(KILL))
    assert (finding.severity, finding.confidence, finding.verdict) == ("error", "high", "match")
    assert finding.message == "pkill killed its own shell"
    assert finding.template == "{kill.program} killed its own shell"
    assert finding.span.quote == "pkill -9 -f ptxas"
    assert [(related.message_index, related.why) for related in finding.related] == [(1, "the died")]
    (capture,) = finding.captures
    assert capture.span is not None
    assert (capture.name, capture.text, capture.span.quote) == ("kill.program", "pkill", "pkill")


def test_a_kill_that_shows_no_harm_is_a_warning() -> None:
    story = Story().say("Killing.").run(PKILL, ECHO, result="done", status=0, printed=True)
    assert [finding.severity for finding in find(story, rule(KILL))] == ["warning"]


def test_a_kill_whose_wrapper_is_not_known_is_undecided() -> None:
    unknown = command("pkill -f x", traits=PKILL.traits, options=PKILL.options, role=PKILL.role)
    (finding,) = find(Story().say().run(unknown), rule(KILL))
    assert (finding.verdict, finding.severity) == (Verdict.UNKNOWN, "note")
    assert "whether its pattern hits its own wrapper" in finding.message


def _sleeping(seconds: int) -> Command:
    limit = CommandLimit(LimitKind.WAIT, Decimal(seconds), str(seconds))
    return command(f"sleep {seconds}", role=CommandRole.WAIT, limits=(limit,))


@pytest.mark.parametrize(
    ("inner", "source", "fired", "severity", "message"),
    [
        (300, "given", True, "error", "300 s met 300 s"),
        (400, "shown", False, "warning", "shown"),
        (300, "given", False, "warning", "given"),
    ],
)
def test_a_wait_that_is_no_shorter_than_the_limit_is_found(
    inner: int, source: str, *, fired: bool, severity: str, message: str
) -> None:
    story = Story().say("Waiting.").run(_sleeping(inner)).limit(300, source=source, fired=fired)
    assert [(one.severity, one.message) for one in find(story, rule(LIMITS))] == [(severity, message)]


def test_a_wait_shorter_than_the_limit_or_without_one_is_left_alone() -> None:
    assert find(Story().say().run(_sleeping(299)).limit(300), rule(LIMITS)) == ()
    assert find(Story().say().run(_sleeping(299)), rule(LIMITS)) == ()


def _announce(story: Story) -> Story:
    text = "Let me check the memory."
    return story.say(text).claim(text, stance=Stance.INTENDED, act=Act.CHECK, topics=("memory",))


def test_an_announced_check_that_never_comes_is_found() -> None:
    story = _announce(Story()).run(PROBE).say("Next.").run(PROBE).say("Next.").say("End.")
    assert [finding.span.quote for finding in find(story, rule(ANNOUNCED))] == ["Let me check the memory."]


def test_an_announced_check_may_come_two_messages_later() -> None:
    free = command("free -h", role=CommandRole.PROBE, traits=frozenset({Trait.SHOWS_MEMORY_STOCK}))
    assert find(_announce(Story()).run(PROBE).say("a").say("b").run(free), rule(ANNOUNCED)) == ()
    late = _announce(Story()).run(PROBE).say("a").say("b").say("c").run(free)
    assert len(find(late, rule(ANNOUNCED))) == 1


def test_at_the_proper_end_a_check_that_never_came_is_a_match_and_at_a_torn_end_unknown() -> None:
    assert [one.verdict for one in find(_announce(Story()), rule(ANNOUNCED))] == ["match"]
    assert [one.verdict for one in find(_announce(Story(torn_end=True)), rule(ANNOUNCED))] == ["unknown"]


def test_a_window_that_meets_a_damaged_region_is_unknown() -> None:
    def told(before: int) -> list[str]:
        story = Story(damaged_before=(before,)).say("a")
        return [one.verdict for one in find(_announce(story).say("b").say("c").say("d").say("e"), rule(ANNOUNCED))]

    assert told(2) == ["match"]
    assert told(3) == ["unknown"]
    assert told(5) == ["unknown"]
    assert told(6) == ["match"]


def test_a_sweep_is_read_from_its_ledger() -> None:
    story = Story().say("a").run(command("make -j8")).run(command("make -j4")).run(command("make -j2"))
    points = tuple(
        SweepPoint(Value(Decimal(number), "1", Formula.QUOTED), 1, call.seq, "failed", call.span)
        for number, call in zip((8, 4, 2), story.calls, strict=True)
    )
    sweep = Sweep("s1", "jobs", "parallelism", "make", points, one_direction=True, others_moved=())
    (finding,) = find(story, rule(SWEEP), ledgers=Ledgers(sweeps=(sweep,)))
    assert (finding.about, finding.message, finding.span.quote) == ("s1", "jobs: 8, 4, 2", "make -j2")


def test_silence_with_hidden_errors_is_found_where_absence_is_concluded() -> None:
    text = "There is no nvcc."
    story = Story().say("Looking.").run(PROBE, result="", kind=OutcomeKind.SILENT, status=None).say(text)
    claim = {"polarity": "absent", "predicate": Predicate.ABSENT, "subjects": (Subject("process", "nvcc"),)}
    assert find(story, rule(ABSENCE)) == ()
    (finding,) = find(story.claim(text, **claim), rule(ABSENCE))
    assert finding.span.quote == "ps -C nvcc"
    assert [(one.why, one.span.quote) for one in finding.related] == [("the conclusion drawn", text)]


def test_a_conclusion_about_something_else_is_left_alone() -> None:
    text = "There is no gcc."
    story = Story().say("Looking.").run(PROBE, result="").say(text)
    story.claim(text, polarity="absent", subjects=(Subject("process", "gcc"),))
    assert find(story, rule(ABSENCE)) == ()


def test_an_unlisted_program_starts_no_rule_on_roles() -> None:
    unlisted = command("frobnicate", errors_hidden=True, runs_if=RunsIf.ALWAYS)
    text = "There is no nvcc."
    story = Story().say().run(unlisted, result="").say(text).claim(text, polarity="absent")
    assert find(story, rule(ABSENCE)) == ()
