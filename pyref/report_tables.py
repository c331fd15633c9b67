"""The results of every kind as HTML tables, for the report and, as ``_repr_html_``, for notebooks."""

# ruff: noqa: RUF001 - the text has Greek letters and primes

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from .exact import interval_string, near_one_string
from .markup import NONE, Html, above, below, number, pairs, table

if TYPE_CHECKING:
    from .accuracy import AccuracyTable
    from .audit import AuditReport, LargestRatio, Location
    from .bounds import BoundRow
    from .envelope import Envelope
    from .inequalities import SlackRow
    from .instance import Instance
    from .report_data import Laws
    from .slack import SlackTable
    from .summary import MassRow, Summary

MOST_ROWS = 100
"""Rows shown of a table that grows with the instance."""


def _transcript(instance: Instance, transcript: Sequence[int]) -> str:
    # A minus sign, unlike a hyphen, is not parted from its name at the end of a line.
    names = (instance.signed_name(s) for s in transcript)
    return "; ".join("\N{MINUS SIGN}" + name[1:] if name[0] == "-" else name for name in names)


def _between(instance: Instance, where: Location) -> str:
    return f"{where.x} and {where.x_prime} at {_transcript(instance, where.transcript)}"


def instance_tables(instance: Instance) -> Html:
    """Sizes and parameters, the database, the queries."""
    p = instance.parameters
    rows: list[Sequence[object]] = [
        ("universe", f"T = {instance.T} labels"),
        ("data", f"n = {instance.n} rows; neighbours differ in one replaced row"),
        ("queries", f"k = {instance.k}, integer values up to B = {instance.bound}"),
        ("r, discount per changed row", number(p.r)),
        ("β, selection", number(p.beta)),
        ("g₀, update", number(p.g0)),
        ("m, weights per row", p.m),
        ("J, rounds", p.J),
        ("ε′ = 2 log(1/r)", f"in {interval_string(p.epsilon_enclosure())}"),
    ]
    if p.epsilon is not None:
        rows.append(("ε asked for", number(p.epsilon)))
    rows += [("note", note) for note in instance.notes]
    database = zip(instance.universe, instance.histogram, strict=True)
    scale = instance.n * instance.bound
    queries = []
    for query in instance.queries:
        total = sum(c * v for c, v in zip(instance.histogram, query.values, strict=True))
        values = ", ".join(map(str, query.values[:32])) + (", …" if instance.T > 32 else "")
        queries.append((query.name, number(Fraction(total, scale)), values))
    return Html(
        pairs("Sizes and parameters", rows, name="parameters")
        + table("The database, as a histogram", ("label", "rows"), database, name="database", most=MOST_ROWS)
        + table(
            "The queries and their true answers",
            ("query", "true answer", "values on the labels, in units of 1/B"),
            queries,
            name="queries",
            most=MOST_ROWS,
        )
    )


def guarantee_table(summary: Summary) -> Html:
    """The ratio promised, and the ratio attained between the database and its neighbours."""
    rows: list[Sequence[object]] = [
        ("promised ratio r⁻² = exp ε′", number(summary.ratio_bound)),
        ("promised ε′", f"in {interval_string(summary.epsilon_enclosure)}"),
    ]
    if summary.attained_ratio is not None and summary.attained_at is not None:
        assert summary.attained_epsilon_enclosure is not None
        rows += [
            ("attained ratio", number(summary.attained_ratio)),
            ("its logarithm", f"in {interval_string(summary.attained_epsilon_enclosure)}"),
            ("between", _between(summary.instance, summary.attained_at)),
            ("verdict", "within the promise" if summary.within_bound else "EXCEEDS THE PROMISE"),
        ]
    else:
        rows.append(("attained ratio", "none: this database has no neighbour"))
    return pairs("This database and its neighbours", rows, name="own-guarantee")


def summary_tables(summary: Summary) -> Html:
    """The results of ``run``."""
    rows: list[Sequence[object]] = [
        ("histograms", summary.histograms),
        ("different laws", summary.classes),
        ("transcripts", summary.transcripts),
        ("normaliser Zₓ", number(summary.normalizer, show=near_one_string)),
        ("expected error, released law", number(summary.expected_error)),
        ("expected error, base law", number(summary.base_expected_error)),
        ("worst error", number(summary.worst_error)),
    ]
    return Html(
        guarantee_table(summary)
        + pairs("Normaliser and errors", rows, name="normaliser")
        + head_table(summary.instance, summary.head)
    )


def head_table(instance: Instance, head: Sequence[MassRow]) -> Html:
    """The likeliest transcripts under the released law."""
    rows = [
        (
            _transcript(instance, row.transcript),
            number(row.released_mass, 6),
            number(row.base_mass, 6),
            number(row.envelope_mass, 6),
            number(row.released_mass / row.base_mass, 6, plain=True),
        )
        for row in head
    ]
    return table(
        "Likeliest transcripts under the released law",
        ("transcript", "released", "base pₓ", "envelope Mₓ", "released / base"),
        rows,
        name="head",
    )


def ratios_table(instance: Instance, ratios: Sequence[LargestRatio]) -> Html:
    """The largest ratio over all pairs of databases, by distance."""
    rows = [
        (
            entry.distance,
            number(entry.ratio),
            number(entry.bound),
            number(entry.normalizer_bound),
            _between(instance, entry.where),
        )
        for entry in ratios
    ]
    return table(
        "Largest released ratio over all databases",
        ("rows changed d", "attained", "promised r⁻²ᵈ", "ζ r⁻ᵈ", "between"),
        rows,
        name="ratios",
        most=MOST_ROWS,
    )


def checks_table(report: AuditReport) -> Html:
    """The audited statements of blueprint 2."""
    rows = [
        (
            check.statement,
            check.description,
            check.comparisons,
            "holds" if check.holds else f"FAILS at {check.counterexample}",
        )
        for check in report.checks
    ]
    return table(
        f"Checks over {report.databases} databases and {report.transcripts} transcripts",
        ("blueprint", "statement", "comparisons", "verdict"),
        rows,
        name="checks",
    )


def audit_tables(report: AuditReport) -> Html:
    """The checks and the largest ratios, without the places."""
    rows = [
        (e.distance, number(e.ratio), number(e.bound), number(e.normalizer_bound))
        for e in report.largest_ratios
    ]
    zeta = number(report.largest_normalizer, show=near_one_string)
    return Html(
        checks_table(report)
        + table(
            "Largest released ratio", ("rows changed d", "attained", "promised", "ζ r⁻ᵈ"), rows, name="ratios"
        )
        + f"<p>Largest normaliser ζ = {zeta}.</p>\n"
    )


def annuli_table(laws: Laws) -> Html:
    """Z_x split by the distance at which the envelope is attained."""
    extra = laws.normalizer - 1
    rows: list[Sequence[object]] = [
        (
            row.distance,
            row.transcripts,
            number(row.base_mass, plain=True),
            number(row.envelope_mass, show=near_one_string, plain=True),
            number(row.extra, plain=True),
            number(row.extra / extra, 4, plain=True) if extra else NONE,
        )
        for row in laws.annuli
    ]
    total = sum(row.transcripts for row in laws.annuli)
    normalizer = number(laws.normalizer, show=near_one_string, plain=True)
    rows = [*rows[:MOST_ROWS], ("all", total, 1, normalizer, number(extra, plain=True), 1 if extra else NONE)]
    return table(
        "The envelope's mass by the distance of the winner",
        ("distance d", "transcripts", "base mass", "envelope mass", "extra mass", "share of Zₓ − 1"),
        rows,
        name="annuli",
    )


def errors_table(laws: Laws) -> Html:
    """Every value of the error with its probability under both laws."""
    rows = [(number(row.error), number(row.released), number(row.base)) for row in laws.errors]
    return table(
        "Law of the error errₓ = max over q of |F_q(x) − q(μ̄)|",
        ("error", "released law", "base law"),
        rows,
        name="errors",
        most=4 * MOST_ROWS,
    )


def _verdict(row: SlackRow, claimed: bool = True) -> str:
    if not claimed:
        return "not claimed"
    return "holds" if row.holds else "FAILS"


def slack_table_html(slack: SlackTable) -> Html:
    """The inequalities of blueprint 4-6, left over right where tightest."""
    rows = [
        (
            row.name,
            row.statement,
            number(row.ratio, 6, plain=True) if row.ratio is not None else NONE,
            row.count,
            _verdict(row),
            row.where,
        )
        for row in slack.rows
    ]
    return table(
        f"Inequalities of blueprint 4–6: {slack.scope}",
        ("blueprint", "statement", "left/right", "comparisons", "verdict", "tightest at"),
        rows,
        name="slack",
    )


def accuracy_tables(accuracy: AccuracyTable) -> Html:
    """The bounds of blueprint 7-8; left sides and ratios rounded up, right sides down."""
    marked = [(row, True) for row in accuracy.rows] + [
        (row, accuracy.star.holds) for row in accuracy.assembly
    ]
    rows = [
        (
            row.name,
            row.statement,
            above(row.left),
            below(row.right),
            above(row.ratio),
            _verdict(row, claimed),
            row.where,
        )
        for row, claimed in marked
    ]
    star = accuracy.star
    rows.append(
        (
            star.name,
            star.statement,
            above(star.left),
            below(star.right),
            above(star.ratio),
            "holds" if star.holds else "not certified",
            star.where,
        )
    )
    balls = [
        (
            ball.radius,
            "near" if ball.near else "far",
            above(ball.mass),
            below(ball.mass_bound),
            above(ball.error),
            below(ball.error_bound),
        )
        for ball in accuracy.balls
    ]
    return Html(
        table(
            f"Bounds of blueprint 7–8: {accuracy.scope}",
            (
                "blueprint",
                "statement",
                "exact, at most",
                "bound, at least",
                "ratio",
                "verdict",
                "tightest at",
            ),
            rows,
            name="accuracy",
        )
        + table(
            "Balls around the database (8.1): exact and bound",
            ("radius R", "case", "mass", "its bound", "error", "its bound"),
            balls,
            name="balls",
            most=MOST_ROWS,
        )
    )


def bound_table(bound: BoundRow, summary: Summary | None, accuracy: AccuracyTable | None) -> Html:
    """The proved bounds on the expected error beside what the instance attains."""
    rows: list[Sequence[object]] = []
    if summary is not None:
        rows += [
            ("expected error, released law (exact)", number(summary.expected_error)),
            ("expected error, base law (exact)", number(summary.base_expected_error)),
            ("worst error (exact)", number(summary.worst_error)),
        ]
    rows.append(("trivial bound", 2))
    if accuracy is not None:
        rows.append(
            ("α of 7.3 for the base law, with these parameters", f"in {interval_string(accuracy.alpha)}")
        )
    rows += [
        ("5α + 64/(λn) of 8.2, minimised over J, η, γ", f"in {interval_string(bound.bound)}"),
        ("  attained at J", bound.rounds),
        ("72 √(ℓL/(εn)) of 8.3", f"in {interval_string(bound.rate)}"),
    ]
    return pairs("Bounds on the expected error, and the error", rows, name="bounds")


def envelope_table(envelope: Envelope) -> Html:
    """The envelope of one database."""
    instance = envelope.law.instance
    away = int((envelope.distances > 0).sum())
    rows: list[Sequence[object]] = [
        ("database x", ", ".join(map(str, envelope.centre))),
        ("transcripts", len(envelope.winners)),
        ("transcripts with Mₓ > pₓ", away),
        ("farthest winner", int(envelope.distances.max())),
        ("normaliser Zₓ", number(envelope.normalizer, show=near_one_string)),
        ("expected error, released law", number(envelope.expected_error)),
        ("worst error", number(envelope.worst_error)),
    ]
    return pairs(
        f"Envelope (T = {instance.T}, n = {instance.n}, J = {instance.parameters.J})", rows, name="envelope"
    )
