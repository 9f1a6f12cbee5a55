"""Reasons in what was said: guesses, statements and what became of them, the user's words, reports, the end."""

from collections.abc import Iterator

from loganalyst.graph.errors import says_error
from loganalyst.graph.session import Session
from loganalyst.graph.weights import Reasoned, reason
from loganalyst.model.event import Predicate, Stance
from loganalyst.model.transcript import Role

_SUCCESS = frozenset({Predicate.WORKS, Predicate.FIXED, Predicate.DONE, Predicate.PASSES, Predicate.FINE})


def _guesses(session: Session) -> Iterator[Reasoned]:
    for row in session.analysis.ledgers.hypotheses:
        if row.voiced:
            yield row.message, reason("guess", "an explanation is voiced", row.raised_at)
        if row.acted_on_message is not None:
            yield row.acted_on_message, reason("acted-on", "a guess is acted upon", row.acted_on_at)


def _claims(session: Session) -> Iterator[Reasoned]:
    for row in session.analysis.ledgers.claims:
        if row.fate == "contradicted":
            yield row.message, reason("contradicted", "a statement that is contradicted later", row.span)
            if row.later_message is not None and row.later:
                yield row.later_message, reason("contradicts", "it contradicts what was stated before", row.later[0])
    for claim in session.analysis.events.claims:
        if claim.place.role is not Role.ASSISTANT:
            continue
        if claim.stance is Stance.RETRACTED:
            yield claim.place.message, reason("retracted", "a statement is taken back", claim.span)
        elif claim.predicate is Predicate.CAUSE and claim.stance is Stance.ASSERTED and not claim.in_reasoning:
            yield claim.place.message, reason("explanation", "a cause is stated as a fact", claim.span)


def _users(session: Session) -> Iterator[Reasoned]:
    """Yield where the user says that something is wrong, or shows an output that says so."""
    bad = {Predicate.FAILS, Predicate.STUCK, Predicate.STOPPED, Predicate.TAKES_LONG, Predicate.THRASHES}
    told: set[int] = set()
    for claim in session.analysis.events.claims:
        wrong = claim.predicate in bad or claim.stance is Stance.NEGATED
        if claim.place.role is Role.USER and wrong and claim.place.message not in told:
            told.add(claim.place.message)
            yield claim.place.message, reason("correction", "the user says that something is wrong", claim.span)
    for event in session.analysis.events.messages:
        shows = event.place.role is Role.USER and any(says_error(line) for line in event.text.splitlines())
        if shows and event.place.message not in told:
            yield event.place.message, reason("correction", "the user shows an error", event.span)


def _reports(session: Session) -> Iterator[Reasoned]:
    """Yield the last words before the user speaks again, or before the end, when they report a success."""
    last: dict[int, int] = {}
    turns = [
        event.place for event in session.analysis.events.messages if event.place.role in {Role.USER, Role.ASSISTANT}
    ]
    for number, place in enumerate(turns):
        ends = number + 1 == len(turns) or turns[number + 1].role is Role.USER
        if place.role is Role.ASSISTANT and ends:
            last[place.message] = number
    told: set[int] = set()
    for claim in session.analysis.events.claims:
        index = claim.place.message
        success = claim.predicate in _SUCCESS and claim.stance is Stance.ASSERTED
        if index in last and success and index not in told and not claim.in_reasoning:
            told.add(index)
            yield index, reason("report", "success is reported to the user", claim.span)


def _denials(session: Session) -> Iterator[Reasoned]:
    """Yield reports of success that the user's next words speak against."""
    against = {message for message, _ in _users(session)}
    reported = dict(_reports(session))
    last: int | None = None
    for event in session.analysis.events.messages:
        if event.place.role is Role.USER and event.place.message in against and last in reported:
            yield last, reason("denied", "the user's answer to it says that something is wrong", event.span)
        if event.place.role is Role.ASSISTANT:
            last = event.place.message


def _ending(session: Session) -> Iterator[Reasoned]:
    """Yield what the session ended in: its last words, and the last answer that came back before them."""
    spoken = session.spoken
    if spoken:
        yield spoken[-1].place.message, reason("ending", "the session ends here", spoken[-1].span)
    answered = [call for call in session.analysis.events.calls if call.result is not None]
    if answered:
        last = answered[-1]
        yield last.place.message, reason("ending", "the last answer that came back", last.span)


SAID = (_guesses, _claims, _users, _reports, _denials, _ending)
"""What finds the reasons of this module."""
