"""Maxima over finite families and balls (blueprint 6, A.4): both sides of every inequality, exact.

Lean: ``Formal.Algebra.Holder`` and ``Formal.Selection.Maximum``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

from .inequalities import Comparison
from .maurey import Family
from .moments import Rationals, kantorovich_constant, transcript_moment
from .targets import Target, TargetLaw


def integer_holder(weights: Rationals, x: Rationals, y: Rationals, order: int, where: str = "") -> Comparison:
    """(sum w x y^(a-1))^a <= (sum w x^a) (sum w y^a)^(a-1), a = order >= 1 (blueprint 6.1)."""
    triples = list(zip(weights, x, y, strict=True))
    left = sum((w * u * v ** (order - 1) for w, u, v in triples), fmpq(0)) ** order
    first = sum((w * u**order for w, u, _ in triples), fmpq(0))
    second = sum((w * v**order for w, _, v in triples), fmpq(0))
    return Comparison(left, first * second ** (order - 1), where)


def even_holder(law: Rationals, x: Rationals, y: Rationals, half: int, where: str = "") -> Comparison:
    """(E[XY])^(2c) <= E[X^(2c)] (E[Y^2])^c, c = half >= 1 (blueprint 6.2)."""
    triples = list(zip(law, x, y, strict=True))
    left = sum((w * u * v for w, u, v in triples), fmpq(0)) ** (2 * half)
    first = sum((w * u ** (2 * half) for w, u, _ in triples), fmpq(0))
    second = sum((w * v**2 for w, _, v in triples), fmpq(0))
    return Comparison(left, first * second**half, where)


def sum_of_maximum(tables: Sequence[Rationals], weights: Rationals) -> fmpq:
    """sum_omega max_v p_v(omega) G(omega)."""
    columns = zip(*tables, strict=True)
    return sum((max(column) * g for column, g in zip(columns, weights, strict=True)), fmpq(0))


def second_moment_of(base: Rationals, weights: Rationals) -> fmpq:
    """E_{p_0}[G^2]."""
    return sum((p * g**2 for p, g in zip(base, weights, strict=True)), fmpq(0))


def family_maximum(
    law: TargetLaw, centre: Target, surrogates: Family, weights: Rationals, half: int, where: str = ""
) -> Comparison:
    """(sum max_v p_v G)^(2c) <= (sum_v E[(p_v/p_0)^(2c)]) (E[G^2])^c (blueprint 6.3, even exponents)."""
    tables = [law.masses(target) for target in surrogates.targets]
    moments = sum(
        (
            ways * transcript_moment(law, centre, target, 2 * half)
            for target, ways in surrogates.targets.items()
        ),
        fmpq(0),
    )
    right = moments * second_moment_of(law.masses(centre), weights) ** half
    return Comparison(sum_of_maximum(tables, weights) ** (2 * half), right, where)


def family_maximum_integer(
    law: TargetLaw, centre: Target, surrogates: Family, weights: Rationals, order: int, where: str = ""
) -> Comparison:
    """(sum max_v p_v g^(a-1))^a <= (sum_v E[(p_v/p_0)^a]) (E[g^a])^(a-1) (blueprint 6.3, any integer a)."""
    tables = [law.masses(target) for target in surrogates.targets]
    base = law.masses(centre)
    moments = sum(
        (ways * transcript_moment(law, centre, target, order) for target, ways in surrogates.targets.items()),
        fmpq(0),
    )
    left = sum_of_maximum(tables, [g ** (order - 1) for g in weights]) ** order
    right = sum((p * g**order for p, g in zip(base, weights, strict=True)), fmpq(0)) ** (order - 1)
    return Comparison(left, moments * right, where)


def largest_moment(
    law: TargetLaw, centre: Target, surrogates: Family, weights: Rationals, half: int, where: str = ""
) -> Comparison:
    """(sum max_v p_v G)^(2c) <= N B (E[G^2])^c, B the largest E[(p_v/p_0)^(2c)] (blueprint A.4)."""
    tables = [law.masses(target) for target in surrogates.targets]
    largest = max(transcript_moment(law, centre, target, 2 * half) for target in surrogates.targets)
    count = sum(surrogates.targets.values())
    right = count * largest * second_moment_of(law.masses(centre), weights) ** half
    return Comparison(sum_of_maximum(tables, weights) ** (2 * half), right, where)


def far_bound(law: TargetLaw, surrogates: Family, weights: Rationals, where: str = "") -> Comparison:
    """sum max_v p_v G <= sum_v E_{p_v}[G] (blueprint 6.3, far)."""
    tables = [law.masses(target) for target in surrogates.targets]
    right = sum(
        (
            ways * sum((p * g for p, g in zip(table, weights, strict=True)), fmpq(0))
            for ways, table in zip(surrogates.targets.values(), tables, strict=True)
        ),
        fmpq(0),
    )
    return Comparison(sum_of_maximum(tables, weights), right, where)


def ball_near(
    law: TargetLaw,
    centre: Target,
    ball: Sequence[Target],
    surrogates: Family,
    weights: Rationals,
    half: int,
    where: str = "",
) -> Comparison:
    """(sum H_R G)^(2c) <= Theta^(2c mJ) N^m C^(J c(2c-1)) (E[G^2])^c (blueprint 6.4, near)."""
    m, J = law.law.parameters.m, law.rounds
    left = sum_of_maximum([law.masses(target) for target in ball], weights) ** (2 * half)
    constant = kantorovich_constant(1 / surrogates.spread, surrogates.spread)
    right = (
        surrogates.theta ** (2 * half * m * J)
        * surrogates.labels**m
        * constant ** (J * half * (2 * half - 1))
        * second_moment_of(law.masses(centre), weights) ** half
    )
    return Comparison(left, right, where)


def ball_far(
    law: TargetLaw, ball: Sequence[Target], surrogates: Family, weights: Rationals, where: str = ""
) -> Comparison:
    """sum H_R G <= Theta^(mJ) sum_v E_{p_v}[G] (blueprint 6.4, far)."""
    left = sum_of_maximum([law.masses(target) for target in ball], weights)
    right = far_bound(law, surrogates, weights).right
    return Comparison(left, surrogates.theta ** (law.law.parameters.m * law.rounds) * right, where)
