"""A version is repeated that was read before an installation which may have changed it."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import is_stated
from loganalyst.model.event import Claim, Events, Result, Stance
from loganalyst.model.finding import Capture, Related
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role
from loganalyst.text.needles import Needles

RULE = "stale-evidence"
_FIGURE = re.compile(r"(?<![\w.])v?(\d{1,4}\.\d{1,4}(?:\.\d{1,6}){1,3}(?:[+-][A-Za-z0-9.]{2,20})?)(?![\w.])")
_LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class _Read:
    """Where a version was last read, or something installed, and the place of that in the order."""

    order: int
    span: Span


def find(context: Context) -> Iterator[Hit]:
    """Yield the sentences that give a version last read before an installation, where another was read since.

    The version stands in an output before the installation and in none after it, while after it the output of the same
    programs gives other versions.
    """
    events = context.events
    told = [(claim, _FIGURE.findall(claim.text)) for claim in events.claims if _tells(claim)]
    needles = Needles(version for _, versions in told for version in versions)
    results = sorted(events.results, key=lambda result: result.place.order) if needles.pieces else []
    orders = [result.place.order for result in results]
    installations = sorted(_installations(events), key=lambda read: read.order) if results else []
    read: dict[str, _Read] = {}
    at = 0
    for claim, versions in told:
        upto = bisect_left(orders, claim.place.order)
        for result in results[at:upto]:
            read |= dict.fromkeys(_given(result, needles), _Read(result.place.order, result.span))
        at = max(at, upto)
        last = bisect_left(installations, claim.place.order, key=lambda one: one.order) - 1
        installed = installations[last] if last >= 0 else None
        if installed is None:
            continue
        stale = next((one for one in versions if one in read and read[one].order < installed.order), None)
        if stale is not None and any(map(_gives_any, results[bisect_left(orders, installed.order) : upto])):
            yield _hit(claim, stale, read[stale], installed)


def _tells(claim: Claim) -> bool:
    return claim.place.role is Role.ASSISTANT and claim.stance is Stance.ASSERTED and is_stated(claim)


def _given(result: Result, needles: Needles) -> list[str]:
    """Return the versions in an output, if any of those that are asked for is among them."""
    text = result.text[:_LONGEST]
    return _FIGURE.findall(text) if needles.found_in(text) else []


def _gives_any(result: Result) -> bool:
    return _FIGURE.search(result.text[:_LONGEST]) is not None


def _installations(events: Events) -> Iterator[_Read]:
    for event in events.commands:
        if Trait.INSTALLS_PACKAGES in event.command.traits and event.outcome.reason != "not_run":
            yield _Read(event.place.order, event.span)


def _hit(claim: Claim, version: str, seen: _Read, installed: _Read) -> Hit:
    related = (
        Related(seen.span, seen.span.message, seen.span.location, "where it was read last"),
        Related(installed.span, installed.span.message, installed.span.location, "the installation since"),
    )
    return Hit(claim.place, claim.span, related, (Capture("version", version),))
