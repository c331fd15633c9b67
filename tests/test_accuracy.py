"""Blueprint 7-8 on instances: values by hand, against brute force and mpmath, and refuted strengthenings."""

import json
from fractions import Fraction as F
from itertools import product
from math import comb

import bruteforce as bf
import mpmath
import pytest
from flint import arb, ctx, fmpq
from helpers import make, problem_of
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mpf
from sympy import Integer, Rational

from pyref.accuracy import (
    accuracy_table,
    constants,
    expectation,
    exponential_gap,
    mean_largest_scores,
    mean_regrets,
    scores,
    square_gap,
    star,
    true_square_gap,
)
from pyref.accuracy_report import accuracy_json, accuracy_text
from pyref.cli import main
from pyref.envelope import ball_sums, envelopes
from pyref.histograms import histogram_of
from pyref.inequalities import certified, tightest
from pyref.instance import instance_to_mapping
from pyref.law import SelectionLaw
from pyref.maurey import family
from pyref.targets import TargetLaw

A = (1, 0)


def one_round(**keywords):
    """One row a, one query (-1, 1), one round; beta = 2 gives p_a = (1/5, 4/5), p_b = (4/5, 1/5)."""
    return make(queries=[[-1, 1]], x=[0], **keywords)


def law_of(instance):
    return TargetLaw(SelectionLaw(instance))


def near_one():
    """beta so near 1 that (star) holds; three rounds, two queries."""
    return make(queries=[[-1, 1], [0, 1]], x=[0, 1, 1], beta="1001/1000", g0="3/2", J=3)


def many_rounds():
    """(star) holds and still a neighbour's law, discounted, exceeds p_x somewhere; x = a, y = b.

    With g0 = 101/100 every weight rounds to 1, so that p_x and p_y are products of (b^-1, b)/(b + b^-1) and
    its mirror image, b = beta = 281/280.  36 15 log(5) = 869.1 < 873.4 = (log(10/9)/log(b))^2 is (star).
    For a transcript with j times +q, r p_y > p_x means b^(4j - 30) > 10/9: true for j = 15 alone, since
    b^30 = 1.1129 and b^26 = 1.0971.
    """
    return one_round(beta="281/280", g0="101/100", r="9/10", J=15)


def rational(value):
    return Rational(int(value.p), int(value.q))


def rows_of(table):
    return {(row.name, row.statement): row for row in (*table.rows, *table.assembly)}


# Values.


def test_one_round_by_hand():
    """mu_0 is uniform, so the scores of x = a are (-1, 1), the gaps (2, 0) and every error and regret is 1.

    E[2^(gap/2)] = 2/5 + 4/5 = 6/5, E[gap^2] = 4/5.
    """
    law = law_of(one_round())
    target = law.target(A)
    assert scores(law, target, 0) == [fmpq(-1), fmpq(1)]
    assert square_gap(law, target, 0) == true_square_gap(law, target, 0) == fmpq(4, 5)
    with ctx.workprec(100):
        value = exponential_gap(law, target, 0)
        assert value.contains(arb(fmpq(6, 5))) and value.rad() < arb(2) ** -90
    assert list(mean_regrets(law.law)) == [1, 1]
    assert list(mean_regrets(law.law, A)) == [-1, 1]
    assert list(mean_largest_scores(law, target)) == [1, 1]


def test_constants_by_hand():
    """n = 2, B = 3, m = 5, beta = 4, g0 = 8, J = 2, T = 2, k = 1: eta = 60 log 2, gamma = 9 log 2.

    The regret's bound is 1/18 + (9/2) log 2, the gap's sqrt(3)/(30 log 2), the rounding 1/30.
    """
    instance = make(queries=[[-3, 3]], x=[0, 1], bound=3, beta="4", g0="8", m=5, J=2, r="1/4")
    with mpmath.workdps(40), ctx.workprec(150):
        found = constants(instance)
        log2 = mpmath.log(2)
        expected = {
            "eta": 60 * log2,
            "gamma": 9 * log2,
            "lam": 2 * log2,
            "regret": mpf(1) / 18 + 9 * log2 / 2,
            "gap": mpmath.sqrt(3) / (30 * log2),
            "alpha": mpf(1) / 18 + 9 * log2 / 2 + mpmath.sqrt(3) / (30 * log2) + mpf(1) / 30,
        }
        for name, value in expected.items():
            assert abs(mpf(getattr(found, name).mid().str(38, radius=False)) - value) < mpf(10) ** -35, name
        assert found.rounding == fmpq(1, 30)
        sides = star(instance)
        left = 36 * 2 * (60 * log2) ** 2 * mpmath.log(5)
        assert abs(mpf(int(sides.left.p)) / int(sides.left.q) / left - 1) < mpf(10) ** -35
        assert abs(mpf(int(sides.right.p)) / int(sides.right.q) / (4 * log2) ** 2 - 1) < mpf(10) ** -35


def test_table_against_mpmath():
    """Every number of the table of the one-round instance, r = 1/2, recomputed with mpmath.

    alpha = 1 + (log 2)/2 + 2 sqrt(3)/log 2 + 1.  The ball of radius 1 has mass 8/5, Z = 4/5 + 2/5 = 6/5.
    """
    table = accuracy_table(one_round())
    with mpmath.workdps(40):
        log2 = mpmath.log(2)
        alpha = 2 + log2 / 2 + 2 * mpmath.sqrt(3) / log2
        expected = {
            "mean regret, best mu*": (1, 1 + log2 / 2),
            "E exp((eta/2) gap) <= 2k": (mpf(6) / 5, 2),
            "E gap^2 <= (2/eta)^2 (L^2 + 2L)": (mpf(4) / 5, 12 / log2**2),
            "E gap^2 <= (2/eta)^2 (2 log(2k)^2 + 4)": (mpf(4) / 5, (2 / log2) ** 2 * (2 * log2**2 + 4)),
            "E gap^2 <= (4 log(4k)/eta)^2": (mpf(4) / 5, 64),
            "E gap^2, true scores": (mpf(4) / 5, (2 * mpmath.sqrt(3) / log2 + 1) ** 2),
            "E_x[err] <= alpha": (1, alpha),
            "E_x[err^2] <= alpha^2": (1, alpha**2),
            "E_v[err] <= alpha + 4R/n (row moves)": (1, alpha + 4),
            "sum H_R <= e^(lambda R/2)": (mpf(8) / 5, mpmath.sqrt(2)),
            "sum H_R err <= e^(lambda R/2) (alpha + 4R/n)": (mpf(8) / 5, mpmath.sqrt(2) * (alpha + 4)),
            "Z_x <= 5": (mpf(6) / 5, 5),
            "E[err] <= 5 alpha + 64/(lambda n)": (1, 5 * alpha + 64 / log2),
        }
        found = {row.statement: row for row in (*table.rows, *table.assembly)}
        assert set(expected) <= set(found)
        for statement, (left, right) in expected.items():
            row = found[statement]
            assert abs(mpf(row.left.numerator) / row.left.denominator - left) < mpf(10) ** -35, statement
            assert abs(mpf(row.right.numerator) / row.right.denominator / right - 1) < mpf(10) ** -35, (
                statement
            )
            assert row.ratio == row.left / row.right
        low, high = table.alpha
        assert low < F(mpmath.nstr(alpha, 30)) < high


def brute_regrets(problem, omega):
    """(against the data, against the best point mass): straight from 7.1."""
    s = bf.signed(problem)
    earlier = [bf.mu(problem, omega[:t]) for t in range(problem["J"])]
    played = sum(
        (
            v * p
            for values, mu in zip((s[t] for t in omega), earlier, strict=True)
            for v, p in zip(values, mu, strict=True)
        ),
        Integer(0),
    )
    per_label = [sum(s[t][d] for t in omega) for d in range(problem["T"])]
    data = sum((Rational(per_label[row], problem["n"]) for row in problem["x"]), Integer(0))
    scale = problem["J"] * problem["B"]
    return (data - played) / scale, (max(per_label) - played) / scale


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_quantities_against_brute_force(data):
    """Regrets, scores, errors, balls and normaliser over D^n, from tests/bruteforce.py."""
    labels, rounds = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 2))
    query = st.lists(st.integers(-2, 2), min_size=labels, max_size=labels)
    instance = make(
        queries=data.draw(st.lists(query, min_size=1, max_size=2)),
        x=data.draw(st.lists(st.integers(0, labels - 1), min_size=2, max_size=2)),
        bound=2,
        beta=data.draw(st.sampled_from(["2", "11/10"])),
        m=data.draw(st.integers(1, 2)),
        J=rounds,
    )
    problem = problem_of(instance)
    x = tuple(problem["x"])
    histogram = histogram_of(x, labels)
    law = law_of(instance)
    omegas = bf.transcripts(problem)
    expected = [brute_regrets(problem, omega) for omega in omegas]
    assert [rational(v) for v in mean_regrets(law.law, histogram)] == [e[0] for e in expected]
    assert [rational(v) for v in mean_regrets(law.law)] == [e[1] for e in expected]
    laws = bf.all_laws(problem)
    for radius, (mass, weighted) in enumerate(ball_sums(law.law, histogram, [1, 2]), start=1):
        best = {omega: max(laws[y][omega] for y in laws if bf.hamming(x, y) <= radius) for omega in omegas}
        assert rational(mass) == sum(best.values())
        assert rational(weighted) == sum(best[omega] * bf.error(problem, x, omega) for omega in omegas)
    target = law.target(histogram)
    truth, signs = bf.truth(problem, x), bf.signed(problem)
    for omega, largest in zip(omegas, mean_largest_scores(law, target), strict=True):
        total = Integer(0)
        for t in range(rounds):
            mu = bf.mu(problem, omega[:t])
            values = [sum(v * p for v, p in zip(s, mu, strict=True)) / problem["B"] for s in signs]
            total += max((1, -1)[i % 2] * truth[i // 2] - value for i, value in enumerate(values))
        assert rational(largest) == total / rounds
    scale = problem["n"] * problem["B"] * problem["m"]
    masses = bf.pi(problem, x, ())
    mu = bf.mu(problem, ())
    exact = [
        (1, -1)[i % 2] * truth[i // 2] - sum(v * p for v, p in zip(s, mu, strict=True)) / problem["B"]
        for i, s in enumerate(signs)
    ]
    assert rational(true_square_gap(law, target, 0)) == sum(
        p * (max(exact) - v) ** 2 for p, v in zip(masses, exact, strict=True)
    )
    # The rounded gaps from the masses: pi is proportional to beta^-gap.
    with mpmath.workdps(30):
        base = mpmath.log(mpf(problem["beta"].p) / problem["beta"].q)
        gaps = [mpmath.log(mpf((max(masses) / p).p) / (max(masses) / p).q) / base / scale for p in masses]
        square = mpmath.fsum(mpf(p.p) / p.q * g**2 for p, g in zip(masses, gaps, strict=True))
        assert (
            abs(mpf(rational(square_gap(law, target, 0)).p) / rational(square_gap(law, target, 0)).q - square)
            < 1e-20
        )
        exponential = mpmath.fsum(
            mpf(p.p) / p.q * mpmath.exp(scale * base / 2 * g) for p, g in zip(masses, gaps, strict=True)
        )
        with ctx.workprec(100):
            assert abs(mpf(exponential_gap(law, target, 0).mid().str(28, radius=False)) - exponential) < 1e-20


# Inequalities hold.


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_every_claimed_row_holds_on_random_instances(data):
    labels = data.draw(st.integers(1, 3))
    query = st.lists(st.integers(-1, 1), min_size=labels, max_size=labels)
    queries = data.draw(st.lists(query, min_size=1, max_size=2))
    instance = make(
        queries=queries,
        x=data.draw(st.lists(st.integers(0, labels - 1), min_size=1, max_size=3)),
        beta=data.draw(st.sampled_from(["100", "2", "101/100", "1000001/1000000"])),
        g0=data.draw(st.sampled_from(["100", "3/2", "101/100"])),
        r=data.draw(st.sampled_from(["1", "9/10", "1/2", "1/1000"])),
        m=data.draw(st.integers(1, 2)),
        J=data.draw(st.integers(1, 2 if len(queries) == 2 else 4)),
    )
    table = accuracy_table(instance, radius=data.draw(st.integers(1, 2)))
    assert [row for row in table.claimed if not row.holds] == []
    assert table.holds
    assert len(table.rows) == 12
    assert len(table.assembly) == (3 if instance.parameters.r == 1 else 4)


def test_the_condition_decides_what_is_claimed():
    """(star) holds near beta = 1; at beta = 2, r = 1/2 it fails, and so does the ball: 8/5 > sqrt(2)."""
    table = accuracy_table(near_one())
    assert table.star.holds and len(table.claimed) == 16 and table.holds
    table = accuracy_table(one_round())
    ball = rows_of(table)["8.1", "sum H_R <= e^(lambda R/2)"]
    assert not table.star.holds and not ball.holds
    assert ball not in table.claimed and table.holds


def test_assembly_where_the_envelope_is_not_the_base_law():
    """Under (star) with Z_x = 1 + (r b^15 - b^-15)/(b + 1/b)^15 > 1, so that 8.1 and 8.2 bound something.

    The ball's mass is the sum of the larger of p_x and p_y: binomial, with |2j - 15| in the exponent.
    """
    table = accuracy_table(many_rounds())
    assert table.star.holds and table.holds
    rows = rows_of(table)
    b = F(281, 280)
    normaliser = 1 + (F(9, 10) * b**15 - b**-15) / (b + 1 / b) ** 15
    assert rows["8.2", "Z_x <= 5"].left == normaliser > 1
    ball = sum(comb(15, j) * b ** abs(2 * j - 15) for j in range(16)) / (b + 1 / b) ** 15
    assert rows["8.1", "sum H_R <= e^(lambda R/2)"].left == ball > 1


def test_balls_of_an_instance():
    """x = a of the one-round example: H_1 has mass 8/5, every error is 1; near means 4 eta^2 <= log 5.

    4 (log b)^2 is 1.92 at b = 2 and 0.657 at b = 3/2, against log(5) = 1.609.
    """
    (far,) = accuracy_table(one_round()).balls
    assert (far.radius, far.near, far.mass, far.error) == (1, False, F(8, 5), F(8, 5))
    with mpmath.workdps(40):
        alpha = 2 + mpmath.log(2) / 2 + 2 * mpmath.sqrt(3) / mpmath.log(2)
        for bound, value in ((far.mass_bound, 1), (far.error_bound, alpha + 4)):
            exact = mpmath.sqrt(2) * value
            assert 0 <= exact - mpf(bound.numerator) / bound.denominator < mpf(10) ** -30
    (near,) = accuracy_table(one_round(beta="3/2")).balls
    assert near.near and near.mass == F(18, 13)


def test_balls_grow_with_the_radius_and_become_far():
    """n = 3, beta = 5/4, J = 1: 4 (3 log(5/4))^2 R^2/9 = 0.199 R^2 against log 5; far from R = 3 on."""
    table = accuracy_table(make(queries=[[-1, 1]], x=[0, 0, 1], beta="5/4"))
    assert [ball.near for ball in table.balls] == [True, True, False]
    assert table.balls[0].mass < table.balls[1].mass <= table.balls[2].mass
    row = rows_of(table)["8.1", "sum H_R <= e^(lambda R/2)"]
    assert row.ratio >= max(ball.mass / ball.mass_bound for ball in table.balls)


def test_every_comparison_is_made():
    """Two databases, one state, two transcripts, one radius; three and two distinct surrogate targets."""
    table = accuracy_table(one_round())
    counts = {row.statement: row.count for row in (*table.rows, *table.assembly)}
    assert counts["mean regret, best mu*"] == 2
    assert counts["mean regret, mu* the data"] == 4
    assert counts["E exp((eta/2) gap) <= 2k"] == 2
    assert counts["E_v[err] <= alpha + 4R/n (row moves)"] == 6
    assert counts["E_v[err] <= alpha + 4R/n (signed points)"] == 4
    assert counts["sum H_R <= e^(lambda R/2)"] == 2


# False strengthenings.


def refuted(left, right):
    return not tightest("", "", [certified(left, right)]).holds


def test_hedge_needs_both_terms():
    """J = 1, T = 2, gamma = log 4: the regret is 1, log(2)/gamma = 1/2 and gamma/2 = log 2."""
    instance = one_round(g0="4")
    with ctx.workprec(100):
        c = constants(instance)
        worst = max(mean_regrets(SelectionLaw(instance)))
        assert not refuted(worst, c.regret)
        assert refuted(worst, c.regret - c.gamma / 2) and refuted(worst, c.gamma / 2)


def test_gap_moments_need_their_constants():
    """N = 2: E exp((eta/2) gap) = 6/5 > 2 - 1.  beta = 3: E gap^2 = 4/10 > (log 2)^2/(2 eta^2) = 0.199."""
    law = law_of(one_round())
    assert refuted(exponential_gap(law, law.target(A), 0), fmpq(1))
    law = law_of(one_round(beta="3"))
    with ctx.workprec(100):
        eta = constants(law.law.instance).eta
        value = square_gap(law, law.target(A), 0)
        assert value == fmpq(2, 5)
        assert refuted(value, arb(2).log() ** 2 / (2 * eta**2))


def test_rounding_is_not_free():
    """mu_1 after -q is (4/5, 1/5) at g0 = 2: the score 3/5 of +q rounds to 1, and the gaps differ."""
    law = law_of(one_round(J=2))
    target = law.target(A)
    state = law.next_state[0][1]
    assert true_square_gap(law, target, state) != square_gap(law, target, state)
    values = [(true_square_gap(law, target, s), square_gap(law, target, s)) for s in range(law.states)]
    assert any(refuted(left, right) for left, right in values)


def test_error_needs_the_gap():
    """beta near 1 selects almost at random: E err = 0.999 > 0.773, the regret's bound; squares likewise."""
    instance = near_one()
    law = SelectionLaw(instance)
    cls = law.class_of((0, 3))
    errors = tuple(law.error_on_path(cls, law.path(t)) for t in law.transcripts())
    targets = TargetLaw(law)
    masses = targets.masses(targets.target((0, 3)))
    with ctx.workprec(100):
        c = constants(instance)
        assert not refuted(expectation(masses, errors), c.alpha)
        assert refuted(expectation(masses, errors), c.regret)
        assert refuted(expectation(masses, errors, 2), c.regret**2)


def test_a_surrogate_can_err_more():
    """7.4 without its loss: some surrogate's expected error exceeds the base law's."""
    instance = near_one()
    law = SelectionLaw(instance)
    targets = TargetLaw(law)
    cls = law.class_of((0, 3))
    errors = tuple(law.error_on_path(cls, law.path(t)) for t in law.transcripts())
    own = expectation(targets.masses(targets.target((0, 3))), errors)
    others = [expectation(targets.masses(v), errors) for v in family(targets, (0, 3), 1).targets]
    assert any(refuted(other, own) for other in others)


def test_balls_and_envelope_need_their_factors():
    """Under (star) the mass of a ball and Z_x exceed 1, and errors weighted by them the base error."""
    instance = many_rounds()
    law = SelectionLaw(instance)
    ((mass, weighted),) = ball_sums(law, A, [1])
    (table,) = envelopes(law, [A])
    targets = TargetLaw(law)
    cls = law.class_of(A)
    errors = tuple(law.error_on_path(cls, law.path(t)) for t in law.transcripts())
    base = expectation(targets.masses(targets.target(A)), errors)
    assert refuted(mass, fmpq(1)) and refuted(weighted, base)
    assert refuted(table.flint_normalizer, fmpq(1))
    assert refuted(table.flint_normalizer * table.flint_expected_error, base)


def test_certified_rounds_to_the_unfavourable_side():
    with ctx.workprec(64):
        root = arb(2).sqrt()
        holds = certified(root, fmpq(14142136, 10**7))
        fails = certified(root, fmpq(14142135, 10**7))
        same = certified(root, arb(2).sqrt())
    assert holds.left**2 > 2 and same.right**2 < 2
    rows = [tightest("", "", [c]) for c in (holds, fails, same)]
    assert [row.holds for row in rows] == [True, False, False]
    exact = certified(fmpq(1, 3), fmpq(1, 3))
    assert (exact.left, exact.right) == (fmpq(1, 3), fmpq(1, 3)) and tightest("", "", [exact]).holds


# Scope and output.


def test_sample_contains_the_instance_and_says_so(monkeypatch):
    monkeypatch.setattr("pyref.accuracy._BUDGET", 1)
    table = accuracy_table(make(queries=[[0, 1]], x=[0, 1, 1]), radius=2)
    assert (table.databases, table.of) == (1, 4)
    assert table.scope == "1 of 4 databases x, every transcript, every ball, surrogates of R = 2"


def test_too_many_transcripts_are_skipped(monkeypatch):
    monkeypatch.setattr("pyref.accuracy._LIMIT", 1)
    table = accuracy_table(one_round())
    assert table is None
    assert accuracy_json(table) is None and "skipped" in accuracy_text(table)


@pytest.fixture
def written(tmp_path):
    def write(instance):
        path = tmp_path / "instance.json"
        path.write_text(json.dumps(instance_to_mapping(instance)), encoding="utf-8")
        return str(path)

    return write


def test_audit_reports_the_table(written, capsys):
    assert main(["audit", written(one_round()), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["accuracy"]
    assert found["holds"] is True and found["star"]["holds"] is False
    rows = {row["statement"]: row for row in found["inequalities"]}
    assert rows["E_x[err] <= alpha"]["left_at_most"] == "1" and rows["E_x[err] <= alpha"]["claimed"] is True
    assert rows["Z_x <= 5"] == {
        "blueprint": "8.2",
        "statement": "Z_x <= 5",
        "comparisons": 2,
        "left_at_most": "1.2",
        "right_at_least": "5",
        "largest_ratio_at_most": "0.24",
        "where": "x = (0, 1)",
        "holds": True,
        "claimed": False,
    }
    assert main(["audit", written(one_round())]) == 0
    text = capsys.readouterr().out
    assert "accuracy, blueprint 7-8 (all 2 databases x" in text and "not certified" in text


def test_a_false_bound_fails_the_audit(written, capsys, monkeypatch):
    """A normaliser constant that is too small, claimed under (star), is an audit failure with its place."""
    monkeypatch.setattr("pyref.accuracy.NORMALIZER", 0)
    assert main(["audit", written(near_one())]) == 1
    captured = capsys.readouterr()
    assert "the audit failed: 8.2 (Z_x <= 0) does not hold at x = (" in captured.err
    assert "FAILS x = (" in captured.out


def test_claim_of_every_radius():
    """n = 3: radii 1, 2, 3 at each of the four databases."""
    table = accuracy_table(make(queries=[[0, 1]], x=[0, 1, 1]))
    assert rows_of(table)["8.1", "sum H_R <= e^(lambda R/2)"].count == len(list(product(range(4), range(3))))
