"""The modules of the proof library: which there are, what they import, and a hash of all that decides their
meaning."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from pyref.errors import InputError

from .lexer import LexicalError, blank

LIBRARY = "Formal"

_HEADER = re.compile(
    r"\s*(?:module\b|prelude\b|(?:public\s+)?(?:meta\s+)?import\s+(?:all\s+)?([A-Za-z_][\w.«»]*))"
)


@dataclass(frozen=True, kw_only=True)
class Module:
    """One Lean file of the library. `key` is a hash of its text, of all it imports, and of the toolchain."""

    name: str
    path: Path
    imports: tuple[str, ...]
    key: str


@dataclass(frozen=True, kw_only=True)
class Graph:
    """All modules of the library, every module after the ones it imports."""

    root: Path
    modules: tuple[Module, ...]

    def by_name(self) -> dict[str, Module]:
        """The modules by name."""
        return {module.name: module for module in self.modules}


def header_imports(text: str) -> tuple[str, ...]:
    """The modules a Lean file imports, in order. Raises LexicalError for an unterminated comment."""
    code = blank(text)
    found: list[str] = []
    position = 0
    while match := _HEADER.match(code, position):
        if match.group(1):
            found.append(match.group(1))
        position = match.end()
    return tuple(found)


def library_files(root: Path) -> dict[str, Path]:
    """Every `.lean` file below `Formal/`, and `Formal.lean` if present, by module name."""
    files = {LIBRARY: root / f"{LIBRARY}.lean"} if (root / f"{LIBRARY}.lean").is_file() else {}
    for path in sorted((root / LIBRARY).rglob("*.lean")):
        files[".".join(path.relative_to(root).with_suffix("").parts)] = path
    return files


def read_source(path: Path) -> str:
    """The text of a Lean file. Raises InputError when it cannot be read as UTF-8."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8") from error


def load_graph(root: Path, *, toolchain: str) -> Graph:
    """The library below `root`, in dependency order.

    Raises InputError for a missing library, a missing import within it, a cycle or an unreadable file.
    """
    files = library_files(root)
    if not files:
        raise InputError(
            f"{root} has neither {LIBRARY}.lean nor {LIBRARY}/: run this from a checkout of the project"
        )
    texts = {name: read_source(path) for name, path in files.items()}
    imports: dict[str, tuple[str, ...]] = {}
    for name, text in texts.items():
        try:
            imports[name] = header_imports(text)
        except LexicalError as error:
            raise InputError(
                f"{files[name].relative_to(root)}:{error.line}:{error.column}: {error}"
            ) from error
        for wanted in imports[name]:
            if wanted.split(".")[0] == LIBRARY and wanted not in files:
                raise InputError(
                    f"{files[name].relative_to(root)} imports {wanted}, but there is no"
                    f" {wanted.replace('.', '/')}.lean"
                )
    order = _sorted(imports)
    modules: dict[str, Module] = {}
    for name in order:
        parts = [toolchain, name, hashlib.sha256(texts[name].encode()).hexdigest()]
        parts += [modules[wanted].key if wanted in modules else wanted for wanted in imports[name]]
        key = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        modules[name] = Module(name=name, path=files[name], imports=imports[name], key=key)
    return Graph(root=root, modules=tuple(modules.values()))


def _sorted(imports: dict[str, tuple[str, ...]]) -> list[str]:
    order: list[str] = []
    done: set[str] = set()
    # An explicit stack of (module, path that led to it) so that long chains do not exhaust Python's.
    for start in imports:
        stack: list[tuple[str, bool]] = [(start, False)]
        open_modules: list[str] = []
        while stack:
            name, leaving = stack.pop()
            if leaving:
                open_modules.pop()
                done.add(name)
                order.append(name)
            elif name in open_modules:
                cycle = " -> ".join([*open_modules[open_modules.index(name) :], name])
                raise InputError(f"the modules import each other in a circle: {cycle}")
            elif name not in done:
                open_modules.append(name)
                stack.append((name, True))
                stack.extend((wanted, False) for wanted in imports[name] if wanted in imports)
    return order
