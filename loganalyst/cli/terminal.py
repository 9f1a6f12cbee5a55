"""Findings on a terminal: the words of the text renderer, dressed in colours where they are wanted."""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import typer

from loganalyst.cli.output import write

if TYPE_CHECKING:
    from loganalyst.model.analysis import Analysis
    from loganalyst.renderers._blocks import Piece

_STYLES: dict[str, dict[str, str | bool]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "blue", "bold": True},
    "rule": {"bold": True},
    "frame": {"fg": "cyan"},
}


def print_findings(analyses: "Sequence[Analysis]", rules: int, target: str, *, quiet: bool, force: bool) -> None:
    """Print all findings and, unless told to be quiet, the line that sums them up."""
    from loganalyst.renderers._blocks import WIDTH
    from loganalyst.renderers.text import mark_findings

    width = min(WIDTH, columns()) if target == "-" else WIDTH
    pieces = (piece for analysis in analyses for piece in mark_findings(analysis, width))
    dressed = wants_colour() if target == "-" else False
    words = (_dress(piece.text, piece.style) if dressed else piece.text for piece in pieces)
    write(_with_summary(words, "" if quiet else summary(analyses, rules)), target, force=force)


def print_pieces(pieces: "Iterable[Piece]") -> None:
    """Print marked text to standard output."""
    dressed = wants_colour()
    sys.stdout.writelines(_dress(piece.text, piece.style) if dressed else piece.text for piece in pieces)


def columns() -> int:
    """Return how many columns the terminal has, or 80 where standard output is none."""
    return shutil.get_terminal_size((80, 24)).columns


def wants_colour() -> bool:
    """Tell whether standard output wants colours: NO_COLOR goes before FORCE_COLOR, and both before the terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def summary(analyses: "Iterable[Analysis]", rules: int) -> str:
    """Return the last line: how many findings of which weight in how many messages."""
    from loganalyst.model.finding import Severity, Verdict

    seen = tuple(analyses)
    findings = [finding for analysis in seen for finding in analysis.findings]
    shown = [finding for finding in findings if finding.suppressed is None]
    count = Counter(finding.severity for finding in shown if finding.verdict is Verdict.MATCH)
    words = [_plural(count[severity], severity.value) for severity in reversed(Severity) if count[severity]]
    unknown = sum(finding.verdict is Verdict.UNKNOWN for finding in shown)
    words += [f"{unknown} undecided"] if unknown else []
    messages = sum(len(analysis.transcript.messages) for analysis in seen)
    hidden = f" ({len(findings) - len(shown)} suppressed)" if len(findings) > len(shown) else ""
    return f"{', '.join(words) or 'No findings'} in {_plural(messages, 'message')}{hidden}. {_plural(rules, 'rule')}.\n"


def _with_summary(pieces: Iterable[str], line: str) -> Iterator[str]:
    yield from pieces
    yield line


def _dress(text: str, style: str) -> str:
    known = _STYLES.get(style)
    return typer.style(text, **known) if known else text  # type: ignore[arg-type]  # one table for all styles


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
