from dataclasses import replace

import pytest

from loganalyst.errors import ConfigError
from loganalyst.model.analysis import Analysis
from loganalyst.model.event import Events
from loganalyst.model.ledger import Ledgers
from loganalyst.renderers.forms import find_renderers, renderer, renderer_of_suffix
from loganalyst.renderers.text import mark_findings, render
from tests.narrative.made import HOSTILE, make_finding, make_report, make_transcript

MADE = make_transcript()
FINDING = make_finding(MADE)
ANALYSIS = Analysis(MADE, Events(MADE), Ledgers(), (FINDING, replace(FINDING, suppressed="known")))

LOOK = """\
warning[absence-with-errors-hidden]: ls shows nothing and its errors are thrown
away
  --> made.txt: message 493, line 10
   |
   | ls /tmp/uv-* 2>/dev/null
   | ^^^^^^^^^^^^^^^^^^^^^^^^
   | no
   | -- what came back
   |
   = confidence: high
   = see: loganalyst explain absence-with-errors-hidden

"""


def test_a_finding_shows_what_where_and_the_words_it_rests_on() -> None:
    assert "".join(piece.text for piece in mark_findings(ANALYSIS)) == LOOK


def test_pieces_say_what_they_are() -> None:
    styles = {piece.style for piece in mark_findings(ANALYSIS)}
    assert styles == {"warning", "rule", "", "frame", "quote"}


def test_a_hostile_quotation_stays_on_its_lines() -> None:
    finding = replace(FINDING, span=replace(FINDING.span, quote=HOSTILE + "\n" * 20))
    text = "".join(piece.text for piece in mark_findings(replace(ANALYSIS, findings=(finding,)), width=40))
    assert "\x1b" not in text
    assert "… 14 more lines" in text


def test_a_report_reads_as_plain_text() -> None:
    text = "".join(render(make_report(MADE)))
    assert "m491 and m493 waited 15 minutes (900 s) in all." in text
    assert "Outcome: hit its limit" in text


def test_renderers_are_found_by_name_and_suffix() -> None:
    assert {"html", "json", "md", "text"} <= set(find_renderers())
    assert renderer_of_suffix(".html") is renderer("html")


@pytest.mark.parametrize("look", [renderer, renderer_of_suffix])
def test_an_unknown_form_is_refused(look: object) -> None:
    assert callable(look)
    with pytest.raises(ConfigError):
        look("papyrus")
