"""A text that matches an expression is never kept from it by the search for pieces, whatever looks for them."""

from re import _parser  # type: ignore[attr-defined]  # the parse tree has no public name

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loganalyst import pipeline
from loganalyst.model.settings import Engine, Settings
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.patterns import compile_pattern, search
from loganalyst.ruleset.sieve import Sieve
from tests.detectors.story import Story
from tests.patterns.attacks import sample

KNOWLEDGE = pipeline.load_knowledge(Settings())
SYMPTOMS = (pattern for symptom in KNOWLEDGE.symptoms for pattern in symptom.patterns)
OWN = tuple(map(compile_pattern, (r"(?i)kalt|straße", r"Ärger\Z", r"(?<=\bno )space", "(?i:é)rror", r"\d\d:", "x+y")))
PATTERNS = tuple(dict.fromkeys((*KNOWLEDGE.rules.patterns, *SYMPTOMS, *OWN)))
FED = tuple(sample(list(_parser.parse(pattern.pattern, pattern.flags))) for pattern in PATTERNS)
"""For each expression a text that matches it, or nearly."""
ODD = ("İ", "ſ", "K", "ΑΣ", "STRASSE", "✗", "\ud800", "\n", " ")
TEXTS = st.lists(
    st.one_of(st.sampled_from((*FED, *ODD)), st.sampled_from(FED).map(str.swapcase), st.text(max_size=8)), max_size=6
).map("".join)
SIEVES = tuple(Sieve(PATTERNS, engine) for engine in Engine)
EVENTS = Story().events()


@given(TEXTS)
def test_no_text_is_kept_from_an_expression_that_matches_it(text: str) -> None:
    matching = [pattern for pattern in PATTERNS if search(pattern, text)[0]]
    for sieve in SIEVES:
        index = EventIndex(EVENTS, sieve=sieve)
        assert [pattern for pattern in matching if not index.may_match(pattern, text)] == []


@pytest.mark.parametrize("engine", [Engine.HYPERSCAN, Engine.AHOCORASICK])
def test_most_expressions_need_not_be_tried_on_a_text_of_other_things(engine: Engine) -> None:
    pytest.importorskip("hyperscan" if engine is Engine.HYPERSCAN else "ahocorasick_rs")
    index = EventIndex(EVENTS, sieve=Sieve(PATTERNS, engine))
    left = [
        pattern for pattern in PATTERNS if index.may_match(pattern, "the weather is fine, as it was the day before")
    ]
    assert len(left) < len(PATTERNS) / 4


def test_an_expression_that_nobody_named_may_match_anything() -> None:
    assert EventIndex(EVENTS, sieve=Sieve(PATTERNS)).may_match(compile_pattern("unheard of"), "nothing")
