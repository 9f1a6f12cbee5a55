"""How the sections put statements together: slots, figures that hold, quotations cut to length."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import count
from string import ascii_lowercase
from typing import TypeVar

from loganalyst.errors import ReportError
from loganalyst.model.report import Basis, Block, Known, MessageRef, Section, Slot, Statement
from loganalyst.model.span import Formula, Span, Subject, Value
from loganalyst.narrative import phrases
from loganalyst.narrative.figures import check_value

QUOTE_CHARACTERS = 240
"""A longer quotation inside a sentence is cut at a word, and the sentence shows that."""

Word = TypeVar("Word", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Rest:
    """What a statement rests on and is about, beside its slots."""

    spans: tuple[Span, ...] = ()
    about: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    subject: Subject | None = None


def say(key: str, template: str, rest: Rest | None = None, basis: Basis = Basis.DERIVED, /, **slots: Slot) -> Statement:
    """Return a statement; the names of slots are free."""
    rest = rest or Rest()
    return Statement(key, basis, template, slots, rest.about, rest.facts, rest.spans, rest.subject)


def about_message(index: int) -> Subject:
    """Return the subject of statements about a message."""
    return Subject("message", str(index))


def term(words: Mapping[Word, str], member: Word) -> Known:
    """Return the words for a member of a closed list; its source names the member, as in ``report:timed_out``."""
    return Known(words[member], f"report:{member.value}")


def figure(number: Decimal, unit: str, span: Span | None) -> Value | None:
    """Return a number read from a quotation, or None where the quotation does not say it."""
    if span is None:
        return None
    value = Value(number, unit, Formula.QUOTED, spans=(span,))
    try:
        check_value(value)
    except ReportError:
        return None
    return value


def tally(spans: Iterable[Span]) -> Value:
    """Return how many different places are quoted."""
    places = tuple(dict.fromkeys(spans))
    return Value(Decimal(len(places)), "1", Formula.COUNT, spans=places)


def shorten(span: Span, limit: int = QUOTE_CHARACTERS) -> Span:
    """Return the beginning of a quotation up to a word's end, or all of it; leading blank lines are left out."""
    quote = span.quote
    lead = len(quote) - len(quote.lstrip())
    quote = quote.strip()
    if len(quote) > limit:
        cut = quote[:limit]
        quote = cut[: cut.rfind(" ")] if " " in cut[limit // 2 :] else cut
    start = span.start + lead
    return span.inside(start, start + len(quote))


def split_lines(span: Span) -> list[Span]:
    """Return the lines of a quotation that hold words, each as a quotation of its own."""
    found = []
    start = span.start
    for line in span.quote.split("\n"):
        quote = line.rstrip("\r")
        if quote.strip():
            found.append(span.inside(start, start + len(quote)))
        start += len(line) + 1
    return found


def is_cut(span: Span, whole: Span) -> bool:
    """Say whether words at the end of the whole are missing from a quotation."""
    return len(span.quote) < len(whole.quote.strip())


def quoted(name: str, span: Span, whole: Span) -> str:
    """Return the place for a quotation, with the mark of a cut where it is shortened."""
    place = "{" + name + "}"
    return phrases.CUT.format(words=place) if is_cut(span, whole) else place


def letters() -> Iterable[str]:
    """Yield names without digits, from ``a`` to ``z``, then ``aa`` and so on."""
    for number in count():
        name, rest = "", number
        while True:
            name = ascii_lowercase[rest % 26] + name
            rest = rest // 26 - 1
            if rest < 0:
                break
        yield name


def series(
    prefix: str, items: Sequence[Slot], last: str = phrases.LAST, comma: str = phrases.COMMA
) -> tuple[str, dict[str, Slot]]:
    """Return "{a}, {b} and {c}" with its slots, for a list of any length inside a sentence; `last` joins the last."""
    names = [f"{prefix}_{letter}" for letter, _item in zip(letters(), items, strict=False)]
    places = ["{" + name + "}" for name in names]
    text = places[0] if len(places) == 1 else last.format(first=comma.join(places[:-1]), last=places[-1])
    return text, dict(zip(names, items, strict=True))


def references(messages: Iterable[int]) -> list[MessageRef]:
    """Return references to messages, each once, in order."""
    return [MessageRef(index) for index in sorted(set(messages))]


def make_section(key: str, blocks: Iterable[Block]) -> Section | None:
    """Return a section under its heading, or None where nothing could be derived for it."""
    found = tuple(blocks)
    return Section(key, phrases.HEADINGS[key], found) if found else None


def lower_first(title: str) -> str:
    """Return a title as it stands inside a sentence; acronyms keep their capitals."""
    return title[:1].lower() + title[1:] if title[1:2].islower() or title[1:2] == " " else title
