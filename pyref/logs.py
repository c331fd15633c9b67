"""Fixed-point logarithms of the law: the filter that discards whatever certainly is not a maximum.

Logarithms are int64 in units of 2^-shift, so that sums of them are exact.  With exponents u(s) of beta (see
``law``), gaps g(s) = max u - u(s) and S = sum_s beta^-g(s), an entry is

    log pi(s) = -g(s) log beta - log S,        1 <= S <= 2k.

*Error bound*, in units.  (1) g log beta comes from an ``arb`` ball and is rounded once: 1/2.  (2) S is an
int64 in units of 2^-P, P = 61 - b with b the bit length of 2k; each of its 2k terms is off by at most one
such unit and S >= 1, so log S is off by at most 2^(2b - 61).  (3) ``_log_sum`` uses only IEEE operations
that round correctly. With S 2^P = 2^e f, f in [1/2, 1), c the midpoint of the cell of width 2^-9 that holds
f, and t = (f - c)/c,

    log S = (e - P) log 2 + log c + log(1 + t).

Converting S to a float costs 2^-53; f - c is exact; |t| <= 2^-9, so rounding t costs 2^-62, cutting the
series after t^5/5 less than 2^-56 and Horner's rule less than 2^-60.  The first two terms are stored as
floats below 2^6, off by at most 2^-47 and 2^-53, and each of the two additions rounds by at most 2^-48.
Together this is below 2^-45.  The shift is at most 43 - 2 max(0, b - 8), so that (2) and (3) are at most
1/4 unit each; the final rounding is 1/2.  The sum is 3/2 units, and ``ENTRY_ERROR`` is 2.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt
from flint import arb, ctx

from .exact import to_fmpq

IntegerArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

PRECISION = 160
"""Bits of the balls."""

ENTRY_ERROR = 2
"""Units by which an entry of ``log_selection`` can be off."""

_CELLS = 256


def largest_shift(choices: int, size: arb) -> int:
    """The largest admissible shift, at most 43, for 2k = ``choices`` at which logarithms up to ``size`` stay
    below 2^60 units.
    """
    with ctx.workprec(PRECISION):
        middle, exponent = map(int, size.mid().man_exp())
    return min(43 - 2 * max(0, choices.bit_length() - 8), 59 - middle.bit_length() - exponent)


def fixed(logarithm: arb, shift: int) -> int:
    """The ball ``logarithm`` as an integer number of units of 2^-shift, off by half a unit and the radius."""
    radius, exponent = logarithm.rad().man_exp()
    if radius != 0 and int(radius).bit_length() + int(exponent) + shift > -20:
        raise ArithmeticError("the logarithm was computed to too few bits for the filter")
    middle, exponent = logarithm.mid().man_exp()
    places = -(int(exponent) + shift)
    if places <= 0:
        return int(middle) << -places
    if places > int(middle).bit_length() + 1:
        return 0
    return (int(middle) + (1 << (places - 1))) >> places


def log_selection(targets: IntegerArray, weights: IntegerArray, beta: Fraction, shift: int) -> IntegerArray:
    """int64[C, K, 2k] of log pi(s) for the exponents u = targets[C, 2k] - weights[K, 2k]."""
    classes, choices = targets.shape
    table = np.empty((classes, len(weights), choices), dtype=np.int64)
    fraction_bits = 61 - choices.bit_length()
    powers = _Powers(beta, shift, fraction_bits)
    step = max(1, (1 << 18) // table[:, 0].size)
    for start in range(0, len(weights), step):
        exponents = targets[:, None, :] - weights[start : start + step]
        gaps = exponents.max(axis=2, keepdims=True) - exponents
        masses, logs = powers.of(gaps)
        np.negative(logs + _log_sum(masses.sum(axis=2), fraction_bits, shift)[:, :, None], out=logs)
        table[:, start : start + step] = logs
    return table


class _Powers:
    """beta^-g in units of 2^-fraction_bits and g log beta in units of 2^-shift, each off by at most one
    unit."""

    def __init__(self, beta: Fraction, shift: int, fraction_bits: int) -> None:
        self.shift, self.fraction_bits = shift, fraction_bits
        with ctx.workprec(PRECISION):
            self.log_beta = arb(to_fmpq(beta)).log()
        self.known: dict[int, tuple[int, int]] = {}

    def of(self, gaps: IntegerArray) -> tuple[IntegerArray, IntegerArray]:
        """The two numbers for every entry of ``gaps``."""
        largest = int(gaps.max())
        if largest < gaps.size:  # the gaps index the table themselves
            values, places, size = np.flatnonzero(np.bincount(gaps.reshape(-1))), gaps, largest + 1
            slots = values
        else:
            values, inverse = np.unique(gaps, return_inverse=True)
            places, size = inverse.reshape(gaps.shape), len(values)
            slots = np.arange(size)
        table = np.zeros((2, size), dtype=np.int64)
        for slot, gap in zip(slots.tolist(), values.tolist(), strict=True):
            table[:, slot] = self._of(gap)
        return table[0][places], table[1][places]

    def _of(self, gap: int) -> tuple[int, int]:
        if gap not in self.known:
            with ctx.workprec(PRECISION):
                logarithm = gap * self.log_beta
                self.known[gap] = fixed((-logarithm).exp(), self.fraction_bits), fixed(logarithm, self.shift)
        return self.known[gap]


def _log_sum(sums: IntegerArray, fraction_bits: int, shift: int) -> IntegerArray:
    """log S in units of 2^-shift for S in units of 2^-fraction_bits: (3) of the module's bound."""
    part, exponent = np.frexp(sums.astype(np.float64))
    cell = (part * (2 * _CELLS)).astype(np.int64) - _CELLS
    centre, log_centre, log_powers = _constants()
    t = (part - centre[cell]) / centre[cell]
    series = t * (1 + t * (-0.5 + t * (1 / 3 + t * (-0.25 + t * 0.2))))
    total = (log_powers[exponent - fraction_bits] + log_centre[cell]) + series
    return np.asarray(np.rint(total * 2.0**shift), dtype=np.int64)


@cache
def _constants() -> tuple[FloatArray, FloatArray, FloatArray]:
    """The midpoints c of the cells of [1/2, 1), log c, and i log 2 for i < 64; rounded to floats."""
    centre = (np.arange(_CELLS) + _CELLS + 0.5) / (2 * _CELLS)
    with ctx.workprec(PRECISION):
        logs = [float(arb(c).log().mid()) for c in centre.tolist()]
        powers = [float((i * arb(2).log()).mid()) for i in range(64)]
    return centre, np.array(logs), np.array(powers)
