"""The way through `lake`, with a script in its place that prints what lake and Lean print."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from lean_library import write_library

from pyref.errors import InputError
from pyref.lean.lake import LakeBuild, LakeToolchain, find_lake, parse_audit, parse_lake_output
from pyref.lean.toolchain import open_lean

VERSION = "Lean (version 4.28.0, x86_64-unknown-linux-gnu, commit 0123456789ab, Release)"

FAKE = """#!{python}
import json, pathlib, sys
here = pathlib.Path(__file__).parent
with open(here / "calls", "a") as calls:
    calls.write(" ".join(sys.argv[1:]) + "\\n")
say = json.loads((here / "say.json").read_text())
arguments = sys.argv[1:]
if arguments == ["--version"]:
    print("Lake version 5.0.0")
elif arguments == ["env", "lean", "--version"]:
    print(say["version"])
elif arguments == ["build"]:
    print(say["build"])
    sys.exit(say["build status"])
elif arguments[:3] == ["env", "lean", "--json"]:
    print(pathlib.Path(arguments[3]).read_text() if say["echo"] else say["lean"])
    sys.exit(say["lean status"])
else:
    sys.exit(9)
"""


class FakeLake:
    """A `lake` on PATH; `say` sets what it answers."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        directory.mkdir()
        program = directory / "lake"
        program.write_text(FAKE.format(python=sys.executable))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        self.say()

    def say(
        self,
        *,
        version: str = VERSION,
        build: str = "",
        build_status: int = 0,
        lean: str = "",
        status: int = 0,
    ) -> None:
        value = {"version": version, "build": build, "build status": build_status}
        value |= {"lean": lean, "lean status": status, "echo": False}
        (self.directory / "say.json").write_text(json.dumps(value))

    def calls(self) -> list[str]:
        return (self.directory / "calls").read_text().splitlines()


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeLake:
    monkeypatch.delenv("PYREF_LEAN", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return FakeLake(tmp_path / "bin")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_library(tmp_path / "project", {"Formal.A": "module\n", "Formal.B": "module\nimport Formal.A\n"})
    return tmp_path / "project"


def opened(root: Path) -> LakeBuild:
    lean = open_lean(root, quiet=True)
    assert isinstance(lean, LakeBuild)
    return lean


def test_a_working_lake_is_preferred(lake: FakeLake, root: Path) -> None:
    assert opened(root).description == f"lake with {VERSION}"


@pytest.mark.parametrize("version", ["Lean (version 4.27.0, x)", "Lean (version 4.28.0-pre, x)", ""])
def test_another_version_is_not_used(lake: FakeLake, root: Path, version: str) -> None:
    lake.say(version=version)
    assert "instead of Lean 4.28.0" in str(find_lake(root))
    with pytest.raises(InputError, match=r"instead of Lean 4\.28\.0: install elan"):
        open_lean(root, choice="lake")


def test_without_lake_the_reason_is_given(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_lake(root) == "`lake` is not on PATH"
    with pytest.raises(InputError, match="is not a way to run Lean"):
        open_lean(root, choice="wasm")


def test_a_build_that_passes(lake: FakeLake, root: Path) -> None:
    lake.say(build="✔ [2/4] Built Formal.A (1.2s)\nBuild completed successfully (4 jobs).")
    result = opened(root).build()
    assert result.ok
    assert result.checked == ("Formal.A",)
    assert result.reused == ("Formal.B", "Formal")


def test_errors_are_reported_with_their_places(lake: FakeLake, root: Path) -> None:
    text = (
        "✖ [3/4] Building Formal.B (1.0s)\n"
        "trace: .> lean Formal/B.lean\n"
        "error: Formal/B.lean:3:7: unsolved goals\n⊢ False\n"
        "warning: ././Formal/B.lean:5:0: unused variable\n"
        "error: Lean exited with code 1\n"
        "Some required targets logged failures:\n- Formal.B\n"
        "error: build failed"
    )
    lake.say(build=text, build_status=1)
    result = opened(root).build()
    assert not result.ok
    error, warning = result.diagnostics
    assert (error.path, error.line, error.column) == (root / "Formal/B.lean", 3, 7)
    assert error.text == "unsolved goals\n⊢ False"
    assert str(error).startswith(f"{root / 'Formal/B.lean'}:3:7: unsolved goals")
    assert (warning.severity, warning.line) == ("warning", 5)


def test_a_failure_without_a_place_still_fails(lake: FakeLake, root: Path) -> None:
    lake.say(build="error: no such target", build_status=1)
    assert [d.text for d in opened(root).build().diagnostics] == ["no such target"]
    lake.say(build="", build_status=3)
    (only,) = opened(root).build().diagnostics
    assert only.text == "`lake build` ended with status 3"


def test_sorry_fails_though_lake_succeeds(lake: FakeLake, root: Path) -> None:
    lake.say(build="⚠ [2/4] Replayed Formal.A\nwarning: Formal/A.lean:2:8: declaration uses 'sorry'")
    assert not opened(root).build().ok


def test_information_is_no_diagnostic(root: Path) -> None:
    assert parse_lake_output(["info: Formal/A.lean:1:0: hello", "more"], root=root) == []


def message(line: int, data: str, severity: str = "information") -> str:
    return json.dumps({"severity": severity, "pos": {"line": line, "column": 0}, "data": data})


AXIOMS = "'A.t' depends on axioms: [propext,\n Classical.choice,\n Quot.sound]"


def test_printed_axioms_are_read() -> None:
    output = "\n".join(
        [
            message(2, AXIOMS),
            message(3, "theorem A.t : 1 = 1 :=\nrfl"),
            message(4, "'B.u' does not depend on any axioms"),
            message(5, "@[simp] theorem B.u.{v} : True :=\n_"),
        ]
    )
    theorems, problems = parse_audit(output, names=["A.t", "B.u"])
    assert problems == []
    assert [t.axioms for t in theorems] == [("Classical.choice", "Quot.sound", "propext"), ()]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([], "Lean printed no axioms for the expected theorem A.t"),
        ([message(4, AXIOMS)], "Lean printed no axioms for the expected theorem A.t"),
        ([message(2, AXIOMS), message(3, "def A.t : Nat := 1")], "A.t must be a theorem"),
        ([message(2, AXIOMS), message(3, "theorem A.tt : Nat := 1")], "A.t must be a theorem"),
        (
            [message(2, "'A.t' depends on axioms: [propext, sorryAx]"), message(3, "theorem A.t : x")],
            "A.t uses the axiom sorryAx",
        ),
        (
            [message(2, AXIOMS), message(3, "theorem A.t : x"), message(1, "unknown module", "error")],
            "the axiom report failed: unknown module",
        ),
    ],
)
def test_anything_else_fails(lines: list[str], problem: str) -> None:
    assert parse_audit("\n".join(lines), names=["A.t"])[1] == [problem]


def test_the_gate_asks_lean_about_every_expected_theorem(lake: FakeLake, root: Path) -> None:
    lake.say(lean=message(2, AXIOMS) + "\n" + message(3, "theorem A.t : x"))
    result = opened(root).audit(expected=["A.t", "A.missing"])
    assert result.problems == ("Lean printed no axioms for the expected theorem A.missing",)
    assert result.axioms == ("Classical.choice", "Quot.sound", "propext")
    assert lake.calls()[-1].startswith("env lean --json ")
    (root / "Formal/A.lean").write_text("module\ntheorem t : False := sorry\n")
    assert len(opened(root).audit(expected=["A.t"]).problems) == 1


def test_files_are_checked_and_remembered(lake: FakeLake, root: Path) -> None:
    path = root / "Certificate.lean"
    path.write_text("module\nimport Formal.A\ntheorem t : 1 = 1 := rfl\n")
    lake.say(lean=message(3, "type mismatch", "error"), status=1)
    (bad,) = opened(root).check_files([path])
    assert not bad.ok
    assert (bad.diagnostics[0].line, bad.diagnostics[0].text) == (3, "type mismatch")
    lake.say(status=1)
    assert not opened(root).check_files([path])[0].ok
    lake.say()
    (good,) = opened(root).check_files([path])
    assert (good.ok, good.cached, good.theorems) == (True, False, 1)
    assert opened(root).check_files([path])[0].cached
    assert not opened(root).check_files([path], again=True)[0].cached
    (root / "Formal/A.lean").write_text("module\n-- changed\n")
    assert not opened(root).check_files([path])[0].cached
    path.write_text("module\ntheorem t : 1 = 1 := by native_decide\n")
    (forbidden,) = opened(root).check_files([path])
    assert not forbidden.ok


def test_the_interface_of_both_ways_is_the_same() -> None:
    from pyref.lean.build import EmbeddedBuild

    for name in ("graph", "build", "audit", "check_files", "close", "__enter__", "__exit__"):
        assert callable(getattr(EmbeddedBuild, name))
        assert callable(getattr(LakeBuild, name))
    assert LakeToolchain(program=Path("lake"), version=VERSION).version == VERSION


def test_the_command_fails_with_the_place_of_the_error(lake: FakeLake, root: Path) -> None:
    text = "✖ [3/4] Building Formal.B (1.0s)\nerror: Formal/B.lean:3:7: unsolved goals\nerror: build failed"
    lake.say(build=text, build_status=1)
    command = [sys.executable, "-m", "pyref", "lean", "build", "--json"]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert result.returncode == 1
    value = json.loads(result.stdout)
    assert (value["ok"], value["diagnostics"]) == (False, ["Formal/B.lean:3:7: unsolved goals"])
    assert "Formal/B.lean:3:7: unsolved goals" in result.stderr
    assert "Traceback" not in result.stderr


def test_the_index_command_writes_and_checks(root: Path) -> None:
    def index(*options: str) -> tuple[int, str]:
        command = [sys.executable, "-m", "pyref", "lean", "index", *options]
        result = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout

    (root / "Formal.lean").write_text("module\n")
    assert index("--check") == (1, "Formal.lean is out of date: run `python -m pyref lean index`.\n")
    assert index() == (0, "Formal.lean written.\n")
    assert index("--check") == (0, "Formal.lean is up to date.\n")
    assert (root / "Formal.lean").read_text() == (
        "module\n\npublic import Formal.A\npublic import Formal.B\n"
    )
