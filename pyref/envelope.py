"""The Lipschitz envelope M_x, its normaliser Z_x and the released law M_x / Z_x (blueprint 2, paper (4)).

    M_x(omega) = max_y r^{d(x,y)} p_y(omega),   Z_x = sum_omega M_x(omega).

The maximum runs over all databases y, that is over all histograms.  Fixed-point logarithms with a certified
error bound discard the y that cannot attain it; those left, if more than one, are compared exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz

from .exact import sum_rationals, to_fraction
from .factors import unique_rows
from .histograms import Histogram
from .instance import Instance
from .law import SelectionLaw
from .logs import IntegerArray
from .parallel import shares, spread
from .progress import Progress, silent

IntArray = npt.NDArray[np.int32]
IndexArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Envelope:
    """The envelope of one database x, given by its histogram ``centre``.

    ``winners[i]`` is the histogram class attaining M_x at transcript i (on exact ties the nearest, then the
    first), ``distances[i]`` its distance from x, and ``logs[i]`` log M_x in units of
    2^-law.log_shift, within ``law.log_error``.  Masses are exact and are computed on demand, since
    at large n storing them all would not fit in memory.
    """

    law: SelectionLaw = field(repr=False)
    centre: Histogram
    winners: IntArray = field(repr=False)
    distances: IntArray = field(repr=False)
    logs: IntegerArray = field(repr=False)

    def _repr_html_(self) -> str:
        from .report_tables import envelope_table

        return envelope_table(self)

    def mass(self, index: int) -> Fraction:
        """M_x at transcript number ``index``."""
        return to_fraction(self.flint_mass(index))

    def flint_mass(self, index: int) -> fmpq:
        """M_x at transcript number ``index`` as an ``fmpq``."""
        winner, d = int(self.winners[index]), int(self.distances[index])
        return self.law.factors.mass(index, winner, d)

    @cached_property
    def flint_normalizer(self) -> fmpq:
        """Z_x as an ``fmpq``."""
        factors = self.law.factors
        return factors.sums(factors.group(self.winners, self.distances))[0]

    @property
    def normalizer(self) -> Fraction:
        """Z_x >= 1 (blueprint 2.1)."""
        return to_fraction(self.flint_normalizer)

    def released(self, index: int) -> Fraction:
        """The released mass M_x / Z_x at transcript number ``index``."""
        return to_fraction(self.flint_mass(index) / self.flint_normalizer)

    @cached_property
    def flint_expected_error(self) -> fmpq:
        """E[err_x] under the released law as an ``fmpq``."""
        normalizer, weighted = weighted_sums(self.law, self.centre, self.winners, self.distances)
        self.__dict__.setdefault("flint_normalizer", normalizer)
        return weighted / normalizer

    @property
    def expected_error(self) -> Fraction:
        """E[err_x] under the released law (blueprint 2.7)."""
        return to_fraction(self.flint_expected_error)

    @cached_property
    def worst_error(self) -> Fraction:
        """The largest err_x(omega); every transcript has positive released mass."""
        cls = self.law.class_of(self.centre)
        _, paths = self.law.path_labels
        return to_fraction(max(self.law.error_on_path(cls, path) for path in paths))


def base_expected_error(law: SelectionLaw, histogram: Histogram) -> Fraction:
    """E[err_x] under the base law p_x."""
    cls = law.class_of(histogram)
    count = law.transcript_count
    winners = np.full(count, cls, dtype=np.int32)
    total, weighted = weighted_sums(law, histogram, winners, np.zeros(count, dtype=np.int32))
    assert total == 1, "the transcript masses must sum to 1"
    return to_fraction(weighted)


def weighted_sums(
    law: SelectionLaw, centre: Histogram, winners: IntArray, distances: IntArray
) -> tuple[fmpq, fmpq]:
    """Exact sums of r^{d_i} p_{y_i}(omega_i), without and with the weight err_x(omega_i), over all
    transcripts i.
    """
    labels, paths = law.path_labels
    cls = law.class_of(centre)
    sums = law.factors.sums(law.factors.group(winners, distances, labels))
    weighted = (total * law.error_on_path(cls, paths[label]) for label, total in sums.items())
    return sum_rationals(sums.values()), sum_rationals(weighted)


def envelopes(
    law: SelectionLaw, centres: Sequence[Histogram], *, progress: Progress = silent
) -> list[Envelope]:
    """The envelope of every database in ``centres`` (histograms of n rows over T labels)."""
    distances = [law.classes.distances(tuple(centre)) for centre in centres]
    count = law.transcript_count
    winners = np.empty((len(centres), count), dtype=np.int32)
    logs = np.empty((len(centres), count), dtype=np.int64)
    everyone = np.arange(len(law.classes))
    discounts = [law.log_discounts[gaps] for gaps in distances]
    alone = len(centres) == 1
    for start, masses in law.log_mass_blocks(discounts[0] if alone else None):
        progress("searching maximisers", start, count)
        stop = start + masses.shape[1]
        for c, gaps in enumerate(distances):
            values = masses if alone else masses + discounts[c][:, None]
            winners[c, start:stop], logs[c, start:stop] = _block_winners(law, start, values, everyone, gaps)
    return [
        Envelope(
            law=law,
            centre=tuple(centre),
            winners=winners[c],
            distances=distances[c][winners[c]].astype(np.int32),
            logs=logs[c],
        )
        for c, centre in enumerate(centres)
    ]


def envelope_tables(
    law: SelectionLaw, centres: Sequence[Histogram], *, jobs: int | None = 1, progress: Progress = silent
) -> list[Envelope]:
    """The envelopes of ``centres`` with their normalisers, over ``jobs`` processes (see ``parallel``)."""
    parts = shares(centres, jobs)
    if len(parts) < 2:
        tables = envelopes(law, centres, progress=progress)
        for i, table in enumerate(tables):
            progress("normalisers", i, len(tables))
            _ = table.flint_normalizer
        return tables
    tables = []
    stage = "envelopes and normalisers"
    for part in spread(_share, parts, law.instance, jobs=jobs, stage=stage, progress=progress):
        for centre, winners, distances, logs, normalizer in part:
            table = Envelope(law=law, centre=centre, winners=winners, distances=distances, logs=logs)
            table.__dict__["flint_normalizer"] = normalizer
            tables.append(table)
    return tables


def _share(
    centres: Sequence[Histogram], instance: Instance
) -> list[tuple[Histogram, IntArray, IntArray, IntegerArray, fmpq]]:
    """The contents of some envelopes, computed in a process of their own."""
    return [
        (table.centre, table.winners, table.distances, table.logs, table.flint_normalizer)
        for table in envelopes(_law(instance), centres)
    ]


@lru_cache(maxsize=1)
def _law(instance: Instance) -> SelectionLaw:
    """The law, kept for the next share of the same process."""
    return SelectionLaw(instance)


def _block_winners(
    law: SelectionLaw, start: int, values: IntegerArray, classes: IndexArray, gaps: IndexArray
) -> tuple[IndexArray, IntegerArray]:
    """Per transcript of a block: the class attaining the largest r^gap p, and the logarithm of that maximum.

    ``values`` are the logarithms, one row for each of ``classes``.  Candidates too close to call are compared
    by the keys of their masses, and exactly where these differ.
    """
    width = values.shape[1]
    best = values.max(axis=0)
    rows, columns = np.divmod(np.flatnonzero(values >= best - 2 * law.log_error), width)
    candidates = classes[rows]
    found = np.empty(width, dtype=np.int64)
    if len(rows) == width:
        found[columns] = candidates
        return found, best
    order = np.lexsort((candidates, gaps[candidates], columns))
    columns, candidates = columns[order], candidates[order]
    first = np.searchsorted(columns, np.arange(width))
    found[:] = candidates[first]
    rivals = np.flatnonzero(np.bincount(columns, minlength=width)[columns] > 1)
    keys = law.factors.keys(start + columns[rivals], candidates[rivals], gaps[candidates[rivals]])
    _, same, _ = unique_rows(keys.columns)
    leader = np.searchsorted(columns[rivals], columns[rivals])
    for i in np.flatnonzero(same != same[leader]).tolist():
        column, y = int(columns[rivals[i]]), int(candidates[rivals[i]])
        found[column] = _exact_winner(law, start + column, [int(found[column]), y], gaps)
    return found, best


def ball_sums(law: SelectionLaw, centre: Histogram, radii: Sequence[int]) -> list[tuple[fmpq, fmpq]]:
    """(sum_omega H_R, sum_omega H_R err_x) for every R in ``radii``, H_R = max over d(x, y) <= R of p_y.

    This is the envelope without discount over one ball (blueprint 6.4, 8.1), found like the envelope.
    """
    gaps = law.classes.distances(centre)
    level = np.zeros_like(gaps)
    winners = np.empty((len(radii), law.transcript_count), dtype=np.int32)
    for start, masses in law.log_mass_blocks():
        stop = start + masses.shape[1]
        for i, radius in enumerate(radii):
            inside = np.flatnonzero(gaps <= radius)
            winners[i, start:stop], _ = _block_winners(law, start, masses[inside], inside, level)
    nothing = np.zeros(law.transcript_count, dtype=np.int32)
    return [weighted_sums(law, centre, row, nothing) for row in winners]


def _exact_winner(law: SelectionLaw, index: int, candidates: list[int], gaps: npt.NDArray[np.int64]) -> int:
    """The candidate with the greatest r^d p_y(omega); the nearest, then the first, on ties."""
    transcript = law.transcript_at(index)
    path = law.path(transcript)
    candidates.sort(key=lambda y: int(gaps[y]))
    nearest = int(gaps[candidates[0]])
    top, base = fmpz(law.parameters.r.numerator), fmpz(law.parameters.r.denominator)
    best = candidates[0]
    best_parts = law.mass_parts(best, transcript, path)
    for y in candidates[1:]:
        numerator, denominator = law.mass_parts(y, transcript, path)
        d = int(gaps[y]) - nearest
        numerator, denominator = numerator * top**d, denominator * base**d
        if numerator * best_parts[1] > best_parts[0] * denominator:
            best, best_parts = y, (numerator, denominator)
    return best
