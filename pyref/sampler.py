"""Exact sampling of a transcript from the released law p-hat_x = M_x / Z_x.

Integer arithmetic and uniformly random bits only; no floating point from the data to the draw.  With
w_i = M_x(omega_i) and the integers c_i = ceil(2^b w_i), one trial draws i with probability c_i / sum c and
accepts with probability 2^b w_i / c_i <= 1.  The trial returns i with probability proportional to w_i
exactly, and it is repeated until it accepts (the chance of a refusal is at most |Omega| / 2^b).

The law of the *output* is exact.  The running time depends on the data; it is not part of the released output
and must not be shown to an adversary.  Every further draw spends the privacy budget again.
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

from flint import fmpz

from .envelope import Envelope, envelopes
from .histograms import Histogram
from .law import SelectionLaw, Transcript
from .progress import Progress, silent

BitSource = Callable[[int], int]
"""``source(n)`` returns n independent uniform bits as an integer in 0..2^n - 1."""

os_bits: BitSource = secrets.randbits
"""The operating system's randomness."""

_CHUNK = 64


def uniform_below(bound: int, *, bits: BitSource = os_bits) -> int:
    """A uniform integer in 0..bound-1, by rejection from ``bound.bit_length()`` bits; bound >= 1."""
    if bound < 1:
        raise ValueError("bound must be at least 1")
    width = (bound - 1).bit_length()
    while True:
        draw = bits(width) if width else 0
        if draw < bound:
            return draw


def bernoulli(numerator: int, denominator: int, *, bits: BitSource = os_bits) -> bool:
    """True with probability exactly numerator/denominator in [0, 1].

    Compares the binary expansion of a uniform real with that of the probability, 64 bits at a time, and stops
    at the first difference.
    """
    if denominator < 1 or not 0 <= numerator <= denominator:
        raise ValueError("the probability must lie in [0, 1]")
    if numerator == denominator:
        return True
    remainder = numerator
    while remainder:
        digit, remainder = divmod(remainder << _CHUNK, denominator)
        draw = bits(_CHUNK)
        if draw != digit:
            return draw < digit
    return False


class ReleasedLawSampler:
    """Draws transcripts from the released law of one database.

    ``proposal_bits`` is b above; any b >= 1 gives the same law, a larger one fewer refusals.
    """

    def __init__(self, envelope: Envelope, *, proposal_bits: int | None = None) -> None:
        self.envelope = envelope
        self.law = envelope.law
        count = self.law.transcript_count
        self.proposal_bits = count.bit_length() + 64 if proposal_bits is None else proposal_bits
        if self.proposal_bits < 1:
            raise ValueError("proposal_bits must be at least 1")
        scale = fmpz(1) << self.proposal_bits
        masses, places = self.law.factors.distinct(envelope.winners, envelope.distances)
        rounded = [int(-((-mass.p * scale) // mass.q)) for mass in masses]
        ceilings = [rounded[place] for place in places.tolist()]
        self.proposal_weights = tuple(ceilings)
        self._cumulative = list(accumulate(ceilings))

    def acceptance(self, index: int) -> Fraction:
        """The exact probability of accepting the proposal ``index``: 2^b M_x / c."""
        return self.envelope.mass(index) * Fraction(1 << self.proposal_bits, self.proposal_weights[index])

    def propose(self, *, bits: BitSource = os_bits) -> int:
        """A transcript number with probability c_i / sum c."""
        return bisect_right(self._cumulative, uniform_below(self._cumulative[-1], bits=bits))

    def sample_index(self, *, bits: BitSource = os_bits) -> int:
        """A transcript number with probability M_x / Z_x."""
        while True:
            index = self.propose(bits=bits)
            mass = self.envelope.flint_mass(index)
            top = int(mass.p) << self.proposal_bits
            if bernoulli(top, int(mass.q) * self.proposal_weights[index], bits=bits):
                return index

    def sample(self, *, bits: BitSource = os_bits) -> Transcript:
        """A transcript from the released law; ``bits`` defaults to the operating system's randomness."""
        return self.law.transcript_at(self.sample_index(bits=bits))


def released_law_sampler(
    law: SelectionLaw, histogram: Histogram, *, progress: Progress = silent
) -> ReleasedLawSampler:
    """A sampler for the released law of the database with this histogram."""
    return ReleasedLawSampler(envelopes(law, [histogram], progress=progress)[0])
