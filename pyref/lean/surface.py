"""The statement surface: what a reviewer reads to know what the main theorems say.

From the compiled library: the definitions that the statements of `Formal/Statements.lean` mention, those that
these mention, and so on.  Proofs are not read: theorems that a definition uses are not followed, and neither
the fields of an instance that are proofs nor the proofs of the statements are counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyref.errors import InputError

from .build import EmbeddedBuild
from .challenge import CHALLENGE, STATEMENTS, statements, without_proofs
from .declarations import Declaration, code_lines, owner_of, read_declarations
from .graph import read_source
from .lexer import blank

#: The most lines of code that definitions and statements may take together.
LIMIT = 300


@dataclass(frozen=True, kw_only=True)
class Surface:
    """The definitions to read, module after module, and how many lines of each to read."""

    definitions: Mapping[Declaration, int]
    statement_lines: int

    @property
    def definition_lines(self) -> int:
        """Lines of code of the definitions, without documentation, blank lines and proofs."""
        return sum(self.definitions.values())

    @property
    def lines(self) -> int:
        """Lines of code of definitions and statements together."""
        return self.definition_lines + self.statement_lines


def statement_surface(lean: EmbeddedBuild) -> Surface:
    """The surface of the library as it is on disk, which must have been built.

    Raises InputError when a statement has an error, or a constant is in no up-to-date report or in no source.
    """
    root = lean.root
    compiled: dict[str, dict[str, Any]] = {}
    order: dict[str, int] = {}
    for number, module in enumerate(lean.graph().modules):
        order[module.name] = number
        report = lean.report(module)
        if report is not None:
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
    ordered = sorted(definitions.values(), key=lambda d: (order[d.module], d.line))
    fields = proof_fields(definitions, compiled)
    return Surface(
        definitions={definition: lines_to_read(definition, fields) for definition in ordered},
        statement_lines=code_lines(without_proofs(read_source(root / STATEMENTS))),
    )


def definitions_used(names: Iterable[str], compiled: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The names that are not theorems, and all that their definitions use, again without theorems.

    `compiled` maps every constant of the library to its kind and the constants it uses. Raises InputError for
    a name that it does not have.
    """
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name in found:
            continue
        if name not in compiled:
            raise InputError(f"{name} is in no up-to-date report: run `python -m pyref lean build`")
        if compiled[name]["kind"] == "theorem":
            continue
        found.add(name)
        pending += compiled[name]["uses"]
    return found


def proof_fields(names: Iterable[str], compiled: Mapping[str, Mapping[str, Any]]) -> frozenset[str]:
    """The names of the fields of structures among `names` that are proofs: Lean makes them theorems."""
    structures = {name for name in names if compiled.get(name, {}).get("kind") == "inductive"}
    return frozenset(
        name.rpartition(".")[2]
        for name, constant in compiled.items()
        if constant["kind"] == "theorem" and name.rpartition(".")[0] in structures
    )


def lines_to_read(definition: Declaration, fields: Iterable[str]) -> int:
    """The lines of code of a definition, without the values of these fields after `where`."""
    left_out = "|".join(map(re.escape, sorted(fields)))
    if not left_out or definition.kind in ("structure", "class"):
        return definition.code
    head, where, body = blank(definition.text).partition(" where\n")
    kept = re.sub(rf"^  (?:{left_out})\b[^\n]*\n(?:(?:   [^\n]*)?\n)*", "", body + "\n", flags=re.MULTILINE)
    return sum(bool(line.strip()) for line in (head + where + kept).split("\n"))


def surface_text(surface: Surface, root: Path) -> str:
    """The surface as a table: module, definitions, lines of code."""
    rows: dict[Path, list[Declaration]] = {}
    for definition in surface.definitions:
        rows.setdefault(definition.path, []).append(definition)
    lines = []
    for path, definitions in rows.items():
        count = sum(surface.definitions[definition] for definition in definitions)
        names = ", ".join(definition.name.removeprefix("Formal.") for definition in definitions)
        lines.append(f"{count:4}  {path.as_posix()}: {names}")
    lines.append(f"{surface.definition_lines:4}  definitions ({len(surface.definitions)})")
    lines.append(f"{surface.statement_lines:4}  {STATEMENTS.as_posix()} ({len(statements(root))} theorems)")
    lines.append(f"{surface.lines:4}  lines of code in all; the limit is {LIMIT}")
    return "\n".join(lines)
