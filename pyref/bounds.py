"""The proved error bound of 8.2, minimised over J, eta and gamma: ``python -m pyref bounds``.

Under (star), 36 J eta^2 log(T^2 + 1) <= (lambda n)^2 with lambda = eps/2, the mechanism's expected
worst-query error is at most

    5 alpha + 64/(lambda n),   alpha = log(T)/(gamma J) + gamma/2 + (2/eta) sqrt(L^2 + 2L)

with L = max(1, log 2k) (Lean ``PMW.mechanism_error_le`` with ``gapBound_of_one_le``, unrounded weights).

For a given J the best gamma is sqrt(2 log T / J) and the best eta is the largest that (star) allows,
lambda n/(6 sqrt(J l)).  What is left is a/sqrt(J) + c sqrt(J) up to constants, which falls in J up to a/c and
rises after it, so that the best natural J is one of the two around a/c.  T = 1 is treated as T = 2, where
gamma has a minimiser.

Values are balls of python-flint, rounded outwards; a bound is shown rounded up.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from .constants import FAR, NORMALIZER, RATE, STAR, gap_factor, log_labels, log_moves, log_queries, regret
from .errors import InputError
from .exact import Interval, decimal_string, enclose, to_fmpq
from .parameters import parse_epsilon, parse_natural

TRIVIAL = 2
"""No error exceeds 2: answers and true values lie in [-1, 1]."""

THRESHOLDS = (2, 1)
"""The bound says something when it is below 2, and more than the constant answer 0 when it is below 1."""

MAX_COUNT = 10**100
"""Largest n, k and T accepted on the command line."""

_MAX_PRECISION = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """T labels, k queries and the budget eps; lambda = eps/2."""

    labels: int
    queries: int
    epsilon: Fraction

    def __post_init__(self) -> None:
        if self.labels < 1 or self.queries < 1 or self.epsilon <= 0:
            raise InputError("a setting needs T >= 1, k >= 1 and epsilon > 0.")

    @property
    def lam(self) -> Fraction:
        """lambda = eps/2, the discount per changed row."""
        return self.epsilon / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundRow:
    """The minimised bound for n rows, with the parameters that attain it; enclosures are certified."""

    rows: int
    rounds: int
    eta: Interval
    gamma: Interval
    bound: Interval
    rate: Interval

    @property
    def below_trivial(self) -> bool:
        """Whether the bound is certainly below the trivial one."""
        return self.bound[1] < TRIVIAL


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundTable:
    """One row per n, and for each threshold the first n from which on the minimised bound is below it."""

    setting: Setting
    rows: tuple[BoundRow, ...]
    first_below: tuple[tuple[int, int], ...]


def best_gamma(setting: Setting, rounds: int) -> arb:
    """sqrt(2 log T / J), the minimiser of log(T)/(gamma J) + gamma/2; T = 1 as T = 2."""
    return (2 * log_labels(_at_least_two(setting)) / rounds).sqrt()


def largest_eta(setting: Setting, rows: int, rounds: int) -> arb:
    """lambda n/(6 sqrt(J l)): equality in (star)."""
    return to_fmpq(setting.lam * rows) / (STAR * rounds * log_moves(setting.labels)).sqrt()


def error_bound(setting: Setting, rows: int, rounds: int, *, eta: arb, gamma: arb) -> arb:
    """5 alpha + 64/(lambda n), which is proved for eta, gamma > 0 and J >= 1 under (star)."""
    alpha = regret(_at_least_two(setting), rounds, gamma) + 2 / eta * gap_factor(setting.queries)
    return NORMALIZER * alpha + arb(FAR) / to_fmpq(setting.lam * rows)


def bound_at(setting: Setting, rows: int, rounds: int) -> arb:
    """The bound minimised over eta and gamma, for J = ``rounds``."""
    eta, gamma = largest_eta(setting, rows, rounds), best_gamma(setting, rounds)
    return error_bound(setting, rows, rounds, eta=eta, gamma=gamma)


def rate_bound(setting: Setting, rows: int) -> arb:
    """72 sqrt(l L/(eps n)) with l = max(1, log(T^2 + 1)), the closed form of 8.3."""
    length = log_moves(setting.labels) if setting.labels > 1 else arb(1)
    return RATE * (length * log_queries(setting.queries) / to_fmpq(setting.epsilon * rows)).sqrt()


def _at_least_two(setting: Setting) -> int:
    return max(setting.labels, 2)


def _turning_point(setting: Setting, rows: int) -> arb:
    """The real J at which the minimised bound turns from falling to rising.

    With gamma and eta at their best the bound is 5 (a/sqrt(J) + c sqrt(J)) + 64/(lambda n), where
    a = sqrt(2 log T) and c = 2 sqrt(36 l) sqrt(L^2 + 2L)/(lambda n); it turns at J = a/c.
    """
    a = best_gamma(setting, 1)
    c = 2 * gap_factor(setting.queries) / largest_eta(setting, rows, 1)
    return a / c


def best_rounds(setting: Setting, rows: int) -> int:
    """The natural J that minimises ``bound_at``: the better of the two naturals around the turning point.

    If both give the same value to the working precision, which is several times the length of J, the smaller.
    """
    precision = 128 + 4 * (rows.bit_length() + setting.epsilon.numerator.bit_length())
    low, high = enclose(lambda: _turning_point(setting, rows), relative_bits=precision)
    first = max(1, low.numerator // low.denominator)
    last = max(1, high.numerator // high.denominator + 1)
    best = first
    with ctx.workprec(precision):
        value = bound_at(setting, rows, first)
        for rounds in range(first + 1, last + 1):
            other = bound_at(setting, rows, rounds)
            if other < value:
                best, value = rounds, other
    return best


def minimised(setting: Setting, rows: int) -> BoundRow:
    """The row for n = ``rows``."""
    rounds = best_rounds(setting, rows)
    return BoundRow(
        rows=rows,
        rounds=rounds,
        eta=enclose(lambda: largest_eta(setting, rows, rounds)),
        gamma=enclose(lambda: best_gamma(setting, rounds)),
        bound=enclose(lambda: bound_at(setting, rows, rounds)),
        rate=enclose(lambda: rate_bound(setting, rows)),
    )


def is_below(setting: Setting, rows: int, threshold: Fraction | int) -> bool:
    """Whether the minimised bound for n = ``rows`` is below ``threshold``, certified either way."""
    rounds = best_rounds(setting, rows)
    limit = to_fmpq(Fraction(threshold))
    precision = 64
    while precision <= _MAX_PRECISION:
        with ctx.workprec(precision):
            value = bound_at(setting, rows, rounds)
            if value < limit:
                return True
            if value >= limit:
                return False
        precision *= 2
    raise ArithmeticError(f"the bound for n = {rows} is too close to {threshold} to decide")


def first_below(setting: Setting, threshold: Fraction | int) -> int:
    """The least n whose minimised bound is below ``threshold``; it is below for every larger n as well.

    For each J the bound falls in n, hence so does its minimum over J, and bisection is exact.
    """
    if threshold <= 0:
        raise ValueError("the bound is positive, so the threshold must be")
    high = 1
    while not is_below(setting, high, threshold):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if is_below(setting, middle, threshold):
            high = middle
        else:
            low = middle
    return high


def bound_table(setting: Setting, sizes: Sequence[int]) -> BoundTable:
    """The table over the given n, in the given order."""
    return BoundTable(
        setting=setting,
        rows=tuple(minimised(setting, rows) for rows in sizes),
        first_below=tuple((threshold, first_below(setting, threshold)) for threshold in THRESHOLDS),
    )


def _interval(interval: Interval) -> list[str]:
    low, high = interval
    return [decimal_string(low, 15, rounding="down"), decimal_string(high, 15, rounding="up")]


def bounds_json(table: BoundTable) -> dict[str, Any]:
    """The JSON document of ``bounds --json``; every interval encloses the number."""
    setting = table.setting
    return {
        "labels": str(setting.labels),
        "queries": str(setting.queries),
        "epsilon": str(setting.epsilon),
        "trivial_bound": TRIVIAL,
        "first_below": {str(threshold): str(rows) for threshold, rows in table.first_below},
        "rows": [
            {
                "n": str(row.rows),
                "J": str(row.rounds),
                "eta": _interval(row.eta),
                "gamma": _interval(row.gamma),
                "bound": _interval(row.bound),
                "rate": _interval(row.rate),
                "below_trivial": row.below_trivial,
            }
            for row in table.rows
        ],
    }


def bounds_text(table: BoundTable) -> str:
    """The table of ``bounds``: bounds rounded up, eta down, gamma to nearest."""
    setting = table.setting
    lines = [
        f"expected worst-query error of the eps-DP mechanism: T = {setting.labels}, k = {setting.queries},"
        f" eps = {decimal_string(setting.epsilon, 6)}; trivial bound {TRIVIAL}",
        "bound: 5 alpha + 64/(lambda n) of blueprint 8.2 at the best J, eta, gamma;"
        " rate: 72 sqrt(l L/(eps n)) of 8.3",
        "",
        f"{'n':>12} {'J':>10} {'eta':>12} {'gamma':>12} {'bound':>12} {'rate':>12}",
    ]
    for row in table.rows:
        shown = (
            str(row.rows),
            str(row.rounds),
            decimal_string(row.eta[0], 6, rounding="down"),
            decimal_string((row.gamma[0] + row.gamma[1]) / 2, 6),
            decimal_string(row.bound[1], 6, rounding="up"),
            decimal_string(row.rate[1], 6, rounding="up"),
        )
        widths = (12, 10, 12, 12, 12, 12)
        lines.append(" ".join(f"{text:>{width}}" for text, width in zip(shown, widths, strict=True)))
    lines.append("")
    meaning = {2: "non-trivial", 1: "better than answering 0 to every query"}
    for threshold, rows in table.first_below:
        lines.append(f"the bound is below {threshold} ({meaning[threshold]}) from n = {rows} on, not before")
    return "\n".join(lines) + "\n"


def add_subcommand(subparsers: argparse._SubParsersAction[Any]) -> None:
    """The command ``bounds``."""
    parser = subparsers.add_parser("bounds", help="the proved error bound, minimised over the parameters")
    parser.add_argument("--n", required=True, metavar="N[,N...]", help="numbers of rows, such as 1000,1e6")
    parser.add_argument("--k", required=True, metavar="K", help="number of queries")
    parser.add_argument("--T", required=True, metavar="T", help="number of labels of the universe")
    parser.add_argument(
        "--epsilon", required=True, metavar="E", help="privacy budget, a decimal or a quotient"
    )
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.set_defaults(handler=_bounds)


def _bounds(options: argparse.Namespace) -> int:
    sizes = [_count(text, "--n") for text in options.n.split(",")]
    setting = Setting(
        labels=_count(options.T, "--T"),
        queries=_count(options.k, "--k"),
        epsilon=parse_epsilon(options.epsilon),
    )
    table = bound_table(setting, sizes)
    text = json.dumps(bounds_json(table), indent=1) + "\n" if options.json else bounds_text(table)
    sys.stdout.write(text)
    sys.stdout.flush()
    return 0


def _count(text: str, what: str) -> int:
    value = parse_natural(text, what=what)
    if value > MAX_COUNT:
        raise InputError(f"{what} is over 10^{len(str(MAX_COUNT)) - 1}, the largest number accepted.")
    return value
