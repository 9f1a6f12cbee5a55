import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from loganalyst.model.report import Known
from loganalyst.renderers.markdown import code_span, escape, fence, render, write_sentence
from tests.narrative.made import HOSTILE, cut, make_report, make_transcript, say
from tests.narrative.test_teaching import analyse, plan
from tests.renderers.page import Page

PLAIN = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp"), exclude_characters="\r\u2028\u2029"))
MADE = make_transcript()
MARKDOWN = MarkdownIt("commonmark").enable("table")


def shown(text: str) -> str:
    return str(MARKDOWN.render(text))


def test_text_of_the_log_is_no_markup() -> None:
    page = Page(shown("".join(render(make_report(make_transcript(HOSTILE))))))
    assert page.tags["script"] == page.tags["img"] == page.tags["b"] == 0
    assert "<script>alert('x')</script>" in page.text
    links = {attributes["href"] for tag, attributes in page.elements if tag == "a" and "href" in attributes}
    assert links == {"#m491", "#m493"}


def test_asterisks_of_a_command_stay() -> None:
    assert "ls /tmp/uv-* 2>/dev/null" in "".join(render(make_report(make_transcript())))


def test_the_first_line_tells_whose_file_it_is() -> None:
    first = "".join(render(make_report(make_transcript()))).splitlines()[0]
    assert first.startswith("<!-- loganalyst ")


@given(PLAIN)
@example(" ")
@example(" a ")
@example("` ")
def test_a_code_span_shows_any_text_as_it_is(text: str) -> None:
    page = Page(shown(f"x {code_span(text)} y"))
    seen = page.text.removeprefix("x ").removesuffix(" y\n")
    assert seen == text or (not text and seen == "(empty)")


@given(PLAIN)
def test_a_fence_shows_any_text_as_it_is(text: str) -> None:
    page = Page(shown(fence(text)))
    assert page.tags["pre"] == 1
    assert page.text.strip("\n") == text.strip("\n")


@given(PLAIN)
def test_escaped_text_holds_no_markup(text: str) -> None:
    assert set(Page(shown(f"x {escape(text)} y")).tags) == {"p"}


@pytest.mark.parametrize("text", ["a|b", "line\nbreak"])
def test_a_table_cell_keeps_to_its_row(text: str) -> None:
    page = Page(shown("".join(render(make_report(make_transcript(text))))))
    assert page.tags["tr"] == 2


def test_pieces_of_code_that_touch_become_one() -> None:
    words = Known("-newer ", "rule:x", is_code=True)
    assert write_sentence(say("x", "{a}{b} is told", a=words, b=cut(MADE, 493, 2, "no"))) == "`-newer no` is told"


@pytest.mark.parametrize("text", ["192.0.2.74", "1. one", "1) one", "12.", "- one", "# one", "+ one", "= one"])
def test_the_beginning_of_a_line_is_shown_as_it_stands(text: str) -> None:
    page = Page(shown(escape(text)))
    assert set(page.tags) == {"p"}
    assert page.text.strip() == text


def test_what_is_only_counted_is_not_listed_whole() -> None:
    calls = (f"[assistant]\n[bash] cat /etc/app/part{number}.conf\nvalue {number}\n" for number in range(2, 40))
    text = "[user] Set it up.\n" + "".join(calls)
    page = "".join(render(plan(analyse("long.txt", text.encode()), 39)))
    assert '### <a id="m38"></a>m38' in page
    assert '### <a id="m20"></a>m20' not in page
