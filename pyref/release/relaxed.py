"""Certified bounds on the relaxed envelope at one transcript (blueprint 10.1).

Everything is relative to the base law: with a move m of fractional rows (sum 0, counts + m >= 0, distance
d = half its L1 norm) and y = a <m, q> the log-likelihood ratio

    l(m) = log p_{h_x + m}(omega) - log p_x(omega)
         = <net, y> - sum_t log sum_q (pi_t(q,+) e^{y_q} + pi_t(q,-) e^{-y_q})

is concave, and log(M~_x / p_x) = max over integers D of phi(D) - lambda D, phi(D) = max of l over d <= D.  A
linearisation at any point bounds phi(D) for all D at once: the best linear move of D units takes them from
the rows with the least gradient.

The same code runs on float64 arrays with error bounds and on object arrays of balls: ``Floats``, ``Balls``.
No matrix product of a linear-algebra library is used, so that equal inputs give equal results.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import arb

from ..exact import to_fmpq
from .model import UNIT, IntegerArray, Model

Array = npt.NDArray[Any]

MAX_STEPS = 20_000


class Floats:
    """float64 arithmetic with a priori error bounds."""

    dtype: Any = np.float64

    def __init__(self, model: Model) -> None:
        self.model = model
        self.step: Any = model.step
        self.lam: Any = model.lam
        self.log_beta: Any = model.log_beta
        self.tolerance: float = 1e-9

    def error(self, size: float, terms: int) -> tuple[Any, Any]:
        """Bounds on the errors of l and of each entry of its gradient for |y| <= size, y a sum of ``terms``
        products.

        Every log-sum-exp of K = 2k terms is off by less than (8 K + 256) u, and y by less than (terms + 4) u
        size; exp and log are taken to be within 8 units in the last place.  The gradient sums over rounds and
        queries one by one.
        """
        model = self.model
        rounds, queries = model.tuning.J, model.instance.k
        per_round = 2 * UNIT * (16 * queries + 256 + (8 * terms + 8 * queries + 64) * size)
        slope = (
            model.step * model.instance.bound * rounds * (2 * per_round + 2 * (queries + rounds + 8) * UNIT)
        )
        return rounds * per_round, slope

    def move_error(self, move: Array) -> tuple[Any, Any]:
        """``error`` at a move."""
        size = self.model.step * self.model.instance.bound * float(np.abs(move).sum())
        return self.error(size, int(np.count_nonzero(move)))

    def slip(self) -> Any:
        """A bound on the error of lambda D for D <= n."""
        return 8 * UNIT * self.model.lam * self.model.instance.n

    def shifted(self, logits: Array) -> tuple[Array, Array]:
        """Logits minus their maximum per row, and the maximum."""
        top = logits.max(axis=1)
        return logits - top[:, None], top

    def ceil(self, value: Any) -> Any:
        """An exact number >= value (its rounding is in ``error``)."""
        return value

    floor = ceil
    middle = ceil


class Balls:
    """Balls of the precision in force, in object arrays; errors are carried by the balls themselves."""

    dtype: Any = object

    def __init__(self, model: Model, precision: int) -> None:
        self.model = model
        self.log_beta: Any = arb(to_fmpq(model.tuning.beta)).log()
        self.step: Any = model.tuning.m * self.log_beta
        self.lam: Any = -arb(to_fmpq(model.plan.r)).log()
        self.tolerance: Any = arb(2) ** -(precision // 3)

    def move_error(self, move: Array) -> tuple[Any, Any]:
        """No error beyond the balls' radii."""
        return arb(0), arb(0)

    def slip(self) -> Any:
        """As ``move_error``."""
        return arb(0)

    def shifted(self, logits: Array) -> tuple[Array, Array]:
        """Unchanged: balls do not overflow."""
        return logits, np.array([arb(0)] * len(logits), dtype=object)

    def ceil(self, value: Any) -> Any:
        """The upper end of the ball, exact."""
        return value.upper()

    def floor(self, value: Any) -> Any:
        """The lower end of the ball, exact."""
        return value.lower()

    def middle(self, value: Any) -> Any:
        """The centre of the ball, exact."""
        return value.mid()


Numbers = Floats | Balls


class Path:
    """One transcript with the exponents int64[J, 2k] of the base law's weights along it."""

    def __init__(self, model: Model, transcript: tuple[int, ...], exponents: IntegerArray) -> None:
        self.model = model
        self.transcript = transcript
        exponents = np.ascontiguousarray(exponents)  # one memory order, hence one order of summation
        self.relative: IntegerArray = exponents - exponents.max(axis=1, keepdims=True)
        chosen = np.array(transcript, dtype=np.int64)
        self.chosen_relative: IntegerArray = self.relative[np.arange(len(chosen)), chosen]
        self.net: IntegerArray = np.zeros(model.instance.k, dtype=np.int64)
        np.add.at(self.net, chosen // 2, 1 - 2 * (chosen % 2))


@dataclass(frozen=True, slots=True)
class Point:
    """l and its gradient at a move: ``value`` a number, ``slopes`` [T], ``masses`` pi_t [J, 2k]."""

    move: Array
    value: Any
    slopes: Array
    masses: Array


class Evaluator:
    """l, its gradient and the bounds that follow, for one path and one arithmetic."""

    def __init__(self, path: Path, numbers: Numbers) -> None:
        self.path, self.numbers, self.model = path, numbers, path.model
        self.logits: Array = numbers.log_beta * path.relative.astype(numbers.dtype)
        self.values: Array = path.model.values.astype(numbers.dtype)
        self.net: Array = path.net.astype(numbers.dtype)
        weights = np.exp(self.logits)
        totals = weights.sum(axis=1)
        self.masses: Array = weights / totals[:, None]
        self.log_totals: Array = np.log(totals)

    def log_mass(self) -> Any:
        """log p_x(omega)."""
        chosen = self.numbers.log_beta * int(self.path.chosen_relative.sum())
        return chosen - self.log_totals.sum()

    def ratio(self, shift: Array) -> tuple[Any, Array]:
        """<net, y> - sum_t log(...) and pi_t for y = ``shift`` [k]."""
        moved = np.empty_like(self.logits)
        moved[:, 0::2], moved[:, 1::2] = self.logits[:, 0::2] + shift, self.logits[:, 1::2] - shift
        moved, top = self.numbers.shifted(moved)
        weights = np.exp(moved)
        totals = weights.sum(axis=1)
        change = np.log(totals) + top - self.log_totals
        return (self.net * shift).sum() - change.sum(), weights / totals[:, None]

    def slopes(self, masses: Array) -> Array:
        """The gradient [T]: a <net - sum_t (pi_t(q,+) - pi_t(q,-)), q(d)>."""
        lean = self.net - (masses[:, 0::2] - masses[:, 1::2]).sum(axis=0)
        result: Array = self.numbers.step * (lean[:, None] * self.values).sum(axis=0)
        return result

    def shift(self, move: Array) -> Array:
        """y = a <m, q> for every query [k]."""
        used = np.flatnonzero(move != 0)
        result: Array = self.numbers.step * (self.values[:, used] * move[used]).sum(axis=1)
        return result

    def at(self, move: Array) -> Point:
        """The value and gradient at a move."""
        value, masses = self.ratio(self.shift(move))
        return Point(move, value, self.slopes(masses), masses)

    def origin(self) -> Point:
        """The data itself."""
        zero = np.array([self.numbers.lam * 0] * self.model.instance.T, dtype=self.numbers.dtype)
        return Point(zero, self.numbers.lam * 0, self.slopes(self.masses), self.masses)

    def flat(self, point: Point) -> bool:
        """Whether the largest slope at the data is certainly at most lambda, so that M~_x = p_x (10.4)."""
        support = self.model.counts > 0
        ends = [self.numbers.middle(g) for g in point.slopes]
        high = max(range(len(ends)), key=lambda d: ends[d])
        low = min(np.flatnonzero(support).tolist(), key=lambda d: ends[d])
        if self.numbers.dtype is object:  # the balls around every slope, not only the extreme centres
            top = max(g.upper() for g in point.slopes)
            least = min(point.slopes[d].lower() for d in np.flatnonzero(support).tolist())
            return bool(top - least <= self.numbers.lam)
        error = 2 * self.numbers.move_error(point.move)[1] + self.numbers.slip()
        return bool(point.slopes[high] - point.slopes[low] + error <= self.numbers.lam)

    def bounds(self, point: Point) -> Array:
        """Upper bounds on phi(D) - lambda D for D = 0..n, from the linearisation at a point."""
        value_error, slope_error = self.numbers.move_error(point.move)
        counts, n = self.model.counts, self.model.instance.n
        slopes = point.slopes
        centres = np.array([self.numbers.middle(g) for g in slopes], dtype=self.numbers.dtype)
        order = np.array(
            sorted(np.flatnonzero(counts > 0).tolist(), key=lambda d: centres[d]), dtype=np.int64
        )
        top = max(self.numbers.ceil(g) for g in slopes)
        gains = np.array(
            [max(top - self.numbers.floor(slopes[d]), top * 0) for d in order], dtype=self.numbers.dtype
        )
        start = point.value - (slopes * point.move).sum()
        cost = self.numbers.lam - 2 * slope_error
        curve = np.empty(n + 1, dtype=self.numbers.dtype)
        curve[0] = start
        curve[1:] = start + np.cumsum(np.repeat(gains - cost, counts[order]))
        spread = slope_error * np.abs(point.move).sum()
        curve = curve + (value_error + spread + self.numbers.slip() + self._rounding(curve))
        return np.array([self.numbers.ceil(v) for v in curve], dtype=self.numbers.dtype)

    def _rounding(self, curve: Array) -> Any:
        """The rounding of the sums in ``bounds``: n additions of numbers up to the largest on the way."""
        if self.numbers.dtype is object:
            return arb(0)
        return 4 * (self.model.instance.n + self.model.instance.T) * UNIT * float(np.abs(curve).max() + 1)

    def attained(self, point: Point, distance: int) -> Any:
        """A lower bound on phi(D) - lambda D from a move of distance at most D, up to rounding.

        What the move's distance and sum miss is repaired at the largest slopes: 2 J a Delta per unit of
        distance, 2 J a B per unit of the sum.
        """
        move = point.move
        positive = move[move > 0].sum() if (move > 0).any() else self.numbers.lam * 0
        excess = max(positive - distance, positive * 0)
        missed = abs(move.sum()) * self.model.instance.bound + excess * self.model.plan.shape.spread
        repair = 2 * self.model.tuning.J * self.numbers.step * missed
        value_error, _ = self.numbers.move_error(move)
        lost = repair + value_error + self.numbers.slip()
        return self.numbers.floor(point.value - distance * self.numbers.lam - 2 * lost)


def ascend(evaluator: Evaluator, start: Array, *, price: Any, cap: int, tolerance: Any) -> Point:
    """Maximise l(m) - price d(m) over moves of distance at most ``cap``, by pairs of labels.

    Each step moves rows from one label to another, the pair with the largest gain, by a guarded Newton step;
    it stops when no pair gains more than ``tolerance`` per row.
    """
    numbers, counts = evaluator.numbers, evaluator.model.counts
    point = evaluator.at(start)
    for _ in range(MAX_STEPS):
        move = point.move
        pair = _best_pair(point, counts, numbers, price, cap, tolerance)
        if pair is None:
            break
        up, down, gain, room = pair
        length = min(_newton(evaluator, point, up, down, gain), room)
        moved = _step(evaluator, move, up, down, length)
        # The slope along the pair falls; values differ too little near the optimum to guide the step.
        while gain - _drop(point, moved, up, down) < -gain / 2:
            length = numbers.middle(length / 2)
            moved = _step(evaluator, move, up, down, length)
        point = moved
    return point


def _drop(before: Point, after: Point, up: int, down: int) -> Any:
    """By how much the slope from ``down`` to ``up`` fell."""
    return (before.slopes[up] - before.slopes[down]) - (after.slopes[up] - after.slopes[down])


def _distance(move: Array) -> Any:
    return move[move > 0].sum()


def _best_pair(
    point: Point, counts: IntegerArray, numbers: Numbers, price: Any, cap: int, tolerance: Any
) -> tuple[int, int, Any, Any] | None:
    """(label that gains, label that loses, gain per row, largest step), or None at the optimum."""
    move = point.move
    slopes = np.array([numbers.middle(g) for g in point.slopes], dtype=numbers.dtype)
    growing, shrinking = move >= 0, move > 0
    left = cap - _distance(move) if (move > 0).any() else numbers.lam * 0 + cap
    full = left <= tolerance
    ups = slopes - price * growing.astype(numbers.dtype)
    downs = slopes - price * shrinking.astype(numbers.dtype)
    takers, givers = np.arange(len(move)), np.flatnonzero(counts + move > 0)
    options = [(takers, givers)]
    if full:  # moves that lengthen the distance are excluded
        options = [(np.flatnonzero(~growing), givers), (takers, np.flatnonzero(shrinking))]
    best = None
    for first, second in options:
        if not len(first) or not len(second):
            continue
        up = int(first[np.argmax(ups[first])])
        down = int(second[np.argmin(downs[second])])
        gain = ups[up] - downs[down]
        if gain > tolerance and (best is None or gain > best[2]):
            room = counts[down] + move[down] if not shrinking[down] else move[down]
            if not growing[up]:
                room = min(room, -move[up])
            elif not shrinking[down]:
                room = min(room, left)
            best = (up, down, gain, room)
    return best


def _newton(evaluator: Evaluator, point: Point, up: int, down: int, gain: Any) -> Any:
    """gain / curvature along the pair; the curvature is a^2 times the summed variances of s(up) - s(down)."""
    difference = evaluator.values[:, up] - evaluator.values[:, down]
    plus, minus = point.masses[:, 0::2], point.masses[:, 1::2]
    mean = ((plus - minus) * difference).sum(axis=1)
    square = ((plus + minus) * difference * difference).sum(axis=1)
    curvature = evaluator.numbers.step**2 * (square - mean * mean).sum()
    floor = gain * 2.0**-40
    return evaluator.numbers.middle(gain / max(evaluator.numbers.middle(curvature), floor))


def _step(evaluator: Evaluator, move: Array, up: int, down: int, length: Any) -> Point:
    moved = move.copy()
    moved[up] = evaluator.numbers.middle(moved[up] + length)
    moved[down] = evaluator.numbers.middle(moved[down] - length)
    if evaluator.model.counts[down] + moved[down] < 0:
        moved[down] = evaluator.numbers.lam * 0 - int(evaluator.model.counts[down])
    return evaluator.at(moved)


@dataclass(frozen=True, slots=True)
class Maximum:
    """log(M~_x / p_x) lies in [low, high]; ``distance`` and ``move`` attain ``low``."""

    low: Any
    high: Any
    distance: int
    move: Array


def maximise(evaluator: Evaluator, *, start: Array | None = None) -> Maximum:
    """Bounds on log(M~_x / p_x) that are as close as the arithmetic's tolerance asks, where it can.

    First the problem with the price lambda for fractional distances, then the integers at which the upper
    bound from all linearisations so far is largest.
    """
    numbers = evaluator.numbers
    origin = evaluator.origin()
    zero = numbers.lam * 0
    if evaluator.flat(origin):
        return Maximum(zero, zero, 0, origin.move)
    n = evaluator.model.instance.n
    tolerance = numbers.tolerance
    bounds = evaluator.bounds(origin)
    best = Maximum(zero, zero, 0, origin.move)
    first = ascend(
        evaluator, origin.move if start is None else start, price=numbers.lam, cap=n, tolerance=tolerance / n
    )
    bounds = np.minimum(bounds, evaluator.bounds(first))
    bounds[0] = zero  # phi(0) = 0
    tried: set[int] = {0}
    move = first.move
    while True:
        distance = int(np.argmax(bounds))
        high = max(bounds[distance], best.low)
        if high - best.low <= tolerance or distance in tried:
            return Maximum(best.low, high, best.distance, best.move)
        tried.add(distance)
        point = ascend(
            evaluator, _shrunk(move, distance, numbers), price=zero, cap=distance, tolerance=tolerance / n
        )
        bounds = np.minimum(bounds, evaluator.bounds(point))
        low = evaluator.attained(point, distance)
        if low > best.low:
            best = Maximum(low, high, distance, point.move)
            move = point.move


def _shrunk(move: Array, distance: int, numbers: Numbers) -> Array:
    """The move scaled down to a distance of at most ``distance``."""
    if not (move > 0).any():
        return move
    length = _distance(move)
    if length <= distance:
        return move
    factor = numbers.middle(distance / length)
    return np.array([numbers.middle(v * factor) for v in move], dtype=numbers.dtype)
