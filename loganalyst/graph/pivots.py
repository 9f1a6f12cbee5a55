"""Pivots: the messages of a session that are worth an essay, each with the reasons for its rank."""

from collections import defaultdict
from dataclasses import replace

from loganalyst.graph.episodes import find_episodes
from loganalyst.graph.reasons import reasons_in
from loganalyst.graph.session import Session
from loganalyst.model.analysis import Analysis
from loganalyst.model.graph import Episode, Pivot, PivotReason

_TOLD_APART = frozenset({"finding", "first-sign"})
"""Reasons of which a message may have several."""
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
    pivots = [_pivot(message, reasons, of_message.get(message)) for message, reasons in chosen.items()]
    return tuple(sorted(pivots, key=lambda pivot: (-pivot.score, pivot.message)))


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


def _pivot(message: int, reasons: dict[str, PivotReason], episode: str | None) -> Pivot:
    ordered = tuple(sorted(reasons.values(), key=lambda reason: (-reason.weight, reason.key, reason.text)))
    return Pivot(message, sum(reason.weight for reason in ordered), ordered, episode)


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
