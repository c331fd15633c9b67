"""The exponential mechanism on integer scores, exactly and for many replicates at once.

Scores that one replaced row moves by at most Delta, selected with probability proportional to
e^(rate * score), give pure (2 * rate * Delta)-DP (McSherry and Talwar 2007).
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from .base import Integers
from .discrete_laplace import bernoulli_exp, checked_rate


def select(rate: Fraction, scores: Integers, rng: np.random.Generator) -> Integers:
    """One index per row of ``scores`` int64[R, N], drawn with probability proportional to e^(rate * score).

    By rejection from the uniform law, so that every probability is exact: N candidates at a time, the first
    accepted one is the draw.
    """
    top, bottom = checked_rate(rate)
    gaps = (scores.max(axis=1, keepdims=True) - scores) * top
    result = np.full(len(scores), -1, dtype=np.int64)
    pending = np.arange(len(scores))
    width = scores.shape[1]
    while pending.size:
        candidates = rng.integers(0, width, size=(pending.size, width))
        chances = np.take_along_axis(gaps[pending], candidates, axis=1)
        accepted = bernoulli_exp(chances.reshape(-1), bottom, rng).reshape(candidates.shape)
        first = accepted.argmax(axis=1)
        found = accepted[np.arange(pending.size), first]
        result[pending[found]] = candidates[np.arange(pending.size), first][found]
        pending = pending[~found]
    return result
