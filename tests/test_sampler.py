"""The sampler's law, computed exactly from how it consumes bits, and a statistical check with a fixed
seed.
"""

import ast
import random
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import pytest
from helpers import make

from pyref import sampler as module
from pyref.envelope import envelopes
from pyref.law import SelectionLaw
from pyref.sampler import ReleasedLawSampler, bernoulli, released_law_sampler, uniform_below


class Exhausted(Exception):
    """The prescribed bits ran out."""


def source_of(draws):
    """A bit source that returns the prescribed draws and then raises Exhausted."""
    remaining = list(draws)

    def source(width):
        if not remaining:
            raise Exhausted
        value = remaining.pop(0)
        assert 0 <= value < 2**width
        return value

    return source


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 8])
def test_uniform_below_accepts_each_value_once(bound):
    width = (bound - 1).bit_length()
    accepted = []
    for value in range(2**width):
        try:
            accepted.append(uniform_below(bound, bits=source_of([value] if width else [])))
        except Exhausted:
            assert uniform_below(bound, bits=source_of([value, 0])) == 0
    assert accepted == list(range(bound))


@pytest.mark.parametrize("p", [F(0), F(1), F(1, 3), F(5, 16), F(2, 7), F(255, 256), F(1, 1000)])
def test_bernoulli_law_by_enumeration(p, monkeypatch):
    monkeypatch.setattr(module, "_CHUNK", 2)
    true, undecided, depth = F(0), F(0), 4
    for draws in product(range(4), repeat=depth):
        try:
            true += F(bernoulli(p.numerator, p.denominator, bits=source_of(draws)), 4**depth)
        except Exhausted:
            undecided += F(1, 4**depth)
    assert true <= p <= true + undecided
    assert undecided <= F(1, 4**depth)


def test_bernoulli_refuses_improper_probabilities():
    for numerator, denominator in ((3, 2), (-1, 2), (0, 0)):
        with pytest.raises(ValueError, match="probability"):
            bernoulli(numerator, denominator)
    with pytest.raises(ValueError, match="at least 1"):
        uniform_below(0)


INSTANCE = make(queries=[[1, 0, 0], [0, 1, -1]], x=[0, 2], r="3/5", beta="3/2", g0="4/3", J=2)


@pytest.mark.parametrize("proposal_bits", [1, 2, 7, 64])
def test_one_trial_is_proportional_to_the_released_law(proposal_bits):
    """P(propose i) P(accept i) = (c_i / C) (2^b M_i / c_i) = 2^b M_i / C: proportional to M_i, for every
    b.
    """
    table = envelopes(SelectionLaw(INSTANCE), [INSTANCE.histogram])[0]
    drawn = ReleasedLawSampler(table, proposal_bits=proposal_bits)
    total = sum(drawn.proposal_weights)
    trial = []
    for i, weight in enumerate(drawn.proposal_weights):
        assert weight == -(-table.mass(i).numerator * 2**proposal_bits // table.mass(i).denominator)
        assert 0 < drawn.acceptance(i) <= 1
        trial.append(F(weight, total) * drawn.acceptance(i))
    success = sum(trial)
    assert [p / success for p in trial] == [table.released(i) for i in range(len(trial))]


def test_proposal_thresholds_by_enumeration():
    table = envelopes(SelectionLaw(INSTANCE), [INSTANCE.histogram])[0]
    drawn = ReleasedLawSampler(table, proposal_bits=5)
    total = sum(drawn.proposal_weights)
    counts = [0] * len(drawn.proposal_weights)
    for value in range(total):
        counts[drawn.propose(bits=source_of([value]))] += 1
    assert tuple(counts) == drawn.proposal_weights


def test_whole_trial_by_enumeration(monkeypatch):
    """All 6-bit continuations of each proposal, for p_a = (2/3, 1/3), r = 3/4, b = 1 (see test_envelope).

    M_a = (2/3, 1/2), ceilings of 2 M_a are (2, 1), acceptances 2/3 and 1.  In base 8, 2/3 = 0.5252..., so
    after two digits 5/8 + 1/8 2/8 = 42/64 of the strings have accepted and 1/64 are undecided.
    """
    monkeypatch.setattr(module, "_CHUNK", 3)
    table = envelopes(SelectionLaw(make(queries=[[1, 0]], x=[0], r="3/4")), [(1, 0)])[0]
    drawn = ReleasedLawSampler(table, proposal_bits=1)
    assert drawn.proposal_weights == (2, 1)

    class Refused(Exception):
        pass

    def trial(proposal, draws):
        pending, started = list(draws), []

        def source(width):
            if width == 2:  # a proposal: one of three values
                if started:
                    raise Refused
                started.append(True)
                return proposal
            if not pending:
                raise Exhausted
            return pending.pop(0)

        return drawn.sample_index(bits=source)

    for proposal, index, expected in ((0, 0, (42, 21, 1)), (1, 0, (42, 21, 1)), (2, 1, (64, 0, 0))):
        accepted = refused = undecided = 0
        for draws in product(range(8), repeat=2):
            try:
                assert trial(proposal, draws) == index
                accepted += 1
            except Refused:
                refused += 1
            except Exhausted:
                undecided += 1
        assert (accepted, refused, undecided) == expected


def test_frequencies_with_a_fixed_seed():
    """Chi-square over 16 transcripts, 20000 draws; 37.7 is the 0.1 % point for 15 degrees of freedom."""
    law = SelectionLaw(INSTANCE)
    drawn = released_law_sampler(law, INSTANCE.histogram)
    source = random.Random(20240229).getrandbits
    draws = 20000
    counts = [0] * law.transcript_count
    for _ in range(draws):
        counts[drawn.sample_index(bits=source)] += 1
    expected = [draws * drawn.envelope.released(i) for i in range(law.transcript_count)]
    assert sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True)) < F(377, 10)


def test_default_source_is_the_operating_system():
    drawn = released_law_sampler(SelectionLaw(INSTANCE), INSTANCE.histogram)
    transcript = drawn.sample()
    assert len(transcript) == 2 and all(0 <= s < 4 for s in transcript)
    assert module.os_bits.__self__.__class__ is random.SystemRandom


def test_no_float_on_the_sampling_path():
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.Name) and node.id in ("float", "math", "numpy", "np", "random"))
