"""What every mechanism of a comparison has in common: its interface, its errors, and the workload it answers.

All mechanisms are pure epsilon-DP for the same neighbours: databases of the same public size n that differ in
one replaced row.  Answers and true values are in [-1, 1]; the errors compared are

    E max_q |answer_q - F_q(x)|        and        sqrt(E (1/k) sum_q (answer_q - F_q(x))^2).

They are exact (enclosed by rationals) where the law can be summed, and Monte Carlo means with a standard
error elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt
from flint import arb

from ..exact import Interval, enclose, to_fmpq
from ..instance import Instance

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_EXACT_FLOAT = 1 << 52
_CHUNK_ENTRIES = 4_000_000


class DoesNotFit(Exception):
    """The mechanism cannot be evaluated on this instance; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enclosed:
    """An exact expectation, enclosed: low <= value <= high."""

    low: Fraction
    high: Fraction

    @property
    def value(self) -> float:
        """The middle, for tables and plots."""
        return float((self.low + self.high) / 2)

    def root(self) -> Enclosed:
        """The enclosure of the square root."""
        low, high = (enclose(arb(to_fmpq(end)).sqrt) for end in (self.low, self.high))
        return Enclosed(low=low[0], high=high[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """A Monte Carlo mean with its standard error."""

    value: float
    stderr: float

    def root(self) -> Sampled:
        """The square root, with the standard error of first order."""
        root = math.sqrt(self.value)
        return Sampled(value=root, stderr=self.stderr / (2 * root) if root > 0 else 0.0)


Quantity = Enclosed | Sampled


def enclosed(interval: Interval) -> Enclosed:
    """The rational interval as an ``Enclosed``."""
    return Enclosed(low=interval[0], high=interval[1])


def enclosed_by(compute: Callable[[], arb]) -> Enclosed:
    """The real number that ``compute`` describes (see ``exact.enclose``)."""
    return enclosed(enclose(compute))


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorEstimate:
    """``linf`` = E max_q |answer_q - F_q(x)|, ``rms`` = sqrt(E mean_q (.)^2); ``note`` names the parameters
    used.
    """

    linf: Quantity
    rms: Quantity
    note: str = ""

    @property
    def exact(self) -> bool:
        """Whether both errors are enclosures rather than samples."""
        return isinstance(self.linf, Enclosed) and isinstance(self.rms, Enclosed)


class Mechanism(Protocol):
    """One row of a comparison.

    ``name`` identifies it on the command line; ``note`` is its description: what is released, with which
    sensitivity, and what else is assumed.
    """

    @property
    def name(self) -> str:
        """Short identifier."""

    @property
    def note(self) -> str:
        """One sentence for the reader of the table."""

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """The errors on the instance's database at the budget ``epsilon``; the parameters of the instance are
        not used.  ``rng`` and ``replicates`` serve Monte Carlo only.  Raises DoesNotFit.
        """


@dataclass(frozen=True, eq=False)
class Workload:
    """The queries and the histogram of an instance as arrays.

    ``values`` int64[k, T] in integer units, ``counts`` int64[T], ``sums`` int64[k] = sum_i q(x_i).
    """

    values: Integers
    counts: Integers
    bound: int

    @classmethod
    def of(cls, instance: Instance) -> Workload:
        """Raises DoesNotFit where a query sum could exceed 2^52, so that floats hold every sum exactly."""
        if instance.bound * instance.n >= _EXACT_FLOAT:
            raise DoesNotFit("query sums beyond 2^52 are not supported")
        values = np.array([q.values for q in instance.queries], dtype=np.int64)
        return cls(values, np.array(instance.histogram, dtype=np.int64), instance.bound)

    @property
    def n(self) -> int:
        """Number of rows."""
        return int(self.counts.sum())

    @property
    def scale(self) -> int:
        """n B: a sum divided by it is an answer in [-1, 1]."""
        return self.n * self.bound

    @cached_property
    def sums(self) -> Integers:
        """int64[k]: the true answers in integer units."""
        return np.asarray(self.values @ self.counts, dtype=np.int64)

    @cached_property
    def l1_sensitivity(self) -> int:
        """max over labels d, d' of sum_q |q(d) - q(d')|: how far one replaced row moves ``sums`` in L1."""
        columns = np.ascontiguousarray(self.values.T)
        step = max(1, _CHUNK_ENTRIES // columns.size)
        worst = 0
        for start in range(0, len(columns), step):
            gaps = np.abs(columns[start : start + step, None, :] - columns[None, :, :]).sum(axis=2)
            worst = max(worst, int(gaps.max()))
        return worst

    @cached_property
    def linf_sensitivity(self) -> int:
        """max over queries of max q - min q: how far one replaced row moves a single sum."""
        return int((self.values.max(axis=1) - self.values.min(axis=1)).max())

    def estimate(self, sums: Floats, *, note: str = "") -> ErrorEstimate:
        """Monte Carlo errors of released answers float[R, k] in integer units, one row per replicate."""
        gaps = np.abs(sums - self.sums) / self.scale
        return sampled_errors(gaps.max(axis=1), (gaps**2).mean(axis=1), note=note)


def sampled_errors(largest: Floats, mean_square: Floats, *, note: str = "") -> ErrorEstimate:
    """The estimate from one largest and one mean squared error per replicate (at least two replicates)."""
    return ErrorEstimate(linf=_mean(largest), rms=_mean(mean_square).root(), note=note)


def _mean(values: Floats) -> Sampled:
    return Sampled(value=float(values.mean()), stderr=float(values.std(ddof=1)) / math.sqrt(len(values)))
