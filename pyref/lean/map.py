"""The map from the blueprint to the sources: docs/paper-map.md.

For every item of the blueprint the Lean theorems that cite it with their axioms, the Python functions that
compute it, the certificates and witnesses that evaluate it, and the tests of the functions; or why it has no
theorem.  `citations` says how sources cite an item.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pyref.errors import InputError

from .citations import Item, PythonSource, by_item, cited, python_sources, read_items
from .declarations import Declaration, read_declarations

MAP = Path("docs") / "paper-map.md"
NOTES = Path("docs") / "map-notes.toml"

#: Python that builds or shows what others compute.
_NOT_REFERENCE = ("lean", "site")
#: The test of the map names functions of the reference without testing them.
_OWN_TEST = "test_map.py"
_ROLES = {
    "Formal.Certificate": "certificates",
    "Formal.Witness": "witnesses",
    "Formal.Statements": "restated",
}


@dataclass(frozen=True, kw_only=True)
class Notes:
    """docs/map-notes.toml: its tables by item."""

    same: Mapping[str, str]
    also: Mapping[str, tuple[str, ...]]
    not_formalized: Mapping[str, str]
    partly: Mapping[str, str]


@dataclass(kw_only=True)
class Entry:
    """What there is for an item. `reason` says why there is no theorem, or what the theorems leave out."""

    item: Item
    theorems: list[Declaration] = field(default_factory=list)
    definitions: list[Declaration] = field(default_factory=list)
    restated: list[Declaration] = field(default_factory=list)
    certificates: list[Declaration] = field(default_factory=list)
    witnesses: list[Declaration] = field(default_factory=list)
    python: list[PythonSource] = field(default_factory=list)
    tests: list[Path] = field(default_factory=list)
    reason: str = ""

    @property
    def status(self) -> str:
        """proved, proved in part, computed only, or not formalized."""
        if self.theorems:
            return "proved in part" if self.reason else "proved"
        return "computed only" if self.python else "not formalized"


def read_notes(root: Path) -> Notes:
    """The notes. Raises InputError when the file is missing or not as described."""
    path = root / NOTES
    try:
        value = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{NOTES} is not TOML: {error}") from error
    unknown = sorted(set(value) - {"same", "also", "not-formalized", "partly"})
    if unknown:
        raise InputError(f"{NOTES} has a table [{unknown[0]}] that means nothing")
    return Notes(
        same=value.get("same", {}),
        also={number: tuple(names) for number, names in value.get("also", {}).items()},
        not_formalized=value.get("not-formalized", {}),
        partly=value.get("partly", {}),
    )


def read_map(root: Path) -> tuple[Entry, ...]:
    """The map of the sources below `root`, in the order of the blueprint.

    Raises InputError when a source cites an item that does not exist, when an item has neither a theorem nor
    a reason, or when the notes speak of an unknown item or theorem.
    """
    items = read_items(root)
    notes = read_notes(root)
    declarations = read_declarations(root)
    entries = {item.number: Entry(item=item) for item in items}
    _check_notes(notes, entries, declarations)
    for declaration in declarations.values():
        try:
            numbers = cited(declaration.doc, items)
        except ValueError as error:
            raise InputError(f"{declaration.path}:{declaration.line} {declaration.name}: {error}") from error
        for number in numbers:
            _role(entries[number], declaration).append(declaration)
    for number, names in notes.also.items():
        entries[number].theorems += [declarations[name] for name in names]
    files = [path.relative_to(root) for path in sorted((root / "pyref").rglob("*.py"))]
    computed = by_item(python_sources(root, [p for p in files if p.parts[1] not in _NOT_REFERENCE], items))
    paths = [path for path in sorted((root / "tests").glob("test_*.py")) if path.name != _OWN_TEST]
    tests = {path.relative_to(root): path.read_text(encoding="utf-8") for path in paths}
    for number, entry in entries.items():
        entry.python = list(computed.get(number, []))
        if not entry.item.is_section:
            entry.tests = [path for path, text in tests.items() if _tests(text, entry.python)]
    for number, other in notes.same.items():
        for name in ("theorems", "definitions", "restated", "certificates", "python", "tests"):
            own, more = getattr(entries[number], name), getattr(entries[other], name)
            own += [value for value in more if value not in own]
    witnesses = [d for d in declarations.values() if d.module.startswith("Formal.Witness.")]
    for number, entry in entries.items():
        entry.witnesses = _witnesses(entry.theorems, witnesses)
        entry.reason = notes.not_formalized.get(number, "") or notes.partly.get(number, "")
        if not entry.item.is_section and bool(entry.theorems) == (number in notes.not_formalized):
            problem = "has theorems" if entry.theorems else "has no theorem"
            verb = "remove it from" if entry.theorems else "say why in"
            raise InputError(f"the item {number} {problem}: {verb} [not-formalized] of {NOTES}")
    return tuple(entries.values())


def _check_notes(notes: Notes, entries: Mapping[str, Entry], declarations: Mapping[str, Declaration]) -> None:
    for table in (notes.same, notes.also, notes.not_formalized, notes.partly):
        for number in table:
            if number not in entries:
                raise InputError(f"{NOTES} speaks of {number}, which is no item of the blueprint")
    for number in notes.same.values():
        if number not in entries:
            raise InputError(f"{NOTES} speaks of {number}, which is no item of the blueprint")
    for names in notes.also.values():
        for name in names:
            if name not in declarations:
                raise InputError(f"{NOTES} names {name}, which is not declared")


def _role(entry: Entry, declaration: Declaration) -> list[Declaration]:
    for prefix, name in _ROLES.items():
        if declaration.module == prefix or declaration.module.startswith(f"{prefix}."):
            found: list[Declaration] = getattr(entry, name)
            return found
    return entry.theorems if declaration.kind == "theorem" else entry.definitions


def _witnesses(theorems: Sequence[Declaration], witnesses: Iterable[Declaration]) -> list[Declaration]:
    """The witnesses whose proof applies one of the theorems."""
    if not theorems:
        return []
    names = "|".join(sorted({re.escape(theorem.name.rpartition(".")[2]) for theorem in theorems}))
    applied = re.compile(rf"(?:\.|\b)(?:{names})(?![\w'])")
    found = []
    for witness in witnesses:
        if witness.kind == "theorem" and applied.search(witness.text.partition(":=")[2]):
            found.append(witness)
    return found


def _tests(text: str, functions: Iterable[PythonSource]) -> bool:
    """Whether a test file uses one of the functions: their name, and the module they are in."""
    for function in functions:
        module, _, name = function.name.rpartition(".")
        if name.startswith("_") or not module:
            continue
        if re.search(rf"\b{name}\b", text) and re.search(rf"\b{module.rpartition('.')[2]}\b", text):
            return True
    return False


def map_text(entries: Sequence[Entry], axioms: Mapping[str, Sequence[str]]) -> str:
    """docs/paper-map.md; `axioms` holds those of every theorem of the entries by name, within the library."""
    lines = [
        "# The blueprint in Lean and Python",
        "",
        "Written by `python -m pyref lean map` from the sources: a declaration or function is listed where",
        "its documentation cites the item. Names are in the namespace `Formal` or the package `pyref`.",
        "An item is *proved* when Lean theorems state it, *proved in part* when they leave something out,",
        "*computed only* when only Python covers it. Axioms are those that the proof reaches in this",
        "library; the lemmas of Lean's core library that it uses rest on `propext`, `Classical.choice` and",
        "`Quot.sound`.",
        "*Restated* are the theorems of `Formal/Statements.lean`; *instances* apply the theorems to data on",
        "which all their hypotheses hold; *certificates* state values of the reference that the kernel",
        "confirms.",
        "",
        _totals(entries),
    ]
    for entry in entries:
        item = entry.item
        level = "##" if item.is_section else "###"
        lines += ["", f"{level} {item.number} {item.title}", ""]
        facts = _facts(entry, axioms)
        lines += facts if facts else ["See the items below."]
    return "\n".join(lines) + "\n"


def _totals(entries: Sequence[Entry]) -> str:
    counts: dict[str, int] = {}
    for entry in entries:
        if not entry.item.is_section:
            counts[entry.status] = counts.get(entry.status, 0) + 1
    order = ("proved", "proved in part", "computed only", "not formalized")
    parts = [f"{counts[status]} {status}" for status in order if status in counts]
    theorems = {theorem.name for entry in entries for theorem in entry.theorems}
    return f"{sum(counts.values())} items: {', '.join(parts)}. {len(theorems)} theorems."


def _facts(entry: Entry, axioms: Mapping[str, Sequence[str]]) -> list[str]:
    facts = []
    if not entry.item.is_section:
        facts.append(f"- Status: **{entry.status}**" + (f": {entry.reason}" if entry.reason else "") + ".")
    groups: dict[str, list[str]] = {}
    for theorem in _in_order(entry.theorems):
        used = ", ".join(f"`{axiom}`" for axiom in axioms[theorem.name]) or "none"
        groups.setdefault(used, []).append(_lean(theorem))
    for used, names in groups.items():
        facts.append(f"- Lean: {', '.join(names)}. Axioms in the library: {used}.")
    if entry.definitions:
        facts.append(f"- Definitions: {', '.join(map(_lean, _in_order(entry.definitions)))}.")
    if entry.restated:
        facts.append(f"- Restated: {', '.join(map(_lean, _in_order(entry.restated)))}.")
    if entry.python:
        facts.append(f"- Python: {', '.join(map(_python, entry.python))}.")
    if entry.certificates:
        facts.append(f"- Certificates: {_files(entry.certificates)}.")
    if entry.witnesses:
        facts.append(f"- Instances: {_files(entry.witnesses)}.")
    if entry.tests:
        facts.append(f"- Tests: {', '.join(_link(path.name, path) for path in entry.tests)}.")
    return facts


def _in_order(declarations: Iterable[Declaration]) -> list[Declaration]:
    return sorted(declarations, key=lambda d: (d.path.as_posix(), d.line))


def _lean(declaration: Declaration) -> str:
    name = declaration.name.removeprefix("Formal.")
    return f"[`{name}`](../{declaration.path.as_posix()}#L{declaration.line})"


def _python(source: PythonSource) -> str:
    name = source.name.removeprefix("pyref.")
    return f"[`{name}`](../{source.path.as_posix()}#L{source.line})"


def _files(declarations: Iterable[Declaration]) -> str:
    counts: dict[Path, int] = {}
    for declaration in _in_order(declarations):
        counts[declaration.path] = counts.get(declaration.path, 0) + 1
    return ", ".join(
        _link(path.stem, path) + (f" ({count})" if count > 1 else "") for path, count in counts.items()
    )


def _link(text: str, path: Path) -> str:
    return f"[{text}](../{path.as_posix()})"
