"""The project's own proofs: they build, and the trust gate holds."""

from __future__ import annotations

import re
from pathlib import Path

from pyref.lean.gate import STANDARD_AXIOMS, expected_theorems, index_text
from pyref.lean.graph import load_graph
from pyref.lean.lake import LEAN_VERSION
from pyref.lean.toolchain import open_lean

ROOT = Path(__file__).resolve().parents[1]


def test_the_index_imports_every_module() -> None:
    wanted = index_text(load_graph(ROOT, toolchain=""))
    assert (ROOT / "Formal.lean").read_text(encoding="utf-8") == wanted, "run: python -m pyref lean index"


def test_lake_is_told_the_same() -> None:
    assert (ROOT / "lean-toolchain").read_text() == f"leanprover/lean4:v{LEAN_VERSION}\n"
    lakefile = (ROOT / "lakefile.lean").read_text()
    assert re.search(r"@\[default_target\]\s*lean_lib Formal\b", lakefile)
    assert "require" not in lakefile


def test_every_module_is_a_module() -> None:
    # The embedded Lean has no private parts of compiled modules, so that other files could import nothing.
    for path in sorted((ROOT / "Formal").rglob("*.lean")):
        assert re.search(r"^module$", path.read_text(encoding="utf-8"), re.MULTILINE), path


def test_everything_is_proved_and_the_gate_holds() -> None:
    with open_lean(ROOT) as lean:
        built = lean.build()
        assert [str(d) for d in built.diagnostics if d.severity == "error"] == []
        assert built.ok
        gate = lean.audit()
    assert gate.problems == ()
    assert {t.name for t in gate.theorems} == set(expected_theorems(ROOT / "tests" / "expected_theorems.txt"))
    assert set(gate.axioms) <= STANDARD_AXIOMS
    assert gate.modules == len(load_graph(ROOT, toolchain="").modules)
