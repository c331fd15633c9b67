"""Times of the reference on T = 4, n = 10, k = 4, J = 3, as ratios within one run.

    python benchmarks/reference.py [REPEATS]

*fractions* evaluates every p_y(omega) with ``fractions.Fraction``, transcript prefixes shared, and takes the
maximum over all histograms; *reference* is ``pyref`` (a fixed-point filter, then exact integers).  Both give
the same exact Z_x, which is asserted.  The median of REPEATS (default 5) alternating runs is shown; other
rows are single commands on the shipped examples.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import floor
from pathlib import Path
from statistics import median

from pyref.audit import audit
from pyref.envelope import envelopes
from pyref.histograms import all_histograms, distance
from pyref.instance import Instance, Query, load_instance
from pyref.law import SelectionLaw
from pyref.parameters import Parameters
from pyref.sampler import released_law_sampler
from pyref.slack import slack_table
from pyref.summary import summarise

INSTANCE = Instance(
    universe=tuple("abcd"),
    queries=tuple(
        Query(name=f"q{j}", values=values)
        for j, values in enumerate([(1, 0, 0, 1), (0, 1, 0, 1), (-1, 0, 1, 1), (0, 1, 1, -1)])
    ),
    bound=1,
    rows=(0, 0, 0, 1, 1, 2, 2, 2, 3, 3),
    parameters=Parameters(r=Fraction(14, 23), beta=Fraction(3, 2), g0=Fraction(5, 2), m=1, J=3),
)


def with_fractions(instance: Instance) -> Fraction:
    """Z_x from the formulas of blueprint 3 and (4)."""
    p, signed = instance.parameters, instance.signed_values
    labels = range(instance.T)

    def weights(history: tuple[int, ...]) -> list[Fraction]:
        mu = [p.g0 ** sum(signed[t][d] for t in history) for d in labels]
        total = sum(mu)
        scores = [sum(v * w for v, w in zip(values, mu, strict=True)) / total for values in signed]
        return [p.beta ** -floor(instance.n * p.m * score + Fraction(1, 2)) for score in scores]

    cache: dict[tuple[int, ...], list[Fraction]] = {}

    def masses(histogram: tuple[int, ...]) -> list[Fraction]:
        factors = [
            p.beta ** (p.m * sum(c * v for c, v in zip(histogram, values, strict=True))) for values in signed
        ]
        level: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
        for _ in range(p.J):
            following = []
            for history, mass in level:
                if history not in cache:
                    cache[history] = weights(history)
                terms = [w * g for w, g in zip(cache[history], factors, strict=True)]
                total = sum(terms)
                following += [((*history, s), mass * term / total) for s, term in enumerate(terms)]
            level = following
        return [mass for _, mass in level]

    x = instance.histogram
    best: list[Fraction] = []
    for y in all_histograms(instance.T, instance.n):
        discounted = [p.r ** distance(x, y) * mass for mass in masses(y)]
        best = discounted if not best else [max(a, b) for a, b in zip(best, discounted, strict=True)]
    return sum(best, Fraction(0))


def with_reference(instance: Instance) -> Fraction:
    """Z_x from pyref."""
    return envelopes(SelectionLaw(instance), [instance.histogram])[0].normalizer


def seconds(run: Callable[[], object]) -> tuple[float, object]:
    """Wall time and result of one call."""
    started = time.perf_counter()
    result = run()
    return time.perf_counter() - started, result


def main() -> None:
    """Run and print."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    slow, fast = [], []
    for _ in range(repeats):
        first, expected = seconds(lambda: with_fractions(INSTANCE))
        second, found = seconds(lambda: with_reference(INSTANCE))
        assert expected == found
        slow.append(first)
        fast.append(second)
    print(f"{'fractions, shared prefixes':<44} {median(slow):9.3f} s")
    ratio = median(slow) / median(fast)
    print(f"{'reference, the same exact Z_x':<44} {median(fast):9.3f} s  {ratio:.0f} times faster")
    examples = Path(__file__).resolve().parent.parent / "examples"
    for name in ("titanic-small.json", "titanic-survived.json"):
        instance = load_instance(examples / name)
        rows: list[tuple[str, Callable[[], object]]] = [
            ("run", lambda i=instance: summarise(i)),
            ("sampler", lambda i=instance: released_law_sampler(SelectionLaw(i), i.histogram)),
        ]
        if name == "titanic-small.json":
            rows += [("slack", lambda i=instance: slack_table(i)), ("audit", lambda i=instance: audit(i))]
        for what, run in rows:
            print(f"{what + ' ' + name:<44} {seconds(run)[0]:9.3f} s")


if __name__ == "__main__":
    main()
