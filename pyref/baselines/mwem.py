"""MWEM: multiplicative weights with the exponential mechanism (Hardt, Ligett and McSherry 2012).

Neighbours: one replaced row; it moves every sum_i q(x_i) by at most Delta = max_q (max q - min q) in integer
units, and so the scores |sum_i q(x_i) - round(n q(mu))| of the selection.  Each of J rounds spends
epsilon/(2J) on a selection (rate epsilon/(4 J Delta)) and epsilon/(2J) on a measurement of the selected sum
with discrete Laplace noise of rate epsilon/(2 J Delta); basic composition.  The draws are exact, the
distributions are floats (post-processing).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..instance import Instance
from . import discrete_laplace as laplace
from .base import DoesNotFit, ErrorEstimate, Floats, Workload
from .selection import select
from .weights import Weights

MAX_ROUNDS = 128


def default_rounds(workload: Workload, epsilon: Fraction) -> int:
    """The J that minimises the authors' bound 2 sqrt(log T/J) + 10 J log k/(eps n), within 1..MAX_ROUNDS."""
    labels, queries = workload.values.shape[1], len(workload.values)
    best: float = float(epsilon) * workload.n * math.sqrt(math.log(labels)) / (10 * math.log(max(queries, 2)))
    return min(MAX_ROUNDS, max(1, round(math.pow(best, 2 / 3))))


@dataclass(frozen=True)
class Mwem:
    """``rounds`` None takes ``default_rounds``.  After each round the weights are updated with all
    measurements so far, ``passes`` times over; the answers are those of the average distribution after the
    rounds (``average``) or of the last one.
    """

    rounds: int | None = None
    passes: int = 10
    average: bool = False
    name: str = "mwem"
    note: str = "MWEM, selection and measurement with eps/(2J) each; J from its error bound"

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Monte Carlo."""
        workload = Workload.of(instance)
        rounds = default_rounds(workload, epsilon) if self.rounds is None else self.rounds
        how = f"J = {rounds}, {self.passes} pass{'es' if self.passes > 1 else ''}"
        note = f"{how}, {'average' if self.average else 'last'} distribution"
        return workload.estimate(self.release(workload, epsilon, rounds, rng, replicates), note=note)

    def release(
        self, workload: Workload, epsilon: Fraction, rounds: int, rng: np.random.Generator, replicates: int
    ) -> Floats:
        """float[R, k]: the released answers in integer units."""
        sensitivity = workload.linf_sensitivity
        if sensitivity == 0:
            raise DoesNotFit("no query depends on the data")
        share = epsilon / (2 * rounds)
        weights = Weights(workload, replicates)
        total = np.zeros_like(weights.masses)
        measured = []
        for _ in range(rounds):
            scores = np.abs(workload.sums - weights.rounded_sums())
            chosen = select(share / (2 * sensitivity), scores, rng)
            noise = laplace.sample(share / sensitivity, replicates, rng)
            measured.append((chosen, (workload.sums[chosen] + noise).astype(np.float64)))
            for queries, sums in measured[-1:] if self.passes == 1 else measured * self.passes:
                weights.move(queries, (sums - weights.sums_of(queries)) / (2 * workload.scale))
            total += weights.masses
        return weights.sums(total / rounds if self.average else weights.masses)
