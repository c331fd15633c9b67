"""Maurey domination (blueprint 5): surrogate families and both sides of the domination, exact.

In exponents of beta the table is tau_s(d) = beta^{s(d)}.  A code of m labels moves the target of x by an
integer vector: R (s(d') - s(d)) per row move (blueprint 5.1), +-2R s(d) per signed point (5.5).
Lean: ``Formal.Selection.Maurey`` and ``Formal.Selection.MoveFamilies``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial

from flint import fmpq

from .histograms import Histogram
from .inequalities import Comparison
from .moments import kantorovich_constant
from .targets import Target, TargetLaw


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The surrogate targets of a label family around a database x.

    ``labels`` counts labels with repetition (T^2 + 1 or 2T), ``targets`` maps each distinct surrogate target
    to the number of codes that give it (they sum to labels^m), ``theta`` is the factor of blueprint 5.2.
    """

    name: str
    labels: int
    targets: dict[Target, int]
    theta: fmpq
    spread: fmpq
    """rho with g_c/g_x in [1/rho, rho] for every code c (the scale d_* <= R)."""


def row_moves(law: TargetLaw, radius: int) -> list[Target]:
    """The paper's labels by their effect on the target: the zero move, then (d, d'), d most significant."""
    columns = list(zip(*law.law.signed_values, strict=True))
    effects = [tuple(radius * (b - a) for a, b in zip(d, e, strict=True)) for d in columns for e in columns]
    return [(0,) * len(law.law.signed_values), *effects]


def signed_points(law: TargetLaw, radius: int) -> list[Target]:
    """The labels +d and -d of every d in turn, by their effect on the target."""
    columns = list(zip(*law.law.signed_values, strict=True))
    return [tuple(sign * 2 * radius * v for v in d) for d in columns for sign in (1, -1)]


def family(law: TargetLaw, x: Histogram, radius: int, *, kind: str = "row moves") -> Family:
    """The family V_{x,R,m} for ``kind`` "row moves" or "signed points"; R = radius >= 1."""
    moves = Counter(row_moves(law, radius) if kind == "row moves" else signed_points(law, radius))
    m = law.law.parameters.m
    centre = law.target(x)
    targets: Counter[Target] = Counter()
    for code in combinations_with_replacement(sorted(moves), m):
        ways = factorial(m)
        for effect, times in Counter(code).items():
            ways = ways // factorial(times) * moves[effect] ** times
        targets[tuple(map(sum, zip(centre, *code, strict=True)))] += ways
    widest = max(abs(step) for effect in moves for step in effect)
    rho = law.beta**widest
    return Family(
        name=kind,
        labels=moves.total(),
        targets=dict(targets),
        theta=kantorovich_constant(1 / rho, rho),
        spread=rho**m,
    )


def domination(
    law: TargetLaw, x: Histogram, y: Histogram, surrogates: Family, where: str = ""
) -> Iterator[Comparison]:
    """For every transcript: p_y <= Theta^{mJ} max_c p_c (blueprint 5.1, 5.5), for y within R of x."""
    factor = surrogates.theta ** (law.law.parameters.m * law.rounds)
    tables = [law.masses(target) for target in surrogates.targets]
    for index, mass in enumerate(law.masses(law.target(y))):
        best = max(table[index] for table in tables)
        yield Comparison(mass, factor * best, f"{where}, transcript {index}")


def differing_moves(x: Histogram, y: Histogram) -> list[tuple[int, int]]:
    """Rows to change from x to y, as (label in x, label in y), as few as possible."""
    gone = [d for d, (a, b) in enumerate(zip(x, y, strict=True)) for _ in range(a - b)]
    come = [d for d, (a, b) in enumerate(zip(x, y, strict=True)) for _ in range(b - a)]
    return list(zip(gone, come, strict=True))


def mean_move(
    law: TargetLaw, x: Histogram, y: Histogram, radius: int, theta: fmpq, where: str = ""
) -> Iterator[Comparison]:
    """avg_i move_{c(i)}(s) <= Theta G_s over the R labels of y, for every s (blueprint 5.2)."""
    moves = differing_moves(x, y)
    idle = radius - len(moves)
    for s, values in enumerate(law.law.signed_values):
        steps = [values[e] - values[d] for d, e in moves]
        average = sum((law.beta ** (radius * step) for step in steps), fmpq(idle)) / radius
        yield Comparison(average, theta * law.beta ** sum(steps), f"{where}, signed query {s}")


def mean_signed(
    law: TargetLaw, x: Histogram, y: Histogram, radius: int, theta: fmpq, where: str = ""
) -> Iterator[Comparison]:
    """The same over the 2R signed points of y (blueprint 5.5): +y_i and -x_i where they differ, and the rest
    shared equally between + and - of label 0.
    """
    moves = differing_moves(x, y)
    idle = radius - len(moves)
    for s, values in enumerate(law.law.signed_values):
        points = [values[e] for _, e in moves] + [-values[d] for d, _ in moves]
        points += [values[0], -values[0]] * idle
        average = sum((law.beta ** (2 * radius * v) for v in points), fmpq(0)) / (2 * radius)
        step = sum(values[e] - values[d] for d, e in moves)
        yield Comparison(average, theta * law.beta**step, f"{where}, signed query {s}")


def scale(law: TargetLaw, x: Histogram, surrogates: Family) -> Sequence[Comparison]:
    """g_c/g_x <= rho and g_x/g_c <= rho for every surrogate (the scale d_* <= R of blueprint 5)."""
    centre = law.target(x)
    found = []
    for target in surrogates.targets:
        for s, (a, b) in enumerate(zip(centre, target, strict=True)):
            found.append(Comparison(law.beta ** abs(b - a), surrogates.spread, f"x = {x}, signed query {s}"))
    return found
