from decimal import Decimal

import pytest

from loganalyst.model.command import CommandLimit, CommandRole, LimitKind, Option
from loganalyst.model.event import Stance
from loganalyst.model.ledger import (
    Change,
    ClaimRow,
    ClaimStatus,
    Hypothesis,
    HypothesisStatus,
    Kill,
    KillEffect,
    Ledgers,
    LooseEnd,
    Sweep,
    SweepPoint,
    Symptom,
    Wait,
)
from loganalyst.model.outcome import OutcomeKind
from loganalyst.model.span import Formula, Value
from loganalyst.model.trait import Trait
from loganalyst.ruleset.fields import FIELDS, LINKS, find_field
from loganalyst.ruleset.index import EventIndex
from loganalyst.ruleset.table import Answer
from loganalyst.ruleset.truth import Truth
from tests.detectors.story import Story, command

KILL = command(
    "kill -9 634",
    role=CommandRole.INTERVENTION,
    traits=frozenset({Trait.KILLS_BY_PID}),
    options=(Option("signal", "-9", "9"),),
    limits=(CommandLimit(LimitKind.RUN, Decimal(10), "10"),),
)


def whole_index() -> EventIndex:
    """Return an index with at least one item of every kind but observations."""
    story = Story().say("It works.").claim("It works.", about_call=0).run(KILL, result="done").limit(10)
    span = story.calls[0].span
    value = Value(Decimal(2), "s", Formula.QUOTED, spans=(span,))
    point = SweepPoint(value, 1, 0, "ok", span)
    ledgers = Ledgers(
        symptoms=(Symptom("y1", "stalled", 1, span, 1),),
        hypotheses=(Hypothesis("h1", "x", None, None, True, span, 1, Stance.HEDGED, HypothesisStatus.UNTESTED),),  # noqa: FBT003 -- the order of the model
        claims=(ClaimRow("c1", 0, "It works.", 1, Stance.ASSERTED, "works", span, ClaimStatus.UNKNOWN, last_change=0),),
        kills=(Kill("k1", 0, 1, span, ("634",), "pid", "KILL", None, KillEffect.GONE, result_hidden=False),),
        waits=(Wait("w1", 0, 1, span, value, "sleep", "kill"),),
        sweeps=(Sweep("s1", "jobs", "parallelism", "make", (point,), one_direction=True, others_moved=()),),
        changes=(Change("g1", 0, 0, 1, span, "deletes", None),),
        loose_ends=(LooseEnd("l1", "announced-not-done", 1, span, "text"),),
    )
    return EventIndex(story.events(), ledgers)


@pytest.mark.parametrize(("kind", "path"), [(kind, path) for kind, fields in FIELDS.items() for path in fields])
def test_every_field_can_be_read(kind: str, path: str) -> None:
    index = whole_index()
    field = find_field(kind, path)
    assert field is not None
    assert field.meaning
    assert not field.meaning.endswith(".")
    items = index.items[kind]
    assert items or kind == "observation"
    for item in items:
        assert isinstance(field.ask(item, index), Answer)


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, links in LINKS.items() for name in links])
def test_every_link_leads_to_fields(kind: str, name: str) -> None:
    index, link = whole_index(), LINKS[kind][name]
    field = find_field(kind, f"{name}.{next(iter(FIELDS[link.kind]))}")
    assert field is not None
    for item in index.items[kind]:
        assert field.ask(item, index).values


def read(path: str, kind: str = "command", story: Story | None = None) -> Answer:
    index = EventIndex(story.events()) if story is not None else whole_index()
    field = find_field(kind, path)
    assert field is not None
    return field.ask(index.items[kind][0], index)


def test_fields_of_a_command_are_what_it_is() -> None:
    assert read("option.signal") == Answer(("9",))
    assert read("limit") == Answer((Decimal(10),))
    assert read("call.text") == Answer(("kill -9 634",))
    assert read("result.text").values == ("done",)
    assert find_field("command", "optoin") is None
    assert find_field("command", "call.") is None


def test_traits_of_an_unlisted_program_are_open() -> None:
    assert read("trait", story=Story().say().run(command("frobnicate"))) == Answer((), Truth.MAYBE)


def test_what_the_log_does_not_tell_is_unknown() -> None:
    unanswered = Story().say().run(KILL, result=None)
    assert read("result.text", story=unanswered) == Answer((), Truth.UNKNOWN)
    assert read("outcome.exit_status", story=Story().say().run(KILL, status=None)) == Answer((), Truth.UNKNOWN)
    cut = Story().say().run(KILL, result="begin", truncated=True)
    assert read("text", "result", cut) == Answer(("begin",), Truth.UNKNOWN)
    gone = Story().say().run(KILL, status=None, kind=OutcomeKind.UNKNOWN)
    assert read("outcome.kind", story=gone) == Answer(("unknown",), Truth.UNKNOWN)
