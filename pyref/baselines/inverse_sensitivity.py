"""Inverse sensitivity of the answer vector (blueprint 2.5; Asi and Duchi 2020).

Neighbours: one replaced row.  Released: an attainable answer vector omega with probability proportional to
r^len_x(omega), len_x(omega) = min{ d(x, y) : F(y) = omega }, r = e^(-epsilon/2).  One replaced row moves the
length by at most 1, in the masses and again in the normaliser, hence e^epsilon.  Both errors are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb

from ..exact import to_fmpq
from ..histograms import HistogramClasses
from ..instance import Instance
from ..work import capped_binomial, show_count
from .base import DoesNotFit, ErrorEstimate, Workload, enclosed_by
from .exponential import MAX_HISTOGRAMS


@dataclass(frozen=True)
class InverseSensitivity:
    """The normalised inverse-sensitivity law of all k answers together."""

    name: str = "inverse-sensitivity"
    note: str = (
        "an attainable answer vector with probability prop. to e^(-eps/2 * rows to change to attain it)"
    )

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Exact errors."""
        workload = Workload.of(instance)
        classes = answer_classes(instance)
        lengths = classes.distances(instance.histogram)
        levels = int(lengths.max()) + 1
        counts, largest, squares = [0] * levels, [0] * levels, [0] * levels
        truth = workload.sums.tolist()
        for length, sums in zip(lengths.tolist(), classes.sums, strict=True):
            gaps = [abs(a - b) for a, b in zip(sums, truth, strict=True)]
            counts[length] += 1
            largest[length] += max(gaps)
            squares[length] += sum(g * g for g in gaps)

        def mean(weights: list[int]) -> arb:
            r = (-arb(to_fmpq(epsilon)) / 2).exp()
            total, weighted, power = arb(0), arb(0), arb(1)
            for count, weight in zip(counts, weights, strict=True):
                total += count * power
                weighted += weight * power
                power *= r
            return weighted / total

        linf = enclosed_by(lambda: mean(largest) / workload.scale)
        square = enclosed_by(lambda: mean(squares) / (workload.scale**2 * len(truth)))
        return ErrorEstimate(linf=linf, rms=square.root())


def answer_classes(instance: Instance) -> HistogramClasses:
    """The histograms of n rows, merged by answer vector; raises DoesNotFit when there are too many."""
    count = capped_binomial(instance.n + instance.T - 1, instance.T - 1)
    if count > MAX_HISTOGRAMS:
        raise DoesNotFit(f"{show_count(count)} histograms of {instance.n} rows; at most {MAX_HISTOGRAMS} fit")
    return HistogramClasses(tuple(q.values for q in instance.queries), rows=instance.n)
