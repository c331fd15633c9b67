"""Writes the statements of `Formal/Statements.lean` in the form that comparator tools take.

`Challenge.lean` has the statements with their proofs left out, and imports only modules that define what
they mention; `Solution.lean` has the same statements with the proofs; `comparator.json` names both, the
theorems, and the axioms they may use (https://github.com/leanprover/comparator).  All three are outside the
library.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from pyref.errors import InputError

from .declarations import Declaration, parse_declarations
from .gate import STANDARD_AXIOMS
from .graph import header_imports, read_source
from .lexer import blank

STATEMENTS = Path("Formal") / "Statements.lean"
CHALLENGE = Path("Challenge.lean")
SOLUTION = Path("Solution.lean")
COMPARATOR = Path("comparator.json")

#: What Challenge.lean imports: modules that define what the statements mention.
DEFINITION_MODULES = (
    "Formal.Privacy.InverseSensitivity",
    "Formal.Real.Instance",
    "Formal.Selection.Maximum",
    "Formal.Selection.MoveFamilies",
    "Formal.Utility.Accuracy",
)

_SECTION = "@[expose] public noncomputable section\n"
_PUBLIC = "\npublic section\n\n"

_CHALLENGE_TEXT = """\
/-!
# The main theorems, to be proved

The statements of `Formal/Statements.lean` without their proofs, for tools that compare a challenge with a
solution (`comparator.json`). The imports define what the statements mention; they prove none of them. Written
by `python -m pyref lean challenge`; not part of the library, which contains no `sorry`.
-/
"""

_SOLUTION_TEXT = """\
/-!
# The main theorems, proved

The statements of `Challenge.lean` with proofs from the library. Written by `python -m pyref lean challenge`.
-/
"""


def statements(root: Path) -> list[Declaration]:
    """The theorems of `Formal/Statements.lean`, in order."""
    text = read_source(root / STATEMENTS)
    found = parse_declarations(text, module="Formal.Statements", path=STATEMENTS)
    for declaration in found:
        if declaration.kind != "theorem":
            raise InputError(
                f"{STATEMENTS}:{declaration.line} declares the {declaration.kind} {declaration.name}:"
                " this file must hold theorems only"
            )
    return found


def challenge_files(root: Path) -> dict[Path, str]:
    """What Challenge.lean, Solution.lean and comparator.json must be, by path relative to `root`."""
    text = read_source(root / STATEMENTS)
    if text.count(_SECTION) != 1:
        raise InputError(f"{STATEMENTS} must contain the line `{_SECTION.strip()}` once")
    body = text.split(_SECTION)[1].lstrip("\n")
    config = {
        "challenge_module": CHALLENGE.stem,
        "solution_module": SOLUTION.stem,
        "theorem_names": [theorem.name for theorem in statements(root)],
        "permitted_axioms": sorted(STANDARD_AXIOMS),
        "enable_nanoda": False,
    }
    return {
        CHALLENGE: _imports(DEFINITION_MODULES) + _CHALLENGE_TEXT + _PUBLIC + without_proofs(body),
        SOLUTION: _imports(header_imports(text)) + _SOLUTION_TEXT + _PUBLIC + body,
        COMPARATOR: json.dumps(config, indent=2) + "\n",
    }


def without_proofs(text: str) -> str:
    """A Lean source with the proof of every theorem replaced by `sorry`."""
    code = blank(text)
    starts = [match.start() for match in re.finditer(r"^\S", code, re.MULTILINE)]
    pieces: list[str] = []
    done = 0
    for index, start in enumerate(starts):
        end = starts[index + 1] if index + 1 < len(starts) else len(code)
        if not re.match(r"theorem\b", code[start:end]):
            continue
        proof = _proof_start(code, start, end)
        # What follows the proof, up to the next command, is blanks and the documentation of that command.
        last = start + len(code[start:end].rstrip())
        pieces += [text[done:proof], ":= sorry"]
        done = last
    return "".join([*pieces, text[done:]])


def _proof_start(code: str, start: int, end: int) -> int:
    depth = 0
    for position in range(start, end):
        if code[position] in "([{⟨":
            depth += 1
        elif code[position] in ")]}⟩":
            depth -= 1
        elif depth == 0 and code.startswith(":=", position):
            return position
    line = code.count("\n", 0, start) + 1
    raise InputError(f"the theorem on line {line} of the statements has no proof `:= ...`")


def _imports(modules: tuple[str, ...]) -> str:
    return "module\n\n" + "".join(f"public import {module}\n" for module in modules) + "\n"
