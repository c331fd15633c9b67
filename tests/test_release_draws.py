"""Draws of the polynomial-time sampler: exact roundings, certified selections, frequencies, plans."""

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from helpers import make
from test_release_law import Oracle, Script, components_of, plan_of, weight_of

from pyref.errors import InputError
from pyref.law import SelectionLaw
from pyref.release import draws, mechanism
from pyref.release import plan as plans
from pyref.release.canonical import Judge
from pyref.release.defaults import Wish, choose
from pyref.release.draws import BASE, Component, ComponentDraw, Target, Uniform, draw_batch
from pyref.release.mechanism import accepted_places, release
from pyref.release.model import Model, path_exponents, shape_of, synthetic
from pyref.release.outcome import distribution, likeliest
from pyref.release.plan import Shape, Tuning, assemble, make_plan

TIES = make(queries=[(0, 1), (1, -1), (0, 2)], x=[0, 1, 1], bound=2, r="2/3", beta="5/4", g0="3/2", J=3)
WIDE = make(queries=[(0, 1, 3), (2, 0, -3)], x=[0, 1, 2, 2, 2], bound=3, r="2/3", beta="7/6", g0="4/3", J=3)


@pytest.mark.parametrize("instance", [TIES, WIDE], ids=["ties", "wide"])
def test_roundings_equal_the_exact_reference(instance):
    law = SelectionLaw(instance)
    model = Model.of(instance, plan_of(instance, 0, [(1, instance.n, 1)]))
    halves = 0
    for omega in law.transcripts():
        found = path_exponents(model, omega)
        expected = [law.weight_exponents[state] for state in law.path(omega)]
        assert found.tolist() == [list(row) for row in expected]
        halves += int((found[:, 0::2] != -found[:, 1::2]).sum())
    assert (halves > 0) == (instance is TIES)  # n m s(mu_0) = 3/2 is a tie


def test_the_synthetic_distribution_equals_the_exact_reference():
    law = SelectionLaw(WIDE)
    model = Model.of(WIDE, plan_of(WIDE, 0, [(1, 5, 1)]))
    for omega in [(0, 3, 2), (1, 1, 0)]:
        mus = [law.distribution(omega[:t]) for t in range(3)]
        mean = [float(sum(column) / 3) for column in zip(*mus, strict=True)]
        tail = [float(sum(column) / 2) for column in zip(*mus[1:], strict=True)]
        assert synthetic(model, omega) == pytest.approx(mean, abs=1e-12)
        assert synthetic(model, omega, last=2) == pytest.approx(tail, abs=1e-12)


def test_the_likeliest_distribution_has_no_better_neighbour():
    instance = make(queries=[(0, 1, 1), (1, 0, 1)], x=[0, 1, 2, 2], r="2/3", beta="5/4", g0="4/3", J=4)
    model = Model.of(instance, plan_of(instance, 0, [(1, 4, 1)]))
    omega = (0, 3, 0, 2)
    best = likeliest(model, omega)
    oracle = Oracle(instance)
    value = float(oracle.log_base(4 * best, omega)[0])
    corners = np.eye(3)
    for corner, share in itertools.product(corners, (0.01, 0.1, 1.0)):
        assert float(oracle.log_base(4 * ((1 - share) * best + share * corner), omega)[0]) <= value + 1e-6
    other = make(queries=[(0, 1, 1), (1, 0, 1)], x=[0, 0, 0, 0], r="2/3", beta="5/4", g0="4/3", J=4)
    again = likeliest(Model.of(other, plan_of(other, 0, [(1, 4, 1)])), omega)
    assert again.tolist() == best.tolist()  # a function of the transcript alone


def boundary_case():
    """A selection of two log-weights, 1 and 0 units of log(5/4): the first has probability exactly 5/9."""
    model = Model.of(TIES, plan_of(TIES, 0, [(1, 3, 1)]))
    numerators = np.array([[1, 0]], dtype=np.int64)
    target = Target(1, np.zeros(2, dtype=np.int64), False)
    return model, numerators, np.array([[model.log_beta]]), [target]


def chosen_at(value):
    # select reads one little-endian word first, which is the number of its 64 bits itself.
    model, numerators, units, targets = boundary_case()
    return int(draws.select(model, numerators, units, targets, Script(value))[0][0])


JUST = Fraction(1, 2**200)


def test_a_selection_next_to_a_boundary_is_decided_exactly():
    assert chosen_at(Fraction(5, 9) - JUST) == 0
    assert chosen_at(Fraction(5, 9) + JUST) == 1


def test_a_float_comparison_in_a_selection_is_caught(monkeypatch):
    monkeypatch.setattr(draws, "selection_error", lambda choices: -1.0)
    assert chosen_at(Fraction(5, 9) - JUST) == chosen_at(Fraction(5, 9) + JUST)


def flat_judge():
    """A transcript whose base law is accepted with probability exactly 1/4."""
    instance = make(queries=[(0, 1)], x=[0, 1, 1, 0], r="2/3", beta="6/5", g0="3/2", J=3)
    model = Model.of(instance, plan_of(instance, 0, [(1, 4, 1)]))
    omega = (0, 1, 0)
    judge = Judge(model, omega, model.own_exponents(path_exponents(model, omega)))
    assert judge.flat and judge.canonical == Component(BASE) and model.plan.base_weight == 4
    return judge


def test_an_acceptance_next_to_its_probability_is_decided_exactly():
    judge = flat_judge()
    at = [
        mechanism.decide(judge, Component(BASE), Uniform(Script(Fraction(1, 4) + d))) for d in (-JUST, JUST)
    ]
    assert at == [True, False]


def test_a_float_comparison_in_the_acceptance_is_caught(monkeypatch):
    def float_bounds(self, component, precision):
        middle = float(-self.log_weight(component, self.floats))
        return arb(middle), arb(middle)

    monkeypatch.setattr(Judge, "acceptance", float_bounds)
    judge = flat_judge()
    at = [
        mechanism.decide(judge, Component(BASE), Uniform(Script(Fraction(1, 4) + d))) for d in (-JUST, JUST)
    ]
    assert at != [True, False]


def test_float_and_exact_selections_agree_on_the_same_bits(monkeypatch):
    plan = plan_of(WIDE, 0, [(1, 2, 1), (3, 5, 2)])
    model = Model.of(WIDE, plan)
    draw = ComponentDraw(plan)

    def transcripts():
        source = random.Random(11).getrandbits
        return draw_batch(model, [draw(source) for _ in range(200)], source).transcripts.tolist()

    fast = transcripts()
    monkeypatch.setattr(draws, "selection_error", lambda choices: 1.0)  # everything is doubtful
    assert transcripts() == fast


def test_component_frequencies():
    plan = plan_of(TIES, 1, [(2, 2, 1)])
    draw, source, count = ComponentDraw(plan), random.Random(3).getrandbits, 40_000
    seen = Counter(draw(source) for _ in range(count))
    statistic = 0.0
    for component in components_of(plan):
        expected = count * float(weight_of(plan, component) / plan.total)
        statistic += (seen.pop(component, 0) - expected) ** 2 / expected
    assert not seen
    assert statistic < 30  # 5 degrees of freedom


@pytest.fixture
def cached_judges(monkeypatch):
    """One judge per transcript and one target per component: 10^5 samples then take seconds."""
    cache, targets, target_of = {}, {}, Target.of

    def judge(model, transcript, exponents):
        if transcript not in cache:
            cache[transcript] = Judge(model, transcript, exponents)
        return cache[transcript]

    def target(model, component):
        if component not in targets:
            targets[component] = target_of(model, component)
        return targets[component]

    monkeypatch.setattr(mechanism, "Judge", judge)
    monkeypatch.setattr(Target, "of", target)
    monkeypatch.setattr(plans, "MIN_BASE", Fraction(1))


def test_chi_square_of_accepted_transcripts(cached_judges):
    instance = make(queries=[(0, 1)], x=[0, 0, 0, 1], r="3/5", beta="7/6", g0="3/2", J=5)
    plan = plan_of(instance, 0, [(1, 4, 1)])
    model, source = Model.of(instance, plan), random.Random(2024).getrandbits
    oracle, draw = Oracle(instance), ComponentDraw(plan)
    counts, accepted, proposals = Counter(), 0, 0
    while accepted < 100_000:
        batch = draw_batch(model, [draw(source) for _ in range(8192)], source)
        proposals += 8192
        for place in accepted_places(model, batch, source):
            counts[tuple(batch.transcripts[place].tolist())] += 1
            accepted += 1
    masses = {w: math.exp(oracle.envelope_log(instance.histogram, w)) for w in oracle.law.transcripts()}
    z = sum(masses.values())
    base = {w: math.exp(float(oracle.log_base(instance.histogram, w)[0])) for w in masses}

    def statistic(law):
        return sum((counts[w] - accepted * law[w]) ** 2 / (accepted * law[w]) for w in law)

    assert statistic({w: m / z for w, m in masses.items()}) < 70  # 31 degrees of freedom
    assert statistic(base) > 300  # the base law itself would be rejected
    rate = accepted / proposals
    assert abs(rate - z / plan.total) < 5 * math.sqrt(rate / proposals)


def test_release_stops_at_the_cap_with_the_fallback(monkeypatch):
    model = Model.of(TIES, plan_of(TIES, 0, [(1, 3, 1)]))
    made = []

    def none_accepted(model, batch, bits):
        made.append(len(batch.components))
        return iter(())

    monkeypatch.setattr(mechanism, "accepted_places", none_accepted)
    outcome = release(model)
    assert outcome.transcript is None
    assert sum(made) == model.plan.proposals == math.ceil(40 * model.plan.total)
    assert distribution(model, outcome, "all").tolist() == [0.5, 0.5]


def test_all_proposals_are_made_on_request_with_the_same_result():
    model = Model.of(TIES, plan_of(TIES, 0, [(1, 3, 1)]))
    results = []
    for always_all in (False, True):
        source = Recorder(17)
        results.append((release(model, bits=source, always_all=always_all), source.bits))
    assert results[0][0] == results[1][0]
    assert results[1][1] > 10 * results[0][1]


class Recorder:
    """A seeded source that counts the bits taken."""

    def __init__(self, seed):
        self.source, self.bits = random.Random(seed).getrandbits, 0

    def __call__(self, bits):
        self.bits += bits
        return self.source(bits)


def test_plan_of_hand_computed_numbers():
    # T = 2, n = 3, one 0/1 query, J = 2, beta = 2, r = 1/2: a Delta = log 2 = lambda, the largest slope is
    # 4 log 2, h_R = R log 2 and A_R = R^2 (log 2)^2.
    shape = Shape(labels=2, rows=3, queries=1, spread=1)
    plan = assemble(
        shape, Tuning(J=2, beta=Fraction(2), g0=Fraction(2)), Fraction(1, 2), lift=1, cuts=[(2, 2, 1)]
    )
    square = math.log(2) ** 2
    assert float(plan.base_weight) == pytest.approx(8 * (1 + 1e-6), rel=1e-12)
    assert float(plan.annuli[0].weight) == pytest.approx(math.exp(4 * square) / 4 * (1 + 1e-6), rel=1e-12)
    assert plan.far[0] == 3
    assert float(plan.far[1]) == pytest.approx(4 / 8 * (1 + 1e-6), rel=1e-12)  # r^3 (2k)^J
    assert plan.total == plan.base_weight + 4 * plan.annuli[0].weight + plan.far[1]
    assert plan.proposals == math.ceil(40 * plan.total)


def test_weights_are_rounded_up_and_slightly():
    plan = choose(Shape(labels=64, rows=1000, queries=20, spread=1), Fraction(1))
    with ctx.workprec(400):
        lam = -arb(plan.r.numerator).log() + arb(plan.r.denominator).log()
        step = arb(plan.tuning.beta.numerator).log() - arb(plan.tuning.beta.denominator).log()
        for annulus in plan.annuli:
            area = plan.tuning.J * (step * annulus.last) ** 2 / 2
            exact = (area / annulus.length - annulus.first * lam).exp()
            ratio = annulus.weight.numerator / exact / annulus.weight.denominator
            assert ratio > 1 + arb(10) ** -6 * (1 - arb(10) ** -6)
            assert ratio < 1 + arb(10) ** -6 * (1 + arb(10) ** -6)
        delta = arb(0)
        for term in plan.excess:
            a, area = term.order, plan.tuning.J * (step * term.last) ** 2 / 2
            exponent = a * area / term.length + a * (a - 1) * area - a * term.first * lam
            b = arb((a - 1) ** (a - 1)) / arb(a**a)
            delta += b * arb(128) ** term.length * exponent.exp()
        last = plan.excess[-1].last
        if last < 1000:
            delta += (plan.tuning.J * arb(40).log() - (last + 1) * lam).exp()
        assert delta <= arb(plan.delta.numerator) / plan.delta.denominator < delta * (1 + arb(10) ** -9)
        starts = [term.first for term in plan.excess]
        assert starts == [1, *(term.last + 1 for term in plan.excess[:-1])]
        W, N, eps = plan.total, plan.proposals, plan.epsilon
        fallback = N * (arb((W - 1).numerator) / (W - 1).denominator).log()
        rest = W - 1 - plan.delta
        fallback -= N * (arb(rest.numerator) / rest.denominator).log()
        bound = arb(eps.numerator) / eps.denominator
        assert fallback <= bound and lam + (1 + delta).log() <= bound
        assert eps <= 1


@pytest.mark.parametrize("epsilon", ["1/100", "1/2", "1", "3"])
def test_default_plans_spend_nearly_the_whole_budget_and_not_more(epsilon):
    plan = choose(Shape(labels=32, rows=2000, queries=50, spread=1), Fraction(epsilon))
    assert Fraction(epsilon) * Fraction(9, 10) < plan.epsilon <= Fraction(epsilon)
    assert plan.total < 500


def test_a_base_law_that_is_private_by_itself_needs_one_proposal():
    shape = Shape(labels=4, rows=50, queries=3, spread=2)
    beta = Fraction(65, 64)  # 4 J a <= lambda: 2 J spread log(beta) = 0.124 for J = 2
    plan = make_plan(shape, Tuning(J=2, beta=beta, g0=Fraction(2)), Fraction(4, 5))
    assert plan.is_base and plan.delta == 0 and plan.proposals == 1 and plan.total == 1
    assert float(plan.epsilon) == pytest.approx(math.log(5 / 4), rel=1e-12)


def test_no_plan_for_a_beta_that_is_too_large():
    with pytest.raises(InputError, match="choose a smaller beta or J"):
        choose(Shape(labels=8, rows=100, queries=4, spread=1), Fraction(1), Wish(J=20, beta=Fraction(2)))


def test_shape_of_reads_the_largest_range():
    assert shape_of(WIDE) == Shape(labels=3, rows=5, queries=2, spread=5)


def test_constant_queries_need_no_protection():
    instance = make(queries=[(1, 1)], x=[0, 1], r="1/2", J=2)
    plan = choose(shape_of(instance), Fraction(1))
    outcome = release(Model.of(instance, plan))
    assert plan.is_base and len(outcome.transcript) == plan.tuning.J


@pytest.mark.parametrize("spread", [1, 20, 2000, 200_000])
def test_the_default_keeps_a_private_base_law_private(spread):
    """r is rounded down in lambda, so the step must leave room for it."""
    plan = choose(Shape(labels=3, rows=3, queries=1, spread=spread), Fraction(1), Wish(J=1))
    assert plan.is_base and plan.epsilon > Fraction(9, 10)
    assert 2 * spread * math.log(plan.tuning.beta) <= -math.log(plan.r)


def test_a_range_that_needs_too_many_powers_is_refused():
    instance = make(queries=[(0, 10**8)], x=[0, 1], bound=10**8, beta="1000000001/1000000000")
    with pytest.raises(InputError, match="the range of a query"):
        Model.of(instance, plan_of(instance))
