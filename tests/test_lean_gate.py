"""The trust gate judged on made-up reports: every way in which one can be wrong is caught."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lean_library import write_library

from pyref.errors import InputError
from pyref.lean.gate import expected_theorems, gate
from pyref.lean.graph import Graph, load_graph
from pyref.lean.report import ModuleReport


def declared(name: str, **changes: Any) -> dict[str, Any]:
    value = {"name": name, "kind": "theorem", "unsafe": False, "internal": False, "type": "1"}
    return {**value, "axioms": [], "uses": [], "foreign": [], **changes}


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    write_library(tmp_path, {"Formal.A": "module\n", "Formal.B": "module\npublic import Formal.A\n"})
    return load_graph(tmp_path, toolchain="t")


def reports(graph: Graph, *, a: list[dict[str, Any]], b: list[dict[str, Any]]) -> dict[str, ModuleReport]:
    declarations = {"Formal.A": a, "Formal.B": b, "Formal": []}
    return {
        module.name: ModuleReport(
            module=module.name,
            key=module.key,
            imports=("Init", *module.imports),
            declarations=tuple(declarations[module.name]),
        )
        for module in graph.modules
    }


GOOD_A = [declared("A.helper", axioms=["propext"]), declared("A.f", kind="def")]
GOOD_B = [declared("B.main", uses=["A.helper", "A.f"]), declared("B.other", axioms=["Quot.sound"])]


def test_a_sound_library_passes_and_axioms_are_followed_through_imports(graph: Graph) -> None:
    result = gate(graph, reports(graph, a=GOOD_A, b=GOOD_B), expected=["B.main", "A.helper"])
    assert result.ok
    assert [(t.name, t.module, t.axioms) for t in result.theorems] == [
        ("B.main", "Formal.B", ("propext",)),
        ("A.helper", "Formal.A", ("propext",)),
    ]
    assert (result.modules, result.theorem_count, result.axioms) == (3, 3, ("Quot.sound", "propext"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"axioms": ["sorryAx"]}, "Formal.B: B.bad uses the axiom sorryAx"),
        ({"axioms": ["propext", "Lean.ofReduceBool"]}, "B.bad uses the axiom Lean.ofReduceBool"),
        ({"kind": "axiom"}, "B.bad is declared as axiom"),
        ({"kind": "opaque"}, "B.bad is declared as opaque"),
        ({"unsafe": True}, "B.bad is unsafe or partial"),
        ({"foreign": ["Lean.Elab.Command"]}, "B.bad uses constants of Lean.Elab.Command"),
        ({"uses": ["Formal.hidden"]}, "B.bad uses Formal.hidden, which no audited module declares"),
    ],
)
def test_a_bad_declaration_fails(graph: Graph, change: dict[str, Any], message: str) -> None:
    result = gate(
        graph, reports(graph, a=GOOD_A, b=[*GOOD_B, declared("B.bad", **change)]), expected=["B.main"]
    )
    assert len(result.problems) == 1
    assert message in result.problems[0]


def test_the_unsafe_twin_of_a_recursive_definition_passes(graph: Graph) -> None:
    twin = declared("A.f._unsafe_rec", kind="def", unsafe=True, internal=True)
    assert gate(graph, reports(graph, a=[*GOOD_A, twin], b=GOOD_B), expected=["B.main"]).ok


def test_an_expected_theorem_must_exist_and_be_a_theorem(graph: Graph) -> None:
    result = gate(graph, reports(graph, a=GOOD_A, b=GOOD_B), expected=["B.main", "B.gone", "A.f"])
    assert result.problems == (
        "the expected theorem B.gone does not exist (list: tests/expected_theorems.txt)",
        "A.f must be a theorem, but Formal.A declares it as def",
    )


def test_a_missing_or_outdated_report_fails(graph: Graph) -> None:
    complete = reports(graph, a=GOOD_A, b=GOOD_B)
    for wrong in (None, replace(complete["Formal.B"], key="older"), complete["Formal.A"]):
        result = gate(graph, {**complete, "Formal.B": wrong}, expected=["A.helper"])
        assert result.problems == ("Formal.B has no up-to-date axiom report: build it again",)
    del complete["Formal.B"]
    assert not gate(graph, complete, expected=["A.helper"]).ok


def test_a_report_that_imported_something_else_fails(graph: Graph) -> None:
    complete = reports(graph, a=GOOD_A, b=GOOD_B)
    complete["Formal.B"] = replace(complete["Formal.B"], imports=("Init",))
    assert gate(graph, complete, expected=["B.main"]).problems == (
        "Formal.B: Lean did not import what its first lines say",
    )


def test_a_forbidden_word_fails_wherever_it_is_in_the_library(graph: Graph) -> None:
    complete = reports(graph, a=GOOD_A, b=GOOD_B)
    path = graph.by_name()["Formal.A"].path
    path.write_text("module\n-- sorry\n  theorem t : False := sorry\n")
    (problem,) = gate(graph, complete, expected=["B.main"]).problems
    assert problem.endswith("A.lean:3:23: `sorry` is not allowed here: it leaves something unproved")


def test_the_list_of_expected_theorems_is_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "expected.txt"
    path.write_text("# heading\nA.b  # about it\n\nC.d\n")
    assert expected_theorems(path) == ("A.b", "C.d")
    for text, message in [("# nothing\n", "no theorem"), ("A.b\nA.b\n", "twice"), ("A b\n", "not one name")]:
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            expected_theorems(path)
    with pytest.raises(InputError, match="cannot be read"):
        expected_theorems(tmp_path / "gone.txt")


def test_the_projects_list_names_theorems_of_the_library() -> None:
    names = expected_theorems(Path(__file__).parent / "expected_theorems.txt")
    assert "Formal.envelope_pureDP" in names
    assert all(name.startswith("Formal.") for name in names)
