"""Multiplicative weights over the universe, for many replicates at once, in floating point.

The distributions are functions of what was released before, so rounding costs no privacy; the quantities that
touch the data are integers (``rounded_sums`` is subtracted from them).
"""

from __future__ import annotations

import numpy as np

from .base import Floats, Integers, Workload


class Weights:
    """One distribution over the labels per replicate, float[R, T], starting at the uniform one."""

    def __init__(self, workload: Workload, replicates: int) -> None:
        self.workload = workload
        self._values = workload.values.astype(np.float64)
        self._logs = np.zeros((replicates, workload.values.shape[1]))
        self.masses = np.full_like(self._logs, 1 / self._logs.shape[1])

    def move(self, queries: Integers, steps: Floats) -> None:
        """mu(d) proportional to mu(d) e^(step q(d)/B), with one query and one step per replicate."""
        self._logs += (steps / self.workload.bound)[:, None] * self._values[queries]
        self._logs -= self._logs.max(axis=1, keepdims=True)
        self.masses = np.exp(self._logs)
        self.masses /= self.masses.sum(axis=1, keepdims=True)

    def sums(self, masses: Floats) -> Floats:
        """float[R, k]: n q(mu) in integer units."""
        return np.asarray(self.workload.n * (masses @ self._values.T))

    def sums_of(self, queries: Integers) -> Floats:
        """float[R]: n q(mu) in integer units, for one query per replicate."""
        return np.asarray(self.workload.n * np.einsum("rt,rt->r", self.masses, self._values[queries]))

    def rounded_sums(self) -> Integers:
        """int64[R, k]: n q(mu) in integer units, rounded."""
        return np.rint(self.sums(self.masses)).astype(np.int64)
