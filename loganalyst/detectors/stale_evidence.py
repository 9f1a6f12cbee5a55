"""A version is repeated that was read before an installation which may have changed it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from loganalyst.detectors.seam import Context, Hit
from loganalyst.detectors.statements import is_stated
from loganalyst.model.event import Claim, Events, Stance
from loganalyst.model.finding import Capture, Related
from loganalyst.model.span import Span
from loganalyst.model.trait import Trait
from loganalyst.model.transcript import Role

RULE = "stale-evidence"
_FIGURE = re.compile(r"(?<![\w.])v?(\d{1,4}\.\d{1,4}(?:\.\d{1,6}){1,3}(?:[+-][A-Za-z0-9.]{2,20})?)(?![\w.])")
_LONGEST = 200_000


@dataclass(frozen=True, slots=True)
class _Read:
    """Where a version was last read, and the place of that in the order."""

    order: int
    span: Span


def find(context: Context) -> Iterator[Hit]:
    """Yield the sentences that give a version last read before an installation, where another was read since.

    The version stands in an output before the installation and in none after it, while after it the output of the same
    programs gives other versions.
    """
    events = context.events
    told = [(claim, _FIGURE.findall(claim.text)) for claim in events.claims if _tells(claim)]
    told = [(claim, versions) for claim, versions in told if versions]
    entries = sorted(_entries(events), key=lambda entry: entry[0]) if told else []
    read: dict[str, _Read] = {}
    installed: _Read | None = None
    newest = -1
    at = 0
    for claim, versions in told:
        while at < len(entries) and entries[at][0] < claim.place.order:
            order, span, shown = entries[at]
            at += 1
            if shown is None:
                installed = _Read(order, span)
                continue
            newest = order if shown else newest
            read |= dict.fromkeys(shown, _Read(order, span))
        if installed is None or newest < installed.order:
            continue
        for version in versions:
            seen = read.get(version)
            if seen is not None and seen.order < installed.order:
                yield _hit(claim, version, seen, installed)
                break


def _tells(claim: Claim) -> bool:
    return claim.place.role is Role.ASSISTANT and claim.stance is Stance.ASSERTED and is_stated(claim)


def _entries(events: Events) -> Iterator[tuple[int, Span, frozenset[str] | None]]:
    """Yield outputs with the versions in them, and installations with None, each with its order."""
    for result in events.results:
        yield result.place.order, result.span, frozenset(_FIGURE.findall(result.text[:_LONGEST]))
    for event in events.commands:
        if Trait.INSTALLS_PACKAGES in event.command.traits and event.outcome.reason != "not_run":
            yield event.place.order, event.span, None


def _hit(claim: Claim, version: str, seen: _Read, installed: _Read) -> Hit:
    related = (
        Related(seen.span, seen.span.message, seen.span.location, "where it was read last"),
        Related(installed.span, installed.span.message, installed.span.location, "the installation since"),
    )
    return Hit(claim.place, claim.span, related, (Capture("version", version),))
