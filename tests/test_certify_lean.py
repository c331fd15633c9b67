"""Lean's verdict on certificates: written ones pass, and every kind of changed value fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from helpers import make

from pyref.certify import certify, certify_inequalities, committed_certificates
from pyref.lean.toolchain import Lean, open_lean, project_root

ROOT = project_root()
BY_HAND = next(c for c in committed_certificates(ROOT) if c.name == "OneRowOneRound").lean_path


@pytest.fixture(scope="module")
def lean() -> Iterator[Lean]:
    with open_lean(ROOT, quiet=True) as opened:
        assert opened.build().ok
        yield opened


def failures(lean: Lean, path: Path) -> list[str]:
    """The first lines of Lean's errors."""
    (result,) = lean.check_files([path])
    assert result.ok == (not result.diagnostics)
    return [d.text.splitlines()[0] for d in result.diagnostics]


CHANGES = {
    "exponent": ("⟨[1, 0], []⟩", "⟨[0, 0], []⟩"),
    "query": ("[[1, 0]]", "[[0, 1]]"),
    "score": ("def scores_1_0 : List Int :=\n  [1, -1]", "def scores_1_0 : List Int :=\n  [1, 0]"),
    "base mass": ("  [⟨2, 3⟩, ⟨1, 3⟩]", "  [⟨2, 3⟩, ⟨1, 4⟩]"),
    "missing mass": ("  [⟨2, 3⟩, ⟨1, 3⟩]", "  [⟨2, 3⟩]"),
    "order of rows": ("[law_1_0, law_0_1]", "[law_0_1, law_1_0]"),
    "envelope too small": ("  [⟨2, 3⟩, ⟨1, 2⟩]", "  [⟨2, 3⟩, ⟨1, 3⟩]"),
    "envelope too large": ("  [⟨2, 3⟩, ⟨1, 2⟩]", "  [⟨2, 3⟩, ⟨2, 3⟩]"),
    "maximiser": ("[[0, 1], [0, 1]]", "[[0], [0, 1]]"),
    "normaliser": ("  [⟨7, 6⟩, ⟨7, 6⟩]", "  [⟨7, 6⟩, ⟨1, 1⟩]"),
    "released mass": ("  [⟨4, 7⟩, ⟨3, 7⟩]", "  [⟨3, 7⟩, ⟨4, 7⟩]"),
    "answer": ("  [[⟨1, 2⟩],", "  [[⟨1, 3⟩],"),
    "true answer": ("  [⟨1, 1⟩]", "  [⟨1, 0⟩]"),
    "expected error": ("  [⟨1, 2⟩, ⟨1, 2⟩]", "  [⟨1, 2⟩, ⟨1, 1⟩]"),
    "ratio too small": ("  ⟨4, 3⟩", "  ⟨5, 4⟩"),
    "ratio too large": ("  ⟨4, 3⟩", "  ⟨3, 2⟩"),
    "discount": ("discount := 3 / 4", "discount := 2 / 3"),
}


@pytest.mark.parametrize("change", sorted(CHANGES))
def test_a_changed_value_fails(lean: Lean, tmp_path: Path, change: str) -> None:
    text = BY_HAND.read_text(encoding="utf-8")
    old, new = CHANGES[change]
    assert old in text
    path = tmp_path / "Changed.lean"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert failures(lean, path)


def test_the_unchanged_values_pass(lean: Lean) -> None:
    assert failures(lean, BY_HAND) == []


@pytest.mark.parametrize("sample", [None, 1, 9, 16])
def test_what_is_written_passes(lean: Lean, tmp_path: Path, sample: int | None) -> None:
    """Not only the committed instances: r = 1, a bound above the values, and a shifted query."""
    instance = make(queries=[(3, 1), (2, 2)], x=[1, 0, 1], bound=4, r="1", beta="7/5", g0="9/8", m=3, J=2)
    path = tmp_path / "Written.lean"
    path.write_text(certify(instance, name="Written", command="test", sample=sample), encoding="utf-8")
    assert failures(lean, path) == []


def test_a_changed_entry_of_a_sample_fails(lean: Lean, tmp_path: Path) -> None:
    instance = make(queries=[(1, 0)], x=[0, 0, 1], J=2)
    for sample in (2, 4):
        text = certify(instance, name="Entries", command="test", sample=sample)
        start = text.index("def masses" if sample == 2 else "def law")
        num, den = text[text.index("⟨", start) + 1 : text.index("⟩", start)].split(", ")
        wrong = Fraction(int(num), int(den)) / 2
        place = text.index(f"⟨{num}, {den}⟩", start)
        changed = text[:place] + text[place:].replace(
            f"⟨{num}, {den}⟩", f"⟨{wrong.numerator}, {wrong.denominator}⟩", 1
        )
        path = tmp_path / "Entries.lean"
        path.write_text(text, encoding="utf-8")
        assert failures(lean, path) == []
        path.write_text(changed, encoding="utf-8")
        assert failures(lean, path)


def inequalities() -> str:
    instance = make(queries=[(1, 0)], x=[0], beta="5/2", J=1)
    return certify_inequalities(instance, name="Changed", command="test")


def tables(*names: str) -> str:
    """The first number of these tables."""
    return rf"^def (?:{'|'.join(names)}) : List (?:Fraction|\(List Fraction\)) :=\n  \[+⟨()\d"


# What is changed (a digit is put before the number, where the group is), what the lines look like on which
# Lean then objects, and how many there are.
INEQUALITY_CHANGES = {
    "sides": (r"^    ⟨()-?\d+, \d+⟩(?: where)?$", r"^  (?:left|right)_eq := ", 40),
    "lists of sides": (tables(r"\w+_left", r"\w+_right"), r"^  (?:left|right)_eq := ", 8),
    "laws": (tables("laws", "rowLaws", "signedLaws"), r"^  eq_tableValue \(by decide \+kernel\)$", 3),
    "maxima": (
        tables("errors", "likelihoods", "ballMaxima", "rowMaxima", "signedMaxima"),
        r"eq_rowValue \(by |unfold likelihood|^  forall_of_elems \(by simp only \[\w+SurrogateLaw_eq\]",
        5,
    ),
    "constants": (r"Fraction\.value ⟨()\d", r"^  right_eq := ", 8),
}


@pytest.mark.parametrize("change", sorted(INEQUALITY_CHANGES))
def test_every_value_of_an_inequality_is_checked(lean: Lean, tmp_path: Path, change: str) -> None:
    where, line, count = INEQUALITY_CHANGES[change]
    text = inequalities()
    for match in reversed(list(re.finditer(where, text, re.MULTILINE))):
        text = text[: match.start(1)] + "1" + text[match.start(1) :]
    path = tmp_path / "Changed.lean"
    path.write_text(text, encoding="utf-8")
    lines = text.splitlines()
    (result,) = lean.check_files([path])
    assert len({d.line for d in result.diagnostics if re.search(line, lines[d.line - 1])}) == count


def test_unchanged_inequalities_pass(lean: Lean, tmp_path: Path) -> None:
    path = tmp_path / "Changed.lean"
    path.write_text(inequalities(), encoding="utf-8")
    assert failures(lean, path) == []
    path.write_text(inequalities().replace("sequence [1] 0", "sequence [0] 0"), encoding="utf-8")
    assert failures(lean, path)


def test_degenerate_inequalities_pass(lean: Lean, tmp_path: Path) -> None:
    """One label, so that x = y; and a query that is constant, in balls larger than the database."""
    for number, values in enumerate([(2,), (-1, -1)]):
        instance = make(queries=[values], x=[0], bound=2, J=1)
        path = tmp_path / f"Degenerate{number}.lean"
        text = certify_inequalities(instance, name=path.stem, command="test", radius=3)
        path.write_text(text, encoding="utf-8")
        assert failures(lean, path) == []
