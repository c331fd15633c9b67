"""Exact expected errors over all transcripts of a selection law, for any masses on them."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, ctx, fmpq

from ..envelope import Envelope
from ..histograms import Histogram
from ..law import SelectionLaw
from .base import ErrorEstimate, enclosed_by

_PRECISION = 192


def released_errors(envelope: Envelope) -> ErrorEstimate:
    """Errors under the released law M_x / Z_x (blueprint (4))."""
    return _errors(envelope.law, envelope.centre, envelope.flint_mass)


def base_errors(law: SelectionLaw, histogram: Histogram) -> ErrorEstimate:
    """Errors under the base law p_x."""
    cls = law.class_of(histogram)

    def mass(index: int) -> fmpq:
        transcript = law.transcript_at(index)
        return fmpq(*law.mass_parts(cls, transcript, law.path(transcript)))

    return _errors(law, histogram, mass)


def _errors(law: SelectionLaw, centre: Histogram, mass: Callable[[int], fmpq]) -> ErrorEstimate:
    """The errors under the law proportional to ``mass``.

    The sums are of positive terms in balls, so that they keep nearly all their bits; the answers depend only
    on the multiset of states visited.
    """
    with ctx.workprec(_PRECISION):
        groups: dict[tuple[int, ...], arb] = {}
        for index in range(law.transcript_count):
            key = tuple(sorted(law.path(law.transcript_at(index))))
            groups[key] = groups.get(key, arb(0)) + arb(mass(index))
        truth = [fmpq(a.numerator, a.denominator) for a in law.true_answers(centre)]
        total, largest, square = arb(0), arb(0), arb(0)
        for path, weight in groups.items():
            gaps = [abs(f - a) for f, a in zip(truth, law.answers_on_path(path), strict=True)]
            total += weight
            largest += weight * max(gaps)
            square += weight * (sum((g * g for g in gaps), fmpq(0)) / len(gaps))
        linf, mean_square = largest / total, square / total
    return ErrorEstimate(linf=enclosed_by(lambda: linf), rms=enclosed_by(lambda: mean_square).root())
