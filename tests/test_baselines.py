"""The standard mechanisms: exact samplers, closed forms, and the pure-DP ratio over all neighbours."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import exp, log, sqrt

import bruteforce
import numpy as np
import pytest
from flint import arb, fmpq
from helpers import make, problem_of
from hypothesis import given
from hypothesis import strategies as st

from pyref.baselines import DoesNotFit, Enclosed, ErrorEstimate, Sampled, standard_mechanisms
from pyref.baselines import discrete_laplace as laplace
from pyref.baselines import mwem as mwem_module
from pyref.baselines import pmw as pmw_module
from pyref.baselines.answers import LaplaceAnswers
from pyref.baselines.base import Workload
from pyref.baselines.envelope_mechanism import EnvelopeMechanism
from pyref.baselines.exponential import SmallDatabase, scored_histograms
from pyref.baselines.histogram import NoisyHistogram, onto_simplex
from pyref.baselines.histogram import sensitivity as histogram_sensitivity
from pyref.baselines.inverse_sensitivity import InverseSensitivity, answer_classes
from pyref.baselines.mwem import Mwem
from pyref.baselines.pmw import BasePmw, selection_parameters
from pyref.baselines.reference_points import OracleTuned, Uniform
from pyref.baselines.selection import select
from pyref.baselines.transcripts import released_errors
from pyref.envelope import envelopes
from pyref.exact import log_enclosure
from pyref.histograms import all_histograms, neighbours
from pyref.instance import Instance, Query
from pyref.law import SelectionLaw
from pyref.parameters import ParameterRequest, Parameters, r_from_epsilon

# Three labels; values in several ranges, so that a wrong sensitivity shows.
QUERIES = [[2, -1, 0], [0, 1, 1]]
SMALL = make(queries=QUERIES, x=(0, 0, 1, 2), bound=2)
EPS = Fraction(3, 2)


def rng(seed=0):
    return np.random.default_rng(seed)


def at(histogram, queries=QUERIES, bound=2):
    """The instance whose database has this histogram."""
    rows = [d for d, count in enumerate(histogram) for _ in range(count)]
    return make(queries=queries, x=rows, bound=bound)


def pmf(rate, z):
    p = exp(-float(rate))
    return (1 - p) / (1 + p) * p ** abs(z)


def near(sampled, expected, sigmas=5):
    assert isinstance(sampled, Sampled)
    assert abs(sampled.value - expected) <= sigmas * sampled.stderr + 1e-12


def encloses(quantity, expected, tolerance=1e-9):
    assert isinstance(quantity, Enclosed)
    assert quantity.low <= quantity.high <= quantity.low * (1 + Fraction(1, 10**12)) + Fraction(1, 10**20)
    assert quantity.value == pytest.approx(expected, rel=tolerance, abs=tolerance)


# The discrete Laplace law and its sampler.


@pytest.mark.parametrize(("top", "bottom"), [(0, 1), (1, 3), (1, 1), (7, 3), (5, 1)])
def test_bernoulli_exp_has_the_probability_exp_minus_gamma(top, bottom):
    count = 40_000
    bits = laplace.bernoulli_exp(np.full(count, top), bottom, rng())
    expected = exp(-top / bottom)
    assert abs(bits.mean() - expected) <= 5 * sqrt(expected * (1 - expected) / count)


@pytest.mark.parametrize("rate", [Fraction(1, 7), Fraction(2, 3), Fraction(1), Fraction(5, 2)])
def test_discrete_laplace_samples_follow_their_law(rate):
    count = 60_000
    draws = laplace.sample(rate, count, rng(3))
    reach = 1
    while count * pmf(rate, reach + 1) > 20:
        reach += 1
    chi, cells = 0.0, 2 * reach + 2
    outside = 1.0
    for z in range(-reach, reach + 1):
        expected = count * pmf(rate, z)
        outside -= pmf(rate, z)
        chi += ((draws == z).sum() - expected) ** 2 / expected
    expected = max(count * outside, 1.0)
    chi += ((np.abs(draws) > reach).sum() - expected) ** 2 / expected
    assert chi < cells - 1 + 5 * sqrt(2 * (cells - 1))


def test_discrete_laplace_variance_and_largest_of_one():
    p = arb(fmpq(1, 3))
    assert laplace.variance(p).overlaps(arb(fmpq(3, 2)))  # 2/3 / (4/9)
    assert laplace.expected_largest(p, 1).overlaps(arb(fmpq(3, 4)))  # E|Z| = 2p/(1-p^2)


def test_expected_largest_of_five_is_the_sum_over_its_tail():
    p = 0.6
    direct = sum(1 - (1 - 2 * p ** (z + 1) / (1 + p)) ** 5 for z in range(200))
    assert float(laplace.expected_largest(arb(fmpq(3, 5)), 5).mid()) == pytest.approx(direct, rel=1e-12)


def test_a_rate_with_too_many_digits_is_refused():
    with pytest.raises(DoesNotFit, match="too many digits"):
        laplace.sample(Fraction(1, 10**15 + 1), 1, rng())


def test_selection_is_the_exponential_mechanism():
    scores, rate, count = np.array([0, 3, 1, -40]), Fraction(1, 2), 40_000
    draws = select(rate, np.tile(scores, (count, 1)), rng())
    weights = np.exp(scores / 2)
    for i, probability in enumerate(weights / weights.sum()):
        spread = sqrt(probability * (1 - probability) / count) + 1e-9
        assert abs((draws == i).mean() - probability) <= 5 * spread


# Sensitivities, by brute force over all pairs of neighbours.


def test_sensitivities_are_attained_by_neighbours_and_not_exceeded():
    moves = []
    for histogram in all_histograms(3, 4):
        here = Workload.of(at(histogram)).sums
        moves += [np.abs(here - Workload.of(at(other)).sums) for other in neighbours(histogram)]
    workload = Workload.of(SMALL)
    assert workload.l1_sensitivity == max(m.sum() for m in moves) == 4  # labels 0 and 1: 3 + 1
    assert workload.linf_sensitivity == max(m.max() for m in moves) == 3


@pytest.mark.parametrize("labels", [2, 3, 5])
def test_histogram_sensitivity(labels):
    start = (3, *[1] * (labels - 1))
    released = slice(0, 1) if labels == 2 else slice(0, labels)
    moved = [
        sum(abs(a - b) for a, b in zip(start[released], other[released], strict=True))
        for other in neighbours(start)
    ]
    assert max(moved) == histogram_sensitivity(labels)


# The pure-DP ratio, certified over all neighbours and outputs.


def worst_log_ratio(law_of, n=4):
    """The largest log(P_x(omega)/P_x'(omega)) over neighbours; ``law_of(x)`` lists logs of weights."""
    worst = arb(-1)
    logs = {h: law_of(h) for h in all_histograms(3, n)}
    totals = {h: sum((w.exp() for w in ws), arb(0)).log() for h, ws in logs.items()}
    for h, ws in logs.items():
        for other in neighbours(h):
            for mine, theirs in zip(ws, logs[other], strict=True):
                ratio = (mine - totals[h]) - (theirs - totals[other])
                worst = worst.max(ratio)
    return worst


@pytest.mark.parametrize("rows", [2, 4, 5])
def test_exponential_mechanism_is_pure_dp(rows):
    def law(histogram):
        scores, _, rate = scored_histograms(Workload.of(at(histogram)), rows=rows, epsilon=EPS)
        return [-arb(fmpq(rate.numerator, rate.denominator)) * int(u) for u in scores]

    worst = worst_log_ratio(law)
    assert worst <= fmpq(3, 2)
    assert worst > fmpq(3, 8)  # the budget is used, not a fraction of it


def test_inverse_sensitivity_is_pure_dp():
    def law(histogram):
        instance = at(histogram)
        return [-arb(fmpq(3, 4)) * int(d) for d in answer_classes(instance).distances(histogram)]

    worst = worst_log_ratio(law)
    assert worst <= fmpq(3, 2)
    assert worst > fmpq(3, 4)


def test_noise_on_the_answers_is_pure_dp_and_uses_the_whole_budget():
    rate = float(EPS) / Workload.of(SMALL).l1_sensitivity
    window = range(-6, 12)
    worst = 0.0
    for histogram in all_histograms(3, 2):
        here = Workload.of(at(histogram)).sums
        for other in neighbours(histogram):
            there = Workload.of(at(other)).sums
            for output in product(window, repeat=2):
                mine, theirs = np.abs(output - here).sum(), np.abs(output - there).sum()
                worst = max(worst, rate * float(theirs - mine))
    assert worst == pytest.approx(float(EPS))


@pytest.mark.parametrize("rounds", [1, 2])
def test_base_pmw_is_pure_dp(rounds):
    parameters = selection_parameters(Workload.of(SMALL), EPS, rounds)
    instance = make(
        queries=QUERIES, x=(0, 0, 1, 2), bound=2, beta=parameters.beta, g0=parameters.g0, J=rounds
    )
    law = SelectionLaw(instance)
    worst = max(
        law.mass(h, omega) / law.mass(other, omega)
        for h in all_histograms(3, 4)
        for other in neighbours(h)
        for omega in law.transcripts()
    )
    assert log_enclosure(worst)[1] <= EPS
    assert log_enclosure(worst)[0] > EPS / 4


class Forced:
    """Replaces the draws of a mechanism by given outputs and adds up their log-probabilities."""

    def __init__(self, monkeypatch, module, choices, measurements):
        self.logs = 0.0
        self._choices, self._measurements = iter(choices), iter(measurements)
        monkeypatch.setattr(module, "select", self.select)
        if hasattr(module, "laplace"):
            monkeypatch.setattr(module.laplace, "sample", self.sample)

    def select(self, rate, scores, rng):
        self.choice = next(self._choices)
        logits = float(rate) * scores[0]
        self.logs += logits[self.choice] - log(np.exp(logits).sum())
        return np.array([self.choice])

    def sample(self, rate, count, rng):
        noise = next(self._measurements) - int(self.sums[self.choice])
        self.logs += log(pmf(rate, noise))
        return np.array([noise])


def test_mwem_spends_at_most_epsilon_on_every_output(monkeypatch):
    worst = 0.0
    for choices in product(range(2), repeat=2):
        for measurements in product((-2, 1, 5), repeat=2):
            logs = {}
            for histogram in all_histograms(3, 3):
                workload = Workload.of(at(histogram))
                forced = Forced(monkeypatch, mwem_module, choices, measurements)
                forced.sums = workload.sums
                Mwem().release(workload, EPS, 2, rng(), 1)
                logs[histogram] = forced.logs
            for h, value in logs.items():
                worst = max([worst, *(value - logs[other] for other in neighbours(h))])
    assert worst <= float(EPS) * (1 + 1e-9)
    assert worst > float(EPS) / 3


def test_mwem_selection_is_tight_and_within_its_share(monkeypatch):
    # Scores 0 and 3 become 1 and 2 when a row moves from label 1 to label 0: nearly the worst case.
    epsilon, queries, logs = Fraction(8), [[1, 0, 0], [0, 1, 0]], {}
    for histogram in ((3, 6, 0), (4, 5, 0)):
        workload = Workload.of(at(histogram, queries, 1))
        forced = Forced(monkeypatch, mwem_module, (0,), (9,))
        forced.sums = workload.sums
        Mwem().release(workload, epsilon, 1, rng(), 1)
        logs[histogram] = forced.logs
    # The measurement of 9 costs its whole share, 4; the selection log((1 + e^6)/(1 + e^2)) of at most 4.
    spent = logs[4, 5, 0] - logs[3, 6, 0]
    assert spent == pytest.approx(4 + log((1 + exp(6)) / (1 + exp(2))))
    assert spent <= 8


def test_sampled_pmw_spends_at_most_epsilon_on_every_output(monkeypatch):
    worst = 0.0
    for choices in product(range(4), repeat=2):
        logs = {}
        for histogram in all_histograms(3, 3):
            forced = Forced(monkeypatch, pmw_module, choices, ())
            BasePmw(max_work=0, rounds=2).evaluate(at(histogram), EPS, rng(), 2)
            logs[histogram] = forced.logs
        for h, value in logs.items():
            worst = max([worst, *(value - logs[other] for other in neighbours(h))])
    assert float(EPS) / 4 < worst <= float(EPS) * (1 + 1e-9)


# Errors, against independent evaluation.


def expectation(weights, gaps, scale):
    """(E max, root of E mean square) of integer gap vectors with unnormalised weights."""
    total = sum(weights)
    linf = sum(w * max(abs(g) for g in gap) for w, gap in zip(weights, gaps, strict=True)) / total
    square = sum(w * sum(g * g for g in gap) / len(gap) for w, gap in zip(weights, gaps, strict=True)) / total
    return linf / scale, sqrt(square) / scale


def truth(histogram):
    return [sum(h * v for h, v in zip(histogram, q, strict=True)) for q in QUERIES]


def test_errors_of_noise_on_the_answers():
    rate = float(EPS) / 4
    window = range(-70, 71)
    weights = [pmf(rate, a) * pmf(rate, b) for a, b in product(window, repeat=2)]
    raw = LaplaceAnswers(clipped=False).evaluate(SMALL, EPS, rng(), 2)
    linf, rms = expectation(weights, list(product(window, repeat=2)), 8)
    encloses(raw.linf, linf, 1e-8)
    encloses(raw.rms, rms, 1e-8)
    # Attainable sums of four rows: -4..8 and 0..4; the truth is 3 and 2.
    clipped = LaplaceAnswers(clipped=True).evaluate(SMALL, EPS, rng(), 2)
    gaps = [(min(max(a, -7), 5), min(max(b, -2), 2)) for a, b in product(window, repeat=2)]
    linf, rms = expectation(weights, gaps, 8)
    encloses(clipped.linf, linf, 1e-8)
    encloses(clipped.rms, rms, 1e-8)


def test_noise_on_many_answers_stays_accurate():
    # Inclusion and exclusion over 128 answers cancels about 2^128: still an enclosure of the direct sum.
    queries = [[0, 1] if q % 2 else [1, 0] for q in range(128)]
    instance = make(queries=queries, x=(0, 1))
    rate = float(EPS) / 128
    p = exp(-rate)
    direct = sum(1 - (1 - 2 * p ** (z + 1) / (1 + p)) ** 128 for z in range(20_000)) / 2
    encloses(LaplaceAnswers(clipped=False).evaluate(instance, EPS, rng(), 2).linf, direct)


@pytest.mark.parametrize("rows", [2, 4])
def test_errors_of_the_exponential_mechanism(rows):
    x = (2, 1, 1)
    gaps, weights = [], []
    for chosen in combinations_with_replacement(range(3), rows):
        sums = [sum(q[d] for d in chosen) for q in QUERIES]
        gap = [rows * a - 4 * b for a, b in zip(truth(x), sums, strict=True)]
        gaps.append(gap)
        weights.append(exp(-float(EPS) * max(map(abs, gap)) / (2 * rows * 3)))
    linf, rms = expectation(weights, gaps, rows * 8)
    estimate = SmallDatabase(rows=rows).evaluate(SMALL, EPS, rng(), 2)
    encloses(estimate.linf, linf)
    encloses(estimate.rms, rms)


def test_errors_of_inverse_sensitivity():
    x = (2, 1, 1)
    nearest = {}
    for y in all_histograms(3, 4):
        d = sum(abs(a - b) for a, b in zip(x, y, strict=True)) // 2
        key = tuple(truth(y))
        nearest[key] = min(d, nearest.get(key, 99))
    gaps = [[a - b for a, b in zip(truth(x), key, strict=True)] for key in nearest]
    linf, rms = expectation([exp(-0.75 * d) for d in nearest.values()], gaps, 8)
    estimate = InverseSensitivity().evaluate(SMALL, EPS, rng(), 2)
    encloses(estimate.linf, linf)
    encloses(estimate.rms, rms)


def test_inverse_sensitivity_merges_databases_with_equal_answers():
    # Labels 1 and 2 look alike: the answers of (2, 0) rows of them are one output, not three.
    instance = make(queries=[[0, 1, 1]], x=(0, 0))
    r = exp(-0.5)
    estimate = InverseSensitivity().evaluate(instance, Fraction(1), rng(), 2)
    encloses(estimate.linf, (r * 0.5 + r * r) / (1 + r + r * r))


def brute_errors(problem, law, x):
    """(E max, root of E mean square) of a transcript law, from tests/bruteforce.py."""
    total = sum(law.values())
    linf = square = 0
    for omega, mass in law.items():
        gaps = [
            a - b
            for a, b in zip(bruteforce.truth(problem, x), bruteforce.answers(problem, omega), strict=True)
        ]
        linf += mass * max(map(abs, gaps))
        square += mass * sum(g * g for g in gaps) / len(gaps)
    return float(linf / total), sqrt(float(square / total))


def test_errors_of_the_envelope_mechanism_against_brute_force():
    instance = make(queries=[[1, -1], [0, 1]], x=(0, 0, 1))
    request = ParameterRequest(beta="3/2", g0="2", m=1, J=2)
    mechanism = EnvelopeMechanism(max_work=10**9, request=request)
    estimate = mechanism.evaluate(instance, Fraction(1), rng(), 2)
    r = r_from_epsilon(Fraction(1))
    problem = problem_of(make(queries=[[1, -1], [0, 1]], x=(0, 0, 1), r=r, beta="3/2", g0="2", J=2))
    laws = bruteforce.all_laws(problem)
    linf, rms = brute_errors(problem, bruteforce.envelope(problem, laws, (0, 0, 1)), (0, 0, 1))
    encloses(estimate.linf, linf)
    encloses(estimate.rms, rms)


def test_the_envelope_mechanism_agrees_with_the_reference():
    instance = make(queries=QUERIES, x=(0, 0, 1, 2), bound=2, r="3/5", beta="9/8", J=2)
    (envelope,) = envelopes(SelectionLaw(instance), [instance.histogram])
    linf = released_errors(envelope).linf
    assert linf.low <= envelope.expected_error <= linf.high


def test_boost_raises_beta_to_a_power():
    request = ParameterRequest(beta="9/8", J=2)
    boosted = EnvelopeMechanism(max_work=10**9, request=request, boost=2)
    direct = EnvelopeMechanism(max_work=10**9, request=ParameterRequest(beta="81/64", J=2))
    left, right = (m.evaluate(SMALL, EPS, rng(), 2) for m in (boosted, direct))
    assert (left.linf, left.rms) == (right.linf, right.rms)


def test_errors_of_the_base_law_against_brute_force_and_sampling():
    # n q1(mu) = 3/2 for the uniform mu: both must round halves up, for either sign.
    instance = make(queries=[[1, -1], [0, 1]], x=(0, 0, 1))
    exact = BasePmw(max_work=10**9, rounds=2).evaluate(instance, Fraction(4), rng(), 2)
    p = selection_parameters(Workload.of(instance), Fraction(4), 2)
    problem = problem_of(make(queries=[[1, -1], [0, 1]], x=(0, 0, 1), beta=p.beta, g0=p.g0, J=2))
    linf, rms = brute_errors(problem, bruteforce.law(problem, (0, 0, 1)), (0, 0, 1))
    encloses(exact.linf, linf)
    encloses(exact.rms, rms)
    sampled = BasePmw(max_work=0, rounds=2).evaluate(instance, Fraction(4), rng(), 20_000)
    # The exact law leaves up to 1 % of the budget unused: allow for it.
    assert abs(sampled.linf.value - linf) <= 5 * sampled.linf.stderr + 0.01 * linf
    assert abs(sampled.rms.value - rms) <= 5 * sampled.rms.stderr + 0.01 * rms


def test_errors_of_the_noisy_histogram():
    rate = float(EPS) / 2
    # Independent noise on three counts, seen by the queries, integrated over a window.
    window = range(-24, 25)
    weights, gaps = [], []
    for noise in product(window, repeat=3):
        weights.append(pmf(rate, noise[0]) * pmf(rate, noise[1]) * pmf(rate, noise[2]))
        gaps.append([sum(v * z for v, z in zip(q, noise, strict=True)) for q in QUERIES])
    linf, rms = expectation(weights, gaps, 8)
    estimate = NoisyHistogram(projected=False).evaluate(SMALL, EPS, rng(), 20_000)
    near(estimate.linf, linf)
    encloses(estimate.rms, rms, 1e-6)


def test_two_labels_need_noise_on_one_count_only():
    # Counts h and n - h: one discrete Laplace integer of rate epsilon, seen once with each sign.
    instance = make(queries=[[1, 0], [0, 1]], x=(0, 0, 1))
    estimate = NoisyHistogram(projected=False).evaluate(instance, Fraction(1), rng(), 20_000)
    p = exp(-1)
    encloses(estimate.rms, sqrt(2 * p) / (1 - p) / 3)
    near(estimate.linf, 2 * p / (1 - p * p) / 3)


def test_a_projected_histogram_is_a_histogram():
    # One label has everything: the projection can only be wrong by what it moves away, at most n rows.
    instance = make(queries=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], x=(0, 0))
    estimate = NoisyHistogram(projected=True).evaluate(instance, Fraction(1, 10), rng(), 2000)
    assert estimate.linf.value <= 1
    raw = NoisyHistogram(projected=False).evaluate(instance, Fraction(1, 10), rng(), 2000)
    assert raw.linf.value > 5


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=6), st.integers(1, 12))
def test_projection_onto_the_simplex_is_nearest(point, total):
    row = np.array(point, dtype=float)
    nearest = onto_simplex(row[None, :], total)[0]
    assert nearest.min() >= 0
    assert nearest.sum() == pytest.approx(total)
    # Optimality: no vertex of the simplex is on the other side of the supporting hyperplane.
    for d in range(len(point)):
        vertex = np.zeros(len(point))
        vertex[d] = total
        assert (row - nearest) @ (vertex - nearest) <= 1e-9 * (1 + total) * 100


def test_mwem_with_a_huge_budget_fits_the_measured_query():
    instance = make(queries=[[1, 0]], x=(0, 0, 0, 1))
    estimate = Mwem(rounds=1, passes=200).evaluate(instance, Fraction(2000), rng(), 20)
    assert estimate.linf.value < 1e-3
    start = Mwem(rounds=1, passes=1).evaluate(instance, Fraction(2000), rng(), 20)
    # One step of (m - q(mu))/2 = 1/8 from the uniform weights: q(mu) = 1/(1 + e^(-1/8)).
    assert start.linf.value == pytest.approx(0.75 - 1 / (1 + exp(-1 / 8)))


def test_uniform_answers_by_hand():
    # Sums of one row's mean: q0 (2 - 1 + 0)/3 = 1/3, q1 2/3, in units of 1/2; the truth 3/4 and 2/4.
    estimate = Uniform().evaluate(SMALL, EPS, rng(), 2)
    gaps = (3 / 8 - 1 / 6, 1 / 4 - 1 / 3)
    encloses(estimate.linf, max(map(abs, gaps)))
    encloses(estimate.rms, sqrt(sum(g * g for g in gaps) / 2))


# The oracle, limits and large instances.


class Fixed:
    """A mechanism with given errors; sampled ones come back shifted, as fresh draws would."""

    note = ""

    def __init__(self, name, values):
        self.name, self._values = name, iter(values)

    def evaluate(self, instance, epsilon, rng, replicates):
        value = next(self._values)
        if value is None:
            raise DoesNotFit("too large")
        quantity = Sampled(value=value, stderr=0.1)
        return ErrorEstimate(linf=quantity, rms=quantity, note=self.name)


def test_the_oracle_takes_the_least_error_and_samples_the_winner_again():
    candidates = (Fixed("a", [0.5]), Fixed("b", [0.3, 0.35]), Fixed("c", [None]))
    estimate = OracleTuned("oracle", "", candidates).evaluate(SMALL, EPS, rng(), 2)
    assert (estimate.note, estimate.linf.value) == ("b", 0.35)
    with pytest.raises(DoesNotFit, match="too large"):
        OracleTuned("oracle", "", (Fixed("c", [None]),)).evaluate(SMALL, EPS, rng(), 2)


def test_opendp_certifies_the_budget_for_one_replaced_row():
    pytest.importorskip("opendp")
    from pyref.baselines.opendp_peer import OpenDpHistogram, measurement_for

    measurement, _ = measurement_for(labels=3, rows=4, epsilon=EPS)
    assert Fraction(99, 100) * EPS <= Fraction(measurement.map(1)) <= EPS
    assert Fraction(measurement.map(2)) <= 2 * EPS
    # The same law as our histogram: compare the sampled error with the exact one.
    ours = NoisyHistogram(projected=False).evaluate(SMALL, EPS, rng(), 2)
    theirs = OpenDpHistogram().evaluate(SMALL, EPS, rng(), 3000)
    assert abs(theirs.rms.value - ours.rms.value) <= 6 * theirs.rms.stderr


def large():
    values = rng(1).integers(0, 2, size=(32, 200)).tolist()
    return Instance(
        universe=tuple(f"d{i}" for i in range(200)),
        queries=tuple(Query(name=f"q{i}", values=tuple(v)) for i, v in enumerate(values)),
        bound=1,
        rows=tuple(rng(2).integers(0, 200, size=10_000).tolist()),
        parameters=Parameters(r=Fraction(1, 2), beta=Fraction(2), g0=Fraction(2), m=1, J=1),
    )


def test_large_instances_are_for_all_but_the_enumerating_mechanisms():
    instance = large()
    fits = {}
    for mechanism in standard_mechanisms(max_work=10**7):
        if mechanism.name in ("opendp", "mwem-oracle", "pmw-oracle", "exponential-oracle"):
            continue
        try:
            fits[mechanism.name] = mechanism.evaluate(instance, Fraction(1), rng(), 5).linf.value
        except DoesNotFit as reason:
            assert "histograms" in str(reason)
    assert set(fits) == {
        "pmw",
        "histogram",
        "histogram-projected",
        "laplace",
        "laplace-clipped",
        "mwem",
        "uniform",
    }
    assert all(0 < error < 2 for error in fits.values())


def test_queries_that_ignore_the_data():
    instance = make(queries=[[1, 1]], x=(0, 1))
    for clipped in (False, True):
        assert LaplaceAnswers(clipped=clipped).evaluate(instance, EPS, rng(), 2).linf.value == 0
    for mechanism in (Mwem(), BasePmw(max_work=10**9)):
        with pytest.raises(DoesNotFit, match="no query depends on the data"):
            mechanism.evaluate(instance, EPS, rng(), 2)
    assert SmallDatabase().evaluate(instance, EPS, rng(), 2).linf.value == 0


def test_sums_beyond_the_exact_floats_are_refused():
    instance = make(queries=[[1, 0]], x=(0, 1), bound=1 << 52)
    with pytest.raises(DoesNotFit, match=r"2\^52"):
        Workload.of(instance)
