"""Source files as HTML with an anchor for every line, coloured by pygments."""

from __future__ import annotations

from html import escape

from .extras import library

_LANGUAGES = {
    ".lean": "lean4",
    ".py": "python",
    ".json": "json",
    ".toml": "toml",
    ".yml": "yaml",
    ".yaml": "yaml",
    ".sh": "bash",
}


def highlight(text: str, *, language: str) -> list[str]:
    """The lines of a source as HTML, with pygments' short class names; unknown languages stay plain."""
    pygments = library("pygments")
    lexers = library("pygments.lexers")
    try:
        lexer = lexers.get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except library("pygments.util").ClassNotFound:
        return escape(text, quote=False).split("\n")
    formatter = library("pygments.formatters").HtmlFormatter(nowrap=True)
    lines: list[str] = pygments.highlight(text, lexer, formatter).removesuffix("\n").split("\n")
    return lines


def language_of(name: str) -> str:
    """The language of a file, by its name; "" for plain text."""
    return next((language for suffix, language in _LANGUAGES.items() if name.endswith(suffix)), "")


def numbered(text: str, *, language: str) -> str:
    """A whole source: line n has the anchor `Ln`."""
    lines = highlight(text.rstrip("\n"), language=language)
    rows = "\n".join(
        f'<span class="line" id="L{number}"><a href="#L{number}">{number}</a>{line}</span>'
        for number, line in enumerate(lines, start=1)
    )
    return f'<pre class="source" tabindex="0"><code>{rows}</code></pre>'
