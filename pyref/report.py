"""``python -m pyref report``: everything about one instance on one self-contained HTML page."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .cli import add_instance_options, load
from .errors import InputError
from .instance import write_atomically
from .parameters import parse_natural
from .progress import StderrProgress
from .report_data import ReportData
from .report_html import report_html


def add_subcommand(subparsers: argparse._SubParsersAction[Any]) -> None:
    """The command ``report``."""
    parser = subparsers.add_parser("report", help="one HTML page with tables and figures (not private)")
    add_instance_options(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="write the page to FILE, whole or not at all"
    )
    add_table_options(parser)
    parser.set_defaults(handler=_report)


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """The options of the slack and accuracy tables."""
    parser.add_argument(
        "--radius", default="1", metavar="R", help="the ball of the inequalities of blueprint 5-6"
    )
    parser.add_argument(
        "--order", default="3", metavar="N", help="the largest moment order compared, at least 2"
    )


def collect(options: argparse.Namespace, progress: StderrProgress) -> ReportData:
    """The instance of the command line, ready to be computed; refuses an output that cannot be written."""
    radius = parse_natural(options.radius, what="--radius")
    order = parse_natural(options.order, what="--order")
    if order < 2:
        raise InputError(f"--order is {order}; the moments compared start at order 2.")
    instance, limit = load(options)
    if not Path(options.output).parent.is_dir():
        raise InputError(f"cannot write {options.output}: its directory does not exist.")
    return ReportData(instance, max_work=limit, radius=radius, order=order, progress=progress)


def _report(options: argparse.Namespace) -> int:
    progress = StderrProgress()
    data = collect(options, progress)
    page = report_html(data, title=Path(options.path).name)
    progress.clear()
    write_atomically(options.output, page)
    return 0 if data.holds else 1
