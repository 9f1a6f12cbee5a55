"""Pivots: the messages of a session that are worth an essay, each with the reasons for its rank."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from heapq import heapify, heappop, heappush

from loganalyst.graph.episodes import find_episodes
from loganalyst.graph.reasons import reasons_in
from loganalyst.graph.session import Session
from loganalyst.model.analysis import Analysis
from loganalyst.model.graph import Episode, Pivot, PivotReason
from loganalyst.model.limits import PIVOT_REACH

_TOLD_APART = frozenset({"finding", "first-sign"})
"""Reasons of which a message may have several."""
_A_FIFTH = 0.2
_NEVER_OLD = frozenset({"ending"})


def find_pivots(analysis: Analysis, episodes: tuple[Episode, ...] | None = None) -> tuple[Pivot, ...]:
    """Return every message for which there is a reason, the highest score first, of equal ones the earlier.

    A reason of one kind counts once for a message, with its greatest weight, but for findings, which add up. What has
    been the case in earlier messages weighs less each time: the fifth call that runs into a limit tells little new.
    """
    chosen: dict[int, dict[str, PivotReason]] = defaultdict(dict)
    for message, reason in reasons_in(Session(analysis)):
        key = reason.text if reason.key in _TOLD_APART else reason.key
        best = chosen[message].get(key)
        if best is None or reason.weight > best.weight:
            chosen[message][key] = reason
    _fade(chosen)
    of_message = _episode_of(find_episodes(analysis) if episodes is None else episodes, sorted(chosen))
    return tuple(_spread({message: _pivot(message, reasons, of_message) for message, reasons in chosen.items()}))


def _spread(pivots: dict[int, Pivot]) -> Iterator[Pivot]:
    """Yield the pivots by score, each lessened by a fifth for every better one that stands close by.

    What happens in one stretch is told by its first message: eight neighbours would say eight times the same.
    """
    waiting = [(-pivot.score, message) for message, pivot in pivots.items()]
    heapify(waiting)
    taken: set[int] = set()
    while waiting:
        worth, message = heappop(waiting)
        near = sum(other in taken for other in range(message - PIVOT_REACH, message + PIVOT_REACH + 1))
        now = _lessened(pivots[message].score, near)
        if now < -worth:
            heappush(waiting, (-now, message))
            continue
        taken.add(message)
        yield _beside(pivots[message], now - pivots[message].score)


def _lessened(score: int, times: int) -> int:
    return math.ceil(score * (1 - _A_FIFTH) ** times)


def _beside(pivot: Pivot, change: int) -> Pivot:
    if not change:
        return pivot
    why = PivotReason("beside", "a weightier message stands close by", change)
    return replace(pivot, score=pivot.score + change, reasons=(*pivot.reasons, why))


def _fade(chosen: dict[int, dict[str, PivotReason]]) -> None:
    """Lessen the weight of each reason by how often a like one is given with more weight, or earlier with the same."""
    alike: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for message, reasons in chosen.items():
        for key, reason in reasons.items():
            alike[key].append((-reason.weight, message))
    for key, places in alike.items():
        if key in _NEVER_OLD:
            continue
        for times, (weight, message) in enumerate(sorted(places)):
            faded = _faded(-weight, times)
            chosen[message][key] = replace(chosen[message][key], weight=faded)


def _faded(weight: int, times: int) -> int:
    """Return a weight after so many like reasons: whole at first, two thirds, a half … but never nothing."""
    return weight if not times else max(1, -(-weight * 2 // (times + 2)))


def _pivot(message: int, reasons: dict[str, PivotReason], of_message: Mapping[int, str]) -> Pivot:
    ordered = tuple(sorted(reasons.values(), key=lambda reason: (-reason.weight, reason.key, reason.text)))
    return Pivot(message, sum(reason.weight for reason in ordered), ordered, of_message.get(message))


def _episode_of(episodes: tuple[Episode, ...], messages: list[int]) -> dict[int, str]:
    """Return the episode of each message; both come in transcript order."""
    found: dict[int, str] = {}
    number = 0
    for message in messages:
        while number + 1 < len(episodes) and episodes[number].last_message < message:
            number += 1
        if episodes:
            found[message] = episodes[number].id
    return found
