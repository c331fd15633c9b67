"""The capped rejection loop: one release (blueprint 10.2-10.5).

At most N proposals are drawn; proposal i is accepted if it used the canonical component of its transcript,
with probability M~_x / (weight p).  The first accepted transcript is released; if there is none, the
fallback.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from flint import arb, ctx

from ..sampler import BitSource, os_bits
from .canonical import MARGIN, Judge
from .draws import BASE, WORD, Batch, Component, ComponentDraw, Uniform, draw_batch, split_words
from .model import UNIT, Model
from .plan import Plan

_BATCH = 64
_BATCH_ENTRIES = 1 << 24
"""Largest number of int64 exponents in a batch: 128 MB."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The released transcript; None is the fallback, whose probability is bounded and charged."""

    transcript: tuple[int, ...] | None


def batch_size(plan: Plan) -> int:
    """How many proposals are drawn together: public, irrelevant to the law, 0 if one alone is too large."""
    per_proposal = plan.tuning.J * 2 * plan.shape.queries + 8 * plan.shape.labels
    wanted = 1 if plan.is_base else max(8, math.ceil(plan.total))
    return min(_BATCH, plan.proposals, wanted, _BATCH_ENTRIES // per_proposal)


def release(model: Model, *, bits: BitSource = os_bits, always_all: bool = False) -> Outcome:
    """One draw of the released law.

    ``always_all`` draws all N proposals even after one is accepted, so that their number does not depend on
    the data; the work per proposal still does.
    """
    plan = model.plan
    draw = ComponentDraw(plan)
    size = batch_size(plan)
    accepted: tuple[int, ...] | None = None
    for begin in range(0, plan.proposals, size):
        count = min(size, plan.proposals - begin)
        batch = draw_batch(model, [draw(bits) for _ in range(count)], bits)
        for place in accepted_places(model, batch, bits):
            if accepted is None:
                accepted = tuple(batch.transcripts[place].tolist())
            if not always_all:
                break
        if accepted is not None and not always_all:
            break
    return Outcome(accepted)


def accepted_places(model: Model, batch: Batch, bits: BitSource) -> Iterator[int]:
    """The numbers of the accepted proposals, in order."""
    count = len(batch.components)
    if model.plan.is_base:
        yield from range(count)
        return
    words = split_words(bits(WORD * count), count)
    for place in np.flatnonzero(~surely_refused(model, batch, words)).tolist():
        transcript = tuple(batch.transcripts[place].tolist())
        judge = Judge(model, transcript, batch.exponents[place])
        if decide(judge, batch.components[place], Uniform(bits, int(words[place]), WORD)):
            yield place


def surely_refused(model: Model, batch: Batch, words: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """bool[P]: proposals that ``decide`` would certainly refuse, from the batch's approximate numbers.

    A code of one label with less weighted mass than the base law is not canonical.  Where the largest slope
    is below lambda, the base law is accepted with probability at most 1/weight.
    """
    plan = model.plan
    kinds = np.array([c.kind for c in batch.components])
    log_base = math.log(plan.base_weight)
    log_weights = np.array([math.log(a.weight) if a.length == 1 else math.inf for a in plan.annuli])
    annulus = kinds >= 0
    refused = np.zeros(len(kinds), dtype=np.bool_)
    refused[annulus] = log_weights[kinds[annulus]] + batch.log_ratio[annulus] < log_base - 2 * MARGIN
    slopes = model.step / 2 * (batch.lean @ model.centred)  # up to a constant, which cancels
    largest = slopes.max(axis=1) - slopes[:, model.counts > 0].min(axis=1)
    # Rounding of the selection probabilities, of the sums over rounds and of the product, in any order.
    terms = plan.tuning.J * (16 * plan.shape.queries + 8 * plan.tuning.J + 64)
    error = model.step * plan.shape.spread * terms * UNIT
    uniform = words.astype(np.float64) * 2.0**-WORD
    large = uniform >= (1 + MARGIN) / float(plan.base_weight)
    refused |= (kinds == BASE) & (largest < model.lam - MARGIN - error) & large
    return refused


def decide(judge: Judge, component: Component, uniform: Uniform) -> bool:
    """The test of 10.3: canonical component, then U < M~_x / (weight p), refined until it is decided."""
    plan = judge.model.plan
    uniform.extend(WORD)
    if component.kind < 0 or plan.annuli[component.kind].length == 1:
        # Refused either way when U exceeds the quick upper bound, so no maximiser is needed then.
        bound = judge.quick_high - judge.log_weight(component, judge.floats)
        if _above(uniform, arb(bound, MARGIN).upper().exp()) or judge.first_choice[0] != component:
            return False
    if judge.canonical != component:
        return False
    precision = 0
    while True:
        low, high = judge.acceptance(component, precision)
        with ctx.workprec(WORD + 2 * precision):
            if _below(uniform, low.exp()):
                return True
            if _above(uniform, high.exp()):
                return False
        precision = 128 if precision == 0 else 2 * precision
        uniform.extend(precision)


def _below(uniform: Uniform, bound: arb) -> bool:
    """Whether U is certainly below the bound."""
    return bool(arb(uniform.numerator + 1) <= bound * arb(2) ** uniform.bits)


def _above(uniform: Uniform, bound: arb) -> bool:
    """Whether U is certainly at least the bound."""
    return bool(arb(uniform.numerator) >= bound * arb(2) ** uniform.bits)
