"""Both sides of the inequalities of blueprint 4-6: values by hand, against brute force, and refutations."""

from fractions import Fraction as F
from itertools import product

import bruteforce as bf
import pytest
from flint import fmpq
from helpers import make, problem_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pyref.inequalities import Comparison, tightest
from pyref.law import SelectionLaw
from pyref.maurey import domination, family, mean_move, row_moves, signed_points
from pyref.maximum import (
    ball_far,
    ball_near,
    even_holder,
    family_maximum,
    far_bound,
    integer_holder,
    largest_moment,
)
from pyref.moments import (
    integer_moment,
    kantorovich_constant,
    log_convexity,
    mean_times_mean_inverse,
    ratio_moment,
    second_moment,
    transcript_moment,
    transcript_moment_bound,
)
from pyref.slack import slack_table
from pyref.targets import TargetLaw


def law_of(**keywords):
    return TargetLaw(SelectionLaw(make(**keywords)))


def one_round(beta="2", m=1):
    """One row, one query (-1, 1), one round: mu_0 is uniform and every weight is 1.

    With beta = 2 and x = a the target factors are (1/2, 2), so pi = (1/5, 4/5); for y = b they swap.  The
    ratio X = g_y/g_x is (4, 1/4), C = (1/4 + 4)^2 / 4 = 289/64.
    """
    return law_of(queries=[[-1, 1]], x=[0], beta=beta, m=m)


A, B = (1, 0), (0, 1)
PI = [fmpq(1, 5), fmpq(4, 5)]
X = [fmpq(4), fmpq(1, 4)]


def test_targets_by_hand():
    law = one_round()
    assert law.target(A) == (-1, 1) and law.target(B) == (1, -1)
    assert list(law.selection(law.target(A), 0)) == PI
    assert law.masses(law.target(B)) == [fmpq(4, 5), fmpq(1, 5)]


def test_kantorovich_by_hand():
    """E[X] = 4/5 + 1/5 = 1, E[1/X] = 1/20 + 16/5 = 13/4, E[X^2] = 16/5 + 1/20 = 13/4."""
    assert kantorovich_constant(fmpq(1, 4), fmpq(4)) == fmpq(289, 64)
    assert mean_times_mean_inverse(PI, X) == Comparison(fmpq(13, 4), fmpq(289, 64), "")
    assert second_moment(PI, X) == Comparison(fmpq(13, 4), fmpq(289, 64), "")


def test_kantorovich_is_attained():
    """Equality for X = (m, M) with the weights M/(m+M), m/(m+M)."""
    weights, values = [fmpq(3, 4), fmpq(1, 4)], [fmpq(1), fmpq(3)]
    comparison = second_moment(weights, values)
    assert comparison.left == comparison.right == 3


def test_integer_moment_by_hand():
    """E[X^3] = 64/5 + 4/(5 64) = 205/16 against C^3."""
    assert integer_moment(PI, X, 3) == Comparison(fmpq(205, 16), fmpq(289, 64) ** 3, "")


def test_transcript_moment_by_hand():
    """One round: E[(p_y/p_x)^2] = (16/25)/(1/5) + (1/25)/(4/5) = 16/5 + 1/20."""
    law = one_round()
    assert transcript_moment(law, law.target(A), law.target(B), 2) == fmpq(13, 4)


def test_families_by_hand():
    """Row moves of R = 1: (a,b) adds (2,-2), (b,a) adds (-2,2), the zero move (a,a), (b,b) add 0."""
    law = one_round()
    assert row_moves(law, 1) == [(0, 0), (0, 0), (2, -2), (-2, 2), (0, 0)]
    assert signed_points(law, 1) == [(-2, 2), (2, -2), (2, -2), (-2, 2)]
    moves = family(law, A, 1)
    assert moves.targets == {(-1, 1): 3, (1, -1): 1, (-3, 3): 1}
    assert (moves.labels, moves.theta, moves.spread) == (5, fmpq(289, 64), fmpq(4))


@pytest.mark.parametrize("m", [1, 2, 3])
def test_codes_are_counted(m):
    """(T^2 + 1)^m and (2T)^m codes, T = 3."""
    law = law_of(queries=[[0, 1, -1]], x=[0, 1], m=m)
    assert sum(family(law, (1, 1, 0), 2).targets.values()) == 10**m
    assert sum(family(law, (1, 1, 0), 2, kind="signed points").targets.values()) == 6**m


def test_domination_by_hand():
    """p_b = (4/5, 1/5); the best surrogates are (4/5, 1/5) and, from (-3,3), (1/65, 64/65)."""
    law = one_round()
    first, second = domination(law, A, B, family(law, A, 1))
    theta = fmpq(289, 64)
    assert (first.left, first.right) == (fmpq(4, 5), theta * fmpq(4, 5))
    assert (second.left, second.right) == (fmpq(1, 5), theta * fmpq(64, 65))


def test_mean_move_by_hand():
    """R = 2 and one changed row: (16 + 1)/2 for +, (1/16 + 1)/2 for -, against Theta 4 and Theta / 4."""
    law = law_of(queries=[[-1, 1]], x=[0, 0])
    theta = family(law, (2, 0), 2).theta
    assert theta == (fmpq(16) + fmpq(1, 16)) ** 2 / 4
    plus, minus = mean_move(law, (2, 0), (1, 1), 2, theta)
    assert (plus.left, plus.right) == (fmpq(17, 2), 4 * theta)
    assert (minus.left, minus.right) == (fmpq(17, 32), theta / 4)


def test_holder_by_hand():
    """Weights 1/2, x = (1, 3), y = (2, 1): E[x y^2] = 7/2, E[x^3] = 14, E[y^3] = 9/2; E[xy] = 5/2."""
    w, x, y = [fmpq(1, 2)] * 2, [fmpq(1), fmpq(3)], [fmpq(2), fmpq(1)]
    assert integer_holder(w, x, y, 3) == Comparison(fmpq(7, 2) ** 3, 14 * fmpq(9, 2) ** 2, "")
    assert even_holder(w, x, y, 1) == Comparison(fmpq(25, 4), 5 * fmpq(5, 2), "")


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_masses_and_moments_against_brute_force(data):
    labels, rounds = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 2))
    queries = data.draw(
        st.lists(st.lists(st.integers(-2, 2), min_size=labels, max_size=labels), min_size=1, max_size=2)
    )
    x = data.draw(st.lists(st.integers(0, labels - 1), min_size=2, max_size=2))
    y = data.draw(st.lists(st.integers(0, labels - 1), min_size=2, max_size=2))
    instance = make(
        queries=queries, x=x, bound=2, beta=data.draw(st.sampled_from(["2", "100", "1001/1000"])), J=rounds
    )
    law = TargetLaw(SelectionLaw(instance))
    problem = problem_of(instance)
    histograms = [tuple(rows.count(d) for d in range(labels)) for rows in (x, y)]
    p, q = bf.law(problem, x), bf.law(problem, y)
    found = law.masses(law.target(histograms[1]))
    assert [(int(v.p), int(v.q)) for v in found] == [(v.p, v.q) for v in q.values()]
    for order in (1, 2, 5):
        expected = sum(p[omega] * (q[omega] / p[omega]) ** order for omega in p)
        value = transcript_moment(law, *map(law.target, histograms), order)
        assert (int(value.p), int(value.q)) == (expected.p, expected.q)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_every_inequality_holds_on_random_instances(data):
    """Repeated and constant queries, T = 1, beta near 1 and beta = 100 are all drawn."""
    labels = data.draw(st.integers(1, 3))
    query = st.lists(st.integers(-1, 1), min_size=labels, max_size=labels)
    queries = data.draw(st.lists(query, min_size=1, max_size=2))
    rows = data.draw(st.lists(st.integers(0, labels - 1), min_size=1, max_size=3))
    beta = data.draw(st.sampled_from(["2", "100", "1000001/1000000", "7/5"]))
    rounds = data.draw(st.integers(1, 2 if len(queries) == 2 else 4))
    instance = make(queries=queries, x=rows, beta=beta, m=data.draw(st.integers(1, 2)), J=rounds)
    radius = data.draw(st.integers(1, 2))
    table = slack_table(instance, radius=radius, order=data.draw(st.sampled_from([2, 3, 8])))
    assert [row for row in table.rows if not row.holds] == []
    assert len(table.rows) == 18


def test_a_single_label_makes_every_ratio_trivial():
    table = slack_table(make(queries=[[1]], x=[0, 0], J=2))
    assert table.databases == table.of == 1
    assert all(row.ratio is None or row.ratio <= 1 for row in table.rows)


# False strengthenings: the comparison must say so.


def test_smaller_moment_exponent_is_refuted():
    """r = 2 with C^(r(r-1)/2 - 1) = 1 claims E[X^2] <= E[X]^2, but 13/4 > 1."""
    comparison = integer_moment(PI, X, 2, exponent=0)
    assert comparison.left > comparison.right
    law = one_round()
    stronger = transcript_moment_bound(law, law.target(A), law.target(B), 2, exponent=0)
    assert not tightest("", "", [stronger]).holds


def test_family_without_moves_is_refuted():
    """beta = 5/4, m = 4: with the zero move alone Theta^4 p_a(+) = 0.31 < 0.86 = p_b(+)."""
    law = one_round(beta="5/4", m=4)
    full = family(law, A, 1)
    centre = {law.target(A): 1}
    small = type(full)(name="none", labels=1, targets=centre, theta=full.theta, spread=full.spread)
    assert all(c.left <= c.right for c in domination(law, A, B, full))
    assert [c.left <= c.right for c in domination(law, A, B, small)] == [False, True]


def test_maximum_with_one_law_too_few_is_refuted():
    """max(p_a, p_b) = (4/5, 4/5) sums to 8/5 > 1 = E_{p_a}[1]."""
    law = one_round()
    full = family(law, A, 1)
    both = type(full)(
        name="", labels=2, targets={law.target(A): 1, law.target(B): 1}, theta=full.theta, spread=full.spread
    )
    comparison = far_bound(law, both, [fmpq(1), fmpq(1)])
    assert (comparison.left, comparison.right) == (fmpq(8, 5), fmpq(2))
    assert comparison.left > 1


def test_kantorovich_constants_cannot_be_smaller():
    """Equality: E[X] E[1/X] = 2 (2/3) = 4/3 = C for a fair X in {1, 3}; 4.2, j = 1, is 4.1 again."""
    first = mean_times_mean_inverse([fmpq(1, 2)] * 2, [fmpq(1), fmpq(3)])
    assert first.left == first.right == fmpq(4, 3)
    second = log_convexity([fmpq(3, 4), fmpq(1, 4)], [fmpq(1), fmpq(3)], 1)
    assert second.left == second.right == 3


def test_ratio_moment_without_the_constant_is_refuted():
    """P = (4/5, 1/5), Q = (1/5, 4/5): E_Q[(P/Q)^2] = 13/4 > 1."""
    assert ratio_moment(PI[::-1], PI, 2).left == fmpq(13, 4)


def test_mean_move_without_theta_is_refuted():
    """(16 + 1)/2 > 4."""
    law = law_of(queries=[[-1, 1]], x=[0, 0])
    assert [c.left <= c.right for c in mean_move(law, (2, 0), (1, 1), 2, fmpq(1))] == [False, False]


def test_signed_family_of_one_sign_is_refuted():
    """beta = 5/4, m = 4, without the points -a and +b, which lead from a to b."""
    law = one_round(beta="5/4", m=4)
    full = family(law, A, 1, kind="signed points")
    start = law.target(A)
    kept = {t: ways for t, ways in full.targets.items() if t[0] <= start[0]}
    assert 0 < len(kept) < len(full.targets)
    theta = family(law, A, 1).theta
    small = type(full)(name="", labels=2, targets=kept, theta=theta, spread=full.spread)
    assert all(c.left <= c.right for c in domination(law, A, B, full))
    assert not all(c.left <= c.right for c in domination(law, A, B, small))


def test_holder_with_one_power_less_is_refuted():
    """x = y = 2: 8^3 > 8 8 for a = 3, and 4^4 > 2^4 4 for c = 2."""
    w, two = [fmpq(1, 2)] * 2, [fmpq(2)] * 2
    first = integer_holder(w, two, two, 3)
    assert first.left == 512 > first.right / 8
    second = even_holder(w, two, two, 2)
    assert second.left == 256 > second.right / 4


def test_maximum_without_the_number_of_laws_is_refuted():
    """Around the uniform law, two opposite laws: the maximum's square exceeds either moment alone."""
    law = one_round(beta="3")
    centre = (0, 0)
    pair = type(family(law, A, 1))(
        name="", labels=2, targets={(-2, 2): 1, (2, -2): 1}, theta=fmpq(1), spread=fmpq(9)
    )
    ones = [fmpq(1), fmpq(1)]
    comparison = family_maximum(law, centre, pair, ones, 1)
    # Masses 81/82 and 1/82: (162/82)^2 against 2 2 (81^2 + 1)/82^2.
    assert comparison.left == fmpq(162, 82) ** 2
    assert comparison.right == 4 * fmpq(81**2 + 1, 82**2)
    assert comparison.left <= comparison.right and comparison.left > comparison.right / 2
    largest = largest_moment(law, centre, pair, ones, 1)
    assert largest.right == comparison.right and largest.left > largest.right / 2


def test_ball_without_surrogates_is_refuted():
    """sum H_1 = 8/5 > 1, the sum for the zero move alone and Theta = 1; 6.4 itself holds."""
    law = one_round()
    full = family(law, A, 1)
    ball, ones = [law.target(A), law.target(B)], [fmpq(1), fmpq(1)]
    alone = type(full)(name="", labels=1, targets={law.target(A): 1}, theta=fmpq(1), spread=fmpq(1))
    far = ball_far(law, ball, alone, ones)
    near = ball_near(law, law.target(A), ball, alone, ones, 1)
    assert (far.left, far.right) == (fmpq(8, 5), 1)
    assert (near.left, near.right) == (fmpq(64, 25), 1)
    assert ball_far(law, ball, full, ones).left <= ball_far(law, ball, full, ones).right


def test_tightest_keeps_the_worst_and_never_hides_a_violation():
    rows = [
        Comparison(fmpq(1), fmpq(2), "half"),
        Comparison(fmpq(0), fmpq(0), "nothing"),
        Comparison(fmpq(3), fmpq(4), "tight"),
    ]
    row = tightest("n", "s", rows)
    assert (row.count, row.ratio, row.where, row.holds) == (3, F(3, 4), "tight", True)
    assert not tightest("n", "s", [*rows, Comparison(fmpq(1, 100), fmpq(0), "violated")]).holds


def test_sample_contains_the_instance_and_says_so(monkeypatch):
    monkeypatch.setattr("pyref.slack._BUDGET", 1)
    table = slack_table(make(queries=[[0, 1]], x=[0, 1, 1]))
    assert (table.databases, table.of) == (1, 4)
    assert "1 of 4 databases" in table.scope
    assert all("x = (1, 2)" in row.where for row in table.rows if row.ratio is not None)


def test_every_pair_and_transcript_is_compared():
    """Two databases with balls of two, four transcripts: sixteen comparisons of 5.1."""
    table = slack_table(make(queries=[[0, 1]], x=[0], J=2))
    assert {row.name: row.count for row in table.rows}["5.1"] == len(
        list(product(range(2), range(2), range(4)))
    )
