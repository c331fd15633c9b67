"""The canonical component of a transcript and the acceptance probability (blueprint 10.3).

The canonical component (j*, c*) is a deterministic function of the data and the transcript with

    weight(j*) p_{c*}(omega) >= M~_x(omega).

First choice: the largest weighted mass among the base law, the uniform law and all codes of one label.  By
5.4 and 10.4b it is large enough unless the maximiser's distance D* lies in an annulus of longer codes.  Then
the code is found label by label by conditional expectations.  Both are computed in a fixed order from the
exact integers of ``Path``.  The inequality is certified whenever a component is accepted; a failure would be
an error of the program and stops it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import arb, ctx

from ..exact import to_fmpq
from .draws import BASE, FAR, Component, code_shift
from .model import LOG_ERROR, UNIT, FloatArray, IntegerArray, Model
from .plan import Annulus
from .relaxed import Array, Balls, Evaluator, Floats, Maximum, Numbers, Path, Point, maximise

MARGIN = 2 * LOG_ERROR
"""More than the errors of float64 logarithms here; small against the slack 10^-6 of the weights."""

_BLOCK = 1 << 18
_REFINEMENTS = (128, 192, 256)


class ReleaseError(AssertionError):
    """A certified inequality that the theory guarantees failed: an error of this program, nothing is
    released.
    """


@dataclass(frozen=True, slots=True)
class Bounds:
    """Certified ``low`` <= log(M~_x/p_x) <= ``high``."""

    low: arb
    high: arb


class Judge:
    """Everything about one transcript that acceptance needs, computed when asked for."""

    def __init__(self, model: Model, transcript: tuple[int, ...], exponents: IntegerArray) -> None:
        self.model = model
        self.path = Path(model, transcript, exponents)
        self.floats = Floats(model)
        self.evaluator = Evaluator(self.path, self.floats)
        self._refined: Maximum | None = None
        self._refined_high = math.inf
        self._log_weights: dict[Component, float] = {}
        self._first_bounds: dict[Component, tuple[arb, arb]] = {}

    @cached_property
    def origin(self) -> Point:
        """The gradient at the data."""
        return self.evaluator.origin()

    @cached_property
    def flat(self) -> bool:
        """Whether M~_x = p_x is certain from the slope."""
        return self.evaluator.flat(self.origin)

    @cached_property
    def quick_high(self) -> float:
        """An upper bound on log(M~_x/p_x) from the gradient at the data alone."""
        return 0.0 if self.flat else max(0.0, float(self.evaluator.bounds(self.origin).max()))

    @cached_property
    def maximum(self) -> Maximum:
        """The float64 maximiser."""
        return maximise(self.evaluator)

    @cached_property
    def high(self) -> float:
        """The best float64 upper bound on log(M~_x/p_x)."""
        return 0.0 if self.flat else min(self.quick_high, float(self.maximum.high))

    def log_weight(self, component: Component, numbers: Numbers) -> Any:
        """log(weight p_component(omega) / p_x(omega)), weight per code."""
        if numbers is not self.floats:
            return self._log_weight(component, Evaluator(self.path, numbers))
        if component not in self._log_weights:
            self._log_weights[component] = self._log_weight(component, self.evaluator)
        return self._log_weights[component]

    def _log_weight(self, component: Component, evaluator: Evaluator) -> Any:
        numbers = evaluator.numbers
        plan = self.model.plan
        if component.kind == FAR:
            assert plan.far is not None
            menu = self.model.tuning.J * arb(2 * self.model.instance.k).log()
            return _log(plan.far[1], numbers, -menu) - evaluator.log_mass()
        if component.kind == BASE:
            return _log(plan.base_weight, numbers)
        annulus = plan.annuli[component.kind]
        units = code_shift(self.model, component).astype(numbers.dtype)
        value, _ = evaluator.ratio(units * numbers.step * annulus.last / annulus.length)
        return _log(annulus.weight, numbers) + value

    def weight_error(self, component: Component) -> float:
        """A bound on the error of the float64 ``log_weight``."""
        plan, size = self.model.plan, 0.0
        if component.kind >= 0:
            annulus = plan.annuli[component.kind]
            size = self.model.step * annulus.last * plan.shape.spread
        magnitude = self.model.log_beta * float(np.abs(self.path.relative).max(axis=1).sum())
        return float(2 * self.floats.error(size, 1)[0] + 8 * UNIT * (magnitude + 1000))

    @cached_property
    def _pull(self) -> FloatArray:
        """float64[T]: the derivative of l along the centred point d, per unit of a."""
        lean = self.evaluator.net - self.evaluator.masses[:, 0::2].sum(axis=0)
        lean = lean + self.evaluator.masses[:, 1::2].sum(axis=0)
        return np.asarray((lean[:, None] * self.model.centred).sum(axis=0))

    @cached_property
    def first_choice(self) -> tuple[Component, float]:
        """The largest weighted mass among the base law, the uniform law and codes of one label, with its
        logarithm relative to p_x.

        By concavity a code gains at most its linear part, which excludes almost all of them.
        """
        plan, model = self.model.plan, self.model
        best, value = Component(BASE), float(self.log_weight(Component(BASE), self.floats))
        if plan.far is not None:
            other = float(self.log_weight(Component(FAR), self.floats))
            if other > value:
                best, value = Component(FAR), other
        plus, minus = self.evaluator.masses[:, 0::2], self.evaluator.masses[:, 1::2]
        width = max(1, _BLOCK // plus.size)
        for number, annulus in enumerate(plan.annuli):
            if annulus.length > 1:
                continue
            reach = model.step * annulus.last
            weight = float(_log(annulus.weight, self.floats))
            pulls = np.stack([self._pull, -self._pull], axis=1).reshape(-1)
            labels = np.flatnonzero(weight + reach * pulls > value - MARGIN)
            for begin in range(0, len(labels), width):
                some = labels[begin : begin + width]
                shifts = reach * (1 - 2 * (some % 2)) * model.centred[:, some // 2]
                growth = np.exp(shifts)
                inner = (plus[:, :, None] * growth + minus[:, :, None] / growth).sum(axis=1)
                values = weight + (self.path.net[:, None] * shifts).sum(axis=0) - np.log(inner).sum(axis=0)
                place = int(np.argmax(values))
                if values[place] > value:
                    best, value = Component(number, (int(some[place]),)), float(values[place])
        return best, value

    @cached_property
    def canonical(self) -> Component:
        """(j*, c*): the first choice if its weighted mass is certainly at least M~_x, else a longer code."""
        choice, value = self.first_choice
        if self.quick_high <= value - MARGIN or self.high <= value - MARGIN:
            return choice
        longer = self._longer_code()
        dominated = float(self.log_weight(longer, self.floats)) if longer else -math.inf
        if self.high <= dominated - MARGIN:
            return longer or choice
        for precision in _REFINEMENTS:  # where the float64 maximiser is too far from its bound
            high = self._refined_high = math.nextafter(float(self.exact_bounds(precision).high), math.inf)
            if high <= value - MARGIN:
                return choice
            if high <= dominated - MARGIN:
                return longer or choice
        raise ReleaseError("the canonical component does not dominate the relaxed envelope")

    def _longer_code(self) -> Component | None:
        """The code for the maximiser's annulus, by conditional expectations (10.3), if it has length >= 2.

        The labels' distribution has the maximiser's effect as its mean (5.5); each label in turn is the one
        with the least estimator sum_t log E_{pi_t}[e^{chosen} B^{left}] - <net, chosen>, whose mean over the
        labels is at most its value before.
        """
        maximum = self.maximum
        for number, annulus in enumerate(self.model.plan.annuli):
            if annulus.first <= maximum.distance <= annulus.last and annulus.length > 1:
                return Component(number, self._code(annulus, maximum.move))
        return None

    def _code(self, annulus: Annulus, move: Array) -> tuple[int, ...]:
        model = self.model
        labels, probabilities = label_distribution(move, annulus.last)
        unit = model.step * annulus.last / annulus.length
        signs = 1 - 2 * (labels % 2)
        effects = unit * signs * model.centred[:, labels // 2]  # [k, labels]
        growth = np.log((probabilities * np.exp(effects)).sum(axis=1))
        decay = np.log((probabilities * np.exp(-effects)).sum(axis=1))
        chosen = np.zeros(model.instance.k)
        code = []
        for left in range(annulus.length - 1, -1, -1):
            scores = []
            for place in range(len(labels)):
                total = chosen + effects[:, place]
                scores.append(self._estimator(total, total + left * growth, -total + left * decay))
            place = int(np.argmin(scores))
            chosen = chosen + effects[:, place]
            code.append(int(labels[place]))
        return tuple(code)

    def _estimator(self, chosen: FloatArray, plus: FloatArray, minus: FloatArray) -> float:
        logits = np.empty_like(self.evaluator.logits)
        logits[:, 0::2] = self.evaluator.logits[:, 0::2] + plus
        logits[:, 1::2] = self.evaluator.logits[:, 1::2] + minus
        shifted, top = self.floats.shifted(logits)
        sums = np.log(np.exp(shifted).sum(axis=1)) + top
        return float(sums.sum() - (self.path.net * chosen).sum())

    def acceptance(self, component: Component, precision: int) -> tuple[arb, arb]:
        """Certified bounds on the logarithm of the probability of accepting the canonical ``component``,
        M~_x / (weight p_component), from float64 at precision 0, from balls of ``precision`` bits otherwise.
        """
        if precision == 0:
            if component not in self._first_bounds:
                self._first_bounds[component] = self._float_acceptance(component)
            return self._first_bounds[component]
        with ctx.workprec(precision):
            numbers = Balls(self.model, precision)
            ratio = self.exact_bounds(precision)
            weight = self.log_weight(component, numbers)
            return (ratio.low - weight).lower(), (ratio.high - weight).upper()

    def _float_acceptance(self, component: Component) -> tuple[arb, arb]:
        with ctx.workprec(64):
            weight = arb(float(self.log_weight(component, self.floats)), self.weight_error(component))
            low = arb(0) if self.flat else arb(float(self.maximum.low))
            bounds = (low - weight).lower(), (min(self.high, self._refined_high) - weight).upper()
        if bounds[1] > 0:
            raise ReleaseError("an acceptance probability is not certainly at most 1")
        return bounds

    def exact_bounds(self, precision: int) -> Bounds:
        """Bounds on log(M~_x/p_x) with balls, from the best maximiser so far."""
        if self.flat:
            return Bounds(arb(0), arb(0))
        with ctx.workprec(precision):
            evaluator = Evaluator(self.path, Balls(self.model, precision))
            self._refined = maximise(evaluator, start=self._start())
            return Bounds(self._refined.low, self._refined.high)

    def _start(self) -> Array:
        """The last refined maximiser, or the float64 one, as exact balls."""
        if self._refined is not None:
            return self._refined.move
        return np.array([arb(float(v)) for v in self.maximum.move], dtype=object)


def label_distribution(move: Array, radius: int) -> tuple[IntegerArray, FloatArray]:
    """The labels with positive probability and their probabilities (blueprint 5.5).

    (+, d) has m_d / (2R) for each label that gains m_d rows, (-, d) the same for each that loses them, and
    +0 and -0 share the rest.
    """
    labels = [2 * int(d) if move[d] > 0 else 2 * int(d) + 1 for d in np.flatnonzero(move != 0)]
    masses = [float(abs(move[label // 2])) / (2 * radius) for label in labels]
    rest = max(0.0, 1.0 - sum(masses))
    for label in (0, 1):
        if label in labels:
            masses[labels.index(label)] += rest / 2
        else:
            labels.append(label)
            masses.append(rest / 2)
    return np.array(labels, dtype=np.int64), np.array(masses)


def _log(weight: Fraction, numbers: Numbers, extra: arb | int = 0) -> Any:
    """log(weight) + extra in the arithmetic of ``numbers``."""
    value = arb(to_fmpq(weight)).log() + extra
    return value if numbers.dtype is object else float(value)
