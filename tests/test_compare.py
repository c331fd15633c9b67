"""The command ``compare``: options, tables, JSON, plot, the documented table."""

import json
import re
import shlex
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import pytest

from pyref.baselines import DoesNotFit, ErrorEstimate, Sampled
from pyref.cli import main
from pyref.compare import compare, comparison_picture, comparison_text, with_rows
from pyref.errors import InputError
from pyref.instance import load_instance
from pyref.parameters import ParameterRequest
from pyref.summary import summarise
from pyref.table import instance_from_csv

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs" / "comparison.md"
SMALL = str(ROOT / "examples" / "titanic-small.json")
TITANIC = str(ROOT / "examples" / "titanic.csv")
EXACT = "laplace,exponential,inverse-sensitivity,uniform"


def run(capsys, *arguments):
    status = main(["compare", *arguments])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def cells(text):
    return {(c["mechanism"], c["rows"], c["epsilon"]): c for c in json.loads(text)["cells"]}


def test_the_envelope_has_the_error_that_run_computes(capsys):
    status, out, _ = run(
        capsys, SMALL, "--epsilon", "1", "--J", "3", "--beta", "3/2", "--g0", "5/2", "--m", "1",
        "--mechanisms", "envelope", "--json",
    )  # fmt: skip
    linf = cells(out)["envelope", 12, "1"]["linf"]
    expected = summarise(load_instance(SMALL), head=1).expected_error
    assert status == 0
    assert linf["exact"]
    assert Fraction(linf["low"]) <= expected <= Fraction(linf["high"])
    assert Fraction(linf["high"]) - Fraction(linf["low"]) < Fraction(1, 10**12)


def test_parameters_of_a_json_instance_are_not_used(capsys):
    _, out, _ = run(capsys, SMALL, "--epsilon", "1", "--mechanisms", "envelope,uniform")
    # With the default J = 1 no selection enters the answers: those of the uniform distribution.
    rows = [line.split() for line in out.splitlines() if line.startswith(("  envelope  ", "  uniform  "))]
    assert rows[0][1] == rows[1][1] == "0.3333"


def test_two_runs_agree_and_a_cell_does_not_depend_on_the_others(capsys):
    first = run(capsys, SMALL, "--json", "--epsilon", "1", "--mechanisms", "histogram,mwem", "--seed", "7")
    again = run(capsys, SMALL, "--json", "--epsilon", "1", "--mechanisms", "histogram,mwem", "--seed", "7")
    assert first == again
    alone = run(
        capsys, SMALL, "--json", "--epsilon", "0.5,1", "--mechanisms", "mwem", "--seed", "7", "--n", "6,12"
    )
    assert cells(alone[1])["mwem", 12, "1"] == cells(first[1])["mwem", 12, "1"]
    other = run(capsys, SMALL, "--json", "--epsilon", "1", "--mechanisms", "histogram,mwem", "--seed", "8")
    assert cells(other[1])["mwem", 12, "1"] != cells(first[1])["mwem", 12, "1"]


def test_more_replicates_give_a_smaller_standard_error(capsys):
    errors = []
    for replicates in ("100", "10000"):
        arguments = (SMALL, "--json", "--epsilon", "1", "--mechanisms", "histogram")
        _, out, _ = run(capsys, *arguments, "--replicates", replicates)
        errors.append(cells(out)["histogram", 12, "1"]["linf"]["standard_error"])
    assert 7 < errors[0] / errors[1] < 14


def test_rows_are_kept_evenly_and_agree_with_every():
    request = ParameterRequest(epsilon="1")
    columns = ["sex", "survived"]
    whole = instance_from_csv(TITANIC, columns=columns, request=request)
    assert with_rows(whole, 2201).rows == whole.rows
    assert with_rows(whole, 1).rows == whole.rows[-1:]
    assert with_rows(whole, 3).rows == (whole.rows[732], whole.rows[1466], whole.rows[2200])
    even = with_rows(with_rows(whole, 2200), 22)
    assert even.rows == with_rows(whole, 2200).rows[99::100]
    for rows in (0, 2202):
        with pytest.raises(InputError, match=r"1\.\.2201"):
            with_rows(whole, rows)


class Given:
    """A mechanism with prepared results per budget."""

    def __init__(self, name, results):
        self.name, self.note, self._results = name, f"the note of {name}", results

    def evaluate(self, instance, epsilon, rng, replicates):
        result = self._results[epsilon]
        if isinstance(result, str):
            raise DoesNotFit(result)
        quantity = Sampled(value=result, stderr=0.001)
        return ErrorEstimate(linf=quantity, rms=quantity, note=f"J = {int(10 * result)}")


HALF, ONE = Fraction(1, 2), Fraction(1)


def prepared(sizes):
    mechanisms = [Given("a", {HALF: 0.25, ONE: 0.125}), Given("b", {HALF: "too big", ONE: 0.5})]
    instance = load_instance(SMALL)
    return compare(instance, mechanisms, epsilons=[HALF, ONE], sizes=sizes, replicates=2, seed=0)


def test_the_table_shows_values_reasons_and_where_a_remark_holds():
    lines = [line.split() for line in comparison_text(prepared([12])).splitlines()]
    assert ["a", "0.25", "+-0.001", "0.125", "+-0.001"] in lines
    assert ["b", "-", "0.5", "+-0.001"] in lines
    text = comparison_text(prepared([6, 12]))
    assert "eps = 0.5: - too big\n" in text
    assert "eps = 0.5: J = 2\n" in text
    assert "the note of b\n" in text
    assert "n = 6 rows, T = 4 labels, k = 8 queries\n" in text


def test_the_picture_has_a_panel_per_size_and_names_what_it_shows():
    picture = comparison_picture(prepared([6, 12]))
    assert "n = 6, 12" in picture.description
    assert "a, b" in picture.description


def test_plot_and_output_are_written(capsys, tmp_path):
    pytest.importorskip("matplotlib")
    plot, table = tmp_path / "plot.svg", tmp_path / "table.txt"
    arguments = (SMALL, "--mechanisms", EXACT, "--n", "6,12", "--epsilon", "1/2,1")
    status, out, _ = run(capsys, *arguments, "--plot", str(plot), "-o", str(table))
    assert (status, out) == (0, "")
    words = "".join(ElementTree.parse(plot).getroot().itertext())
    for expected in ("n = 6", "n = 12", "exponential", "inverse-sensitivity", "epsilon"):
        assert expected in words
    assert run(capsys, *arguments)[1] == table.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mechanisms", "laplac"], "names 'laplac'; the mechanisms are envelope, "),
        (["--mechanisms", "laplace,laplace"], "--mechanisms lists a value twice"),
        (["--epsilon", "1,0.5,1.0"], "--epsilon lists a value twice"),
        (["--epsilon", "1,"], "parameter epsilon is ''"),
        (["--epsilon", "0"], "must be greater than 0"),
        (["--r", "1/2"], "takes budgets as --epsilon"),
        (["--n", "13"], "--n asks for 13 rows of 12"),
        (["--n", "0"], "--n is 0"),
        (["--replicates", "1"], "a standard error needs at least 2"),
        (["--replicates", "10000000"], "at most 1000000 are drawn"),
        (["--seed", "-1"], "--seed is -1"),
        (["--plot", "figure.jpg"], "does not end in .svg"),
        (["--plot", "/nowhere/at/all.svg"], "its directory does not exist"),
        (["-o", "/nowhere/at/all.txt"], "its directory does not exist"),
    ],
)
def test_unusable_options_are_one_sentence(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, SMALL, *arguments)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_limits_of_enumeration_are_reasons_not_errors(capsys):
    arguments = (SMALL, "--epsilon", "1", "--max-work", "10", "--J", "2", "--mechanisms", "envelope,uniform")
    status, out, _ = run(capsys, *arguments)
    assert status == 0
    assert "455 histograms and 256 transcripts (J = 2) are too many to enumerate within --max-work\n" in out


def test_documented_exact_tables_are_what_the_command_prints(capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"```console\n\$ python -m pyref (.*)\n([^`]*)```", DOCS.read_text(encoding="utf-8"))
    assert len(blocks) >= 4
    exact = [(command, expected) for command, expected in blocks if not re.search(r"\+-\d", expected)]
    assert exact
    for command, expected in exact:
        assert main(shlex.split(command)) == 0
        assert capsys.readouterr().out == expected
