"""The data-independent part of a release: annuli, proposal weights, excess mass and the certified budget.

Everything here is a function of public numbers only (``Shape`` and ``Tuning``): blueprint 8.4, 10.2, 10.4b
and 2.8, with the capped loop.  docs/release.md has the formulas and their proofs.  The partition into annuli
is found in floating point; whatever the privacy or the law rests on is then computed with balls rounded
outwards.

Notation: a = m log(beta) is the change of a log-weight per unit of query and row; Delta the largest range of
a query over the universe; h_R = a Delta R; A_R = J h_R^2 / 2; lambda = log(1/r).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt
from flint import arb, ctx, fmpq

from ..errors import InputError
from ..exact import rational_above, to_fmpq, to_fraction

PRECISION = 192
"""Bits of the balls."""

CAP = 40
"""At most ceil(CAP W) proposals are made; then the fallback, with probability at most e^-CAP."""

SLACK = fmpq(1, 10**6)
"""Relative slack of the proposal weights: covers the tolerance of the numerical maximiser (10.5)."""

MIN_BASE = Fraction(4)
"""The base law's least weight where anything is rejected: the fallback's loss is about CAP delta W/(W-1)."""

_MAX_ORDER = 10**7
_WEIGHT_BITS = 48
_TAIL = 28.0
_HUGE = 600.0

FloatArray = npt.NDArray[np.float64]
IntegerArray = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Public facts about the data: T labels, n rows, k queries, and Delta = max_q (max q - min q), in integer
    units.
    """

    labels: int
    rows: int
    queries: int
    spread: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """The base law's parameters (blueprint 3): J rounds, beta > 1, g0 > 1 and m."""

    J: int
    beta: Fraction
    g0: Fraction
    m: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Annulus:
    """Distances first..last, reached by codes of ``length`` signed points with radius R = last.

    ``weight`` (per code) is a dyadic rational >= r^first e^{A_R/length} (1 + SLACK).
    """

    first: int
    last: int
    length: int
    weight: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Excess:
    """One term b_a (2T)^length r^{a first} exp(a A_R/length + a (a-1) A_R) of delta, R = last, a = order."""

    first: int
    last: int
    length: int
    order: int


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Everything that a release fixes before it looks at the data.

    ``base_weight`` is the weight of the base law, ``annuli`` those of the surrogates, ``far`` = (first
    distance, total weight) that of the uniform law on transcripts, or None where the annuli reach distance n.
    ``total`` is W; ``proposals`` the cap N; ``delta`` an upper bound on Z_x - 1 for every x; ``epsilon`` an
    upper bound on the privacy loss, None where no bound follows.
    """

    shape: Shape
    tuning: Tuning
    r: Fraction
    base_weight: Fraction
    annuli: tuple[Annulus, ...]
    far: tuple[int, Fraction] | None
    excess: tuple[Excess, ...]
    delta: Fraction
    proposals: int
    epsilon: Fraction | None

    @cached_property
    def total(self) -> Fraction:
        """W, the sum of all proposal weights."""
        codes = sum((self.code_count(a) * a.weight for a in self.annuli), Fraction(0))
        return self.base_weight + codes + (self.far[1] if self.far else 0)

    def code_count(self, annulus: Annulus) -> int:
        """N = (2T)^length."""
        return int((2 * self.shape.labels) ** annulus.length)

    @property
    def is_base(self) -> bool:
        """Whether the base law is private by itself (blueprint 10.4), so that nothing is ever rejected.

        A base law lifted over all distances is not: its proposals are still accepted or refused.
        """
        return self.base_weight == 1


@dataclass(frozen=True, slots=True)
class Scale:
    """The constants of the notation above as balls, at the precision in force."""

    lam: arb
    step: arb
    kappa: arb
    top: arb
    code: arb
    menu: arb

    @classmethod
    def of(cls, shape: Shape, tuning: Tuning, r: Fraction) -> Scale:
        """lambda; a Delta; kappa = A_R/R^2; the largest slope 2 a Delta J; log 2T; J log 2k."""
        step = tuning.m * shape.spread * arb(to_fmpq(tuning.beta)).log()
        return cls(
            lam=-arb(to_fmpq(r)).log(),
            step=step,
            kappa=tuning.J * step**2 / 2,
            top=2 * tuning.J * step,
            code=arb(2 * shape.labels).log(),
            menu=tuning.J * arb(2 * shape.queries).log(),
        )


@dataclass(frozen=True, slots=True)
class Grid:
    """A data-independent grid of distances and the cost of each annulus between two of its points, in floats.

    ``points`` starts at 0; entry [i, j] of a cost is the logarithm for first = points[i] + 1, last =
    points[j].
    """

    points: IntegerArray
    lam: float
    kappa: float
    code: float
    menu: float
    rows: int

    @classmethod
    def build(cls, *, lam: float, kappa: float, code: float, menu: float, rows: int) -> Grid:
        """All distances up to 48, then steps of 3 percent, up to where the uniform law takes over."""
        top = min(rows, int((menu + _TAIL) / lam) + 1)
        points = list(range(min(top, 48) + 1))
        while points[-1] < top:
            points.append(min(top, max(points[-1] + 1, int(points[-1] * 1.03))))
        return cls(np.array(points), lam, kappa, code, menu, rows)

    def _sizes(self) -> tuple[FloatArray, FloatArray]:
        first = (self.points[:, None] + 1).astype(np.float64)
        area = self.kappa * np.maximum(self.points[None, :], 1).astype(np.float64) ** 2
        return first, area

    def _best_length(self, area: FloatArray) -> FloatArray:
        """The natural length near sqrt(A / log 2T), the minimiser of length log 2T + A / length."""
        length: FloatArray = np.maximum(np.rint(np.sqrt(area / self.code)), 1.0)
        return length

    def proposal_costs(self) -> tuple[FloatArray, IntegerArray]:
        """log of (2T)^l r^first e^{A/l} at the best length l, and l."""
        first, area = np.broadcast_arrays(*self._sizes())
        length = self._best_length(area)
        cost: FloatArray = length * self.code + area / length - self.lam * first
        return cost, length.astype(np.int64)

    def excess_costs(self) -> tuple[FloatArray, IntegerArray, IntegerArray]:
        """log of the least term of ``Excess`` over lengths l and orders a, with l and a.

        The best pair has l = 1 or a = 1 except near the point where both do, so that few pairs are tried.
        """
        first, area = np.broadcast_arrays(*self._sizes())
        best = np.full(area.shape, np.inf)
        lengths, orders = np.ones(area.shape), np.ones(area.shape)
        for fixed in (1.0, 2.0):
            ideal = (self.lam * first - area / fixed + area) / (2 * area)
            order = np.rint(np.clip(ideal, 1, _MAX_ORDER))
            for length, a in ((np.full_like(area, fixed), order), (self._best_length(fixed * area), fixed)):
                a = np.broadcast_to(a, area.shape)
                less = np.maximum(a - 1, 1)
                log_b = np.where(a > 1, (a - 1) * np.log(less) - a * np.log(a), 0.0)
                cost = log_b + length * self.code + a * (area / length - self.lam * first + (a - 1) * area)
                better = cost < best
                best = np.where(better, cost, best)
                lengths, orders = np.where(better, length, lengths), np.where(better, a, orders)
        return best, lengths.astype(np.int64), orders.astype(np.int64)

    def partition(self, costs: FloatArray) -> tuple[FloatArray, list[int]]:
        """The cheapest total from each point on, and the point to cut at next (-1: stop here).

        After the last cut the uniform law covers the rest at r^{point + 1} (2k)^J, or nothing is left (n).
        """
        linear = np.exp(np.minimum(costs, _HUGE))
        rest = np.exp(np.minimum(self.menu - self.lam * (self.points + 1), _HUGE))
        best = np.where(self.points == self.rows, 0.0, rest)
        following = [-1] * len(best)
        for i in range(len(best) - 2, -1, -1):
            totals = linear[i, i + 1 :] + best[i + 1 :]
            j = int(np.argmin(totals))
            if totals[j] < best[i]:
                best[i], following[i] = totals[j], i + 1 + j
        return best, following

    @staticmethod
    def cuts(following: list[int], start: int) -> list[tuple[int, int]]:
        """The annuli, as pairs of indices into ``points``, from ``start`` on."""
        pairs = []
        while following[start] >= 0:
            pairs.append((start, following[start]))
            start = following[start]
        return pairs


def float_grid(shape: Shape, scale: Scale) -> Grid:
    """The grid for these constants."""
    return Grid.build(
        lam=float(scale.lam),
        kappa=float(scale.kappa),
        code=float(scale.code),
        menu=float(scale.menu),
        rows=shape.rows,
    )


def make_plan(shape: Shape, tuning: Tuning, r: Fraction, *, lift: int | None = None) -> Plan:
    """The plan for these public numbers; its ``epsilon`` is certified.

    ``lift`` is the largest distance that the base law's weight covers (10.4b); None chooses the one that
    makes W least.  Any value gives the same released law.  Raises InputError unless 0 < r < 1.
    """
    if not 0 < r < 1:
        raise InputError(f"r is {r}; a release needs 0 < r < 1.")
    with ctx.workprec(PRECISION):
        scale = Scale.of(shape, tuning, r)
        if scale.top <= scale.lam:
            base = Fraction(1)
            return _finish(shape, tuning, r, scale, base, (), None, (), arb(0))
        grid = float_grid(shape, scale)
        costs, lengths = grid.proposal_costs()
        best, following = grid.partition(costs)
        start = _best_start(grid, best, scale) if lift is None else lift
        cuts = [
            (int(grid.points[i]) + 1, int(grid.points[j]), int(lengths[i, j]))
            for i, j in grid.cuts(following, start)
        ]
    return assemble(shape, tuning, r, lift=int(grid.points[start]), cuts=cuts)


def assemble(
    shape: Shape, tuning: Tuning, r: Fraction, *, lift: int, cuts: Sequence[tuple[int, int, int]]
) -> Plan:
    """The plan whose base weight covers the distances up to ``lift`` and whose annuli are (first, last,
    length), consecutive from lift + 1 on; the uniform law covers what they leave.
    """
    with ctx.workprec(PRECISION):
        scale = Scale.of(shape, tuning, r)
        excess, delta = _excess(shape, float_grid(shape, scale), scale)
        lifted = _dyadic_above((lift * (scale.top - scale.lam)).exp() * (1 + SLACK))
        base = max(lifted, MIN_BASE)
        annuli, reached = [], lift
        for first, last, length in cuts:
            if first != reached + 1 or not first <= last <= shape.rows:
                raise ValueError("annuli must follow one another")
            weight = _code_weight(scale, first, last, length)
            annuli.append(Annulus(first=first, last=last, length=length, weight=weight))
            reached = last
        far = None
        if reached < shape.rows:
            far = (reached + 1, _dyadic_above((scale.menu - (reached + 1) * scale.lam).exp() * (1 + SLACK)))
        return _finish(shape, tuning, r, scale, base, tuple(annuli), far, excess, delta)


def _best_start(grid: Grid, best: FloatArray, scale: Scale) -> int:
    """The index of the distance up to which lifting the base law makes W least."""
    lifted = np.exp(np.minimum(grid.points * float(scale.top - scale.lam), _HUGE))
    return int(np.argmin(lifted + best))


def _code_weight(scale: Scale, first: int, last: int, length: int) -> Fraction:
    area = scale.kappa * last**2
    return _dyadic_above((area / length - first * scale.lam).exp() * (1 + SLACK))


def _excess(shape: Shape, grid: Grid, scale: Scale) -> tuple[tuple[Excess, ...], arb]:
    """The terms of delta and their certified sum."""
    costs, lengths, orders = grid.excess_costs()
    _, following = grid.partition(costs)
    terms = tuple(
        Excess(
            first=int(grid.points[i]) + 1,
            last=int(grid.points[j]),
            length=int(lengths[i, j]),
            order=int(orders[i, j]),
        )
        for i, j in grid.cuts(following, 0)
    )
    delta = sum((excess_value(scale, term) for term in terms), arb(0))
    reached = terms[-1].last if terms else 0
    if reached < shape.rows:
        delta += (scale.menu - (reached + 1) * scale.lam).exp()
    return terms, delta


def excess_value(scale: Scale, term: Excess) -> arb:
    """The ball of one term (blueprint 8.4)."""
    a, area = term.order, scale.kappa * term.last**2
    b = arb(fmpq(a - 1, a)) ** (a - 1) / a  # (a-1)^(a-1) / a^a
    exponent = term.length * scale.code - a * term.first * scale.lam
    return b * (exponent + a * area / term.length + a * (a - 1) * area).exp()


def _dyadic_above(value: arb) -> Fraction:
    """A dyadic rational >= every number in the ball, with few bits: at most 2^-47 too large, relatively."""
    upper = to_fraction(rational_above(value))
    shift = _WEIGHT_BITS - (upper.numerator.bit_length() - upper.denominator.bit_length())
    scaled = upper * Fraction(2) ** shift
    return Fraction(-(-scaled.numerator // scaled.denominator)) / Fraction(2) ** shift


def _finish(
    shape: Shape,
    tuning: Tuning,
    r: Fraction,
    scale: Scale,
    base: Fraction,
    annuli: tuple[Annulus, ...],
    far: tuple[int, Fraction] | None,
    excess: tuple[Excess, ...],
    delta: arb,
) -> Plan:
    plan = Plan(
        shape=shape,
        tuning=tuning,
        r=r,
        base_weight=base,
        annuli=annuli,
        far=far,
        excess=excess,
        delta=Fraction(0) if delta == 0 else _dyadic_above(delta),  # == holds for the exact 0 only
        proposals=1,
        epsilon=None,
    )
    if not plan.is_base:
        plan = replace(plan, proposals=math.ceil(CAP * plan.total))
    loss = privacy_loss(scale.lam, plan.delta, plan.total, plan.proposals)
    return replace(plan, epsilon=None if loss is None else _dyadic_above(loss))


def privacy_loss(lam: arb, delta: Fraction, total: Fraction, proposals: int) -> arb | None:
    """A ball around max(lambda + min(lambda, log(1 + delta)), N log((1 - 1/W)/(1 - (1 + delta)/W))).

    The second is the fallback's loss; it is 0 where delta = 0.  None where W <= 1 + delta.
    """
    with ctx.workprec(PRECISION):
        excess = arb(to_fmpq(delta))
        accepted = lam + arb.min(lam, (1 + excess).log())
        if delta == 0:
            return accepted
        if total <= 1 + delta:
            return None
        ratio = to_fmpq((total - 1) / (total - 1 - delta))
        return arb.max(accepted, proposals * arb(ratio).log())
