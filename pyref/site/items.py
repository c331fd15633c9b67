"""The items of the blueprint: numbered statements and sections with the anchors of their headings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .markdown import Heading, read_headings

_ITEM = re.compile(r"(\d+\.\d+[a-z]?|[A-Z]\.\d+)\s+(.+)")
_SECTION = re.compile(r"(\d+|[A-Z])\s+(.+)")


@dataclass(frozen=True, kw_only=True)
class Item:
    """An item: its number as the docstrings cite it, its title, and its anchor in the blueprint.

    A section is an item as well: `is_section`.
    """

    number: str
    title: str
    anchor: str
    is_section: bool


def item_of(heading: Heading) -> Item | None:
    """The item that a heading of the blueprint opens; None for other headings."""
    for level, pattern in ((3, _ITEM), (2, _SECTION)):
        if heading.level == level and (match := pattern.fullmatch(heading.text)):
            number, title = match.groups()
            return Item(number=number, title=title, anchor=heading.anchor, is_section=level == 2)
    return None


def read_items(text: str) -> tuple[Item, ...]:
    """The items of the blueprint in order."""
    return tuple(item for heading in read_headings(text) if (item := item_of(heading)))


@dataclass(frozen=True, kw_only=True)
class Coverage:
    """What covers an item: Lean theorems, Python functions and tests by name; `status` in words."""

    status: str
    proved: bool
    lean: tuple[str, ...] = ()
    python: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
