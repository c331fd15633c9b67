"""Makes every page of the site in memory, then writes them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path

from pyref.errors import InputError
from pyref.lean.citations import BLUEPRINT
from pyref.lean.gate import EXPECTED_THEOREMS
from pyref.lean.map import Entry

from .library import Library, directory_anchor
from .markdown import Document, Heading, render
from .pages import SITE, frame, links, relative, table_of_contents
from .proofs import Proofs
from .sources import language_of, numbered
from .theorems import AXIOMS, GRAPH, axioms_body, expected_groups, graph_body

_MARKER = ".pyref-site"
_NAVIGATION = (
    (SITE, "index.html"),
    ("Blueprint", "docs/blueprint.html"),
    ("Map", "docs/paper-map.html"),
    ("Graph", GRAPH),
    ("Axioms", AXIOMS),
    ("Trust", "docs/trust.html"),
    ("Example", "example.html"),
    ("Documents", "documents.html"),
    ("Sources", "sources/index.html"),
)
# Below this many headings a document needs no list of contents beside it.
_CONTENTS_FROM = 6


def make_site(
    root: Path, *, proofs: Proofs, entries: Sequence[Entry], example: str | None
) -> dict[str, bytes]:
    """Every file of the site by its path.

    `entries` say what covers the items of the blueprint; `example` is the report of the example, a whole HTML
    page. Raises InputError for a document with a dead link or a formula that cannot be set.
    """
    library = Library(root)
    pages: dict[str, str] = {}
    if example is not None:
        pages["example.html"] = example
    present = {*pages, *library.documents.values(), GRAPH, AXIOMS, "documents.html", "sources/index.html"}
    navigation = [(label, target) for label, target in _NAVIGATION if target in present]

    covered = {entry.item.number: entry for entry in entries}
    documents: dict[str, Document] = {}
    for name, page in library.documents.items():
        document = _document(name, library, covered if name == BLUEPRINT.as_posix() else {})
        documents[name] = document
        contents = table_of_contents(document.headings) if len(document.headings) >= _CONTENTS_FROM else ""
        title = SITE if page == "index.html" else document.title
        pages[page] = frame(page, title=title, body=document.html, navigation=navigation, contents=contents)

    items: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        for theorem in () if entry.item.is_section else entry.theorems:
            items[theorem.name] = (*items.get(theorem.name, ()), entry.item.number)
    groups = expected_groups(library.text(EXPECTED_THEOREMS.as_posix()))
    bodies = {
        GRAPH: ("What rests on what", graph_body(proofs, library, items)),
        AXIOMS: ("Axiom report", axioms_body(proofs, library, groups)),
        "documents.html": ("Documents", _documents_body(documents, library)),
        # Last, because the other pages decide which files are shown.
        "sources/index.html": ("Sources", _sources_body(library)),
    }
    for page, (title, body) in bodies.items():
        pages[page] = frame(page, title=title, body=body, navigation=navigation, wide=page == GRAPH)
    for name in library.shown:
        page = library.source(name)
        body = f"<h1><code>{escape(name)}</code></h1>\n" + numbered(
            library.text(name), language=language_of(name)
        )
        pages[page] = frame(page, title=name, body=body, navigation=navigation, wide=True)

    files = {page: text.encode() for page, text in pages.items()}
    files["site.css"] = (Path(__file__).parent / "site.css").read_bytes()
    for name in library.assets:
        files[f"files/{name}"] = (root / name).read_bytes()
    return files


def write_site(files: Mapping[str, bytes], directory: Path) -> None:
    """Write the files below `directory` and remove those of an earlier site that are no more.

    Raises InputError when the directory holds something else or cannot be written.
    """
    marker = directory / _MARKER
    if directory.exists() and not directory.is_dir():
        raise InputError(f"{directory} is not a directory: choose another one with -o")
    if directory.is_dir() and any(directory.iterdir()) and not marker.is_file():
        raise InputError(f"{directory} holds files that are no site: choose an empty directory with -o")
    try:
        old = marker.read_text(encoding="utf-8").splitlines() if marker.is_file() else []
        directory.mkdir(parents=True, exist_ok=True)
        marker.write_text("\n".join(sorted({*old, *files})) + "\n", encoding="utf-8")
        for name, content in files.items():
            path = directory / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        for name in sorted(set(old) - set(files)):
            (directory / name).unlink(missing_ok=True)
        marker.write_text("\n".join(sorted(files)) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"the site cannot be written to {directory}: {error.strerror}") from error


def _document(name: str, library: Library, covered: Mapping[str, Entry]) -> Document:
    page = library.documents[name]

    def link(address: str) -> str:
        target = library.target(name, address)
        return (
            target if "://" in target or target.startswith(("mailto:", "data:")) else relative(page, target)
        )

    def code_link(text: str) -> str | None:
        target = library.code(text)
        return None if target is None or target == page else relative(page, target)

    def below_heading(heading: Heading) -> str:
        entry = covered.get(heading.text.partition(" ")[0])
        return "" if entry is None else _facts(entry, page, library)

    return render(library.text(name), link=link, code_link=code_link, below_heading=below_heading)


def _facts(entry: Entry, page: str, library: Library) -> str:
    """What covers an item of the blueprint, as a list of links; "" when there is nothing to say."""
    rows = []
    if not entry.item.is_section:
        shade = "yes" if entry.status == "proved" else "no"
        reason = f": {escape(entry.reason)}" if entry.reason else ""
        rows.append(("Status", f'<span class="{shade}">{escape(entry.status)}</span>{reason}'))

    def add(title: str, found: Iterable[tuple[str, str]]) -> None:
        addresses = [(relative(page, place), name) for place, name in found]
        if addresses:
            rows.append((title, links(addresses)))

    for title, declarations in (
        ("Lean", entry.theorems),
        ("Definitions", entry.definitions),
        ("Restated", entry.restated),
    ):
        add(title, ((library.source(d.path.as_posix(), d.line), _short(d.name)) for d in declarations))
    add("Python", ((library.source(s.path.as_posix(), s.line), s.name) for s in entry.python))
    for title, declarations in (("Certificates", entry.certificates), ("Instances", entry.witnesses)):
        paths = dict.fromkeys(d.path for d in declarations)
        add(title, ((library.source(path.as_posix()), path.stem) for path in paths))
    add("Tests", ((library.source(path.as_posix()), path.name) for path in entry.tests))
    listed = "".join(f"<dt>{title}</dt><dd>{text}</dd>" for title, text in rows)
    return f'<dl class="facts">{listed}</dl>\n' if rows else ""


def _documents_body(documents: Mapping[str, Document], library: Library) -> str:
    rows = "\n".join(
        f'<li><a href="{relative("documents.html", library.documents[name])}">{escape(document.title)}</a>'
        f" (<code>{escape(name)}</code>)</li>"
        for name, document in sorted(documents.items())
    )
    return f"<h1>Documents</h1>\n<ul>{rows}</ul>"


def _sources_body(library: Library) -> str:
    parts = ["<h1>Sources</h1>"]
    directories: dict[str, list[str]] = {}
    for name in sorted(library.shown):
        directories.setdefault(posixpath.dirname(name), []).append(name)
    for directory, names in directories.items():
        title = f"<code>{escape(directory)}/</code>" if directory else "Top level"
        parts.append(f'<h2 id="{directory_anchor(directory)}">{title}</h2>\n<ul>')
        for name in names:
            about = _about(library.text(name))
            parts.append(
                f'<li><a href="{relative("sources/index.html", library.source(name))}"><code>'
                f"{escape(posixpath.basename(name))}</code></a>{': ' if about else ''}{escape(about)}</li>"
            )
        parts.append("</ul>")
    return "\n".join(parts)


def _short(name: str) -> str:
    return name.removeprefix("Formal.")


def _about(text: str) -> str:
    """The title of a Lean module, or the first line of a Python module's documentation."""
    match = re.search(r"/-!\s*#\s*(.+)", text) or re.match(r'\s*"""(.+?)(?:\n|""")', text)
    return match.group(1).strip().rstrip(".").replace("``", "").replace("`", "") if match else ""
