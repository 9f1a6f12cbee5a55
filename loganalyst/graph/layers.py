"""Nodes in layers: each below those that lead to it, and in each layer so that few lines cross.

This is the usual way of drawing such graphs: layers by the longest path, then sweeps that move each node to the median
of its neighbours in the layer before. A library for it was tried and left, as its layers and places differ from run to
run for one and the same input.
"""

from collections.abc import Iterable, Mapping, Sequence

_SWEEPS = 6

Ends = tuple[str, str]


def find_layers(names: Sequence[str], edges: Iterable[Ends], messages: Mapping[str, int]) -> list[list[str]]:
    """Return nodes in layers, from above to below and from left to right.

    The order of ``names`` is that of time; edges that run against it, or that end elsewhere, are left out. Each message
    begins below where the one before it begins, and a node that nothing leads to stands next to what it leads to.
    """
    rank = {name: number for number, name in enumerate(names)}
    inside = sorted({ends for ends in edges if ends[0] in rank and ends[1] in rank and rank[ends[0]] < rank[ends[1]]})
    above: dict[str, list[str]] = {name: [] for name in names}
    below: dict[str, list[str]] = {name: [] for name in names}
    for source, target in inside:
        above[target].append(source)
        below[source].append(target)
    depth = _depths(names, above, below, messages)
    layers: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for name in _by_component(names, above, below):
        layers[depth[name]].append(name)
    layers = [layer for layer in layers if layer]
    for sweep in range(_SWEEPS):
        _settle(layers if sweep % 2 == 0 else layers[::-1], above if sweep % 2 == 0 else below)
    return layers


def _depths(
    names: Sequence[str], above: dict[str, list[str]], below: dict[str, list[str]], messages: Mapping[str, int]
) -> dict[str, int]:
    """Return the layer of each node."""
    begin = {message: number for number, message in enumerate(sorted({messages[name] for name in names}))}
    depth: dict[str, int] = {}
    for name in names:
        depth[name] = max((depth[source] + 1 for source in above[name]), default=0)
        depth[name] = max(depth[name], begin[messages[name]])
    for name in reversed(names):
        if not above[name] and below[name]:
            depth[name] = min(depth[target] for target in below[name]) - 1
    return depth


def _by_component(names: Sequence[str], above: dict[str, list[str]], below: dict[str, list[str]]) -> list[str]:
    """Return nodes so that those which edges join stand together, in order of the first of them."""
    seen: set[str] = set()
    ordered = []
    for name in names:
        waiting = [name]
        while waiting:
            here = waiting.pop()
            if here not in seen:
                seen.add(here)
                ordered.append(here)
                waiting += reversed((*below[here], *above[here]))
    return ordered


def _settle(layers: list[list[str]], neighbours: dict[str, list[str]]) -> None:
    """Sort each layer by the median place of the neighbours in the layers before it; nodes without any stay put."""
    place: dict[str, float] = {}
    for layer in layers:
        wanted = {}
        for number, name in enumerate(layer):
            places = sorted(place[other] for other in neighbours[name] if other in place)
            wanted[name] = places[len(places) // 2] if places else number / max(len(layer), 1)
        layer.sort(key=lambda name: wanted[name])
        place.update((name, (number + 0.5) / len(layer)) for number, name in enumerate(layer))
