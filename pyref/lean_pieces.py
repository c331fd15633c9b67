"""Pieces of Lean text for certificates: numerals, lists, definitions, theorems, and the instance itself.

No name of the instance (labels, queries) enters the text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction

from flint import fmpz

from .certificate import Row
from .instance import Instance

WIDTH = 110
"""Where lines are broken, as far as that is possible."""

CHECK = "(by decide +kernel)"
"""The proof of a decidable statement by evaluation in the kernel."""


def number(value: int) -> str:
    """A numeral."""
    return str(fmpz(value))  # Python's int refuses to print more than a few thousand digits


def rational(value: Fraction) -> str:
    """``p / q``, or a numeral."""
    text = number(value.numerator)
    return text if value.denominator == 1 else f"{text} / {number(value.denominator)}"


def fraction(value: Fraction) -> str:
    """A term of Lean's ``Formal.Fraction``."""
    return f"⟨{number(value.numerator)}, {number(value.denominator)}⟩"


def signed(s: int) -> str:
    """A signed query; ``true`` is the positive copy."""
    return f"({s // 2}, {'false' if s % 2 else 'true'})"


def inline_list(items: Iterable[str], *, indent: int = 0) -> str:
    """``[a, b, ...]``, broken into lines of about ``WIDTH`` columns, the later ones indented."""
    lines = [" " * indent + "["]
    for i, item in enumerate(items):
        piece = item if i == 0 else f", {item}"
        if i and len(lines[-1]) + len(piece) > WIDTH and "\n" not in item:
            lines[-1] += ","
            lines.append(" " * (indent + 1) + item)
        else:
            lines[-1] += piece
    return "\n".join(lines) + "]"


def one_per_line(items: Sequence[str], *, indent: int) -> str:
    """``[a, b, ...]`` with one item per line."""
    pad = " " * indent
    return f"{pad}[" + f",\n{pad} ".join(items) + "]"


def row_of(row: Row) -> str:
    """A list of fractions."""
    return inline_list(map(fraction, row), indent=2)


def define(name: str, kind: str, value: str, *, doc: str) -> str:
    """A definition."""
    return f"/-- {doc} -/\ndef {name} : {kind} :=\n{value}"


def theorem(name: str, statement: str, proof: str, *, doc: str | None = None) -> str:
    """A theorem; a proof that starts with ``by`` is a tactic block of one line."""
    head = "" if doc is None else f"/-- {doc} -/\n"
    tail = " by\n  " + proof.removeprefix("by ") if proof.startswith("by ") else f"\n  {proof}"
    text = f"theorem {name} : {statement} :="
    if "\n" in text or len(text) > WIDTH:
        text = f"theorem {name} :\n    {statement} :="
    return head + text + tail


def quantity(count: int, what: str, plural: str) -> str:
    """``1 row`` or ``3 rows``."""
    return f"{count} {what if count == 1 else plural}"


def sequence(entries: Iterable[str], default: str) -> str:
    """The sequence with these entries, as Lean's ``Formal.sequence`` makes it of a list."""
    return f"sequence {inline_list(entries)} {default}"


def docstring(instance: Instance, *, name: str, command: str, what: str) -> str:
    """The opening comment of a module; ``what`` says what its numbers are."""
    p = instance.parameters
    labels = quantity(instance.T, "label", "labels")
    queries = quantity(instance.k, "query", "queries")
    rows = quantity(instance.n, "row", "rows")
    rounds = quantity(p.J, "round", "rounds")
    size = f"T = {labels}, k = {queries} with integer values up to B = {instance.bound}, n = {rows}"
    parameters = f"J = {rounds}, m = {p.m}, β = {p.beta}, g₀ = {p.g0}, r = {p.r}"
    about = (
        "The Python reference computed every number below; Lean's kernel confirms that Lean's own "
        f"definitions evaluate to them. {what} A fraction `⟨p, q⟩` is `p/q`."
    )
    paragraphs = [
        f"# Certificate: {name}",
        f"Generated; do not edit. The command was\n\n  `{command}`",
        f"The reference instance (blueprint §3) with\n\n  {size},\n  {parameters}.",
        textwrap.fill(about, 100, break_long_words=False, break_on_hyphens=False),
    ]
    return "/-!\n" + "\n\n".join(paragraphs) + "\n-/"


def instance_parts(instance: Instance) -> list[str]:
    """The definition ``inst`` of the reference instance, with the table of its queries."""
    p = instance.parameters
    queries = one_per_line([inline_list(map(str, q.values)) for q in instance.queries], indent=2)
    fields = [
        "  query j d := (queries.getD j.val []).getD d.val 0",
        f"  bound := {instance.bound}",
        f"  rows := {instance.n}",
        f"  rounds := {p.J}",
        f"  scale := {p.m}",
        f"  beta := {rational(p.beta)}",
        f"  base := {rational(p.g0)}",
        f"  discount := {rational(p.r)}",
        "  query_le := by decide +kernel",
        *(f"  {field}_pos := by decide" for field in ("bound", "rows", "rounds", "scale")),
        *(f"  {field} := by decide +kernel" for field in ("one_lt_beta", "one_lt_base")),
        *(f"  discount_{field} := by decide +kernel" for field in ("pos", "le_one")),
        "  query_nonempty := by decide",
        "  universe_nonempty := ⟨0⟩",
    ]
    return [
        define(
            "queries", "List (List Int)", queries, doc="The values of the queries, one row for each query."
        ),
        "/-- The instance. -/\n"
        f"def inst : ReferenceInstance (Fin {instance.T}) {instance.k} where\n" + "\n".join(fields),
    ]
