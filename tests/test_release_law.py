"""The law of the polynomial-time sampler on tiny instances, against enumeration and an independent maximiser.

``envelope_log`` maximises on shrinking grids, from the formulas of blueprint 3 and 10.1; it shares nothing
with pyref.release but the instance.
"""

import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from helpers import make

from pyref.envelope import envelopes
from pyref.histograms import all_histograms, neighbours
from pyref.law import SelectionLaw
from pyref.release import mechanism
from pyref.release.canonical import Judge, ReleaseError
from pyref.release.defaults import Wish, choose
from pyref.release.draws import BASE, FAR, Component, Uniform
from pyref.release.mechanism import decide
from pyref.release.model import Model, path_exponents, shape_of
from pyref.release.plan import Shape, Tuning, assemble, make_plan


def plan_of(instance, lift=None, cuts=None):
    p = instance.parameters
    tuning = Tuning(J=p.J, beta=p.beta, g0=p.g0, m=p.m)
    if cuts is None:
        return make_plan(shape_of(instance), tuning, p.r)
    return assemble(shape_of(instance), tuning, p.r, lift=lift, cuts=cuts)


def with_rows(instance, histogram):
    rows = [label for label, count in enumerate(histogram) for _ in range(count)]
    values = [q.values for q in instance.queries]
    p = instance.parameters
    return make(queries=values, x=rows, bound=instance.bound, r=p.r, beta=p.beta, g0=p.g0, m=p.m, J=p.J)


class Oracle:
    """log p under any real target, and log M~_x, on floats."""

    def __init__(self, instance):
        self.instance = instance
        self.law = SelectionLaw(instance)
        self.log_beta = math.log(instance.parameters.beta)
        self.lam = -math.log(instance.parameters.r)
        self.signed = np.array(instance.signed_values, dtype=float)

    def log_mass(self, targets, omega):
        """float[P] for targets float[P, 2k] in units of log(beta)."""
        total = np.zeros(len(targets))
        for s, state in zip(omega, self.law.path(omega), strict=True):
            logits = (targets - np.array(self.law.weight_exponents[state])) * self.log_beta
            high = logits.max(axis=1)
            total += logits[:, s] - high - np.log(np.exp(logits - high[:, None]).sum(axis=1))
        return total

    def log_base(self, histograms, omega):
        h = np.atleast_2d(np.array(histograms, dtype=float))
        return self.log_mass(self.instance.parameters.m * h @ self.signed.T, omega)

    def component_log(self, plan, component, omega):
        """log p of a proposal component, straight from blueprint 5.5 with centred queries."""
        if component.kind == FAR:
            return -len(omega) * math.log(len(self.signed))
        target = self.instance.parameters.m * self.signed @ np.array(self.instance.histogram, dtype=float)
        if component.kind >= 0:
            annulus = plan.annuli[component.kind]
            middle = (self.signed.max(axis=1) + self.signed.min(axis=1)) / 2
            for label in component.code:
                sign = -1 if label % 2 else 1
                unit = 2 * annulus.last * self.instance.parameters.m / annulus.length
                target = target + sign * unit * (self.signed[:, label // 2] - middle)
        return float(self.log_mass(target[None], omega)[0])

    def envelope_log(self, histogram, omega):
        """log M~_x: for every D the maximum over the simplex on grids that shrink around the best point; for
        two labels the concave log p is maximised once, and phi(D) is its value at the nearest point within D.
        """
        if len(histogram) == 2:
            return self._envelope_of_two(histogram, omega)
        x = np.array(histogram, dtype=float)
        n, best = int(x.sum()), -math.inf
        for distance in range(n + 1):
            centre, radius = x[:-1].copy(), float(distance)
            value = float(self.log_base(x, omega)[0])
            for _ in range(40 if distance else 0):
                axes = [np.linspace(c - radius, c + radius, 9) for c in centre]
                grid = np.array(list(itertools.product(*axes)))
                points = np.column_stack([grid, n - grid.sum(axis=1)])
                inside = (points >= -1e-12).all(axis=1)
                inside &= np.abs(points - x).sum(axis=1) <= 2 * distance + 1e-12
                if inside.any():
                    logs = self.log_base(points[inside], omega)
                    place = int(np.argmax(logs))
                    if logs[place] >= value:
                        value, centre = float(logs[place]), points[inside][place][:-1]
                radius *= 0.6
            best = max(best, value - self.lam * distance)
        return best

    def _envelope_of_two(self, histogram, omega):
        n = sum(histogram)
        low, high = 0.0, float(n)
        for _ in range(14):
            ones = np.linspace(low, high, 33)
            place = int(np.argmax(self.log_base(np.column_stack([n - ones, ones]), omega)))
            low, high = ones[max(place - 1, 0)], ones[min(place + 1, 32)]
        distances = np.arange(n + 1)
        ones = np.clip((low + high) / 2, histogram[1] - distances, histogram[1] + distances).clip(0, n)
        return float((self.log_base(np.column_stack([n - ones, ones]), omega) - self.lam * distances).max())


def components_of(plan):
    yield Component(BASE)
    if plan.far:
        yield Component(FAR)
    for number, annulus in enumerate(plan.annuli):
        for code in itertools.product(range(2 * plan.shape.labels), repeat=annulus.length):
            yield Component(number, code)


def weight_of(plan, component):
    if component.kind == BASE:
        return plan.base_weight
    return plan.far[1] if component.kind == FAR else plan.annuli[component.kind].weight


class Script:
    """A bit source that starts with the binary digits of a given rational."""

    def __init__(self, value):
        self.value, self.used = Fraction(value), 0

    def __call__(self, bits):
        self.used += bits
        return int(self.value * 2**self.used) % 2**bits


def judge_of(model, omega):
    return Judge(model, omega, model.own_exponents(path_exponents(model, omega)))


def accepted_at(judge, component, probability):
    return decide(judge, component, Uniform(Script(probability)))


TWO = make(queries=[(0, 1), (1, -1)], x=[0, 1, 1, 1, 0], r="2/3", beta="5/4", J=3)
THREE = make(queries=[(0, 1, 1), (-2, 0, 1)], x=[0, 0, 2], bound=2, r="3/5", beta="9/8", g0="3/2", J=2, m=2)
SKEWED = make(queries=[(0, 0, 1)], x=[0, 0, 0, 0], r="4/5", beta="6/5", g0="3/2", J=4)
STEEP = make(queries=[(0, 1)], x=[0] * 6, r="1/2", beta="2", g0="3/2", J=4)

CASES = {
    "two labels, single annuli": (TWO, 0, [(1, 1, 1), (2, 5, 1)]),
    "two labels, lifted": (TWO, 1, [(2, 3, 1), (4, 5, 2)]),
    "two labels, only longer codes": (TWO, 0, [(1, 2, 2), (3, 5, 2)]),
    "two labels, uniform law far": (TWO, 1, [(2, 3, 1)]),
    "two labels, default plan": (TWO, None, None),
    "three labels": (THREE, 0, [(1, 1, 1), (2, 2, 1), (3, 3, 2)]),
    "three labels, longer codes": (THREE, 0, [(1, 3, 2)]),
    "one cell": (SKEWED, 0, [(1, 2, 1), (3, 4, 2)]),
    "steep": (STEEP, 0, [(1, 1, 1), (2, 3, 1), (4, 6, 3)]),
}


def wrong_transcripts(instance, lift, cuts):
    """How many transcripts break sum over components of weight/W p_v(omega) acceptance = M~_x(omega)/W, and
    the kinds of component accepted.

    The acceptance is that of ``decide``.  It must be positive for one component only, and there pass from
    true to false within a relative 10^-7 of U = M~_x / (weight p_v).
    """
    plan = plan_of(instance, lift, cuts)
    model, oracle = Model.of(instance, plan), Oracle(instance)
    wrong, kinds = 0, set()
    for omega in oracle.law.transcripts():
        judge = judge_of(model, omega)
        target = oracle.envelope_log(instance.histogram, omega)
        accepted = [c for c in components_of(plan) if accepted_at(judge, c, 0)]
        kinds.update(c.kind if c.kind < 0 else len(c.code) for c in accepted)
        right = len(accepted) == 1
        for component in accepted:
            mass = math.log(weight_of(plan, component)) + oracle.component_log(plan, component, omega)
            p = math.exp(target - mass)
            right &= p <= 1 and accepted_at(judge, component, p * (1 - 1e-7))
            right &= p >= 1 - 1e-7 or not accepted_at(judge, component, p * (1 + 1e-7))
        wrong += not right
    return wrong, kinds


@pytest.mark.parametrize("name", CASES)
def test_the_sampler_s_law_is_the_relaxed_envelope(name):
    wrong, kinds = wrong_transcripts(*CASES[name])
    assert wrong == 0
    assert "longer" not in name or kinds & {2, 3}


def test_every_kind_of_component_is_canonical_somewhere():
    kinds = set()
    for instance, lift, cuts in CASES.values():
        plan = plan_of(instance, lift, cuts)
        model = Model.of(instance, plan)
        for omega in SelectionLaw(instance).transcripts():
            component = judge_of(model, omega).canonical
            kinds.add(component.kind if component.kind < 0 else len(component.code))
    assert {BASE, FAR, 1, 2} <= kinds


def test_the_relaxed_envelope_dominates_the_envelope_and_is_lipschitz():
    instance = THREE
    law, lam = SelectionLaw(instance), -math.log(instance.parameters.r)
    tables = {}
    for histogram in all_histograms(instance.T, instance.n):
        other = with_rows(instance, histogram)
        model = Model.of(other, plan_of(other, 0, [(1, 3, 2)]))
        envelope = envelopes(law, [histogram])[0]
        row = []
        for index, omega in enumerate(law.transcripts()):
            judge = judge_of(model, omega)
            base = math.log(law.mass(histogram, omega))
            low, high = judge.maximum.low + base, judge.maximum.high + base
            assert high >= math.log(envelope.mass(index)) - 1e-9
            row.append((low, high))
        tables[histogram] = row
    for histogram, row in tables.items():
        for other in neighbours(histogram):
            for (low, _), (_, high) in zip(row, tables[other], strict=True):
                assert low <= high + lam + 1e-9


def test_delta_bounds_the_excess_mass_and_epsilon_the_released_law():
    instance = make(queries=[(0, 1)], x=[0] * 6, r="1/2", beta="21/20", g0="3/2", J=8)
    plan = plan_of(instance)
    assert not plan.is_base and plan.epsilon is not None
    W, N, laws = float(plan.total), plan.proposals, {}
    for histogram in all_histograms(2, 6):
        oracle = Oracle(with_rows(instance, histogram))
        masses = [math.exp(oracle.envelope_log(histogram, omega)) for omega in oracle.law.transcripts()]
        z = sum(masses)
        assert 1 - 1e-9 <= z <= 1 + plan.delta
        reach = (1 - (1 - z / W) ** N) / z
        laws[histogram] = ([mass * reach for mass in masses], N * math.log1p(-z / W))
    assert max(sum(law) for law, _ in laws.values()) > 1 - 1e-9
    for histogram, (law, log_fallback) in laws.items():
        for other in neighbours(histogram):
            theirs, log_theirs = laws[other]
            assert max(a / b for a, b in zip(law, theirs, strict=True)) <= math.exp(plan.epsilon)
            assert log_fallback - log_theirs <= plan.epsilon


def adversarial(seed, count):
    """Random tiny problems with transcripts that follow, oppose or ignore the data."""
    rng = random.Random(seed)
    for _ in range(count):
        labels, k, J = rng.randint(2, 5), rng.randint(1, 3), rng.randint(1, 5)
        n, bound = rng.randint(1, 9), rng.randint(1, 2)
        queries = [[rng.randint(-bound, bound) for _ in range(labels)] for _ in range(k)]
        queries[0][0], queries[0][1] = 0, 1
        instance = make(
            queries=queries,
            x=[rng.randrange(min(labels, rng.randint(1, 5))) for _ in range(n)],
            bound=bound,
            r=rng.choice(["1/2", "4/5", "9/10", "1/5"]),
            beta=rng.choice(["2", "11/10", "5/4", "3"]),
            g0=rng.choice(["3/2", "2"]),
            m=rng.randint(1, 2),
            J=J,
        )
        lift, cuts = rng.randint(0, min(2, n)), []
        reached = lift
        while reached < n and rng.random() < 0.9:
            last = rng.randint(reached + 1, n)
            cuts.append((reached + 1, last, rng.randint(1, 3)))
            reached = last
        plan = plan_of(instance, lift, cuts)
        if plan.is_base:
            continue
        for _ in range(40):
            style = rng.random()
            pool = [rng.randrange(2 * k)] if style < 0.3 else range(2 * k)
            yield instance, plan, tuple(rng.choice(pool) for _ in range(J)), rng


def test_the_canonical_inequality_on_adversarial_transcripts():
    checked, longer, last = 0, 0, (None, None)
    for instance, plan, omega, rng in adversarial(7, 285):
        if last[0] is not plan:
            last = plan, Model.of(instance, plan)
        judge = judge_of(last[1], omega)
        component = judge.canonical
        longer += len(component.code) > 1
        value = judge.log_weight(component, judge.floats)
        # Any fractional database gives a lower bound on M~_x.
        x = np.array(instance.histogram, dtype=float)
        move = np.zeros_like(x)
        support = np.flatnonzero(x)
        move[rng.choice(support.tolist())] -= 1
        move[rng.randrange(len(x))] += 1
        step = rng.random() * min(x[move < 0].min(initial=1e9), instance.n)
        ratio, _ = judge.evaluator.ratio(judge.evaluator.shift(step * move))
        distance = math.ceil(step * np.abs(move).sum() / 2 - 1e-12)
        assert value >= ratio + distance * math.log(instance.parameters.r)
        checked += 1
    assert checked >= 10_000
    assert longer > 100


def test_balls_and_floats_agree_on_the_envelope():
    for instance, plan, omega, _ in itertools.islice(adversarial(3, 200), 0, 4000, 160):
        judge = judge_of(Model.of(instance, plan), omega)
        exact = judge.exact_bounds(128)
        assert exact.low <= exact.high
        assert float(exact.high - exact.low) < 1e-10
        assert judge.maximum.low <= exact.high and exact.low <= judge.high
        assert judge.high - judge.maximum.low < 1e-7


def test_a_wrong_acceptance_probability_is_caught(monkeypatch):
    right = Judge.acceptance

    def wrong(self, component, precision):
        low, high = right(self, component, precision)
        return low - arb("0.001"), high - arb("0.001")

    monkeypatch.setattr(Judge, "acceptance", wrong)
    assert wrong_transcripts(*CASES["two labels, single annuli"])[0] > 0


def test_a_wrong_code_search_is_caught(monkeypatch):
    right = Judge._code

    def wrong(self, annulus, move):
        code = right(self, annulus, move)
        return tuple(label ^ 1 for label in code)

    monkeypatch.setattr(Judge, "_code", wrong)
    with pytest.raises(ReleaseError):
        wrong_transcripts(*CASES["two labels, only longer codes"])


def test_a_wrong_first_choice_is_caught(monkeypatch):
    right = Judge.first_choice.func

    def wrong(self):
        component, value = right(self)
        flipped = Component(component.kind, tuple(label ^ 1 for label in component.code))
        return flipped, value

    monkeypatch.setattr(Judge, "first_choice", property(wrong))
    with pytest.raises(ReleaseError):
        wrong_transcripts(*CASES["steep"])


def test_a_component_that_depends_on_the_proposal_is_caught(monkeypatch):
    """If every component were its own canonical one, the law would be wrong."""

    def wrong(judge, component, uniform):
        monkeypatch.setattr(Judge, "first_choice", property(lambda self: (component, 100.0)))
        monkeypatch.setattr(Judge, "canonical", property(lambda self: component))
        return mechanism.decide(judge, component, uniform)

    monkeypatch.setitem(globals(), "decide", wrong)
    with pytest.raises(ReleaseError):
        wrong_transcripts(*CASES["two labels, single annuli"])


def test_the_sure_refusals_are_refusals():
    instance, lift, cuts = CASES["two labels, lifted"]
    plan = plan_of(instance, lift, cuts)
    model = Model.of(instance, plan)
    source = random.Random(5).getrandbits
    draw = mechanism.ComponentDraw(plan)
    components = [draw(source) for _ in range(4000)]
    batch = mechanism.draw_batch(model, components, source)
    words = mechanism.split_words(source(64 * 4000), 4000)
    refused = mechanism.surely_refused(model, batch, words)
    assert 100 < refused.sum() < 4000
    for place in range(4000):
        judge = Judge(model, tuple(batch.transcripts[place].tolist()), batch.exponents[place])
        ratio = judge.log_weight(components[place], judge.floats)
        ratio -= math.log(weight_of(plan, components[place]))
        assert batch.log_ratio[place] == pytest.approx(ratio, abs=1e-9)
        if refused[place]:
            assert not decide(judge, components[place], Uniform(source, int(words[place]), 64))


def test_the_canonical_component_does_not_depend_on_where_arrays_lie():
    """Equal exponents give bit-identical choices, whatever the memory layout of the batch they came from."""
    for instance, plan, omega, _ in itertools.islice(adversarial(5, 60), 0, 2000, 20):
        model = Model.of(instance, plan)
        exponents = model.own_exponents(path_exponents(model, omega))
        expected = None
        for offset in range(3):
            store = np.zeros(exponents.size + offset, dtype=np.int64)
            moved = store[offset:].reshape(exponents.shape)
            moved[...] = exponents
            for laid_out in (moved, np.asfortranarray(moved)):
                judge = Judge(model, omega, laid_out)
                found = judge.canonical, judge.first_choice, judge.quick_high
                expected = expected or found
                assert found == expected


def test_a_base_law_lifted_over_all_distances_is_still_accepted_or_refused():
    """Its weight covers every distance, but it is not private by itself."""
    plan = choose(Shape(labels=2, rows=1, queries=1, spread=1), Fraction(1), Wish(J=5))
    assert not plan.annuli and plan.far is None
    p = plan.tuning
    instance = make(queries=[(0, 1)], x=[0], r=plan.r, beta=p.beta, g0=p.g0, m=p.m, J=p.J)
    law = SelectionLaw(instance)
    worst = max(abs(math.log(law.mass((1, 0), w) / law.mass((0, 1), w))) for w in law.transcripts())
    assert worst > 1
    assert not plan.is_base and plan.proposals >= 40 * plan.base_weight
    # With U = 0.9 everything is refused: M~_x is far below 4 p_x.
    model = Model.of(instance, plan)
    source = random.Random(1).getrandbits
    batch = mechanism.draw_batch(model, [Component(BASE)] * 20, source)
    high = int(0.9 * 2**64)
    assert (
        list(mechanism.accepted_places(model, batch, lambda n: sum(high << 64 * i for i in range(n // 64))))
        == []
    )


def test_the_law_of_whole_releases():
    """Frequencies of releases against enumeration, with the base law lifted over all distances."""
    instance = make(queries=[(0, 1)], x=[0], r="9/10", beta="5/4", g0="2", J=4)
    plan, oracle = plan_of(instance, 1, []), Oracle(instance)
    assert not plan.annuli and plan.far is None
    masses = {w: math.exp(oracle.envelope_log((1, 0), w)) for w in oracle.law.transcripts()}
    total, count = sum(masses.values()), 2000
    model, source = Model.of(instance, plan), random.Random(11).getrandbits
    seen = Counter(mechanism.release(model, bits=source).transcript for _ in range(count))
    for omega, mass in masses.items():
        q = mass / total
        assert abs(seen[omega] - count * q) < 4.5 * math.sqrt(count * q * (1 - q))


@pytest.mark.parametrize("name", ["two labels, only longer codes", "three labels"])
def test_loose_float_bounds_are_refined(name, monkeypatch):
    """The law stays right where float64 bounds are too far apart to certify the canonical component."""
    for bound in ("quick_high", "high"):
        right = getattr(Judge, bound).func
        loose = property(lambda self, right=right: 0.0 if self.flat else right(self) + 3.0)
        monkeypatch.setattr(Judge, bound, loose)
    assert wrong_transcripts(*CASES[name])[0] == 0


def test_a_constant_added_to_a_query_does_not_blur_the_quick_refusals():
    """Only differences of a query's values matter; large values must not enter the rounding errors."""
    near, far = (
        make(queries=[(c, c + 1), (0, 1)], x=[0, 1, 1, 1, 0], bound=c + 1, r="2/3", beta="5/4", J=3)
        for c in (0, 10**9)
    )
    results = []
    for instance in (near, far):
        plan = plan_of(instance, 1, [(2, 3, 1), (4, 5, 2)])
        model = Model.of(instance, plan)
        assert len(model.powers) == 4
        source = random.Random(5).getrandbits
        components = [Component(BASE)] * 2000
        batch = mechanism.draw_batch(model, components, source)
        words = mechanism.split_words(source(64 * 2000), 2000)
        results.append((batch.transcripts.tolist(), mechanism.surely_refused(model, batch, words).tolist()))
    assert results[0] == results[1] and any(results[0][1]) and not all(results[0][1])
