"""OpenDP, run as its users run it: replacement neighbours are its ``change_one_distance``.

Rows of a vector of public size -> change-one to symmetric distance -> count by categories -> Laplace noise on
the counts (OpenDP samples the discrete Laplace law for integers).  The scale is the least that OpenDP's own
privacy map certifies for one changed row.  OpenDP draws from the operating system and takes no seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..instance import Instance
from .base import DoesNotFit, ErrorEstimate, Workload


@dataclass(frozen=True)
class OpenDpHistogram:
    """Counts of all T labels released by OpenDP; the queries are answered from them."""

    name: str = "opendp"
    note: str = "OpenDP: count_by_categories + laplace on change_one_distance, as its privacy map certifies"

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Monte Carlo with OpenDP's randomness."""
        workload = Workload.of(instance)
        measurement, note = measurement_for(labels=instance.T, rows=instance.n, epsilon=epsilon)
        data = list(instance.rows)
        counts = np.array([measurement(data) for _ in range(replicates)], dtype=np.float64)
        return workload.estimate(counts @ workload.values.T, note=note)


def measurement_for(*, labels: int, rows: int, epsilon: Fraction) -> tuple[Any, str]:
    """OpenDP's measurement on lists of ``rows`` label numbers, and a note with its version and its map.

    Raises DoesNotFit when the package is missing.
    """
    try:
        import opendp.prelude as dp
    except ImportError:
        raise DoesNotFit("OpenDP is not installed; install the extra: pip install '.[peers]'") from None
    from importlib.metadata import version

    dp.enable_features("contrib")
    space = dp.vector_domain(dp.atom_domain(T=int), size=rows), dp.change_one_distance()
    counts = (
        space
        >> dp.t.then_metric_unbounded()  # type: ignore[no-untyped-call]
        >> dp.t.then_count_by_categories(categories=list(range(labels)), null_category=False)
    )

    def make(scale: float) -> Any:
        return counts >> dp.m.then_laplace(scale=scale)

    # OpenDP's budget is a float: take one that is not above epsilon.
    budget = float(epsilon)
    if Fraction(budget) > epsilon:
        budget = float(np.nextafter(budget, 0.0))
    scale = dp.binary_search_param(make, d_in=1, d_out=budget)
    measurement = make(scale)
    spent = measurement.map(d_in=1)
    if not Fraction(99, 100) * epsilon <= Fraction(spent) <= epsilon:
        raise DoesNotFit(f"OpenDP's privacy map gives {spent} for the scale {scale}, not epsilon")
    return measurement, f"OpenDP {version('opendp')}, scale {scale:.6g}, map(1 changed row) = {spent:.6g}"
