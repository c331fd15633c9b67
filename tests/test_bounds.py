"""The minimised bound: by hand, against mpmath and a grid search, thresholds, the table of the docs."""

import json
import re
import shlex
from fractions import Fraction as F
from pathlib import Path

import mpmath
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mpf

from pyref.bounds import (
    Setting,
    best_rounds,
    bound_at,
    bound_table,
    error_bound,
    first_below,
    is_below,
    minimised,
    rate_bound,
)
from pyref.cli import main

DOCS = Path(__file__).parent.parent / "docs" / "bounds.md"
HUNDRED = Setting(labels=100, queries=100, epsilon=F(1))


def reference(labels, queries, epsilon, rows, rounds, eta, gamma):
    """5 alpha + 64/(lambda n) in mpmath, or None where (star) fails."""
    lam = mpf(epsilon.numerator) / epsilon.denominator / 2
    size = max(mpf(1), mpmath.log(2 * queries))
    if 36 * rounds * eta**2 * mpmath.log(labels**2 + 1) > (lam * rows) ** 2:
        return None
    beta = 2 / eta * mpmath.sqrt(size**2 + 2 * size)
    alpha = mpmath.log(labels) / (gamma * rounds) + gamma / 2 + beta
    return 5 * alpha + 64 / (lam * rows)


def best_reference(labels, queries, epsilon, rows, rounds):
    """The same at gamma = sqrt(2 log T / J) and the largest eta of (star), a little reduced for rounding."""
    lam = mpf(epsilon.numerator) / epsilon.denominator / 2
    eta = mpmath.sqrt((lam * rows) ** 2 / (36 * rounds * mpmath.log(labels**2 + 1))) * (1 - mpf(10) ** -40)
    gamma = mpmath.sqrt(2 * mpmath.log(labels) / rounds)
    return reference(labels, queries, epsilon, rows, rounds, eta, gamma)


def within(interval, value):
    """The enclosure and the mpmath value agree to 12 digits, the value inside up to that."""
    low, high = (mpf(end.numerator) / end.denominator for end in interval)
    return abs(low - value) < abs(value) * mpf(10) ** -12 > abs(high - value)


def test_by_hand():
    """T = 100, k = 1, eps = 12, n = 64, J = 1: L = 1, lambda n = 384.

    With eta = 16 and gamma = 1 the bound is 5 (log 100 + 1/2 + sqrt(3)/8) + 1/6.
    """
    setting = Setting(labels=100, queries=1, epsilon=F(12))
    with ctx.workprec(100):
        found = error_bound(setting, 64, 1, eta=arb(16), gamma=arb(1))
    with mpmath.workdps(30):
        expected = 5 * (mpmath.log(100) + mpf(1) / 2 + mpmath.sqrt(3) / 8) + mpf(1) / 6
        assert abs(mpf(found.mid().str(28, radius=False)) - expected) < mpf(10) ** -20


def test_rate_by_hand():
    """T = 1 and k = 1: l = L = 1, and 72 sqrt(1/(4 36)) = 6."""
    low, high = minimised(Setting(labels=1, queries=1, epsilon=F(4)), 36).rate
    assert low <= 6 <= high and high - low < F(1, 10**12)
    assert rate_bound(HUNDRED, 10).contains(arb(fmpq(0))) is False


@pytest.mark.parametrize("rows", [1, 50, 1000, 10**5, 10**9])
@pytest.mark.parametrize("labels, queries, epsilon", [(100, 100, F(1)), (2, 1, F(3)), (10**6, 50, F(1, 10))])
def test_against_mpmath(labels, queries, epsilon, rows):
    """The value at the chosen J is the reference's, and no J nearby, nor any on a coarse grid, is better."""
    row = minimised(Setting(labels=labels, queries=queries, epsilon=epsilon), rows)
    with mpmath.workdps(50):
        value = best_reference(labels, queries, epsilon, rows, row.rounds)
        assert within(row.bound, value)
        near = range(max(1, row.rounds - 3), row.rounds + 4)
        far = [max(1, row.rounds * i // 10) for i in range(1, 40)]
        for rounds in (*near, *far):
            assert best_reference(labels, queries, epsilon, rows, rounds) >= value * (1 - mpf(10) ** -30)


def test_no_grid_point_is_better():
    """Every J up to 15 with eta and gamma on logarithmic grids, (star) imposed; n = 1000."""
    bound = minimised(HUNDRED, 1000).bound[0]
    best = None
    with mpmath.workdps(15):
        for rounds in range(1, 16):
            for i in range(0, 40):
                for j in range(-8, 16):
                    found = reference(
                        100, 100, F(1), 1000, rounds, mpf(2) ** (mpf(i) / 8), mpf(2) ** (mpf(j) / 8)
                    )
                    if found is not None and (best is None or found < best):
                        best = found
    assert float(bound) <= best < 1.05 * float(bound)


def test_a_larger_eta_would_violate_the_condition():
    """(star) is an equality at the chosen eta: 36 J eta^2 l against (lambda n)^2, from the enclosure."""
    row = minimised(HUNDRED, 1000)
    with mpmath.workdps(30):
        low, high = (
            36 * row.rounds * (mpf(e.numerator) / e.denominator) ** 2 * mpmath.log(10001) / 500**2
            for e in row.eta
        )
        assert low <= 1 <= high < 1 + mpf(10) ** -15


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 10**30),
    st.integers(1, 10**6),
    st.integers(1, 10**6),
    st.fractions(min_value=F(1, 1000), max_value=20, max_denominator=1000),
)
def test_chosen_rounds_beat_their_neighbours(rows, labels, queries, epsilon):
    setting = Setting(labels=labels, queries=queries, epsilon=epsilon)
    rounds = best_rounds(setting, rows)
    with ctx.workprec(600):
        value = bound_at(setting, rows, rounds)
        assert value <= bound_at(setting, rows, rounds + 1)
        assert rounds == 1 or value < bound_at(setting, rows, rounds - 1)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 10**12),
    st.integers(1, 10**4),
    st.integers(1, 10**4),
    st.sampled_from([F(1, 10), F(1), F(7)]),
)
def test_the_bound_is_below_the_closed_rate_when_the_rate_is_proved(rows, labels, queries, epsilon):
    """8.3 takes parameters admitted in 8.2 as soon as 36 rho <= 1, so the minimum is at most 72 rho."""
    row = minimised(Setting(labels=labels, queries=queries, epsilon=epsilon), rows)
    if row.rate[1] <= 2:
        assert row.bound[1] <= row.rate[0]


def test_thresholds_are_the_first():
    """The n before has a bound of at least the threshold, n itself a smaller one, by mpmath."""
    for threshold in (2, 1, F(1, 10)):
        first = first_below(HUNDRED, threshold)
        with mpmath.workdps(50):
            found = [best_reference(100, 100, F(1), n, best_rounds(HUNDRED, n)) for n in (first - 1, first)]
        assert found[1] < mpf(threshold.numerator) / threshold.denominator <= found[0]
        assert not is_below(HUNDRED, first - 1, threshold)
        assert all(is_below(HUNDRED, first + i, threshold) for i in (0, 1, 10, 10**4, 10**12))


def test_threshold_of_one_row():
    """A threshold above the bound for one row is met from n = 1 on."""
    assert first_below(HUNDRED, 10**9) == 1
    with pytest.raises(ValueError, match="positive"):
        first_below(HUNDRED, 0)


def test_smaller_constants_would_be_another_table():
    """The bound at the minimiser is not below the value with 4 alpha or without 64/(lambda n)."""
    row = minimised(HUNDRED, 10**6)
    tail = F(128, 10**6)
    assert row.bound[0] > (row.bound[1] - tail) * F(4, 5) + tail
    assert row.bound[0] > row.bound[1] - tail


def run(capsys, *arguments):
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


SMALL = ("bounds", "--k", "3", "--T", "4", "--epsilon", "1/2")


def test_json(capsys):
    status, out, err = run(capsys, *SMALL, "--n", "1e3,2000", "--json")
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert [row["n"] for row in document["rows"]] == ["1000", "2000"]
    assert document["epsilon"] == "1/2"
    setting = Setting(labels=4, queries=3, epsilon=F(1, 2))
    for row in document["rows"]:
        low, high = map(F, row["bound"])
        with mpmath.workdps(50):
            value = best_reference(4, 3, F(1, 2), int(row["n"]), int(row["J"]))
            assert mpf(low.numerator) / low.denominator <= value * (1 + mpf(10) ** -30)
            assert value <= mpf(high.numerator) / high.denominator
        assert high - low < F(1, 10**12)
    assert document["first_below"] == {"2": str(first_below(setting, 2)), "1": str(first_below(setting, 1))}


def test_text_rounds_the_bound_up(capsys):
    out = run(capsys, *SMALL, "--n", "12345")[1]
    line = next(line for line in out.splitlines() if line.split()[:1] == ["12345"])
    n, rounds, eta, _, bound, rate = line.split()
    row = minimised(Setting(labels=4, queries=3, epsilon=F(1, 2)), int(n))
    assert int(rounds) == row.rounds
    assert F(eta) <= row.eta[0]
    assert row.bound[1] <= F(bound) < row.bound[1] * F(100001, 100000)
    assert row.rate[1] <= F(rate)


def test_table_keeps_the_order_given():
    table = bound_table(HUNDRED, [30, 10, 20])
    assert [row.rows for row in table.rows] == [30, 10, 20]
    assert not any(row.below_trivial for row in table.rows)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ("--n", "0", "--k", "3", "--T", "4", "--epsilon", "1"),
            "--n is 0; it must be an integer of at least 1",
        ),
        (("--n", "1,,2", "--k", "3", "--T", "4", "--epsilon", "1"), "--n is '', not a number"),
        (("--n", "1.5", "--k", "3", "--T", "4", "--epsilon", "1"), "--n is 3/2; it must be an integer"),
        (("--n", "1", "--k", "x", "--T", "4", "--epsilon", "1"), "--k is 'x', not a number"),
        (("--n", "1", "--k", "3", "--T", "-4", "--epsilon", "1"), "--T is -4; it must be an integer"),
        (
            ("--n", "1", "--k", "3", "--T", "4", "--epsilon", "0"),
            "parameter epsilon is 0; it must be greater",
        ),
        (
            ("--n", "1", "--k", "3", "--T", "4", "--epsilon", "1e9"),
            "parameter epsilon is 1e9; it must lie between",
        ),
        (("--n", "1e101", "--k", "3", "--T", "4", "--epsilon", "1"), "--n is over 10^100"),
    ],
)
def test_bad_input_is_one_sentence(capsys, arguments, message):
    status, out, err = run(capsys, "bounds", *arguments)
    assert (status, out) == (2, "")
    assert message in err and err.count("\n") == 1


def test_a_missing_option_is_one_sentence(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["bounds", "--n", "1"])
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_documented_table_is_what_the_command_prints(capsys):
    text = DOCS.read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n\$ python -m pyref (.*)\n([^`]*)```", text)
    assert blocks
    for command, expected in blocks:
        status, out, _ = run(capsys, *shlex.split(command))
        assert (status, out) == (0, expected)
