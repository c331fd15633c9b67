"""Comments and literals of Lean, and the words the trust gate forbids outside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyref.lean.gate import scan_text
from pyref.lean.lexer import LexicalError, blank, scan

FILE = Path("Formal/Example.lean")


def words(text: str) -> list[str]:
    return blank(text).split()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a -- sorry\nb", ["a", "b"]),
        ("a /- x /- y -/ sorry -/ b", ["a", "b"]),
        ("/-- doc: axiom -/ theorem", ["theorem"]),
        ("/-/ still inside -/ b", ["b"]),
        ('a "-- no comment" b', ["a", "b"]),
        ('a "quote \\" /- " b', ["a", "b"]),
        ('a r#"raw " \\"# b', ["a", "b"]),
        ("a '\"' b", ["a", "b"]),
        ("a '\\'' b", ["a", "b"]),
        ("x' y''", ["x'", "y''"]),
        ("x'-- comment", ["x'"]),
    ],
)
def test_only_code_is_left(text: str, code: list[str]) -> None:
    assert words(text) == code


def test_places_are_kept() -> None:
    text = "ab /- c\nd -/ e"
    assert len(blank(text)) == len(text)
    assert blank(text).index("e") == text.rindex("e")
    assert blank(text).count("\n") == 1


@pytest.mark.parametrize("text", ["/- a /- b -/", '"open', 'r#"open"'])
def test_what_does_not_end_is_refused(text: str) -> None:
    with pytest.raises(LexicalError):
        blank("\n  " + text)
    (problem,) = scan_text(FILE, "\n  " + text)
    assert (problem.line, problem.column) == (2, 2)
    assert "does not end" in problem.text


@pytest.mark.parametrize(
    "code",
    [
        "theorem t : False := by sorry",
        "theorem t : False := sorryAx _",
        "theorem t : 1 = 1 := by native_decide",
        "theorem t : 1 = 1 := by decide +native",
        "public axiom t : False",
        "unsafe def f : Nat := 1",
        "partial def f : Nat := f",
        "opaque f : Nat",
        "@[implemented_by g] def f : Nat := 1",
        '@[extern "f"] def f : Nat := 1',
        "run_cmd Lean.logInfo m",
        "#eval 1",
        "#exit",
        'macro "x" : term => `(1)',
        "elab_rules : term | _ => x",
        "initialize x : Nat ← pure 1",
        'local notation "x" => 1',
        "set_option debug.skipKernelTC true",
        "set_option warn.sorry false in",
        "public meta import Lean",
        "theorem t : x = Lean.ofReduceBool y := z",
        "def «a--b» := 1",
        'def f := s!"{x}"',
        "def f := 'a'",
    ],
)
def test_forbidden_code_is_found(code: str) -> None:
    (problem, *_) = scan_text(FILE, "-- one line before\n" + code + "\n")
    assert problem.line == 2
    assert problem.severity == "error"
    assert "not allowed" in problem.text or "harmless" in problem.text


def test_a_string_cannot_hide_code_from_the_scan() -> None:
    # Lean reads `x.r` and an ordinary string here, a careless lexer a raw string that swallows the `sorry`.
    text = 'def f := x.r"\\"" ++ sorry ++ "\\""'
    assert any("strings" in problem.text for problem in scan_text(FILE, text))


@pytest.mark.parametrize(
    "code",
    [
        "-- no sorry, no axiom, and #eval is not run\ntheorem t : 1 = 1 := rfl",
        "/-- Never uses native_decide. /- nor sorry -/ -/\ntheorem t : 1 = 1 := by decide +kernel",
        "theorem axiomatic (sorry' : Nat) : sorry' = sorry' := rfl",
        "set_option maxRecDepth 10000 in\ntheorem t : 1 = 1 := rfl",
        "def f (a : Array Nat) := #[1, 2]",
        "@[expose] public noncomputable section\nattribute [instance] a.b",
    ],
)
def test_harmless_code_passes(code: str) -> None:
    assert scan_text(FILE, code) == []


def test_literals_are_located() -> None:
    assert scan("ab 'c' «d»")[1] == (3, 7)
