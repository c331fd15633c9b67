"""Instances from CSV columns."""

import pytest

from pyref.errors import InputError
from pyref.parameters import ParameterRequest
from pyref.table import instance_from_csv, parse_levels, parse_predicate

CSV = "name,colour,size\nx,red,S\ny,blue,L\n\nz, red ,L\nw,green,S\n"
REQUEST = ParameterRequest(r="1/2", J=1)


def build(tmp_path, text=CSV, columns=("colour", "size"), **options):
    path = tmp_path / "table.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return instance_from_csv(path, columns=columns, request=REQUEST, **options)


def test_universe_rows_and_marginals(tmp_path):
    found = build(tmp_path)
    assert found.universe == (
        "colour=blue & size=L",
        "colour=blue & size=S",
        "colour=green & size=L",
        "colour=green & size=S",
        "colour=red & size=L",
        "colour=red & size=S",
    )
    assert found.rows == (5, 0, 4, 3)
    names = [q.name for q in found.queries]
    assert names[:5] == ["colour=blue", "colour=green", "colour=red", "size=L", "size=S"]
    assert names[5:] == [f"{label}" for label in found.universe]
    assert found.queries[2].values == (0, 0, 0, 0, 1, 1)
    assert found.queries[3].values == (1, 0, 1, 0, 1, 0)
    assert found.queries[-1].values == (0, 0, 0, 0, 0, 1)
    assert found.bound == 1 and len(found.notes) == 2


def test_declared_levels_fix_the_universe(tmp_path):
    found = build(tmp_path, columns=("size",), levels={"size": ("S", "M", "L")})
    assert found.universe == ("size=S", "size=M", "size=L")
    assert found.histogram == (2, 0, 2) and found.notes == ()


def test_predicates(tmp_path):
    found = build(tmp_path, predicates=["colour=red & size!=S", "colour!=red"])
    assert [q.values for q in found.queries] == [(0, 0, 0, 0, 1, 0), (1, 1, 1, 1, 0, 0)]


def test_every_second_row(tmp_path):
    found = build(tmp_path, columns=("name",), every=2)
    assert [found.universe[row] for row in found.rows] == ["name=y", "name=w"]


def test_byte_order_mark_and_quoting(tmp_path):
    found = build(tmp_path, b'\xef\xbb\xbfa,b\r\n"x,1",2\r\n', columns=("a",))
    assert found.universe == ("a=x,1",)


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("", {}, "no header"),
        ("colour,size\n", {}, "no data rows"),
        ("colour,size\nred,\n", {}, r"line 2 has an empty cell in column 'size'"),
        ("colour,size\nred,S\nred\n", {}, "line 3 has 1 cells where the header has 2"),
        ("colour,size\nred,S,1\n", {}, "line 2 has 3 cells"),
        ("colour,colour\nred,S\n", {"columns": ("colour",)}, "two columns named 'colour'"),
        (CSV, {"columns": ("shape",)}, "no column 'shape'"),
        (CSV, {"columns": ("size", "size")}, "each once"),
        (CSV, {"columns": ("size",), "levels": {"size": ("S",)}}, "line 3 has the unknown level 'L'"),
        (CSV, {"every": 9}, "leaves no rows"),
        (CSV, {"predicates": ["colour=red", "colour=red"]}, "'colour=red' appears twice"),
        (CSV, {"predicates": ["name=x"]}, "not among --columns"),
        (CSV, {"predicates": ["colour=pink"]}, "unknown level 'pink'"),
        (b"colour,size\n\xff,S\n", {}, "not UTF-8"),
        ('colour,size\n"red"x,S\n', {}, "line 2 is not valid CSV"),
        ("colour,size\n\x00,S\n", {"columns": ("colour",), "levels": {"colour": ("a",)}}, "line 2"),
    ],
)
def test_refusals(tmp_path, text, options, message):
    with pytest.raises(InputError, match=message):
        build(tmp_path, text, **options)


def test_too_many_cells_are_refused_before_they_are_built(tmp_path):
    levels = {name: tuple(f"{i}" for i in range(1000)) for name in "ab"}
    with pytest.raises(InputError, match="1000000 cells"):
        build(tmp_path, "a,b\n1,1\n", columns=("a", "b"), levels=levels)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("size", "form"),
        ("size=", "form"),
        ("size=S,,L", "form"),
        ("shape=x", "not among"),
        ("size=S,S", "twice"),
    ],
)
def test_levels_option(option, message):
    with pytest.raises(InputError, match=message):
        parse_levels([option], columns=["size"])


def test_levels_option_twice():
    with pytest.raises(InputError, match="twice"):
        parse_levels(["size=S", "size=L"], columns=["size"])
    assert parse_levels(["size= S , L"], columns=["size"]) == {"size": ("S", "L")}


@pytest.mark.parametrize("text", ["size", "size=", "=S", "size=S &", ""])
def test_predicate_form(text):
    with pytest.raises(InputError, match="not of the form"):
        parse_predicate(text, levels={"size": ("S",)})
