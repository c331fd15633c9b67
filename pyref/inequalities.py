"""Both sides of an inequality, and the place where it is tightest.

The modules ``moments``, ``maurey`` and ``maximum`` evaluate both sides of their inequalities exactly; a
``SlackRow`` keeps, for one inequality, the largest ratio left/right met and where it occurred.

A side with an exponential or a logarithm (``accuracy``) is a ball; ``certified`` replaces it by a rational on
its unfavourable side.  The rationals then prove the inequality, and their ratio is at least the true one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, fmpq

from .exact import rational_above, rational_below, to_fraction


@dataclass(frozen=True, slots=True)
class Comparison:
    """One instance of an inequality: ``left <= right`` is claimed, both exact, ``right`` nonnegative."""

    left: fmpq
    right: fmpq
    where: str


def certified(left: arb | fmpq, right: arb | fmpq, where: str = "") -> Comparison:
    """``left <= right`` with each ball rounded to its unfavourable side: if it holds, the claim is proved.

    A claim that is an equality of irrational numbers cannot be certified and looks violated.
    """
    return Comparison(rational_above(left), rational_below(right), where)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackRow:
    """How close one inequality comes to equality.

    ``ratio`` is the largest left/right over ``count`` comparisons, attained at ``where`` with the sides
    ``left`` and ``right``; the inequality holds on all of them exactly when ``ratio <= 1``.  None if every
    comparison was 0 <= 0.
    """

    name: str
    statement: str
    count: int
    ratio: Fraction | None
    where: str
    left: Fraction | None
    right: Fraction | None

    @property
    def holds(self) -> bool:
        """Whether every comparison held."""
        return self.ratio is None or self.ratio <= 1


def tightest(name: str, statement: str, comparisons: Iterable[Comparison]) -> SlackRow:
    """The row of an inequality.

    A comparison 0 <= 0 counts but has no ratio; a positive left side over a right side of 0 gets the ratio
    left + 2, which is above 1, so that a violated inequality can never look satisfied.
    """
    count, best, place = 0, None, Comparison(fmpq(0), fmpq(0), "nowhere")
    for comparison in comparisons:
        count += 1
        if comparison.right > 0:
            ratio = comparison.left / comparison.right
        elif comparison.left > comparison.right:
            ratio = comparison.left - comparison.right + 2
        else:
            continue
        if best is None or ratio > best:
            best, place = ratio, comparison
    return SlackRow(
        name=name,
        statement=statement,
        count=count,
        ratio=None if best is None else to_fraction(best),
        where=place.where,
        left=None if best is None else to_fraction(place.left),
        right=None if best is None else to_fraction(place.right),
    )


def tighter(left: SlackRow, right: SlackRow) -> SlackRow:
    """The row of one inequality over the comparisons of both rows, those of ``left`` first."""
    better = right.ratio is not None and (left.ratio is None or right.ratio > left.ratio)
    return replace(right if better else left, count=left.count + right.count)
