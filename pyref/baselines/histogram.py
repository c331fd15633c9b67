"""The noisy T-cell histogram.

Neighbours: one replaced row, which lowers one count by 1 and raises another by 1, so the L1 sensitivity of
the counts is 2.  Released: every count plus discrete Laplace noise of rate epsilon/2; every query is then
answered from the noisy counts.  The projection onto {h >= 0, sum h = n} (n is public) is post-processing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..instance import Instance
from . import discrete_laplace as laplace
from .base import ErrorEstimate, Floats, Workload, enclosed_by

SENSITIVITY = 2
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
        what = "all T counts + discrete Laplace noise of scale 2/eps, queries answered from them"
        return f"{what} after projection onto the simplex" if self.projected else what

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Monte Carlo; the root mean square of the raw histogram is exact."""
        workload = Workload.of(instance)
        rate = epsilon / SENSITIVITY
        labels = len(workload.counts)
        step = max(1, _BLOCK_ENTRIES // labels)
        blocks = []
        for start in range(0, replicates, step):
            rows = min(step, replicates - start)
            noisy = workload.counts + laplace.sample(rate, rows * labels, rng).reshape(rows, labels)
            counts = onto_simplex(noisy.astype(np.float64), workload.n) if self.projected else noisy
            blocks.append(counts @ workload.values.T)
        result = workload.estimate(np.concatenate(blocks).astype(np.float64))
        if self.projected:
            return result
        # Independent noise: E (sum_d q(d) Z_d)^2 = E Z^2 sum_d q(d)^2.
        squares = sum(int(v) ** 2 for v in workload.values.flat)
        scale = len(workload.values) * workload.scale**2
        square = enclosed_by(lambda: laplace.variance(laplace.ratio(rate)) * squares / scale)
        return ErrorEstimate(linf=result.linf, rms=square.root())


def onto_simplex(points: Floats, total: int) -> Floats:
    """The nearest point of {h >= 0, sum h = total} to every row of ``points``: max(row - shift, 0)."""
    ordered = -np.sort(-points, axis=1)
    shifts = (np.cumsum(ordered, axis=1) - total) / np.arange(1, points.shape[1] + 1)
    support = (ordered > shifts).sum(axis=1)
    result: Floats = np.maximum(points - shifts[np.arange(len(points)), support - 1][:, None], 0.0)
    return result
