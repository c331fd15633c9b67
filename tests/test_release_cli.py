"""The command ``release``: output, refusals, and what it must not show."""

import json
import os
import stat
from fractions import Fraction

import pytest

from pyref.cli import main
from pyref.release import cli, mechanism

ROWS = ["1st,m,yes"] * 30 + ["1st,f,no"] * 10 + ["2nd,m,no"] * 40 + ["2nd,f,yes"] * 20


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("class,sex,survived\n" + "\n".join(ROWS) + "\n")
    return path


LEVELS = ["--levels", "class=1st,2nd", "--levels", "sex=m,f"]
COLUMNS = ["--columns", "class,sex"]


def test_a_release_from_a_table(table, tmp_path, capsys):
    out = tmp_path / "out.json"
    assert main(["release", str(table), *COLUMNS, *LEVELS, "--epsilon", "1", "-o", str(out)]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    document = json.loads(out.read_text())
    assert set(document) == {
        "fallback",
        "answers",
        "synthetic",
        "average",
        "transcript",
        "privacy",
        "parameters",
        "assumed",
    }
    assert document["fallback"] is False
    assert len(document["transcript"]) == int(document["parameters"]["J"])
    assert Fraction(document["privacy"]["epsilon"]) <= 1
    assert sum(document["synthetic"].values()) == pytest.approx(1, abs=1e-6)
    cells = document["synthetic"]
    for name, answer in document["answers"].items():
        terms = name.split(" & ")
        inside = sum(p for cell, p in cells.items() if set(terms) <= set(cell.split(" & ")))
        assert answer == pytest.approx(inside, abs=1e-6)
    assert document["assumed"]["rows"] == 100
    assert document["assumed"]["levels"] == "declared"
    assert "replaced row" in document["assumed"]["neighbours"]


def test_the_output_is_a_function_of_the_transcript(table, capsys, monkeypatch):
    """Everything shown is the same for two tables of the same size and the same outcome."""
    other = table.with_name("other.csv")
    other.write_text("class,sex,survived\n" + "1st,m,yes\n" * 100)
    shown = []
    for average in ("all", "last-half", "likelihood"):
        for path in (table, other):
            monkeypatch.setattr(
                cli,
                "release",
                lambda model, always_all: mechanism.Outcome((0, 5, 2, 2) * (model.tuning.J // 4)),
            )
            options = ["--epsilon", "1/2", "--J", "12", "--average", average]
            assert main(["release", str(path), *COLUMNS, *LEVELS, *options]) == 0
            captured = capsys.readouterr()
            shown.append(captured.out + captured.err)
        assert shown[-1] == shown[-2]
    assert shown[0] != shown[2] != shown[4]


def test_the_fallback_is_uniform(table, capsys, monkeypatch):
    monkeypatch.setattr(cli, "release", lambda model, always_all: mechanism.Outcome(None))
    assert main(["release", str(table), *COLUMNS, *LEVELS, "--epsilon", "1"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["fallback"] is True and document["transcript"] == []
    assert set(document["synthetic"].values()) == {0.25}


def test_queries_from_a_file_and_parameters(table, tmp_path, capsys):
    queries = tmp_path / "queries.txt"
    queries.write_text("# men\nsex=m\n\nclass=1st & sex!=m\n")
    options = ["--queries", str(queries), "--epsilon", "2", "--J", "3", "--g0", "3/2", "--all-proposals"]
    assert main(["release", str(table), *COLUMNS, *LEVELS, *options]) == 0
    document = json.loads(capsys.readouterr().out)
    assert list(document["answers"]) == ["sex=m", "class=1st & sex!=m"]
    assert document["parameters"]["J"] == "3" and document["parameters"]["g0"] == "3/2"


def test_a_json_instance_with_its_own_parameters(tmp_path, capsys):
    path = tmp_path / "instance.json"
    instance = {
        "universe": ["no", "yes"],
        "queries": [{"name": "yes", "values": [0, 1]}],
        "bound": 1,
        "rows": ["no", "yes", "no"] * 20,
        "parameters": {"epsilon": "1", "J": 2},
    }
    path.write_text(json.dumps(instance))
    assert main(["release", str(path)]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["parameters"]["J"] == "2" and len(document["transcript"]) == 2
    instance["parameters"] = {"r": "1/2", "J": 2}
    path.write_text(json.dumps(instance))
    assert main(["release", str(path)]) == 2
    assert "needs --epsilon" in capsys.readouterr().err
    assert main(["release", str(path), "--epsilon", "1"]) == 0


def test_undeclared_levels_are_refused_unless_public(table, capsys):
    declared = ["--levels", "class=1st,2nd"]
    assert main(["release", str(table), *COLUMNS, *declared, "--epsilon", "1"]) == 2
    message = capsys.readouterr().err
    assert "levels of 'sex' are not declared" in message and "--assume-public-levels" in message
    options = ["--epsilon", "1", "--assume-public-levels"]
    assert main(["release", str(table), *COLUMNS, *declared, *options]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["assumed"]["levels"] == "read from the data for sex: assumed public"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--epsilon", "1"], "--levels, --query"),
        ([*COLUMNS], "needs --epsilon"),
        ([*COLUMNS, "--epsilon", "0"], "greater than 0"),
        ([*COLUMNS, "--epsilon", "one"], "not a number"),
        ([*COLUMNS, "--epsilon", "1", "--J", "0"], "at least 1"),
        ([*COLUMNS, "--epsilon", "1", "--J", "20000"], "at most 10000 rounds"),
        ([*COLUMNS, "--epsilon", "1", "--beta", "1"], "greater than 1"),
        ([*COLUMNS, "--epsilon", "1", "--beta", "2", "--J", "30"], "smaller beta or J"),
        ([*COLUMNS, "--epsilon", "1", "--max-work", "10"], "work limit"),
        ([*COLUMNS, "--epsilon", "1", "--query", "age=old"], "not among --columns"),
        ([*COLUMNS, "--epsilon", "1", "-o", "/no/such/directory/x.json"], "directory does not exist"),
        ([*COLUMNS, "--epsilon", "1", "--queries", "/no/such/file"], "cannot read"),
        ([*COLUMNS, "--epsilon", "1", "--average", "median"], "invalid choice"),
    ],
)
def test_unusable_input_is_one_sentence(table, capsys, options, message):
    try:
        status = main(["release", str(table), *LEVELS, *options])
    except SystemExit as stop:
        status = stop.code
    captured = capsys.readouterr()
    assert status == 2
    assert captured.out == ""
    assert message in captured.err and captured.err.count("\n") == 1


def test_an_interrupted_release_writes_nothing(table, tmp_path, capsys, monkeypatch):
    def interrupted(model, always_all):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "release", interrupted)
    out = tmp_path / "new" / "out.json"
    out.parent.mkdir()
    assert main(["release", str(table), *COLUMNS, *LEVELS, "--epsilon", "1", "-o", str(out)]) == 130
    assert os.listdir(out.parent) == []
    assert "nothing was written" in capsys.readouterr().err


def test_a_failed_write_leaves_the_old_file(table, tmp_path, capsys, monkeypatch):
    if os.geteuid() == 0:
        monkeypatch.setattr("os.replace", _refuse)
    out = tmp_path / "out.json"
    out.write_text("old")
    out.parent.chmod(stat.S_IRWXU if os.geteuid() == 0 else stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert main(["release", str(table), *COLUMNS, *LEVELS, "--epsilon", "1", "-o", str(out)]) == 2
    finally:
        out.parent.chmod(stat.S_IRWXU)
    assert out.read_text() == "old"
    assert "cannot write" in capsys.readouterr().err


def _refuse(source, target):
    raise PermissionError(13, "Permission denied")
