"""Claims: what the speakers' sentences say, with spans and with what they are about."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from loganalyst.events.about import Surroundings
from loganalyst.events.draft import Draft, PlacedPart, part_text, span_of
from loganalyst.events.naming import Names, collect_names, find_subjects, find_topics
from loganalyst.events.speech.language import is_english
from loganalyst.events.speech.reading import Saying, read_sentence
from loganalyst.model.event import Claim
from loganalyst.model.transcript import Reasoning, Role, Text
from loganalyst.text.prose import Sentence, split_sentences

_SPEAKERS = frozenset({Role.ASSISTANT, Role.USER})


def add_claims(draft: Draft) -> Draft:
    """Return the draft with the claims of its speakers, or with its language said to be another than English."""
    spoken = [placed for placed in draft.parts if _is_speech(placed)]
    if not is_english(part_text(placed.part) for placed in spoken):
        return replace(draft, events=replace(draft.events, language="other"))
    claims = tuple(_claims(draft, spoken))
    return replace(draft, events=replace(draft.events, claims=claims))


def _is_speech(placed: PlacedPart) -> bool:
    """Return whether a part is what a speaker wrote or thought, not what the agent's program put in."""
    if placed.place.role not in _SPEAKERS:
        return False
    part = placed.part
    return isinstance(part, Reasoning) or (isinstance(part, Text) and not part.injected)


def _claims(draft: Draft, spoken: Iterable[PlacedPart]) -> Iterator[Claim]:
    names = collect_names(draft.events.commands)
    surroundings = Surroundings(draft.events)
    transcript = draft.events.transcript.id
    for placed in spoken:
        for sentence in split_sentences(part_text(placed.part)):
            if not sentence.text.isascii() and not is_english((sentence.text,)):
                continue
            for saying in read_sentence(sentence, placed.place.role):
                yield _claim(transcript, placed, sentence, saying, (names, surroundings))


def _claim(
    transcript: str, placed: PlacedPart, sentence: Sentence, saying: Saying, session: tuple[Names, Surroundings]
) -> Claim:
    """Return the claim that one clause makes."""
    names, surroundings = session
    about = surroundings.about(placed.place, saying.stance, saying.predicate)
    text = sentence.text[saying.start : saying.end]
    plain = sentence.plain[saying.start : saying.end]
    return Claim(
        place=placed.place,
        span=span_of(transcript, placed, sentence.start + saying.start, sentence.start + saying.end),
        text=text,
        stance=saying.stance,
        predicate=saying.predicate,
        act=saying.act,
        scope=saying.scope,
        polarity="absent" if saying.absent else "present",
        subjects=find_subjects(text, names, about.host),
        topics=find_topics(text, plain, names),
        traits=about.traits,
        about_call=about.call,
        in_reasoning=isinstance(placed.part, Reasoning),
    )
