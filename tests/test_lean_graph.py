"""Which modules there are, in which order, and what their hash depends on."""

from __future__ import annotations

from pathlib import Path

import pytest
from lean_library import write_library

from pyref.errors import InputError
from pyref.lean.gate import import_problems, index_text
from pyref.lean.graph import header_imports, load_graph


def keys(root: Path, *, toolchain: str = "t") -> dict[str, str]:
    return {module.name: module.key for module in load_graph(root, toolchain=toolchain).modules}


LIBRARY = {
    "Formal.B": "module\npublic import Formal.A.X\npublic import Init.Grind\n",
    "Formal.A.X": "module\n-- first\n",
    "Formal.C": "module\nimport Formal.B\n",
    "Formal.D": "module\n",
}


def test_header_stops_at_the_first_command() -> None:
    text = (
        "/- import No.One -/ module\npublic import A.B\n-- import No.Two\nmeta import C\nimport all D\n"
        "/-- doc -/ theorem t : x := y\nimport No.Three\n"
    )
    assert header_imports(text) == ("A.B", "C", "D")


def test_every_module_comes_after_its_imports(tmp_path: Path) -> None:
    write_library(tmp_path, LIBRARY)
    order = [module.name for module in load_graph(tmp_path, toolchain="t").modules]
    assert sorted(order) == sorted([*LIBRARY, "Formal"])
    assert (
        order.index("Formal.A.X") < order.index("Formal.B") < order.index("Formal.C") < order.index("Formal")
    )


def test_a_key_changes_with_the_text_the_imports_and_the_toolchain(tmp_path: Path) -> None:
    write_library(tmp_path, LIBRARY)
    before = keys(tmp_path)
    (tmp_path / "Formal/A/X.lean").write_text("module\n-- second\n")
    after = keys(tmp_path)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"Formal.A.X", "Formal.B", "Formal.C", "Formal"}
    assert not set(keys(tmp_path, toolchain="u").values()) & set(after.values())


def test_a_circle_is_named(tmp_path: Path) -> None:
    write_library(tmp_path, {"Formal.A": "import Formal.B\n", "Formal.B": "import Formal.A\n"})
    with pytest.raises(InputError, match=r"circle: .*Formal\.A -> Formal\.B|Formal\.B -> Formal\.A"):
        load_graph(tmp_path, toolchain="t")


def test_a_missing_module_is_named(tmp_path: Path) -> None:
    write_library(tmp_path, {"Formal.A": "module\nimport Formal.Gone\n"})
    with pytest.raises(
        InputError, match=r"Formal/A\.lean imports Formal\.Gone, but there is no Formal/Gone\.lean"
    ):
        load_graph(tmp_path, toolchain="t")


def test_a_long_chain_is_no_problem(tmp_path: Path) -> None:
    chain = {f"Formal.M{i}": f"module\nimport Formal.M{i + 1}\n" for i in range(1500)}
    write_library(tmp_path, {**chain, "Formal.M1500": "module\n"})
    assert load_graph(tmp_path, toolchain="t").modules[0].name == "Formal.M1500"


def test_a_file_that_is_not_imported_is_found(tmp_path: Path) -> None:
    write_library(tmp_path, LIBRARY)
    assert import_problems(load_graph(tmp_path, toolchain="t")) == []
    (tmp_path / "Formal/Extra.lean").write_text("module\n")
    assert import_problems(load_graph(tmp_path, toolchain="t")) == [
        "Formal.Extra is not imported by Formal.lean"
    ]
    (tmp_path / "Formal.lean").unlink()
    (problem,) = import_problems(load_graph(tmp_path, toolchain="t"))
    assert "Formal.lean is missing" in problem


def test_imports_outside_the_library_and_core_are_found(tmp_path: Path) -> None:
    write_library(tmp_path, {"Formal.A": "module\npublic meta import Lean\nimport Std.Data\n"})
    assert import_problems(load_graph(tmp_path, toolchain="t")) == [
        "Formal.A imports Lean: only Formal, Init and Std may be imported"
    ]


def test_the_index_holds_imports_only(tmp_path: Path) -> None:
    write_library(tmp_path, LIBRARY)
    path = tmp_path / "Formal.lean"
    assert path.read_text() == index_text(load_graph(tmp_path, toolchain="t"))
    path.write_text(path.read_text() + "theorem t : True := trivial\n")
    assert import_problems(load_graph(tmp_path, toolchain="t")) == [
        "Formal.lean holds something besides imports"
    ]
