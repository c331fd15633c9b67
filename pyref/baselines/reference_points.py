"""A mechanism that ignores the data, and the best of several by an oracle: the ends of the scale."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, fmpq

from ..instance import Instance
from .base import DoesNotFit, ErrorEstimate, Mechanism, Workload, enclosed_by

_MOST_TRIALS = 200

SINGLE_ROUND = "J = 1: the answers of the uniform distribution"
"""The answers average the distributions before each update: with one round, the first one."""


@dataclass(frozen=True)
class Uniform:
    """Answers of the uniform distribution: 0-DP.  Whatever does worse is not worth its budget."""

    name: str = "uniform"
    note: str = "the answers of the uniform distribution; the data are not used"

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Exact errors."""
        return uniform_errors(instance)


def uniform_errors(instance: Instance, *, note: str = "") -> ErrorEstimate:
    """Exact errors of the answers of the uniform distribution."""
    workload = Workload.of(instance)
    labels = len(workload.counts)
    gaps = [
        fmpq(int(truth) * labels - workload.n * int(total), labels * workload.scale)
        for truth, total in zip(workload.sums, workload.values.sum(axis=1), strict=True)
    ]
    linf = max(abs(g) for g in gaps)
    square = sum((g * g for g in gaps), fmpq(0)) / len(gaps)
    return ErrorEstimate(
        linf=enclosed_by(lambda: arb(linf)), rms=enclosed_by(lambda: arb(square)).root(), note=note
    )


@dataclass(frozen=True)
class OracleTuned:
    """The candidate with the least E l_inf error on the data at hand.

    Choosing by the data is not private: this shows what perfect tuning could reach.  Samples that chose are
    not reported: the winner is evaluated afresh.
    """

    name: str
    note: str
    candidates: tuple[Mechanism, ...]

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Errors of the winner; raises DoesNotFit if no candidate fits."""
        best: tuple[float, Mechanism, ErrorEstimate] | None = None
        reason = DoesNotFit("no candidates")
        for candidate in self.candidates:
            try:
                estimate = candidate.evaluate(instance, epsilon, rng, min(replicates, _MOST_TRIALS))
            except DoesNotFit as error:
                reason = error
                continue
            if best is None or estimate.linf.value < best[0]:
                best = (estimate.linf.value, candidate, estimate)
        if best is None:
            raise reason
        return best[2] if best[2].exact else best[1].evaluate(instance, epsilon, rng, replicates)
