"""The frame of every page, and links between pages."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from html import escape

from .markdown import Heading

SITE = "Pure-DP envelope"


def relative(page: str, target: str) -> str:
    """The address of `target` (a page of the site, with or without an anchor) as seen from `page`."""
    path, mark, anchor = target.partition("#")
    if path == page and mark:
        return mark + anchor
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + anchor


def frame(
    page: str,
    *,
    title: str,
    body: str,
    navigation: Sequence[tuple[str, str]],
    contents: str = "",
    wide: bool = False,
) -> str:
    """A whole page: `navigation` holds labels and pages, the first of them home."""
    links = []
    for index, (label, target) in enumerate(navigation):
        current = ' aria-current="page"' if target == page else ""
        home = ' class="home"' if index == 0 else ""
        links.append(f'<a href="{relative(page, target)}"{home}{current}>{escape(label)}</a>')
    shape = "page with-contents" if contents else "page wide" if wide else "page"
    head = title if title == SITE else f"{title} · {SITE}"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(head)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{relative(page, "site.css")}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Site">{"".join(links)}</nav></header>
<div class="{shape}">
{contents}<main id="main" tabindex="-1">
{body}
</main>
</div>
<footer>Made from the sources by <code>python -m pyref site</code>.</footer>
</body>
</html>
"""


def table_of_contents(headings: Iterable[Heading]) -> str:
    """The headings of levels two and three as a list of links."""
    parts: list[str] = []
    inside = False
    for heading in headings:
        link = f'<a href="#{escape(heading.anchor)}">{escape(heading.text)}</a>'
        if heading.level == 2:
            parts.append(("</ul></li>" if inside else "") + f"<li>{link}<ul>")
            inside = True
        elif heading.level == 3 and inside:
            parts.append(f"<li>{link}</li>")
    if not inside:
        return ""
    listed = f"<ul>{''.join(parts)}</ul></li></ul>"
    return f'<nav class="contents" aria-label="Contents" tabindex="0">{listed}</nav>\n'


def links(items: Iterable[tuple[str, str]]) -> str:
    """Addresses and names as a list of code links."""
    return (
        "<ul>"
        + "".join(
            f'<li><a href="{escape(address)}"><code>{escape(name)}</code></a></li>' for address, name in items
        )
        + "</ul>"
    )
