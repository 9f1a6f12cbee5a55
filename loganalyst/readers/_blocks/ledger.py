"""The count of what became of every record, kept while a reader works."""

from loganalyst.model.span import Location
from loganalyst.model.transcript import Damage, RecordLedger, Tally


class LedgerBuilder:
    """Counts records; each one seen is then read, ignored, unknown or damaged, exactly one of them."""

    def __init__(self) -> None:
        self.records = 0
        self.torn_end = False
        self.next_message = 1
        """Position of the message that the next record may open; the draft keeps it."""
        self._read = 0
        self._ignored: dict[str, Tally] = {}
        self._unknown: dict[str, Tally] = {}
        self._damaged: list[Damage] = []
        self._notes: dict[str, None] = {}

    def seen(self) -> None:
        """Count a record, before anything is known of it."""
        self.records += 1

    def read(self) -> None:
        """Count a record that was understood."""
        self._read += 1

    def ignore(self, kind: str, location: Location) -> None:
        """Count a record that is left out on purpose, under the name of its kind."""
        _tally(self._ignored, kind, location)

    def unknown(self, kind: str, location: Location) -> None:
        """Count a record of which something was not understood; what was understood of it is kept."""
        _tally(self._unknown, kind, location)

    def damage(self, location: Location, byte: int, why: str) -> None:
        """Count and list a record that could not be read."""
        self._damaged.append(Damage(location, byte, why, self.next_message))

    def note(self, sentence: str) -> None:
        """Add a sentence for people, once."""
        self._notes[sentence] = None

    def build(self, indices: list[int]) -> RecordLedger:
        """Return the ledger; ``indices`` are those of the messages, by position."""
        return RecordLedger(
            records=self.records,
            read=self._read,
            ignored=tuple(self._ignored.values()),
            unknown=tuple(self._unknown.values()),
            damaged=tuple(
                Damage(one.location, one.byte, one.why, _index(indices, one.before_message)) for one in self._damaged
            ),
            notes=tuple(self._notes),
            torn_end=self.torn_end,
        )


def _tally(tallies: dict[str, Tally], kind: str, location: Location) -> None:
    old = tallies.get(kind)
    tallies[kind] = Tally(kind, old.count + 1, old.first) if old else Tally(kind, 1, location)


def _index(indices: list[int], position: int | None) -> int | None:
    return indices[position - 1] if position is not None and position <= len(indices) else None
