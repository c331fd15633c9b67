"""The transcript law against hand computations and against brute force."""

from fractions import Fraction as F
from itertools import product
from math import comb

import bruteforce as bf
import mpmath
import numpy as np
import pytest
from helpers import make, problem_of, same
from hypothesis import given
from hypothesis import strategies as st

from pyref.histograms import all_histograms, distance, histogram_of, neighbours
from pyref.law import SelectionLaw


def test_two_labels_one_row_by_hand():
    """T = 2, n = k = J = 1, q = (1, 0), beta = 2.

    mu_0 = (1/2, 1/2), so n m s(mu_0) = 1/2 for s = + and -1/2 for s = -.  Halves round up: to 1 and to 0,
    hence w(+) = 1/2, w(-) = 1.  For x = a: g(+) = 2, g(-) = 1/2, products 1 and 1/2, p_a = (2/3, 1/3).  For x
    = b: g = 1, products 1/2 and 1, p_b = (1/3, 2/3).  The answer is q(mu_0) = 1/2, with error 1/2 for both.
    """
    law = SelectionLaw(make(queries=[[1, 0]], x=[0]))
    assert [law.mass((1, 0), (s,)) for s in (0, 1)] == [F(2, 3), F(1, 3)]
    assert [law.mass((0, 1), (s,)) for s in (0, 1)] == [F(1, 3), F(2, 3)]
    assert law.answers((0,)) == (F(1, 2),)
    assert law.true_answers((1, 0)) == (F(1),)
    assert law.error((1, 0), (0,)) == law.error((0, 1), (1,)) == F(1, 2)


def test_second_round_by_hand():
    """As above with J = 2 and g0 = 2.

    After + mu_1 = (2/3, 1/3): scores 2/3 -> 1 and -2/3 -> -1, w = (1/2, 2).  For x = b (g = 1): pi = (1/5,
    4/5). After - mu_1 = (1/3, 2/3): scores 1/3 -> 0, -1/3 -> 0, pi = (1/2, 1/2).
    p_b = (1/3 1/5, 1/3 4/5, 2/3 1/2, 2/3 1/2).  Answers (1/2 + 2/3)/2 = 7/12 and (1/2 + 1/3)/2 = 5/12.
    """
    law = SelectionLaw(make(queries=[[1, 0]], x=[1], J=2))
    assert [law.mass((0, 1), w) for w in law.transcripts()] == [F(1, 15), F(4, 15), F(1, 3), F(1, 3)]
    assert law.distribution((0,)) == (F(2, 3), F(1, 3))
    assert law.selection_probabilities((0, 1), (0,)) == (F(1, 5), F(4, 5))
    assert [law.answers(w)[0] for w in law.transcripts()] == [F(7, 12), F(7, 12), F(5, 12), F(5, 12)]


def test_halves_round_up_on_both_sides():
    # n = 3: scores 3/2 and -3/2 round to 2 and -1.
    law = SelectionLaw(make(queries=[[1, 0]], x=[0, 0, 1]))
    assert law.weight_exponents[0] == (2, -1)


def test_answers_are_in_units_of_the_bound():
    law = SelectionLaw(make(queries=[[4, -2]], x=[0, 1], bound=4))
    assert law.answers((0,)) == (F(1, 4),)  # (4 - 2)/2 = 1 in integer units
    assert law.true_answers((1, 1)) == (F(1, 4),)


def test_transcripts_are_lexicographic_first_selection_first():
    law = SelectionLaw(make(queries=[[1, 0], [0, 1]], x=[0], J=2))
    listed = list(law.transcripts())
    assert listed[:5] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    assert [law.transcript_at(i) for i in range(16)] == listed
    assert [law.index_of(w) for w in listed] == list(range(16))
    for bad in ((0,), (0, 4), (0, 0, 0), (-1, 0)):
        with pytest.raises(ValueError, match="not a transcript"):
            law.index_of(bad)
    with pytest.raises(ValueError, match="not a histogram"):
        law.mass((2, 0), (0, 0))


@pytest.mark.parametrize(("labels", "rows"), [(1, 4), (2, 5), (3, 4), (5, 1)])
def test_histograms(labels, rows):
    found = list(all_histograms(labels, rows))
    expected = sorted({histogram_of(y, labels) for y in product(range(labels), repeat=rows)})
    assert found == expected
    assert len(found) == comb(rows + labels - 1, labels - 1)
    for h in found:
        assert sorted(neighbours(h)) == [g for g in found if distance(g, h) == 1]


def test_histogram_distance_is_the_least_hamming_distance():
    databases = list(product(range(3), repeat=3))
    for x in databases[::4]:
        for target in all_histograms(3, 3):
            least = min(bf.hamming(x, y) for y in databases if histogram_of(y, 3) == target)
            assert distance(histogram_of(x, 3), target) == least


CASES = {
    "typical": make(queries=[[1, 0, 0], [0, 1, -1]], x=[0, 2], r="3/5", beta="3/2", g0="4/3", J=2),
    "balanced": make(queries=[[1, -1]], x=[0, 1], beta="2", J=2),
    "equivalent labels": make(queries=[[1, 1, 0]], x=[0, 1, 2], beta="5/4", J=2),
    "one label": make(queries=[[1], [-1]], x=[0, 0], J=2),
    "wide values": make(queries=[[3, -2]], x=[1, 1], bound=3, beta="9/8", g0="7/5", m=2, J=2),
    "constant query": make(queries=[[0, 0]], x=[0], J=2),
}


@pytest.mark.parametrize("name", CASES)
def test_law_against_brute_force(name):
    instance = CASES[name]
    problem = problem_of(instance)
    law = SelectionLaw(instance)
    for y in bf.databases(problem):
        expected = bf.law(problem, y)
        histogram = histogram_of(y, instance.T)
        assert sum(law.mass(histogram, w) for w in law.transcripts()) == 1
        assert all(same(law.mass(histogram, w), expected[w]) for w in expected)
        assert all(same(law.error(histogram, w), bf.error(problem, y, w)) for w in expected)
    for w in law.transcripts():
        assert all(same(a, b) for a, b in zip(law.answers(w), bf.answers(problem, w), strict=True))


def test_merging_keeps_the_nearest_member():
    law = SelectionLaw(CASES["equivalent labels"])
    assert len(law.classes.class_of) == 10
    assert len(law.classes) == 4  # the query counts rows in the first two labels: 0..3
    near = law.classes.distances((3, 0, 0))
    assert near[law.class_of((0, 3, 0))] == 0
    assert near[law.class_of((0, 0, 3))] == 3


@given(st.data())
def test_logarithm_filter_is_within_its_bound(data):
    labels = data.draw(st.integers(1, 3))
    value = st.integers(-2, 2)
    queries = data.draw(st.lists(st.lists(value, min_size=labels, max_size=labels), min_size=1, max_size=2))
    rows = data.draw(st.lists(st.integers(0, labels - 1), min_size=1, max_size=4))
    beta = 1 + data.draw(st.fractions(min_value=F(1, 10**6), max_value=50, max_denominator=10**6))
    law = SelectionLaw(make(queries=queries, x=rows, bound=2, beta=beta, J=2))
    found = {start + i: logs[:, i] for start, logs in law.log_mass_blocks() for i in range(logs.shape[1])}
    assert sorted(found) == list(range(law.transcript_count))
    with mpmath.workdps(50):
        for i, w in enumerate(law.transcripts()):
            for histogram, cls in law.classes.class_of.items():
                mass = law.mass(histogram, w)
                exact = mpmath.log(mpmath.mpf(mass.numerator) / mass.denominator)
                assert found[i].dtype == np.int64
                assert abs(exact - mpmath.ldexp(int(found[i][cls]), -law.log_shift)) <= mpmath.ldexp(
                    law.log_error, -law.log_shift
                )


def test_blocks_do_not_depend_on_the_block_size(monkeypatch):
    instance = CASES["typical"]
    whole = dict(SelectionLaw(instance).log_mass_blocks())
    for size in (1, 6 * 4, 6 * 16):
        monkeypatch.setattr("pyref.law._BLOCK_ENTRIES", size)
        for start, logs in SelectionLaw(instance).log_mass_blocks():
            assert (logs == whole[0][:, start : start + logs.shape[1]]).all()
