"""The polynomial-time release of ``pyref.release`` (blueprint 10), for tables that cannot be enumerated.

Neighbours: one replaced row.  The plan is the default one for the public numbers T, n, k, the range of the
queries and epsilon; its certified loss is at most epsilon.  Every replicate is one whole release; what is
made of its transcript is post-processing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import log

import numpy as np

from ..errors import InputError
from ..exact import decimal_string
from ..instance import Instance
from ..release.defaults import choose
from ..release.mechanism import Outcome, batch_size, release
from ..release.model import Model, shape_of
from ..release.outcome import Average, distribution
from ..release.plan import Plan
from ..sampler import BitSource
from ..work import show_count
from .base import DoesNotFit, ErrorEstimate, Floats, Workload

_NAMES: dict[Average, str] = {
    "all": "release",
    "last-half": "release-last-half",
    "likelihood": "release-likelihood",
}

_NOTES: dict[Average, str] = {
    "all": "answers of the average distribution of all rounds",
    "last-half": "answers of the average distribution of the last half of the rounds",
    "likelihood": "answers of the distribution that makes the transcript likeliest",
}


def seeded_bits(rng: np.random.Generator) -> BitSource:
    """A source of pseudo-random bits: experiments can be repeated, releases need the operating system's."""

    def source(count: int) -> int:
        return int.from_bytes(rng.bytes((count + 7) // 8), "big") >> (-count % 8)

    return source


def default_plan(instance: Instance, epsilon: Fraction) -> Plan:
    """The plan that ``pyref release`` takes; DoesNotFit where there is none."""
    try:
        return choose(shape_of(instance), epsilon)
    except InputError as error:
        raise DoesNotFit(str(error)) from None


def expected_units(plan: Plan) -> int:
    """The work of one release, at most W proposals being expected: about a nanosecond per unit."""
    shape = plan.shape
    per_round = shape.queries * shape.labels + 64 * (shape.labels + shape.queries)
    return int(plan.total * plan.tuning.J * per_round)


def draws(model: Model, rng: np.random.Generator, replicates: int) -> Iterator[Outcome]:
    """Independent releases."""
    source = seeded_bits(rng)
    for _ in range(replicates):
        yield release(model, bits=source)


def released_sums(model: Model, outcome: Outcome, average: Average) -> Floats:
    """float[k]: the released answers in integer units, times n."""
    return np.asarray(model.instance.n * (model.values @ distribution(model, outcome, average)))


@dataclass(frozen=True)
class ReleaseMechanism:
    """Monte Carlo of the default release, post-processed by ``average``; evaluated when one release is
    within ``max_work`` units.
    """

    max_work: int
    average: Average = "all"

    @property
    def name(self) -> str:
        """Short identifier."""
        return _NAMES[self.average]

    @property
    def note(self) -> str:
        """What is released."""
        return f"the polynomial-time release at its default parameters: {_NOTES[self.average]}"

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Monte Carlo."""
        workload = Workload.of(instance)
        if workload.linf_sensitivity == 0:
            raise DoesNotFit("no query depends on the data")
        plan = default_plan(instance, epsilon)
        units = expected_units(plan)
        if units > self.max_work or batch_size(plan) < 1:
            raise DoesNotFit(
                f"one release is expected to need {show_count(int(plan.total) + 1)} proposals of "
                f"{plan.tuning.J} rounds, {show_count(units)} units of work; the limit is "
                f"{show_count(self.max_work)}"
            )
        try:
            model = Model.of(instance, plan)
            sums = [released_sums(model, outcome, self.average) for outcome in draws(model, rng, replicates)]
        except InputError as error:
            raise DoesNotFit(str(error)) from None
        return workload.estimate(np.array(sums), note=describe(plan))


def describe(plan: Plan) -> str:
    """The parameters of a plan, for tables."""
    weight = decimal_string(plan.total, 3)
    return f"J = {plan.tuning.J}, log beta = {log(plan.tuning.beta):.4g}, W = {weight}"
