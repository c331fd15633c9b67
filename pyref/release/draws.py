"""Proposals, many at a time: a component, a code, and a transcript of the component's law (blueprint 10.2).

Every draw is exact in law.  A selection compares a uniform real, of which 64 bits are known at first, with
the cumulative float64 weights; where it falls within their proved error of a boundary the comparison is made
with balls of growing precision and further random bits until it is decided (10.5).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np
import numpy.typing as npt
from flint import arb, ctx, fmpq, fmpz

from ..exact import to_fmpq
from ..sampler import BitSource, uniform_below
from .model import UNIT, FloatArray, IntegerArray, Model, Walk
from .plan import Annulus, Plan

BASE, FAR = -1, -2
"""Component numbers of the base law and of the uniform law; annuli are 0, 1, ..."""

WORD = 64


@dataclass(frozen=True, slots=True)
class Component:
    """A proposal law: ``kind`` is BASE, FAR or the number of an annulus; ``code`` lists the annulus's labels.

    Label 2 d is the signed point +d, label 2 d + 1 is -d.
    """

    kind: int
    code: tuple[int, ...] = ()


@dataclass(slots=True)
class Uniform:
    """A uniform real in [0, 1) of which as many bits are drawn as are asked for."""

    source: BitSource
    numerator: int = 0
    bits: int = 0

    def extend(self, bits: int) -> None:
        """Draw until at least ``bits`` bits are known."""
        if bits > self.bits:
            more = bits - self.bits
            self.numerator = self.numerator << more | self.source(more)
            self.bits = bits

    @property
    def low(self) -> Fraction:
        """The least real with the bits known."""
        return Fraction(self.numerator, 1 << self.bits)

    @property
    def high(self) -> Fraction:
        """The supremum of the reals with the bits known."""
        return Fraction(self.numerator + 1, 1 << self.bits)


class ComponentDraw:
    """Draws components with probability weight / W, by one uniform integer."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        weights = [plan.base_weight, plan.far[1] if plan.far else Fraction(0)]
        weights += [a.weight for a in plan.annuli]
        denominator = max(w.denominator for w in weights)  # all are powers of two
        self._units = [int(w * denominator) for w in weights]
        counts = [1, 1, *(plan.code_count(a) for a in plan.annuli)]
        self._ends = list(accumulate(u * c for u, c in zip(self._units, counts, strict=True)))

    def __call__(self, bits: BitSource) -> Component:
        """One component, its code uniform."""
        ticket = uniform_below(self._ends[-1], bits=bits)
        place = bisect_right(self._ends, ticket)
        if place < 2:
            return Component((BASE, FAR)[place])
        number = (ticket - self._ends[place - 1]) // self._units[place]
        labels, code = 2 * self.plan.shape.labels, []
        for _ in range(self.plan.annuli[place - 2].length):
            number, label = divmod(number, labels)
            code.append(label)
        return Component(place - 2, tuple(code))


def code_shift(model: Model, component: Component) -> IntegerArray:
    """int64[k]: the sum of +-centred values of the code's labels; the log-weight of (q, +) moves by
    a R / length times entry q, that of (q, -) by its negative.
    """
    total = np.zeros(len(model.centred), dtype=np.int64)
    for label in component.code:
        total = total + (1 - 2 * (label % 2)) * model.centred[:, label // 2]
    return total


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a component: the log-weights are log(beta) / length times
    length (own - rounding) + shift, or all 0 where ``flat``.
    """

    length: int
    shift: IntegerArray
    flat: bool

    @classmethod
    def of(cls, model: Model, component: Component) -> Target:
        """The target of the base law, of the uniform law or of a code (blueprint 5.5)."""
        if component.kind < 0:
            return cls(1, np.zeros(2 * len(model.sums), dtype=np.int64), component.kind == FAR)
        annulus: Annulus = model.plan.annuli[component.kind]
        half = annulus.last * model.tuning.m * code_shift(model, component)
        signed = np.empty(2 * len(half), dtype=np.int64)
        signed[0::2], signed[1::2] = half, -half
        return cls(annulus.length, signed, False)


@dataclass(slots=True)
class Batch:
    """Transcripts int64[P, J] of their components, with int64[P, J, 2k] of own - rounding (log-weights of the
    base law in units of log(beta)).
    """

    components: list[Component]
    transcripts: IntegerArray
    exponents: IntegerArray
    log_ratio: FloatArray
    """log of the component's mass over the base law's, approximately."""
    lean: FloatArray
    """float64[P, k]: net selections minus their expectation under the base law, approximately."""


def draw_batch(model: Model, components: Sequence[Component], bits: BitSource) -> Batch:
    """One transcript from the law of each component."""
    count, rounds, choices = len(components), model.tuning.J, 2 * len(model.sums)
    targets = [Target.of(model, c) for c in components]
    lengths = np.array([t.length for t in targets], dtype=np.int64)[:, None]
    live = np.array([0 if t.flat else 1 for t in targets], dtype=np.int64)[:, None]
    shifts = np.array([t.shift for t in targets])
    units = model.log_beta / lengths
    walk = Walk(model, count)
    transcripts = np.empty((count, rounds), dtype=np.int64)
    exponents = np.empty((count, rounds, choices), dtype=np.int64)
    gaps, own_gaps = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    log_totals = np.zeros(count)
    lean = np.zeros((count, choices // 2))
    places = np.arange(count)
    for t in range(rounds):
        own = exponents[:, t] = model.own_exponents(walk.exponents())
        numerators = live * (lengths * own + shifts)
        chosen, total = select(model, numerators, units, targets, bits)
        gaps += _gap(numerators, chosen, places)
        base = np.exp(model.log_beta * (own - own.max(axis=1, keepdims=True)))
        base_total = base.sum(axis=1)
        own_gaps += _gap(own, chosen, places)
        log_totals += np.log(base_total) - np.log(total)
        lean -= (base[:, 0::2] - base[:, 1::2]) / base_total[:, None]
        lean[places, chosen // 2] += 1 - 2 * (chosen % 2)
        transcripts[:, t] = chosen
        walk.advance(chosen)
    log_ratio = units[:, 0] * gaps - model.log_beta * own_gaps + log_totals
    return Batch(list(components), transcripts, exponents, log_ratio, lean)


def _gap(numerators: IntegerArray, chosen: IntegerArray, places: IntegerArray) -> IntegerArray:
    gaps: IntegerArray = numerators[places, chosen] - numerators.max(axis=1)
    return gaps


def selection_error(choices: int) -> float:
    """A bound on |computed - true| / total for the cumulative weights of ``choices`` log-weights.

    The largest log-weight is exactly 0, so the total is at least 1.  A log-weight z is off by at most 2u|z|,
    and |z| e^z < 0.4; exp is taken to be within 8 units in the last place; the sums add at most u per term.
    """
    return (4 * choices + 64) * UNIT


def split_words(number: int, count: int) -> npt.NDArray[np.uint64]:
    """``count`` words of 64 bits from an integer of 64 count bits."""
    return np.frombuffer(number.to_bytes(WORD // 8 * count, "little"), dtype="<u8")


def select(
    model: Model,
    numerators: IntegerArray,
    units: FloatArray,
    targets: Sequence[Target],
    bits: BitSource,
) -> tuple[IntegerArray, FloatArray]:
    """One choice per row with probability proportional to exp(unit numerator); also the totals of the float
    weights divided by the largest.
    """
    count, choices = numerators.shape
    words = split_words(bits(WORD * count), count)
    relative = numerators - numerators.max(axis=1, keepdims=True)
    cumulative = np.cumsum(np.exp(units * relative), axis=1)
    total = cumulative[:, -1]
    points = (words >> np.uint64(11)).astype(np.float64) * UNIT * total
    chosen = (cumulative <= points[:, None]).sum(axis=1)
    error = selection_error(choices) * total
    doubtful = (np.abs(cumulative[:, :-1] - points[:, None]) <= error[:, None]).any(axis=1)
    doubtful |= chosen == choices
    for place in np.flatnonzero(doubtful).tolist():
        uniform = Uniform(bits, int(words[place]), WORD)
        chosen[place] = select_exactly(model, relative[place], targets[place].length, uniform)
    return chosen, total


def select_exactly(model: Model, relative: IntegerArray, length: int, uniform: Uniform) -> int:
    """The choice that ``uniform`` determines, with balls of growing precision and bits on demand."""
    precision = 128
    levels, inverse = np.unique(relative, return_inverse=True)
    while True:
        with ctx.workprec(precision):
            unit = arb(to_fmpq(model.tuning.beta)).log() / length
            weight = [(unit * int(level)).exp() for level in levels]
            ends = list(accumulate((weight[i] for i in inverse.tolist()), initial=arb(0)))
            scale = fmpq(fmpz(1), fmpz(1) << uniform.bits)
            low = uniform.numerator * scale * ends[-1]
            high = (uniform.numerator + 1) * scale * ends[-1]
            for i in range(len(relative)):
                above = i + 1 == len(relative) or bool(high <= ends[i + 1])
                if above and bool(ends[i] <= low):
                    return i
        precision += 64
        uniform.extend(precision - 64)
