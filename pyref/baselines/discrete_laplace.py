"""The discrete Laplace law P(Z = z) ~ e^(-rate |z|) on the integers z: moments and an exact sampler.

A vector f(x) of integers that one replaced row moves by at most Delta in L1 is released with pure epsilon-DP
by adding independent Z of rate epsilon/Delta to every entry: the ratio of two masses is at most
e^(rate ||f(x) - f(x')||_1) (Ghosh, Roughgarden, Sundararajan 2009).

The samplers are those of Canonne, Kamath and Steinke 2020, on arrays.  They use uniform integers only, so for
ideal uniform integers every probability is exact; no floating point decides anything.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
from flint import arb

from ..exact import to_fmpq
from .base import DoesNotFit, Integers

_LARGEST = 1 << 62
_LARGEST_DENOMINATOR = 1 << 40


def bernoulli_exp(numerators: Integers, denominator: int, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    """Independent bits, the i-th true with probability exactly exp(-numerators[i]/denominator) <= 1."""
    whole, part = np.divmod(numerators, denominator)
    result = _bernoulli_exp_unit(part, denominator, rng)
    alive = np.flatnonzero(result & (whole > 0))
    done = 0
    while alive.size:  # one factor exp(-1) at a time; a lane survives each with probability 1/e
        done += 1
        kept = _bernoulli_exp_unit(np.ones(alive.size, dtype=np.int64), 1, rng)
        result[alive[~kept]] = False
        alive = alive[kept & (whole[alive] > done)]
    return result


def _bernoulli_exp_unit(
    numerators: Integers, denominator: int, rng: np.random.Generator
) -> npt.NDArray[np.bool_]:
    """``bernoulli_exp`` for numerators <= denominator: the alternating series of exp, as a game."""
    result = np.ones(len(numerators), dtype=np.bool_)
    alive = np.arange(len(numerators))
    k = 0
    while alive.size:
        k += 1
        if denominator * k > _LARGEST:
            raise OverflowError("the game of bernoulli_exp went on beyond 64-bit integers")
        alive = alive[rng.integers(0, denominator * k, size=alive.size) < numerators[alive]]
        result[alive] ^= True
    return result


def sample(rate: Fraction, count: int, rng: np.random.Generator) -> Integers:
    """``count`` independent discrete Laplace integers of the rational ``rate`` > 0."""
    top, bottom = checked_rate(rate)
    result = np.zeros(count, dtype=np.int64)
    pending = np.arange(count)
    while pending.size:
        low = rng.integers(0, bottom, size=pending.size)
        kept = bernoulli_exp(low, bottom, rng)
        pending_kept, low = pending[kept], low[kept]
        size = (low + bottom * _geometric(low.size, rng)) // top
        negative = rng.integers(0, 2, size=low.size) == 1
        valid = ~(negative & (size == 0))  # zero would otherwise be counted twice
        result[pending_kept[valid]] = np.where(negative, -size, size)[valid]
        pending = np.concatenate([pending[~kept], pending_kept[~valid]])
    return result


def _geometric(count: int, rng: np.random.Generator) -> Integers:
    """Numbers of successes of probability e^-1 before the first failure."""
    result = np.zeros(count, dtype=np.int64)
    alive = np.arange(count)
    while alive.size:
        alive = alive[_bernoulli_exp_unit(np.ones(alive.size, dtype=np.int64), 1, rng)]
        result[alive] += 1
    return result


def checked_rate(rate: Fraction) -> tuple[int, int]:
    """Numerator and denominator of a rate that 64-bit integers can hold; raises DoesNotFit."""
    if rate <= 0:
        raise ValueError("the rate must be positive")
    if max(rate.numerator, rate.denominator) > _LARGEST_DENOMINATOR:
        raise DoesNotFit(f"epsilon = {rate} per unit has too many digits for the sampler; write fewer")
    return rate.numerator, rate.denominator


def ratio(rate: Fraction) -> arb:
    """e^-rate, the ratio of the masses at z + 1 and z >= 0, at the working precision."""
    return (-arb(to_fmpq(rate))).exp()


def tail(p: arb, z: int) -> arb:
    """P(Z >= z) = P(Z <= -z) for z >= 1."""
    return p**z / (1 + p)


def variance(p: arb) -> arb:
    """E Z^2 = 2p/(1-p)^2."""
    return 2 * p / (1 - p) ** 2


def expected_largest(p: arb, count: int) -> arb:
    """E max |Z_i| of ``count`` independent Z, by inclusion and exclusion.

    P(max <= z) = (1 - c p^z)^count with c = 2p/(1+p); expand and sum the geometric series of
    sum_z (1 - P(max <= z)).  The terms alternate: use a precision of ``count`` bits more.
    """
    c = 2 * p / (1 + p)
    total, binomial, power = arb(0), 1, arb(1)
    for j in range(1, count + 1):
        binomial = binomial * (count - j + 1) // j
        power *= c
        term = binomial * power / (1 - p**j)
        total += term if j % 2 else -term
    return total
