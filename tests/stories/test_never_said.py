"""What the reports on the essays' messages must never say: claims of the essays that were checked and found wrong."""

import re
from collections.abc import Iterator

import pytest

from loganalyst.model.report import Known, Report, Statement
from loganalyst.narrative.walk import walk_statements
from tests.stories.points import own_words, quotes_of, read_bytes, report_on

SILENT_INSTALL = ("stuck-install.txt", 495)
STARTED_CONTAINER = ("started-container.txt", 463)
THRASHING_BUILD = ("thrashing-build.json", 43)
STORIES = (SILENT_INSTALL, STARTED_CONTAINER, THRASHING_BUILD)

EVERYWHERE = (
    r"\broot cause\b",
    r"\bredundant\b",
    r"\bmore aggressive\b",
    r"\brul(?:es|ed|ing) out\b",
    r"\b(?:masterclass|sound reasoning|correctly inferred|reasonable heuristic)\b",
    r"\bconfirms that\b",
    r"\bmust (?:be|have)\b",
    r"\bcertainly\b",
)
NEVER = {
    SILENT_INSTALL: (
        r"\b(?:summary|table|output|strace)\b[^.;:\n]{0,60}(?<!not )\b(?:lost|captured|swallowed)\b",
        r"\bnot (?:building|compiling)\b",
        r"\b(?:has|have) not started (?:to build|building)\b",
        r"\bno build (?:artifacts?|process)\b",
        r"\b(?:is|was|looks) (?:stuck|hung|dead-?locked)\b",
        r"\bSAT\b",
        r"/proc/[0-9]+/net\b",
        r"\bleast (?:to most )?invasive\b",
        r"\bPHB\b[^.\n]{0,80}\b(?:prevent|block|rule)",
        r"\bP2P (?:works|is possible|should)\b",
    ),
    STARTED_CONTAINER: (
        r"\b(?:boots?|booted|starts?|started) (?:cleanly|successfully)\b",
        r"\bis (?:up and )?ready\b",
        r"\b(?:SSH|ssh) works\b",
        r"\bfirmware\b",
        r"\bGSP\b",
        r"\bBlackwell support\b",
        r"\bHMM\b",
        r"\bcuInit\b[^.\n]{0,80}\b(?:because|due to|caused by|since the)\b",
        r"\bcannot read SSH authorized keys\b",
        r"\bP2P (?:works|is possible|should)\b",
    ),
    THRASHING_BUILD: (
        r"\bmemory (?:was|has been|had been) (?:added|upgraded|extended)\b",
        r"\b(?:added|more|new) (?:memory|RAM)\b",
        r"\bwas (?:really )?thrashing\b",
        r"\bnot a network problem\b",
        r"\braises the (?:time-?out|limit)\b",
        r"\bdefault (?:10|ten)[- ]second\b",
        r"\binline compiler\b",
        r"&& sleep\b",
        r"\btime to reap\b",
    ),
}


def story(name: tuple[str, int]) -> Report:
    sample, message = name
    return report_on(sample, read_bytes(sample), message)


def sources(report: Report, key: str, subject: str = "") -> Iterator[str]:
    for one in walk_statements(report):
        if one.key == key and (not subject or (one.subject is not None and one.subject.name == subject)):
            yield from (slot.source for slot in one.slots.values() if isinstance(slot, Known))


@pytest.mark.parametrize(
    ("name", "pattern"), [(name, pattern) for name in STORIES for pattern in (*EVERYWHERE, *NEVER[name])]
)
def test_a_wrong_claim_is_not_made(name: tuple[str, int], pattern: str) -> None:
    assert re.findall(pattern, own_words(story(name))) == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (SILENT_INSTALL, "the summary output was likely lost"),
        (SILENT_INSTALL, "uv is not building from source"),
        (STARTED_CONTAINER, "cuInit fails because of it"),
        (THRASHING_BUILD, "killall -9 ninja && sleep 2"),
        (THRASHING_BUILD, "The memory was added later"),
    ],
)
def test_a_wrong_claim_would_be_noticed(name: tuple[str, int], words: str) -> None:
    assert any(re.search(pattern, words) for pattern in NEVER[name])


@pytest.mark.parametrize("name", STORIES)
def test_no_explanation_is_said_to_hold_or_to_be_excluded(name: tuple[str, int]) -> None:
    told = {source for source in sources(story(name), "rival.tested") if source.startswith("report:")}
    assert told <= {"report:weakened", "report:weakens"}
    spoken_against = {"own-kill"} if name == THRASHING_BUILD else set()  # ended at the limit, and not at once with 255
    tested = (one.subject for one in walk_statements(story(name)) if one.key == "rival.tested")
    assert {subject.name for subject in tested if subject is not None} == spoken_against
    assert set(sources(story(name), "hypothesis.voiced")) & {"report:supported", "report:excluded"} == set()


@pytest.mark.parametrize("name", STORIES)
def test_no_cause_is_named(name: tuple[str, int]) -> None:
    causes = {one.key for one in walk_statements(story(name)) if one.key.startswith("cause.")}
    assert causes <= {"cause.not-shown"}


def test_the_bare_lines_of_strace_are_read_as_its_answer() -> None:
    shown = set(sources(story(SILENT_INSTALL), "known.shown"))
    assert {"report:strace.attached", "report:strace.empty-summary"} <= shown


def test_the_part_behind_the_semicolon_is_never_said_to_depend_on_the_kill() -> None:
    report = story(THRASHING_BUILD)
    assert not any("2>/dev/null && sleep" in quote for quote in quotes_of(report))
    told = [one for one in walk_statements(report) if one.key == "chain.join" and _quotes(one, "sleep 2 && free -h")]
    assert [source for one in told for source in _conditions(one)] == ["report:always"]


def _quotes(statement: Statement, words: str) -> bool:
    return any(getattr(slot, "quote", "") == words for slot in statement.slots.values())


def _conditions(statement: Statement) -> list[str]:
    return [slot.source for name, slot in statement.slots.items() if name == "condition" and isinstance(slot, Known)]


def test_nothing_is_said_of_the_machine_before_its_restart() -> None:
    shown = [one for one in walk_statements(story(THRASHING_BUILD)) if one.key == "known.shown"]
    assert shown == []
    later = [one for one in walk_statements(story(THRASHING_BUILD)) if one.key == "known.not-shown"]
    assert any(one.subject is not None and one.subject.name == "free" for one in later)
