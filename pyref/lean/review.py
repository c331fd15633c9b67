"""``python -m pyref lean challenge | surface | map``: what a reviewer reads, written from the sources."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pyref.errors import InputError
from pyref.instance import write_atomically

from .build import EmbeddedBuild
from .challenge import challenge_files
from .map import MAP, map_text, read_map
from .surface import LIMIT, statement_surface, surface_text
from .toolchain import CHOICES, Lean, open_lean, project_root


def add_commands(commands: Any) -> None:
    """Add the reviewer's commands to those of ``lean``."""
    challenge = commands.add_parser(
        "challenge", help="write Challenge.lean, Solution.lean and comparator.json from the statements"
    )
    challenge.add_argument("--check", action="store_true", help="only say whether they are up to date")
    challenge.set_defaults(handler=_challenge)

    surface = commands.add_parser(
        "surface", help="list the definitions that the main theorems mention and count the lines to read"
    )
    surface.add_argument("--json", action="store_true", help="machine-readable output")
    surface.set_defaults(handler=_surface)

    table = commands.add_parser("map", help=f"write {MAP}: the blueprint in Lean and Python")
    table.add_argument("--check", action="store_true", help="only say whether it is up to date")
    table.set_defaults(handler=_map)
    for command in (surface, table):
        command.add_argument(
            "--with", dest="lean", choices=CHOICES, help="which Lean to use (default: PYREF_LEAN, then auto)"
        )


def _challenge(options: argparse.Namespace) -> int:
    root = project_root()
    return write_or_check(root, challenge_files(root), check=options.check, command="challenge")


def _surface(options: argparse.Namespace) -> int:
    root = project_root()
    with open_lean(root, choice=options.lean) as lean:
        surface = statement_surface(embedded_build(lean))
    if options.json:
        value = {
            "definitions": [
                {"name": d.name, "path": d.path.as_posix(), "line": d.line, "lines": lines}
                for d, lines in surface.definitions.items()
            ],
            "definition_lines": surface.definition_lines,
            "statement_lines": surface.statement_lines,
            "lines": surface.lines,
            "limit": LIMIT,
        }
        print(json.dumps(value, indent=2, ensure_ascii=False))
    else:
        print(surface_text(surface, root))
    return 0 if surface.lines <= LIMIT else 1


def _map(options: argparse.Namespace) -> int:
    root = project_root()
    with open_lean(root, choice=options.lean) as lean:
        text = current_map(embedded_build(lean))
    return write_or_check(root, {MAP: text}, check=options.check, command="map")


def current_map(lean: EmbeddedBuild) -> str:
    """What docs/paper-map.md must be, with the axioms as the built library has them.

    Raises InputError as `read_map` does, and for a theorem that is not built.
    """
    entries = read_map(lean.root)
    names = sorted({theorem.name for entry in entries for theorem in entry.theorems})
    axioms = {theorem.name: theorem.axioms for theorem in lean.audit(expected=names).theorems}
    for name in names:
        if name not in axioms:
            raise InputError(f"{name} is not built: run `python -m pyref lean build`")
    return map_text(entries, axioms)


def embedded_build(lean: Lean) -> EmbeddedBuild:
    """The library, built as far as it builds, with its reports. Raises InputError under lake, which keeps
    none."""
    if not isinstance(lean, EmbeddedBuild):
        raise InputError("this needs the reports of the embedded Lean: add `--with embedded`")
    lean.build()
    return lean


def write_or_check(root: Path, files: Mapping[Path, str], *, check: bool, command: str) -> int:
    """Write files below `root` that differ from what they must be; with `check`, only name them."""
    stale = [
        path
        for path, text in files.items()
        if not (root / path).is_file() or (root / path).read_text(encoding="utf-8") != text
    ]
    for path in stale:
        if check:
            print(f"{path} is out of date: run `python -m pyref lean {command}`.")
        else:
            write_atomically(root / path, files[path])
            print(f"{path} written.")
    if not stale:
        print(f"{', '.join(str(path) for path in files)}: up to date.")
    return 1 if stale and check else 0
