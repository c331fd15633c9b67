"""The utility theorem on one instance: every bound of blueprint 7-8 against the exact quantity it bounds.

In the exact-rational instance eta = n B m log(beta), gamma = B log(g0) and the rounding of the weights costs
2 xi_0/eta = 1/(n B m).  Regret, errors, gaps, masses and normalisers are exact rationals; their bounds
contain logarithms and exponentials and are balls rounded outwards, so that a row that holds is proved.  Lean:
``Formal.Utility.Accuracy``, ``Formal.Utility.Ball``, ``Formal.Utility.Rate``; the constants are Lean's.

7.1-7.5 hold for every choice of parameters.  8.1 and 8.2 need (star), 36 J eta^2 log(T^2 + 1) <= (lambda n)^2
with lambda = log(1/r); where (star) fails their rows are reported and claim nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from flint import arb, ctx, fmpq

from .constants import FAR, NORMALIZER, STAR, gap_factor, log_moves, regret
from .envelope import ball_sums, envelopes
from .exact import Interval, enclose, rational_below, sum_rationals, to_fmpq, to_fraction
from .histograms import Histogram, all_histograms
from .inequalities import Comparison, SlackRow, certified, tightest
from .instance import Instance
from .law import SelectionLaw
from .maurey import Family, family
from .progress import Progress, silent
from .slack import FAMILIES, sample_databases
from .targets import Target, TargetLaw

PRECISION = 128
"""Bits of the balls: twice what the table shows of any ratio."""

_BUDGET = 100_000
"""Transcript masses per table: a few seconds of exact arithmetic."""

_LIMIT = 4_000_000
"""Transcript masses that one database alone may need; above it there is no table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constants:
    """The constants of an instance as balls at the precision in force (blueprint 7).

    ``gap`` is the beta of GapBound, (2/eta) sqrt(L^2 + 2L); ``rounding`` is 2 xi_0/eta; alpha is the sum of
    ``regret``, ``gap`` and ``rounding``; ``lam`` is lambda.
    """

    eta: arb
    gamma: arb
    lam: arb
    regret: arb
    gap: arb
    rounding: fmpq
    alpha: arb


@dataclass(frozen=True, slots=True, kw_only=True)
class BallRow:
    """The ball of one radius R around the instance's database, exact, against its bounds, rounded down (8.1).

    ``near`` is whether 2 A_R <= l, where A_R = 2 J eta^2 R^2/n^2 and l = log(T^2 + 1); the proof then moves
    one label and takes a high moment, and otherwise moves several labels.
    """

    radius: int
    near: bool
    mass: Fraction
    mass_bound: Fraction
    error: Fraction
    error_bound: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuracyTable:
    """The rows of 7 (``rows``), of (star), and of 8 (``assembly``), which are claimed only under (star).

    ``databases`` of ``of`` databases x are compared, with balls of every radius up to n and with the
    surrogates of ``radius``.
    """

    alpha: Interval
    star: SlackRow
    rows: tuple[SlackRow, ...]
    assembly: tuple[SlackRow, ...]
    balls: tuple[BallRow, ...]
    radius: int
    databases: int
    of: int

    def __repr__(self) -> str:
        return f"AccuracyTable(claimed={len(self.claimed)}, star={self.star.holds}, holds={self.holds})"

    def _repr_html_(self) -> str:
        from .report_tables import accuracy_tables

        return accuracy_tables(self)

    @property
    def claimed(self) -> tuple[SlackRow, ...]:
        """The rows that the theorem claims for this instance."""
        return self.rows + self.assembly if self.star.holds else self.rows

    @property
    def holds(self) -> bool:
        """Whether every claimed row holds."""
        return all(row.holds for row in self.claimed)

    @property
    def scope(self) -> str:
        """The coverage in words."""
        which = "all" if self.databases == self.of else f"{self.databases} of"
        return f"{which} {self.of} databases x, every transcript, every ball, surrogates of R = {self.radius}"


@dataclass(frozen=True, slots=True)
class _Site:
    """A database x with what its comparisons share."""

    x: Histogram
    target: Target
    masses: list[fmpq]
    errors: tuple[fmpq, ...]
    families: tuple[Family, ...]
    balls: tuple[tuple[fmpq, fmpq], ...]
    normalizer: fmpq
    expected_error: fmpq


def constants(instance: Instance) -> Constants:
    """The constants at the precision in force."""
    p = instance.parameters
    scale = instance.n * instance.bound * p.m
    eta = scale * arb(to_fmpq(p.beta)).log()
    gamma = instance.bound * arb(to_fmpq(p.g0)).log()
    mean_regret = regret(instance.T, p.J, gamma)
    gap = 2 / eta * gap_factor(instance.k)
    rounding = fmpq(1, scale)
    return Constants(
        eta=eta,
        gamma=gamma,
        lam=-arb(to_fmpq(p.r)).log(),
        regret=mean_regret,
        gap=gap,
        rounding=rounding,
        alpha=mean_regret + gap + rounding,
    )


def star(instance: Instance) -> Comparison:
    """Condition (star): 36 J eta^2 log(T^2 + 1) <= (lambda n)^2, certified."""
    c = constants(instance)
    left = STAR * instance.parameters.J * c.eta**2 * log_moves(instance.T)
    return certified(left, (c.lam * instance.n) ** 2, "")


def accuracy_table(
    instance: Instance, *, radius: int = 1, progress: Progress = silent
) -> AccuracyTable | None:
    """Compare every bound of blueprint 7-8; None if one database alone has too many transcripts.

    ``radius`` is the R of the surrogates in 7.4; 8.1 covers every R from 1 to n.
    """
    law = SelectionLaw(instance)
    targets = TargetLaw(law)
    cost = _cost(targets, instance.histogram, radius)
    if cost > _LIMIT:
        return None
    databases = list(all_histograms(instance.T, instance.n))
    chosen = sample_databases(databases, instance.histogram, max(1, _BUDGET // cost))
    with ctx.workprec(PRECISION):
        sites = []
        for number, x in enumerate(chosen):
            progress("accuracy", number, len(chosen))
            sites.append(_site(targets, x, radius))
        values = constants(instance)

        def collect(claims: Iterator[_Claim]) -> list[SlackRow]:
            return [
                tightest(name, statement, (c for site in sites for c in compare(site)))
                for name, statement, compare in claims
            ]

        return AccuracyTable(
            alpha=enclose(lambda: constants(instance).alpha),
            star=tightest("(star)", "36 J eta^2 log(T^2 + 1) <= (lambda n)^2", [star(instance)]),
            rows=(_hedge(law, values), *collect(_claims(targets, values, radius))),
            assembly=tuple(collect(_assembly(instance, values))),
            balls=tuple(_ball_rows(instance, next(s for s in sites if s.x == instance.histogram), values)),
            radius=radius,
            databases=len(chosen),
            of=len(databases),
        )


def _cost(targets: TargetLaw, x: Histogram, radius: int) -> int:
    """Transcript masses that one database needs, in masses of up to 2000 bits."""
    law = targets.law
    surrogates = sum(len(family(targets, x, radius, kind=kind).targets) for kind in FAMILIES)
    masses: int = law.transcript_count * (surrogates + law.parameters.J + law.instance.n + 3)
    return masses * (1 + law.instance.estimate("run").bits // 2000)


def _site(targets: TargetLaw, x: Histogram, radius: int) -> _Site:
    law = targets.law
    cls = law.class_of(x)
    target = targets.target(x)
    (table,) = envelopes(law, [x])
    return _Site(
        x=x,
        target=target,
        masses=targets.masses(target),
        errors=tuple(law.error_on_path(cls, law.path(transcript)) for transcript in law.transcripts()),
        families=tuple(family(targets, x, radius, kind=kind) for kind in FAMILIES),
        balls=tuple(ball_sums(law, x, range(1, law.instance.n + 1))),
        normalizer=table.flint_normalizer,
        expected_error=table.flint_expected_error,
    )


def expectation(masses: list[fmpq], values: tuple[fmpq, ...], power: int = 1) -> fmpq:
    """sum_omega masses values^power."""
    return sum_rationals(mass * value**power for mass, value in zip(masses, values, strict=True))


# One round (7.2, 7.5).


def rounded_gaps(law: TargetLaw, target: Target, state: int) -> list[int]:
    """Per signed query, how far its exponent of beta is below the largest one.

    The selection is a softmax draw in these exponents, so (eta/2) gap = log(beta) gap / 2, and the gap of
    7.2 is this over n B m.
    """
    exponents = [t - w for t, w in zip(target, law.law.weight_exponents[state], strict=True)]
    top = max(exponents)
    return [top - u for u in exponents]


def scores(law: TargetLaw, target: Target, state: int) -> list[fmpq]:
    """a_s - s(mu_h) per signed query for the target vector a, without rounding."""
    instance = law.law.instance
    scale = instance.n * instance.bound * instance.parameters.m
    values = selected_answers(law.law, state)
    return [fmpq(t, scale) - v for t, v in zip(target, values, strict=True)]


def exponential_gap(law: TargetLaw, target: Target, state: int) -> arb:
    """E exp((eta/2) gap) = sum_s pi(s) beta^(gap exponent / 2)."""
    root = arb(law.beta).sqrt()
    draws = zip(law.selection(target, state), rounded_gaps(law, target, state), strict=True)
    return sum((p * root**gap for p, gap in draws), arb(0))


def square_gap(law: TargetLaw, target: Target, state: int) -> fmpq:
    """E[gap^2] for the scores with rounding, exactly."""
    instance = law.law.instance
    scale = instance.n * instance.bound * instance.parameters.m
    draws = zip(law.selection(target, state), rounded_gaps(law, target, state), strict=True)
    return sum((p * gap**2 for p, gap in draws), fmpq(0)) / scale**2


def true_square_gap(law: TargetLaw, target: Target, state: int) -> fmpq:
    """E[gap^2] for the scores without rounding, exactly."""
    values = scores(law, target, state)
    top = max(values)
    return sum(
        (p * (top - v) ** 2 for p, v in zip(law.selection(target, state), values, strict=True)), fmpq(0)
    )


# Transcripts (7.1, 7.3).


def selected_answers(law: SelectionLaw, state: int) -> list[fmpq]:
    """s(mu_h) per signed query, in [-1, 1]."""
    masses, total = law.mu[state]
    scale = total * law.instance.bound
    return [
        fmpq(sum(v * w for v, w in zip(values, masses, strict=True)), scale) for values in law.signed_values
    ]


def mean_regrets(law: SelectionLaw, histogram: Histogram | None = None) -> Iterator[fmpq]:
    """(1/J) sum_t (s_t(mu*) - s_t(mu_{t-1})) per transcript, mu* the empirical law of ``histogram``.

    Without a histogram mu* is the best distribution for the transcript, which is a point mass.
    """
    J, bound = law.parameters.J, law.instance.bound
    answers = [selected_answers(law, state) for state in range(len(law.state_weights))]
    for transcript in law.transcripts():
        columns = zip(*(law.signed_values[s] for s in transcript), strict=True)
        totals = [sum(column) for column in columns]
        if histogram is None:
            best = fmpq(max(totals), bound)
        else:
            weighted = sum(count * total for count, total in zip(histogram, totals, strict=True))
            best = fmpq(weighted, law.instance.n * bound)
        path = law.path(transcript)
        yield (
            best - sum((answers[state][s] for s, state in zip(transcript, path, strict=True)), fmpq(0))
        ) / J


def mean_largest_scores(law: TargetLaw, target: Target) -> Iterator[fmpq]:
    """(1/J) sum_t max_s (a_s - s(mu_{t-1})) per transcript, which bounds the error."""
    largest = [max(scores(law, target, state)) for state in range(law.states)]
    for transcript in law.law.transcripts():
        yield sum((largest[state] for state in law.law.path(transcript)), fmpq(0)) / law.rounds


_Compare = Callable[[_Site], Iterator[Comparison]]
_Claim = tuple[str, str, _Compare]


def _hedge(law: SelectionLaw, values: Constants) -> SlackRow:
    """7.1 for the best mu* of every transcript, whatever the database."""
    regrets = enumerate(mean_regrets(law))
    comparisons = (certified(left, values.regret, f"transcript {index}") for index, left in regrets)
    return tightest("7.1", "mean regret, best mu*", comparisons)


def _claims(law: TargetLaw, values: Constants, radius: int) -> Iterator[_Claim]:
    """The inequalities of blueprint 7 at a database: number, statement, comparisons at a site."""
    instance = law.law.instance
    log_candidates = arb(2 * instance.k).log()

    def transcripts(site: _Site, pairs: Iterator[tuple[fmpq, arb | fmpq]]) -> Iterator[Comparison]:
        for index, (left, right) in enumerate(pairs):
            yield certified(left, right, f"x = {site.x}, transcript {index}")

    def rounds(
        site: _Site, left: Callable[[TargetLaw, Target, int], arb | fmpq], right: arb | fmpq
    ) -> Iterator[Comparison]:
        for state in range(law.states):
            yield certified(left(law, site.target, state), right, f"x = {site.x}, state {state}")

    def surrogates(site: _Site, number: int) -> Iterator[Comparison]:
        bound = values.alpha + fmpq(4 * radius, instance.n)
        for target in site.families[number].targets:
            left = expectation(law.masses(target), site.errors)
            yield certified(left, bound, f"x = {site.x}, target {target[::2]} of the queries")

    yield (
        "7.1",
        "mean regret, mu* the data",
        lambda s: transcripts(s, ((left, values.regret) for left in mean_regrets(law.law, s.x))),
    )
    yield (
        "7",
        "err <= mean over t of max_s (a_s - s(mu))",
        lambda s: transcripts(s, zip(s.errors, mean_largest_scores(law, s.target), strict=True)),
    )
    yield "7.2", "E exp((eta/2) gap) <= 2k", lambda s: rounds(s, exponential_gap, fmpq(2 * instance.k))
    yield "7.2", "E gap^2 <= (2/eta)^2 (L^2 + 2L)", lambda s: rounds(s, square_gap, values.gap**2)
    paper = (2 / values.eta) ** 2 * (2 * log_candidates**2 + 4)
    yield "7.2", "E gap^2 <= (2/eta)^2 (2 log(2k)^2 + 4)", lambda s: rounds(s, square_gap, paper)
    appendix = (4 * (log_candidates + arb(2).log()) / values.eta) ** 2
    yield "A.3", "E gap^2 <= (4 log(4k)/eta)^2", lambda s: rounds(s, square_gap, appendix)
    perturbed = (values.gap + values.rounding) ** 2
    yield "7.5", "E gap^2, true scores", lambda s: rounds(s, true_square_gap, perturbed)
    yield (
        "7.3",
        "E_x[err] <= alpha",
        lambda s: iter([certified(expectation(s.masses, s.errors), values.alpha, f"x = {s.x}")]),
    )
    yield (
        "7.3",
        "E_x[err^2] <= alpha^2",
        lambda s: iter([certified(expectation(s.masses, s.errors, 2), values.alpha**2, f"x = {s.x}")]),
    )
    for number, kind in enumerate(FAMILIES):
        yield "7.4", f"E_v[err] <= alpha + 4R/n ({kind})", partial(surrogates, number=number)


def is_near(instance: Instance, values: Constants, radius: int) -> bool:
    """Whether 2 A_R <= l is certified for R = ``radius``."""
    scale = 2 * instance.parameters.J * (values.eta * radius / instance.n) ** 2
    return bool(2 * scale <= log_moves(instance.T))


def _ball_bounds(instance: Instance, values: Constants, radius: int) -> tuple[arb, arb]:
    """e^(lambda R/2), alone and times alpha + 4R/n."""
    growth = (values.lam * radius / 2).exp()
    return growth, growth * (values.alpha + fmpq(4 * radius, instance.n))


def _ball_rows(instance: Instance, site: _Site, values: Constants) -> Iterator[BallRow]:
    for radius, (mass, error) in enumerate(site.balls, start=1):
        mass_bound, error_bound = map(rational_below, _ball_bounds(instance, values, radius))
        yield BallRow(
            radius=radius,
            near=is_near(instance, values, radius),
            mass=to_fraction(mass),
            mass_bound=to_fraction(mass_bound),
            error=to_fraction(error),
            error_bound=to_fraction(error_bound),
        )


def _assembly(instance: Instance, values: Constants) -> Iterator[_Claim]:
    """The inequalities of blueprint 8, which need (star)."""
    n = instance.n

    def balls(site: _Site, part: int) -> Iterator[Comparison]:
        for radius, sums in enumerate(site.balls, start=1):
            bounds = _ball_bounds(instance, values, radius)
            yield certified(sums[part], bounds[part], f"x = {site.x}, R = {radius}")

    yield "8.1", "sum H_R <= e^(lambda R/2)", partial(balls, part=0)
    yield "8.1", "sum H_R err <= e^(lambda R/2) (alpha + 4R/n)", partial(balls, part=1)
    yield (
        "8.2",
        f"Z_x <= {NORMALIZER}",
        lambda s: iter([certified(s.normalizer, fmpq(NORMALIZER), f"x = {s.x}")]),
    )
    if instance.parameters.r < 1:
        final = NORMALIZER * values.alpha + FAR / (values.lam * n)
        yield (
            "8.2",
            f"E[err] <= {NORMALIZER} alpha + {FAR}/(lambda n)",
            lambda s: iter([certified(s.expected_error, final, f"x = {s.x}")]),
        )
