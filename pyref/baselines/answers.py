"""Discrete Laplace noise on the answers themselves.

Neighbours: one replaced row.  Released: sum_i q(x_i) + Z_q for every q, Z_q independent of rate
epsilon/Delta, with the true L1 sensitivity Delta = max over labels d, d' of sum_q |q(d) - q(d')| in integer
units.  Clipping to the values that n rows can attain is post-processing.  Both errors are exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, ctx

from ..instance import Instance
from . import discrete_laplace as laplace
from .base import ErrorEstimate, Workload, enclosed_by


@dataclass(frozen=True)
class LaplaceAnswers:
    """Noise on the answers, ``clipped`` to [n min q, n max q] or raw."""

    clipped: bool

    @property
    def name(self) -> str:
        """Short identifier."""
        return "laplace-clipped" if self.clipped else "laplace"

    @property
    def note(self) -> str:
        """What is released."""
        what = "answers + discrete Laplace noise of scale (true L1 sensitivity of the answer vector)/eps"
        return f"{what}, clipped to attainable values" if self.clipped else what

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Exact errors."""
        workload = Workload.of(instance)
        if workload.l1_sensitivity == 0:
            return _no_error()
        rate = epsilon / workload.l1_sensitivity
        if self.clipped:
            room = _room(workload)
            linf = enclosed_by(lambda: _clipped_sums(rate, room)[0] / workload.scale)
            square = enclosed_by(lambda: _clipped_sums(rate, room)[1] / (workload.scale**2 * len(room)))
        else:
            linf = enclosed_by(lambda: _largest(rate, len(workload.sums)) / workload.scale)
            square = enclosed_by(lambda: laplace.variance(laplace.ratio(rate)) / workload.scale**2)
        return ErrorEstimate(linf=linf, rms=square.root(), note=f"sensitivity {workload.l1_sensitivity}")


def _no_error() -> ErrorEstimate:
    zero = enclosed_by(lambda: arb(0))
    return ErrorEstimate(linf=zero, rms=zero, note="no query depends on the data")


def _largest(rate: Fraction, count: int) -> arb:
    with ctx.extraprec(2 * count):
        return laplace.expected_largest(laplace.ratio(rate), count)


def _room(workload: Workload) -> list[tuple[int, int]]:
    """(room above, room below) of every true sum within the attainable values."""
    above = workload.n * workload.values.max(axis=1) - workload.sums
    below = workload.sums - workload.n * workload.values.min(axis=1)
    return [(int(a), int(b)) for a, b in zip(above, below, strict=True)]


def _clipped_sums(rate: Fraction, room: list[tuple[int, int]]) -> tuple[arb, arb]:
    """(E max_q |error|, E sum_q error^2) in integer units, for Z_q clipped to [-below, above].

    E max = sum_z P(max > z) and E error^2 = sum_z (2z+1) P(|error| > z); a side of the noise can exceed z
    only while it has room for it.
    """
    p = laplace.ratio(rate)
    ends = sorted({end for pair in room for end in pair})
    largest, squares = arb(0), arb(0)
    start = 0
    for stop in ends:
        both = sum(1 for a, b in room if min(a, b) >= stop)
        one = sum(1 for a, b in room if min(a, b) < stop <= max(a, b))
        one_tail = laplace.tail(p, start + 1)
        for z in range(start, stop):
            largest += 1 - (1 - 2 * one_tail) ** both * (1 - one_tail) ** one
            squares += (2 * z + 1) * one_tail * (2 * both + one)
            one_tail *= p
        start = stop
    return largest, squares
