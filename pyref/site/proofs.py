"""What the site says about the proofs: the reports of a build that passed the trust gate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pyref.errors import InputError
from pyref.lean.gate import GateResult
from pyref.lean.review import embedded_build
from pyref.lean.toolchain import open_lean

STATEMENTS = "Formal.Statements."
"""The namespace of the restated main theorems."""

_APART = ("Formal.Certificate.", "Formal.Witness.", STATEMENTS)


@dataclass(frozen=True, kw_only=True)
class Constant:
    """A constant of the library: its module, its kind as Lean has it, whether Lean made it up, and the
    constants of the library in its statement and proof."""

    module: str
    kind: str
    internal: bool
    uses: frozenset[str]


@dataclass(frozen=True, kw_only=True)
class Proofs:
    """The constants of the whole library by name, the result of the gate, and which Lean found them."""

    constants: Mapping[str, Constant]
    gate: GateResult
    lean: str

    def uses(self) -> dict[str, frozenset[str]]:
        """The constants that each constant uses directly."""
        return {name: constant.uses for name, constant in self.constants.items()}

    def named(self) -> list[str]:
        """The expected theorems in the order of their list, without certificates, witnesses and
        restatements."""
        return [theorem.name for theorem in self.gate.theorems if not theorem.name.startswith(_APART)]

    def main(self) -> dict[str, list[str]]:
        """The named theorems that the proofs in `Formal/Statements.lean` consist of, with the names that they
        have there."""
        found: dict[str, list[str]] = {}
        named = set(self.named())
        for name, constant in sorted(self.constants.items()):
            if not name.startswith(STATEMENTS) or constant.kind != "theorem" or constant.internal:
                continue
            for used in sorted(constant.uses & named):
                found.setdefault(used, []).append(name)
        return found


def collect(root: Path) -> Proofs:
    """Build the proofs below `root` with the embedded Lean, whose reports say what every proof uses, and run
    the trust gate.

    Raises InputError when Lean cannot be run, the proofs do not check or the gate does not hold.
    """
    with open_lean(root, choice="embedded") as lean:
        build = embedded_build(lean)
        gate = build.audit()
        if not gate.ok:
            raise InputError(f"the trust gate does not hold: {gate.problems[0]}")
        reports = [build.report(module) for module in build.graph().modules]
        description = build.description
    constants = {
        declaration["name"]: Constant(
            module=report.module,
            kind=declaration["kind"],
            internal=declaration["internal"],
            uses=frozenset(declaration["uses"]) - {declaration["name"]},
        )
        for report in reports
        if report is not None
        for declaration in report.declarations
    }
    return Proofs(constants=constants, gate=gate, lean=description)
