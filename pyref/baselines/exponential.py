"""The exponential mechanism over small databases (Blum, Ligett and Roth 2008).

Neighbours: one replaced row.  Released: a histogram y of m0 rows with probability proportional to
e^(-epsilon u(x, y)/(2 Delta)), uniform base measure on the distinct histograms, where

    u(x, y) = max_q |m0 sum_i q(x_i) - n sum_i q(y_i)|     (n m0 B times max_q |F_q(x) - F_q(y)|)

is an integer and one replaced row moves it by at most Delta = m0 max_q (max q - min q).  Both errors are
exact, from all histograms of m0 rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb

from ..exact import to_fmpq
from ..histograms import all_histograms
from ..instance import Instance
from ..work import capped_binomial, show_count
from .base import DoesNotFit, ErrorEstimate, Integers, Workload, enclosed_by

MAX_HISTOGRAMS = 200_000


@dataclass(frozen=True)
class SmallDatabase:
    """Databases of ``rows`` rows; None takes n rows."""

    rows: int | None = None
    name: str = "exponential"
    note: str = (
        "exponential mechanism over the histograms of m0 rows (m0 = n), score -max_q |F_q(x) - F_q(y)|"
    )

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Exact errors."""
        workload = Workload.of(instance)
        rows = workload.n if self.rows is None else self.rows
        scores, squares, rate = scored_histograms(workload, rows=rows, epsilon=epsilon)
        # The law depends on y through its score; group by it, with integers for everything but e^-rate.
        levels, place = np.unique(scores, return_inverse=True)
        counts = np.bincount(place).tolist()
        level_squares = [0] * len(levels)
        for level, gap in zip(place.tolist(), squares, strict=True):
            level_squares[level] += gap
        scale = rows * workload.scale

        def mean(weights: list[int]) -> arb:
            masses = [(-arb(to_fmpq(rate)) * level).exp() for level in levels.tolist()]
            total = sum((m * c for m, c in zip(masses, counts, strict=True)), arb(0))
            return sum((m * w for m, w in zip(masses, weights, strict=True)), arb(0)) / total

        weighted = [level * count for level, count in zip(levels.tolist(), counts, strict=True)]
        linf = enclosed_by(lambda: mean(weighted) / scale)
        square = enclosed_by(lambda: mean(level_squares) / (scale**2 * len(workload.values)))
        return ErrorEstimate(linf=linf, rms=square.root(), note="" if self.rows is None else f"m0 = {rows}")


def scored_histograms(
    workload: Workload, *, rows: int, epsilon: Fraction
) -> tuple[Integers, list[int], Fraction]:
    """(u(x, y) per histogram y of ``rows`` rows in lexicographic order, sum_q of the squared differences,
    rate): the mechanism releases y with probability proportional to e^(-rate u).
    """
    labels = len(workload.counts)
    count = capped_binomial(rows + labels - 1, labels - 1)
    if count > MAX_HISTOGRAMS:
        raise DoesNotFit(f"{show_count(count)} histograms of {rows} rows; at most {MAX_HISTOGRAMS} fit")
    table = np.fromiter(
        (c for histogram in all_histograms(labels, rows) for c in histogram), dtype=np.int64
    ).reshape(-1, labels)
    gaps = rows * workload.sums - workload.n * (table @ workload.values.T)
    if 2 * rows * workload.scale >= 1 << 62:
        raise DoesNotFit("scores beyond 2^62 are not supported")
    wide = np.abs(gaps).max() ** 2 * len(workload.values) >= 1 << 62
    squares = ((gaps.astype(object) if wide else gaps) ** 2).sum(axis=1).tolist()
    sensitivity = rows * workload.linf_sensitivity
    rate = epsilon / (2 * sensitivity) if sensitivity else Fraction(0)
    return np.abs(gaps).max(axis=1), squares, rate
