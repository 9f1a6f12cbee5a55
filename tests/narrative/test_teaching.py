"""The teaching reports on the samples, from the bytes of the session to sentences; what rules find comes on top."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from loganalyst.errors import ConfigError
from loganalyst.events.chain import derive_events
from loganalyst.knowledge.teaching import load_teaching
from loganalyst.knowledge.vocabulary import Vocabulary, load_vocabulary
from loganalyst.ledgers.book import build_ledgers
from loganalyst.model.analysis import Analysis
from loganalyst.model.report import Report, Statement
from loganalyst.model.span import Span, Value
from loganalyst.narrative.checks import check_report
from loganalyst.narrative.keys import is_documented
from loganalyst.narrative.phrases import HEADINGS
from loganalyst.narrative.plan import plan_report
from loganalyst.narrative.telling import choose_message
from loganalyst.narrative.walk import walk_statements
from loganalyst.narrative.wording import read_pieces
from loganalyst.readers.detection import read_transcript
from loganalyst.readers.source import Source
from loganalyst.ruleset.rule import RuleSet
from loganalyst.ruleset.symptoms import SymptomRule, load_symptoms

ROOT = Path(__file__).parents[2]
STORIES = [("stuck-install.txt", 495), ("started-container.txt", 463), ("thrashing-build.json", 43)]


@cache
def knowledge() -> tuple[Vocabulary, tuple[SymptomRule, ...]]:
    return load_vocabulary(ROOT / "rules" / "vocabulary"), load_symptoms(ROOT / "rules" / "symptoms")


def analyse(name: str, content: bytes) -> Analysis:
    vocabulary, symptoms = knowledge()
    events = derive_events(read_transcript(Source(name, content)), vocabulary)
    return Analysis(events.transcript, events, build_ledgers(events, symptoms), ())


@cache
def sample(name: str) -> Analysis:
    return analyse(name, (ROOT / "samples" / name).read_bytes())


def plan(analysis: Analysis, message: int | None) -> Report:
    _vocabulary, symptoms = knowledge()
    return plan_report(analysis, RuleSet(()), symptoms, load_teaching(ROOT / "rules" / "teaching"), message=message)


@cache
def story(name: str, message: int) -> Report:
    return plan(sample(name), message)


def said(report: Report, key: str, subject: str | None = None) -> list[Statement]:
    return [
        one
        for one in walk_statements(report)
        if one.key == key and (subject is None or (one.subject is not None and one.subject.name == subject))
    ]


def words(statements: list[Statement]) -> str:
    return " ".join(
        piece if isinstance(piece, str) else getattr(piece, "quote", "")
        for one in statements
        for piece in read_pieces(one)
    )


def figures(statements: list[Statement]) -> list[int]:
    return [int(slot.number) for one in statements for slot in one.slots.values() if isinstance(slot, Value)]


def sources(statements: list[Statement]) -> set[str]:
    return {getattr(slot, "source", "") for one in statements for slot in one.slots.values()}


@pytest.mark.parametrize(("name", "message"), STORIES)
def test_every_sentence_holds(name: str, message: int) -> None:
    check_report(story(name, message), sample(name).transcript)


@pytest.mark.parametrize("name", [name for name, _message in STORIES])
def test_a_report_on_any_message_holds(name: str) -> None:
    analysis = sample(name)
    for message in analysis.transcript.messages:
        check_report(plan(analysis, message.index), analysis.transcript)


@pytest.mark.parametrize(("name", "message"), STORIES)
def test_sections_come_in_their_order_and_none_is_empty(name: str, message: int) -> None:
    keys = [section.key for section in story(name, message).sections]
    assert keys == [key for key in HEADINGS if key in keys]
    assert all(section.blocks for section in story(name, message).sections)


def test_the_time_waited_is_added_up() -> None:
    assert figures(said(story("stuck-install.txt", 495), "waits.total")) == [900]


def test_a_shorter_limit_changes_the_sum() -> None:
    content = (
        (ROOT / "samples" / "stuck-install.txt").read_bytes().replace(b"limit=600s by=tool", b"limit=240s by=tool")
    )
    assert figures(said(plan(analyse("stuck-install.txt", content), 495), "waits.total")) == [540]


def test_whose_limit_fired_is_said() -> None:
    limits = said(story("stuck-install.txt", 495), "limit.who", "491")
    assert figures(limits) == [300]
    assert "report:tool" in sources(limits)


def test_what_went_on_elsewhere_is_told_from_what_the_limit_ended() -> None:
    assert "634 uv pip install" in words(said(story("stuck-install.txt", 495), "remote.goes-on", "634"))


def test_the_goal_is_quoted() -> None:
    assert "Deploy GLM-5-NVFP4 with SGLang" in words(said(story("stuck-install.txt", 495), "place.goal"))


def test_the_message_is_shown_whole_with_its_asterisks() -> None:
    shown = [span.quote for one in said(story("stuck-install.txt", 495), "exhibit.message") for span in one.spans]
    assert any("ls /tmp/uv-* 2>/dev/null | head -5; find /tmp -name '*.log' -newer /tmp" in quote for quote in shown)


def test_a_hedged_explanation_stays_a_hypothesis() -> None:
    voiced = said(story("stuck-install.txt", 495), "hypothesis.voiced", "source-build")
    assert {"report:hedged", "report:untested"} <= sources(voiced)


@pytest.mark.parametrize("rival", ["download", "resolution", "lock", "memory"])
def test_explanations_that_nothing_probed_are_named_with_what_could_tell(rival: str) -> None:
    report = story("stuck-install.txt", 495)
    assert said(report, "rival.untested", rival)
    assert said(report, "rival.probe", rival)


def test_a_probed_explanation_is_not_called_untested() -> None:
    flow = (
        b"procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
        b" r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
        b" 1  0      0 401223552 21304 8123400   0    0    12    40   10   20  0  0 99  0  0\n"
        b" 0  0      0 401223400 21304 8123412   0    0     0     8  410  702  0  0 99  0  0\n"
    )
    pid = b"634 uv pip install sglang[all]>=0.5.0\n"
    content = (ROOT / "samples" / "stuck-install.txt").read_bytes()
    asked = content.replace(b'"pgrep -a uv"', b"\"echo '== uv'; pgrep -a uv; echo '== flow'; vmstat 1 3\"")
    report = plan(analyse("stuck-install.txt", asked.replace(pid, b"== uv\n" + pid + b"== flow\n" + flow)), 495)
    assert said(report, "rival.untested", "memory") == []
    assert said(report, "rival.probe", "memory") == []
    assert said(report, "rival.tested", "memory")


def test_a_moved_value_is_a_ladder_with_who_asked() -> None:
    report = story("thrashing-build.json", 43)
    moved = [one for one in said(report, "ladder.attempt", "29") if "value" in one.slots]
    assert figures(moved) == [128]
    assert "try 64" in words(said(report, "ladder.attempt", "38"))
    assert "report:oom" in sources(said(report, "ladder.attempt", "29"))
    assert "report:compiler-killed-unheard" in sources(said(report, "ladder.attempt", "40"))


def test_a_change_of_the_command_is_told_piece_by_piece() -> None:
    quotes = [
        slot.quote
        for one in said(story("thrashing-build.json", 43), "change.command")
        for slot in one.slots.values()
        if isinstance(slot, Span)
    ]
    for piece in ("cc1plus", "-o ConnectTimeout=30", "echo alive", "free -h"):
        assert piece in quotes


def joins(report: Report) -> Iterator[tuple[str, str]]:
    for one in said(report, "chain.join"):
        condition = one.slots["condition"]
        yield from (
            (slot.quote, getattr(condition, "source", "")) for slot in one.slots.values() if isinstance(slot, Span)
        )


def test_a_semicolon_makes_the_rest_unconditional() -> None:
    assert ("sleep 2 && free -h", "report:always") in set(joins(story("thrashing-build.json", 43)))


def test_a_chain_depends_on_its_beginning() -> None:
    assert ("sleep 3 && pct status 129", "report:after_success") in set(joins(story("started-container.txt", 463)))


def test_a_kill_whose_result_is_thrown_away_is_said_to_be_unreadable() -> None:
    assert "killall" in words(said(story("thrashing-build.json", 43), "kill.unreadable"))


def test_a_wait_that_is_announced_and_not_kept_is_told() -> None:
    assert "wait a moment" in words(said(story("thrashing-build.json", 43), "announced.missing"))


def test_what_came_next_is_quoted() -> None:
    assert "rebooted" in words(said(story("thrashing-build.json", 43), "next.message", "44"))


def test_a_later_look_that_repeats_the_question_is_told() -> None:
    assert "432Gi" in words(said(story("thrashing-build.json", 43), "outcome.later", "47"))


def test_without_findings_the_longest_wait_is_chosen_and_the_report_says_so() -> None:
    report = plan(sample("stuck-install.txt"), None)
    assert report.message == 493
    assert any("longest wait" in one.template for one in said(report, "header.chosen"))


def test_without_calls_the_last_message_is_chosen() -> None:
    report = plan(analyse("talk.txt", b"[msg 1] [user] Hello.\n[msg 2] [assistant] Good morning.\n"), None)
    assert report.message == 2


@pytest.mark.parametrize("message", [0, 494_000])
def test_a_message_that_is_not_there_is_refused(message: int) -> None:
    with pytest.raises(ConfigError):
        plan(sample("stuck-install.txt"), message)


def test_a_late_result_stands_under_its_call_and_is_told_at_its_place() -> None:
    late = (
        b"[msg 1] [user] Check it.\n[msg 2] [assistant] I look:\n[bash id=a] ps aux\n"
        b"[msg 3] [assistant] It seems idle.\n[result of=a exit=0]\nroot 1 init\n"
    )
    analysis = analyse("late.txt", late)
    report = plan(analysis, 2)
    check_report(report, analysis.transcript)
    assert said(report, "exhibit.late")
    assert said(report, "next.arrives", "3")
    assert said(report, "probe.known")


def test_a_missing_result_is_said_to_be_missing() -> None:
    analysis = analyse(
        "cut.txt", b"[msg 1] [user] Check it.\n[msg 2] [assistant] I look:\n[bash] ps aux\n[msg 3] [user] Well?\n"
    )
    report = plan(analysis, 2)
    check_report(report, analysis.transcript)
    assert said(report, "exhibit.missing")


@pytest.mark.parametrize("name", [name for name, _message in STORIES])
def test_every_key_is_documented(name: str) -> None:
    messages = sample(name).transcript.messages
    keys = {one.key for message in messages for one in walk_statements(plan(sample(name), message.index))}
    assert [key for key in sorted(keys) if not is_documented(key)] == []


@pytest.mark.parametrize(
    ("command", "status", "means"),
    [("which nvcc", 1, "not every name was found"), ("grep -q x y", 2, "an error"), ("make", 2, None)],
)
def test_the_message_tells_the_exit_status_and_what_it_means(command: str, status: int, means: str | None) -> None:
    analysis = analyse("log.txt", f"[bash] {command}\n[result exit={status}]\n[assistant] So be it.\n".encode())
    (told,) = said(plan(analysis, 1), "exhibit.status")
    assert any(isinstance(slot, Value) and slot.number == status for slot in told.slots.values())
    assert getattr(told.slots.get("means"), "text", None) == means


def test_a_status_of_zero_is_not_worth_a_sentence() -> None:
    assert not said(plan(analyse("log.txt", b"[bash] make\n[result exit=0]\ndone\n"), 1), "exhibit.status")


@pytest.mark.parametrize(
    ("log", "message", "why"),
    [
        (
            b"[user] Look.\n[assistant] Now:\n[bash] which nvcc\n[result exit=1]\n[assistant] No.\n[bash] exit\n",
            2,
            "last-call",
        ),
        (b"[bash] exit\n[user] Well?\n", 1, "last-call"),
        (b"[user] Is it there?\n[assistant] I do not know.\n", 2, "last"),
    ],
)
def test_where_nothing_was_found_the_last_work_is_told(log: bytes, message: int, why: str) -> None:
    chosen, reason = choose_message(analyse("log.txt", log), None)
    assert (chosen.index, reason) == (message, why)


def test_words_that_only_announce_what_follows_are_no_sentence_that_was_said() -> None:
    report = plan(sample("started-container.txt"), 465)
    rows = [statement.spans[0].quote for statement in said(report, "claim.stance")]
    assert "And the topology:" not in rows
    assert any(row.startswith("nvidia-smi shows the eight GPUs") for row in rows)
