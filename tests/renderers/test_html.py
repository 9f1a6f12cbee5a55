import base64
import hashlib
from itertools import pairwise

import pytest

from loganalyst.renderers.html import render
from tests.narrative.made import HOSTILE, make_report, make_transcript
from tests.renderers.page import Page

PAGES = {
    name: "".join(render(make_report(make_transcript(text))))
    for name, text in {"hostile": HOSTILE, "plain": "Yes."}.items()
}
HOSTILE_PAGE = Page(PAGES["hostile"])


@pytest.mark.parametrize("source", PAGES.values(), ids=PAGES)
def test_a_page_is_well_formed(source: str) -> None:
    page = Page(source)
    assert (page.unbalanced, page.open) == ([], [])


@pytest.mark.parametrize("source", PAGES.values(), ids=PAGES)
def test_a_page_has_one_first_heading_and_skips_no_level(source: str) -> None:
    levels = [int(tag[1]) for tag, _attributes in Page(source).elements if tag in {"h1", "h2", "h3", "h4", "h5", "h6"}]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_ids_are_unique_and_every_link_inside_the_page_leads_somewhere() -> None:
    page = HOSTILE_PAGE
    links = [attributes["href"] or "" for tag, attributes in page.elements if tag == "a"]
    assert len(page.ids) == len(set(page.ids))
    assert {"m493", "f-1a2b3c4d"} <= set(page.ids)
    assert [link for link in links if link.removeprefix("#") not in page.ids] == []


def test_text_of_the_log_stays_text() -> None:
    page = HOSTILE_PAGE
    assert page.tags["script"] == page.tags["img"] == page.tags["b"] == 0
    assert "<script>alert('x')</script>" in page.text
    assert "<img src=x onerror=alert(1)>" in page.text


def test_characters_that_act_unseen_are_shown() -> None:
    assert "␛[31mred ‹U+202E›evil" in HOSTILE_PAGE.text
    assert not {"\x1b", "\u202e"} & set(PAGES["hostile"])


def test_no_element_carries_its_own_style_or_script() -> None:
    names = [name for _tag, attributes in HOSTILE_PAGE.elements for name in attributes]
    assert [name for name in names if name == "style" or name.startswith("on")] == []


def test_the_policy_allows_this_style_sheet_and_nothing_else() -> None:
    page = HOSTILE_PAGE
    metas = {
        attributes.get("http-equiv") or attributes.get("name"): attributes["content"]
        for tag, attributes in page.elements
        if tag == "meta" and "content" in attributes
    }
    digest = base64.b64encode(hashlib.sha256(page.style.encode()).digest()).decode()
    policy = metas["Content-Security-Policy"] or ""
    assert policy.startswith("default-src 'none'; ")
    assert f"style-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert metas["robots"] == "noindex"
    assert metas["referrer"] == "no-referrer"
    assert (metas["generator"] or "").startswith("loganalyst ")
    assert page.tags["link"] == 0
    assert "url(" not in page.style
    assert "@import" not in page.style


def test_a_long_text_is_folded_and_still_there() -> None:
    text = "\n".join(f"line number {number}" for number in range(100))
    page = Page("".join(render(make_report(make_transcript(text)))))
    assert page.tags["details"] > 1
    assert "line number 55" in page.text
    assert "60 more lines" in page.text


def test_the_same_report_gives_the_same_page() -> None:
    assert "".join(render(make_report(make_transcript(HOSTILE)))) == PAGES["hostile"]


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def palettes() -> list[dict[str, str]]:
    blocks = HOSTILE_PAGE.style.split(":root {")[1:3]
    found = []
    for block in blocks:
        declarations = (line.partition(":") for line in block.partition("}")[0].replace("\n", "").split(";"))
        found.append(
            {name.strip(): value.strip() for name, _colon, value in declarations if value.strip().startswith("#")}
        )
    return found


@pytest.mark.parametrize("palette", palettes(), ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["--paper", "--sheet", "--wash", "--quote", "--target"])
@pytest.mark.parametrize("ink", ["--ink", "--soft", "--accent", "--code-ink", "--error", "--warning", "--note"])
def test_both_palettes_can_be_read(palette: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(palette[ink], palette[ground]) >= 4.5


def test_a_short_word_with_a_hyphen_is_kept_whole_and_a_long_one_is_not() -> None:
    long = "/srv/a-very-long-folder/with-more-below/it"
    source = "".join(render(make_report(make_transcript(f"find {long} -newer /srv"))))
    assert '<span class="whole">-newer</span>' in source
    assert f'<span class="whole">{long}' not in source
