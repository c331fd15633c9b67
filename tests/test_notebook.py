"""The interactive API gives what the modules and the command line give, and tables for notebooks."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import bruteforce
import pytest
from helpers import make, problem_of, same

import pyref
from pyref.instance import load_instance, save_instance

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def tiny():
    return make(queries=[(1, 0), (0, 1)], x=(0, 1, 1), J=2)


def test_import_is_lazy_and_the_names_are_there():
    code = (
        "import sys, pyref; assert 'numpy' not in sys.modules; pyref.Instance; assert 'numpy' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=EXAMPLES.parent)
    assert set(pyref.__all__) <= set(dir(pyref))
    for name in pyref.__all__:
        assert getattr(pyref, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = pyref.nothing


def test_from_csv_is_the_shipped_instance():
    instance = pyref.Instance.from_csv(
        EXAMPLES / "titanic.csv",
        columns=["sex", "survived"],
        levels={"sex": ("female", "male"), "survived": ("no", "yes")},
        every=183,
        epsilon="1",
        J=3,
        beta="3/2",
    )
    assert instance == load_instance(EXAMPLES / "titanic-small.json")
    assert repr(instance) == "Instance(T=4, n=12, k=8, r=14/23, J=3)"


def test_from_csv_with_queries_and_errors():
    options = {"columns": ["sex"], "every": 500, "r": "1/2", "beta": 2, "g0": 2, "J": 1}
    instance = pyref.Instance.from_csv(EXAMPLES / "titanic.csv", queries=["sex!=male"], **options)
    assert [(q.name, q.values) for q in instance.queries] == [("sex!=male", (1, 0))]
    with pytest.raises(pyref.InputError, match=r"parameter r is 0\.5, not a number"):
        pyref.Instance.from_csv(EXAMPLES / "titanic.csv", **{**options, "r": 0.5})
    with pytest.raises(pyref.InputError, match="no column 'age group'"):
        pyref.Instance.from_csv(EXAMPLES / "titanic.csv", **{**options, "columns": ["age group"]})


def test_from_json_and_its_overrides(tiny, tmp_path):
    save_instance(tiny, tmp_path / "tiny.json")
    assert pyref.Instance.from_json(tmp_path / "tiny.json") == tiny
    changed = pyref.Instance.from_json(tmp_path / "tiny.json", J=1, r=Fraction(1, 3))
    assert (changed.parameters.J, changed.parameters.r, changed.parameters.beta) == (1, Fraction(1, 3), 2)


def test_results_are_those_of_brute_force(tiny):
    problem = problem_of(tiny)
    laws = bruteforce.all_laws(problem)
    x = tuple(problem["x"])
    masses = bruteforce.envelope(problem, laws, x)
    assert same(tiny.envelope().normalizer, sum(masses.values()))
    expected = sum(m * bruteforce.error(problem, x, w) for w, m in masses.items()) / sum(masses.values())
    assert same(tiny.summary().expected_error, expected)
    ratios = {entry.distance: entry.ratio for entry in tiny.audit(group=True).largest_ratios}
    assert sorted(ratios) == [1, 2, 3]
    assert all(same(ratios[d], bruteforce.largest_ratio(problem, laws, d)) for d in ratios)
    assert [entry.distance for entry in tiny.audit().largest_ratios] == [1]
    assert tiny.inequalities().holds
    assert tiny.accuracy().holds


def test_samples_are_transcripts_with_their_answers(tiny):
    problem = problem_of(tiny)
    names = ["+q0", "-q0", "+q1", "-q1"]
    draws = tiny.sample(5)
    assert len(draws) == 5
    for draw in draws:
        omega = tuple(names.index(name) for name in draw.transcript)
        assert len(omega) == 2
        answers = bruteforce.answers(problem, omega)
        assert list(draw.answers) == ["q0", "q1"]
        assert all(same(a, b) for a, b in zip(draw.answers.values(), answers, strict=True))


def test_work_limits_are_refused(tiny):
    for call in (tiny.summary, tiny.envelope, tiny.audit, tiny.sample):
        with pytest.raises(pyref.WorkLimitError, match="over the work limit"):
            call(max_work=10)


def test_tables_for_notebooks_escape_names(tmp_path):
    document = {
        "universe": ["<b>", "&amp;"],
        "queries": [{"name": "<script>alert(1)</script>", "values": [0, 1]}],
        "bound": 1,
        "rows": ["<b>", "&amp;"],
        "parameters": {"r": "1/2", "beta": 2, "g0": 2, "J": 1},
    }
    (tmp_path / "i.json").write_text(json.dumps(document), encoding="utf-8")
    instance = pyref.Instance.from_json(tmp_path / "i.json")
    shown = [instance, instance.summary(), instance.envelope(), instance.audit(), instance.inequalities()]
    for value in (*shown, instance.accuracy()):
        page = value._repr_html_()
        assert "<table" in page and "<script" not in page and "<b>" not in page
        assert len(repr(value)) < 200
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in instance._repr_html_()
    assert "&amp;amp;" in instance._repr_html_()


def test_tables_show_the_values(tiny):
    summary = tiny.summary()
    text = f"{summary.expected_error.numerator}/{summary.expected_error.denominator}"
    assert f'<data value="{text}">' in summary._repr_html_()
    normalizer = tiny.envelope().normalizer
    assert f'<data value="{normalizer.numerator}/{normalizer.denominator}">' in tiny.envelope()._repr_html_()


def test_reprs_stay_short_when_numbers_have_thousands_of_digits():
    instance = make(queries=[(0, 1)], x=(0, 1) * 400, beta="1001/1000", r="9/10", m=5, J=2)
    for value in (instance, instance.summary(), instance.envelope()):
        assert len(repr(value)) < 200
        assert len(value._repr_html_()) < 10_000
