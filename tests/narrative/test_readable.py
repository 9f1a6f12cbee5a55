"""Reports are short enough to be read, on the samples and on real sessions of several formats."""

from collections import Counter
from pathlib import Path

import pytest

from loganalyst import pipeline
from loganalyst.model.report import Bullets, Exhibit, Paragraph, Report, Statement
from loganalyst.model.span import Span
from loganalyst.narrative.walk import block_statements, walk_blocks
from loganalyst.narrative.wording import read_pieces
from loganalyst.readers.source import Source
from tests.stories.points import SETTINGS, knowledge, read_bytes, report_on, show

SHARED = Path(__file__).parents[3] / "shared" / "corpus"
SESSIONS = (
    "claude_code/gastown_09dd6a06.jsonl",
    "claude_code_stream/install-windows-3.11__sVtnj8d/agent/claude-code.txt",
    "mini_swe/sphinx-doc__sphinx-10466__mini-root-cause-high-reasoning.traj.json",
    "opencode/cap__opencode-session.json",
    "openhands/tls_scanner__trajectory.json",
    "aider/haav.aider.chat.history.md",
)
STORIES = (("stuck-install.txt", 495), ("started-container.txt", 463), ("thrashing-build.json", 43))
MOST_WORDS = 2500
MOST_WORDS_OF_STORIES = 3100
"""The samples hold more to be told of one message than sessions commonly do."""
MOST_ATTEMPTS = 20


def sentences(report: Report) -> list[Statement]:
    """Return what is to be read; the message itself, quoted whole, and headings of its parts are left out."""
    blocks = [block for section in report.sections for block in walk_blocks(section.blocks)]
    return [one for block in blocks if not isinstance(block, Exhibit) for one in block_statements(block)]


def spell(statement: Statement) -> str:
    return "".join(piece if isinstance(piece, str) else show(piece) for piece in read_pieces(statement))


def report_of(session: str) -> Report:
    path = SHARED / session
    if not path.is_file():
        pytest.skip("the real sessions are not here")
    analysis = pipeline.analyse(pipeline.read(Source(path.name, path.read_bytes()), SETTINGS), knowledge(), SETTINGS)
    return pipeline.plan(analysis, knowledge(), SETTINGS)


def count_words(report: Report) -> int:
    return sum(len(spell(one).split()) for one in sentences(report))


def attempts(report: Report) -> int:
    rows = [one for one in sentences(report) if one.key == "ladder.attempt" and one.template == "{message}"]
    return len({one.slots["message"] for one in rows})


@pytest.mark.parametrize("session", SESSIONS)
def test_a_report_on_a_real_session_can_be_read(session: str) -> None:
    report = report_of(session)
    assert 0 < count_words(report) <= MOST_WORDS
    assert attempts(report) <= MOST_ATTEMPTS


@pytest.mark.parametrize(("name", "message"), STORIES)
def test_a_report_on_a_sample_can_be_read(name: str, message: int) -> None:
    report = report_on(name, read_bytes(name), message)
    assert 0 < count_words(report) <= MOST_WORDS_OF_STORIES


@pytest.mark.parametrize(("name", "message"), STORIES)
def test_no_sentence_is_said_twice(name: str, message: int) -> None:
    report = report_on(name, read_bytes(name), message)
    blocks = [block for section in report.sections for block in walk_blocks(section.blocks)]
    running = [one for block in blocks if isinstance(block, Paragraph | Bullets) for one in block_statements(block)]
    said = Counter(spell(one) for one in running if any(isinstance(slot, Span) for slot in one.slots.values()))
    assert [text for text, times in said.items() if times > 1] == []
