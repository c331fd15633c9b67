"""The base law alone: private multiplicative weights by selections only, with basic composition.

Neighbours: one replaced row; it moves every signed score sum_i s(x_i) - round(n s(mu)) by at most
Delta = max_q (max q - min q) in integer units.  Each of J selections with probability proportional to
beta^score is pure (2 Delta log beta)-DP, so log beta <= epsilon/(2 Delta J) makes the transcript epsilon-DP.
This is the law p_x of blueprint 3 with these parameters (m = 1), without an envelope.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from flint import arb

from ..exact import enclose, simplest_between, to_fmpq
from ..instance import Instance
from ..law import SelectionLaw
from ..parameters import BUDGET_USED, MAX_DEFAULT_J, Parameters, default_g0
from .base import DoesNotFit, ErrorEstimate, Workload
from .reference_points import SINGLE_ROUND, uniform_errors
from .selection import select
from .transcripts import base_errors
from .weights import Weights


def default_rounds(workload: Workload, epsilon: Fraction) -> int:
    """The J that minimises sqrt(2 log T/J) + 4 log(4k)/eta (blueprint 7.1-7.2), eta = eps n B/(2 Delta J)."""
    labels, queries = workload.values.shape[1], len(workload.values)
    regret = 2 * math.log(max(labels, 2))
    selection = 8 * workload.linf_sensitivity * math.log(4 * queries) / (float(epsilon) * workload.scale)
    return min(range(1, MAX_DEFAULT_J + 1), key=lambda J: math.sqrt(regret / J) + selection * J)


def selection_parameters(workload: Workload, epsilon: Fraction, rounds: int) -> Parameters:
    """beta the simplest fraction with 0.99 eps <= 2 Delta J log beta <= eps, both certified.  (r = 1: it is
    not used.)
    """
    exponent = epsilon / (2 * workload.linf_sensitivity * rounds)
    low = enclose(lambda: arb(to_fmpq(BUDGET_USED * exponent)).exp())[1]
    high = enclose(lambda: arb(to_fmpq(exponent)).exp())[0]
    g0 = default_g0(labels=workload.values.shape[1], bound=workload.bound, J=rounds)
    return Parameters(r=Fraction(1), beta=simplest_between(low, high), g0=g0, m=1, J=rounds)


@dataclass(frozen=True)
class BasePmw:
    """``rounds`` None takes ``default_rounds``; exact when enumeration is within ``max_work`` units."""

    max_work: int
    rounds: int | None = None
    name: str = "pmw"
    note: str = (
        "base PMW law, J selections by the exponential mechanism with eps/J each; J from its error bound"
    )

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Exact where all transcripts fit, else Monte Carlo."""
        workload = Workload.of(instance)
        if workload.linf_sensitivity == 0:
            raise DoesNotFit("no query depends on the data")
        rounds = default_rounds(workload, epsilon) if self.rounds is None else self.rounds
        if rounds == 1:
            return uniform_errors(instance, note=SINGLE_ROUND)
        parameters = selection_parameters(workload, epsilon, rounds)
        note = f"J = {rounds}"
        enumerated = replace(instance, parameters=parameters)
        if enumerated.estimate("sample").units <= self.max_work:
            return replace(base_errors(SelectionLaw(enumerated), instance.histogram), note=note)
        gamma = math.log(parameters.g0) * workload.bound
        rate = epsilon / (2 * workload.linf_sensitivity * rounds)
        weights = Weights(workload, replicates)
        total = np.zeros_like(weights.masses)
        for _ in range(rounds):
            total += weights.masses  # the answers average the distributions before each update
            sums = weights.sums(weights.masses)
            scores = [sign * workload.sums - np.floor(sign * sums + 0.5) for sign in (1, -1)]
            menu = np.stack(scores, axis=2).reshape(replicates, -1).astype(np.int64)
            chosen = select(rate, menu, rng)
            weights.move(chosen // 2, np.where(chosen % 2, -gamma, gamma))
        return workload.estimate(weights.sums(total / rounds), note=note)
