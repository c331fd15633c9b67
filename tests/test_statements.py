"""The reviewer's files: statements, challenge and solution, the statement surface, and the witnesses."""

# ruff: noqa: RUF001 (Lean sources below are written with its letters)

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyref.errors import InputError
from pyref.lean.build import EmbeddedBuild
from pyref.lean.challenge import (
    CHALLENGE,
    DEFINITION_MODULES,
    SOLUTION,
    STATEMENTS,
    challenge_files,
    statements,
    without_proofs,
)
from pyref.lean.declarations import Declaration, owner_of, parse_declarations, read_declarations
from pyref.lean.gate import STANDARD_AXIOMS
from pyref.lean.graph import load_graph
from pyref.lean.surface import LIMIT, definitions_used, lines_to_read, proof_fields, statement_surface
from pyref.lean.toolchain import open_lean

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def lean() -> Iterator[EmbeddedBuild]:
    with open_lean(ROOT) as opened:
        if not isinstance(opened, EmbeddedBuild):
            pytest.skip("lake keeps no reports of what the modules declare")
        opened.build()
        yield opened


# Reading sources


SOURCE = """\
module

/-! Not the documentation of a declaration. -/

@[expose] public section

namespace Outer

/-- A pair. -/
structure Pair (α : Type) where
  /-- The first. -/
  first : α
  same : first = first

namespace Inner

/-- Twice
the number. -/
@[simp] def twice (n : Nat) : Nat :=
  -- a comment alone on its line
  n + n

end Inner

/-- Forgotten here. -/
-- theorem commented : 1 = 2 := sorry
section

variable {α : Type}

omit [Nonempty α] in
/-- **7.1**. -/
theorem one_eq {x : Nat} (h : x = 1 := by rfl) : x = 1 := h

instance {α : Type} [Listed α] {n : Nat} : Listed (Fin n → α) where
  list := []
  all := by
    intro f
    exact f

instance : Listed (Nat × Bool) := ⟨[]⟩
theorem _root_.other : True := trivial
end

end Outer
"""


def parsed() -> dict[str, Declaration]:
    found = parse_declarations(SOURCE, module="Formal.X", path=Path("Formal/X.lean"))
    return {declaration.name: declaration for declaration in found}


def test_declarations_have_their_names_places_and_documentation() -> None:
    found = parsed()
    assert list(found) == [
        "Outer.Pair",
        "Outer.Inner.twice",
        "Outer.one_eq",
        "Outer.instListedForallFin",
        "Outer.instListedProdNatBool",
        "other",
    ]
    assert [d.kind for d in found.values()] == [
        "structure",
        "def",
        "theorem",
        "instance",
        "instance",
        "theorem",
    ]
    twice = found["Outer.Inner.twice"]
    assert (twice.line, twice.end, twice.code, twice.doc) == (19, 21, 2, "Twice the number.")
    assert (found["Outer.Pair"].code, found["Outer.Pair"].doc) == (3, "A pair.")
    # `omit ... in` and what follows are one declaration; the instance after it has no documentation.
    assert (found["Outer.one_eq"].doc, found["Outer.one_eq"].code) == ("**7.1**.", 2)
    assert found["Outer.instListedForallFin"].doc == ""


def test_compiled_constants_belong_to_their_declaration() -> None:
    found = parsed()
    names = {
        "Outer.Pair.first": "Outer.Pair",
        "Outer.Pair.rec": "Outer.Pair",
        "Outer.Inner.twice.match_1": "Outer.Inner.twice",
        "_private.Formal.X.0.Outer.one_eq._proof_2": "Outer.one_eq",
    }
    for name, owner in names.items():
        declaration = owner_of(name, found)
        assert declaration is not None and declaration.name == owner
    assert owner_of("Outer.unknown", found) is None


def test_what_is_parsed_is_what_lean_compiled(lean: EmbeddedBuild) -> None:
    sources = read_declarations(ROOT)
    compared = 0
    for module in lean.graph().modules:
        report = lean.report(module)
        if report is None:
            continue
        compiled = {d["name"].removesuffix("_formal"): d["kind"] for d in report.declarations}
        written = {name: d for name, d in sources.items() if d.module == module.name}
        assert written.keys() <= compiled.keys(), module.name
        theorems = {name for name, d in written.items() if d.kind == "theorem"}
        proved = {name for name in written if compiled[name] == "theorem"}
        # An instance of a class of propositions is a theorem to Lean.
        assert theorems <= proved <= theorems | {n for n, d in written.items() if d.kind == "instance"}
        compared += len(written)
    assert compared > 1500


# Challenge and solution


def test_proofs_are_left_out() -> None:
    source = """\
/-- Doc with := and sorry. -/
theorem a (x : Nat := 1) (h : x = 1) :
    x = 1 :=
  h

-- between
omit [Nonempty α] in
/-- Next. -/
theorem b : True ∧ True := ⟨trivial, trivial⟩
def c := 1
"""
    assert (
        without_proofs(source)
        == """\
/-- Doc with := and sorry. -/
theorem a (x : Nat := 1) (h : x = 1) :
    x = 1 := sorry

-- between
omit [Nonempty α] in
/-- Next. -/
theorem b : True ∧ True := sorry
def c := 1
"""
    )
    with pytest.raises(InputError, match="line 1 of the statements has no proof"):
        without_proofs("theorem a : True\n")


def test_challenge_and_solution_are_the_statements() -> None:
    for path, text in challenge_files(ROOT).items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, "run: python -m pyref lean challenge"
    challenge, solution = ((ROOT / path).read_text(encoding="utf-8") for path in (CHALLENGE, SOLUTION))
    body = "universe "
    assert without_proofs(solution.split(body, 1)[1]) == challenge.split(body, 1)[1]
    assert "sorry" not in re.sub(r"/-.*?-/", "", solution, flags=re.DOTALL)
    names = json.loads((ROOT / "comparator.json").read_text())["theorem_names"]
    assert names == [theorem.name for theorem in statements(ROOT)] and len(names) == len(set(names)) >= 25
    assert challenge.count(":= sorry") == len(names)


def test_the_challenge_imports_no_proof_of_its_theorems() -> None:
    graph = load_graph(ROOT, toolchain="").by_name()
    reached: set[str] = set()
    pending = list(DEFINITION_MODULES)
    while pending:
        name = pending.pop()
        if name not in reached and name in graph:
            reached.add(name)
            pending += graph[name].imports
    assert not {"Formal.Statements", "Formal.Utility.Rate", "Formal.Utility.RateReal"} & reached


def test_challenge_solution_and_library_state_the_same(lean: EmbeddedBuild) -> None:
    asked = lean.elaborate(ROOT / CHALLENGE, module="Challenge")
    solved = lean.elaborate(ROOT / SOLUTION, module="Solution")
    report = lean.report(lean.graph().by_name()["Formal.Statements"])
    assert report is not None
    names = [theorem.name for theorem in statements(ROOT)]
    library, question, answer = (
        {d["name"]: d["type"] for d in declarations if d["name"] in names}
        for declarations in (report.declarations, asked.declarations, solved.declarations)
    )
    assert set(library) == set(names)
    assert question == library and answer == library
    assert [m.text for m in solved.messages if m.severity in ("error", "warning")] == []
    complaints = [m.text for m in asked.messages if m.severity in ("error", "warning")]
    assert complaints == ["declaration uses `sorry`"] * len(names)
    for declaration in solved.declarations:
        assert set(declaration["axioms"]) <= STANDARD_AXIOMS


# The statements


def test_every_statement_is_explained_and_proved_in_a_line() -> None:
    text = (ROOT / STATEMENTS).read_text(encoding="utf-8")
    for theorem in statements(ROOT):
        assert re.match(r"\*\*[^*]+\*\* \(blueprint [^)]+\)", theorem.doc), theorem.name
        assert len(theorem.doc) > 60, theorem.name
        shortened = without_proofs("theorem " + theorem.text.split("theorem ", 1)[1])
        proof = theorem.text.split("theorem ", 1)[1][len(shortened) - len("theorem ") - len(":= sorry") :]
        assert proof.startswith(":=") and len(" ".join(proof.split())) <= 240, theorem.name
        assert not re.search(r"\bby\b", proof), theorem.name
    assert "sorry" not in text


def test_the_header_lists_what_the_statements_use(lean: EmbeddedBuild) -> None:
    header = (ROOT / STATEMENTS).read_text(encoding="utf-8").split("/-!", 1)[1].split("-/", 1)[0]
    mentioned = set(re.findall(r"`([A-Z]\w+/\w+)`", header))
    for module in mentioned:
        assert (ROOT / "Formal" / f"{module}.lean").is_file(), module
    surface = statement_surface(lean)
    modules = {d.path.relative_to("Formal").with_suffix("").as_posix() for d in surface.definitions}
    assert modules <= mentioned
    sources = read_declarations(ROOT)
    listed = set(re.findall(r"`([A-Za-z]\w*(?:\.\w+)?)`", header)) - {"exp", "real_exp"}
    for name in listed:
        assert f"Formal.{name}" in sources, name


# The surface


COMPILED: dict[str, dict[str, Any]] = {
    "statement": {"kind": "theorem", "uses": ["Law", "lemma"]},
    "Law": {"kind": "inductive", "uses": ["Field"]},
    "Law.total": {"kind": "theorem", "uses": ["Law", "sum"]},
    "Law.mass": {"kind": "def", "uses": ["Law"]},
    "Field": {"kind": "inductive", "uses": []},
    "lemma": {"kind": "theorem", "uses": ["hidden"]},
    "hidden": {"kind": "def", "uses": []},
    "uniform": {"kind": "def", "uses": ["Law.mk", "lemma", "sum"]},
    "Law.mk": {"kind": "constructor", "uses": ["Law"]},
    "sum": {"kind": "def", "uses": ["Field"]},
}


def test_definitions_are_followed_and_theorems_are_not() -> None:
    assert definitions_used(["uniform"], COMPILED) == {"uniform", "Law.mk", "Law", "sum", "Field"}
    assert definitions_used(["lemma", "Field"], COMPILED) == {"Field"}
    with pytest.raises(InputError, match="nowhere is in no up-to-date report"):
        definitions_used(["nowhere"], COMPILED)


def test_the_fields_that_are_proofs_are_not_read() -> None:
    assert proof_fields(["Law", "Field", "sum"], COMPILED) == {"total"}
    found = parsed()
    # `list := []` is read, the four lines of `all` are not.
    assert lines_to_read(found["Outer.instListedForallFin"], {"all", "same"}) == 2
    assert lines_to_read(found["Outer.instListedForallFin"], set()) == 5
    # In the declaration of a structure the fields are what is read.
    assert lines_to_read(found["Outer.Pair"], {"same"}) == 3


def test_the_surface_is_small(lean: EmbeddedBuild) -> None:
    surface = statement_surface(lean)
    names = {definition.name.removeprefix("Formal.") for definition in surface.definitions}
    assert {
        "envelope",
        "PureDP",
        "IsPmf",
        "ExpField",
        "PMW",
        "hedge",
        "CompleteField",
        "log",
        "hamming",
    } <= names
    assert {"SelectionRule.transcriptMass", "instEnumerationForallFin", "instNatMetricForallFin"} <= names
    # The construction of the reals and the reference's instance are not needed to read the statements.
    assert not {"CauchyReal", "CauchySeq", "ReferenceInstance"} & names
    counted = {d.name.removeprefix("Formal."): lines for d, lines in surface.definitions.items()}
    # By hand: a structure with three fields, a definition of one line, an instance without its proofs.
    assert (counted["Enumeration"], counted["kantorovichConst"], counted["instEnumerationBool"]) == (4, 1, 2)
    assert surface.lines <= LIMIT == 300


# The witnesses


def test_every_statement_has_a_witness(lean: EmbeddedBuild) -> None:
    path = ROOT / "Formal" / "Witness" / "Statements.lean"
    report = lean.report(lean.graph().by_name()["Formal.Witness.Statements"])
    library = lean.report(lean.graph().by_name()["Formal.Statements"])
    assert report is not None and library is not None, path
    witnesses = {d["name"]: d for d in report.declarations if d["kind"] == "theorem"}
    types = {d["name"]: d["type"] for d in library.declarations}
    for theorem in statements(ROOT):
        short = theorem.name.removeprefix("Formal.Statements.")
        witness = witnesses.get(f"Formal.Witness.Statements.{short}")
        assert witness is not None, f"{path} has no theorem {short} that applies {theorem.name}"
        assert theorem.name in witness["uses"], short
        # An instance, not the statement again; `real_numbers` has nothing to instantiate.
        assert (witness["type"] == types[theorem.name]) == (short == "real_numbers"), short
