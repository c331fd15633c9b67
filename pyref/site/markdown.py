"""Markdown documents as HTML: headings with GitHub's anchors, `$formulas$`, links given by a function."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

from .extras import library
from .formulas import mathml
from .sources import highlight


@dataclass(frozen=True, kw_only=True)
class Heading:
    """A heading: its level (1 is the title), its text without markup, and its anchor."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, kw_only=True)
class Document:
    """A rendered document: the HTML of its body and its headings in order."""

    html: str
    headings: tuple[Heading, ...]

    @property
    def title(self) -> str:
        """The text of the first heading."""
        return self.headings[0].text if self.headings else ""


def anchor(text: str) -> str:
    """The anchor that GitHub gives a heading with this text."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def read_headings(text: str) -> tuple[Heading, ...]:
    """The headings of a document."""
    return _headings(_parser().parse(text))


def render(
    text: str,
    *,
    link: Callable[[str], str],
    code_link: Callable[[str], str | None],
    below_heading: Callable[[Heading], str],
) -> Document:
    """A document as HTML.

    `link` maps the target of every link and image; `code_link` gives the target of a piece of inline code, or
    None; `below_heading` gives HTML to put after a heading. Raises InputError for a formula that cannot be
    converted, and what the functions raise.
    """
    parser = _parser()
    tokens = parser.parse(text)
    headings = _headings(tokens)
    pending = iter(headings)
    current: Heading | None = None

    def heading_open(_: Any, tokens: list[Any], index: int, *__: Any) -> str:
        nonlocal current
        current = next(pending)
        return f'<{tokens[index].tag} id="{escape(current.anchor)}">'

    def heading_close(_: Any, tokens: list[Any], index: int, *__: Any) -> str:
        assert current is not None
        mark = f'<a class="anchor" href="#{escape(current.anchor)}" aria-label="Link to this section">#</a>'
        return f" {mark}</{tokens[index].tag}>\n{below_heading(current)}"

    def link_open(_: Any, tokens: list[Any], index: int, *__: Any) -> str:
        return f'<a href="{escape(link(tokens[index].attrs["href"]))}">'

    def image(_: Any, tokens: list[Any], index: int, *__: Any) -> str:
        source = escape(link(tokens[index].attrs["src"]))
        return f'<img src="{source}" alt="{escape(tokens[index].content)}">'

    def code_inline(_: Any, tokens: list[Any], index: int, *__: Any) -> str:
        code = f"<code>{escape(tokens[index].content)}</code>"
        inside_link = sum(t.type == "link_open" for t in tokens[:index]) > sum(
            t.type == "link_close" for t in tokens[:index]
        )
        target = None if inside_link else code_link(tokens[index].content)
        return code if target is None else f'<a href="{escape(target)}">{code}</a>'

    def fence(_: Any, tokens: list[Any], index: int, *__: Any) -> str:
        lines = highlight(tokens[index].content.rstrip("\n"), language=tokens[index].info.strip())
        return f'<pre tabindex="0"><code>{chr(10).join(lines)}</code></pre>\n'

    def formula(_: Any, tokens: list[Any], index: int, *__: Any) -> str:
        token = tokens[index]
        element = mathml(token.content, display=token.markup == "$$")
        return f'<span class="formula">{element}</span>' if token.markup == "$$" else element

    def table_open(*_: Any) -> str:
        return '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>\n'

    def table_close(*_: Any) -> str:
        return "</table></div>\n"

    rules = {
        "heading_open": heading_open,
        "heading_close": heading_close,
        "link_open": link_open,
        "image": image,
        "code_inline": code_inline,
        "fence": fence,
        "code_block": fence,
        "formula": formula,
        "table_open": table_open,
        "table_close": table_close,
    }
    for name, rule in rules.items():
        parser.add_render_rule(name, rule)
    return Document(html=parser.renderer.render(tokens, parser.options, {}), headings=headings)


def formulas(text: str) -> list[str]:
    """Every formula of a document, without its dollar signs."""
    return [
        token.content
        for block in _parser().parse(text)
        for token in block.children or ()
        if token.type == "formula"
    ]


def _parser() -> Any:
    parser = library("markdown_it").MarkdownIt("commonmark").enable("table")
    parser.inline.ruler.before("escape", "formula", _formula_rule)
    return parser


def _formula_rule(state: Any, silent: bool) -> bool:
    """`$...$` in a line and `$$...$$` displayed, with GitHub's conditions on what may touch the dollars."""
    text: str = state.src
    start: int = state.pos
    if text[start] != "$":
        return False
    mark = "$$" if text.startswith("$$", start) else "$"
    begin = start + len(mark)
    end = text.find(mark, begin)
    if end <= begin or "`" in text[begin:end]:
        return False
    after = text[end + len(mark) : end + len(mark) + 1]
    if mark == "$" and (text[begin].isspace() or text[end - 1].isspace() or after.isdigit()):
        return False
    if not silent:
        token = state.push("formula", "math", 0)
        token.content = text[begin:end]
        token.markup = mark
    state.pos = end + len(mark)
    return True


def _headings(tokens: list[Any]) -> tuple[Heading, ...]:
    found: list[Heading] = []
    seen: dict[str, int] = {}
    for token, content in pairwise(tokens):
        if token.type != "heading_open":
            continue
        text = "".join(child.content for child in content.children)
        base = anchor(text)
        count = seen.get(base, 0)
        seen[base] = count + 1
        found.append(
            Heading(level=int(token.tag[1]), text=text, anchor=base if not count else f"{base}-{count}")
        )
    return tuple(found)
