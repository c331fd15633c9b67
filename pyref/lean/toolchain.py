"""Which Lean to use: the user's `lake` where it works with the right version, else the embedded one."""

from __future__ import annotations

import os
from pathlib import Path

from pyref.errors import InputError

from .build import EmbeddedBuild
from .install import ensure_installed
from .lake import LakeBuild, LakeToolchain, find_lake

#: Environment variable that forces the choice: auto, lake or embedded.
CHOICE_VARIABLE = "PYREF_LEAN"
CHOICES = ("auto", "lake", "embedded")

Lean = EmbeddedBuild | LakeBuild


def project_root() -> Path:
    """The checkout to work on: the nearest directory upwards from here that has `Formal/`, else the one of
    this package.

    Raises InputError when there is none.
    """
    here = Path.cwd()
    for candidate in (here, *here.parents, Path(__file__).resolve().parents[2]):
        if (candidate / "lakefile.lean").is_file() and (candidate / "Formal").is_dir():
            return candidate
    raise InputError("there is no lakefile.lean with Formal/ here: run this from a checkout of the project")


def open_lean(root: Path, *, choice: str | None = None, quiet: bool = False) -> Lean:
    """The Lean to use on the library below `root`, installing the embedded one if it is needed.

    `choice` is one of CHOICES and defaults to the variable PYREF_LEAN, then to auto. Use the result as a
    context manager. Raises InputError when the chosen Lean is not usable.
    """
    choice = choice or os.environ.get(CHOICE_VARIABLE) or "auto"
    if choice not in CHOICES:
        raise InputError(f"{choice!r} is not a way to run Lean: choose one of {', '.join(CHOICES)}")
    if choice != "embedded":
        lake = find_lake(root)
        if isinstance(lake, LakeToolchain):
            return LakeBuild(lake, root=root, quiet=quiet)
        if choice == "lake":
            raise InputError(f"{lake}: install elan, or leave the choice of Lean to `auto`")
    return EmbeddedBuild(ensure_installed(), root=root, quiet=quiet)
