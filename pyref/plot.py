"""``python -m pyref plot``: one figure of the report as an SVG, PNG or PDF file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .cli import add_instance_options
from .errors import InputError
from .figures import SUFFIXES, encode
from .instance import write_atomically
from .progress import StderrProgress
from .report import add_table_options, collect
from .report_data import Skipped
from .report_figures import KINDS


def add_subcommand(subparsers: argparse._SubParsersAction[Any]) -> None:
    """The command ``plot``."""
    kinds = "; ".join(f"{name}: {kind.what}" for name, kind in KINDS.items())
    parser = subparsers.add_parser("plot", help="one figure of the report", epilog=f"KIND is one of {kinds}.")
    parser.add_argument("kind", metavar="KIND", help="which figure: " + ", ".join(KINDS))
    add_instance_options(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="a file ending in ." + ", .".join(SUFFIXES)
    )
    add_table_options(parser)
    parser.set_defaults(handler=_plot)


def _plot(options: argparse.Namespace) -> int:
    if options.kind not in KINDS:
        raise InputError(f"there is no figure {options.kind!r}; the figures are {', '.join(KINDS)}.")
    suffix = Path(options.output).suffix.removeprefix(".").lower()
    if suffix not in SUFFIXES:
        raise InputError(f"cannot write {options.output}: the name must end in .{', .'.join(SUFFIXES)}.")
    progress = StderrProgress()
    data = collect(options, progress)
    picture = KINDS[options.kind].make(data)
    if isinstance(picture, Skipped):
        raise InputError(f"there is nothing to draw: {picture.reason}")
    contents = encode(picture, suffix)
    progress.clear()
    write_atomically(options.output, contents)
    return 0
