"""Both sides of every inequality of blueprint 4-6 on one instance, as its certificate states them.

The comparisons are those of the slack table (``slack``), at one place each: the database x of the instance,
one database y as far from it as the radius allows, and for the inequalities of one round one history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from flint import fmpq

from .certificate import Row, rows_of
from .exact import to_fraction
from .histograms import Histogram, all_histograms, distance, histogram_of
from .inequalities import Comparison
from .instance import Instance
from .law import SelectionLaw
from .maurey import (
    Family,
    differing_moves,
    domination,
    family,
    mean_move,
    mean_signed,
    row_moves,
    signed_points,
)
from .maximum import (
    ball_far,
    ball_near,
    even_holder,
    family_maximum,
    family_maximum_integer,
    far_bound,
    integer_holder,
    largest_moment,
)
from .moments import (
    integer_moment,
    log_convexity,
    mean_times_mean_inverse,
    ratio_moment,
    second_moment,
    transcript_moment,
    transcript_moment_bound,
)
from .targets import Target, TargetLaw

MOMENT = 3
"""The order r of the moments (4.3, 4.4, A.1)."""

STEP = 2
"""The order j of the log-convexity (4.2)."""

INTEGER = 3
"""The exponent a of the integer forms (6.1, 6.3)."""

HALF = 2
"""Half the exponent of 6.2."""

FAMILY_HALF = 1
"""Half the exponent of the maxima (6.3, A.4, 6.4)."""

Range = tuple[fmpq, fmpq]
"""The least and the largest of some positive numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyValues:
    """A surrogate family: its Theta, the bound on the values (or their variation) behind it, B of A.4, and
    its inequalities.

    ``laws`` has the law of the transcript under every code, codes with the first label most significant.
    ``mean`` (blueprint 5.2) has one comparison of the sums over the labels of y for each signed query, and
    ``dominated`` (5.1, 5.5) one for each transcript.
    """

    laws: tuple[Row, ...]
    width: int
    theta: fmpq
    largest: fmpq
    mean: tuple[Comparison, ...]
    dominated: tuple[Comparison, ...]
    even: Comparison
    integer: Comparison
    number: Comparison
    far: Comparison
    ball_near: Comparison
    ball_far: Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class InequalityValues:
    """The place, the ranges of the two ratios, and the sides of every inequality.

    ``ratio`` is the range of g_y/g_x over signed queries and ``likelihood`` that of p_y/p_x over transcripts;
    ``history`` is the history of the inequalities of one round.  ``laws`` has the base law of every database,
    row 0 most significant, ``errors`` the worst errors on x, ``likelihoods`` p_y/p_x and ``ball_maxima`` H_R.
    """

    x: tuple[int, ...]
    y: tuple[int, ...]
    radius: int
    history: tuple[int, ...]
    laws: tuple[Row, ...]
    errors: Row
    likelihoods: Row
    ball_maxima: Row
    ratio: Range
    likelihood: Range
    mean_inverse: Comparison
    second_moment: Comparison
    log_convexity: Comparison
    integer_moment: Comparison
    ratio_moment: Comparison
    transcript_moment: Comparison
    integer_holder: Comparison
    even_holder: Comparison
    row: FamilyValues
    signed: FamilyValues


def inequality_values(instance: Instance, *, radius: int) -> InequalityValues:
    """Every inequality at its place, with balls and surrogates of this radius >= 1."""
    selection = SelectionLaw(instance)
    law = TargetLaw(selection)
    x = instance.histogram
    databases = list(all_histograms(instance.T, instance.n))
    ball = [z for z in databases if distance(x, z) <= radius]
    y = max(ball, key=lambda z: distance(x, z))
    history = (0,) * (instance.parameters.J - 1)
    weights = law.selection(law.target(x), selection.path((*history, 0))[-1])
    ratios = [law.beta ** (b - a) for a, b in zip(law.target(x), law.target(y), strict=True)]
    base, other = law.masses(law.target(x)), law.masses(law.target(y))
    likelihoods = [q / p for p, q in zip(base, other, strict=True)]
    cls = selection.class_of(x)
    errors = [selection.error_on_path(cls, selection.path(t)) for t in selection.transcripts()]
    targets = [law.target(z) for z in ball]
    rows = product(range(instance.T), repeat=instance.n)
    return InequalityValues(
        x=rows_of(x),
        y=_moved(x, y),
        radius=radius,
        history=history,
        laws=tuple(_row(law, law.target(histogram_of(z, instance.T))) for z in rows),
        errors=tuple(map(to_fraction, errors)),
        likelihoods=tuple(map(to_fraction, likelihoods)),
        ball_maxima=tuple(map(max, zip(*(_row(law, target) for target in targets), strict=True))),
        ratio=(min(ratios), max(ratios)),
        likelihood=(min(likelihoods), max(likelihoods)),
        mean_inverse=mean_times_mean_inverse(weights, ratios),
        second_moment=second_moment(weights, ratios),
        log_convexity=log_convexity(weights, ratios, STEP),
        integer_moment=integer_moment(weights, ratios, MOMENT),
        ratio_moment=ratio_moment(other, base, MOMENT),
        transcript_moment=transcript_moment_bound(law, law.target(x), law.target(y), MOMENT),
        integer_holder=integer_holder(base, likelihoods, errors, INTEGER),
        even_holder=even_holder(base, likelihoods, errors, HALF),
        row=_row_family(law, x, y, radius, errors, targets),
        signed=_signed_family(law, x, y, radius, errors, targets),
    )


def _row(law: TargetLaw, target: Target) -> Row:
    return tuple(map(to_fraction, law.masses(target)))


def _codes(law: TargetLaw, x: Histogram, labels: Sequence[Target]) -> tuple[Row, ...]:
    """The law under every code, straight from the labels."""
    codes = product(labels, repeat=law.law.parameters.m)
    return tuple(_row(law, tuple(map(sum, zip(law.target(x), *code, strict=True)))) for code in codes)


def _moved(x: Histogram, y: Histogram) -> tuple[int, ...]:
    """A database with histogram ``y`` that differs as little as possible from the increasing one of ``x``."""
    rows = list(rows_of(x))
    for source, target in differing_moves(x, y):  # no label is both a source and a target
        rows[rows.index(source)] = target
    return tuple(rows)


def _row_family(
    law: TargetLaw, x: Histogram, y: Histogram, radius: int, errors: Sequence[fmpq], ball: Sequence[Target]
) -> FamilyValues:
    labels = family(law, x, radius, kind="row moves")
    mean = (_times(radius, c) for c in mean_move(law, x, y, radius, labels.theta))
    width = max(max(values) - min(values) for values in law.law.signed_values)
    laws = _codes(law, x, row_moves(law, radius))
    return _family(law, x, y, labels, width, tuple(mean), laws, errors, ball)


def _signed_family(
    law: TargetLaw, x: Histogram, y: Histogram, radius: int, errors: Sequence[fmpq], ball: Sequence[Target]
) -> FamilyValues:
    labels = family(law, x, radius, kind="signed points")
    mean = (_times(2 * radius, c) for c in mean_signed(law, x, y, radius, labels.theta))
    width = max(max(values) for values in law.law.signed_values)
    laws = _codes(law, x, signed_points(law, radius))
    return _family(law, x, y, labels, width, tuple(mean), laws, errors, ball)


def _times(factor: int, comparison: Comparison) -> Comparison:
    return Comparison(factor * comparison.left, factor * comparison.right, comparison.where)


def _family(
    law: TargetLaw,
    x: Histogram,
    y: Histogram,
    labels: Family,
    width: int,
    mean: tuple[Comparison, ...],
    laws: tuple[Row, ...],
    errors: Sequence[fmpq],
    ball: Sequence[Target],
) -> FamilyValues:
    centre = law.target(x)
    moments = (transcript_moment(law, centre, target, 2 * FAMILY_HALF) for target in labels.targets)
    return FamilyValues(
        laws=laws,
        width=width,
        theta=labels.theta,
        largest=max(moments),
        mean=mean,
        dominated=tuple(domination(law, x, y, labels)),
        even=family_maximum(law, centre, labels, errors, FAMILY_HALF),
        integer=family_maximum_integer(law, centre, labels, errors, INTEGER),
        number=largest_moment(law, centre, labels, errors, FAMILY_HALF),
        far=far_bound(law, labels, errors),
        ball_near=ball_near(law, centre, ball, labels, errors, FAMILY_HALF),
        ball_far=ball_far(law, ball, labels, errors),
    )
