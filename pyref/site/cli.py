"""``python -m pyref site [-o DIR]``: the web site of the project.

Exit status: 0 success, 2 when it cannot be made (a missing library, proofs that do not check, a dead link).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pyref.instance import load_instance
from pyref.lean.map import read_map
from pyref.lean.toolchain import project_root
from pyref.progress import StderrProgress
from pyref.report_data import ReportData
from pyref.report_html import report_html

from .build import make_site, write_site
from .extras import library
from .pages import SITE
from .proofs import collect

DEFAULT = Path("build") / "site"
EXAMPLE = "examples/titanic-small.json"


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


def example_report(path: Path) -> str:
    """The report of an instance, with a link to the site's home.

    Raises InputError when matplotlib is missing or the instance cannot be read.
    """
    progress = StderrProgress()
    data = ReportData(load_instance(path), progress=progress)
    page = report_html(data, title=path.name)
    progress.clear()
    return page.replace("<body>", f'<body>\n<p><a href="index.html">{SITE}: home</a></p>', 1)


def _site(options: argparse.Namespace) -> int:
    for name in ("markdown_it", "latex2mathml", "pygments"):
        library(name)
    root = project_root()
    directory = options.output or root / DEFAULT
    example = example_report(root / EXAMPLE)
    proofs = collect(root)
    files = make_site(root, proofs=proofs, entries=read_map(root), example=example)
    write_site(files, directory)
    sys.stdout.write(f"{len(files)} files written; open {directory / 'index.html'}\n")
    return 0
