"""What the report shows, computed part by part: each part once, on first use, and only within the work limit.

A part that the instance is too large for is a ``Skipped`` with the reason; nothing else is lost with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from . import work
from .accuracy import AccuracyTable, accuracy_table
from .audit import AuditReport, audit
from .bounds import BoundRow, Setting, minimised
from .envelope import envelopes
from .errors import WorkLimitError
from .exact import sum_rationals, to_fmpq, to_fraction
from .histograms import Histogram
from .instance import Instance
from .law import SelectionLaw
from .progress import Progress, silent
from .slack import SlackTable, slack_table
from .summary import Summary, summarise

HEAD = 12
"""Likeliest transcripts listed."""

_SLACK_MASSES = 400_000
_SLACK_LIMIT = 4_000_000
"""The slack table is skipped when max(400 000, the transcript masses of one database) masses, each counted
once per 2000 bits, exceed this: a minute or so.
"""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A part that was not computed, and why, in one sentence."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Annulus:
    """The transcripts whose envelope M_x is attained at distance ``distance`` from x, and their masses.

    ``base_mass`` is the sum of p_x, ``envelope_mass`` that of M_x; over all annuli they sum to 1 and Z_x.
    """

    distance: int
    transcripts: int
    base_mass: Fraction
    envelope_mass: Fraction

    @property
    def extra(self) -> Fraction:
        """What the annulus adds to Z_x - 1."""
        return self.envelope_mass - self.base_mass


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorMass:
    """One value of err_x and its probability under the released and the base law."""

    error: Fraction
    released: Fraction
    base: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Transcripts alike on paper: floats log10 p_x and log10 p-hat_x/p_x, the winner's distance, how many."""

    base: float
    ratio: float
    distance: int
    transcripts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Laws:
    """The released law p-hat_x = M_x/Z_x beside the base law p_x; exact but for the points of the plot."""

    normalizer: Fraction
    annuli: tuple[Annulus, ...]
    errors: tuple[ErrorMass, ...]
    points: tuple[Point, ...]


def compare_laws(law: SelectionLaw, x: Histogram, *, progress: Progress = silent) -> Laws:
    """Both laws of the database with histogram ``x``, over every transcript."""
    (table,) = envelopes(law, [x], progress=progress)
    own = law.class_of(x)
    # The denominator of p_y depends only on y and the multiset of states: add numerators within such groups.
    groups: defaultdict[tuple[int, int, tuple[int, ...]], list[fmpz]] = defaultdict(
        lambda: [fmpz(0), fmpz(0)]
    )
    denominators: dict[tuple[int, tuple[int, ...]], fmpz] = {}
    counts: defaultdict[int, int] = defaultdict(int)
    points: defaultdict[tuple[float, float, int], int] = defaultdict(int)
    discounts = [to_fmpq(law.parameters.r) ** d for d in range(int(table.distances.max()) + 1)]
    for index, transcript in enumerate(law.transcripts()):
        progress("laws", index, law.transcript_count)
        path = law.path(transcript)
        states = tuple(sorted(path))
        winner, d = int(table.winners[index]), int(table.distances[index])
        top, denominators[winner, states] = law.mass_parts(winner, transcript, path)
        own_top, denominators[own, states] = law.mass_parts(own, transcript, path)
        group = groups[winner, d, states]
        group[0] += top
        group[1] += own_top
        counts[d] += 1
        mass, own_mass = (top, denominators[winner, states]), (own_top, denominators[own, states])
        lift = _log10(*mass) + _log10(discounts[d].p, discounts[d].q) - _log10(*own_mass)
        points[round(_log10(*own_mass), 2), round(lift, 2), d] += 1
    released: list[tuple[int, fmpq, fmpq]] = []
    base: list[tuple[int, fmpq, fmpq]] = []
    for (winner, d, states), (top, own_top) in groups.items():
        error = law.error_on_path(own, states)
        released.append((d, error, discounts[d] * fmpq(top, denominators[winner, states])))
        base.append((d, error, fmpq(own_top, denominators[own, states])))
    normalizer = sum_rationals(term for _, _, term in released)
    by_distance = [_totals((d, term) for d, _, term in terms) for terms in (base, released)]
    by_error = [_totals((error, term) for _, error, term in terms) for terms in (base, released)]
    log_normalizer = _log10(normalizer.p, normalizer.q)
    return Laws(
        normalizer=to_fraction(normalizer),
        annuli=tuple(
            Annulus(
                distance=d,
                transcripts=counts[d],
                base_mass=to_fraction(by_distance[0][d]),
                envelope_mass=to_fraction(by_distance[1][d]),
            )
            for d in sorted(counts)
        ),
        errors=tuple(
            ErrorMass(
                error=to_fraction(error),
                released=to_fraction(by_error[1][error] / normalizer),
                base=to_fraction(by_error[0][error]),
            )
            for error in sorted(by_error[0])
        ),
        points=tuple(
            Point(base=p, ratio=lift - log_normalizer, distance=d, transcripts=count)
            for (p, lift, d), count in sorted(points.items())
        ),
    )


def _totals(terms: Iterable[tuple[Any, fmpq]]) -> dict[Any, fmpq]:
    """The exact sum of the terms of each key."""
    lists: defaultdict[Any, list[fmpq]] = defaultdict(list)
    for key, term in terms:
        lists[key].append(term)
    return {key: sum_rationals(values) for key, values in lists.items()}


def _log10(numerator: fmpz, denominator: fmpz) -> float:
    """log10 of a positive rational, for a position on paper."""
    with ctx.workprec(64):
        return float((arb(numerator) / arb(denominator)).log() / arb(10).log())


class ReportData:
    """The parts of the report on ``instance``; a part over ``max_work`` units of work is ``Skipped``.

    ``radius`` and ``order`` are those of the slack table.
    """

    def __init__(
        self,
        instance: Instance,
        *,
        max_work: int = work.DEFAULT_LIMIT,
        radius: int = 1,
        order: int = 3,
        progress: Progress = silent,
    ) -> None:
        self.instance = instance
        self.max_work = max_work
        self.radius = radius
        self.order = order
        self._progress = progress

    def _over(self, task: work.Task) -> Skipped | None:
        """The reason to skip ``task``, or None if it is within the limit."""
        try:
            work.require_within(self.instance.estimate(task), limit=self.max_work)
        except WorkLimitError as error:
            return Skipped(str(error))
        return None

    @cached_property
    def summary(self) -> Summary | Skipped:
        """The instance's own database: ratio to its neighbours, Z_x, errors, likeliest transcripts."""
        return self._over("run") or summarise(self.instance, head=HEAD, progress=self._progress)

    @cached_property
    def laws(self) -> Laws | Skipped:
        """The released law beside the base law."""
        if skipped := self._over("run"):
            return skipped
        law = SelectionLaw(self.instance)
        return compare_laws(law, self.instance.histogram, progress=self._progress)

    @cached_property
    def all_pairs(self) -> Skipped | None:
        """Why the audit covers neighbours only; None if it covers every pair of databases."""
        return self._over("audit-group")

    @cached_property
    def audit(self) -> AuditReport | Skipped:
        """The audit of all databases: every pair if that is within the limit, else neighbours."""
        group = self.all_pairs is None
        if not group and (skipped := self._over("audit")):
            return skipped
        return audit(self.instance, group=group, progress=self._progress)

    @cached_property
    def slack(self) -> SlackTable | Skipped:
        """The inequalities of blueprint 4-6."""
        if skipped := self._over("run") or self._slack_over():
            return skipped
        return slack_table(self.instance, radius=self.radius, order=self.order, progress=self._progress)

    @cached_property
    def accuracy(self) -> AccuracyTable | Skipped:
        """The bounds of blueprint 7-8 on this instance."""
        if skipped := self._over("run"):
            return skipped
        table = accuracy_table(self.instance, radius=self.radius, progress=self._progress)
        return table or Skipped("one database alone has more transcript masses than the table allows.")

    def _slack_over(self) -> Skipped | None:
        instance = self.instance
        size = instance.estimate("run")
        moves = work.capped_power(instance.T**2 + 1, instance.parameters.m)
        masses = max(_SLACK_MASSES, size.transcripts * moves) * (1 + size.bits // 2000)
        if masses <= _SLACK_LIMIT:
            return None
        return Skipped(
            f"the inequalities need {work.show_count(masses)} masses of 2000 bits and the limit is "
            f"{work.show_count(_SLACK_LIMIT)}; use fewer labels, queries, rows or rounds."
        )

    @cached_property
    def bound(self) -> BoundRow | Skipped:
        """The proved bound at the instance's n, k, T and eps', with the best J, eta and gamma.

        eps' is rounded down, which makes the bound larger.
        """
        instance = self.instance
        low, _ = instance.parameters.epsilon_enclosure()
        if low <= 0:
            return Skipped("r = 1 leaves no privacy budget, and the bound needs one.")
        setting = Setting(labels=instance.T, queries=instance.k, epsilon=low)
        return minimised(setting, instance.n)

    @property
    def holds(self) -> bool:
        """Whether everything that was computed holds."""
        parts = (self.audit, self.slack, self.accuracy)
        within = isinstance(self.summary, Skipped) or self.summary.within_bound
        return within and all(isinstance(part, Skipped) or part.holds for part in parts)
