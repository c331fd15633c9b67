"""The shipped examples: the data's documented counts, and the instances' documented origin and results."""

import csv
from collections import Counter
from fractions import Fraction as F
from pathlib import Path

import pytest

from pyref.envelope import envelopes
from pyref.instance import load_instance
from pyref.law import SelectionLaw
from pyref.parameters import ParameterRequest
from pyref.summary import summarise
from pyref.table import instance_from_csv

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_titanic_counts_match_the_published_table():
    """Dawson (1995): 2201 aboard, 711 survivors; 325, 285, 706 passengers and 885 crew; 109 children; 470
    women.
    """
    with open(EXAMPLES / "titanic.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 2201
    assert Counter(row["class"] for row in rows) == {"1st": 325, "2nd": 285, "3rd": 706, "crew": 885}
    assert Counter(row["survived"] for row in rows) == {"yes": 711, "no": 1490}
    assert Counter(row["age"] for row in rows) == {"child": 109, "adult": 2092}
    assert Counter(row["sex"] for row in rows) == {"female": 470, "male": 1731}


@pytest.mark.parametrize(
    ("name", "columns", "levels", "every", "request_"),
    [
        (
            "titanic-small",
            ["sex", "survived"],
            {"sex": ("female", "male"), "survived": ("no", "yes")},
            183,
            ParameterRequest(epsilon="1", J="3", beta="3/2"),
        ),
        ("titanic-survived", ["survived"], {"survived": ("no", "yes")}, 1, ParameterRequest(epsilon="1")),
    ],
)
def test_instances_are_what_their_commands_write(name, columns, levels, every, request_):
    built = instance_from_csv(
        EXAMPLES / "titanic.csv", columns=columns, levels=levels, every=every, request=request_
    )
    assert load_instance(EXAMPLES / f"{name}.json") == built


@pytest.mark.parametrize("name", ["titanic-small", "titanic-survived"])
def test_summaries(name):
    summary = summarise(load_instance(EXAMPLES / f"{name}.json"))
    assert summary.attained_ratio is not None and 1 < summary.attained_ratio <= summary.ratio_bound == F(
        529, 196
    )
    assert summary.normalizer > 1
    assert 0 < summary.expected_error < summary.worst_error < 1
    low, high = summary.epsilon_enclosure
    assert F(99, 100) <= low <= high <= 1


def test_large_exponents_by_exhaustive_maximum():
    """T = 2, n = 300, J = 2: the maximum over all 301 histograms with plain fractions and the formulas of
    3.
    """
    instance = instance_from_csv(
        EXAMPLES / "titanic.csv",
        columns=["survived"],
        levels={"survived": ("no", "yes")},
        predicates=["survived=yes"],
        every=7,
        request=ParameterRequest(r="9/10", beta="3/2", g0="3/2", J="2"),
    )
    n = instance.n
    assert n == 314
    beta, g0, r = F(3, 2), F(3, 2), F(9, 10)

    def pi(yes, sign, history):
        weight = g0 ** sum(history)
        mean = n * weight / (1 + weight)
        scores = {s: beta ** (-((s * mean + F(1, 2)) // 1)) * beta ** (s * yes) for s in (1, -1)}
        return scores[sign] / sum(scores.values())

    law = SelectionLaw(instance)
    x = instance.histogram
    table = envelopes(law, [x])[0]
    for index, (first, second) in enumerate([(1, 1), (1, -1), (-1, 1), (-1, -1)]):
        masses = {
            yes: r ** abs(yes - x[1]) * pi(yes, first, []) * pi(yes, second, [first]) for yes in range(n + 1)
        }
        assert table.mass(index) == max(masses.values())
