"""The section "You need to know": the terms that a report uses, in plain words."""

from collections.abc import Iterable, Iterator

from loganalyst.knowledge.teaching import Term
from loganalyst.model.report import Basis, Bullets, Exhibit, Known, Section, Statement
from loganalyst.model.span import Span, Subject
from loganalyst.narrative import phrases
from loganalyst.narrative.saying import Rest, make_section, say
from loganalyst.narrative.scene import Scene
from loganalyst.narrative.walk import block_statements, walk_blocks
from loganalyst.narrative.wording import read_pieces

_ADVICE = ("instead.", "why.", "rival.probe", "assumption.")
"""Beginnings of the keys of statements that tell what else to do."""
_MOST = 5
"""Terms told, those that the report uses most."""


def plan_glossary(scene: Scene, told: Iterable[Section]) -> Section | None:
    """Return the terms that the sections before use, in the order of their first use."""
    texts = list(_texts(told))
    uses = [
        ([number for number, text in enumerate(texts) if _is_used(term, text)], term) for term in scene.lexicon.terms
    ]
    used = sorted((found for found in uses if found[0]), key=lambda found: -len(found[0]))[:_MOST]
    items = tuple(_term(term) for _uses, term in sorted(used, key=lambda found: found[0][0]))
    return make_section("glossary", [Bullets(items)] if items else [])


def _texts(sections: Iterable[Section]) -> Iterator[str]:
    """Yield what a reader of the sections reads, statement by statement; advice explains itself."""
    for section in sections:
        for block in walk_blocks(section.blocks):
            if isinstance(block, Exhibit):
                yield block.span.quote
            for statement in (one for one in block_statements(block) if not one.key.startswith(_ADVICE)):
                yield "".join(_words(statement))


def _words(statement: Statement) -> Iterator[str]:
    for piece in read_pieces(statement):
        match piece:
            case str():
                yield piece
            case Span():
                yield piece.quote
            case Known():
                yield piece.text
            case _:
                pass


def _is_used(term: Term, text: str) -> bool:
    return any(pattern.search(text) for pattern in term.says)


def _term(term: Term) -> Statement:
    source = f"term:{term.term}"
    rest = Rest(facts=term.facts, subject=Subject("term", term.term))
    name = Known(term.term, source)
    return say("glossary.term", phrases.GLOSSARY_TERM, rest, Basis.RULE, term=name, text=Known(term.text, source))
