"""What the mechanism does on one instance: privacy attained, normaliser and errors, all exact."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from .audit import Location, PairComparer
from .envelope import Envelope, base_expected_error, envelope_tables
from .exact import decimal_string, log_enclosure, near_one_string, to_fraction
from .histograms import Histogram, neighbours
from .instance import Instance
from .law import SelectionLaw, Transcript
from .progress import Progress, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class MassRow:
    """One transcript: its base mass p_x, envelope M_x, released mass and answers (exact)."""

    transcript: Transcript
    base_mass: Fraction
    envelope_mass: Fraction
    released_mass: Fraction
    answers: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Exact results for the database x of an instance.

    ``attained_ratio`` is the largest p-hat_x/p-hat_{x'} or its inverse over the neighbours x' of x (None if
    there is none, T = 1), attained at ``attained_at``; ``ratio_bound`` is r^-2 = e^eps' (blueprint 2.3),
    whose logarithm lies in ``epsilon_enclosure``.  ``normalizer`` is Z_x; errors are max_q |F_q(x) -
    q(mu-bar)| in [0, 2]: expected under p-hat_x, expected under p_x (``base_expected_error``), and the worst
    over all transcripts.
    """

    instance: Instance
    histograms: int
    classes: int
    transcripts: int
    attained_ratio: Fraction | None
    attained_at: Location | None
    ratio_bound: Fraction
    epsilon_enclosure: tuple[Fraction, Fraction]
    attained_epsilon_enclosure: tuple[Fraction, Fraction] | None
    normalizer: Fraction
    expected_error: Fraction
    base_expected_error: Fraction
    worst_error: Fraction
    true_answers: tuple[Fraction, ...]
    head: tuple[MassRow, ...] = field(repr=False)

    def __repr__(self) -> str:
        return (
            f"Summary(Z_x={near_one_string(self.normalizer)}, "
            f"expected_error={decimal_string(self.expected_error, 6)}, within_bound={self.within_bound})"
        )

    def _repr_html_(self) -> str:
        from .report_tables import summary_tables

        return summary_tables(self)

    @property
    def within_bound(self) -> bool:
        """Whether the attained ratio respects blueprint 2.3."""
        return self.attained_ratio is None or self.attained_ratio <= self.ratio_bound


def summarise(
    instance: Instance, *, head: int = 8, jobs: int | None = 1, progress: Progress = silent
) -> Summary:
    """Compute the summary of ``instance`` with the ``head`` transcripts of largest released mass; the
    envelopes of the neighbours over ``jobs`` processes.
    """
    law = SelectionLaw(instance)
    x = instance.histogram
    around: list[Histogram] = list(neighbours(x))
    centre, *others = envelope_tables(law, [x, *around], jobs=jobs, progress=progress)
    ratio, where = _attained(law, centre, others, progress)
    parameters = instance.parameters
    return Summary(
        instance=instance,
        histograms=len(law.classes.class_of),
        classes=len(law.classes),
        transcripts=law.transcript_count,
        attained_ratio=ratio,
        attained_at=where,
        ratio_bound=parameters.privacy_factor,
        epsilon_enclosure=parameters.epsilon_enclosure(),
        attained_epsilon_enclosure=None if ratio is None else log_enclosure(ratio),
        normalizer=centre.normalizer,
        expected_error=centre.expected_error,
        base_expected_error=base_expected_error(law, x),
        worst_error=centre.worst_error,
        true_answers=law.true_answers(x),
        head=tuple(_rows(law, centre, head)),
    )


def _attained(
    law: SelectionLaw, centre: Envelope, others: list[Envelope], progress: Progress
) -> tuple[Fraction | None, Location | None]:
    comparer = PairComparer(law)
    best, where = None, None
    for i, other in enumerate(others):
        progress("neighbours", i, len(others))
        for left, right in ((centre, other), (other, centre)):
            mass_ratio, index = comparer.largest_mass_ratio(left, right)
            ratio = mass_ratio * right.flint_normalizer / left.flint_normalizer
            if best is None or ratio > best:
                transcript = law.transcript_at(index)
                best, where = ratio, Location(x=left.centre, x_prime=right.centre, transcript=transcript)
    return None if best is None else to_fraction(best), where


def _rows(law: SelectionLaw, centre: Envelope, head: int) -> list[MassRow]:
    # Display order only: by certified logarithms, ties (to their accuracy) in transcript order.
    # Two logarithms closer than 2 log_error units may be equal.
    unit = 8 * law.log_error
    order = np.argsort(-(centre.logs // unit), kind="stable")[:head]
    rows = []
    for i in order.tolist():
        transcript = law.transcript_at(i)
        rows.append(
            MassRow(
                transcript=transcript,
                base_mass=law.mass(centre.centre, transcript),
                envelope_mass=centre.mass(i),
                released_mass=centre.released(i),
                answers=law.answers(transcript),
            )
        )
    return rows
