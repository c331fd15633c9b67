"""The statement surface: what a reviewer reads to know what the main theorems say.

From the compiled library: the definitions that the statements of `Formal/Statements.lean` mention, those that
these mention, and so on.  Theorems are not followed: what a definition uses of them is a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyref.errors import InputError

from .build import EmbeddedBuild
from .challenge import CHALLENGE, STATEMENTS, statements
from .declarations import Declaration, code_lines, owner_of, read_declarations
from .graph import read_source

#: The most lines of code that definitions and statements may take together.
LIMIT = 300


@dataclass(frozen=True, kw_only=True)
class Surface:
    """The definitions to read, each after those it uses where possible, and the lines of code to read."""

    definitions: tuple[Declaration, ...]
    statement_lines: int

    @property
    def definition_lines(self) -> int:
        """Lines of code of the definitions, without documentation and blank lines."""
        return sum(definition.code for definition in self.definitions)

    @property
    def lines(self) -> int:
        """Lines of code of definitions and statements together."""
        return self.definition_lines + self.statement_lines


def statement_surface(lean: EmbeddedBuild) -> Surface:
    """The surface of the library as it is on disk, which must have been built.

    Raises InputError when a module has no up-to-date report, a statement has an error, or a constant of the
    library is found in no source.
    """
    root = lean.root
    compiled: dict[str, dict[str, Any]] = {}
    order: dict[str, int] = {}
    for number, module in enumerate(lean.graph().modules):
        report = lean.report(module)
        if report is None:
            raise InputError(f"{module.name} is not built: run `python -m pyref lean build` first")
        order[module.name] = number
        compiled.update({declaration["name"]: declaration for declaration in report.declarations})
    # A theorem without a proof mentions what its statement does and nothing else.
    answer = lean.elaborate(root / CHALLENGE, module=CHALLENGE.stem)
    wanted = {theorem.name for theorem in statements(root)}
    mentioned: set[str] = set()
    for declaration in answer.declarations:
        if declaration["name"] in wanted:
            wanted.remove(declaration["name"])
            mentioned.update(declaration["uses"])
    if wanted:
        raise InputError(
            f"{CHALLENGE} does not state {sorted(wanted)[0]}: run `python -m pyref lean challenge`"
        )
    sources = read_declarations(root)
    definitions: dict[str, Declaration] = {}
    for name in definitions_used(mentioned, compiled):
        source = owner_of(name, sources)
        if source is None:
            raise InputError(f"the constant {name} is used by a statement but declared in no source")
        definitions[source.name] = source
    return Surface(
        definitions=tuple(sorted(definitions.values(), key=lambda d: (order[d.module], d.line))),
        statement_lines=code_lines(read_source(root / STATEMENTS)),
    )


def definitions_used(names: Iterable[str], compiled: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The names that are not theorems, and all that their definitions use, again without theorems.

    `compiled` maps every constant of the library to its kind and the constants it uses.
    """
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name in found or name not in compiled or compiled[name]["kind"] == "theorem":
            continue
        found.add(name)
        pending += compiled[name]["uses"]
    return found


def surface_text(surface: Surface, root: Path) -> str:
    """The surface as a table: module, definitions, lines of code."""
    rows: dict[Path, list[Declaration]] = {}
    for definition in surface.definitions:
        rows.setdefault(definition.path, []).append(definition)
    lines = []
    for path, definitions in rows.items():
        count = sum(definition.code for definition in definitions)
        names = ", ".join(definition.name.removeprefix("Formal.") for definition in definitions)
        lines.append(f"{count:4}  {path.as_posix()}: {names}")
    lines.append(f"{surface.definition_lines:4}  definitions ({len(surface.definitions)})")
    lines.append(f"{surface.statement_lines:4}  {STATEMENTS.as_posix()} ({len(statements(root))} theorems)")
    lines.append(f"{surface.lines:4}  lines of code in all; the limit is {LIMIT}")
    return "\n".join(lines)
