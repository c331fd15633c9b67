"""Size estimates never build what they measure."""

import math

import pytest

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


def test_refusal_names_the_sizes():
    size = work.estimate(task="audit", labels=40, rows=1000, queries=10, bound=1, J=10**9)
    with pytest.raises(WorkLimitError, match=r"more than 10\^30 histograms.*--max-work"):
        work.require_within(size, limit=work.DEFAULT_LIMIT)
