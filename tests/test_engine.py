"""The evaluation core against slow independent computations, to the last digit, also on adversarial
instances.

``Slow`` evaluates the formulas of blueprint 3 and (4) with ``fractions.Fraction`` over all histograms,
transcript by transcript; it shares nothing with pyref but the order of histograms, checked in test_law.
"""

import json
import sys
from fractions import Fraction as F
from itertools import product
from math import floor

import joblib
import mpmath
import numpy as np
import pytest
from helpers import make
from hypothesis import given, settings
from hypothesis import strategies as st

from pyref import factors, logs
from pyref.audit import audit
from pyref.cli import main
from pyref.envelope import ball_sums, base_expected_error, envelope_tables, envelopes
from pyref.errors import InputError
from pyref.exact import to_fraction
from pyref.factors import unique_rows
from pyref.histograms import all_histograms
from pyref.instance import load_instance, save_instance
from pyref.law import SelectionLaw
from pyref.normalizers import _depth, _row_sums, _Sweep, multiply, normalizers
from pyref.parallel import shares, spread
from pyref.progress import StderrProgress
from pyref.sampler import ReleasedLawSampler
from pyref.slack import slack_table
from pyref.summary import summarise


class Slow:
    """p_y and err_y for every histogram y, M_x and Z_x, from the definitions."""

    def __init__(self, instance):
        self.instance = instance
        self.signed = [tuple(sign * v for v in q.values) for q in instance.queries for sign in (1, -1)]
        self.transcripts = list(product(range(len(self.signed)), repeat=instance.parameters.J))
        self.histograms = list(all_histograms(instance.T, instance.n))
        self.mu, self.weights = {}, {}
        self.laws = {y: self._law(y) for y in self.histograms}

    def _prepare(self, history):
        p = self.instance.parameters
        sums = [sum(self.signed[s][d] for s in history) for d in range(self.instance.T)]
        masses = [p.g0**e for e in sums]
        mu = self.mu[history] = [mass / sum(masses) for mass in masses]
        scale = self.instance.n * p.m
        scores = [scale * sum(v * w for v, w in zip(s, mu, strict=True)) for s in self.signed]
        self.weights[history] = [p.beta ** -floor(score + F(1, 2)) for score in scores]

    def _law(self, y):
        p = self.instance.parameters
        factor = [p.beta ** (p.m * sum(c * v for c, v in zip(y, s, strict=True))) for s in self.signed]
        masses = {(): F(1)}
        for _ in range(p.J):
            following = {}
            for history, mass in masses.items():
                if history not in self.mu:
                    self._prepare(history)
                terms = [w * g for w, g in zip(self.weights[history], factor, strict=True)]
                total = sum(terms)
                following |= {(*history, s): mass * t / total for s, t in enumerate(terms)}
            masses = following
        return masses

    def error(self, x, omega):
        instance = self.instance
        J = instance.parameters.J
        gaps = []
        for q in instance.queries:
            answer = sum(v * sum(self.mu[omega[:t]][d] for t in range(J)) for d, v in enumerate(q.values)) / (
                J * instance.bound
            )
            truth = F(sum(c * v for c, v in zip(x, q.values, strict=True)), instance.n * instance.bound)
            gaps.append(abs(truth - answer))
        return max(gaps)

    def envelope(self, x, radius=None, discounted=True):
        """{omega: (M_x, every (distance, histogram) attaining it)}."""
        r = self.instance.parameters.r
        near = [(sum(max(a - b, 0) for a, b in zip(x, y, strict=True)), y) for y in self.histograms]
        near = [(d, y) for d, y in near if radius is None or d <= radius]
        powers = [r**d if discounted else F(1) for d in range(self.instance.n + 1)]
        result = {}
        for omega in self.transcripts:
            values = [powers[d] * self.laws[y][omega] for d, y in near]
            best = max(values)
            result[omega] = best, [pair for pair, value in zip(near, values, strict=True) if value == best]
        return result


WIDE = 2**199 + 987654321
ADVERSARIAL = {
    "ties at one distance": make(queries=[[1, -1, 0], [0, 1, -1]], x=[0, 1, 2], r="2/3", J=2),
    "ties across distances": make(queries=[[1, 0, 0], [0, 1, 0]], x=[0, 0, 1, 2], r="1/2", beta="2", J=2),
    "every database ties": make(queries=[[1, 1], [1, 1]], x=[0, 1, 1], r="1", beta="3/2", J=2),
    "beta near 1": make(
        queries=[[1, 0, -1], [0, 1, 1]],
        x=[0, 1, 2, 2],
        r="999999999/1000000000",
        beta=F(10**9 + 1, 10**9),
        J=3,
    ),
    "200-bit parameters": make(
        queries=[[2, -1, 1], [0, 1, -2]],
        x=[0, 1, 1],
        bound=2,
        r=F(WIDE, 2**200 + 1),
        beta=F(2**200 + 12345, WIDE),
        g0=F(2**200 + 777, WIDE),
        J=2,
    ),
    "a thousand rows": make(queries=[[1, 0]], x=[0] * 300 + [1] * 700, r="9/10", beta="11/10", g0="2", J=2),
    "merged histograms": make(queries=[[1, 1, 0, 0], [0, 0, 1, 1]], x=[0, 2, 3], r="3/5", beta="7/5", J=3),
    "equal kinds": make(queries=[[1, 0]], x=[0, 1], r="4/5", beta="5/4", g0="101/100", J=5),
    "one label": make(queries=[[1], [0]], x=[0, 0], J=2),
}


def check(instance, centres):
    slow, law = Slow(instance), SelectionLaw(instance)
    intervals = normalizers(law)
    assert list(intervals) == slow.histograms
    for table in envelopes(law, centres):
        x = table.centre
        expected = slow.envelope(x)
        values = [value for value, _ in expected.values()]
        errors = [slow.error(x, omega) for omega in expected]
        masses, places = law.factors.distinct(table.winners, table.distances)
        for i, (omega, (value, attained)) in enumerate(expected.items()):
            assert law.transcript_at(i) == omega
            assert table.mass(i) == value
            assert masses[places[i]] == table.flint_mass(i)
            # The nearest, then the first class.
            nearest = min((d, law.class_of(y)) for d, y in attained)
            assert (table.distances[i], table.winners[i]) == nearest
        total = sum(values)
        assert table.normalizer == total
        assert table.expected_error == sum(v * e for v, e in zip(values, errors, strict=True)) / total
        assert table.worst_error == max(errors)
        base = slow.laws[x]
        assert base_expected_error(law, x) == sum(base[w] * e for w, e in zip(base, errors, strict=True))
        low, high = intervals[x]
        assert low <= total <= high and (high - low) * 2**64 < low
        for i in range(len(expected)):
            with mpmath.workdps(60):
                exact = mpmath.log(mpmath.mpf(values[i].numerator) / values[i].denominator)
                gap = abs(exact * mpmath.mpf(2) ** law.log_shift - int(table.logs[i]))
                assert gap <= law.log_error


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_adversarial_instances_to_the_last_digit(name):
    instance = ADVERSARIAL[name]
    everyone = list(all_histograms(instance.T, instance.n))
    check(instance, everyone if len(everyone) < 50 else [instance.histogram, everyone[0], everyone[517]])


def test_the_adversarial_instances_have_what_they_are_for():
    instance = ADVERSARIAL["ties across distances"]
    attained = [pairs for _, pairs in Slow(instance).envelope(instance.histogram).values()]
    assert any(len({d for d, _ in pairs}) > 1 for pairs in attained)
    assert any(len({d for d, _ in pairs}) < len(pairs) for pairs in attained)
    assert len(SelectionLaw(ADVERSARIAL["merged histograms"]).classes) < 20
    equal = SelectionLaw(ADVERSARIAL["equal kinds"])
    assert len(equal.kind_exponents) < len(equal.state_weights)


@st.composite
def instances(draw):
    labels = draw(st.integers(1, 4))
    n = draw(st.integers(1, 4 if labels < 4 else 3))
    k = draw(st.integers(1, 2))
    value = st.integers(-2, 2)
    simple = st.fractions(min_value=F(1, 20), max_value=3, max_denominator=20).map(lambda f: 1 + f)
    near_one = st.integers(10**6, 10**9).map(lambda q: F(q + 1, q))
    wide = st.integers(2**199, 2**200).map(lambda p: F(p, 2**198 + 1))
    over_one = st.one_of(simple, near_one, wide, st.just(F(2)))
    return make(
        queries=draw(st.lists(st.lists(value, min_size=labels, max_size=labels), min_size=k, max_size=k)),
        x=draw(st.lists(st.integers(0, labels - 1), min_size=n, max_size=n)),
        bound=2,
        r=draw(st.sampled_from([F(1, 2), F(1), F(2, 3), F(1, 4), F(2**199 + 1, 2**200)])),
        beta=draw(over_one),
        g0=draw(over_one),
        m=draw(st.integers(1, 2)),
        J=draw(st.integers(1, 3 if k == 1 else 2)),
    )


@settings(max_examples=40)
@given(instances())
def test_any_instance_to_the_last_digit(instance):
    check(instance, list(all_histograms(instance.T, instance.n))[:6])


@pytest.mark.parametrize("name", ["ties across distances", "merged histograms"])
def test_balls(name):
    instance = ADVERSARIAL[name]
    slow, law = Slow(instance), SelectionLaw(instance)
    x = instance.histogram
    found = ball_sums(law, x, range(instance.n + 1))
    for radius, (mass, weighted) in enumerate(found):
        ball = slow.envelope(x, radius, discounted=False)
        assert to_fraction(mass) == sum(value for value, _ in ball.values())
        assert to_fraction(weighted) == sum(v * slow.error(x, w) for w, (v, _) in ball.items())


def test_chunks_and_blocks_change_nothing(monkeypatch):
    instance = ADVERSARIAL["merged histograms"]
    law = SelectionLaw(instance)
    whole = envelopes(law, [instance.histogram])[0]
    intervals = normalizers(law)
    monkeypatch.setattr(factors, "CHUNK", 7)
    monkeypatch.setattr("pyref.law._BLOCK_ENTRIES", 30)
    monkeypatch.setattr("pyref.normalizers._SWEEP_NUMBERS", 200)
    again = SelectionLaw(instance)
    table = envelopes(again, [instance.histogram])[0]
    assert (table.winners == whole.winners).all() and (table.logs == whole.logs).all()
    assert table.normalizer == whole.normalizer and table.expected_error == whole.expected_error
    assert ReleasedLawSampler(table).proposal_weights == ReleasedLawSampler(whole).proposal_weights
    for x, (low, high) in normalizers(again).items():
        assert low < intervals[x][1] and intervals[x][0] < high


def test_far_histograms_are_left_out_of_the_sweep_and_the_interval_allows_for_it():
    """r = 1/3, |Omega| = 2: 3^51 < 2^81 < 3^52, so 2 r^52 is the first at most 2^-80 and the depth is 51."""
    assert 3**51 < 2**81 < 3**52
    law = SelectionLaw(make(queries=[[1, 0]], x=[0] * 200, r="1/3", beta="9/8"))
    assert _depth(law) == 51 and len(_Sweep(law).above) == 52
    intervals = normalizers(law)
    for table in envelopes(law, [(200, 0), (100, 100), (3, 197)]):
        low, high = intervals[table.centre]
        assert low <= table.normalizer <= high and (high - low) * 2**64 < low
    assert _depth(SelectionLaw(ADVERSARIAL["every database ties"])) == 3


def test_the_state_counts_are_those_of_lattice_points():
    """Generic queries: the sums of at most 3 of 4 signed queries are the integer points of norm at most 3 in
    dimension 4, 1 + 8 + 32 + 88 = 129 in all (parity hides nothing, since s and -s cancel in two steps).
    """
    values = [[1, 0, 0, 1], [0, 1, 0, 1], [-1, 0, 1, 1], [0, 1, 1, -1]]
    law = SelectionLaw(make(queries=values, x=[0], r="1/2", J=4))
    assert len(law.state_weights) == 129


@given(
    st.integers(1, 3).flatmap(
        lambda q: st.lists(
            st.lists(st.one_of(st.integers(0, 3), st.integers(0, 2**60)), min_size=q, max_size=q),
            min_size=1,
            max_size=30,
        )
    )
)
def test_unique_rows(table):
    rows = [tuple(row) for row in table]
    first, inverse, counts = unique_rows([np.array(c, dtype=np.int64) for c in zip(*rows, strict=True)])
    distinct = [rows[i] for i in first.tolist()]
    assert distinct == sorted(set(rows))
    assert [distinct[i] for i in inverse.tolist()] == rows
    assert counts.tolist() == [rows.count(row) for row in distinct]


@given(st.data())
def test_logarithm_table_is_within_its_bound(data):
    choices = 2 * data.draw(st.integers(1, 40))
    beta = 1 + data.draw(st.one_of(st.fractions(F(1, 10**9), F(1, 10**8)), st.fractions(F(1, 9), 10**6)))
    exponent = st.integers(-40, 40)
    targets = np.array([data.draw(st.lists(exponent, min_size=choices, max_size=choices))])
    weights = np.array([data.draw(st.lists(exponent, min_size=choices, max_size=choices))])
    shift = 43
    found = logs.log_selection(targets, weights, beta, shift)[0, 0].tolist()
    with mpmath.workdps(60):
        b = mpmath.mpf(beta.numerator) / beta.denominator
        exponents = (targets[0] - weights[0]).tolist()
        total = mpmath.log(sum(b**u for u in exponents))
        for u, value in zip(exponents, found, strict=True):
            assert abs((u * mpmath.log(b) - total) * 2**shift - value) <= logs.ENTRY_ERROR


def words(draw):
    high = draw(st.floats(2.0**-300, 2.0))
    low = high * 2.0**-53 * draw(st.floats(-1, 1))
    return np.array([complex(high + low, low - ((high + low) - high))])


@given(st.data())
def test_double_word_products(data):
    left, right = words(data.draw), words(data.draw)
    exact = (F(left[0].real) + F(left[0].imag)) * (F(right[0].real) + F(right[0].imag))
    (product_,) = multiply(left, right)
    assert product_.real == product_.real + product_.imag
    assert abs(F(product_.real) + F(product_.imag) - exact) <= 9 * F(1, 2**106) * exact


@given(st.lists(st.floats(2.0**-200, 1.0), min_size=1, max_size=50))
def test_double_word_sums(values):
    row = np.array([[complex(v, v * 2.0**-54) for v in values]])
    exact = sum(F(v) + F(v * 2.0**-54) for v in values)
    halvings = len(values).bit_length()
    (total,) = _row_sums(row)
    assert abs(F(total.real) + F(total.imag) - exact) <= 2 * halvings * (halvings + 1) * F(1, 2**106) * exact


def test_the_maximum_of_complex_numbers_is_lexicographic():
    left, right = np.array([1 + 2j, 1 + 3j, 2 - 1j, 1 + 0j]), np.array([1 + 3j, 1 + 2j, 1 + 5j, 1 - 1e-20j])
    assert np.maximum(left, right).tolist() == [1 + 3j, 1 + 3j, 2 - 1j, 1 + 0j]


# Several processes.


def test_shares_cover_in_order():
    for count in range(6):
        for jobs in (1, 2, 3):
            parts = shares(list(range(count)), jobs)
            assert [i for part in parts for i in part] == list(range(count))
            assert len(parts) == (1 if jobs == 1 else min(count, 4 * jobs))


def test_results_do_not_depend_on_the_jobs():
    instance = make(queries=[[1, 0, 0], [0, 1, -1]], x=[0, 2, 2], r="3/5", beta="3/2", g0="4/3", J=2)
    alone = audit(instance, group=True), summarise(instance), slack_table(instance)
    assert (
        audit(instance, group=True, jobs=2),
        summarise(instance, jobs=3),
        slack_table(instance, jobs=2),
    ) == alone
    with joblib.parallel_config(backend="loky", n_jobs=2):
        assert audit(instance, group=True, jobs=None) == alone[0]
    with joblib.parallel_config(backend="multiprocessing", n_jobs=2):
        assert summarise(instance, jobs=None) == alone[1]


def test_progress_of_the_parts():
    seen = []
    found = spread(abs, [-1, -2, 3], jobs=2, stage="parts", progress=lambda *call: seen.append(call))
    assert found == [1, 2, 3]
    assert seen == [("parts", done, 3) for done in range(4)]


def test_threads_are_refused():
    with joblib.parallel_config(backend="threading"), pytest.raises(InputError, match="processes"):
        spread(abs, [1, 2], jobs=2)


def test_without_joblib(monkeypatch):
    monkeypatch.setitem(sys.modules, "joblib", None)
    assert spread(abs, [-1, 2], jobs=1) == [1, 2]
    with pytest.raises(InputError, match=r"joblib.*\[parallel\].*--jobs 1"):
        spread(abs, [-1, 2], jobs=2)


# The command line.


@pytest.fixture
def path(tmp_path):
    instance = make(queries=[[1, 0, 0], [0, 1, -1]], x=[0, 2, 2], r="3/5", beta="3/2", g0="4/3", J=2)
    save_instance(instance, tmp_path / "i.json")
    return str(tmp_path / "i.json")


def test_jobs_on_the_command_line(path, capsys, monkeypatch):
    for command in (["run", path, "--json"], ["audit", path, "--json"], ["normalizers", path, "--exact"]):
        assert main(command) == 0
        alone = capsys.readouterr().out
        assert main([*command, "--jobs", "2"]) == 0
        assert capsys.readouterr().out == alone
    assert main(["run", path, "--jobs", "0"]) == 2
    assert "--jobs is 0" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "joblib", None)
    assert main(["run", path, "--jobs", "2"]) == 2
    assert "joblib" in capsys.readouterr().err


def test_normalizers_on_the_command_line(path, capsys):
    expected = SelectionLaw(load_instance(path))
    exact = {t.centre: t.normalizer for t in envelopes(expected, list(expected.classes.class_of))}
    assert main(["normalizers", path, "--exact", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["normalizers"]
    assert {tuple(row["histogram"]): F(row["exact"]) for row in rows} == exact
    assert main(["normalizers", path, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["normalizers"]
    assert len(rows) == len(exact)
    for row in rows:
        low, high = map(F, row["enclosure"])
        assert low <= exact[tuple(row["histogram"])] <= high and (high - low) * 2**64 < low
    assert main(["normalizers", path]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [str(x) for x in all_histograms(3, 3)]


def interrupt(*_, **__):
    raise KeyboardInterrupt


def test_an_interrupted_audit_keeps_what_was_finished(path, capsys, monkeypatch):
    assert main(["audit", path]) == 0
    whole = capsys.readouterr().out
    monkeypatch.setattr("pyref.cli.accuracy_table", interrupt)
    assert main(["audit", path]) == 130
    captured = capsys.readouterr()
    assert whole.startswith(captured.out) and "inequalities of blueprint 4-6" in captured.out
    assert len(captured.out) < len(whole)
    assert "interrupted" in captured.err
    monkeypatch.setattr("pyref.cli.slack_table", interrupt)
    assert main(["audit", path, "--json"]) == 130
    document = json.loads(capsys.readouterr().out)
    assert document["holds"] and document["interrupted"] and document["slack"] is None
    monkeypatch.setattr("pyref.cli.audit", interrupt)
    assert main(["audit", path]) == 130
    captured = capsys.readouterr()
    assert captured.out == "" and "nothing was written" in captured.err


def test_interrupted_draws_are_kept(path, capsys, monkeypatch):
    """A draw has spent its budget, so it must not be lost."""
    draws = iter([(0, 1), (2, 3)])
    monkeypatch.setattr(ReleasedLawSampler, "sample", lambda _: next(draws, None) or interrupt())
    assert main(["sample", path, "--count", "9", "--json"]) == 130
    captured = capsys.readouterr()
    assert [d["transcript"] for d in json.loads(captured.out)["draws"]] == [["+q0", "-q0"], ["+q1", "-q1"]]
    assert "2 of 9 draws" in captured.err
    assert main(["sample", path]) == 130
    assert capsys.readouterr().out == ""


def test_interrupted_exact_normalizers_are_kept(path, capsys, monkeypatch):
    monkeypatch.setattr("pyref.normalizers_report._TOGETHER", 4)
    done = []

    def twice(*arguments, **options):
        done.append(1)
        return envelope_tables(*arguments, **options) if len(done) < 3 else interrupt()

    monkeypatch.setattr("pyref.normalizers_report.envelope_tables", twice)
    assert main(["normalizers", path, "--exact"]) == 130
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) == 8 and "8 of 10 databases" in captured.err


def test_progress_tells_the_time_left(capsys, monkeypatch):
    clock = iter([0.0, 10.0, 20.0, 30.0])
    monkeypatch.setattr("pyref.progress.time.monotonic", lambda: next(clock))
    progress = StderrProgress()
    progress("stage", 0, 40)
    progress("stage", 10, 40)
    progress("next", 1, 2)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "stage: 0 of 40 (0 %)",
        "stage: 10 of 40 (25 %), about 30 seconds left",
        "next: 1 of 2 (50 %)",
    ]
