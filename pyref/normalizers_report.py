"""``python -m pyref normalizers``: Z_x of every database x, certified to 2^-64 or exact."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from flint import fmpz

from .cli import (
    add_instance_options,
    add_jobs_option,
    add_output_options,
    dump,
    emit,
    instance_json,
    interrupted_status,
    prepare,
)
from .envelope import envelope_tables
from .exact import Interval, decimal_string, interval_string, to_fraction
from .histograms import Histogram, all_histograms
from .law import SelectionLaw
from .normalizers import normalizers
from .parallel import parse_jobs
from .progress import StderrProgress

_DIGITS = 22
"""Digits at which an interval rounded outwards stays narrower than 2^-64."""

_TOGETHER = 64
"""Databases whose envelopes are held at once, per job."""


def add_subcommand(subparsers: Any) -> None:
    """Add ``normalizers`` to the command line."""
    parser = subparsers.add_parser(
        "normalizers", help="the normaliser of every database, certified to 2^-64 or (--exact) exact"
    )
    add_instance_options(parser)
    add_output_options(parser)
    add_jobs_option(parser)
    parser.set_defaults(handler=_normalizers)


def _normalizers(options: argparse.Namespace) -> int:
    jobs = parse_jobs(options.jobs)
    instance = prepare(options, "normalizers-exact" if options.exact else "normalizers")
    progress = StderrProgress()
    law = SelectionLaw(instance)
    found: dict[Histogram, Fraction | Interval] = {}
    histograms = list(all_histograms(instance.T, instance.n))
    try:
        if options.exact:
            together = _TOGETHER * jobs
            for start in range(0, len(histograms), together):
                progress("normalisers", start, len(histograms))
                for table in envelope_tables(law, histograms[start : start + together], jobs=jobs):
                    found[table.centre] = to_fraction(table.flint_normalizer)
        else:
            found.update(normalizers(law, progress=progress))
    except KeyboardInterrupt:
        if not found:
            raise
    progress.clear()
    if options.json:
        rows = [{"histogram": list(x)} | _json(value) for x, value in found.items()]
        emit(options, dump({"instance": instance_json(instance), "normalizers": rows}))
    else:
        emit(options, "".join(f"{x}  {_text(value)}\n" for x, value in found.items()))
    if len(found) < len(histograms):
        return interrupted_status(f"{len(found)} of {len(histograms)} databases")
    return 0


def _json(value: Fraction | Interval) -> dict[str, Any]:
    if isinstance(value, Fraction):
        return {"decimal": decimal_string(value, 15), "exact": _quotient(value)}
    low, high = value
    ends = decimal_string(low, _DIGITS, rounding="down"), decimal_string(high, _DIGITS, rounding="up")
    return {"enclosure": list(ends)}


def _text(value: Fraction | Interval) -> str:
    return _quotient(value) if isinstance(value, Fraction) else interval_string(value, _DIGITS)


def _quotient(value: Fraction) -> str:
    # fmpz prints integers of any length; Python's int refuses beyond a few thousand digits.
    return f"{fmpz(value.numerator)}/{fmpz(value.denominator)}"
