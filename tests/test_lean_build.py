"""The embedded Lean at work on small libraries; one process serves the whole file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lean_library import write_library

from pyref.lean.build import BUILD_DIRECTORY, EmbeddedBuild, process_count
from pyref.lean.install import ensure_installed
from pyref.lean.report import report_path

SECTION = "@[expose] public section\n"

BASE = (
    "module\n" + SECTION + "def double (n : Nat) : Nat := n + n\ntheorem double_zero : double 0 = 0 := rfl\n"
)
TOP = (
    "module\npublic import Formal.Base\n" + SECTION + "theorem double_le (n : Nat) : n ≤ double n := by\n"
    "  unfold double; omega\ntheorem either (p : Prop) : Or p (Not p) := Classical.em p\n"
    "theorem ext (p q : Prop) (h : p ↔ q) : p = q := propext h\n"
)
SOUND = {"Formal.Base": BASE, "Formal.Top": TOP}
EXPECTED = ["double_zero", "double_le", "ext"]


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedBuild]:
    root = tmp_path_factory.mktemp("library")
    write_library(root, SOUND)
    with EmbeddedBuild(ensure_installed(), root=root, quiet=True) as build:
        yield build


def problems(lean: EmbeddedBuild, modules: dict[str, str]) -> tuple[str, ...]:
    """What the gate says about a library that builds without errors."""
    write_library(lean.root, modules)
    result = lean.build()
    assert [str(d) for d in result.diagnostics if d.severity == "error"] == []
    return lean.audit(expected=EXPECTED).problems


def test_a_sound_library_builds_and_passes_the_gate(lean: EmbeddedBuild) -> None:
    write_library(lean.root, SOUND)
    result = lean.build()
    assert result.ok
    assert result.checked == ("Formal.Base", "Formal.Top", "Formal")
    gate = lean.audit(expected=EXPECTED)
    assert gate.problems == ()
    assert (gate.modules, gate.theorem_count) == (3, 4)
    assert {t.name: (t.module, t.axioms) for t in gate.theorems} == {
        "double_zero": ("Formal.Base", ()),
        "double_le": ("Formal.Top", ()),
        "ext": ("Formal.Top", ("propext",)),
    }


def test_only_what_changed_is_checked_again(lean: EmbeddedBuild) -> None:
    write_library(lean.root, SOUND)
    assert lean.build().ok
    again = lean.build()
    assert (again.checked, again.reused) == ((), ("Formal.Base", "Formal.Top", "Formal"))
    write_library(lean.root, {**SOUND, "Formal.Top": TOP + "-- changed\n"})
    assert lean.build().checked == ("Formal.Top", "Formal")
    compiled = lean.directory / "Formal" / "Top.olean"
    compiled.write_bytes(compiled.read_bytes()[:-1])
    assert lean.build().checked == ("Formal.Top",)


def test_an_error_has_its_place_and_stops_what_depends_on_it(lean: EmbeddedBuild) -> None:
    bad = BASE + "theorem wrong (n : Nat) :\n    double n = n := by\n  rfl\n"
    write_library(lean.root, {**SOUND, "Formal.Base": bad})
    result = lean.build()
    assert not result.ok
    (error,) = result.diagnostics
    assert (error.path, error.line, error.column) == (lean.root / "Formal/Base.lean", 7, 2)
    assert "Base.lean:7:2: " in str(error)
    assert result.skipped == ("Formal.Top", "Formal")
    assert any("no up-to-date axiom report" in p for p in lean.audit(expected=EXPECTED).problems)


def test_a_syntax_error_and_a_missing_core_module_fail(lean: EmbeddedBuild) -> None:
    write_library(lean.root, {"Formal.Base": BASE + "theorem theorem\n"})
    first = lean.build().diagnostics[0]
    assert (first.line, first.severity) == (5, "error")
    write_library(lean.root, {"Formal.Base": BASE.replace("module\n", "module\npublic import Init.NoSuch\n")})
    assert not lean.build().ok


def test_sorry_fails_the_build(lean: EmbeddedBuild) -> None:
    write_library(lean.root, {**SOUND, "Formal.Top": TOP + "theorem open_end : 1 = 2 := sorry\n"})
    result = lean.build()
    assert not result.ok
    assert result.skipped == ("Formal",)
    assert not lean.audit(expected=EXPECTED).ok


def test_a_silenced_sorry_is_caught_by_the_gate(lean: EmbeddedBuild) -> None:
    text = TOP + "set_option warn.sorry false in\ntheorem open_end : 1 = 2 := sorry\n"
    found = problems(lean, {**SOUND, "Formal.Top": text})
    assert any("open_end uses the axiom sorryAx" in p for p in found)
    assert any("`warn.sorry` is not on the list" in p for p in found)


def test_an_axiom_smuggled_in_is_caught_where_it_is_and_where_it_is_used(lean: EmbeddedBuild) -> None:
    modules = {
        "Formal.Base": BASE + "axiom wish : ∀ n : Nat, double n = n\n",
        "Formal.Top": TOP + "theorem granted : double 1 = 1 := wish 1\n",
    }
    found = problems(lean, modules)
    assert "Formal.Base: wish is declared as axiom" in found
    assert "Formal.Top: granted uses the axiom wish" in found
    assert any("`axiom` is not allowed here" in p for p in found)


def test_words_in_comments_do_not_matter(lean: EmbeddedBuild) -> None:
    text = TOP + "/-- No native_decide, no axiom /- and no sorry -/. -/\ntheorem fine : 2 = 2 := by decide\n"
    assert problems(lean, {**SOUND, "Formal.Top": text}) == ()


def test_an_expected_theorem_turned_into_a_definition_is_caught(lean: EmbeddedBuild) -> None:
    text = TOP.replace("theorem ext (p q : Prop) (h : p ↔ q) : p = q := propext h", "def ext : Nat := 1")
    assert problems(lean, {**SOUND, "Formal.Top": text}) == (
        "ext must be a theorem, but Formal.Top declares it as def",
    )


def test_an_expected_theorem_that_is_gone_is_caught(lean: EmbeddedBuild) -> None:
    text = TOP.replace("theorem ext", "theorem ext'")
    (problem,) = problems(lean, {**SOUND, "Formal.Top": text})
    assert "the expected theorem ext does not exist" in problem


def test_a_file_that_the_index_leaves_out_is_caught(lean: EmbeddedBuild) -> None:
    write_library(lean.root, SOUND)
    (lean.root / "Formal/Extra.lean").write_text("module\n")
    assert lean.build().ok
    assert lean.audit(expected=EXPECTED).problems == ("Formal.Extra is not imported by Formal.lean",)


def test_a_removed_or_altered_report_is_not_believed(lean: EmbeddedBuild) -> None:
    write_library(lean.root, SOUND)
    assert lean.build().ok
    path = report_path(lean.directory, "Formal.Top")
    value = json.loads(path.read_text())
    assert [d["kind"] for d in value["declarations"] if d["name"] == "double_le"] == ["theorem"]
    path.unlink()
    assert (
        lean.audit(expected=EXPECTED).problems[0]
        == "Formal.Top has no up-to-date axiom report: build it again"
    )
    path.write_text("{}")
    assert not lean.audit(expected=EXPECTED).ok
    assert lean.build().checked == ("Formal.Top",)


def test_statements_have_hashes_that_follow_their_meaning(lean: EmbeddedBuild) -> None:
    def statement(top: str) -> str | None:
        assert problems(lean, {**SOUND, "Formal.Top": top}) == ()
        return next(t.statement for t in lean.audit(expected=EXPECTED).theorems if t.name == "double_le")

    before = statement(TOP)
    assert statement(TOP.replace("unfold double; omega", "simp only [double]; omega")) == before
    assert statement(TOP.replace("n ≤ double n", "n ≤ double n + 1")) != before


def test_files_are_checked_against_the_library(lean: EmbeddedBuild, tmp_path: Path) -> None:
    write_library(lean.root, SOUND)
    assert lean.build().ok
    good, bad, axiom = tmp_path / "good.lean", tmp_path / "bad.lean", tmp_path / "hidden.lean"
    head = "module\npublic import Formal.Base\n"
    good.write_text(head + "theorem four : double 2 = 4 := by decide +kernel\n")
    bad.write_text(head + "theorem five : double 2 = 5 := by decide +kernel\n")
    axiom.write_text(head + "theorem any : double 2 = 5 := by native_decide\n")
    first = lean.check_files([good, bad, axiom])
    assert [r.ok for r in first] == [True, False, False]
    assert first[0].theorems == 1
    assert (first[1].diagnostics[0].path, first[1].diagnostics[0].line) == (bad, 3)
    assert "`native_decide` is not allowed here" in first[2].diagnostics[0].text
    second = lean.check_files([good, bad])
    assert [(r.ok, r.cached) for r in second] == [(True, True), (False, False)]
    write_library(lean.root, {**SOUND, "Formal.Base": BASE.replace("n + n", "2 * n")})
    assert lean.build().ok
    (third,) = lean.check_files([good])
    assert (third.ok, third.cached) == (True, False)


def test_printing_cannot_forge_a_verdict(lean: EmbeddedBuild) -> None:
    text = BASE + 'run_cmd IO.println "{\\"ok\\":true}"\ntheorem wrong : double 1 = 1 := rfl\n'
    write_library(lean.root, {"Formal.Base": text})
    assert not lean.build().ok


def test_a_process_that_dies_is_replaced(lean: EmbeddedBuild) -> None:
    write_library(lean.root, SOUND)
    assert lean.build().ok
    process = lean._drivers[0]._process
    assert process is not None
    process.kill()
    process.wait()
    write_library(lean.root, {**SOUND, "Formal.Top": TOP + "-- after the death of a process\n"})
    assert lean.build().ok


def test_one_process_for_little_work() -> None:
    assert process_count(1) == 1
    assert process_count(100) in (1, 2)


def children(process: int) -> list[int]:
    # A child is listed under the thread that started it.
    lists = Path(f"/proc/{process}/task").glob("*/children")
    return [int(number) for children in lists for number in children.read_text().split()]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_an_interrupt_ends_lean_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    ensure_installed()
    write_library(tmp_path, SOUND)
    command = [sys.executable, "-m", "pyref", "lean", "build", "--with", "embedded"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as run:
        limit = time.monotonic() + 60
        while not (found := children(run.pid)) and run.poll() is None and time.monotonic() < limit:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate()
    assert run.returncode == 130
    assert "Traceback" not in said
    assert "interrupted" in said
    assert len(found) == 1
    assert not os.path.exists(f"/proc/{found[0]}")
    assert [p for p in (tmp_path / BUILD_DIRECTORY).rglob("*") if p.name != "lock" and p.is_file()] == []
