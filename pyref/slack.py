"""The slack table: every inequality of blueprint 4-6 on one instance, with the place where it is tightest.

The databases x are all of them when that is cheap, else the instance's own and an evenly spaced sample, which
the table states; for each x, every y within the radius, every state and every transcript is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from flint import fmpq

from .histograms import Histogram, all_histograms, distance
from .inequalities import Comparison, SlackRow, tighter, tightest
from .instance import Instance
from .law import SelectionLaw
from .maurey import Family, domination, family, mean_move, scale
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
    transcript_moment_bound,
)
from .parallel import shares, spread
from .progress import Progress, silent
from .targets import TargetLaw

FAMILIES = ("row moves", "signed points")
_INEQUALITIES = 18
_BUDGET = 400_000
"""Transcript masses (transcripts times targets) that are cheap: a few seconds of exact arithmetic."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackTable:
    """The rows and what they cover: ``databases`` of ``of`` databases x, each with its ball of ``radius``."""

    rows: tuple[SlackRow, ...]
    radius: int
    databases: int
    of: int

    def __repr__(self) -> str:
        return f"SlackTable(inequalities={len(self.rows)}, databases={self.databases}, holds={self.holds})"

    def _repr_html_(self) -> str:
        from .report_tables import slack_table_html

        return slack_table_html(self)

    @property
    def holds(self) -> bool:
        """Whether every inequality held everywhere it was compared."""
        return all(row.holds for row in self.rows)

    @property
    def scope(self) -> str:
        """The coverage in words."""
        which = "all" if self.databases == self.of else f"{self.databases} of"
        return f"{which} {self.of} databases x, every y within {self.radius} rows, every transcript"


@dataclass(frozen=True, slots=True)
class _Site:
    """A database x with what the comparisons share."""

    x: Histogram
    ball: tuple[Histogram, ...]
    families: tuple[Family, ...]
    errors: tuple[fmpq, ...]

    @property
    def others(self) -> tuple[Histogram, ...]:
        """The ball without x, where likelihood ratios are 1 and the moment inequalities equalities."""
        return tuple(y for y in self.ball if y != self.x)


def slack_table(
    instance: Instance,
    *,
    radius: int = 1,
    order: int = 3,
    jobs: int | None = 1,
    progress: Progress = silent,
) -> SlackTable:
    """Compare both sides of every inequality, the databases x over ``jobs`` processes; ``order`` is the
    largest moment order r >= 2.
    """
    targets = TargetLaw(SelectionLaw(instance))
    databases = list(all_histograms(instance.T, instance.n))
    chosen = sample_databases(
        databases, instance.histogram, _affordable(targets, instance.histogram, radius, databases)
    )
    parts = shares(chosen, jobs)
    if len(parts) < 2:
        rows = _rows(chosen, instance, radius, order, progress)
    else:
        stage = "inequalities"
        found = spread(_rows, parts, instance, radius, order, jobs=jobs, stage=stage, progress=progress)
        rows = [reduce(tighter, column) for column in zip(*found, strict=True)]
    return SlackTable(rows=tuple(rows), radius=radius, databases=len(chosen), of=len(databases))


def _rows(
    chosen: Sequence[Histogram], instance: Instance, radius: int, order: int, progress: Progress = silent
) -> list[SlackRow]:
    """The rows of the inequalities at the databases ``chosen``."""
    law = SelectionLaw(instance)
    targets = TargetLaw(law)
    databases = list(all_histograms(instance.T, instance.n))
    sites = []
    for number, x in enumerate(chosen):
        progress("slack", number, len(chosen))
        sites.append(_site(law, targets, x, radius, databases))
    rows = []
    for number, (name, statement, compare) in enumerate(_inequalities(targets, radius, order)):
        progress("inequalities", number, _INEQUALITIES)
        rows.append(tightest(name, statement, (c for site in sites for c in compare(site))))
    return rows


def _affordable(targets: TargetLaw, x: Histogram, radius: int, databases: list[Histogram]) -> int:
    """How many databases x fit the budget, at least one."""
    ball = sum(1 for y in databases if distance(x, y) <= radius)
    surrogates = sum(len(family(targets, x, radius, kind=kind).targets) for kind in FAMILIES)
    per_database: int = targets.law.transcript_count * (ball + surrogates)
    return max(1, _BUDGET // per_database)


def sample_databases(databases: list[Histogram], own: Histogram, size: int) -> list[Histogram]:
    """``own`` and evenly spaced others, ``size`` in all; every database if they fit."""
    if size >= len(databases):
        return databases
    step = len(databases) / size
    picked = {databases[int(i * step)] for i in range(size - 1)} | {tuple(own)}
    return sorted(picked)


def _site(
    law: SelectionLaw, targets: TargetLaw, x: Histogram, radius: int, databases: list[Histogram]
) -> _Site:
    cls = law.class_of(x)
    errors = tuple(law.error_on_path(cls, law.path(transcript)) for transcript in law.transcripts())
    return _Site(
        x=x,
        ball=tuple(y for y in databases if distance(x, y) <= radius),
        families=tuple(family(targets, x, radius, kind=kind) for kind in FAMILIES),
        errors=errors,
    )


_Compare = Callable[[_Site], Iterator[Comparison]]


def _inequalities(law: TargetLaw, radius: int, order: int) -> Iterator[tuple[str, str, _Compare]]:
    """(blueprint number, statement, comparisons at a site), one per inequality."""

    def rounds(site: _Site) -> Iterator[tuple[str, tuple[fmpq, ...], tuple[fmpq, ...], list[fmpq]]]:
        """Every round: place, pi(x), pi(y), and the ratio of target factors."""
        centre = law.target(site.x)
        for y in site.others:
            other = law.target(y)
            ratios = [law.beta ** (b - a) for a, b in zip(centre, other, strict=True)]
            for state in range(law.states):
                where = f"x = {site.x}, y = {y}, state {state}"
                yield where, law.selection(centre, state), law.selection(other, state), ratios

    def laws(site: _Site) -> Iterator[tuple[str, list[fmpq], list[fmpq]]]:
        """Every y: place, the masses of x, and the likelihood ratios p_y/p_x."""
        base = law.masses(law.target(site.x))
        for y in site.others:
            ratios = [q / p for p, q in zip(base, law.masses(law.target(y)), strict=True)]
            yield f"x = {site.x}, y = {y}", base, ratios

    def moments_of_transcripts(site: _Site) -> Iterator[Comparison]:
        for y in site.others:
            for r in range(2, order + 1):
                where = f"x = {site.x}, y = {y}, r = {r}"
                yield transcript_moment_bound(law, law.target(site.x), law.target(y), r, where)

    def surrogates(site: _Site) -> Iterator[tuple[str, Family]]:
        for labels in site.families:
            yield f"x = {site.x}, {labels.name}", labels

    def ball(site: _Site) -> list[tuple[int, ...]]:
        return [law.target(y) for y in site.ball]

    orders = range(1, order + 1)
    yield "4.1", "E[X] E[1/X] <= C", lambda s: (mean_times_mean_inverse(p, x, w) for w, p, _, x in rounds(s))
    yield "4.1", "E[X^2] <= C E[X]^2", lambda s: (second_moment(p, x, w) for w, p, _, x in rounds(s))
    yield (
        "4.2",
        "E[X^(j+1)] E[X^(j-1)] <= C E[X^j]^2",
        lambda s: (log_convexity(p, x, j, f"{w}, j = {j}") for w, p, _, x in rounds(s) for j in orders),
    )
    yield (
        "4.3",
        "E[X^r] <= C^(r(r-1)/2) E[X]^r",
        lambda s: (
            integer_moment(p, x, r, f"{w}, r = {r}") for w, p, _, x in rounds(s) for r in range(2, order + 1)
        ),
    )
    yield (
        "A.1",
        "E_Q[(P/Q)^r] <= C^(r(r-1)/2)",
        lambda s: (
            ratio_moment(q, p, r, f"{w}, r = {r}") for w, p, q, _ in rounds(s) for r in range(2, order + 1)
        ),
    )
    yield "4.4", "E[(p_y/p_x)^r] <= C^(J r(r-1)/2)", moments_of_transcripts
    yield (
        "5",
        "g_c/g_x within [1/rho, rho]",
        lambda s: (c for _, v in surrogates(s) for c in scale(law, s.x, v)),
    )
    yield (
        "5.2",
        "avg move <= Theta G (row moves)",
        lambda s: (
            c
            for y in s.ball
            for c in mean_move(law, s.x, y, radius, s.families[0].theta, f"x = {s.x}, y = {y}")
        ),
    )
    yield (
        "5.1",
        "p_y <= Theta^(mJ) max_c p_c (row moves)",
        lambda s: (c for y in s.ball for c in domination(law, s.x, y, s.families[0], f"x = {s.x}, y = {y}")),
    )
    yield (
        "5.5",
        "p_y <= Theta^(mJ) max_c p_c (signed points)",
        lambda s: (c for y in s.ball for c in domination(law, s.x, y, s.families[1], f"x = {s.x}, y = {y}")),
    )
    yield (
        "6.1",
        "integer Hoelder, a = 3",
        lambda s: (integer_holder(p, x, s.errors, 3, w) for w, p, x in laws(s)),
    )
    yield (
        "6.2",
        "(E[XY])^2c <= E[X^2c] (E[Y^2])^c, c = 2",
        lambda s: (even_holder(p, x, s.errors, 2, w) for w, p, x in laws(s)),
    )
    yield (
        "6.3",
        "maximum over V, even exponent 2",
        lambda s: (family_maximum(law, law.target(s.x), v, s.errors, 1, w) for w, v in surrogates(s)),
    )
    yield (
        "6.3",
        "maximum over V, integer a = 3",
        lambda s: (family_maximum_integer(law, law.target(s.x), v, s.errors, 3, w) for w, v in surrogates(s)),
    )
    yield (
        "A.4",
        "maximum of N laws, largest moment",
        lambda s: (largest_moment(law, law.target(s.x), v, s.errors, 1, w) for w, v in surrogates(s)),
    )
    yield (
        "6.3",
        "sum max_v p_v G <= sum_v E_v[G]",
        lambda s: (far_bound(law, v, s.errors, w) for w, v in surrogates(s)),
    )
    yield (
        "6.4",
        "ball, near (c = 1)",
        lambda s: (ball_near(law, law.target(s.x), ball(s), v, s.errors, 1, w) for w, v in surrogates(s)),
    )
    yield "6.4", "ball, far", lambda s: (ball_far(law, ball(s), v, s.errors, w) for w, v in surrogates(s))
