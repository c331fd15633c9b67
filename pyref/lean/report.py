"""The report kept beside each compiled module: what it declares, and what it was made from."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyref.errors import InputError

from .driver import Answer
from .graph import Module

#: Changes whenever the layout or the meaning of a report changes, so that older ones are not believed.
REPORT_VERSION = 1


@dataclass(frozen=True, kw_only=True)
class ModuleReport:
    """What the driver found in a module: its declarations, one mapping each (see `driver.lean`)."""

    module: str
    key: str
    imports: tuple[str, ...]
    declarations: tuple[dict[str, Any], ...]


def report_path(directory: Path, module: str) -> Path:
    """Where the report of a module is kept."""
    return directory / (module.replace(".", "/") + ".report.json")


def _outputs(directory: Path, module: str) -> list[Path]:
    base = directory / module.replace(".", "/")
    return [
        base.with_name(base.name + suffix) for suffix in (".olean", ".olean.server", ".olean.private", ".ir")
    ]


def store_report(directory: Path, module: Module, answer: Answer) -> None:
    """Write the report of a module that has just been compiled. Raises InputError when the compiled module is
    missing."""
    files = {path.name: _digest(path) for path in _outputs(directory, module.name) if path.is_file()}
    if f"{module.name.split('.')[-1]}.olean" not in files:
        raise InputError(f"{module.path}: Lean wrote no compiled module: is the disk full?")
    value = {
        "module": module.name,
        "key": module.key,
        "imports": list(answer.imports),
        "files": files,
        "declarations": list(answer.declarations),
    }
    write_json(report_path(directory, module.name), value)


def load_report(directory: Path, module: Module) -> ModuleReport | None:
    """The report of a module if it fits the sources and the compiled files on disk; None otherwise."""
    value = read_json(report_path(directory, module.name))
    if value is None or value.get("key") != module.key or value.get("module") != module.name:
        return None
    files = value.get("files")
    declarations = value.get("declarations")
    imports = value.get("imports")
    if (
        not isinstance(files, dict)
        or not files
        or not isinstance(declarations, list)
        or not isinstance(imports, list)
    ):
        return None
    base = report_path(directory, module.name).parent
    for name, digest in files.items():
        if not (base / name).is_file() or _digest(base / name) != digest:
            return None
    return ModuleReport(
        module=module.name, key=module.key, imports=tuple(imports), declarations=tuple(declarations)
    )


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_json(path: Path) -> dict[str, Any] | None:
    """The JSON object in a file; None when there is none."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write a JSON object to a file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_text(json.dumps(value, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(part, path)
