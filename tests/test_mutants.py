"""The list of mutants fits the sources, and a surviving or misattributed mutant is reported as such."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutants_run", ROOT / "mutants" / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


mutants = _load()
ALL = mutants.load()


def test_there_are_enough_and_they_differ() -> None:
    assert len(ALL) >= 15
    assert len({mutant.name for mutant in ALL}) == len(ALL)
    assert {mutant.check for mutant in ALL} == {"lean", "gate", "pytest"}


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.name)
def test_the_text_occurs_once_and_changes(mutant: object) -> None:
    text = (ROOT / mutant.file).read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert text.count(mutant.find) == 1  # type: ignore[attr-defined]
    assert mutant.find != mutant.replace  # type: ignore[attr-defined]


@pytest.mark.parametrize("mutant", [m for m in ALL if m.tests], ids=lambda mutant: mutant.name)
def test_the_named_tests_exist(mutant: object) -> None:
    for test in mutant.tests:  # type: ignore[attr-defined]
        path, _, name = test.partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not name or f"def {name}(" in text, test


def _mutant(**changes: object) -> object:
    fields = {"name": "a", "what": "b", "file": "c.py", "find": "x", "replace": "y", "check": "lean"}
    return mutants.Mutant(**(fields | changes))


def test_text_that_is_missing_or_repeated_is_refused(tmp_path: Path) -> None:
    (tmp_path / "c.py").write_text("x = x")
    with pytest.raises(ValueError, match="2 times"):
        mutants.mutate(_mutant(), tmp_path)
    with pytest.raises(ValueError, match="0 times"):
        mutants.mutate(_mutant(find="z"), tmp_path)


def test_a_mutant_is_applied(tmp_path: Path) -> None:
    (tmp_path / "c.py").write_text("x = 1\n")
    mutants.mutate(_mutant(), tmp_path)
    assert (tmp_path / "c.py").read_text() == "y = 1\n"


@pytest.mark.parametrize(
    ("killer", "named", "ok"),
    [
        ("Formal.Algebra.Max", "Formal.Algebra", True),
        ("Formal.Algebra.Max", "", True),
        ("Formal.Algebra.Max", "Formal.Certificate", False),
        ("", "", False),
    ],
)
def test_a_verdict_counts_only_with_the_killer_named(killer: str, named: str, ok: bool) -> None:
    verdict = mutants.Verdict(mutant=_mutant(killer=named), killer=killer, seconds=0.0)
    assert verdict.ok is ok
    assert ("**nothing**" in mutants.table([verdict])) is not bool(killer)


@pytest.mark.parametrize("bad", ['check = "ruff"', 'check = "pytest"', 'check = "lean"\ncolour = "red"'])
def test_a_malformed_list_is_refused(bad: str, tmp_path: Path) -> None:
    path = tmp_path / "list.toml"
    text = '[[mutant]]\nname = "a"\nwhat = "b"\nfile = "c"\nfind = "x"\nreplace = "y"\n'
    path.write_text(text + bad)
    with pytest.raises(ValueError, match="mutant 'a'"):
        mutants.load(path)


def test_a_failing_test_kills_and_a_passing_one_does_not(tmp_path: Path) -> None:
    (tmp_path / "c.py").write_text("x = 1\n")
    (tmp_path / "test_c.py").write_text("from c import x\n\ndef test_x():\n    assert x == 1\n")
    assert mutants._first_failing_test(tmp_path, ["test_c.py"]) == ""
    (tmp_path / "c.py").write_text("x = 2\n")
    assert mutants._first_failing_test(tmp_path, ["test_c.py"]) == "test_c.py::test_x"
