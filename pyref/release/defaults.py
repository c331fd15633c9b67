"""Parameters of a release from public numbers alone: T, n, k, the range of the queries and epsilon.

The rule (docs/release.md):

* delta may be about epsilon/CAP, which the fallback charges; lambda = epsilon - log(1 + delta), about;
* for J rounds, eta is the largest for which the bound of 8.4 on delta is that small (or for which the base
  law is private by itself, if that is larger);
* gamma = sqrt(2 log T / J), the minimiser of the bound 7.1, up to J = 8 log T; then it falls to
  sqrt(log T / J) at J = 16 log T and beyond, which costs 6 percent of that bound: log T overstates the
  divergence of real data from the uniform distribution, and with many rounds the steps, not the selections,
  limit the error (docs/utility.md);
* J minimises sqrt(2 log T / J) + log(2k)/eta, a bound of the base law's expected error (7.1, and E gap <=
  log(2k)/eta), among 1..MAX_ROUNDS.

r, beta and g0 are then simple fractions next to these numbers, and the plan's epsilon is certified from them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, ctx

from ..errors import InputError
from ..exact import enclose, simplest_between, to_fmpq
from .plan import CAP, PRECISION, Grid, Plan, Shape, Tuning, make_plan

MAX_ROUNDS = 144
"""The largest default J; more rounds can be asked for, and cost time in proportion."""

_ANCHORS = (1, 4, 16, 48, MAX_ROUNDS)
_ATTEMPTS = 24
_BISECTIONS = 24
_R_ROUNDING = Fraction(1, 1000)
"""log(1/r) is at most this much below the lambda asked for, relatively."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What the user fixes; None asks for the default."""

    J: int | None = None
    beta: Fraction | None = None
    g0: Fraction | None = None
    m: int = 1


def choose(shape: Shape, epsilon: Fraction, wish: Wish | None = None) -> Plan:
    """A plan whose certified loss is at most ``epsilon``; InputError where there is none for the given beta
    and J.
    """
    wish = wish or Wish()
    if wish.beta is not None and wish.beta <= 1:
        raise InputError(f"parameter beta is {wish.beta}; it must be greater than 1, for instance 33/32.")
    if wish.g0 is not None and wish.g0 <= 1:
        raise InputError(f"parameter g0 is {wish.g0}; it must be greater than 1, for instance 3/2.")
    excess = float(epsilon) / CAP
    if wish.J is None:
        lam = float(epsilon) - math.log1p(excess)
        J = default_rounds(shape, lam, excess, step=_step_of(shape, wish))
    else:
        J = wish.J
    g0 = wish.g0 if wish.g0 is not None else default_g0(shape, J)
    excess *= 0.98
    for _ in range(_ATTEMPTS):
        plan = _attempt(shape, epsilon, excess, wish, J, g0)
        if plan.epsilon is not None and plan.epsilon <= epsilon:
            return plan
        excess *= 0.9
    raise InputError(
        f"no plan with J = {J}" + (f" and beta = {wish.beta}" if wish.beta else "") + f" stays within "
        f"epsilon = {epsilon}; choose a smaller beta or J, or a larger epsilon."
    )


def _attempt(shape: Shape, epsilon: Fraction, excess: float, wish: Wish, J: int, g0: Fraction) -> Plan:
    """One plan with delta near ``excess``; its loss may still be over the budget."""
    lam = float(epsilon) - math.log1p(excess)
    if wish.beta is not None:
        # A fixed beta fixes delta for each lambda; try the largest lambda that delta leaves.
        step = _step_of(shape, wish) or 0.0
        lam = float(epsilon) - math.log1p(min(excess, excess_mass(shape, lam, J, step)))
        beta = wish.beta
    else:
        step = largest_step(shape, lam, J, excess)
        if 2 * J * step <= lam:  # private by itself: it must stay so where r rounds lambda down
            step *= float(1 - _R_ROUNDING)
        beta = _beta_below(step, shape, wish.m)
    return make_plan(shape, Tuning(J=J, beta=beta, g0=g0, m=wish.m), _r_above(lam))


def _step_of(shape: Shape, wish: Wish) -> float | None:
    """a Delta for a given beta."""
    return None if wish.beta is None else wish.m * max(shape.spread, 1) * math.log(wish.beta)


def _grid(shape: Shape, lam: float, J: int, step: float) -> Grid:
    return Grid.build(
        lam=lam,
        kappa=J * step * step / 2,
        code=math.log(2 * shape.labels),
        menu=J * math.log(2 * shape.queries),
        rows=shape.rows,
    )


def excess_mass(shape: Shape, lam: float, J: int, step: float) -> float:
    """The bound of 8.4 on delta, in floating point: 0 where the base law is private by itself (10.4)."""
    if 2 * J * step <= lam:
        return 0.0
    grid = _grid(shape, lam, J, step)
    best, _ = grid.partition(grid.excess_costs()[0])
    return float(best[0])


def largest_step(shape: Shape, lam: float, J: int, excess: float, *, tolerance: float = 1e-4) -> float:
    """The largest a Delta with ``excess_mass`` at most ``excess``, up to a relative tolerance."""
    low = lam / (2 * J) * (1 - 1e-9)
    high = max(4 * lam / math.sqrt(J), 2 * low)
    for _ in range(_BISECTIONS):
        middle = math.sqrt(low * high)
        if excess_mass(shape, lam, J, middle) <= excess:
            low = middle
        else:
            high = middle
        if high / low < 1 + tolerance:
            break
    return low


def default_rounds(shape: Shape, lam: float, excess: float, *, step: float | None = None) -> int:
    """The J of the rule; ``step`` fixes a Delta.

    The largest step falls roughly like 1/sqrt(J): sqrt(J) times it is computed for a few J and interpolated.
    """
    scales = np.ones(len(_ANCHORS))
    if step is None:
        scales = np.array(
            [math.sqrt(J) * largest_step(shape, lam, J, excess, tolerance=0.01) for J in _ANCHORS]
        )
    best, best_value = 1, math.inf
    regret, gap = math.sqrt(2 * math.log(max(shape.labels, 2))), math.log(2 * shape.queries)
    for J in range(1, MAX_ROUNDS + 1):
        scale = float(np.interp(math.log(J), np.log(_ANCHORS), scales))
        # eta in units of the queries' half range: n a Delta / 2 with values rescaled to [-1, 1].
        eta = shape.rows * (scale / math.sqrt(J) if step is None else step) / 2
        value = regret / math.sqrt(J) + gap / eta
        if value < best_value:
            best, best_value = J, value
    return best


def default_g0(shape: Shape, J: int) -> Fraction:
    """g0 near e^{gamma / half range}: queries rescaled to [-1, 1]."""
    with ctx.workprec(PRECISION):
        ratio = arb(max(shape.labels, 2)).log() / J
        square = 2 * ratio * arb.min(arb(1), arb.max(arb(0.5), 8 * ratio))
        exponent = 2 * square.sqrt() / max(shape.spread, 1)
    return _between(exponent, Fraction(95, 100), Fraction(105, 100))


def _beta_below(step: float, shape: Shape, m: int) -> Fraction:
    """The simplest fraction whose logarithm is within 1 percent below step / (m Delta)."""
    exponent = arb(step) / (m * max(shape.spread, 1))
    return _between(exponent, Fraction(99, 100), Fraction(1))


def _between(exponent: arb, low: Fraction, high: Fraction) -> Fraction:
    """The simplest fraction with logarithm between ``low`` and ``high`` times ``exponent``."""
    return simplest_between(
        enclose(lambda: (exponent * to_fmpq(low)).exp(), relative_bits=60)[1],
        enclose(lambda: (exponent * to_fmpq(high)).exp(), relative_bits=60)[0],
    )


def _r_above(lam: float) -> Fraction:
    """The simplest r with log(1/r) at most ``_R_ROUNDING`` below ``lam``, relatively."""
    return 1 / _between(arb(lam), 1 - _R_ROUNDING, Fraction(1))
