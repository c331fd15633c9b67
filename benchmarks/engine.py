"""The evaluation core, as ratios within one run, and how its time grows.

    python benchmarks/engine.py [REPEATS]

On T = 4, n = 10, k = 4, J = 4 (the instance of benchmarks/reference.py) the alternating runs are

* *float*: floats only, numpy, the tree of prefixes: logarithms, maximum over all histograms, sum of
  exponentials;
* *float, shared*: the same with one row of logarithms per distinct sum of past selections;
* *exact*: pyref, from the instance to the winners, the envelope and the exact Z_x;
* *all*: every Z_x, each in an interval of relative width below 2^-64;
* *fractions*: ``fractions.Fraction`` with shared prefixes, the same exact Z_x.

Medians of REPEATS (default 5) of the processor time are shown; all runs in one thread.  Then J = 6, the
exponents b of time ~ (transcript, histogram) pairs^b as one size grows, and an audit with one and two jobs.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path
from statistics import median

import numpy as np
import numpy.typing as npt
from reference import INSTANCE, with_fractions

from pyref.audit import audit
from pyref.envelope import envelopes
from pyref.histograms import all_histograms
from pyref.instance import Instance, Query, load_instance
from pyref.law import SelectionLaw
from pyref.normalizers import normalizers
from pyref.parameters import Parameters


def rounds(instance: Instance, J: int) -> Instance:
    """The instance with another number of rounds."""
    return replace(instance, parameters=replace(instance.parameters, J=J))


def seconds(run: Callable[[], object]) -> tuple[float, object]:
    """Processor time and result of one call."""
    started = time.process_time()
    result = run()
    return time.process_time() - started, result


def with_floats(instance: Instance, *, shared: bool) -> tuple[float, npt.NDArray[np.intp]]:
    """Z_x and the winners in floating point."""
    p, n = instance.parameters, instance.n
    signed = np.array(instance.signed_values, dtype=float)
    counts = np.array(list(all_histograms(instance.T, n)), dtype=float)
    log_beta, log_g0, log_r = np.log([float(p.beta), float(p.g0), float(p.r)])
    targets = p.m * counts @ signed.T
    logs = (log_r * np.maximum(counts - np.array(instance.histogram), 0).sum(axis=1))[:, None]
    sums = np.zeros((1, instance.T))
    for _ in range(p.J):
        rows, places = sums, None
        if shared:
            rows, places = np.unique(sums - sums.min(axis=1, keepdims=True), axis=0, return_inverse=True)
        mu = np.exp(log_g0 * (rows - rows.max(axis=1, keepdims=True)))
        mu /= mu.sum(axis=1, keepdims=True)
        entries = log_beta * (targets[:, None, :] - np.floor(n * p.m * mu @ signed.T + 0.5))
        entries -= entries.max(axis=2, keepdims=True)
        entries -= np.log(np.exp(entries).sum(axis=2, keepdims=True))
        if places is not None:
            entries = entries[:, places.reshape(-1)]
        logs = (logs[:, :, None] + entries).reshape(len(counts), -1)
        sums = (sums[:, None, :] + signed).reshape(-1, instance.T)
    return float(np.exp(logs.max(axis=0)).sum()), logs.argmax(axis=0)


def with_core(instance: Instance) -> Fraction:
    """The exact Z_x, with envelope and winners, from nothing."""
    return envelopes(SelectionLaw(instance), [instance.histogram])[0].normalizer


def with_all(instance: Instance) -> int:
    """Every Z_x, from nothing."""
    return len(normalizers(SelectionLaw(instance)))


def compare(repeats: int) -> None:
    """The alternating runs."""
    instance = rounds(INSTANCE, 4)
    runs: dict[str, Callable[[], object]] = {
        "float": lambda: with_floats(instance, shared=False),
        "float, shared": lambda: with_floats(instance, shared=True),
        "exact": lambda: with_core(instance),
        "all": lambda: with_all(instance),
        "fractions": lambda: with_fractions(instance),
    }
    times: dict[str, list[float]] = {name: [] for name in runs}
    results: dict[str, object] = {}
    for _ in range(repeats):
        for name, run in runs.items():
            taken, results[name] = seconds(run)
            times[name].append(taken)
    assert results["exact"] == results["fractions"]
    taken = {name: median(values) for name, values in times.items()}
    print(f"T = 4, n = 10, k = 4, J = 4: median of {repeats}")
    for name, value in taken.items():
        print(f"  {name:<16} {1000 * value:9.1f} ms  {value / taken['exact']:8.2f} times exact")
    for name, of, bound in [("exact", "float", 2.5), ("exact", "float, shared", 2.5), ("all", "exact", 10)]:
        print(f"  {name} / {of}: {taken[name] / taken[of]:.2f}, target at most {bound}")
    print(f"  fractions / exact: {taken['fractions'] / taken['exact']:.0f}, target at least 50", flush=True)


def alone(J: int) -> None:
    """Print the time and the peak memory of one exact Z_x with J rounds (called in a process of its own)."""
    taken, _ = seconds(lambda: with_core(rounds(INSTANCE, J)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  J = {J}: {taken:.1f} s, peak {peak:.0f} MiB")


def generic(*, labels: int, rows: int, queries: int, J: int) -> Instance:
    """An instance of these sizes with values in -1..1 that tell histograms apart as far as they can."""
    random = np.random.default_rng(7)
    while True:
        values = random.integers(-1, 2, size=(queries, labels))
        if np.linalg.matrix_rank(values[:, 1:] - values[:, :1]) == min(queries, labels - 1):
            break
    return Instance(
        universe=tuple(f"d{i}" for i in range(labels)),
        queries=tuple(Query(name=f"q{i}", values=tuple(row)) for i, row in enumerate(values.tolist())),
        bound=1,
        rows=tuple(i % labels for i in range(rows)),
        parameters=Parameters(r=Fraction(14, 23), beta=Fraction(3, 2), g0=Fraction(5, 2), m=1, J=J),
    )


def growth() -> None:
    """Exponents of the time of one exact Z_x against the pairs (transcript, histogram)."""
    sweeps = {
        "J": [dict(labels=4, rows=10, queries=4, J=J) for J in (3, 4, 5, 6)],
        "n": [dict(labels=4, rows=n, queries=4, J=4) for n in (8, 12, 17, 24)],
        "T": [dict(labels=T, rows=10, queries=4, J=4) for T in (2, 3, 4, 5)],
        "k": [dict(labels=4, rows=10, queries=k, J=4) for k in (3, 4, 6, 8)],
    }
    print("time ~ pairs^b, one exact Z_x")
    for name, sizes in sweeps.items():
        pairs, times = [], []
        for size in sizes:
            instance = generic(**size)
            pairs.append((2 * instance.k) ** size["J"] * comb(instance.n + instance.T - 1, instance.T - 1))
            times.append(min(seconds(lambda i=instance: with_core(i))[0] for _ in range(2)))
        slope = np.polyfit(np.log(pairs), np.log(times), 1)[0]
        shown = ", ".join(f"{p:.1e}: {t:.2f} s" for p, t in zip(pairs, times, strict=True))
        print(f"  {name}: b = {slope:.2f}  ({shown})", flush=True)


def jobs() -> None:
    """Wall times of an audit with one and with two processes, and the processor time of the first process."""
    instance = load_instance(Path(__file__).resolve().parent.parent / "examples" / "titanic-small.json")
    reports = []
    for count in (1, 2):
        wall, own = time.perf_counter(), time.process_time()
        reports.append(audit(instance, jobs=count))
        wall, own = time.perf_counter() - wall, time.process_time() - own
        print(f"audit of titanic-small, jobs = {count}: {wall:.1f} s, {own:.1f} s of it in the first process")
    assert reports[0] == reports[1]


def main() -> None:
    """Run and print."""
    if sys.argv[1:2] == ["--alone"]:
        alone(int(sys.argv[2]))
        return
    compare(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    print("the same instance with more rounds, one exact Z_x in a process of its own", flush=True)
    subprocess.run([sys.executable, __file__, "--alone", "6"], check=True)
    growth()
    jobs()


if __name__ == "__main__":
    main()
