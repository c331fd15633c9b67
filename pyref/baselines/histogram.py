"""The noisy T-cell histogram.

Neighbours: one replaced row, which lowers one count by 1 and raises another by 1, so the L1 sensitivity of
the counts is 2.  Released: every count plus discrete Laplace noise of rate epsilon/2; every query is then
answered from the noisy counts.  For T = 2 the counts are h and n - h (n is public): h alone is released, with
sensitivity 1.  The projection onto {h >= 0, sum h = n} is post-processing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..instance import Instance
from . import discrete_laplace as laplace
from .base import ErrorEstimate, Floats, Integers, Workload, enclosed_by

_BLOCK_ENTRIES = 4_000_000


@dataclass(frozen=True)
class NoisyHistogram:
    """Noise on the counts, ``projected`` onto the simplex (in L2) or raw."""

    projected: bool

    @property
    def name(self) -> str:
        """Short identifier."""
        return "histogram-projected" if self.projected else "histogram"

    @property
    def note(self) -> str:
        """What is released."""
        what = (
            "T counts + discrete Laplace noise of scale 2/eps (1/eps for T = 2), queries answered from them"
        )
        return f"{what} after projection onto the simplex" if self.projected else what

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Monte Carlo; the root mean square of the raw histogram is exact."""
        workload = Workload.of(instance)
        labels = len(workload.counts)
        rate = epsilon / sensitivity(labels)
        step = max(1, _BLOCK_ENTRIES // labels)
        blocks = []
        for start in range(0, replicates, step):
            noise = noise_on_counts(rate, labels, min(step, replicates - start), rng)
            counts = (workload.counts + noise).astype(np.float64)
            if self.projected:
                counts = onto_simplex(counts, workload.n)
            blocks.append(counts @ workload.values.T)
        result = workload.estimate(np.concatenate(blocks))
        if self.projected:
            return result
        squares = noise_weight(workload)
        scale = len(workload.values) * workload.scale**2
        square = enclosed_by(lambda: laplace.variance(laplace.ratio(rate)) * squares / scale)
        return ErrorEstimate(linf=result.linf, rms=square.root())


def sensitivity(labels: int) -> int:
    """How far one replaced row moves the released counts in L1: 2, or 1 for the single count of T <= 2."""
    return 2 if labels > 2 else 1


def noise_on_counts(rate: Fraction, labels: int, replicates: int, rng: np.random.Generator) -> Integers:
    """int64[replicates, labels]: independent, but for T = 2 the negative of each other; T = 1 needs none."""
    if labels > 2:
        return laplace.sample(rate, replicates * labels, rng).reshape(replicates, labels)
    if labels == 1:
        return np.zeros((replicates, 1), dtype=np.int64)
    noise = laplace.sample(rate, replicates, rng)
    return np.stack([noise, -noise], axis=1)


def noise_weight(workload: Workload) -> int:
    """sum_q E (sum_d q(d) Z_d)^2 / E Z^2, for the noise Z of ``noise_on_counts``."""
    values = workload.values.tolist()
    if len(workload.counts) > 2:
        return sum(v * v for row in values for v in row)
    return sum((row[0] - row[-1]) ** 2 for row in values)


def onto_simplex(points: Floats, total: int) -> Floats:
    """The nearest point of {h >= 0, sum h = total} to every row of ``points``: max(row - shift, 0)."""
    ordered = -np.sort(-points, axis=1)
    shifts = (np.cumsum(ordered, axis=1) - total) / np.arange(1, points.shape[1] + 1)
    support = (ordered > shifts).sum(axis=1)
    result: Floats = np.maximum(points - shifts[np.arange(len(points)), support - 1][:, None], 0.0)
    return result
