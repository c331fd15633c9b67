"""The capped rejection loop: one release (blueprint 10.2-10.5).

At most N proposals are drawn; proposal i is accepted if it used the canonical component of its transcript,
with probability M~_x / (weight p).  The first accepted transcript is released; if there is none, the fallback.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from flint import arb, ctx

from ..sampler import BitSource, os_bits
from .canonical import MARGIN, Judge
from .draws import BASE, FAR, WORD, Batch, ComponentDraw, Uniform, draw_batch
from .model import Model

_BATCH = 64


@dataclass(frozen=True, slots=True)
class Outcome:
    """The released transcript; None is the fallback, whose probability is bounded and charged."""

    transcript: tuple[int, ...] | None


def release(model: Model, *, bits: BitSource = os_bits, always_all: bool = False) -> Outcome:
    """One draw of the released law.

    ``always_all`` draws all N proposals even after one is accepted, so that their number does not depend on
    the data; the work per proposal still does.
    """
    plan = model.plan
    draw = ComponentDraw(plan)
    size = 1 if plan.is_base else int(min(_BATCH, plan.proposals, max(8, plan.total)))
    accepted: tuple[int, ...] | None = None
    for begin in range(0, plan.proposals, size):
        count = min(size, plan.proposals - begin)
        batch = draw_batch(model, [draw(bits) for _ in range(count)], bits)
        for place in range(count):
            if accept(model, batch, place, bits) and accepted is None:
                accepted = tuple(batch.transcripts[place].tolist())
        if accepted is not None and not always_all:
            break
    return Outcome(accepted)


def accept(model: Model, batch: Batch, place: int, bits: BitSource) -> bool:
    """Whether the proposal at ``place`` is accepted."""
    plan, component = model.plan, batch.components[place]
    if plan.is_base:
        return True
    # A code that certainly has less weighted mass than the base law is canonical only as a longer code.
    if component.kind >= 0:
        annulus = plan.annuli[component.kind]
        value = float(np.log(float(annulus.weight))) + batch.log_ratio[place]
        if annulus.length == 1 and value < float(np.log(float(plan.base_weight))) - 10 * MARGIN:
            return False
    judge = Judge(model, tuple(batch.transcripts[place].tolist()), batch.exponents[place])
    return decide(judge, batch, place, Uniform(bits))


def decide(judge: Judge, batch: Batch, place: int, uniform: Uniform) -> bool:
    """The test of 10.3: canonical component, then U < M~_x / (weight p), refined until it is decided."""
    component = batch.components[place]
    uniform.extend(WORD)
    weight = float(judge.log_weight(component, judge.floats)) if component.kind != FAR else 0.0
    if component.kind == BASE or judge.model.plan.annuli[max(component.kind, 0)].length == 1:
        # Refused either way when U exceeds the quick upper bound, so no maximiser is needed.
        bound = arb(judge.quick_high - weight, MARGIN)
        if _above(uniform, bound.upper().exp()):
            return False
        choice, _ = judge.first_choice
        if choice != component:
            return False
    if judge.canonical != component:
        return False
    precision = 0
    while True:
        low, high = judge.acceptance(component, precision)
        with ctx.workprec(128 + precision):
            if _below(uniform, low.exp()):
                return True
            if _above(uniform, high.exp()):
                return False
        precision = 128 if precision == 0 else 2 * precision
        uniform.extend(WORD + precision)


def _below(uniform: Uniform, bound: arb) -> bool:
    """Whether U is certainly below the bound."""
    return bool(arb(uniform.numerator + 1) <= bound * arb(2) ** uniform.bits)


def _above(uniform: Uniform, bound: arb) -> bool:
    """Whether U is certainly at least the bound."""
    return bool(arb(uniform.numerator) >= bound * arb(2) ** uniform.bits)
