"""Integer moments (blueprint 4, A.1): both sides of every inequality, exact.

Weights and values are rationals in sequences of equal length; weights are nonnegative with sum 1, values
lie in a positive interval.  Lean: ``Formal.Algebra.Inequalities`` and ``Formal.Selection.Moments``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from flint import fmpq

from .inequalities import Comparison
from .targets import Target, TargetLaw

Rationals = Sequence[fmpq]


def kantorovich_constant(low: fmpq, high: fmpq) -> fmpq:
    """C = (low + high)^2 / (4 low high) >= 1; 0 < low, high (blueprint 4)."""
    return (low + high) ** 2 / (4 * low * high)


def moment(weights: Rationals, values: Rationals, order: int) -> fmpq:
    """E[X^order]."""
    return sum((w * v**order for w, v in zip(weights, values, strict=True)), fmpq(0))


def mean_times_mean_inverse(weights: Rationals, values: Rationals, where: str = "") -> Comparison:
    """E[X] E[1/X] <= C (blueprint 4.1, first half)."""
    left = moment(weights, values, 1) * moment(weights, [1 / v for v in values], 1)
    return Comparison(left, kantorovich_constant(min(values), max(values)), where)


def second_moment(weights: Rationals, values: Rationals, where: str = "") -> Comparison:
    """E[X^2] <= C E[X]^2 (blueprint 4.1, second half)."""
    right = kantorovich_constant(min(values), max(values)) * moment(weights, values, 1) ** 2
    return Comparison(moment(weights, values, 2), right, where)


def log_convexity(weights: Rationals, values: Rationals, order: int, where: str = "") -> Comparison:
    """E[X^(j+1)] E[X^(j-1)] <= C E[X^j]^2 for j = order >= 1 (blueprint 4.2)."""
    left = moment(weights, values, order + 1) * moment(weights, values, order - 1)
    right = kantorovich_constant(min(values), max(values)) * moment(weights, values, order) ** 2
    return Comparison(left, right, where)


def integer_moment(
    weights: Rationals, values: Rationals, order: int, where: str = "", *, exponent: int | None = None
) -> Comparison:
    """E[X^r] <= C^(r(r-1)/2) E[X]^r for r = order (blueprint 4.3).

    ``exponent`` replaces r(r-1)/2, to test a stronger claim.
    """
    power = order * (order - 1) // 2 if exponent is None else exponent
    right = kantorovich_constant(min(values), max(values)) ** power * moment(weights, values, 1) ** order
    return Comparison(moment(weights, values, order), right, where)


def transcript_moment(law: TargetLaw, base: Target, other: Target, order: int) -> fmpq:
    """E_{p_base}[(p_other / p_base)^order] over transcripts, exactly.

    The ratio is a product over rounds, and what follows a history depends on it only through its state; so
    the sum is a recursion over states.
    """

    @cache
    def rest(state: int, rounds: int) -> fmpq:
        if rounds == 0:
            return fmpq(1)
        before, after = law.selection(base, state), law.selection(other, state)
        return sum(
            (
                p * (q / p) ** order * rest(law.next_state[state][s] if rounds > 1 else -1, rounds - 1)
                for s, (p, q) in enumerate(zip(before, after, strict=True))
            ),
            fmpq(0),
        )

    return rest(0, law.rounds)


def transcript_moment_bound(
    law: TargetLaw,
    base: Target,
    other: Target,
    order: int,
    where: str = "",
    *,
    constant: fmpq | None = None,
    exponent: int | None = None,
) -> Comparison:
    """E[(p'/p)^r] <= C^(J r(r-1)/2), C from the range of g'/g (blueprint 4.4).

    ``constant`` replaces the C of the actual range by a larger one; ``exponent`` replaces r(r-1)/2.
    """
    ratios = [law.beta ** (b - a) for a, b in zip(base, other, strict=True)]
    c = kantorovich_constant(min(ratios), max(ratios)) if constant is None else constant
    power = order * (order - 1) // 2 if exponent is None else exponent
    return Comparison(transcript_moment(law, base, other, order), c ** (law.rounds * power), where)


def ratio_moment(first: Rationals, second: Rationals, order: int, where: str = "") -> Comparison:
    """E_Q[(P/Q)^r] <= C^(r(r-1)/2) for positive laws P, Q, C from the range of P/Q (blueprint A.1)."""
    ratios = [p / q for p, q in zip(first, second, strict=True)]
    return integer_moment(second, ratios, order, where)
