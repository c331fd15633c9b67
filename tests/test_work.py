"""Size estimates never build what they measure."""

import math
from fractions import Fraction as F

import pytest
from helpers import make

from pyref import work
from pyref.errors import WorkLimitError


@pytest.mark.parametrize(("top", "bottom"), [(5, 0), (5, 5), (13, 3), (30, 15), (2202, 1)])
def test_binomial(top, bottom):
    assert work.capped_binomial(top, bottom) == math.comb(top, bottom)


def test_caps():
    assert work.capped_binomial(10**9, 10**8) == work.TOO_MANY
    assert work.capped_power(2, 10**12) == work.TOO_MANY
    assert work.capped_power(1, 10**12) == 1
    assert work.capped_power(8, 3) == 512


def test_estimate_counts():
    size = work.estimate(task="run", labels=4, rows=10, queries=4, bound=1, J=3)
    assert (size.histograms, size.transcripts, size.centres) == (286, 512, 13)
    assert work.estimate(task="audit", labels=4, rows=10, queries=4, bound=1, J=3).centres == 286


def test_estimates_grow_with_every_size():
    sizes = dict(task="run", labels=4, rows=10, queries=4, bound=1, J=3)
    size = work.estimate(**sizes)
    for larger in (dict(labels=5), dict(rows=11), dict(queries=5), dict(J=4), dict(beta=F(2**200, 3))):
        assert work.estimate(**{**sizes, **larger}).units > size.units
    order = [
        work.estimate(**{**sizes, "task": task}).units for task in ("sample", "run", "audit", "audit-group")
    ]
    assert order == sorted(set(order))


def test_queries_that_are_selected_alike_are_counted_once():
    """q, 1 - q and q + 1 differ by constants from q or -q: two signed queries of six are different."""
    merged = make(queries=[[1, 0, 0], [0, 1, 1], [2, 1, 1]], x=[0, 1, 2], bound=2, J=6).estimate("run")
    spread = make(queries=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], x=[0, 1, 2], bound=2, J=6).estimate("run")
    assert merged.transcripts == spread.transcripts == 6**6
    assert merged.units < spread.units


@pytest.mark.parametrize(("queries", "J", "count"), [(4, 4, 129), (1, 3, 5), (2, 2, 5), (3, 1, 1)])
def test_states(queries, J, count):
    """The integer points of norm at most J - 1: in the plane 1 + 4, on the line 2 J - 1."""
    assert work._states(queries, J) == count


def test_durations_and_sizes_for_people():
    assert work.show_seconds(0.0123) == "0.012 seconds"
    assert work.show_seconds(90) == "90 seconds"
    assert work.show_seconds(600) == "10 minutes"
    assert work.show_seconds(3 * 86400) == "3 days"
    assert work.show_seconds(1e21) == "more than 10^6 years"
    assert work.show_bytes(3 << 20) == "3.0 MiB"
    assert work.show_bytes(200 << 30) == "200 GiB"
    assert work.show_bytes(10**30) == "more than 1000 TiB"


def test_speed_is_measured():
    assert 0.05 < work.speed() < 100


def test_refusal_names_the_sizes():
    size = work.estimate(task="audit", labels=40, rows=1000, queries=10, bound=1, J=10**9)
    with pytest.raises(WorkLimitError, match=r"more than 10\^30 histograms.*years and .*TiB.*--max-work"):
        work.require_within(size, limit=work.DEFAULT_LIMIT)
