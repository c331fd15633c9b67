"""Where the sources cite the blueprint: the machine-readable convention behind the map.

In the documentation of a Lean declaration or a Python function, class or module an item is cited

* after the word blueprint: `blueprint 2.3`, `blueprint §4`, `blueprint 5.1 with 5.2`, `blueprint 2.1-2.3`;
* or as a bold number at the beginning of a bold phrase: `**7.1 (regret of Hedge)**`, `**6.4, near**`.

A Python function also cites an item by its number as a string of its own, as the rows of the audit do.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyref.errors import InputError

BLUEPRINT = Path("docs") / "blueprint.md"

_HEADING = re.compile(r"^(##|###) (\d+(?:\.\d+[a-z]?)?|[A-Z](?:\.\d+)?) (.+?)\s*$", re.MULTILINE)
_DOTTED = r"(?:\d+\.\d+[a-z]?|[A-Z]\.\d+)"
_NUMBER = rf"(?:{_DOTTED}|\d+|[A-Z]\b)"
_JOIN = r"\s*(?:,\s*and|,|and|with|or|to|-|\N{EN DASH})\s*"
_LIST = re.compile(rf"\bblueprint\s+§?({_NUMBER}(?:{_JOIN}§?{_NUMBER})*)", re.IGNORECASE)
_BOLD = re.compile(
    rf"\*\*(?:blueprint\s+)?({_DOTTED}(?:{_JOIN}{_DOTTED})*)(?=\*\*|[.,:;)(\s])", re.IGNORECASE
)
_STEP = re.compile(rf"({_JOIN})?§?({_NUMBER})")
_ITEM_STRING = re.compile(_DOTTED)


@dataclass(frozen=True, kw_only=True)
class Item:
    """An item of the blueprint; a section (`2`, `E`) is one as well."""

    number: str
    title: str

    @property
    def is_section(self) -> bool:
        """Whether the item is a whole section."""
        return "." not in self.number


@dataclass(frozen=True, kw_only=True)
class PythonSource:
    """A function, class or module: its name (`pyref.moments.low_bound`), place, and the items it cites."""

    name: str
    path: Path
    line: int
    items: frozenset[str]


def read_items(root: Path) -> tuple[Item, ...]:
    """The items of the blueprint in order. Raises InputError when the file is missing or a number is there
    twice."""
    path = root / BLUEPRINT
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    found = [Item(number=number, title=title) for _, number, title in _HEADING.findall(text)]
    numbers = [item.number for item in found]
    for number in numbers:
        if numbers.count(number) > 1:
            raise InputError(f"{BLUEPRINT} has two headings with the number {number}")
    return tuple(found)


def cited(text: str, items: Sequence[Item]) -> frozenset[str]:
    """The numbers of the items that a documentation cites; a range cites all between its ends.

    Raises ValueError for a number that no item has.
    """
    order = [item.number for item in items]
    found: set[str] = set()
    for match in [*_LIST.finditer(text), *_BOLD.finditer(text)]:
        previous = ""
        for joiner, number in _STEP.findall(match.group(1)):
            if number not in order:
                raise ValueError(f"the blueprint has no item {number}")
            if joiner.strip() in ("-", "\N{EN DASH}", "to") and previous:
                found.update(_between(order, previous, number))
            found.add(number)
            previous = number
    return frozenset(found)


def _between(order: Sequence[str], first: str, last: str) -> Iterator[str]:
    sections = "." not in first and "." not in last
    for number in order[order.index(first) : order.index(last)]:
        if ("." not in number) == sections:
            yield number


def python_sources(root: Path, files: Iterable[Path], items: Sequence[Item]) -> list[PythonSource]:
    """The functions, classes and modules in these files, relative to `root`, that cite an item.

    Raises InputError for a citation of an item that does not exist.
    """
    known = {item.number for item in items if not item.is_section}
    found: list[PythonSource] = []
    for path in sorted(files):
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse((root / path).read_text(encoding="utf-8"))
        for name, node in _definitions(tree, module):
            line = getattr(node, "lineno", 1)
            try:
                numbers = set(cited(ast.get_docstring(node) or "", items))
            except ValueError as error:
                raise InputError(f"{path}:{line} {name}: {error}") from error
            if not isinstance(node, ast.Module):
                numbers.update(string for string in _strings(node) if string in known)
            if numbers:
                found.append(PythonSource(name=name, path=path, line=line, items=frozenset(numbers)))
    return found


def _definitions(
    tree: ast.Module, module: str
) -> Iterator[tuple[str, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]]:
    yield module, tree
    pending: list[tuple[str, ast.AST]] = [(module, tree)]
    while pending:
        prefix, parent = pending.pop(0)
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{prefix}.{node.name}"
                yield name, node
                if isinstance(node, ast.ClassDef):
                    pending.append((name, node))


def _strings(node: ast.AST) -> Iterator[str]:
    """The strings in a definition that look like the number of an item; those of methods are theirs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.ClassDef) and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if (
            isinstance(child, ast.Constant)
            and isinstance(child.value, str)
            and _ITEM_STRING.fullmatch(child.value)
        ):
            yield child.value
        yield from _strings(child)


def by_item(sources: Iterable[PythonSource]) -> Mapping[str, list[PythonSource]]:
    """The sources that cite each item."""
    found: dict[str, list[PythonSource]] = {}
    for source in sources:
        for number in source.items:
            found.setdefault(number, []).append(source)
    return found
