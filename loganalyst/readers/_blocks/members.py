"""The name of an archive's file, written into all locations of the transcript that was read from it."""

from dataclasses import replace

from loganalyst.model.span import Location
from loganalyst.model.transcript import Damage, Message, RecordLedger, Tally, Transcript
from loganalyst.readers.source import Source


def mark_member(transcript: Transcript, source: Source) -> Transcript:
    """Return a transcript whose locations name the archive's file, and whose ledger tells of torn compressed data."""
    if source.torn:
        ledger = transcript.ledger
        told = replace(ledger, notes=(*ledger.notes, source.torn), torn_end=True)
        transcript = replace(transcript, ledger=told)
    return _moved(transcript, source.member) if source.member else transcript


def _moved(transcript: Transcript, member: str) -> Transcript:
    return replace(
        transcript,
        messages=tuple(_message(message, member) for message in transcript.messages),
        ledger=_ledger(transcript.ledger, member),
        children=tuple(_moved(child, member) for child in transcript.children),
    )


def _message(message: Message, member: str) -> Message:
    parts = tuple(replace(part, location=_place(part.location, member)) for part in message.parts)
    return replace(message, location=_place(message.location, member), parts=parts)


def _ledger(ledger: RecordLedger, member: str) -> RecordLedger:
    def tallies(found: tuple[Tally, ...]) -> tuple[Tally, ...]:
        return tuple(replace(tally, first=_place(tally.first, member)) for tally in found)

    def damages(found: tuple[Damage, ...]) -> tuple[Damage, ...]:
        return tuple(replace(damage, location=_place(damage.location, member)) for damage in found)

    return replace(
        ledger,
        ignored=tallies(ledger.ignored),
        unknown=tallies(ledger.unknown),
        damaged=damages(ledger.damaged),
    )


def _place(location: Location, member: str) -> Location:
    return location if location.member else replace(location, member=member)
