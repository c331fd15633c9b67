"""The map from the blueprint to Lean and Python: what is cited, what is listed, and that it is up to date."""

from __future__ import annotations

from pathlib import Path

import pytest
from lean_library import write_library

from pyref.errors import InputError
from pyref.lean.build import EmbeddedBuild
from pyref.lean.citations import Item, cited, python_sources, read_items
from pyref.lean.declarations import read_declarations
from pyref.lean.gate import expected_theorems
from pyref.lean.map import MAP, map_text, read_map
from pyref.lean.review import current_map
from pyref.lean.toolchain import open_lean

ROOT = Path(__file__).resolve().parents[1]
NUMBERS = ("2", "2.1", "2.2", "2.3", "2.9", "3", "4", "5.1", "5.2", "6.4", "10.4b", "A.1", "E", "E.5")
ITEMS = [Item(number=number, title="") for number in NUMBERS]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("The envelope (blueprint 2.3).", {"2.3"}),
        ("Blueprint §4 and section 2.1", {"4"}),
        ("see blueprint 5.1 with 5.2, 6.4 and A.1; not 2.9", {"5.1", "5.2", "6.4", "A.1"}),
        ("blueprint 2.1\N{EN DASH}2.3", {"2.1", "2.2", "2.3"}),
        ("blueprint 2-4", {"2", "3", "4"}),
        ("(blueprint 10.4b)", {"10.4b"}),
        ("**2.3 (privacy).** Text with 2.9.", {"2.3"}),
        ("**6.4, near**, even exponents", {"6.4"}),
        ("**E.5, Hoeffding's lemma**: and **A.1 over adaptive rounds**", {"E.5", "A.1"}),
        ("**Blueprint 2.1, first display.**", {"2.1"}),
        ("**Privacy** of paper (4) for 2 laws; E exp Z, **A maximum**", set()),
        ("the blueprint takes 2.3 times that", set()),
    ],
)
def test_what_a_documentation_cites(text: str, numbers: set[str]) -> None:
    assert cited(text, ITEMS) == numbers


def test_a_citation_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the blueprint has no item 7\.8"):
        cited("(blueprint 7.8)", ITEMS)


def test_what_python_cites(tmp_path: Path) -> None:
    (tmp_path / "pyref").mkdir()
    (tmp_path / "pyref" / "a.py").write_text(
        '"""All of blueprint 4."""\n\n\n'
        "class Law:\n"
        '    """A law (blueprint 2.1)."""\n\n'
        "    def mass(self):\n"
        "        return row('2.3', 'not an item: 2.4')\n\n\n"
        "def other():\n"
        "    return 3, '2', '7.7'\n"
    )
    found = python_sources(tmp_path, [Path("pyref/a.py")], ITEMS)
    assert {(s.name, s.line, s.items) for s in found} == {
        ("pyref.a", 1, frozenset({"4"})),
        ("pyref.a.Law", 4, frozenset({"2.1"})),
        ("pyref.a.Law.mass", 7, frozenset({"2.3"})),
    }
    (tmp_path / "pyref" / "b.py").write_text('def f():\n    """Blueprint 2.7."""\n')
    with pytest.raises(InputError, match=r"pyref/b.py:1 pyref.b.f: the blueprint has no item 2.7"):
        python_sources(tmp_path, [Path("pyref/b.py")], ITEMS)


# A small project


LEAN = """\
module
public section
namespace Formal
/-- A law (blueprint 2.1). -/
def law (n : Nat) : Nat := n
/-- **2.1**: it is what it is. -/
theorem law_eq (n : Nat) : law n = n := rfl
theorem uncited : True := trivial
end Formal
"""
WITNESS = """\
module
public import Formal.Law
theorem Formal.Witness.three : law 3 = 3 := Formal.law_eq 3
theorem Formal.Witness.two : law 2 = 2 := rfl
"""
NOTES = """\
[same]
"2.2" = "2.1"
[not-formalized]
"2.3" = "nobody has"
[partly]
"2.1" = "only for numbers"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_library(tmp_path, {"Formal.Law": LEAN, "Formal.Witness.Law": WITNESS})
    for name in ("docs", "pyref", "tests"):
        (tmp_path / name).mkdir()
    (tmp_path / "docs" / "blueprint.md").write_text(
        "# Blueprint\n## 2 Laws\n### 2.1 Being\n### 2.2 Again\n### 2.3 Missing\n### Not an item\n"
    )
    (tmp_path / "docs" / "map-notes.toml").write_text(NOTES)
    (tmp_path / "pyref" / "laws.py").write_text('def value(n):\n    """Blueprint 2.3."""\n    return n\n')
    (tmp_path / "tests" / "test_laws.py").write_text("from pyref.laws import value\n")
    (tmp_path / "tests" / "test_others.py").write_text("value = 1\n")
    return tmp_path


def test_a_small_map(project: Path) -> None:
    entries = read_map(project)
    assert [(entry.item.number, entry.status) for entry in entries] == [
        ("2", "not formalized"),
        ("2.1", "proved in part"),
        ("2.2", "proved"),
        ("2.3", "computed only"),
    ]
    text = map_text(entries, {"Formal.law_eq": ("propext",)})
    assert "\n3 items: 1 proved, 1 proved in part, 1 computed only. 1 theorems.\n" in text
    assert text.endswith("""
## 2 Laws

See the items below.

### 2.1 Being

- Status: **proved in part**: only for numbers.
- Lean: [`law_eq`](../Formal/Law.lean#L7). Axioms in the library: `propext`.
- Definitions: [`law`](../Formal/Law.lean#L5).
- Instances: [Law](../Formal/Witness/Law.lean).

### 2.2 Again

- Status: **proved**.
- Lean: [`law_eq`](../Formal/Law.lean#L7). Axioms in the library: `propext`.
- Definitions: [`law`](../Formal/Law.lean#L5).
- Instances: [Law](../Formal/Witness/Law.lean).

### 2.3 Missing

- Status: **computed only**: nobody has.
- Python: [`laws.value`](../pyref/laws.py#L1).
- Tests: [test_laws.py](../tests/test_laws.py).
""")


@pytest.mark.parametrize(
    ("notes", "message"),
    [
        (NOTES.replace('"2.3" =', '"2.2" ='), "the item 2.2 has theorems: remove it from"),
        (
            NOTES.replace("[not-formalized]", "[partly]", 1).replace('[partly]\n"2.1"', '"2.1"'),
            "2.3 has no theorem",
        ),
        (NOTES.replace('"2.1" = "only', '"9.9" = "only'), "speaks of 9.9, which is no item"),
        (NOTES.replace('= "2.1"', '= "5"'), "speaks of 5, which is no item"),
        (NOTES + '[also]\n"2" = ["Formal.nothing"]\n', "names Formal.nothing, which is not declared"),
        (NOTES + "[typo]\n", r"has a table \[typo\] that means nothing"),
        ("[same", "is not TOML"),
    ],
)
def test_notes_that_are_wrong_are_refused(project: Path, notes: str, message: str) -> None:
    (project / "docs" / "map-notes.toml").write_text(notes)
    with pytest.raises(InputError, match=message):
        read_map(project)


def test_sources_that_cite_nothing_that_exists_are_refused(project: Path) -> None:
    (project / "Formal" / "Law.lean").write_text(LEAN.replace("**2.1**", "**2.5**"))
    with pytest.raises(InputError, match=r"Formal/Law.lean:7 Formal.law_eq: the blueprint has no item 2.5"):
        read_map(project)


def test_a_number_is_one_heading(project: Path) -> None:
    (project / "docs" / "blueprint.md").write_text("## 2 A\n## 2 B\n")
    with pytest.raises(InputError, match="two headings with the number 2"):
        read_items(project)


# The project's own map


def test_items_have_what_they_should() -> None:
    entries = {entry.item.number: entry for entry in read_map(ROOT)}
    assert {"0", "2.3", "E.5", "8.4", "9.4", "A.4", "R", "N.1", "10.4b"} <= entries.keys()

    def names(number: str, kind: str) -> set[str]:
        return {found.name for found in getattr(entries[number], kind)}

    assert {"Formal.envelope_pureDP"} <= names("2.3", "theorems")
    assert "Formal.Statements.privacy" in names("2.3", "restated")
    assert "Formal.Certificate.Ties.ratio_le" in names("2.3", "certificates")
    assert {"Formal.moment_le"} <= names("4.3", "theorems") and "pyref.moments.integer_moment" in names(
        "4.3", "python"
    )
    assert Path("tests/test_slack.py") in entries["4.3"].tests
    assert "Formal.Witness.Privacy.envelope_minimal" in names("2.6", "witnesses")
    assert names("A.2", "theorems") == names("7.1", "theorems") >= {"Formal.hedge_regret"}
    assert {"Formal.rate", "Formal.rate_synthetic"} <= names("8.3", "theorems")
    assert entries["9.4"].status == "not formalized" and "mechanism" in entries["9.4"].reason
    assert not any(entry.status == "computed only" for entry in entries.values() if not entry.item.is_section)


def test_every_expected_theorem_is_declared_in_the_sources() -> None:
    declared = read_declarations(ROOT)
    for name in expected_theorems(ROOT / "tests" / "expected_theorems.txt"):
        assert name in declared and declared[name].kind == "theorem", name


def test_every_statement_restates_an_item() -> None:
    restated = {d.name for entry in read_map(ROOT) for d in entry.restated}
    declared = read_declarations(ROOT).values()
    assert {d.name for d in declared if d.module == "Formal.Statements"} == restated


def test_the_map_is_up_to_date() -> None:
    with open_lean(ROOT) as lean:
        if not isinstance(lean, EmbeddedBuild):
            pytest.skip("lake keeps no reports of what the modules declare")
        lean.build()
        text = current_map(lean)
    assert (ROOT / MAP).read_text(encoding="utf-8") == text, "run: python -m pyref lean map"
