"""A layered drawing of an acyclic graph as inline SVG: every edge runs from left to right.

The usual four steps: layers, order inside the layers by barycentres, coordinates, curves.  A long edge passes
through a placeholder in every layer that it crosses.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from html import escape
from itertools import pairwise

_NODE_HEIGHT = 38.0
_NODE_GAP = 10.0
_CROSSING_HEIGHT = 8.0
_COLUMN_GAP = 70.0
_MARGIN = 12.0
_LETTER_WIDTH = 7.3
_SWEEPS = 24


@dataclass(frozen=True, kw_only=True)
class Node:
    """What a box shows: `label` and below it `note`; `main` draws it strongly. `href` is where it leads."""

    label: str
    note: str
    href: str
    main: bool


def layers(edges: Mapping[str, Set[str]]) -> dict[str, int]:
    """A layer for every node of an acyclic graph, larger than those of all that it rests on (`edges[node]`).

    A node that others rest on is as close to them as possible; the others are as far left as possible.
    """
    depth: dict[str, int] = {}
    for name in _ordered(edges):
        depth[name] = 1 + max((depth[other] for other in edges[name]), default=-1)
    users: dict[str, list[str]] = {name: [] for name in edges}
    for name, others in edges.items():
        for other in others:
            users[other].append(name)
    for name in reversed(_ordered(edges)):
        if users[name]:
            depth[name] = min(depth[user] for user in users[name]) - 1
    return depth


def draw(nodes: Mapping[str, Node], edges: Mapping[str, Set[str]], *, title: str, prefix: str) -> str:
    """The graph as an `svg` element; `edges[node]` is what the node rests on, drawn to its left.

    Identifiers start with `prefix`, which must be unique on the page. Pointing at a box or reaching it with
    the keyboard marks its edges.
    """
    names = sorted(nodes)
    depth = layers({name: edges[name] for name in names})
    paths = {
        (low, high): [low, *(f"{low}\0{high}\0{at}" for at in range(depth[low] + 1, depth[high])), high]
        for high in names
        for low in sorted(edges[high])
    }
    ys: dict[str, float] = {}
    height = _MARGIN
    for part in _components(names, edges):
        inside = {ends: path for ends, path in paths.items() if ends[0] in part}
        placed = _coordinates(_columns(sorted(part), depth, inside), inside, nodes)
        ys |= {name: y + height for name, y in placed.items()}
        height = max(ys.values()) + _NODE_HEIGHT / 2 + _MARGIN
    widths = [
        max((_width(nodes[name]) for name in names if depth[name] == at), default=0.0)
        for at in range(1 + max(depth.values(), default=-1))
    ]
    lefts = [_MARGIN + sum(widths[:at]) + _COLUMN_GAP * at for at in range(len(widths))]
    width = lefts[-1] + widths[-1] + _MARGIN if widths else _MARGIN
    number = {name: index for index, name in enumerate(names)}

    curves = []
    for (low, high), path in paths.items():
        marks = f"e{prefix}{number[low]} e{prefix}{number[high]}"
        start = (lefts[depth[low]] + _width(nodes[low]), ys[low])
        steps = [f"M{start[0]:.1f} {start[1]:.1f}"]
        for point in path[1:]:
            at = depth[high] if point == high else int(point.rsplit("\0", 1)[1])
            x, y = lefts[at], ys[point]
            half = (x - start[0]) / 2
            steps.append(f"C{start[0] + half:.1f} {start[1]:.1f} {x - half:.1f} {y:.1f} {x:.1f} {y:.1f}")
            start = (x, y)
            if point != high:
                start = (x + widths[at], y)
                steps.append(f"H{start[0]:.1f}")
        curves.append(f'<path class="{marks}" d="{"".join(steps)}"/>')

    boxes = []
    for name in names:
        node, x, y = nodes[name], lefts[depth[name]], ys[name]
        box = f'x="{x:.1f}" y="{y - _NODE_HEIGHT / 2:.1f}" width="{_width(node):.1f}" height="{_NODE_HEIGHT}"'
        boxes.append(
            f'<a id="{prefix}{number[name]}" href="{escape(node.href)}"{" class=main" if node.main else ""}>'
            f'<rect {box} rx="6"/><text x="{x + 10:.1f}" y="{y - 3:.1f}">{escape(node.label)}</text>'
            f'<text class="note" x="{x + 10:.1f}" y="{y + 12:.1f}">{escape(node.note)}</text></a>'
        )
    marked = "\n".join(
        f"svg:has(#{prefix}{n}:is(:hover,:focus-visible)) .e{prefix}{n}{{stroke:var(--accent);opacity:1;"
        "stroke-width:2.5}"
        for n in number.values()
    )
    return (
        f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}"><title>{escape(title)}</title><style>{marked}</style>'
        f'<g class="edges">{"".join(curves)}</g>{"".join(boxes)}</svg>'
    )


def _width(node: Node) -> float:
    return 20 + _LETTER_WIDTH * max(len(node.label), 0.85 * len(node.note))


def _ordered(edges: Mapping[str, Set[str]]) -> list[str]:
    """The nodes, each after all that it rests on."""
    order: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in order:
            for other in sorted(edges[name]):
                visit(other)
            order[name] = None

    for name in sorted(edges):
        visit(name)
    return list(order)


def _components(names: Sequence[str], edges: Mapping[str, Set[str]]) -> list[set[str]]:
    """The connected parts of the graph, the largest first."""
    parts: list[set[str]] = []
    for name in names:
        joined = [part for part in parts if not part.isdisjoint({name, *edges[name]})]
        parts = [part for part in parts if part not in joined]
        parts.append({name, *edges[name]}.union(*joined))
    return sorted(parts, key=lambda part: (-len(part), min(part)))


def _columns(
    names: Sequence[str], depth: Mapping[str, int], paths: Mapping[tuple[str, str], Sequence[str]]
) -> list[list[str]]:
    """The nodes and placeholders of every layer in an order with few crossings."""
    columns: list[list[str]] = [[] for _ in range(1 + max(depth.values(), default=-1))]
    for name in names:
        columns[depth[name]].append(name)
    for path in paths.values():
        for point in path[1:-1]:
            columns[int(point.rsplit("\0", 1)[1])].append(point)
    left, right = _neighbours(paths)
    best, fewest = [list(column) for column in columns], _crossings(columns, right)
    for sweep in range(_SWEEPS):
        forward = sweep % 2 == 0
        neighbours = left if forward else right
        for at in range(len(columns)) if forward else reversed(range(len(columns))):
            beside = at - 1 if forward else at + 1
            if not 0 <= beside < len(columns):
                continue
            place = {name: index for index, name in enumerate(columns[beside])}
            current = {name: float(index) for index, name in enumerate(columns[at])}
            columns[at].sort(key=_barycentre(neighbours, place, current))
        crossings = _crossings(columns, right)
        if crossings < fewest:
            best, fewest = [list(column) for column in columns], crossings
    return best


def _barycentre(
    neighbours: Mapping[str, Sequence[str]], place: Mapping[str, int], current: Mapping[str, float]
) -> Callable[[str], float]:
    def key(name: str) -> float:
        places = [place[other] for other in neighbours.get(name, ())]
        return sum(places) / len(places) if places else current[name]

    return key


def _neighbours(
    paths: Mapping[tuple[str, str], Sequence[str]],
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The points one layer to the left, and to the right, of every point."""
    left: dict[str, list[str]] = {}
    right: dict[str, list[str]] = {}
    for path in paths.values():
        for low, high in pairwise(path):
            left.setdefault(high, []).append(low)
            right.setdefault(low, []).append(high)
    return left, right


def _crossings(columns: Sequence[Sequence[str]], right: Mapping[str, Sequence[str]]) -> int:
    total = 0
    for column, following in pairwise(columns):
        place = {name: index for index, name in enumerate(following)}
        seen: list[int] = []
        for name in column:
            ends = sorted(place[other] for other in right.get(name, ()))
            total += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return total


def _coordinates(
    columns: Sequence[Sequence[str]],
    paths: Mapping[tuple[str, str], Sequence[str]],
    nodes: Mapping[str, Node],
) -> dict[str, float]:
    """The height of every point: close to the mean of its neighbours, in the given order, without overlap."""
    left, right = _neighbours(paths)
    ys: dict[str, float] = {}
    for column in columns:
        at = 0.0
        for name in column:
            ys[name] = at
            at += _NODE_HEIGHT + _NODE_GAP
    for sweep in range(_SWEEPS):
        for column in columns if sweep % 2 == 0 else list(reversed(columns)):
            wanted = []
            for name in column:
                # A placeholder pulls both ways, so that long edges become straight.
                beside = [*left.get(name, ()), *right.get(name, ())]
                wanted.append(sum(ys[other] for other in beside) / len(beside) if beside else ys[name])
            for name, y in zip(column, _spread(column, wanted, nodes), strict=True):
                ys[name] = y
    top = min(ys.values()) - _NODE_HEIGHT / 2
    return {name: y - top for name, y in ys.items()}


def _spread(column: Sequence[str], wanted: Sequence[float], nodes: Mapping[str, Node]) -> list[float]:
    """The heights nearest to `wanted` in least squares that keep the order and the distances (pool adjacent
    violators)."""
    offsets = [0.0] if column else []
    for above, below in pairwise(column):
        sizes = [_NODE_HEIGHT if name in nodes else _CROSSING_HEIGHT for name in (above, below)]
        offsets.append(offsets[-1] + sum(sizes) / 2 + _NODE_GAP)
    blocks: list[tuple[float, int]] = []
    for value, offset in zip(wanted, offsets, strict=True):
        mean, size = value - offset, 1
        while blocks and blocks[-1][0] >= mean:
            above_mean, above_size = blocks.pop()
            mean = (mean * size + above_mean * above_size) / (size + above_size)
            size += above_size
        blocks.append((mean, size))
    shifts = [mean for mean, size in blocks for _ in range(size)]
    return [shift + offset for shift, offset in zip(shifts, offsets, strict=True)]
