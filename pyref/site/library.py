"""Where things are on the site: documents, source files, Lean declarations and Python functions."""

from __future__ import annotations

import ast
import posixpath
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from pyref.errors import InputError
from pyref.lean.declarations import Declaration, owner_of, read_declarations

_HOME = "README.md"
_DOCUMENTS = (_HOME, "docs/*.md", "examples/*.md")
_SOURCES = (
    "Formal.lean",
    "Formal/**/*.lean",
    "pyref/**/*.py",
    "pyref/**/*.lean",
    "tests/*.py",
    "tests/*.txt",
)


class Library:
    """The files of the project below `root` that the site shows; `shown` grows by what documents link to.

    Files are named by their path relative to the root, pages by their path relative to the site.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.documents = {name: _document_page(name) for name in _files(root, _DOCUMENTS)}
        self.shown = dict.fromkeys(_files(root, _SOURCES))
        self.assets: dict[str, None] = {}

    def text(self, name: str) -> str:
        """The text of a file. Raises InputError when it cannot be read as UTF-8."""
        try:
            return (self.root / name).read_text(encoding="utf-8")
        except OSError as error:
            raise InputError(f"{name} cannot be read: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise InputError(f"{name} is not UTF-8 text: the site cannot show it") from error

    @cached_property
    def declarations(self) -> Mapping[str, Declaration]:
        """The declarations of the proof library by name."""
        return read_declarations(self.root)

    def source(self, name: str, line: int | None = None) -> str:
        """The page of a source file, at a line."""
        self.shown.setdefault(name)
        return f"sources/{name}.html" + ("" if line is None else f"#L{line}")

    def lean(self, name: str) -> str | None:
        """The place of a Lean constant; for one that Lean made up, of the declaration that it belongs to."""
        found = owner_of(name, self.declarations)
        return None if found is None else self.source(found.path.as_posix(), found.line)

    def python(self, name: str) -> str | None:
        """The place of a Python module, function, class, method or constant, by its dotted name."""
        parts = name.split(".")
        for cut in range(len(parts), 0, -1):
            base = "/".join(parts[:cut])
            for path in (f"{base}.py", f"{base}/__init__.py"):
                if path in self.shown:
                    line = _definition(self._trees(path), parts[cut:])
                    return None if line is None else self.source(path, line or None)
        return None

    def code(self, text: str) -> str | None:
        """The place of what a document names in its code font: a declaration, a Python name or a file."""
        if text in self.documents:
            return self.documents[text]
        if (self.root / text).is_file() and text in self.shown:
            return self.source(text)
        for name in (text, f"Formal.{text}"):
            if name in self.declarations:
                return self.lean(name)
        return self.python(text) if text.startswith("pyref.") else None

    def target(self, document: str, address: str) -> str:
        """Where a link in a document leads: a page of the site with its anchor, or an address elsewhere.

        Raises InputError for a link to nothing.
        """
        if "://" in address or address.startswith(("mailto:", "data:")):
            return address
        path, mark, anchor = address.partition("#")
        name = posixpath.normpath(posixpath.join(posixpath.dirname(document), path)) if path else document
        if name in self.documents:
            return self.documents[name] + mark + anchor
        if (self.root / name).is_dir():
            return (
                f"sources/index.html#{directory_anchor(name)}" if self._shows(name) else "sources/index.html"
            )
        if not (self.root / name).is_file() or name.startswith(".."):
            raise InputError(f"{document}: the link to {address} leads nowhere")
        if name.endswith((".svg", ".png")):
            self.assets.setdefault(name)
            return f"files/{name}"
        return self.source(name) + mark + anchor

    def _shows(self, directory: str) -> bool:
        return any(posixpath.dirname(name) == directory for name in self.shown)

    def _trees(self, path: str) -> ast.Module:
        if path not in self._parsed:
            self._parsed[path] = ast.parse(self.text(path))
        return self._parsed[path]

    @cached_property
    def _parsed(self) -> dict[str, ast.Module]:
        return {}


def directory_anchor(directory: str) -> str:
    """The anchor of a directory on the page that lists the sources."""
    return "dir-" + directory.replace("/", "-")


def _files(root: Path, patterns: tuple[str, ...]) -> list[str]:
    return [
        path.relative_to(root).as_posix()
        for pattern in patterns
        for path in sorted(root.glob(pattern))
        if path.is_file()
    ]


def _document_page(name: str) -> str:
    return "index.html" if name == _HOME else f"{name.removesuffix('.md')}.html"


def _definition(tree: ast.Module, names: list[str]) -> int | None:
    """The line where a name is defined in a module; 0 for the module itself, None when it is not there."""
    line = 0
    body = tree.body
    for name in names:
        for statement in body:
            if isinstance(statement, ast.FunctionDef | ast.ClassDef) and statement.name == name:
                line, body = statement.lineno, statement.body
                break
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if isinstance(statement, ast.AnnAssign):
                targets = [statement.target]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                line, body = statement.lineno, []
                break
        else:
            return None
    return line
