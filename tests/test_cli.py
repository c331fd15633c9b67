"""The command line in its own process: results, exit status, one clear sentence for bad input."""

import json
import os
import signal
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

TWO = {
    "universe": ["a", "b"],
    "queries": [{"name": "q", "values": [1, 0]}],
    "bound": 1,
    "rows": ["a"],
    "parameters": {"r": "3/4", "beta": "2", "g0": "2", "m": 1, "J": 1},
}


def pyref(*arguments, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "pyref", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )


@pytest.fixture
def two(tmp_path):
    path = tmp_path / "two.json"
    path.write_text(json.dumps(TWO), encoding="utf-8")
    return path


def test_run_json_gives_the_hand_computed_values(two):
    """See test_envelope.test_by_hand: Z = 7/6, released (4/7, 3/7), ratio 4/3 of at most 16/9, errors 1/2."""
    done = pyref("run", two, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["normalizer"] == {"decimal": "1.16666666666667", "exact": "7/6"}
    assert found["attained_ratio"]["exact"] == "4/3" and found["ratio_bound"]["exact"] == "16/9"
    assert [row["released_mass"]["exact"] for row in found["head"]] == ["4/7", "3/7"]
    assert [row["transcript"] for row in found["head"]] == [["+q"], ["-q"]]
    assert found["expected_error"]["exact"] == found["worst_error"]["exact"] == "1/2"
    low, high = map(F, found["epsilon_enclosure"])
    assert low < F("0.575364144903561826") < high  # 2 log(4/3)
    assert high - low < F(1, 10**13)


def test_run_table(two):
    done = pyref("run", two)
    assert done.returncode == 0
    assert "1.3333333 of at most 1.7777778" in done.stdout
    assert "r = 3/4, beta = 2, g0 = 2, m = 1, J = 1" in done.stdout


def test_options_override_the_file(two):
    done = pyref("run", two, "--json", "--epsilon", "1", "--beta", "5/4", "--J", "2")
    parameters = json.loads(done.stdout)["instance"]["parameters"]
    assert parameters == {"r": "14/23", "beta": "5/4", "g0": "2/1", "m": 1, "J": 2}


def test_audit(two):
    done = pyref("audit", two, "--group", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0 and found["holds"] is True
    assert [entry["ratio"]["exact"] for entry in found["largest_ratios"]] == ["4/3"]
    assert "audit passed" in pyref("audit", two).stdout


def test_failed_audit_exits_with_one(two):
    done = pyref("audit", two, "--claim", "1.3")
    assert done.returncode == 1
    assert "audit FAILED" in done.stdout
    # By symmetry 4/3 is attained at (x, x', omega) = (a, b, +) and (b, a, -); histograms are taken in order.
    where = "2.3 does not hold at x' = (1, 0), x = (0, 1), transcript (-q)"
    assert done.stderr.count("\n") == 1 and where in done.stderr


def test_sample(two):
    found = json.loads(pyref("sample", two, "--json", "--count", "3").stdout)
    assert len(found["draws"]) == 3
    for draw in found["draws"]:
        assert draw["transcript"] in (["+q"], ["-q"]) and draw["answers"]["q"]["exact"] == "1/2"


def test_csv_to_instance_and_back(tmp_path):
    (tmp_path / "t.csv").write_text("c,d\nx,1\ny,2\n", encoding="utf-8")
    options = ("--columns", "c", "--levels", "c=x,y,z", "--epsilon", "1", "--J", "2")
    done = pyref("instance", "t.csv", *options, "--output", "i.json", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    left = json.loads(pyref("run", "t.csv", *options, "--json", cwd=tmp_path).stdout)
    right = json.loads(pyref("run", "i.json", "--json", cwd=tmp_path).stdout)
    assert left == right
    assert list(left["instance"]["histogram"].values()) == [1, 1, 0]


def test_exact_prints_long_fractions(two):
    options = ("--beta", f"{10**400 + 1}/{10**400}", "--J", "2", "--json")
    assert json.loads(pyref("run", two, *options).stdout)["head"][0]["released_mass"]["exact"] is None
    exact = json.loads(pyref("run", two, *options, "--exact").stdout)["head"][0]["released_mass"]
    assert abs(F(exact["exact"]) - F(exact["decimal"])) <= F(1, 10**14)


def changed(**changes):
    return json.dumps({**TWO, **changes})


def with_parameters(**changes):
    return changed(parameters={**TWO["parameters"], **changes})


BAD_FILES = {
    "empty universe": (changed(universe=[]), "universe is empty"),
    "empty data": (changed(rows=[]), "no rows"),
    "unknown label": (changed(rows=["a", "z"]), "rows[1] is 'z'"),
    "fractional value": (changed(queries=[{"name": "q", "values": [0.5, 0]}]), "value 0.5 at label 'a'"),
    "value over the bound": (changed(queries=[{"name": "q", "values": [2, 0]}]), "value 2 at label 'a'"),
    "duplicate labels": (changed(universe=["a", "a"]), "'a' appears twice"),
    "r zero": (with_parameters(r="0"), "parameter r is 0"),
    "r over one": (with_parameters(r="5/4"), "parameter r is 5/4"),
    "epsilon zero": (changed(parameters={"epsilon": 0}), "greater than 0"),
    "epsilon negative": (changed(parameters={"epsilon": "-1"}), "greater than 0"),
    "epsilon not a number": (changed(parameters={"epsilon": "one"}), "not a number"),
    "epsilon NaN": ('{"parameters": {"epsilon": NaN}}', "NaN is not allowed"),
    "J zero": (with_parameters(J=0), "parameter J is 0"),
    "not JSON": ("universe: [a, b]", "is not JSON"),
    "over the work limit": (with_parameters(J=40), "over the work limit"),
}


@pytest.mark.parametrize(
    ("command", "name"),
    [*(("run", name) for name in BAD_FILES), *((c, "over the work limit") for c in ("audit", "sample"))],
)
def test_bad_files(tmp_path, command, name):
    text, message = BAD_FILES[name]
    (tmp_path / "bad.json").write_text(text, encoding="utf-8")
    assert_refused(pyref(command, "bad.json", "--output", "out.txt", cwd=tmp_path), message)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]


def assert_refused(done, message):
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.startswith("pyref: ") and done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr and done.stdout == ""


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("c,d\nx,\n", ("--columns", "c,d"), "line 2 has an empty cell in column 'd'"),
        ("c,d\nx\n", ("--columns", "c"), "line 2 has 1 cells"),
        ("c\nx\n", ("--columns", "c", "--levels", "c=y"), "unknown level 'x'"),
        ("c\n", ("--columns", "c"), "no data rows"),
        ("c\nx\n", (), "is not JSON"),
        ("c\nx\n", ("--levels", "c=x"), "need --columns"),
        ("c\nx\n", ("--columns", "c", "--every", "0"), "--every is 0"),
        ("c\nx\n", ("--columns", "c", "--epsilon", "inf"), "not a number"),
    ],
)
def test_bad_tables(tmp_path, text, options, message):
    (tmp_path / "t.csv").write_text(text, encoding="utf-8")
    budget = () if "--epsilon" in options else ("--epsilon", "1")
    assert_refused(pyref("run", "t.csv", *options, *budget, cwd=tmp_path), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run",), "required: FILE"),
        (("walk", "two.json"), "invalid choice: 'walk'"),
        ((), "required: COMMAND"),
        (("run", "absent.json"), "cannot read absent.json: No such file"),
        (("run", "two.json", "--output", "no/such/dir/out"), "its directory does not exist"),
        (("run", "two.json", "--output", "."), "cannot write ."),
        (("run", "two.json", "--max-work", "10"), "over the work limit"),
        (("run", "two.json", "--max-work", "many"), "--max-work is 'many'"),
        (("run", "two.json", "--head", "0"), "--head is 0"),
        (("run", "two.json", "--epsilon", "1", "--r", "1/2"), "both epsilon and r"),
        (("sample", "two.json", "--count", "-1"), "--count is -1"),
        (("audit", "two.json", "--claim", "1/2"), "--claim is 1/2"),
    ],
)
def test_bad_options(two, arguments, message):
    assert_refused(pyref(*arguments, cwd=two.parent), message)
    assert [path.name for path in two.parent.iterdir()] == ["two.json"]


def test_raised_limit_admits_the_instance(two):
    assert pyref("run", two, "--max-work", 10**9).returncode == 0


def test_interrupt_is_clean(tmp_path):
    """An audit of several seconds, interrupted once it has reported progress."""
    instance = {
        **TWO,
        "universe": list("abcd"),
        "queries": [{"name": f"q{i}", "values": [int(i == d) for d in range(4)]} for i in range(4)],
        "rows": list("aabbccdd") * 2,
        "parameters": {"r": "3/5", "beta": "3/2", "g0": "2", "J": 4},
    }
    (tmp_path / "long.json").write_text(json.dumps(instance), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "pyref", "audit", "long.json", "--output", "o", "--max-work", str(10**12)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
        status = process.wait(timeout=60)
    assert " of " in first
    assert status == 130
    assert rest.endswith("pyref: interrupted; nothing was written.\n") and "Traceback" not in rest
    assert [path.name for path in tmp_path.iterdir()] == ["long.json"]
