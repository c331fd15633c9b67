"""Numbers and tables as HTML.

Text is escaped.  A number is ``<data value="p/q">decimal</data>``: the exact fraction, where it has at most
300 digits, can be read by programs, and is also shown when it is short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import Literal

from .exact import decimal_string, fraction_string

SHORT = 15
"""Fractions of at most this many characters are shown beside their decimal."""


class Html(str):
    """Text that is HTML already."""


NONE = Html("\N{EN DASH}")
"""Shown where there is no number."""


def text(value: object) -> Html:
    """``value`` as HTML: escaped, unless it is ``Html``."""
    return value if isinstance(value, Html) else Html(escape(str(value)))


def number(
    value: Fraction, digits: int = 8, *, show: Callable[[Fraction], str] | None = None, plain: bool = False
) -> Html:
    """A rational as a decimal (by ``show``, or rounded to ``digits``); ``plain`` leaves out the short
    fraction.
    """
    decimal = decimal_string(value, digits) if show is None else show(value)
    exact = fraction_string(value)
    marked = decimal if exact is None else f'<data value="{exact}">{decimal}</data>'
    if plain or exact is None or value.denominator == 1 or len(exact) > SHORT:
        return Html(marked)
    return Html(f'{marked} <span class="fraction">= {exact}</span>')


def above(value: Fraction | None) -> Html:
    """A number rounded up, or a dash."""
    return _rounded(value, "up")


def below(value: Fraction | None) -> Html:
    """A number rounded down, or a dash."""
    return _rounded(value, "down")


def _rounded(value: Fraction | None, rounding: Literal["up", "down"]) -> Html:
    if value is None:
        return NONE
    return number(value, show=lambda v: decimal_string(v, 6, rounding=rounding), plain=True)


def table(
    caption: str,
    head: Sequence[object],
    rows: Iterable[Sequence[object]],
    *,
    name: str,
    most: int | None = None,
) -> Html:
    """A table whose first column names the rows; it scrolls inside its own box when it is wide.

    ``name`` identifies it on the page; at most ``most`` rows are shown, and the caption says so.
    """
    body = [list(row) for row in rows]
    if most is not None and len(body) > most:
        caption += f" (the first {most} of {len(body)})"
        body = body[:most]
    lines = [
        f'<div class="scroll" role="region" tabindex="0" aria-labelledby="{name}-caption">',
        f'<table id="{name}"{" class=wide" * (len(head) > 4)}>',
        f'<caption id="{name}-caption"><span>{escape(caption)}</span></caption>',
        "<thead><tr>" + "".join(f'<th scope="col">{text(cell)}</th>' for cell in head) + "</tr></thead>",
        "<tbody>",
    ]
    for first, *rest in body:
        cells = "".join(f"<td>{text(cell)}</td>" for cell in rest)
        lines.append(f'<tr><th scope="row">{text(first)}</th>{cells}</tr>')
    return Html("\n".join([*lines, "</tbody></table></div>", ""]))


def pairs(caption: str, rows: Iterable[Sequence[object]], *, name: str) -> Html:
    """A table of names and values."""
    return table(caption, ("quantity", "value"), rows, name=name)
