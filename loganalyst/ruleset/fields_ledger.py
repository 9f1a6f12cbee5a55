"""What rules can ask of ledger rows."""

from loganalyst.model.event import Predicate, Stance
from loganalyst.model.ledger import (
    Change,
    ClaimRow,
    ClaimStatus,
    Hypothesis,
    HypothesisStatus,
    Kill,
    KillEffect,
    LooseEnd,
    Reading,
    Sweep,
    Symptom,
    Wait,
)
from loganalyst.ruleset.fields_shared import add_subjects
from loganalyst.ruleset.table import Answer, Table
from loganalyst.ruleset.truth import Truth


def _or_unknown(word: str) -> Answer:
    """Return a word; one that is ``unknown`` leaves any other open."""
    return Answer((word,), Truth.UNKNOWN if word == "unknown" else Truth.NO)


HYPOTHESES: Table[Hypothesis] = Table("ledger:hypotheses")
HYPOTHESES.text("text", "the sentence, or the rival's title", lambda v: v.event.text)
HYPOTHESES.word("symptom", "the symptom it would explain", lambda v: v.event.symptom)
HYPOTHESES.word("rival", "its name among the symptom's rivals", lambda v: v.event.rival)
HYPOTHESES.flag("voiced", "whether somebody said it", lambda v: v.event.voiced)
HYPOTHESES.word("stance", "how it was said", lambda v: v.event.stance, Stance)
HYPOTHESES.word("status", "what became of it", lambda v: v.event.status, HypothesisStatus, evidence=True)
HYPOTHESES.flag("acted_on", "whether it was acted on", lambda v: v.event.acted_on_at is not None, evidence=True)
HYPOTHESES.number("tests", "how many probes bear on it", lambda v: len(v.event.tested_by), evidence=True)
HYPOTHESES.word(
    "reading", "what probes say of it", lambda v: [t.reading for t in v.event.tested_by], Reading, evidence=True
)
HYPOTHESES.word(
    "because", "what blinds those probes", lambda v: [fact for test in v.event.tested_by for fact in test.because]
)
add_subjects(HYPOTHESES, lambda v: [v.event.subject])

CLAIMS: Table[ClaimRow] = Table("ledger:claims")
CLAIMS.text("text", "the sentence", lambda v: v.event.text)
CLAIMS.word("stance", "how it is meant", lambda v: v.event.stance, Stance)
CLAIMS.word("predicate", "what it says of its subject", lambda v: v.event.predicate, Predicate)
CLAIMS.word("status", "what stood behind it", lambda v: _or_unknown(v.event.status), ClaimStatus, evidence=True)
CLAIMS.word(
    "fate",
    "what became of it",
    lambda v: _or_unknown(v.event.fate),
    ("stands", "contradicted", "retracted", "confirmed", "unknown"),
    evidence=True,
)
CLAIMS.number("evidence", "how many records bore on it", lambda v: len(v.event.evidence), evidence=True)
CLAIMS.flag("after_change", "whether its subject was changed before", lambda v: v.event.last_change is not None)
CLAIMS.flag("in_reasoning", "whether it stands in the reasoning", lambda v: v.event.in_reasoning)
CLAIMS.link("claim", "claim", "the claim itself", lambda v: [v.index.claim(v.event.claim)])
CLAIMS.link("change", "command", "the last change before it", lambda v: [v.index.command(v.event.last_change)])

KILLS: Table[Kill] = Table("ledger:kills")
KILLS.word("target", "what it is aimed at, as written", lambda v: v.event.targets)
KILLS.word("matched_by", "how it chooses", lambda v: v.event.matched_by, ("pid", "name", "pattern", "full-pattern"))
KILLS.word("signal", "the signal", lambda v: v.event.signal)
KILLS.word("host", "the host it acts on", lambda v: v.event.host)
KILLS.word("effect", "what was seen of the target afterwards", lambda v: v.event.effect, KillEffect, evidence=True)
KILLS.flag("result_hidden", "whether its result is hidden", lambda v: v.event.result_hidden)
KILLS.number("earlier", "how many kills of it came before", lambda v: len(v.event.earlier))
KILLS.link("command", "command", "the command", lambda v: [v.index.command(v.event.command)])

WAITS: Table[Wait] = Table("ledger:waits")
WAITS.number("seconds", "how long it was (s)", lambda v: v.event.spent.number)
WAITS.word("reason", "how that is known", lambda v: v.event.reason, ("limit", "sleep", "duration"))
WAITS.word("on", "the program that took the time", lambda v: v.event.on)
WAITS.word(
    "progress",
    "whether something had moved",
    lambda v: _or_unknown(v.event.progress),
    ("some", "none", "unknown"),
    evidence=True,
)
add_subjects(WAITS, lambda v: [v.event.subject])
WAITS.link("call", "call", "its call", lambda v: [v.index.call(v.event.call)])

SWEEPS: Table[Sweep] = Table("ledger:sweeps")
SWEEPS.number("points", "how many runs it has", lambda v: len(v.event.points))
SWEEPS.word("parameter", "the parameter that moved", lambda v: v.event.parameter)
SWEEPS.word("parameter.role", "what the parameter is for", lambda v: v.event.parameter_role)
SWEEPS.word("program", "the program", lambda v: v.event.program)
SWEEPS.number("value", "the values it took", lambda v: [point.value.number for point in v.event.points])
SWEEPS.word("outcome", "how its runs ended", lambda v: [point.outcome for point in v.event.points], evidence=True)
SWEEPS.flag("one_direction", "whether it moved in one direction", lambda v: v.event.one_direction)
SWEEPS.flag("asked", "whether the user asked for a run", lambda v: any(point.asked_by for point in v.event.points))
SWEEPS.word("others_moved", "other parameters that moved", lambda v: v.event.others_moved)
SWEEPS.word("host", "the host", lambda v: v.event.host)

CHANGES: Table[Change] = Table("ledger:changes")
CHANGES.word("what", "the kind of change, such as installs-packages", lambda v: v.event.what)
CHANGES.flag("undone", "whether it was undone", lambda v: v.event.undone_at is not None, evidence=True)
CHANGES.word(
    "in_place",
    "whether it is there at the end",
    lambda v: _or_unknown(v.event.in_place),
    ("yes", "no", "unknown"),
    evidence=True,
)
add_subjects(CHANGES, lambda v: [v.event.subject])
CHANGES.link("command", "command", "the command", lambda v: [v.index.command(v.event.command)])
CHANGES.link("call", "call", "its call", lambda v: [v.index.call(v.event.call)])

LOOSE_ENDS: Table[LooseEnd] = Table("ledger:loose_ends")
LOOSE_ENDS.word(
    "kind",
    "what is open",
    lambda v: v.event.kind,
    ("announced-not-done", "hypothesis-untested", "background-not-collected", "remote-left-running"),
)
LOOSE_ENDS.text("about", "the row it is about, or its text", lambda v: v.event.about)

SYMPTOMS: Table[Symptom] = Table("ledger:symptoms")
SYMPTOMS.word("name", "the symptom's name", lambda v: v.event.name)
SYMPTOMS.number("last_message", "the message of its last sign", lambda v: v.event.last_message)
add_subjects(SYMPTOMS, lambda v: [v.event.subject])
