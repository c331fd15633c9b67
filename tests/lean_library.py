"""Writes small proof libraries for the tests of `pyref.lean`."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path


def write_library(root: Path, modules: Mapping[str, str], *, index: bool = True) -> None:
    """Make `Formal/` below `root` hold exactly these modules; with `index`, `Formal.lean` imports them."""
    root.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(root / "Formal", ignore_errors=True)
    (root / "Formal.lean").unlink(missing_ok=True)
    (root / "lakefile.lean").write_text("-- stands for the project's lakefile\n")
    for name, text in modules.items():
        path = root / (name.replace(".", "/") + ".lean")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if index:
        imports = "".join(f"public import {name}\n" for name in sorted(modules))
        (root / "Formal.lean").write_text("module\n\n" + imports)
