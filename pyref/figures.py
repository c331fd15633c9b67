"""One style for every figure: SVG for pages in light or dark, SVG, PNG and PDF files; no pyplot, no display.

A ``Picture`` says what to draw and what it shows in words.  SVG has a transparent background and real text;
ink (text, axes, grid) is ``currentColor``, and the colours keep a contrast of 3 : 1 on white and on
near-black.  Output is deterministic: no dates, and identifiers that depend on the name only.  Floats enter
here, for positions on paper; every number that is printed comes from exact values.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from .errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS: Mapping[str, str] = {
    "blue": "#2f84c6",
    "orange": "#d4682f",
    "green": "#2f9463",
    "purple": "#a067c0",
    "red": "#d65062",
    "grey": "#7b8694",
}
"""Readable on light and dark; use markers or line styles as well, never colour alone."""

BACKGROUNDS = ("#ffffff", "#14181d")
"""The page in light and in dark."""

SUFFIXES = ("svg", "png", "pdf")

# Replaced by currentColor in SVG; close to black for PNG and PDF, which are on white.
_INK = "#010203"

_STANDALONE_STYLE = "<style>svg{color:#1c2430}@media (prefers-color-scheme:dark){svg{color:#dde3ea}}</style>"

_STYLE: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.prop_cycle": "cycler('color', [" + ", ".join(f"'{c}'" for c in COLOURS.values()) + "])",
    "xtick.color": _INK,
    "ytick.color": _INK,
    "grid.color": _INK,
    "grid.alpha": 0.15,
    "grid.linewidth": 0.8,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A figure: ``draw`` fills the axes; ``description`` is its text alternative.

    ``name`` (a letter, then letters, digits, hyphens) makes identifiers unique on a page; ``width`` and
    ``height`` are inches.
    """

    name: str
    title: str
    description: str
    draw: Callable[[Axes], None]
    width: float = 7.2
    height: float = 3.6


def svg(picture: Picture, *, standalone: bool = False) -> str:
    """An ``<svg>`` element for HTML, or the text of an SVG file that follows the viewer's colour scheme."""
    text = _render(picture, "svg", transparent=True, facecolor="none").decode()
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", text[text.index("<svg") :], flags=re.DOTALL)
    body = body.replace(_INK, "currentColor")
    name = picture.name
    body = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', body)
    body = re.sub(r'(url\(|href=")#', rf"\1#{name}-", body)
    opening, rest = body.split(">", 1)
    opening += f' role="img" aria-labelledby="{name}-title {name}-description"'
    label = (
        f'<title id="{name}-title">{escape(picture.title)}</title>'
        f'<desc id="{name}-description">{escape(picture.description)}</desc>'
    )
    if not standalone:
        return f"{opening}>{label}{rest}"
    return f'<?xml version="1.0" encoding="utf-8"?>\n{opening}>{label}{_STANDALONE_STYLE}{rest}'


def encode(picture: Picture, suffix: str) -> bytes:
    """The contents of a file of type ``suffix``, one of ``SUFFIXES``."""
    if suffix == "svg":
        return svg(picture, standalone=True).encode()
    return _render(picture, suffix, transparent=False, facecolor="white")


_NO_DATES: Mapping[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def _render(picture: Picture, suffix: str, **options: Any) -> bytes:
    with _style(picture.name):
        from matplotlib.figure import Figure

        figure = Figure(figsize=(picture.width, picture.height))
        picture.draw(figure.subplots())
        buffer = io.BytesIO()
        figure.savefig(buffer, format=suffix, dpi=160, metadata=_NO_DATES[suffix], **options)
    return buffer.getvalue()


def _style(salt: str) -> AbstractContextManager[None]:
    """Matplotlib's defaults, whatever the user's configuration, with the changes of ``_STYLE``."""
    try:
        from matplotlib import style
    except ImportError:
        raise InputError(
            "figures need matplotlib, which is not installed; install the extra: pip install '.[report]'."
        ) from None
    return style.context(["default", {**_STYLE, "svg.hashsalt": salt}])
