"""Findings of one session held against its labels."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from loganalyst.evaluation.labels import Address, LabelledFile, LabelLine, LabelVerdict
from loganalyst.model.finding import Finding, Verdict
from loganalyst.model.span import Line, Location, Pointer
from loganalyst.model.transcript import ToolCall, ToolResult, Transcript


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one label or one finding."""

    rule: str
    file: str
    at: Address
    kind: str
    """``found``, ``missed``, ``false``, ``near_miss_hit``, ``near_miss_passed``, ``unknown`` or ``unlabelled``."""
    confidence: str
    """``sure`` or ``likely`` of the label; of a finding without one, empty."""
    quote: str


def judge(labelled: LabelledFile, transcripts: Iterable[Transcript], findings: Iterable[Finding]) -> tuple[Judged, ...]:
    """Return the verdict on every label and on every finding that no label explains.

    A finding meets a label of the same rule, or of one that the label names beside it, at the same record or at
    the other record of the same pair of call and result.
    """
    pairs = _pairs(transcripts)
    found = [(finding, _near(address(finding.location), pairs)) for finding in findings]
    matched: set[int] = set()
    judged: list[Judged] = []
    for label in labelled.labels:
        hits = [number for number, (finding, places) in enumerate(found) if _meets(label, finding, places)]
        firm = [number for number in hits if found[number][0].verdict is Verdict.MATCH]
        judged.append(_of_label(label, firm=bool(firm), unknown=bool(hits)))
        matched.update(hits)
    left = [finding for number, (finding, _) in enumerate(found) if number not in matched]
    return (*judged, *(_of_finding(finding, labelled) for finding in left if not _exhausted(finding, labelled)))


def address(location: Location) -> Address:
    """Return a location as labels write it."""
    match location:
        case Line(line=line):
            return line
        case Pointer(pointer=pointer):
            return pointer
        case _:
            return f"{location.table}/{location.rowid}"


def _meets(label: LabelLine, finding: Finding, places: frozenset[Address]) -> bool:
    return label.at in places and finding.rule in (label.rule, *label.alternatives)


def _of_label(label: LabelLine, *, firm: bool, unknown: bool) -> Judged:
    if label.verdict is LabelVerdict.NEAR_MISS:
        kind = "near_miss_hit" if firm else "near_miss_passed"
    else:
        kind = "found" if firm else "unknown" if unknown else "missed"
    return Judged(label.rule, label.file, label.at or "", kind, label.confidence, label.quote)


def _of_finding(finding: Finding, labelled: LabelledFile) -> Judged:
    if finding.verdict is Verdict.UNKNOWN:
        kind = "unknown"
    else:
        kind = "false" if finding.rule in labelled.complete else "unlabelled"
    quote = finding.span.quote.partition("\n")[0]
    return Judged(finding.rule, labelled.file, address(finding.location), kind, "", quote)


def _exhausted(finding: Finding, labelled: LabelledFile) -> bool:
    """Tell whether a finding stands where its rule is no longer labelled."""
    here = address(finding.location)
    return any(
        label.rule == finding.rule and isinstance(label.at, int) and isinstance(here, int) and here > label.at
        for label in labelled.exhausted
    )


def _near(place: Address, pairs: Mapping[Address, frozenset[Address]]) -> frozenset[Address]:
    return pairs.get(place, frozenset()) | {place}


def _pairs(transcripts: Iterable[Transcript]) -> dict[Address, frozenset[Address]]:
    """Return, for the record of each call, those of its results, and the other way round."""
    pairs: dict[Address, frozenset[Address]] = {}
    for call, result in (pair for transcript in transcripts for pair in _calls_with_results(transcript)):
        pairs[call] = pairs.get(call, frozenset()) | {result}
        pairs[result] = pairs.get(result, frozenset()) | {call}
    return pairs


def _calls_with_results(transcript: Transcript) -> Iterator[tuple[Address, Address]]:
    for message in transcript.messages:
        calls = {part.id: address(part.location) for part in message.parts if isinstance(part, ToolCall)}
        for part in message.parts:
            if isinstance(part, ToolResult) and part.call_id in calls:
                yield calls[part.call_id], address(part.location)
