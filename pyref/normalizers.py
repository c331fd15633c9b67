"""The normalisers Z_x of all databases x at once, each in a certified interval (blueprint 2.1, (4)).

*Distance sweep.*  The distance of two histograms of n rows is the least d such that removing d rows from one
and adding d rows gives the other.  So with U_k(z) = max of p_y over y >= z for histograms z of n - k rows,

    M_x = max_k r^k max {U_k(z) : z <= x, |z| = n - k},

and both maxima are built one row at a time: U_k(z) = max_i U_{k-1}(z + e_i), and back from k = n to 0,
V_k(z) = max(r^k U_k(z), max_i V_{k+1}(z - e_i)), V_0 = M.  This takes 2 T C(n + T, T) maxima per transcript
in place of one for every pair of histograms.  The sweep stops at the depth K where |Omega| r^(K+1) <= 2^-80:
what is farther adds at most that much to Z.

*Double words.*  A number is hi + lo with floats hi = fl(hi + lo), held as one complex number, whose
lexicographic maximum is the maximum of the numbers.  Let u = 2^-53.

* A table entry beta^-g, 1/S or r^k is a ball of ``arb`` cut to two floats: relative error below 5 u^2.
* A product is Dekker's: hi hi' = p + e exactly, then e + (hi lo' + lo hi') in floats, then p + that exactly.
  Dropping lo lo' costs u^2, the two products u^2 each, their sum 2 u^2, the last sum 3 u^2, all relative to
  |hi hi'| up to factors 1 + O(u): below 9 u^2.
* p_y has J entries of two factors and 2J - 1 products; with r^k one factor and one product more:
  below (5 (2J + 1) + 9 (2J)) u^2 = (28 J + 5) u^2.
* The sum over transcripts halves the list L times.  Every sum of two hi is a float and an exact error of at
  most u times it; the errors and the lo, in all at most (L + 1) u Z, are added in floats, each at most 2L
  times: below 2 L (L + 1) u^2 Z.
* A result below the normal range is off by at most 2^-1000 at every step, and Z >= 1.

With the bound doubled for the terms of higher order, the relative error is at most ``relative_error``.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
from flint import arb, ctx

from .exact import Interval, to_fmpq
from .histograms import Histogram, all_histograms
from .law import SelectionLaw
from .logs import PRECISION, FloatArray, IntegerArray
from .progress import Progress, silent

DoubleWords = npt.NDArray[np.complex128]

_CUT = 80
"""The sweep leaves out distances that add at most 2^-_CUT to a normaliser."""

_BLOCK_NUMBERS = 1 << 16
"""Masses evaluated at once, so that they stay in a core's cache."""

_SWEEP_NUMBERS = 1 << 22
"""Double words held at once by the sweep."""

_SPLITTER = 134217729.0
"""2^27 + 1, for the exact product of floats (Veltkamp, Dekker)."""


def relative_error(law: SelectionLaw) -> Fraction:
    """A bound on the relative error of the normalisers, by the count in the module's docstring."""
    J, halvings = law.parameters.J, law.transcript_count.bit_length() + 1
    words = 28 * J + 5 + 2 * halvings * (halvings + 1)
    underflow = Fraction(law.transcript_count * (2 * J + 1), 1 << 1000)
    return Fraction(2 * words, 1 << 106) + underflow + Fraction(1, 1 << _CUT)


def normalizers(law: SelectionLaw, *, progress: Progress = silent) -> dict[Histogram, Interval]:
    """For every histogram x of n rows an interval that holds Z_x >= 1, of relative width below 2^-64.

    Exact values are the normalisers of ``envelope.envelopes``.
    """
    error = relative_error(law)
    if 2 * error / (1 - error) >= Fraction(1, 1 << 64):
        raise ValueError("too many rounds or transcripts for normalisers in double words")
    sweep = _Sweep(law)
    limit = min(_BLOCK_NUMBERS, _SWEEP_NUMBERS * len(law.classes) // sweep.nodes)
    root = np.ones(len(law.classes), dtype=np.complex128)
    parts = []
    for start, masses in law.prefix_blocks(_table(law), root, combine=multiply, limit=limit):
        progress("normalisers", start, law.transcript_count)
        parts.append(_row_sums(sweep.envelopes(masses)))
    sums = _row_sums(np.stack(parts, axis=1))
    found = {}
    for histogram, value in zip(sweep.histograms, sums.tolist(), strict=True):
        total = Fraction(value.real) + Fraction(value.imag)
        found[histogram] = max(Fraction(1), total / (1 + error)), total / (1 - error)
    return found


def _table(law: SelectionLaw) -> DoubleWords:
    """[C, kinds, 2k] of pi(s) = beta^-g(s) / S."""
    profiles = law.factors.profile_table()
    exponents = law.targets[:, None, :] - law.kind_exponents
    gaps = exponents.max(axis=2, keepdims=True) - exponents
    values, places = np.unique(gaps, return_inverse=True)
    with ctx.workprec(PRECISION):
        log_beta = arb(to_fmpq(law.parameters.beta)).log()
        balls = {g: (-g * log_beta).exp() for g in values.tolist()}
        powers = _words(list(balls.values()))
        inverses = _words([1 / sum((balls[g] for g in row), arb(0)) for row in law.factors.gaps])
    return multiply(powers[places.reshape(gaps.shape)], inverses[profiles][:, :, None])


def _words(balls: list[arb]) -> DoubleWords:
    """Balls as double words.  ArithmeticError unless they are accurate to 120 bits."""
    if any(ball.rel_accuracy_bits() < 120 for ball in balls):
        raise ArithmeticError("the balls have too few bits for double words")
    high = np.array([float(ball.mid()) for ball in balls])
    low = np.array([float((ball - h).mid()) for ball, h in zip(balls, high.tolist(), strict=True)])
    return _normalised(high, low)


def _normalised(high: FloatArray, low: FloatArray) -> DoubleWords:
    """high + low exactly, |low| <= |high|."""
    result = np.empty(high.shape, dtype=np.complex128)
    result.real = high + low
    result.imag = low - (result.real - high)
    return result


def multiply(left: DoubleWords, right: DoubleWords) -> DoubleWords:
    """The product of double words, off by less than 9 u^2 relatively."""
    x, y = left.real, right.real
    p = x * y
    scaled = _SPLITTER * x
    x_top = scaled - (scaled - x)
    scaled = _SPLITTER * y
    y_top = scaled - (scaled - y)
    x_rest, y_rest = x - x_top, y - y_top
    rest = ((x_top * y_top - p) + x_top * y_rest + x_rest * y_top) + x_rest * y_rest
    return _normalised(p, rest + (x * right.imag + left.imag * y))


def _row_sums(words: DoubleWords) -> DoubleWords:
    """Per row the sum of its double words, as a float and a float rest."""
    high, low = words.real, words.imag
    while high.shape[1] > 1:
        if high.shape[1] % 2:
            high, low = np.pad(high, ((0, 0), (0, 1))), np.pad(low, ((0, 0), (0, 1)))
        half = high.shape[1] // 2
        a, b = high[:, :half], high[:, half:]
        high = a + b
        part = high - a
        low = (low[:, :half] + low[:, half:]) + ((a - (high - part)) + (b - part))
    result = np.empty(len(words), dtype=np.complex128)
    result.real, result.imag = high[:, 0], low[:, 0]
    return result


def _depth(law: SelectionLaw) -> int:
    """The least K <= n with |Omega| r^(K+1) <= 2^-_CUT, or a slightly larger one."""
    n = law.instance.n
    with ctx.workprec(PRECISION):
        log_r = -arb(to_fmpq(law.parameters.r)).log()
        least = (arb(2) ** _CUT * law.transcript_count).log()
        return n if not log_r * (n + 1) > least else int((least / log_r).upper().floor().unique_fmpz())


class _Sweep:
    """The envelope of every histogram from the masses of all classes."""

    def __init__(self, law: SelectionLaw) -> None:
        labels, rows = law.instance.T, law.instance.n
        depth = _depth(law)
        self.histograms = list(all_histograms(labels, rows))
        self.classes = np.array([law.class_of(h) for h in self.histograms])
        self.above: list[IntegerArray] = [np.empty((0, labels), dtype=np.int64)]
        """For k >= 1 and every histogram z of n - k rows, the places of z + e_i among those of n - k + 1."""
        level = self.histograms
        self.nodes = len(level)
        for k in range(1, depth + 1):
            place = {h: i for i, h in enumerate(level)}
            level = list(all_histograms(labels, rows - k))
            self.above.append(
                np.array([[place[(*z[:i], z[i] + 1, *z[i + 1 :])] for i in range(labels)] for z in level])
            )
            self.nodes += len(level)
        with ctx.workprec(PRECISION):
            r = arb(to_fmpq(law.parameters.r))
            self.discounts = _words([r**k for k in range(depth + 1)])

    def envelopes(self, masses: DoubleWords) -> DoubleWords:
        """M_x for every histogram x (rows) and the transcripts of a block (columns)."""
        levels = [masses[self.classes]]
        for places in self.above[1:]:
            first, *others = places.T
            level = levels[-1][first]
            for column in others:
                np.maximum(level, levels[-1][column], out=level)
            levels.append(level)
        best = multiply(levels[-1], self.discounts[-1])
        for k in range(len(levels) - 2, -1, -1):
            following = multiply(levels[k], self.discounts[k]) if k else levels[0]
            for column in self.above[k + 1].T:
                following[column] = np.maximum(following[column], best)
            best = following
        return best
