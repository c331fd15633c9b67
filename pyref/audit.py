"""Audit of the envelope's theorems on one instance, over every pair of databases and every transcript.

For all x, x' at distance d (d = 1, or every d for the group version) and all omega it checks, exactly,

* 2.1   M_x >= p_x, 1 <= Z_x <= sum_y r^{d(x,y)};
* 2.2   r^d M_x <= M_{x'} and r^d Z_x <= Z_{x'};
* 2.3   p-hat_x / p-hat_{x'} <= r^{-2d}, reporting the largest ratio and where it occurs;
* 2.6   minimality: each M_x(omega) is p_x(omega) or r M_{x'}(omega) for a neighbour x' nearer to the
  maximiser, so any r-Lipschitz family above p is at least M;
* 2.8   with zeta = max_x Z_x, the largest ratio is at most zeta r^{-d}.

Databases enter through their histograms.  Fixed-point logarithms with a certified error bound settle the
comparisons that are not close; every other comparison, and every reported ratio, is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpq

from .envelope import Envelope, envelope_tables
from .exact import to_fmpq, to_fraction
from .histograms import Histogram, neighbours
from .instance import Instance
from .law import SelectionLaw, Transcript
from .progress import Progress, silent


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """Where a ratio p-hat_x(omega) / p-hat_{x'}(omega) occurs; x and x' as histograms."""

    x: Histogram
    x_prime: Histogram
    transcript: Transcript


@dataclass(frozen=True, slots=True, kw_only=True)
class LargestRatio:
    """The exact largest p-hat_x(omega)/p-hat_{x'}(omega) over d(x,x') = ``distance``, and where it is
    attained.

    ``bound`` is r^{-2d} (or the claim under test), ``normalizer_bound`` is zeta r^{-d} of 2.8.
    """

    distance: int
    ratio: Fraction
    bound: Fraction
    normalizer_bound: Fraction
    where: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One audited statement: ``comparisons`` instances of it and the first counterexample, if any."""

    statement: str
    description: str
    comparisons: int
    counterexample: str | None = None

    @property
    def holds(self) -> bool:
        """Whether no counterexample was found."""
        return self.counterexample is None


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """Outcome of an audit; ``largest_ratios`` has one entry per distance, nearest first."""

    databases: int
    transcripts: int
    largest_normalizer: Fraction
    checks: tuple[Check, ...]
    largest_ratios: tuple[LargestRatio, ...]

    def __repr__(self) -> str:
        return f"AuditReport(databases={self.databases}, checks={len(self.checks)}, holds={self.holds})"

    def _repr_html_(self) -> str:
        from .report_tables import audit_tables

        return audit_tables(self)

    @property
    def holds(self) -> bool:
        """Whether every check holds."""
        return all(check.holds for check in self.checks)


class PairComparer:
    """Exact comparison of the envelopes of two databases, the logarithm filter first."""

    def __init__(self, law: SelectionLaw) -> None:
        self.law = law
        self.r = to_fmpq(law.parameters.r)
        # A comparison of two differences of logarithms, each off by at most log_error.
        self.margin = 4 * law.log_error

    def largest_mass_ratio(self, left: Envelope, right: Envelope) -> tuple[fmpq, int]:
        """(max_omega M_x / M_{x'}, the first transcript number attaining it), exactly."""
        gaps = left.logs - right.logs
        close = np.flatnonzero(gaps >= gaps.max() - self.margin)
        best: fmpq | None = None
        where = -1
        # One maximiser for both gives the ratio r^{d - d'}: few distinct values, however many transcripts.
        same = close[left.winners[close] == right.winners[close]]
        exponents = left.distances[same] - right.distances[same]
        if len(same):
            first = int(exponents.argmin())
            best, where = self.r ** int(exponents[first]), int(same[first])
        for i in close[left.winners[close] != right.winners[close]].tolist():
            ratio = left.flint_mass(i) / right.flint_mass(i)
            if best is None or ratio > best or (ratio == best and i < where):
                best, where = ratio, i
        assert best is not None
        return best, where

    def first_lipschitz_violation(self, left: Envelope, right: Envelope, d: int) -> int | None:
        """The first transcript with r^d M_x > M_{x'}, or None."""
        gaps = left.logs - right.logs
        close = np.flatnonzero(gaps >= -self.law.log_discounts[d] - self.margin)
        same = left.winners[close] == right.winners[close]
        # M_x / M_{x'} = r^{d(x,y) - d(x',y)} for a common maximiser y.
        settled = same & (right.distances[close] - left.distances[close] <= d)
        for i in close[~settled].tolist():
            if self.r**d * left.flint_mass(i) > right.flint_mass(i):
                return int(i)
        return None


def audit(
    instance: Instance,
    *,
    group: bool = False,
    claimed_factor: Fraction | None = None,
    jobs: int | None = 1,
    progress: Progress = silent,
) -> AuditReport:
    """Audit every neighbouring pair (every pair if ``group``) of databases of the instance's size.

    ``claimed_factor`` replaces e^eps' = r^-2 as the factor per changed row that 2.3 is checked against, so
    that a stronger claim can be tested.  The envelopes are found over ``jobs`` processes.
    """
    law = SelectionLaw(instance)
    tables = envelope_tables(law, sorted(law.classes.class_of), jobs=jobs, progress=progress)
    zeta = max(table.flint_normalizer for table in tables)
    comparer = PairComparer(law)
    checks = [
        _above_base(law, tables, progress),
        _normalizer_bounds(law, tables),
        _minimality(law, tables, progress),
    ]
    factor = instance.parameters.privacy_factor if claimed_factor is None else claimed_factor
    checks_of_pairs, ratios = _pairs(law, tables, comparer, group, factor, zeta, progress)
    return AuditReport(
        databases=len(tables),
        transcripts=law.transcript_count,
        largest_normalizer=to_fraction(zeta),
        checks=(*checks, *checks_of_pairs),
        largest_ratios=ratios,
    )


def _describe(law: SelectionLaw, x: Histogram, index: int) -> str:
    names = ", ".join(law.instance.signed_name(s) for s in law.transcript_at(index))
    return f"x = {x}, transcript ({names})"


def _above_base(law: SelectionLaw, tables: list[Envelope], progress: Progress) -> Check:
    counterexample = None
    own = np.array([law.class_of(table.centre) for table in tables])
    logs = np.stack([table.logs for table in tables])
    winners = np.stack([table.winners for table in tables])
    for start, masses in law.log_mass_blocks():
        progress("2.1", start, law.transcript_count)
        stop = start + masses.shape[1]
        close = masses[own] >= logs[:, start:stop] - 4 * law.log_error
        for t, column in np.argwhere(close & (winners[:, start:stop] != own[:, None])).tolist():
            index = start + column
            transcript = law.transcript_at(index)
            parts = law.mass_parts(int(own[t]), transcript, law.path(transcript))
            if tables[t].flint_mass(index) < fmpq(*parts):
                counterexample = counterexample or _describe(law, tables[t].centre, index)
        for t, column in np.argwhere(winners[:, start:stop] == own[:, None]).tolist():
            if tables[t].distances[start + column] != 0:
                counterexample = counterexample or _describe(law, tables[t].centre, start + column)
    return Check(
        statement="2.1",
        description="M_x >= p_x",
        comparisons=len(tables) * law.transcript_count,
        counterexample=counterexample,
    )


def _normalizer_bounds(law: SelectionLaw, tables: list[Envelope]) -> Check:
    n, labels = law.instance.n, law.instance.T
    # sum_y r^{d(x,y)} over D^n: each row independently keeps its label or takes one of T - 1 others.
    upper = (1 + (labels - 1) * to_fmpq(law.parameters.r)) ** n
    bad = [table.centre for table in tables if not 1 <= table.flint_normalizer <= upper]
    return Check(
        statement="2.1 (normaliser)",
        description="1 <= Z_x <= sum_y r^d(x,y)",
        comparisons=2 * len(tables),
        counterexample=f"x = {bad[0]}" if bad else None,
    )


def _minimality(law: SelectionLaw, tables: list[Envelope], progress: Progress) -> Check:
    by_centre = {table.centre: table for table in tables}
    r = to_fmpq(law.parameters.r)
    counterexample = None
    for done, table in enumerate(tables):
        progress("2.6", done, len(tables))
        near = [by_centre[y] for y in neighbours(table.centre)]
        forced = (table.distances == 0) & (table.winners == law.class_of(table.centre))
        for other in near:
            forced |= (other.winners == table.winners) & (other.distances == table.distances - 1)
        for i in np.flatnonzero(~forced).tolist():
            # The neighbour may attain the same value at another maximiser: an exact tie.
            closer = [other for other in near if other.distances[i] < table.distances[i]]
            mass = table.flint_mass(i)
            if not any(r * other.flint_mass(i) == mass for other in closer):
                counterexample = counterexample or _describe(law, table.centre, i)
    return Check(
        statement="2.6",
        description="M_x is p_x or r times a neighbour's M, so M is least",
        comparisons=len(tables) * law.transcript_count,
        counterexample=counterexample,
    )


def _pairs_at(tables: list[Envelope], group: bool) -> Iterator[tuple[int, int, int]]:
    """Ordered pairs (i, j, distance) of different databases."""
    position = {table.centre: i for i, table in enumerate(tables)}
    if not group:
        for i, table in enumerate(tables):
            for other in neighbours(table.centre):
                yield i, position[other], 1
        return
    counts = np.array([table.centre for table in tables], dtype=np.int64)
    for i in range(len(tables)):
        gaps = np.maximum(counts - counts[i], 0).sum(axis=1).tolist()
        for j, d in enumerate(gaps):
            if i != j:
                yield i, j, d


def _pairs(
    law: SelectionLaw,
    tables: list[Envelope],
    comparer: PairComparer,
    group: bool,
    factor: Fraction,
    zeta: fmpq,
    progress: Progress,
) -> tuple[list[Check], tuple[LargestRatio, ...]]:
    r = comparer.r
    normalizers = [table.flint_normalizer for table in tables]
    log_normalizers = [law.fixed_log(z) for z in normalizers]
    # A comparison of two sizes, each from two masses and two normalisers, these off by at most one unit.
    margin = comparer.margin + 4
    lipschitz_bad: str | None = None
    normalizer_bad: str | None = None
    pairs = 0
    tops: dict[int, int] = {}
    near_top: dict[int, list[tuple[int, int, int]]] = {}
    for i, j, d in _pairs_at(tables, group):
        pairs += 1
        progress("pairs", i, len(tables))
        violation = comparer.first_lipschitz_violation(tables[i], tables[j], d)
        if violation is not None and lipschitz_bad is None:
            lipschitz_bad = f"x' = {tables[j].centre}, {_describe(law, tables[i].centre, violation)}"
        if normalizer_bad is None and r**d * normalizers[i] > normalizers[j]:
            normalizer_bad = f"x = {tables[i].centre}, x' = {tables[j].centre}"
        size = int((tables[i].logs - tables[j].logs).max()) + log_normalizers[j] - log_normalizers[i]
        top = tops.setdefault(d, size)
        if size >= top - margin:
            tops[d] = max(size, top)
            near_top.setdefault(d, []).append((size, i, j))
    ratios = []
    for d in sorted(near_top):
        best: fmpq | None = None
        where = (0, 0, 0)
        for size, i, j in near_top[d]:
            if size < tops[d] - margin:
                continue
            mass_ratio, index = comparer.largest_mass_ratio(tables[i], tables[j])
            ratio = mass_ratio * normalizers[j] / normalizers[i]
            if best is None or ratio > best:
                best, where = ratio, (i, j, index)
        assert best is not None
        ratios.append(
            LargestRatio(
                distance=d,
                ratio=to_fraction(best),
                bound=factor**d,
                normalizer_bound=to_fraction(zeta / r**d),
                where=Location(
                    x=tables[where[0]].centre,
                    x_prime=tables[where[1]].centre,
                    transcript=law.transcript_at(where[2]),
                ),
            )
        )
    comparisons = pairs * law.transcript_count
    private_bad = next((_locate(law, entry) for entry in ratios if entry.ratio > entry.bound), None)
    aware_bad = next((_locate(law, entry) for entry in ratios if entry.ratio > entry.normalizer_bound), None)
    power = "d" if group else "1"
    return [
        Check(
            statement="2.2",
            description=f"r^{power} M_x <= M_x'",
            comparisons=comparisons,
            counterexample=lipschitz_bad,
        ),
        Check(
            statement="2.2 (normaliser)",
            description=f"r^{power} Z_x <= Z_x'",
            comparisons=pairs,
            counterexample=normalizer_bad,
        ),
        Check(
            statement="2.3",
            description="released ratio within the privacy factor",
            comparisons=comparisons,
            counterexample=private_bad,
        ),
        Check(
            statement="2.8",
            description=f"released ratio within zeta r^-{power}",
            comparisons=comparisons,
            counterexample=aware_bad,
        ),
    ], tuple(ratios)


def _locate(law: SelectionLaw, entry: LargestRatio) -> str:
    index = law.index_of(entry.where.transcript)
    return f"x' = {entry.where.x_prime}, {_describe(law, entry.where.x, index)}"
