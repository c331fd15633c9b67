"""``python -m pyref site [-o DIR]``: the web site of the project.

Exit status: 0 success, 2 when it cannot be made (a missing library, proofs that do not check, a dead link).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pyref.lean.toolchain import project_root

from .build import make_site, write_site
from .extras import library
from .proofs import collect

DEFAULT = Path("build") / "site"


def add_subcommand(subparsers: Any) -> None:
    """Add ``site`` to the command line."""
    parser = subparsers.add_parser(
        "site", help="make the web site: blueprint, proofs, dependency graph, axiom report, documents"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="DIR",
        help=f"directory to write (default: {DEFAULT.as_posix()} of the checkout)",
    )
    parser.set_defaults(handler=_site)


def _site(options: argparse.Namespace) -> int:
    for name in ("markdown_it", "latex2mathml", "pygments"):
        library(name)
    root = project_root()
    directory = options.output or root / DEFAULT
    proofs = collect(root)
    files = make_site(root, proofs=proofs, coverage={}, example=None)
    write_site(files, directory)
    sys.stdout.write(f"{len(files)} files written; open {directory / 'index.html'}\n")
    return 0
