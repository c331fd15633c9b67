"""Envelope, normaliser, errors, summary and audit against hand computations and brute force over D^n."""

from fractions import Fraction as F

import bruteforce as bf
import numpy as np
import pytest
from flint import fmpq
from helpers import make, problem_of, same
from hypothesis import given
from hypothesis import strategies as st
from test_law import CASES

from pyref.audit import PairComparer, audit
from pyref.envelope import _exact_winner, base_expected_error, envelopes
from pyref.histograms import histogram_of
from pyref.law import SelectionLaw
from pyref.summary import summarise


def envelope_of(instance):
    law = SelectionLaw(instance)
    return law, envelopes(law, [instance.histogram])[0]


def test_by_hand():
    """The first example of test_law, p_a = (2/3, 1/3), p_b = (1/3, 2/3), with r = 3/4.

    M_a = (2/3, max(1/3, 3/4 2/3)) = (2/3, 1/2), Z_a = 7/6, released (4/7, 3/7); b is the mirror image.  The
    largest ratio is (4/7)/(3/7) = 4/3 = 1/r, the bound r^-2 = 16/9, and zeta/r = 7/6 4/3 = 14/9.
    """
    instance = make(queries=[[1, 0]], x=[0], r="3/4")
    _, table = envelope_of(instance)
    assert [table.mass(0), table.mass(1)] == [F(2, 3), F(1, 2)]
    assert table.normalizer == F(7, 6)
    assert [table.released(0), table.released(1)] == [F(4, 7), F(3, 7)]
    assert table.expected_error == table.worst_error == F(1, 2)
    summary = summarise(instance)
    assert summary.attained_ratio == F(4, 3)
    assert summary.ratio_bound == F(16, 9)
    assert summary.normalizer == F(7, 6)
    assert summary.within_bound
    report = audit(instance)
    assert report.holds and report.databases == 2 and report.largest_normalizer == F(7, 6)
    (largest,) = report.largest_ratios
    assert (largest.ratio, largest.bound, largest.normalizer_bound) == (F(4, 3), F(16, 9), F(14, 9))
    assert {check.statement for check in report.checks} >= {"2.1", "2.2", "2.3", "2.6", "2.8"}


def test_exact_tie_prefers_the_nearer_database():
    # r = 1/2 makes r p_b(-) = 1/2 2/3 equal to p_a(-) = 1/3 exactly.
    law, table = envelope_of(make(queries=[[1, 0]], x=[0], r="1/2"))
    assert table.mass(1) == F(1, 3)
    assert table.winners[1] == law.class_of((1, 0)) and table.distances[1] == 0
    assert table.normalizer == 1


def test_r_one_makes_the_law_independent_of_the_data():
    instance = make(queries=[[1, 0]], x=[0, 1], r="1", J=2)
    law = SelectionLaw(instance)
    tables = envelopes(law, list(law.classes.class_of))
    assert len({tuple(t.mass(i) for i in range(4)) for t in tables}) == 1
    report = audit(instance)
    assert report.holds and report.largest_ratios[0].ratio == 1


def test_inverse_sensitivity_limit():
    """A huge beta makes the selection all but deterministic, so M_x(omega) is near r^len (blueprint 2.5).

    n = 3, q = (1, 0): the score of + against - is 2 (h_a - 3/2) up to rounding, so + wins when h_a >= 2.
    From h = (0, 3) the nearest database that selects + is two changes away.
    """
    _, table = envelope_of(make(queries=[[1, 0]], x=[1, 1, 1], r="1/2", beta=10**9))
    assert abs(table.mass(0) - F(1, 4)) < F(1, 10**8)
    assert abs(table.mass(1) - 1) < F(1, 10**8)


@pytest.mark.parametrize("name", CASES)
def test_envelope_against_brute_force(name):
    instance = CASES[name]
    problem = problem_of(instance)
    laws = bf.all_laws(problem)
    law = SelectionLaw(instance)
    for x in laws:
        table = envelopes(law, [histogram_of(x, instance.T)])[0]
        expected = bf.envelope(problem, laws, x)
        assert all(same(table.mass(i), expected[w]) for i, w in enumerate(law.transcripts()))
        total = sum(expected.values())
        assert same(table.normalizer, total)
        errors = {w: bf.error(problem, x, w) for w in expected}
        assert same(table.expected_error, sum(expected[w] * errors[w] for w in expected) / total)
        assert same(table.worst_error, max(errors.values()))
        base = base_expected_error(law, histogram_of(x, instance.T))
        assert same(base, sum(laws[x][w] * errors[w] for w in expected))


@pytest.mark.parametrize("name", ["typical", "balanced", "equivalent labels", "wide values"])
def test_audit_against_brute_force(name):
    instance = CASES[name]
    problem = problem_of(instance)
    laws = bf.all_laws(problem)
    report = audit(instance, group=True)
    assert report.holds
    assert [entry.distance for entry in report.largest_ratios] == list(range(1, instance.n + 1))
    # Databases at Hamming distance d can have nearer histograms, so brute force lies between these two.
    best = F(0)
    for entry in report.largest_ratios:
        expected = bf.largest_ratio(problem, laws, entry.distance)
        best = max(best, entry.ratio)
        assert entry.ratio <= F(expected.p, expected.q) <= best
        law, where = SelectionLaw(instance), entry.where
        left, right = envelopes(law, [where.x, where.x_prime])
        i = law.index_of(where.transcript)
        assert left.released(i) / right.released(i) == entry.ratio
    near = audit(instance)
    assert same(near.largest_ratios[0].ratio, bf.largest_ratio(problem, laws, 1))
    assert near.largest_ratios == report.largest_ratios[:1]


def test_summary_ratio_against_brute_force():
    instance = CASES["typical"]
    problem = problem_of(instance)
    laws = bf.all_laws(problem)
    mine = bf.released(problem, laws, instance.rows)
    expected = max(
        max(mine[w] / other[w], other[w] / mine[w])
        for y in laws
        if bf.hamming(y, instance.rows) == 1
        for other in [bf.released(problem, laws, y)]
        for w in mine
    )
    summary = summarise(instance, head=3)
    assert same(summary.attained_ratio, expected)
    masses = [row.released_mass for row in summary.head]
    assert masses == sorted(masses, reverse=True) and masses[0] == max(F(m.p, m.q) for m in mine.values())


def test_single_database():
    instance = CASES["one label"]
    summary = summarise(instance)
    assert summary.attained_ratio is None and summary.within_bound and summary.normalizer == 1
    report = audit(instance)
    assert report.holds and report.largest_ratios == ()


def test_audit_detects_a_claim_that_is_too_strong():
    instance = make(queries=[[1, 0]], x=[0], r="3/4")
    assert audit(instance, claimed_factor=F(4, 3)).holds
    report = audit(instance, claimed_factor=F(4, 3) - F(1, 10**30))
    failed = [check.statement for check in report.checks if not check.holds]
    assert failed == ["2.3"] and not report.holds


def test_comparer_detects_a_family_that_is_not_lipschitz():
    """Replacing M_a by twice the base-law value must be noticed: with r = 3/4, M_b(+) = 1/2 < 3/4 4/3."""
    instance = make(queries=[[1, 0]], x=[0], r="3/4")
    law = SelectionLaw(instance)
    left, right = envelopes(law, [(1, 0), (0, 1)])

    class Doubled:
        winners = np.array([-1, -1])
        distances = left.distances
        logs = left.logs + law.fixed_log(fmpq(2))

        @staticmethod
        def flint_mass(i):
            return 2 * left.flint_mass(i)

    comparer = PairComparer(law)
    assert comparer.first_lipschitz_violation(left, right, 1) is None
    assert comparer.first_lipschitz_violation(Doubled, right, 1) == 0
    assert comparer.largest_mass_ratio(Doubled, right) == (fmpq(8, 3), 0)


@st.composite
def instances(draw):
    labels = draw(st.integers(1, 3))
    n = draw(st.integers(1, 3 if labels < 3 else 2))
    k = draw(st.integers(1, 2))
    rows = draw(st.lists(st.integers(0, labels - 1), min_size=n, max_size=n))
    value = st.integers(-2, 2)
    queries = draw(st.lists(st.lists(value, min_size=labels, max_size=labels), min_size=k, max_size=k))
    over_one = st.fractions(min_value=F(1, 20), max_value=3, max_denominator=20).map(lambda f: 1 + f)
    return make(
        queries=queries,
        x=rows,
        bound=2,
        r=draw(st.fractions(min_value=F(1, 10), max_value=1, max_denominator=12)),
        beta=draw(over_one),
        g0=draw(over_one),
        m=draw(st.integers(1, 2)),
        J=draw(st.integers(1, 2)),
    )


@given(instances())
def test_properties(instance):
    problem = problem_of(instance)
    laws = bf.all_laws(problem)
    law, table = envelope_of(instance)
    expected = bf.envelope(problem, laws, instance.rows)
    assert all(same(table.mass(i), expected[w]) for i, w in enumerate(law.transcripts()))
    assert sum(table.released(i) for i in range(law.transcript_count)) == 1
    report = audit(instance, group=True)
    assert report.holds
    r = instance.parameters.r
    for entry in report.largest_ratios:
        assert (
            1 <= entry.ratio <= min(r ** (-2 * entry.distance), report.largest_normalizer / r**entry.distance)
        )


@pytest.mark.parametrize("shift", [1, 5])
def test_adding_a_constant_to_every_query_changes_nothing_but_answers(shift):
    """s(x_i) - s(mu) does not see a constant when n m times it is an integer (rounding commutes with
    integers).
    """
    plain = make(queries=[[1, 0, -1]], x=[0, 2, 2], bound=9, r="3/5", beta="4/3", J=2)
    moved = make(queries=[[1 + shift, shift, shift - 1]], x=[0, 2, 2], bound=9, r="3/5", beta="4/3", J=2)
    (_, left), (_, right) = envelope_of(plain), envelope_of(moved)
    assert [left.mass(i) for i in range(4)] == [right.mass(i) for i in range(4)]


@pytest.mark.parametrize("name", ["typical", "balanced", "equivalent labels", "wide values"])
def test_exact_comparison_alone_finds_the_maximum(name):
    """Without the float filter every class is a candidate; the winner has the brute-force maximum."""
    instance = CASES[name]
    problem = problem_of(instance)
    expected = bf.envelope(problem, bf.all_laws(problem), instance.rows)
    law, table = envelope_of(instance)
    gaps = law.classes.distances(instance.histogram)
    r = instance.parameters.r
    for i, w in enumerate(law.transcripts()):
        winner = _exact_winner(law, i, list(range(len(law.classes))), gaps)
        assert winner == table.winners[i]
        numerator, denominator = law.mass_parts(winner, w, law.path(w))
        value = r ** int(gaps[winner]) * F(int(numerator), int(denominator))
        assert same(value, expected[w])
