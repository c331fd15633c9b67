"""Which theorem rests on which, extracted from the proofs that Lean checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set


def restricted(uses: Mapping[str, Set[str]], nodes: Iterable[str]) -> dict[str, frozenset[str]]:
    """For each of `nodes` the others among them that it reaches through `uses`, directly or not.

    `uses` maps a constant to the constants in its statement and proof; names it does not hold use nothing.
    """
    chosen = frozenset(nodes)
    reached: dict[str, frozenset[str]] = {}
    for start in chosen:
        seen: set[str] = set()
        pending = list(uses.get(start, ()))
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                pending.extend(uses.get(name, ()))
        reached[start] = frozenset(seen & chosen) - {start}
    return reached


def transitive_reduction(reached: Mapping[str, Set[str]]) -> dict[str, frozenset[str]]:
    """The edges of an acyclic, transitively closed relation that no path of others replaces.

    Raises ValueError for a cycle, which proofs cannot have.
    """
    for name, others in reached.items():
        if any(name in reached[other] for other in others):
            raise ValueError(f"{name} rests on itself")
    return {
        name: frozenset(other for other in others if not any(other in reached[mid] for mid in others))
        for name, others in reached.items()
    }
