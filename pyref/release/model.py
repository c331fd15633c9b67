"""One database as arrays, and the exact weights of the base law along transcripts (blueprint 3).

A ``Walk`` follows several transcripts at once.  The exponent round(n m s(mu_h)) of each weight is read off a
float64 score where that is farther from a boundary than its error bound, and from exact integers elsewhere.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from flint import arb, ctx

from ..errors import InputError
from ..exact import to_fmpq
from ..instance import Instance
from .plan import PRECISION, Plan, Shape, Tuning

IntegerArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

UNIT = 2.0**-53
"""The unit roundoff u of float64."""

LOG_ERROR = 5e-8
"""What float64 logarithms of likelihood ratios may be off by at most."""

_LIMIT = 1 << 50
_MAX_POWERS = 1 << 22


def shape_of(instance: Instance) -> Shape:
    """The public facts of an instance."""
    spread = max(max(q.values) - min(q.values) for q in instance.queries)
    return Shape(labels=instance.T, rows=instance.n, queries=instance.k, spread=spread)


@dataclass(frozen=True, eq=False)
class Model:
    """Arrays of one instance under one plan.

    ``values`` int64[k, T]; ``centred`` = 2 q - max q - min q, in -Delta..Delta, the effect of signed points;
    ``counts`` int64[T]; ``sums`` int64[k] of sum_i q(x_i); ``step`` a = m log(beta) and ``lam`` rounded to
    float64; ``log_beta`` and ``lam_ball`` balls of 192 bits.
    """

    instance: Instance
    plan: Plan
    values: IntegerArray
    centred: IntegerArray
    counts: IntegerArray
    sums: IntegerArray
    step: float
    lam: float
    log_beta: float
    powers: FloatArray
    score_error: float

    @classmethod
    def of(cls, instance: Instance, plan: Plan) -> Model:
        """The arrays; InputError where the numbers are too large for float64 to decide any rounding."""
        tuning = plan.tuning
        values = np.array([q.values for q in instance.queries], dtype=np.int64)
        counts = np.array(instance.histogram, dtype=np.int64)
        scale = instance.n * tuning.m * instance.bound
        # Weights are within 2u, dot products within T u, of the largest possible score n m B.
        error = 1.01 * scale * (2 * instance.T + 32) * UNIT
        if error > 2.0**-10 or scale * 2 * plan.tuning.J > _LIMIT:
            raise InputError(
                f"n m B T is too large ({scale * instance.T}); use fewer rows or labels or a smaller m."
            )
        if tuning.J * plan.shape.spread > _MAX_POWERS:
            raise InputError(
                f"J times the range of a query is {tuning.J * plan.shape.spread}, over {_MAX_POWERS}; "
                "use a smaller J or round the queries to fewer values."
            )
        reach = max((a.last for a in plan.annuli), default=0) * plan.shape.spread * math.log(tuning.beta)
        if tuning.J * (instance.k + 64) * (tuning.m * reach + 8) * 2.0**-49 > LOG_ERROR:
            raise InputError("J k log(beta) is too large for float64 logarithms; use a smaller J or beta.")
        with ctx.workprec(PRECISION):
            log_beta = arb(to_fmpq(tuning.beta)).log()
            base = 1 / arb(to_fmpq(tuning.g0))
            powers = np.array([float(base**e) for e in range(tuning.J * plan.shape.spread + 1)])
            return cls(
                instance=instance,
                plan=plan,
                values=values,
                centred=2 * values - values.max(axis=1, keepdims=True) - values.min(axis=1, keepdims=True),
                counts=counts,
                sums=values @ counts,
                step=float(tuning.m * log_beta),
                lam=float(-arb(to_fmpq(plan.r)).log()),
                log_beta=float(log_beta),
                powers=powers,
                score_error=error,
            )

    @property
    def tuning(self) -> Tuning:
        """The base law's parameters."""
        return self.plan.tuning

    def own_exponents(self, weights: IntegerArray) -> IntegerArray:
        """int64[..., 2k] of m sum_i s(x_i) - round(n m s(mu_h)) from int64[..., 2k] of the roundings."""
        signed = np.empty(2 * len(self.sums), dtype=np.int64)
        signed[0::2], signed[1::2] = self.sums, -self.sums
        return self.tuning.m * signed - weights


class Walk:
    """Several transcripts in parallel, one selection at a time."""

    def __init__(self, model: Model, count: int) -> None:
        self.model = model
        # One row stands for all until the first selection.
        self._count = count
        self.energies: IntegerArray = np.zeros((1, model.instance.T), dtype=np.int64)
        self._values = model.values.astype(np.float64).T.copy()

    def exponents(self) -> IntegerArray:
        """int64[P, 2k]: round(n m s(mu_h)) of every signed query, halves up, exactly."""
        model = self.model
        scale = model.instance.n * model.tuning.m
        high = self.energies.max(axis=1, keepdims=True)
        weights = model.powers[high - self.energies]
        scores = scale * (weights @ self._values) / weights.sum(axis=1, keepdims=True)
        shifted = scores + 0.5
        rounded = np.floor(shifted)
        result = np.empty((len(scores), 2 * scores.shape[1]), dtype=np.int64)
        result[:, 0::2] = rounded
        result[:, 1::2] = -result[:, 0::2]
        close = np.abs(shifted - np.rint(shifted)) <= model.score_error
        for place, query in np.argwhere(close):
            boundary = round(float(shifted[place, query]))
            result[place, 2 * query : 2 * query + 2] = self._round_exactly(place, query, boundary)
        return np.broadcast_to(result, (self._count, result.shape[1]))

    def _round_exactly(self, place: int, query: int, boundary: int) -> tuple[int, int]:
        """Roundings of n m q(mu) and of its negative, the first known to be ``boundary`` or one less.

        Compares 2 n m q(mu) with 2 boundary - 1 as polynomials in g0: sum_d (2 n m q(d) - c) g0^{E_d}.
        """
        model = self.model
        energies = self.energies[place]
        terms = 2 * model.instance.n * model.tuning.m * model.values[query] - (2 * boundary - 1)
        # The sums are integers below 2^53, so bincount's float64 arithmetic is exact.
        coefficients = np.bincount(energies - energies.min(), weights=terms)
        sign = _polynomial_sign([int(c) for c in coefficients], model.tuning.g0)
        if sign == 0:  # a tie: both roundings go up
            return boundary, 1 - boundary
        value = boundary if sign > 0 else boundary - 1
        return value, -value

    def advance(self, selected: IntegerArray) -> None:
        """Append the signed queries int64[P] to the transcripts."""
        signs = 1 - 2 * (selected % 2)
        self.energies = self.energies + signs[:, None] * self.model.values[selected // 2]


def _polynomial_sign(coefficients: list[int], at: Fraction) -> int:
    """The sign of sum_e c_e at^e for at > 0, by Horner's rule on numerators."""
    total, power = 0, 1
    for coefficient in reversed(coefficients):
        total = total * at.numerator + coefficient * power
        power *= at.denominator
    return (total > 0) - (total < 0)


def path_exponents(model: Model, transcript: tuple[int, ...]) -> IntegerArray:
    """int64[J, 2k] of the roundings along one transcript."""
    walk = Walk(model, 1)
    rows = []
    for s in transcript:
        rows.append(walk.exponents()[0])
        walk.advance(np.array([s], dtype=np.int64))
    return np.array(rows)


def synthetic(model: Model, transcript: tuple[int, ...], *, last: int | None = None) -> FloatArray:
    """mu-bar: the average of mu_{t-1} over the last ``last`` of the J rounds (all by default); float64[T]."""
    walk = Walk(model, 1)
    rounds = len(transcript)
    total = np.zeros(model.instance.T)
    for t, s in enumerate(transcript):
        if t >= rounds - (last or rounds):
            weights = model.powers[walk.energies[0].max() - walk.energies[0]]
            total += weights / weights.sum()
        walk.advance(np.array([s], dtype=np.int64))
    result: FloatArray = total / total.sum()
    return result
