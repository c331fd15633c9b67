"""Size estimates made before any work, and the refusal of instances over the limit.

One unit is about one integer operation of the search for maximisers.  With H = C(n+T-1, T-1) histograms,
|Omega| = (2k)^J transcripts and c centres (databases whose envelope is computed),

    units = c * |Omega| * (H + EXACT_COST * (1 + bits / 2000)) + H * (LAW_COST * C(2k+J-1, J) +
    HISTOGRAM_COST),

and three times c * |Omega| * H more for the pairs of a group audit.  ``bits`` bounds the size of one exact
transcript mass.  The costs were measured relative to this operation and need be right only within a
small factor: the point is to refuse hours, not to predict seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from .errors import WorkLimitError

Task = Literal["run", "audit", "audit-group", "sample"]

DEFAULT_LIMIT = 5_000_000_000
"""Default work limit in units; up to about a minute on one core."""

EXACT_COST = 1000
LAW_COST = 200
HISTOGRAM_COST = 2000
TOO_MANY = 10**30
"""Counts are not computed beyond this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkEstimate:
    """Sizes of a task; every count is capped at ``TOO_MANY``."""

    histograms: int
    transcripts: int
    centres: int
    bits: int
    units: int


def capped_power(base: int, exponent: int) -> int:
    """min(base**exponent, TOO_MANY) for base >= 1 without forming huge powers."""
    if base == 1 or exponent == 0:
        return 1
    result = 1
    for _ in range(exponent):  # at most 100 steps, since base >= 2
        result *= base
        if result >= TOO_MANY:
            return TOO_MANY
    return result


def capped_binomial(top: int, bottom: int) -> int:
    """min(C(top, bottom), TOO_MANY) without forming huge factorials."""
    bottom = min(bottom, top - bottom)
    result = 1
    for i in range(1, bottom + 1):
        result = result * (top - bottom + i) // i
        if result >= TOO_MANY:
            return TOO_MANY
    return result


def estimate(
    *,
    task: Task,
    labels: int,
    rows: int,
    queries: int,
    bound: int,
    J: int,
    m: int = 1,
    beta: Fraction | None = None,
) -> WorkEstimate:
    """The size of ``task`` for T=labels, n=rows, k=queries; ``beta`` = None assumes 8-bit numerators."""
    histograms = capped_binomial(rows + labels - 1, labels - 1)
    transcripts = capped_power(2 * queries, J)
    if task in ("audit", "audit-group"):
        centres = histograms
    elif task == "run":
        centres = min(1 + labels * (labels - 1), histograms)
    else:
        centres = 1
    beta_bits = 8 if beta is None else beta.numerator.bit_length()
    bits = (
        8 * J * m * rows * bound * beta_bits
    )  # J factors, exponents in a range of 4nBm, numerator and denominator
    exact = EXACT_COST + EXACT_COST * bits // 2000
    law = histograms * (LAW_COST * capped_binomial(2 * queries + J - 1, J) + HISTOGRAM_COST)
    searches = 4 if task == "audit-group" else 1
    units = centres * transcripts * (searches * histograms + exact) + law
    return WorkEstimate(
        histograms=histograms, transcripts=transcripts, centres=centres, bits=bits, units=min(units, TOO_MANY)
    )


def show_count(count: int) -> str:
    """A count for people: plain up to nine digits, then a power of ten."""
    if count >= TOO_MANY:
        return "more than 10^30"
    return (
        str(count)
        if count < 10**9
        else f"{count // 10 ** (len(str(count)) - 2) / 10:.1f}e{len(str(count)) - 1}"
    )


def require_within(work: WorkEstimate, *, limit: int) -> None:
    """Raise WorkLimitError with the sizes if ``work`` is over ``limit``."""
    if work.units > limit:
        raise WorkLimitError(
            f"the instance is over the work limit: {show_count(work.histograms)} histograms and "
            f"{show_count(work.transcripts)} transcripts need {show_count(work.units)} units of work "
            f"and the limit is {show_count(limit)}; use fewer labels, rows, queries or a smaller J, "
            f"or raise --max-work."
        )
