"""``python -m pyref release``: a private release from a table or a JSON instance (docs/release.md)."""

from __future__ import annotations

import argparse
import json
import math
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..cli import add_csv_options
from ..errors import InputError, WorkLimitError
from ..exact import NumberLiteral, parse_rational
from ..instance import Instance, load_instance, read_text, write_atomically
from ..parameters import ParameterRequest, parse_epsilon, parse_natural
from ..table import instance_from_csv, parse_columns, parse_levels
from ..work import show_count
from .defaults import Wish, choose
from .mechanism import batch_size, release
from .model import Model, shape_of
from .outcome import AVERAGES, document
from .plan import Plan

DEFAULT_LIMIT = 200_000_000_000
"""Units of work: W J (k T + 64 (T + k)); up to a few minutes on one core."""

MAX_ROUNDS = 10_000


def add_subcommand(subparsers: argparse._SubParsersAction[Any]) -> None:
    """The command ``release``."""
    parser = subparsers.add_parser("release", help="a private release in polynomial time, for real tables")
    parser.add_argument("path", metavar="FILE", help="a JSON instance, or a CSV file together with --columns")
    parser.add_argument("--epsilon", help="privacy budget, a decimal; required unless the instance has one")
    table = add_csv_options(parser)
    table.add_argument(
        "--assume-public-levels",
        action="store_true",
        help="read undeclared levels from the data; the guarantee then holds only if they are public",
    )
    table.add_argument("--queries", metavar="FILE", help="a file with one such query per line")
    numbers = parser.add_argument_group("parameters (defaults depend on public numbers only)")
    for name in ("J", "beta", "g0", "m"):
        numbers.add_argument(f"--{name}")
    parser.add_argument(
        "--average",
        choices=AVERAGES,
        default="all",
        help="synthetic distribution: mean of all rounds, of the last half, or maximum likelihood",
    )
    parser.add_argument(
        "--all-proposals",
        action="store_true",
        help="make the largest number of proposals always, so that their number tells nothing",
    )
    parser.add_argument("--max-work", metavar="UNITS", help=f"refuse more work (default {DEFAULT_LIMIT})")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE, whole or not at all")
    parser.set_defaults(handler=_release)


def _release(options: argparse.Namespace) -> int:
    if options.output is not None and not Path(options.output).parent.is_dir():
        raise InputError(f"cannot write {options.output}: its directory does not exist.")
    limit = DEFAULT_LIMIT if options.max_work is None else parse_natural(options.max_work, what="--max-work")
    instance, epsilon, wish, levels = load(options)
    if wish.J is not None and wish.J > MAX_ROUNDS:
        raise InputError(f"parameter J is {wish.J}; at most {MAX_ROUNDS} rounds are supported.")
    plan = choose(shape_of(instance), epsilon, wish)
    require_within(plan, limit=limit, all_proposals=options.all_proposals)
    model = Model.of(instance, plan)
    # Public numbers only: nothing is said about how the draw goes.
    sys.stderr.write(
        f"pyref: drawing; about {show_count(math.ceil(plan.total))} proposals are expected, "
        f"at most {show_count(plan.proposals)} are made.\n"
    )
    outcome = release(model, always_all=options.all_proposals)
    result = document(model, outcome, average=options.average, public_levels=levels)
    text = json.dumps(result, ensure_ascii=False, indent=1) + "\n"
    if options.output is not None:
        write_atomically(options.output, text)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()
    return 0


def load(options: argparse.Namespace) -> tuple[Instance, Fraction, Wish, str]:
    """The instance, the budget, the parameters asked for, and how the levels became public."""
    # The enumeration's own defaults are not wanted here, hence the placeholders.
    request = ParameterRequest(epsilon=options.epsilon, beta="2", g0="2", m=1, J=1)
    given: dict[str, Any] = {}
    if options.columns is None:
        if options.levels or options.query or options.queries or options.assume_public_levels:
            raise InputError(
                "--levels, --query, --queries and --assume-public-levels need --columns, which reads the "
                "file as CSV."
            )
        instance = load_instance(options.path, overrides=request)
        given = json.loads(read_text(options.path), parse_float=NumberLiteral).get("parameters", {})
        if options.epsilon is None and instance.parameters.epsilon is None:
            raise InputError(f"{options.path} gives r but no epsilon; a release needs --epsilon.")
        levels = "declared in the instance"
    else:
        if options.epsilon is None:
            raise InputError("a release needs --epsilon, for instance --epsilon 1.")
        parse_epsilon(options.epsilon)
        columns = parse_columns(options.columns)
        declared = parse_levels(options.levels, columns=columns)
        missing = [name for name in columns if name not in declared]
        if missing and not options.assume_public_levels:
            raise InputError(
                f"the levels of {missing[0]!r} are not declared; declare them with --levels "
                f"{missing[0]}=A,B, or pass --assume-public-levels if those found in the data are public."
            )
        instance = instance_from_csv(
            options.path,
            columns=columns,
            request=request,
            levels=declared,
            predicates=[*options.query, *_lines(options.queries)],
        )
        levels = "declared" if not missing else f"read from the data for {', '.join(missing)}: assumed public"
    epsilon = instance.parameters.epsilon
    assert epsilon is not None
    return instance, epsilon, _wish(options, given), levels


def _lines(path: str | None) -> list[str]:
    if path is None:
        return []
    lines = [line.strip() for line in read_text(path).splitlines()]
    queries = [line for line in lines if line and not line.startswith("#")]
    if not queries:
        raise InputError(f"{path} lists no query; write one predicate per line.")
    return queries


def _wish(options: argparse.Namespace, given: dict[str, Any]) -> Wish:
    def pick(name: str) -> Any:
        value = getattr(options, name)
        return given.get(name) if value is None else value

    J, m, beta, g0 = (pick(name) for name in ("J", "m", "beta", "g0"))
    return Wish(
        J=None if J is None else parse_natural(J, what="parameter J"),
        m=1 if m is None else parse_natural(m, what="parameter m"),
        beta=None if beta is None else parse_rational(beta, what="parameter beta"),
        g0=None if g0 is None else parse_rational(g0, what="parameter g0"),
    )


def require_within(plan: Plan, *, limit: int, all_proposals: bool) -> None:
    """Raise WorkLimitError where the expected work is over the limit."""
    shape = plan.shape
    proposals = plan.proposals if all_proposals else math.ceil(plan.total)
    cost = shape.queries * shape.labels + 64 * (shape.labels + shape.queries)
    units = proposals * plan.tuning.J * cost
    if units > limit or batch_size(plan) < 1:
        raise WorkLimitError(
            f"the release is over the work limit: {show_count(proposals)} proposals of {plan.tuning.J} rounds"
            f" over {shape.labels} labels and {shape.queries} queries need {show_count(units)} units and the"
            f" limit is {show_count(limit)}; use a larger epsilon, a smaller J or fewer labels, or raise "
            f"--max-work."
        )
