"""The accuracy table as text and JSON, for ``audit``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .accuracy import AccuracyTable
from .exact import decimal_string, interval_string
from .inequalities import SlackRow

MOST_BALLS = 20
"""Radii that the text shows."""

SKIPPED = "skipped: one database alone has too many transcripts"


def accuracy_text(table: AccuracyTable | None) -> str:
    """For every bound of blueprint 7-8 both sides and their ratio where it is tightest.

    Left sides and ratios are rounded up, right sides down.
    """
    if table is None:
        return f"\naccuracy, blueprint 7-8: {SKIPPED}\n"
    lines = [
        "",
        f"accuracy, blueprint 7-8 ({table.scope}): left, right and their ratio where tightest",
        f"  alpha in {interval_string(table.alpha)}",
    ]
    lines += [_line(row, claimed=True) for row in table.rows]
    verdict = "holds" if table.star.holds else "not certified: the rows below are not claimed here"
    lines.append(_line(table.star, claimed=False) + verdict)
    lines += [_line(row, claimed=table.star.holds) for row in table.assembly]
    lines += ["", "  balls around the instance's database: mass and error of H_R, each with its bound"]
    lines.append(f"  {'R':>6} {'':<4} {'mass':>12} {'bound':>12} {'error':>12} {'bound':>12}")
    for ball in table.balls[:MOST_BALLS]:
        values = (_up(ball.mass), _down(ball.mass_bound), _up(ball.error), _down(ball.error_bound))
        shown = " ".join(f"{text:>12}" for text in values)
        lines.append(f"  {ball.radius:>6} {'near' if ball.near else 'far':<4} {shown}")
    if len(table.balls) > MOST_BALLS:
        lines.append(f"  and {len(table.balls) - MOST_BALLS} larger radii, which --json lists")
    return "\n".join(lines) + "\n"


def _line(row: SlackRow, *, claimed: bool) -> str:
    shown = ["-", "-", "-"]
    if row.ratio is not None and row.left is not None and row.right is not None:
        shown = [_up(row.left), _down(row.right), _up(row.ratio)]
    numbers = " ".join(f"{text:>12}" for text in shown)
    verdict = "" if row.holds or not claimed else "FAILS "
    return f"  {row.name:<6} {row.statement:<45} {numbers}  {verdict}{row.where}"


def _up(value: Fraction) -> str:
    return decimal_string(value, 6, rounding="up")


def _down(value: Fraction) -> str:
    return decimal_string(value, 6, rounding="down")


def accuracy_json(table: AccuracyTable | None) -> dict[str, Any] | None:
    """The member ``accuracy`` of ``audit --json``; None if there is no table."""
    if table is None:
        return None
    low, high = table.alpha
    return {
        "scope": table.scope,
        "holds": table.holds,
        "alpha": [decimal_string(low, 15, rounding="down"), decimal_string(high, 15, rounding="up")],
        "star": _row(table.star, claimed=False),
        "inequalities": [
            *(_row(row, claimed=True) for row in table.rows),
            *(_row(row, claimed=table.star.holds) for row in table.assembly),
        ],
        "balls": [
            {
                "radius": ball.radius,
                "near": ball.near,
                "mass_at_most": decimal_string(ball.mass, 15, rounding="up"),
                "mass_bound_at_least": decimal_string(ball.mass_bound, 15, rounding="down"),
                "error_at_most": decimal_string(ball.error, 15, rounding="up"),
                "error_bound_at_least": decimal_string(ball.error_bound, 15, rounding="down"),
            }
            for ball in table.balls
        ],
    }


def _row(row: SlackRow, *, claimed: bool) -> dict[str, Any]:
    def above(value: Fraction | None) -> str | None:
        return None if value is None else decimal_string(value, 15, rounding="up")

    return {
        "blueprint": row.name,
        "statement": row.statement,
        "comparisons": row.count,
        "left_at_most": above(row.left),
        "right_at_least": None if row.right is None else decimal_string(row.right, 15, rounding="down"),
        "largest_ratio_at_most": above(row.ratio),
        "where": row.where,
        "holds": row.holds,
        "claimed": claimed,
    }
