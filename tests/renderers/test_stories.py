"""The pages and texts of the reports on the samples."""

from itertools import pairwise

import pytest
from markdown_it import MarkdownIt

from loganalyst.renderers.forms import find_renderers, renderer
from tests.narrative.test_teaching import STORIES, story
from tests.renderers.page import Page


@pytest.mark.parametrize(("name", "message"), STORIES)
@pytest.mark.parametrize("form", find_renderers())
def test_every_form_is_the_same_twice_and_is_text(name: str, message: int, form: str) -> None:
    first, second = ("".join(renderer(form).render(story(name, message))) for _time in range(2))
    assert first == second
    assert first.encode()


@pytest.mark.parametrize(("name", "message"), STORIES)
def test_a_page_is_sound(name: str, message: int) -> None:
    page = Page("".join(renderer("html").render(story(name, message))))
    links = [attributes["href"] or "" for tag, attributes in page.elements if tag == "a"]
    levels = [int(tag[1]) for tag, _attributes in page.elements if tag in {"h1", "h2", "h3", "h4", "h5", "h6"}]
    assert (page.unbalanced, page.open) == ([], [])
    assert len(page.ids) == len(set(page.ids))
    assert [link for link in links if link.removeprefix("#") not in page.ids] == []
    assert page.tags["h1"] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.parametrize(("name", "message"), STORIES)
def test_markdown_keeps_its_tables_and_headings(name: str, message: int) -> None:
    report = story(name, message)
    page = Page(MarkdownIt("commonmark").enable("table").render("".join(renderer("md").render(report))))
    headings = [section.heading for section in report.sections]
    assert page.tags["h1"] == 1
    assert page.tags["h2"] >= len(headings)
    assert page.tags["table"] >= 3
    assert all(heading in page.text for heading in headings)


@pytest.mark.parametrize(("name", "message"), STORIES)
def test_a_page_stays_small(name: str, message: int) -> None:
    assert len("".join(renderer("html").render(story(name, message)))) < 200_000
