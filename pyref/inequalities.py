"""Both sides of an inequality, and the place where it is tightest.

The modules ``moments``, ``maurey`` and ``maximum`` evaluate both sides of their inequalities exactly; a
``SlackRow`` keeps, for one inequality, the largest ratio left/right met and where it occurred.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from .exact import to_fraction


@dataclass(frozen=True, slots=True)
class Comparison:
    """One instance of an inequality: ``left <= right`` is claimed, both exact and nonnegative."""

    left: fmpq
    right: fmpq
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackRow:
    """How close one inequality comes to equality.

    ``ratio`` is the largest left/right over ``count`` comparisons, attained at ``where``; the inequality
    holds on all of them exactly when ``ratio <= 1``.  None if every comparison was 0 <= 0.
    """

    name: str
    statement: str
    count: int
    ratio: Fraction | None
    where: str

    @property
    def holds(self) -> bool:
        """Whether every comparison held."""
        return self.ratio is None or self.ratio <= 1


def tightest(name: str, statement: str, comparisons: Iterable[Comparison]) -> SlackRow:
    """The row of an inequality.

    A comparison 0 <= 0 counts but has no ratio; a positive left side over a right side of 0 gets the ratio
    left + 2, which is above 1, so that a violated inequality can never look satisfied.
    """
    count, best, where = 0, None, "nowhere"
    for comparison in comparisons:
        count += 1
        if comparison.right > 0:
            ratio = comparison.left / comparison.right
        elif comparison.left > comparison.right:
            ratio = comparison.left - comparison.right + 2
        else:
            continue
        if best is None or ratio > best:
            best, where = ratio, comparison.where
    return SlackRow(
        name=name,
        statement=statement,
        count=count,
        ratio=None if best is None else to_fraction(best),
        where=where,
    )
