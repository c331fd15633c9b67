"""The figures of the report, each made from the parts of ``ReportData`` that it shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .accuracy import AccuracyTable
from .exact import decimal_string, near_one_string
from .figures import COLOURS, Picture
from .inequalities import SlackRow
from .report_data import Point, ReportData, Skipped
from .slack import SlackTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_POINTS = 3000
"""Points of the law figure, which would otherwise grow with the number of transcripts."""

_DISTANCE_STYLES = (("grey", "o"), ("blue", "s"), ("green", "^"), ("orange", "D"), ("purple", "v"))


def ratios_picture(data: ReportData) -> Picture | Skipped:
    """Privacy loss attained by distance, against the promise and against zeta r^-d."""
    report = data.audit
    if isinstance(report, Skipped):
        return report
    rows = report.largest_ratios
    if not rows:
        return Skipped("there is only one database, so there is no ratio.")

    series: list[tuple[str, str, str, list[float]]] = [
        ("promised, 2λd", "grey", "--", [_log(row.bound) for row in rows]),
        ("λd + log ζ", "orange", ":", [_log(row.normalizer_bound) for row in rows]),
        ("attained", "blue", "o-", [_log(row.ratio) for row in rows]),
    ]

    def draw(axes: Axes) -> None:
        distances = [row.distance for row in rows]
        for label, colour, line, values in series:
            axes.plot(distances, values, line, color=COLOURS[colour], label=label)
        axes.set(xlabel="rows changed, d", ylabel="privacy loss (nats)", ylim=(0, None))
        axes.set_xticks(distances if len(distances) <= 15 else distances[:: len(distances) // 8])
        axes.legend()

    def draw_one(axes: Axes) -> None:
        for label, colour, _, values in series:
            axes.barh(label, values, height=0.6, color=COLOURS[colour])
        axes.invert_yaxis()
        axes.set_xlabel(f"privacy loss (nats), d = {rows[0].distance}")
        axes.grid(visible=False, axis="y")

    first, last = rows[0], rows[-1]
    text = (
        f"Natural logarithm of the largest released ratio. At distance {first.distance} the ratio is "
        f"{decimal_string(first.ratio, 6)} of at most {decimal_string(first.bound, 6)}"
    )
    if last is not first:
        text += (
            f"; at distance {last.distance} it is {decimal_string(last.ratio, 6)} of at most "
            f"{decimal_string(last.bound, 6)}"
        )
    single = len(rows) == 1
    return Picture(
        name="ratios",
        title="Privacy loss: attained and promised",
        description=text + ".",
        draw=draw_one if single else draw,
        height=1.8 if single else 3.6,
    )


def law_picture(data: ReportData) -> Picture | Skipped:
    """How much the envelope lifts every transcript, against its base mass."""
    laws = data.laws
    if isinstance(laws, Skipped):
        return laws
    points = merge_points(laws.points)

    def draw(axes: Axes) -> None:
        for low, high, (colour, marker) in _distance_bands([a.distance for a in laws.annuli]):
            inside = [point for point in points if low <= point.distance <= high]
            # Few sizes, so that the SVG can share its markers.
            for level in sorted({point.transcripts.bit_length() for point in inside}):
                chosen = [point for point in inside if point.transcripts.bit_length() == level]
                axes.plot(
                    [point.base for point in chosen],
                    [point.ratio for point in chosen],
                    linestyle="none",
                    marker=marker,
                    markersize=2.5 + level,
                    color=COLOURS[colour],
                    alpha=0.65,
                    markeredgewidth=0,
                )
            axes.plot(
                [], [], marker, color=COLOURS[colour], label=f"d = {low}" + f" to {high}" * (high > low)
            )
        axes.axhline(0, color=COLOURS["grey"], linewidth=1, linestyle="--")
        axes.set(xlabel="log10 of the base mass", ylabel="log10 of released mass / base mass")
        axes.legend(title="winner at", loc="upper left", bbox_to_anchor=(1, 1))

    lifted = sum(annulus.transcripts for annulus in laws.annuli if annulus.distance > 0)
    total = sum(annulus.transcripts for annulus in laws.annuli)
    own = laws.annuli[0] if laws.annuli[0].distance == 0 else None
    text = f"Mₓ exceeds pₓ at {lifted} of {total} transcripts"
    text += f"; at the other {own.transcripts} the released mass is pₓ/Zₓ" if own is not None else ""
    text += f". Zₓ is {near_one_string(laws.normalizer)}."
    return Picture(
        name="law", title="The released law against the base law", description=text, draw=draw, height=4.2
    )


def merge_points(points: Sequence[Point], *, most: int = MOST_POINTS) -> list[Point]:
    """Points near each other and of the same distance as one, on a grid just coarse enough for ``most``."""
    merged, step = list(points), 0.01
    while len(merged) > most:
        step *= 2
        cells: dict[tuple[int, int, int], Point] = {}
        for point in points:
            key = (round(point.base / step), round(point.ratio / step), point.distance)
            first = cells.get(key)
            count = point.transcripts + (0 if first is None else first.transcripts)
            cells[key] = replace(point if first is None else first, transcripts=count)
        merged = list(cells.values())
    return merged


def _distance_bands(distances: Sequence[int]) -> list[tuple[int, int, tuple[str, str]]]:
    """At most five groups of the distances that occur: (lowest, highest, (colour, marker)); 0 by itself."""
    near = [d for d in distances if d == 0]
    far = [d for d in distances if d > 0]
    groups = min(len(far), len(_DISTANCE_STYLES) - 1)
    cuts = [round(i * len(far) / groups) for i in range(groups + 1)] if groups else []
    bands = [(d, d) for d in near]
    bands += [(far[a], far[b - 1]) for a, b in pairwise(cuts)]
    styles = _DISTANCE_STYLES if near else _DISTANCE_STYLES[1:]
    return [(low, high, style) for (low, high), style in zip(bands, styles, strict=False)]


def annuli_picture(data: ReportData) -> Picture | Skipped:
    """What each distance adds to the normaliser."""
    laws = data.laws
    if isinstance(laws, Skipped):
        return laws
    rows = [annulus for annulus in laws.annuli if annulus.extra > 0]
    if not rows:
        return Skipped("the envelope is the base law: no distance adds mass.")

    def draw(axes: Axes) -> None:
        logs = [_log(row.extra) / math.log(10) for row in rows]
        positions = range(len(rows))
        colour = COLOURS["blue"]
        if max(logs) - min(logs) > 3 or max(logs) < -4:
            low = math.floor(min(logs)) - 1
            axes.bar(positions, [value - low for value in logs], bottom=low, color=colour)
            axes.set_ylabel("log10 of the extra mass")
        else:
            axes.bar(positions, [10**value for value in logs], color=colour)
            axes.set_ylabel("extra mass")
        labels = [str(row.distance) for row in rows]
        step = 1 + len(rows) // 25
        axes.set_xticks(list(positions)[::step], labels[::step])
        axes.set_xlabel("distance d of the winner from x")
        axes.grid(visible=False, axis="x")

    top = max(rows, key=lambda row: row.extra)
    text = (
        f"Zₓ - 1 is {decimal_string(laws.normalizer - 1, 6)}, split by the distance at which the envelope "
        f"is attained; distance {top.distance} adds most, {decimal_string(top.extra, 6)}."
    )
    return Picture(name="annuli", title="Extra mass of the envelope by distance", description=text, draw=draw)


def errors_picture(data: ReportData) -> Picture | Skipped:
    """The distribution functions of the error under both laws."""
    laws, summary = data.laws, data.summary
    if isinstance(laws, Skipped):
        return laws
    if isinstance(summary, Skipped):
        return summary
    expected = {"released": summary.expected_error, "base": summary.base_expected_error}

    def draw(axes: Axes) -> None:
        values = [float(row.error) for row in laws.errors]
        styles = {"released": ("blue", "-"), "base": ("orange", "--")}
        for name, (colour, line) in styles.items():
            total, heights = Fraction(0), [0.0]
            for row in laws.errors:
                total += row.released if name == "released" else row.base
                heights.append(float(total))
            axes.step([0.0, *values], heights, line, where="post", color=COLOURS[colour], label=f"{name} law")
            axes.axvline(float(expected[name]), color=COLOURS[colour], linestyle=":", linewidth=1.2)
        axes.set(xlabel="error, max over the queries", ylabel="probability of at most this error")
        axes.set_ylim(0, 1.02)
        axes.set_xlim(left=0)
        axes.legend(loc="lower right")

    text = (
        f"Distribution functions of the largest error of an answer. Its expectation, dotted, is "
        f"{decimal_string(expected['released'], 6)} under the released law and "
        f"{decimal_string(expected['base'], 6)} under the base law; the worst is "
        f"{decimal_string(summary.worst_error, 6)}."
    )
    return Picture(name="errors", title="Distribution of the error", description=text, draw=draw)


def slack_picture(data: ReportData) -> Picture | Skipped:
    """How close each inequality of blueprint 4-6 comes to equality."""
    table = data.slack
    return table if isinstance(table, Skipped) else _slack(table)


def _slack(table: SlackTable) -> Picture:
    return _ratio_dots(
        "slack", "Inequalities of blueprint 4-6: left side over right side where tightest", table.rows
    )


def accuracy_picture(data: ReportData) -> Picture | Skipped:
    """How close each claimed bound of blueprint 7-8 comes to the exact quantity it bounds."""
    table = data.accuracy
    if isinstance(table, Skipped):
        return table
    return _ratio_dots(
        "accuracy", "Bounds of blueprint 7-8: exact quantity over bound where tightest", table.claimed
    )


def _ratio_dots(name: str, title: str, rows: Sequence[SlackRow]) -> Picture:
    shown = [row for row in rows if row.ratio]

    def draw(axes: Axes) -> None:
        logs = [_log(row.ratio or Fraction(1)) / math.log(10) for row in shown]
        positions = range(len(shown))
        left = min([-1.0, *logs]) - 0.1
        axes.hlines(positions, left, logs, color=COLOURS["grey"], linewidth=1)
        axes.plot(logs, list(positions), "o", color=COLOURS["blue"])
        axes.axvline(0, color=COLOURS["red"], linestyle="--", linewidth=1.2)
        axes.set_yticks(list(positions), [f"{row.name}  {row.statement}" for row in shown], parse_math=False)
        axes.invert_yaxis()
        axes.set_xlim(left, max(0.1, *logs, 0.0) + 0.05)
        axes.set_xlabel("log10 of the ratio; at most 0 when the inequality holds")
        axes.grid(visible=False, axis="y")

    failing = [row for row in shown if not row.holds]
    verdict = "all hold" if not failing else "these fail: " + ", ".join(row.name for row in failing)
    tight = max(shown, key=lambda row: row.ratio or 0, default=None)
    text = f"{len(rows)} inequalities; {verdict}."
    if tight is not None and tight.ratio is not None:
        text += f" Tightest: {tight.name}, {tight.statement}, ratio {decimal_string(tight.ratio, 6)}."
    height = 1.0 + 0.26 * max(len(shown), 3)
    return Picture(name=name, title=title, description=text, draw=draw, width=8.2, height=height)


def balls_picture(data: ReportData) -> Picture | Skipped:
    """Mass and error of the maximum over every ball around x, against their bounds."""
    table = data.accuracy
    return table if isinstance(table, Skipped) else _balls(table)


def _balls(table: AccuracyTable) -> Picture:
    rows = table.balls

    def draw(axes: Axes) -> None:
        radii = [row.radius for row in rows]
        marker = "o" if len(rows) <= 30 else ""
        for colour, what, exact, bound in (
            ("blue", "mass", [r.mass for r in rows], [r.mass_bound for r in rows]),
            ("orange", "error", [r.error for r in rows], [r.error_bound for r in rows]),
        ):
            style: dict[str, Any] = {"color": COLOURS[colour], "markersize": 4}
            heights = [
                [_log(v) / math.log(10) if v else math.nan for v in values] for values in (exact, bound)
            ]
            axes.plot(radii, heights[0], "-", marker=marker, label=f"{what}, exact", **style)
            axes.plot(
                radii,
                heights[1],
                "--",
                marker=marker,
                markerfacecolor="none",
                label=f"{what}, bound",
                **style,
            )
        axes.set(xlabel="radius R of the ball", ylabel="log10")
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    state = "claimed" if table.star.holds else "not claimed, because (star) fails here"
    last = rows[-1]
    text = (
        f"Sum of H_R and of H_R errₓ for R up to {last.radius}, with the bounds of 8.1, which are {state}. "
        f"At R = {last.radius} the mass is {decimal_string(last.mass, 6)} and its bound "
        f"{decimal_string(last.mass_bound, 6)}."
    )
    return Picture(
        name="balls", title="Balls around the database: exact and bound", description=text, draw=draw
    )


def _log(value: Fraction) -> float:
    """Natural logarithm of a positive rational of any size, for a position on paper."""
    return math.log(value.numerator) - math.log(value.denominator)


@dataclass(frozen=True, slots=True)
class Kind:
    """A figure that can be asked for by name."""

    what: str
    make: Callable[[ReportData], Picture | Skipped]


KINDS: Mapping[str, Kind] = {
    "ratios": Kind("privacy loss attained and promised, by distance", ratios_picture),
    "law": Kind("released mass over base mass, per transcript", law_picture),
    "annuli": Kind("the envelope's extra mass by distance", annuli_picture),
    "slack": Kind("the inequalities of blueprint 4-6 where tightest", slack_picture),
    "errors": Kind("distribution of the error under both laws", errors_picture),
    "accuracy": Kind("the bounds of blueprint 7-8 where tightest", accuracy_picture),
    "balls": Kind("balls around the database, exact and bound", balls_picture),
}
"""The figures of ``pyref plot`` and of the report."""
