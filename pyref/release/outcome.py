"""What is published: answers, transcript and synthetic distribution, all functions of the transcript alone.

Post-processing costs no budget (blueprint 2.4), so the averages and the maximum-likelihood distribution are
free.  Floating point is harmless here: the inputs are public.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from flint import arb, ctx

from ..exact import decimal_string, to_fmpq
from .mechanism import Outcome
from .model import FloatArray, Model, path_exponents, synthetic
from .plan import CAP, PRECISION, Plan
from .relaxed import Evaluator, Floats, Path

Average = Literal["all", "last-half", "likelihood"]

AVERAGES: tuple[Average, ...] = ("all", "last-half", "likelihood")

_STEPS = 300


def distribution(model: Model, outcome: Outcome, average: Average) -> FloatArray:
    """float64[T]: the synthetic distribution; uniform for the fallback.

    "all" is mu-bar, the average of mu_0..mu_{J-1} of blueprint 3; "last-half" averages the later half;
    "likelihood" maximises the probability of the transcript.
    """
    if outcome.transcript is None:
        return np.full(model.instance.T, 1 / model.instance.T)
    if average == "likelihood":
        return likeliest(model, outcome.transcript)
    last = (model.tuning.J + 1) // 2 if average == "last-half" else None
    return synthetic(model, outcome.transcript, last=last)


def likeliest(model: Model, transcript: tuple[int, ...]) -> FloatArray:
    """float64[T]: the distribution h/n that maximises p_h(transcript), by exponentiated gradient from the
    uniform one.

    The data enter nowhere: the path holds the weights of the histories only.
    """
    evaluator = Evaluator(Path(model, transcript, -path_exponents(model, transcript)), Floats(model))
    n = model.instance.n
    current = np.full(model.instance.T, 1 / model.instance.T)
    point = evaluator.at(n * current)
    step = 1.0
    for _ in range(_STEPS):
        pulls = step * (point.slopes - point.slopes.max())
        proposal = current * np.exp(pulls)
        proposal = proposal / proposal.sum()
        moved = evaluator.at(n * proposal)
        if moved.value >= point.value:
            current, point, step = proposal, moved, step * 1.5
        else:
            step /= 4
    return current


def document(model: Model, outcome: Outcome, *, average: Average, public_levels: str) -> dict[str, Any]:
    """The JSON document of ``pyref release``: nothing in it depends on the data except through the
    transcript.
    """
    instance, plan = model.instance, model.plan
    masses = distribution(model, outcome, average)
    answers = (model.values @ masses) / instance.bound
    return {
        "fallback": outcome.transcript is None,
        "answers": {q.name: _show(a) for q, a in zip(instance.queries, answers, strict=True)},
        "synthetic": {label: _show(p) for label, p in zip(instance.universe, masses, strict=True)},
        "average": average,
        "transcript": [instance.signed_name(s) for s in outcome.transcript or ()],
        "privacy": privacy(plan),
        "parameters": parameters(plan),
        "assumed": {
            "neighbours": "databases of the same size that differ in one replaced row",
            "public": "the universe and its levels, the queries, the number of rows, and all parameters",
            "levels": public_levels,
            "rows": instance.n,
            "labels": instance.T,
            "queries": instance.k,
            "once": "the guarantee covers this one release; every further one spends its epsilon again",
            "time": "the time taken depends on the data and is not covered; do not publish it",
        },
    }


def privacy(plan: Plan) -> dict[str, str]:
    """The certified guarantee, numbers rounded up."""
    assert plan.epsilon is not None
    return {
        "guarantee": "pure differential privacy",
        "epsilon": decimal_string(plan.epsilon, 10, rounding="up"),
        "delta_of_the_normaliser": decimal_string(plan.delta, 6, rounding="up"),
        "fallback_probability": "0" if plan.is_base else f"at most e^-{CAP}",
    }


def parameters(plan: Plan) -> dict[str, str]:
    """The parameters in force, exact where they are rational."""
    with ctx.workprec(PRECISION):
        lam = -arb(to_fmpq(plan.r)).log()
    t = plan.tuning
    return {
        "r": str(plan.r),
        "lambda": lam.str(12, radius=False),
        "beta": str(t.beta),
        "g0": str(t.g0),
        "m": str(t.m),
        "J": str(t.J),
        "weight": decimal_string(plan.total, 6, rounding="up"),
        "proposals": str(plan.proposals),
    }


def _show(value: float) -> float:
    return float(f"{value:.9g}")
