"""Errors of the polynomial-time release and of the standard mechanisms on real tables (docs/utility.md).

    OMP_NUM_THREADS=1 python benchmarks/utility.py [--tables A,B] [--epsilon 0.5,1,2] [--replicates 50]
                                                   [--results FILE]

For each table, budget and mechanism: mean and standard deviation of max_q |answer_q - F_q(x)| over the
replicates, and the root mean square error, as a Markdown table; then what the default plan chose and the
processor time of one release.  All draws are seeded.  With --results every finished cell is kept in FILE and
not computed again, so that a run can be interrupted and extended.

``base-tuned`` is the base law with basic composition and everything else like ``release-last-half``: the same
rule for the step, the same average, and J chosen on the data, which is not private.  The difference between
the two is what the relaxed envelope buys.

The table ``fair`` needs statsmodels, whose author permits no redistribution of the data; without it the
table is skipped.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import runpy
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from pyref.baselines import ErrorEstimate, Mechanism, Sampled, standard_mechanisms
from pyref.baselines.base import Workload
from pyref.baselines.release_mechanism import default_plan, draws, released_sums
from pyref.compare import with_rows
from pyref.instance import Instance, Query, write_atomically
from pyref.parameters import ParameterRequest, Parameters, parse_epsilon
from pyref.release.defaults import Wish, choose
from pyref.release.model import Model, shape_of
from pyref.release.outcome import AVERAGES
from pyref.table import instance_from_csv

EXAMPLES = Path(__file__).parent.parent / "examples"
DERIVE = runpy.run_path(str(EXAMPLES / "derive_tables.py"))

UNUSED = ParameterRequest(epsilon=Fraction(1), beta="2", g0="2", m=1, J=1)
"""Each mechanism chooses its own parameters for each budget."""

BASE_ROUNDS = (8, 16, 32, 64, 144)
"""The candidates of ``base-tuned``."""

STANDARD = (
    "pmw",
    "histogram",
    "histogram-projected",
    "laplace",
    "laplace-clipped",
    "mwem",
    "mwem-oracle",
    "uniform",
)
BASE = "base-tuned"
RELEASES = {"all": "release", "last-half": "release-last-half", "likelihood": "release-likelihood"}

TITANIC = {
    "class": ("1st", "2nd", "3rd", "crew"),
    "age": ("adult", "child"),
    "sex": ("female", "male"),
    "survived": ("no", "yes"),
}
FAIR = {
    "marriage": ("1", "2", "3", "4", "5"),
    "religious": ("1", "2", "3", "4"),
    "education": ("9", "12", "14", "16", "17", "20"),
    "affairs": ("no", "yes"),
}


def real(name: str, levels: dict[str, tuple[str, ...]], *columns: str) -> Instance:
    """All 1- and 2-way marginals of the columns of an example table."""
    chosen = {column: levels[column] for column in columns or levels}
    path = EXAMPLES / f"{name}.csv"
    return instance_from_csv(path, columns=list(chosen), levels=chosen, request=UNUSED)


def randhie() -> Instance:
    """Without the column ``deductible``: 300 cells."""
    return real("randhie", DERIVE["LEVELS"]["randhie"], "coinsurance", "visits", "health", "diseases")


def census2000() -> Instance:
    """All columns: 320 cells."""
    return real("census2000", DERIVE["LEVELS"]["census2000"])


def fair() -> Instance:
    """Four columns of statsmodels' ``fair``, whether ``affairs`` is positive being one: 240 cells."""
    text = DERIVE["data_file"]("statsmodels", "datasets/fair/fair.csv")
    rows = [
        {
            "marriage": f"{float(row['rate_marriage']):g}",
            "religious": f"{float(row['religious']):g}",
            "education": f"{float(row['educ']):g}",
            "affairs": FAIR["affairs"][float(row["affairs"]) > 0],
        }
        for row in csv.DictReader(io.StringIO(text))
    ]
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "fair.csv")
        path.write_text(DERIVE["table_text"](FAIR, rows), encoding="utf-8")
        return instance_from_csv(path, columns=list(FAIR), levels=FAIR, request=UNUSED)


def synthetic(bits: int = 11, rows: int = 500, seed: int = 20240607) -> Instance:
    """Rows of ``bits`` bits near one of three prototypes (each bit flipped with probability 1/10), and the
    parities of one or two bits, with values -1 and 1.
    """
    rng = np.random.default_rng(seed)
    prototypes = rng.integers(0, 2, (3, bits))
    data = prototypes[rng.choice(3, rows, p=(0.5, 0.3, 0.2))] ^ (rng.random((rows, bits)) < 0.1)
    signs = 1 - 2 * ((np.arange(1 << bits)[:, None] >> np.arange(bits)) & 1)
    parities = [(i,) for i in range(bits)] + [(i, j) for i in range(bits) for j in range(i + 1, bits)]
    return Instance(
        universe=tuple(f"{label:0{bits}b}" for label in range(1 << bits)),
        queries=tuple(
            Query(name="+".join(map(str, which)), values=tuple(signs[:, which].prod(axis=1).tolist()))
            for which in parities
        ),
        bound=1,
        rows=tuple((data @ (1 << np.arange(bits))).tolist()),
        parameters=Parameters(r=Fraction(1, 2), beta=Fraction(2), g0=Fraction(2), m=1, J=1),
    )


TABLES: dict[str, Callable[[], Instance]] = {
    "titanic": lambda: real("titanic", TITANIC),
    "fair": fair,
    "randhie": randhie,
    "census2000": census2000,
    "randhie-1000": lambda: with_rows(randhie(), 1000),
    "census2000-1000": lambda: with_rows(census2000(), 1000),
    "synthetic": synthetic,
}


def entry(estimate: ErrorEstimate, replicates: int) -> dict[str, Any]:
    """Mean, spread of one release (None where the expectation is exact) and root mean square error."""
    linf = estimate.linf
    spread = linf.stderr * math.sqrt(replicates) if isinstance(linf, Sampled) else None
    return {"linf": linf.value, "spread": spread, "rms": estimate.rms.value, "note": estimate.note}


def release_cells(
    instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
) -> dict[str, dict[str, Any]]:
    """The three post-processings of the same releases, and the plan under ``plan``."""
    plan = default_plan(instance, epsilon)
    model = Model.of(instance, plan)
    started = time.process_time()
    outcomes = list(draws(model, rng, replicates))
    seconds = (time.process_time() - started) / replicates
    workload = Workload.of(instance)
    cells = {
        RELEASES[average]: entry(
            workload.estimate(np.array([released_sums(model, outcome, average) for outcome in outcomes])),
            replicates,
        )
        for average in AVERAGES
    }
    cells["plan"] = {
        "T": instance.T,
        "n": instance.n,
        "k": instance.k,
        "J": plan.tuning.J,
        "beta": str(plan.tuning.beta),
        "g0": str(plan.tuning.g0),
        "W": float(plan.total),
        "delta": float(plan.delta),
        "epsilon": float(plan.epsilon or 0),
        "fallbacks": sum(outcome.transcript is None for outcome in outcomes),
        "seconds": seconds,
    }
    return cells


def base_cell(
    instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
) -> dict[str, Any]:
    """The base law, private by itself (blueprint 10.4), at the best J; draws to choose it, then others."""
    shape, workload = shape_of(instance), Workload.of(instance)

    def evaluate(J: int) -> ErrorEstimate:
        # 2 J Delta log(beta) is 0.975 epsilon, below every lambda tried, so that each proposal is accepted.
        exponent = 0.975 * float(epsilon) / (2 * J * shape.spread)
        plan = choose(shape, epsilon, Wish(J=J, beta=Fraction(math.exp(exponent)).limit_denominator(10**6)))
        assert plan.is_base
        model = Model.of(instance, plan)
        sums = [released_sums(model, outcome, "last-half") for outcome in draws(model, rng, replicates)]
        return workload.estimate(np.array(sums), note=f"J = {J}")

    best = min(BASE_ROUNDS, key=lambda J: evaluate(J).linf.value)
    return entry(evaluate(best), replicates)


def measure(
    instance: Instance, table: str, epsilon: Fraction, replicates: int, known: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The cells of one table and budget that are not ``known`` yet."""

    def rng(name: str) -> np.random.Generator:
        return np.random.default_rng([0, zlib.crc32(f"{table} {name} {epsilon}".encode())])

    if "plan" not in known:
        yield from release_cells(instance, epsilon, rng("release"), replicates).items()
    if BASE not in known:
        yield BASE, base_cell(instance, epsilon, rng(BASE), replicates)
    mechanisms: dict[str, Mechanism] = {m.name: m for m in standard_mechanisms(max_work=10**6)}
    for name in STANDARD:
        if name not in known:
            estimate = mechanisms[name].evaluate(instance, epsilon, rng(name), replicates)
            yield name, entry(estimate, replicates)


def markdown(results: dict[str, Any], tables: list[str], epsilons: list[str]) -> str:
    """One table of errors for each data table, then the plans."""
    lines = []
    for table in tables:
        if f"{table} {epsilons[0]}" not in results:
            continue
        cells = [results[f"{table} {epsilon}"] for epsilon in epsilons]
        plan = cells[0]["plan"]
        lines += [f"### {table}: T = {plan['T']}, n = {plan['n']:,}, k = {plan['k']}", ""]
        heads = [f"worst, ε = {e}" for e in epsilons] + [f"rms, ε = {e}" for e in epsilons]
        lines += [f"| mechanism | {' | '.join(heads)} |", "|---|" + "---|" * len(heads)]
        for name in (*RELEASES.values(), BASE, *STANDARD):
            if any(name not in cell for cell in cells):
                continue
            worst = [_with_spread(cell[name]) for cell in cells]
            rms = [f"{cell[name]['rms']:.4f}" for cell in cells]
            lines.append(f"| {name} | {' | '.join(worst + rms)} |")
        lines.append("")
    lines += ["| table | ε | J | log β | log g₀ | δ | W | certified ε | seconds |", "|---" * 9 + "|"]
    for table in tables:
        for epsilon in epsilons:
            if f"{table} {epsilon}" in results:
                lines.append(_plan_line(table, epsilon, results[f"{table} {epsilon}"]["plan"]))
    return "\n".join(lines) + "\n"


def _with_spread(cell: dict[str, Any]) -> str:
    return f"{cell['linf']:.4f}" + ("" if cell["spread"] is None else f" ({cell['spread']:.4f})")


def _plan_line(table: str, epsilon: str, plan: dict[str, Any]) -> str:
    logs = [math.log(Fraction(plan[name])) for name in ("beta", "g0")]
    return (
        f"| {table} | {epsilon} | {plan['J']} | {logs[0]:.4f} | {logs[1]:.3f} | {plan['delta']:.4f} | "
        f"{plan['W']:.0f} | {plan['epsilon']:.4f} | {plan['seconds']:.2f} |"
    )


def main() -> None:
    """Measure what is asked for and print it."""
    parser = argparse.ArgumentParser(description="errors on real tables")
    parser.add_argument("--tables", default=",".join(TABLES))
    parser.add_argument("--epsilon", default="0.5,1,2")
    parser.add_argument("--replicates", type=int, default=50)
    parser.add_argument("--results", type=Path)
    options = parser.parse_args()
    tables, epsilons = options.tables.split(","), options.epsilon.split(",")
    results: dict[str, Any] = {}
    if options.results is not None and options.results.exists():
        results = json.loads(options.results.read_text(encoding="utf-8"))
    for table in tables:
        try:
            instance = TABLES[table]()
        except SystemExit as reason:
            print(f"{table} skipped: {reason}")
            continue
        for epsilon in epsilons:
            known = results.setdefault(f"{table} {epsilon}", {})
            for name, cell in measure(instance, table, parse_epsilon(epsilon), options.replicates, known):
                known[name] = cell
                if options.results is not None and name not in RELEASES.values():
                    write_atomically(str(options.results), json.dumps(results, indent=1) + "\n")
    print(markdown(results, tables, epsilons))


if __name__ == "__main__":
    main()
