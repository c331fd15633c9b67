"""The declarations of a Lean source: names, places, documentation, and how many lines of code they take.

A reader of sources, not of compiled modules: it relies on the house style, where every command starts in the
first column. What it finds is compared with what Lean compiled by `python -m pyref lean map --check`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pyref.errors import InputError

from .graph import library_files, read_source
from .lexer import LexicalError, blank

_KINDS = ("theorem", "lemma", "def", "abbrev", "structure", "class", "inductive", "instance")
_ATTRIBUTE = re.compile(r"@\[[^\]]*\]\s*")
_MODIFIER = re.compile(r"(?:public|private|protected|noncomputable|scoped|local|meta)\s+")
_PREFIX = re.compile(r"(?:omit|include|open|set_option|variable)\b(?s:.*?)\bin\b\s*")
_KIND = re.compile(rf"({'|'.join(_KINDS)})\b\s*([^\s({{\[:⦃]*)")
_SCOPE = re.compile(r"(namespace|section|end)\b[ \t]*([^\s]*)")
_CONNECTIVES = {"→": "Forall", "\N{MULTIPLICATION SIGN}": "Prod", "Σ": "Sigma"}
_DOC = re.compile(r"/--(.*?)-/", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """One declaration: `line` and `end` count from 1 and include both ends; `doc` is "" when there is none.

    `text` is the source of the declaration, `code` the number of its lines that hold more than blanks and
    comments. An instance without a name has the name Lean gives it.
    """

    name: str
    kind: str
    module: str
    path: Path
    line: int
    end: int
    doc: str
    text: str
    code: int


def read_declarations(root: Path) -> dict[str, Declaration]:
    """The declarations of the whole library below `root`, by fully qualified name.

    Raises InputError for an unreadable file or a name that occurs twice.
    """
    found: dict[str, Declaration] = {}
    for module, path in library_files(root).items():
        for declaration in parse_declarations(read_source(path), module=module, path=path.relative_to(root)):
            if declaration.name in found:
                other = found[declaration.name]
                raise InputError(
                    f"{declaration.path}:{declaration.line} declares {declaration.name}, and so does"
                    f" {other.path}:{other.line}"
                )
            found[declaration.name] = declaration
    return found


def parse_declarations(text: str, *, module: str, path: Path) -> list[Declaration]:
    """The declarations of one source, in order. Raises InputError for a comment that does not end."""
    try:
        code = blank(text)
    except LexicalError as error:
        raise InputError(f"{path}:{error.line}:{error.column}: {error}") from error
    lines = code.split("\n")
    originals = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line and not line[0].isspace()]
    scopes: list[str] = []
    found: list[Declaration] = []
    command_end = 0
    for index, start in enumerate(starts):
        limit = starts[index + 1] if index + 1 < len(starts) else len(lines)
        end = limit
        while end > start and not lines[end - 1].strip():
            end -= 1
        command = "\n".join(lines[start:end])
        stripped = _without_modifiers(command)
        if (match := _KIND.match(stripped)) is None:
            # `omit ... in` on a line of its own belongs to the declaration that follows.
            if not re.search(r"\bin\s*$", command):
                _enter_or_leave(scopes, stripped)
                command_end = end
            continue
        # A comment between two declarations documents the second: it starts after the code of the first.
        first = next(number for number in range(command_end, start + 1) if lines[number].strip())
        docs = _DOC.findall("\n".join(originals[command_end:start]))
        name = match.group(2)
        found.append(
            Declaration(
                name=_qualified(scopes, name or _instance_name(stripped[match.end() :], scopes)),
                kind=match.group(1),
                module=module,
                path=path,
                line=start + 1,
                end=end,
                doc=" ".join(docs[-1].split()) if docs else "",
                text="\n".join(originals[first:end]),
                code=sum(bool(line.strip()) for line in lines[first:end]),
            )
        )
        command_end = end
    return found


def code_lines(text: str) -> int:
    """How many lines of a source hold more than blanks and comments."""
    return sum(bool(line.strip()) for line in blank(text).split("\n"))


def owner_of(name: str, declarations: Mapping[str, Declaration]) -> Declaration | None:
    """The declaration that a compiled constant comes from: its own, or, for a projection, a recursor, a
    matcher or a proof split off, the one that its name continues. None for a constant of no declaration."""
    parts = name.split(".")
    if parts[0] == "_private":
        # _private.<module>.0.<name>
        parts = parts[parts.index("0") + 1 :] if "0" in parts else parts
    while parts:
        # Lean adds the suffix to the name it makes up for an instance when its own library has that name.
        known = ".".join(parts).removesuffix("_formal")
        if (declaration := declarations.get(known)) is not None:
            return declaration
        parts.pop()
    return None


def _without_modifiers(command: str) -> str:
    while True:
        shorter = command
        for pattern in (_ATTRIBUTE, _MODIFIER, _PREFIX):
            if match := pattern.match(shorter):
                shorter = shorter[match.end() :]
        if shorter == command:
            return command
        command = shorter


def _enter_or_leave(scopes: list[str], command: str) -> None:
    if match := _SCOPE.match(command):
        word, name = match.groups()
        if word == "namespace":
            scopes.append(name)
        elif word == "section":
            scopes.append("")
        elif scopes:
            scopes.pop()


def _qualified(scopes: Iterable[str], name: str) -> str:
    if name.startswith("_root_."):
        return name.removeprefix("_root_.")
    return ".".join([scope for scope in scopes if scope] + [name])


def _instance_name(rest: str, scopes: Iterable[str]) -> str:
    """The name Lean makes up for `instance <binders> : <class> <type>`, as far as the library needs it: the
    class, then the constants of the type from the outside in, without those that the namespace names."""
    depth = 0
    for position, character in enumerate(rest):
        depth += character in "([{"
        depth -= character in ")]}"
        if depth == 0 and character == ":":
            rest = rest[position + 1 :]
            break
    kind = re.split(r"\bwhere\b|:=", rest, maxsplit=1)[0].strip()
    words = re.findall(r"[^\s()]+", kind)
    spoken = {part for scope in scopes for part in scope.split(".")}
    constants: list[str] = []
    for word in words[1:]:
        last = word.split(".")[-1]
        if word in _CONNECTIVES:
            constants.insert(0, _CONNECTIVES[word])
        elif len(last) > 1 and last[0].isupper() and last not in spoken:
            constants.append(last)
    return f"inst{words[0].split('.')[-1]}{''.join(constants)}"
