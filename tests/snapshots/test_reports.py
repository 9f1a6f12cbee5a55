"""The reports on the essays' messages as they are read: each was read line by line before it was kept here."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from loganalyst import __version__, pipeline
from loganalyst.model.settings import Settings
from loganalyst.readers.source import Source

SAMPLES = Path(__file__).parents[2] / "samples"
STORIES = (("stuck-install.txt", 495), ("started-container.txt", 463), ("thrashing-build.json", 43))
RULES = (
    "absence-from-one-sample",
    "absence-with-errors-hidden",
    "announced-check-not-run",
    "blanket-permissions",
    "claim-contradicted-later",
    "connect-timeout-as-runtime-limit",
    "find-newer-than-busy-directory",
    "free-read-as-pressure",
    "inner-timeout-exceeds-outer",
    "kill-leaves-scheduler",
    "kill-result-hidden",
    "nvidia-smi-as-cuda-check",
    "one-shot-readiness",
    "oom-kill",
    "parameter-sweep",
    "pkill-matches-own-shell",
    "probe-in-wrong-place",
    "remote-left-running",
    "rival-never-probed",
    "sample-read-as-whole",
    "sigkill-first",
    "status-read-as-health",
    "strace-empty-summary",
    "strace-narrow-filter",
    "strace-without-follow",
    "thrashing",
    "tool-timeout",
    "topology-read-as-p2p",
    "unlabelled-probe-bundle",
    "unverified-success",
    "whole-tree-scan-loop",
)
"""The rules that the samples were written for; a further rule does not change what is kept here."""
SETTINGS = Settings(select=RULES)


class Markdown(SingleFileSnapshotExtension):
    """Keep a snapshot as a Markdown file that can be read as it is."""

    _write_mode = WriteMode.TEXT
    file_extension = "md"


class Page(Markdown):
    """Keep a snapshot as a page."""

    file_extension = "html"


def write(name: str, message: int, form: str) -> str:
    """Return a report in one of its forms, without the version of the program."""
    knowledge = pipeline.load_knowledge(SETTINGS)
    source = Source(f"samples/{name}", (SAMPLES / name).read_bytes())
    analysis = pipeline.analyse(pipeline.read(source, SETTINGS), knowledge, SETTINGS)
    report = pipeline.plan(analysis, knowledge, SETTINGS, message)
    return "".join(pipeline.render(report, form)).replace(f"loganalyst {__version__}", "loganalyst VERSION")


@pytest.mark.parametrize(("name", "message"), STORIES, ids=[name.split(".")[0] for name, _message in STORIES])
def test_the_report_reads_as_it_was_read(name: str, message: int, snapshot: SnapshotAssertion) -> None:
    assert write(name, message, "md") == snapshot(extension_class=Markdown)


def test_the_page_shows_as_it_was_read(snapshot: SnapshotAssertion) -> None:
    name, message = STORIES[1]
    assert write(name, message, "html") == snapshot(extension_class=Page)
