"""Command line: ``python -m pyref run | audit | sample | instance``, and the commands of ``_EXTENSIONS``.

Exit status: 0 success, 1 a failed audit or check, 2 unusable input (one sentence on standard error), 130
interrupted.

Further subcommands live in their own modules and are added by a function ``add_subcommand(subparsers)`` that
creates its parser and calls ``parser.set_defaults(handler=f)`` with ``f(arguments) -> int`` (the exit
status).  They raise InputError for unusable input.  See ``_EXTENSIONS``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import signal
import sys
import threading
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from . import work
from .accuracy import AccuracyTable, accuracy_table
from .accuracy_report import accuracy_json, accuracy_text
from .audit import AuditReport, Location, audit
from .errors import InputError
from .exact import decimal_string, fraction_string, interval_string, near_one_string, parse_rational
from .instance import Instance, instance_to_mapping, load_instance, write_atomically
from .law import SelectionLaw, Transcript
from .parallel import parse_jobs
from .parameters import ParameterRequest, parse_natural
from .progress import StderrProgress
from .sampler import released_law_sampler
from .slack import SlackTable, slack_table
from .summary import Summary, summarise
from .table import instance_from_csv, parse_columns, parse_levels

# Modules with a function add_subcommand(subparsers).
_EXTENSIONS = (
    "pyref.lean.cli",
    "pyref.certify",
    "pyref.bounds",
    "pyref.compare",
    "pyref.normalizers_report",
    "pyref.report",
    "pyref.plot",
    "pyref.release.cli",
    "pyref.verify",
    "pyref.site.cli",
)

_EXACT_DIGITS = 300
"""Exact fractions longer than this are printed only with --exact."""


class _Parser(argparse.ArgumentParser):
    """Reports a usage error as one sentence with exit status 2."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"pyref: {message}; see {self.prog} --help.\n")
        raise SystemExit(2)


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = _Parser(prog="python -m pyref", description="Exact reference of the pure-DP envelope mechanism.")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=_Parser)

    run = subparsers.add_parser("run", help="privacy attained, normaliser and errors for one database")
    add_instance_options(run)
    add_output_options(run)
    add_jobs_option(run)
    run.add_argument("--head", default="8", metavar="N", help="how many of the likeliest transcripts to list")
    run.set_defaults(handler=_run)

    checked = subparsers.add_parser("audit", help="check the theorems over all neighbouring databases")
    add_instance_options(checked)
    add_output_options(checked)
    add_jobs_option(checked)
    checked.add_argument("--group", action="store_true", help="all pairs of databases, not only neighbours")
    checked.add_argument(
        "--claim",
        metavar="FACTOR",
        help="test the ratio against this factor per changed row (a rational >= 1) instead of r^-2",
    )
    checked.add_argument(
        "--radius", default="1", metavar="R", help="the ball of the inequalities of blueprint 5-6"
    )
    checked.add_argument(
        "--order", default="3", metavar="N", help="the largest moment order compared, at least 2"
    )
    checked.set_defaults(handler=_audit)

    sample = subparsers.add_parser(
        "sample", help="release transcripts and answers, with the system's randomness"
    )
    add_instance_options(sample)
    add_output_options(sample)
    sample.add_argument(
        "--count", default="1", metavar="N", help="number of draws; each spends the budget again"
    )
    sample.set_defaults(handler=_sample)

    convert = subparsers.add_parser("instance", help="write the instance, with all parameters, as JSON")
    add_instance_options(convert)
    convert.add_argument("--output", metavar="FILE", help="write to FILE, whole or not at all")
    convert.set_defaults(handler=_instance)

    for name in _EXTENSIONS:
        importlib.import_module(name).add_subcommand(subparsers)
    return parser


def add_instance_options(parser: argparse.ArgumentParser) -> None:
    """FILE and the options that ``load`` reads."""
    parser.add_argument("path", metavar="FILE", help="a JSON instance, or a CSV file together with --columns")
    table = add_csv_options(parser)
    table.add_argument("--every", metavar="K", help="keep rows K, 2K, 3K, ... only")
    numbers = parser.add_argument_group("parameters (override those of the file)")
    numbers.add_argument("--epsilon", help="privacy budget, a decimal; r is derived from it")
    numbers.add_argument("--r", help="r = e^(-epsilon/2) as an exact rational in (0, 1]")
    for name in ("beta", "g0", "m", "J"):
        numbers.add_argument(f"--{name}")
    parser.add_argument(
        "--max-work", metavar="UNITS", help=f"refuse larger instances (default {work.DEFAULT_LIMIT})"
    )


def add_csv_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """--columns, --levels and --query; the group, for further options of the kind."""
    table = parser.add_argument_group("CSV input")
    table.add_argument("--columns", metavar="A,B", help="columns whose levels span the universe")
    table.add_argument(
        "--levels", action="append", default=[], metavar="COL=A,B", help="declare a column's levels"
    )
    table.add_argument(
        "--query",
        action="append",
        default=[],
        metavar="PREDICATE",
        help='a query such as "class=1st & sex!=male"; replaces the 1- and 2-way marginals',
    )
    return table


def add_jobs_option(parser: argparse.ArgumentParser) -> None:
    """The option --jobs, read by ``parallel.parse_jobs``."""
    parser.add_argument(
        "--jobs", default="1", metavar="N", help="processes to use; more than 1 need joblib (default 1)"
    )


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """The options of what is printed and where."""
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.add_argument("--exact", action="store_true", help="with --json, exact fractions however long")
    parser.add_argument("--output", metavar="FILE", help="write to FILE, whole or not at all")


def _interrupt(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    if threading.current_thread() is threading.main_thread():
        # A polite request to end is handled like Ctrl-C: temporary files go, and so do Lean's processes.
        signal.signal(signal.SIGTERM, _interrupt)
    try:
        options = build_parser().parse_args(arguments)
        return int(options.handler(options))
    except InputError as error:
        sys.stderr.write(f"pyref: {' '.join(str(error).split())}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("pyref: interrupted; nothing was written.\n")
        return 130
    except BrokenPipeError:
        # The reader went away; keep the interpreter from complaining when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except MemoryError:
        sys.stderr.write("pyref: out of memory; use a smaller instance.\n")
        return 2


def load(options: argparse.Namespace) -> tuple[Instance, int]:
    """The instance that the command line describes, and the work limit."""
    limit = (
        work.DEFAULT_LIMIT if options.max_work is None else parse_natural(options.max_work, what="--max-work")
    )
    request = ParameterRequest(
        epsilon=options.epsilon, r=options.r, beta=options.beta, g0=options.g0, m=options.m, J=options.J
    )
    if options.columns is None:
        if options.levels or options.query or options.every:
            raise InputError("--levels, --query and --every need --columns, which reads the file as CSV.")
        return load_instance(options.path, overrides=request, max_work=limit), limit
    columns = parse_columns(options.columns)
    instance = instance_from_csv(
        options.path,
        columns=columns,
        request=request,
        levels=parse_levels(options.levels, columns=columns),
        predicates=options.query,
        every=1 if options.every is None else parse_natural(options.every, what="--every"),
        max_work=limit,
    )
    return instance, limit


def prepare(options: argparse.Namespace, task: work.Task) -> Instance:
    """The instance, once the task is within the limit and the output can be written; else InputError."""
    instance, limit = load(options)
    work.require_within(instance.estimate(task), limit=limit)
    if options.output is not None and not Path(options.output).parent.is_dir():
        raise InputError(f"cannot write {options.output}: its directory does not exist.")
    return instance


def emit(options: argparse.Namespace, text: str) -> None:
    """Print the text or write it to the file of --output."""
    if options.output is not None:
        write_atomically(options.output, text)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()


def _number(value: Fraction, exact: bool) -> dict[str, str | None]:
    """A decimal, and the exact fraction unless it is too long to be wanted."""
    text = fraction_string(value, longest=None if exact else _EXACT_DIGITS)
    return {"decimal": decimal_string(value, 15), "exact": text}


def enclosure_pair(interval: tuple[Fraction, Fraction]) -> list[str]:
    """Both ends as decimals of 15 digits, rounded outwards."""
    low, high = interval
    return [decimal_string(low, 15, rounding="down"), decimal_string(high, 15, rounding="up")]


def _location(instance: Instance, where: Location) -> dict[str, Any]:
    return {
        "x": list(where.x),
        "x_prime": list(where.x_prime),
        "transcript": [instance.signed_name(s) for s in where.transcript],
    }


def instance_json(instance: Instance) -> dict[str, Any]:
    """The entry "instance" of every document."""
    return {
        "labels": instance.T,
        "rows": instance.n,
        "queries": [q.name for q in instance.queries],
        "histogram": dict(zip(instance.universe, instance.histogram, strict=True)),
        "parameters": instance_to_mapping(instance)["parameters"],
        "notes": list(instance.notes),
    }


def dump(document: object) -> str:
    """The JSON text of a document."""
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _table(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(name) for name, _ in rows)
    return [f"  {name:<{width}}  {value}" for name, value in rows]


def _instance_lines(instance: Instance) -> list[str]:
    p = instance.parameters
    budget = interval_string(p.epsilon_enclosure())
    asked = "" if p.epsilon is None else f" (asked: {decimal_string(p.epsilon, 6)})"
    lines = _table(
        [
            ("universe", f"T = {instance.T} labels"),
            ("data", f"n = {instance.n} rows; neighbours differ in one replaced row"),
            ("queries", f"k = {instance.k}, integer values up to {instance.bound}"),
            ("parameters", f"r = {p.r}, beta = {p.beta}, g0 = {p.g0}, m = {p.m}, J = {p.J}"),
            ("epsilon' = 2 log(1/r)", f"in {budget}{asked}"),
        ]
    )
    return lines + [f"  note: {note}" for note in instance.notes]


def _transcript_text(instance: Instance, transcript: tuple[int, ...]) -> str:
    return "; ".join(instance.signed_name(s) for s in transcript)


def _run(options: argparse.Namespace) -> int:
    head = parse_natural(options.head, what="--head")
    jobs = parse_jobs(options.jobs)
    instance = prepare(options, "run")
    progress = StderrProgress()
    summary = summarise(instance, head=head, jobs=jobs, progress=progress)
    progress.clear()
    emit(options, dump(summary_json(summary, exact=options.exact)) if options.json else summary_text(summary))
    return 0 if summary.within_bound else 1


def summary_json(summary: Summary, *, exact: bool = False) -> dict[str, Any]:
    """The JSON document of ``run --json``; documented in docs/instance-format.md."""
    instance = summary.instance

    def number(value: Fraction) -> dict[str, str | None]:
        return _number(value, exact)

    attained = None
    if summary.attained_ratio is not None and summary.attained_at is not None:
        assert summary.attained_epsilon_enclosure is not None
        attained = number(summary.attained_ratio) | {
            "log_enclosure": enclosure_pair(summary.attained_epsilon_enclosure),
            "where": _location(instance, summary.attained_at),
        }
    return {
        "instance": instance_json(instance),
        "histograms": summary.histograms,
        "transcripts": summary.transcripts,
        "epsilon_enclosure": enclosure_pair(summary.epsilon_enclosure),
        "ratio_bound": number(summary.ratio_bound),
        "attained_ratio": attained,
        "within_bound": summary.within_bound,
        "normalizer": number(summary.normalizer),
        "normalizer_excess": number(summary.normalizer - 1),
        "expected_error": number(summary.expected_error),
        "base_expected_error": number(summary.base_expected_error),
        "worst_error": number(summary.worst_error),
        "true_answers": [number(a) for a in summary.true_answers],
        "head": [
            {
                "transcript": [instance.signed_name(s) for s in row.transcript],
                "base_mass": number(row.base_mass),
                "envelope_mass": number(row.envelope_mass),
                "released_mass": number(row.released_mass),
                "answers": [number(a) for a in row.answers],
            }
            for row in summary.head
        ],
    }


def summary_text(summary: Summary) -> str:
    """The tables of ``run``."""
    instance = summary.instance
    lines = ["instance", *_instance_lines(instance), "", "results (exact; shown rounded)"]
    rows = [
        (
            "sizes",
            f"{summary.histograms} histograms ({summary.classes} laws), {summary.transcripts} transcripts",
        ),
        ("normaliser Z_x", near_one_string(summary.normalizer)),
        ("expected error, released law", decimal_string(summary.expected_error)),
        ("expected error, base law", decimal_string(summary.base_expected_error)),
        ("worst error", decimal_string(summary.worst_error)),
    ]
    if summary.attained_ratio is not None and summary.attained_at is not None:
        assert summary.attained_epsilon_enclosure is not None
        bound = decimal_string(summary.ratio_bound)
        where = summary.attained_at
        rows += [
            ("privacy ratio attained", f"{decimal_string(summary.attained_ratio)} of at most {bound} = r^-2"),
            ("  its logarithm", f"in {interval_string(summary.attained_epsilon_enclosure)}"),
            ("  between", f"{where.x} and {where.x_prime}"),
            ("  at", _transcript_text(instance, where.transcript)),
        ]
    else:
        rows.append(("privacy ratio attained", "none: this database has no neighbour"))
    lines += [*_table(rows), "", "likeliest transcripts", f"  {'released':>12} {'base':>12} {'envelope':>12}"]
    for row in summary.head:
        masses = (row.released_mass, row.base_mass, row.envelope_mass)
        shown = " ".join(f"{decimal_string(mass, 6):>12}" for mass in masses)
        lines.append(f"  {shown}  {_transcript_text(instance, row.transcript)}")
    return "\n".join(lines) + "\n"


def _audit(options: argparse.Namespace) -> int:
    claim = None if options.claim is None else parse_rational(options.claim, what="--claim")
    if claim is not None and claim < 1:
        raise InputError(f"--claim is {claim}; a privacy factor is at least 1.")
    radius = parse_natural(options.radius, what="--radius")
    order = parse_natural(options.order, what="--order")
    if order < 2:
        raise InputError(f"--order is {order}; the moments compared start at order 2.")
    jobs = parse_jobs(options.jobs)
    instance = prepare(options, "audit-group" if options.group else "audit")
    progress = StderrProgress()
    report = audit(instance, group=options.group, claimed_factor=claim, jobs=jobs, progress=progress)
    slack: SlackTable | None = None
    accuracy: AccuracyTable | None = None
    interrupted = False
    try:
        slack = slack_table(instance, radius=radius, order=order, jobs=jobs, progress=progress)
        accuracy = accuracy_table(instance, radius=radius, progress=progress)
    except KeyboardInterrupt:
        interrupted = True
    progress.clear()
    text = audit_text(instance, report)
    if slack is not None:
        text += slack_text(slack)
    if not interrupted:
        text += accuracy_text(accuracy)
    document = {
        **audit_json(instance, report, exact=options.exact),
        "slack": None if slack is None else _slack_json(slack, options.exact),
        "accuracy": accuracy_json(accuracy),
    }
    if interrupted:
        document["interrupted"] = True
    emit(options, dump(document) if options.json else text)
    if not report.holds:
        failed = next(check for check in report.checks if not check.holds)
        sys.stderr.write(
            f"pyref: the audit failed: {failed.statement} does not hold at {failed.counterexample}.\n"
        )
    for row in (*(() if slack is None else slack.rows), *(() if accuracy is None else accuracy.claimed)):
        if not row.holds:
            sys.stderr.write(
                f"pyref: the audit failed: {row.name} ({row.statement}) does not hold at {row.where}.\n"
            )
    if interrupted:
        return interrupted_status("the tables that were not finished are missing")
    assert slack is not None
    return 0 if report.holds and slack.holds and (accuracy is None or accuracy.holds) else 1


def _slack_json(table: SlackTable, exact: bool) -> dict[str, Any]:
    """The inequalities of blueprint 4-6 in ``audit --json``."""
    rows = [
        {
            "blueprint": row.name,
            "statement": row.statement,
            "comparisons": row.count,
            "largest_ratio": None if row.ratio is None else _number(row.ratio, exact),
            "where": row.where,
            "holds": row.holds,
        }
        for row in table.rows
    ]
    return {"scope": table.scope, "radius": table.radius, "holds": table.holds, "inequalities": rows}


def slack_text(table: SlackTable) -> str:
    """The slack table: for every inequality left/right where it is tightest."""
    lines = ["", f"inequalities of blueprint 4-6 ({table.scope}): left/right where tightest"]
    for row in table.rows:
        ratio = "-" if row.ratio is None else decimal_string(row.ratio, 6)
        lines.append(
            f"  {row.name:<4} {row.statement:<44} {ratio:>10}  {'' if row.holds else 'FAILS '}{row.where}"
        )
    return "\n".join(lines) + "\n"


def audit_json(instance: Instance, report: AuditReport, *, exact: bool = False) -> dict[str, Any]:
    """The JSON document of ``audit --json``."""
    return {
        "instance": instance_json(instance),
        "holds": report.holds,
        "databases": report.databases,
        "transcripts": report.transcripts,
        "largest_normalizer": _number(report.largest_normalizer, exact),
        "checks": [
            {
                "statement": check.statement,
                "description": check.description,
                "comparisons": check.comparisons,
                "holds": check.holds,
                "counterexample": check.counterexample,
            }
            for check in report.checks
        ],
        "largest_ratios": [
            {
                "distance": entry.distance,
                "ratio": _number(entry.ratio, exact),
                "bound": _number(entry.bound, exact),
                "normalizer_bound": _number(entry.normalizer_bound, exact),
                "where": _location(instance, entry.where),
            }
            for entry in report.largest_ratios
        ],
    }


def audit_text(instance: Instance, report: AuditReport) -> str:
    """The tables of ``audit``."""
    lines = ["instance", *_instance_lines(instance), "", "checks (blueprint numbering)"]
    for check in report.checks:
        verdict = "holds" if check.holds else f"FAILS at {check.counterexample}"
        lines.append(f"  {check.statement:<18} {check.description:<58} {check.comparisons:>12}  {verdict}")
    zeta = near_one_string(report.largest_normalizer)
    lines += [
        "",
        f"largest normaliser zeta = {zeta} over {report.databases} databases",
        "",
        "largest released ratio",
    ]
    lines.append(f"  {'distance':>8} {'attained':>14} {'bound':>14} {'zeta r^-d':>14}")
    for entry in report.largest_ratios:
        values = (entry.ratio, entry.bound, entry.normalizer_bound)
        shown = " ".join(f"{decimal_string(value):>14}" for value in values)
        where = (
            f"{entry.where.x} : {entry.where.x_prime} at {_transcript_text(instance, entry.where.transcript)}"
        )
        lines.append(f"  {entry.distance:>8} {shown}  {where}")
    if not report.largest_ratios:
        lines.append("  none: there is only one database")
    lines += ["", "audit passed" if report.holds else "audit FAILED"]
    return "\n".join(lines) + "\n"


def _sample(options: argparse.Namespace) -> int:
    count = parse_natural(options.count, what="--count")
    instance = prepare(options, "sample")
    progress = StderrProgress()
    law = SelectionLaw(instance)
    sampler = released_law_sampler(law, instance.histogram, progress=progress)
    draws: list[Transcript] = []
    try:
        for i in range(count):
            progress("sampling", i, count)
            draws.append(sampler.sample())
    except KeyboardInterrupt:
        if not draws:
            raise
    progress.clear()
    if options.json:
        document = {
            "epsilon_enclosure_per_draw": enclosure_pair(instance.parameters.epsilon_enclosure()),
            "draws": [
                {
                    "transcript": [instance.signed_name(s) for s in draw],
                    "answers": {
                        q.name: _number(a, options.exact)
                        for q, a in zip(instance.queries, law.answers(draw), strict=True)
                    },
                }
                for draw in draws
            ],
        }
        emit(options, dump(document))
        return _sampled(draws, count)
    budget = interval_string(instance.parameters.epsilon_enclosure())
    lines = [f"each draw spends epsilon' in {budget}"]
    for draw in draws:
        lines += ["", f"transcript: {_transcript_text(instance, draw)}"]
        answers = zip(instance.queries, law.answers(draw), strict=True)
        lines += _table([(q.name, decimal_string(answer)) for q, answer in answers])
    emit(options, "\n".join(lines) + "\n")
    return _sampled(draws, count)


def _sampled(draws: list[Transcript], count: int) -> int:
    """The exit status of ``sample``; draws made before an interrupt have spent their budget and are kept."""
    if len(draws) == count:
        return 0
    return interrupted_status(f"{len(draws)} of {count} draws were made")


def interrupted_status(kept: str) -> int:
    """Say that the command was interrupted after some results, which have been written."""
    sys.stderr.write(f"pyref: interrupted; what was finished is written, {kept}.\n")
    return 130


def _instance(options: argparse.Namespace) -> int:
    instance, _ = load(options)
    emit(options, dump(instance_to_mapping(instance)))
    return 0
