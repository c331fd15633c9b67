"""JSON instances: exactness, round trips and refusals that name the place."""

import copy
import json
from fractions import Fraction as F

import pytest
from helpers import make

from pyref.errors import InputError
from pyref.instance import Instance, Query, load_instance, save_instance, write_atomically
from pyref.parameters import Parameters

GOOD = {
    "universe": ["no", "yes"],
    "queries": [{"name": "survived", "values": [0, 1]}],
    "bound": 1,
    "rows": ["no", "yes", "no"],
    "parameters": {"r": "1/2", "beta": "3/2", "g0": "2", "J": 2},
}


def load(tmp_path, document):
    path = tmp_path / "instance.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return load_instance(path)


def test_reads_what_was_written(tmp_path):
    found = load(tmp_path, GOOD)
    assert found.universe == ("no", "yes") and found.rows == (0, 1, 0) and found.histogram == (2, 1)
    assert found.queries == (Query(name="survived", values=(0, 1)),)
    assert found.signed_values == ((0, 1), (0, -1))
    assert (found.signed_name(0), found.signed_name(1)) == ("+survived", "-survived")
    assert found.parameters == Parameters(r=F(1, 2), beta=F(3, 2), g0=F(2), m=1, J=2)


def test_json_decimals_are_exact(tmp_path):
    text = (
        json.dumps(GOOD)
        .replace('"r": "1/2"', '"r": 0.1')
        .replace('"beta": "3/2"', '"beta": 1.000000000000000000001')
    )
    found = load(tmp_path, text)
    assert found.parameters.r == F(1, 10)
    assert found.parameters.beta == 1 + F(1, 10**21)


def test_round_trip(tmp_path):
    instance = make(queries=[[3, -2], [0, 1]], x=[1, 0], bound=3, r="3/5", beta="22/7", g0="1.5", m=2, J=3)
    save_instance(instance, tmp_path / "a.json")
    assert load_instance(tmp_path / "a.json") == instance


def change(path, value):
    document = copy.deepcopy(GOOD)
    *front, last = path
    target = document
    for key in front:
        target = target[key]
    if value is None:
        del target[last]
    else:
        target[last] = value
    return document


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (change(["universe"], []), "universe is empty"),
        (change(["universe"], ["no", "no"]), "label 'no' appears twice"),
        (change(["universe"], ["no", 3]), r"universe\[1\] is 3, not a string"),
        (change(["universe"], "no"), "universe is not a JSON list"),
        (change(["universe"], ["no", "\ud800"]), "not valid Unicode"),
        (change(["universe"], None), 'no "universe"'),
        (change(["rows"], []), "no rows"),
        (change(["rows"], ["no", "maybe"]), r"rows\[1\] is 'maybe'"),
        (change(["rows"], [0]), r"rows\[0\] is 0, not a string"),
        (change(["queries"], []), "no queries"),
        (change(["queries", 0, "values"], [0]), "has 1 values for 2 labels"),
        (change(["queries", 0, "values"], [0, 2]), r"value 2 at label 'yes', outside -1\.\.1"),
        (change(["queries", 0, "values"], [0, -2]), "value -2 at label 'yes'"),
        (change(["queries", 0, "values"], [0, 0.5]), "value 0.5 at label 'yes'.*integers"),
        (change(["queries", 0, "values"], [0, 1.0]), "value 1.0 at label 'yes'.*integers"),
        (change(["queries", 0, "values"], [0, "1"]), "value '1' at label 'yes'"),
        (change(["queries", 0, "values"], [True, 0]), "value True at label 'no'"),
        (change(["queries", 0, "values"], 3), "not a JSON list"),
        (change(["queries", 0, "name"], 3), r"queries\[0\] has the name 3"),
        (change(["queries", 0, "name"], None), r'queries\[0\] has no "name"'),
        (change(["queries"], GOOD["queries"] * 2), "query name 'survived' appears twice"),
        (change(["bound"], 0), "bound is 0"),
        (change(["bound"], 1.5), "bound is 3/2"),
        (change(["bound"], True), "bound is True"),
        (change(["parameters", "J"], 0), "J is 0"),
        (change(["parameters", "J"], True), "J is True"),
        (change(["parameters", "r"], "0"), "r is 0"),
        (change(["parameters", "r"], "1.01"), "r is 101/100"),
        (change(["parameters", "epsilon"], 1), "both epsilon and r"),
        (change(["parameters", "gamma"], 1), 'unknown key "gamma"'),
        (change(["parameters"], []), '"parameters" is not a JSON object'),
        (change(["extra"], 1), 'unknown key "extra"'),
        ("[]", "the instance is not a JSON object"),
        ("{", "not JSON: .* line 1"),
        ("", "not JSON"),
        ("[" * 100000, "nested too deeply"),
        (json.dumps(GOOD).replace('"1/2"', "NaN"), "NaN is not allowed"),
        (json.dumps(GOOD).replace('"1/2"', "-Infinity"), "-Infinity is not allowed"),
        (json.dumps(GOOD).replace('"bound": 1', '"bound": 1, "bound": 1'), '"bound" appears twice'),
        (json.dumps(GOOD).replace('"bound": 1', '"bound": ' + "9" * 5000), "bound has 5000 characters"),
        (json.dumps(GOOD).replace("[0, 1]", "[0, " + "9" * 5000 + "]"), "at label 'yes'"),
    ],
)
def test_refusals_name_the_place(tmp_path, document, message):
    with pytest.raises(InputError, match=message) as caught:
        load(tmp_path, document)
    assert "instance.json" in str(caught.value)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("path", ["absent.json", "."])
def test_unreadable_files(tmp_path, path):
    with pytest.raises(InputError, match="cannot read"):
        load_instance(tmp_path / path)


def test_rows_must_be_label_numbers():
    with pytest.raises(InputError, match=r"rows\[1\] is 2"):
        Instance(
            universe=("a", "b"),
            queries=(Query(name="q", values=(0, 1)),),
            bound=1,
            rows=(0, 2),
            parameters=Parameters(r=F(1, 2), beta=F(2), g0=F(2), m=1, J=1),
        )


def test_writing_is_all_or_nothing(tmp_path, monkeypatch):
    target = tmp_path / "out.json"
    target.write_text("before", encoding="utf-8")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(InputError, match=r"cannot write .*out\.json: No space left"):
        write_atomically(target, "after")
    assert target.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [target]
