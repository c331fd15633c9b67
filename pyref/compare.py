"""The envelope mechanism against the standard pure-DP mechanisms: ``python -m pyref compare``.

On one instance, for several budgets and numbers of rows, the expected worst-query error and the root mean
square error of every mechanism of ``pyref.baselines``, for the same epsilon and the same neighbours (one
replaced row).  These are functions of the data and are not private.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from . import cli, figures
from .baselines import (
    DoesNotFit,
    Enclosed,
    ErrorEstimate,
    Mechanism,
    Quantity,
    release_mechanisms,
    standard_mechanisms,
)
from .errors import InputError
from .exact import decimal_string
from .instance import Instance, write_atomically
from .parameters import ParameterRequest, parse_epsilon, parse_natural
from .progress import Progress, StderrProgress, silent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DEFAULT_EPSILONS = "0.5,1,2"
DEFAULT_REPLICATES = 200
DEFAULT_LIMIT = 1_000_000_000
"""Work limit of one enumeration, in units of ``pyref.work``: about a second."""

MAX_REPLICATES = 1_000_000

_V = TypeVar("_V")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One mechanism at one budget and size: its errors, or the reason why there are none."""

    mechanism: str
    rows: int
    epsilon: Fraction
    estimate: ErrorEstimate | None
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """``cells`` in the order sizes, mechanisms, budgets."""

    labels: int
    queries: int
    sizes: tuple[int, ...]
    epsilons: tuple[Fraction, ...]
    mechanisms: tuple[Mechanism, ...]
    replicates: int
    seed: int
    cells: tuple[Cell, ...]

    def cell(self, mechanism: str, rows: int, epsilon: Fraction) -> Cell:
        """The cell of a mechanism, by name."""
        return next(c for c in self.cells if (c.mechanism, c.rows, c.epsilon) == (mechanism, rows, epsilon))


def with_rows(instance: Instance, rows: int) -> Instance:
    """The instance with ``rows`` of its N rows, evenly spaced: positions floor(i N/rows), i = 1..rows,
    counted from 1.
    """
    if not 1 <= rows <= instance.n:
        raise InputError(f"--n asks for {rows} rows of {instance.n}; give a number in 1..{instance.n}.")
    kept = (instance.rows[i * instance.n // rows - 1] for i in range(1, rows + 1))
    return replace(instance, rows=tuple(kept))


def compare(
    instance: Instance,
    mechanisms: Sequence[Mechanism],
    *,
    epsilons: Sequence[Fraction],
    sizes: Sequence[int] | None = None,
    replicates: int = DEFAULT_REPLICATES,
    seed: int = 0,
    progress: Progress = silent,
) -> Comparison:
    """Every mechanism at every budget and size (``sizes`` None: all rows).

    Monte Carlo uses ``replicates`` >= 2 draws from a stream of its own per cell, fixed by ``seed``, the
    mechanism's name, the size and the budget, so that a cell does not depend on the others.
    """
    if replicates < 2:
        raise InputError(f"--replicates is {replicates}; a standard error needs at least 2.")
    chosen = (instance.n,) if sizes is None else tuple(sizes)
    cells: list[Cell] = []
    total = len(chosen) * len(mechanisms) * len(epsilons)
    for rows in chosen:
        smaller = with_rows(instance, rows)
        for mechanism in mechanisms:
            for epsilon in epsilons:
                progress(f"{mechanism.name}, n = {rows}", len(cells), total)
                stream = zlib.crc32(f"{mechanism.name} {rows} {epsilon}".encode())
                rng = np.random.default_rng([seed, stream])
                estimate, reason = None, ""
                try:
                    estimate = mechanism.evaluate(smaller, epsilon, rng, replicates)
                except DoesNotFit as error:
                    reason = str(error)
                cells.append(
                    Cell(
                        mechanism=mechanism.name,
                        rows=rows,
                        epsilon=epsilon,
                        estimate=estimate,
                        reason=reason,
                    )
                )
    return Comparison(
        labels=instance.T,
        queries=instance.k,
        sizes=chosen,
        epsilons=tuple(epsilons),
        mechanisms=tuple(mechanisms),
        replicates=replicates,
        seed=seed,
        cells=tuple(cells),
    )


_ERRORS = (("linf", "E max_q |answer_q - F_q(x)|"), ("rms", "sqrt(E (1/k) sum_q (answer_q - F_q(x))^2)"))


def comparison_text(comparison: Comparison) -> str:
    """The tables of ``compare``: exact values as they are, sampled ones with +- their standard error."""
    lines = [
        "expected errors of answers in [-1, 1] at equal epsilon; neighbours differ in one replaced row",
        f"exact, or +- the standard error of {comparison.replicates} draws (seed {comparison.seed})",
    ]
    width = max(len(m.name) for m in comparison.mechanisms)
    for rows in comparison.sizes:
        lines += ["", f"n = {rows} rows, T = {comparison.labels} labels, k = {comparison.queries} queries"]
        for kind, meaning in _ERRORS:
            heads = "".join(f"  {'eps = ' + decimal_string(e, 6):<22}" for e in comparison.epsilons)
            lines += ["", f"  {meaning}", f"  {'':<{width}}{heads}"]
            for mechanism in comparison.mechanisms:
                cells = (comparison.cell(mechanism.name, rows, e) for e in comparison.epsilons)
                shown = "".join(f"  {_shown(cell, kind):<22}" for cell in cells)
                lines.append(f"  {mechanism.name:<{width}}{shown}")
    lines += ["", "mechanisms"]
    for mechanism in comparison.mechanisms:
        lines.append(f"  {mechanism.name:<{width}}  {mechanism.note}")
        lines += [f"  {'':<{width}}  {remark}" for remark in _remarks(comparison, mechanism.name)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _shown(cell: Cell, kind: str) -> str:
    if cell.estimate is None:
        return "-"
    quantity: Quantity = getattr(cell.estimate, kind)
    if isinstance(quantity, Enclosed):
        return decimal_string((quantity.low + quantity.high) / 2, 4)
    value, spread = (decimal_string(Fraction(v), d) for v, d in ((quantity.value, 4), (quantity.stderr, 2)))
    return f"{value:<10}+-{spread}"


def _remarks(comparison: Comparison, name: str) -> list[str]:
    """What the cells of one mechanism say, each text once with the sizes and budgets that say it."""
    said: dict[str, list[tuple[int, Fraction]]] = {}
    for cell in comparison.cells:
        text = f"- {cell.reason}" if cell.estimate is None else cell.estimate.note
        if cell.mechanism == name and text:
            said.setdefault(text, []).append((cell.rows, cell.epsilon))
    lines = []
    for text, places in said.items():
        by_rows: dict[str, list[str]] = {}  # the sizes of each list of budgets
        for rows in comparison.sizes:
            budgets = [decimal_string(e, 6) for n, e in places if n == rows]
            if budgets:
                everywhere = len(budgets) == len(comparison.epsilons)
                by_rows.setdefault("" if everywhere else f"eps = {', '.join(budgets)}", []).append(str(rows))
        where = []
        for budget, sizes in by_rows.items():
            everywhere = len(sizes) == len(comparison.sizes)
            size = "" if everywhere else f"n = {', '.join(sizes)}"
            where.append(", ".join(part for part in (size, budget) if part))
        prefix = "; ".join(place for place in where if place)
        lines.append(f"{prefix}: {text}" if prefix else text)
    return lines


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """The JSON document of ``compare --json``."""

    def quantity(value: Quantity) -> dict[str, Any]:
        if isinstance(value, Enclosed):
            low, high = cli.enclosure_pair((value.low, value.high))
            return {"exact": True, "low": low, "high": high}
        return {"exact": False, "mean": value.value, "standard_error": value.stderr}

    return {
        "labels": comparison.labels,
        "queries": comparison.queries,
        "neighbours": "one replaced row",
        "replicates": comparison.replicates,
        "seed": comparison.seed,
        "mechanisms": [{"name": m.name, "note": m.note} for m in comparison.mechanisms],
        "cells": [
            {
                "mechanism": cell.mechanism,
                "rows": cell.rows,
                "epsilon": str(cell.epsilon),
                "linf": None if cell.estimate is None else quantity(cell.estimate.linf),
                "rms": None if cell.estimate is None else quantity(cell.estimate.rms),
                "note": cell.reason if cell.estimate is None else cell.estimate.note,
            }
            for cell in comparison.cells
        ],
    }


def comparison_picture(comparison: Comparison) -> figures.Picture:
    """E max_q |error| against epsilon, one panel per number of rows, logarithmic axes."""
    shown = [
        m for m in comparison.mechanisms if any(_values(comparison, m.name, n) for n in comparison.sizes)
    ]
    markers = "osD^vP<>X*"
    lines = ("-", "--", ":")
    colours = list(figures.COLOURS.values())

    def draw(axes: Axes) -> None:
        figure = axes.get_figure()
        assert figure is not None
        axes.remove()
        panels = figure.subplots(1, len(comparison.sizes), sharey=True, squeeze=False)[0]
        for panel, rows in zip(panels, comparison.sizes, strict=True):
            for i, mechanism in enumerate(shown):
                points = _values(comparison, mechanism.name, rows)
                panel.errorbar(
                    [float(epsilon) for epsilon, _ in points],
                    [value.value for _, value in points],
                    yerr=[0.0 if isinstance(value, Enclosed) else 2 * value.stderr for _, value in points],
                    color=colours[i % len(colours)],
                    marker=markers[i % len(markers)],
                    linestyle=lines[i // len(colours) % len(lines)],
                    markersize=4,
                    label=mechanism.name,
                )
            panel.set_xscale("log")
            panel.set_yscale("log")
            panel.set_xticks([float(e) for e in comparison.epsilons])
            panel.set_xticklabels([decimal_string(e, 6) for e in comparison.epsilons])
            panel.minorticks_off()
            panel.set_title(f"n = {rows}", fontsize=10)
            panel.set_xlabel("epsilon")
        panels[0].set_ylabel("expected worst-query error")
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside right center", fontsize=8)

    return figures.Picture(
        name="comparison",
        title="Expected worst-query error by mechanism",
        description=(
            f"Expected worst-query error against epsilon for n = {', '.join(map(str, comparison.sizes))}; "
            f"mechanisms: {', '.join(m.name for m in shown)}. Bars are two standard errors."
        ),
        draw=draw,
        width=3.0 + 2.8 * len(comparison.sizes),
        height=4.2,
    )


def _values(comparison: Comparison, name: str, rows: int) -> list[tuple[Fraction, Quantity]]:
    cells = (comparison.cell(name, rows, epsilon) for epsilon in comparison.epsilons)
    return [(cell.epsilon, cell.estimate.linf) for cell in cells if cell.estimate is not None]


def add_subcommand(subparsers: argparse._SubParsersAction[Any]) -> None:
    """The command ``compare``."""
    parser = subparsers.add_parser(
        "compare",
        help="expected errors of the envelope mechanism and of the standard mechanisms at equal epsilon",
        description="The parameters of the envelope mechanism are chosen anew for every budget; those of a "
        "JSON instance are not used, those given as options are.",
    )
    cli.add_instance_options(parser)
    parser.add_argument(
        "--n", metavar="N[,N...]", help="keep N evenly spaced rows (a list: one table each; default: all)"
    )
    parser.add_argument(
        "--mechanisms",
        metavar="A[,B...]",
        help=f"some of {', '.join(_names())} (default: all of these), or {', '.join(_sampled_names())}, "
        "whose every draw is a whole release",
    )
    parser.add_argument(
        "--replicates", default=str(DEFAULT_REPLICATES), metavar="R", help="Monte Carlo draws"
    )
    parser.add_argument("--seed", default="0", metavar="S", help="seed of the draws, a natural number")
    parser.add_argument("--json", action="store_true", help="machine-readable output")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE, whole or not at all")
    parser.add_argument("--plot", metavar="FILE.svg", help="also draw the worst-query errors")
    parser.set_defaults(handler=_compare)


def _names() -> list[str]:
    return [mechanism.name for mechanism in standard_mechanisms(max_work=DEFAULT_LIMIT)]


def _sampled_names() -> list[str]:
    return [mechanism.name for mechanism in release_mechanisms(max_work=DEFAULT_LIMIT)]


def _compare(options: argparse.Namespace) -> int:
    if options.r is not None:
        raise InputError("compare takes budgets as --epsilon 0.5,1,2, not r.")
    texts = (DEFAULT_EPSILONS if options.epsilon is None else options.epsilon).split(",")
    epsilons = _distinct([parse_epsilon(text) for text in texts], "--epsilon")
    replicates = parse_natural(options.replicates, what="--replicates")
    if replicates > MAX_REPLICATES:
        raise InputError(f"--replicates is {replicates}; at most {MAX_REPLICATES} are drawn.")
    seed = parse_natural(options.seed, what="--seed") if options.seed.strip() != "0" else 0
    sizes = None
    if options.n is not None:
        sizes = _distinct([parse_natural(text, what="--n") for text in options.n.split(",")], "--n")
    for path in (options.output, options.plot):
        if path is not None and not Path(path).parent.is_dir():
            raise InputError(f"cannot write {path}: its directory does not exist.")
    if options.plot is not None and not options.plot.endswith(".svg"):
        raise InputError(f"--plot {options.plot} does not end in .svg, the format that is written.")
    limit = DEFAULT_LIMIT if options.max_work is None else parse_natural(options.max_work, what="--max-work")
    options.epsilon = texts[0]
    instance, _ = cli.load(options)
    progress = StderrProgress()
    mechanisms = _chosen(
        options.mechanisms,
        standard_mechanisms(
            max_work=limit,
            request=ParameterRequest(beta=options.beta, g0=options.g0, m=options.m, J=options.J),
        ),
        release_mechanisms(max_work=limit),
    )
    comparison = compare(
        instance,
        mechanisms,
        epsilons=epsilons,
        sizes=sizes,
        replicates=replicates,
        seed=seed,
        progress=progress,
    )
    picture = None
    if options.plot is not None:
        picture = figures.svg(comparison_picture(comparison), standalone=True)
    progress.clear()
    if options.json:
        text = json.dumps(comparison_json(comparison), ensure_ascii=False, indent=1) + "\n"
    else:
        text = comparison_text(comparison)
    if picture is not None:
        write_atomically(options.plot, picture)
    if options.output is not None:
        write_atomically(options.output, text)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()
    return 0


def _distinct(values: list[_V], what: str) -> list[_V]:
    if len(set(values)) < len(values):
        raise InputError(f"{what} lists a value twice; keep one.")
    return values


def _chosen(
    text: str | None, default: tuple[Mechanism, ...], others: tuple[Mechanism, ...]
) -> tuple[Mechanism, ...]:
    if text is None:
        return default
    by_name = {mechanism.name: mechanism for mechanism in (*default, *others)}
    names = _distinct([name.strip() for name in text.split(",")], "--mechanisms")
    for name in names:
        if name not in by_name:
            raise InputError(f"--mechanisms names {name!r}; the mechanisms are {', '.join(by_name)}.")
    return tuple(by_name[name] for name in names)
