"""The pages about the proofs: the dependency graph and the axiom report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from html import escape

from .dependencies import restricted, transitive_reduction
from .layout import Node, draw, layers
from .library import Library
from .pages import relative
from .proofs import STATEMENTS, Proofs

GRAPH = "graph.html"
AXIOMS = "axioms.html"


def graph_body(proofs: Proofs, library: Library, items: Mapping[str, tuple[str, ...]]) -> str:
    """The page of the dependency graph; `items` maps a theorem to the items of the blueprint that cite it."""
    main = proofs.main()
    uses = proofs.uses()
    few = transitive_reduction(restricted(uses, main))
    final = "".join(
        f"<li>{_code(name, library)} is <code>{escape(', '.join(main[name]))}</code></li>"
        for name in sorted(few)
        if not any(name in others for others in few.values())
    )
    wide = transitive_reduction(restricted(uses, {*proofs.named(), *main}))
    return f"""<h1>What rests on what</h1>
<p>Extracted from the proofs that Lean checked, not drawn by hand: a line from left to right says that the
proof on the right reaches the theorem on the left, through no other theorem of the picture. Every box leads
to the source. {len(proofs.constants)} constants of the library were searched.</p>
<h2 id="main-theorems">The main theorems</h2>
<p>The {len(few)} theorems of the library that
<a href="{relative(GRAPH, library.source("Formal/Statements.lean"))}"><code>Formal/Statements.lean</code></a>
restates. <a href="#main-list">The same as a list.</a></p>
{_picture(few, main, library, items, title="Dependencies of the main theorems", prefix="m")}
<h2 id="all-theorems">All named theorems</h2>
<p>The {len(wide)} theorems that the trust gate expects, without certificates and witnesses; the main ones
have a coloured frame. <a href="#all-list">The same as a list.</a></p>
{_picture(wide, main, library, items, title="Dependencies of all named theorems", prefix="a")}
<h2 id="main-list">The main theorems as a list</h2>
<p>At the end of the chain of proofs:</p>
<ul>{final}</ul>
{_list(few, library, items, prefix="main")}
<h2 id="all-list">All named theorems as a list</h2>
{_list(wide, library, items, prefix="all")}
"""


def axioms_body(proofs: Proofs, library: Library, groups: Mapping[str, str]) -> str:
    """The axiom report: what the trust gate found. `groups` maps a theorem to the heading it is under."""
    gate = proofs.gate
    count = "" if gate.theorem_count is None else f" with {gate.theorem_count} theorems"
    expected = relative(AXIOMS, library.source("tests/expected_theorems.txt"))
    parts = [
        f"""<h1>Axiom report</h1>
<p><span class="yes">The trust gate holds.</span> {gate.modules} modules{count} were checked by
{escape(proofs.lean)}; all of them together rest on {_axioms(gate.axioms)}. The {len(gate.theorems)} theorems
below are <a href="{expected}">expected by name</a>; for each of them, the axioms are those that its proof
reaches within the library.</p>"""
    ]
    previous = None
    for theorem in gate.theorems:
        group = groups.get(theorem.name, "")
        if group != previous:
            parts += ["</tbody></table></div>"] if previous is not None else []
            parts.append(
                f"<h2>{escape(group)}</h2>\n"
                f'<div class="scroll" role="region" aria-label="{escape(group)}" tabindex="0"><table>'
                "<thead><tr><th>theorem</th><th>module</th><th>axioms</th></tr></thead><tbody>"
            )
            previous = group
        parts.append(
            f"<tr><td>{_code(theorem.name, library, page=AXIOMS)}</td>"
            f"<td>{escape((theorem.module or '').removeprefix('Formal.'))}</td>"
            f"<td>{_axioms(theorem.axioms)}</td></tr>"
        )
    parts.append("</tbody></table></div>")
    return "\n".join(parts)


def expected_groups(text: str) -> dict[str, str]:
    """The comment above each name in the list of expected theorems, without a closing full stop."""
    groups: dict[str, str] = {}
    group = ""
    for line in text.splitlines():
        code, _, comment = line.partition("#")
        if code.strip():
            groups[code.strip()] = group
        elif comment:
            group = comment.strip().removesuffix(".")
    return groups


def _picture(
    edges: Mapping[str, Set[str]],
    main: Mapping[str, list[str]],
    library: Library,
    items: Mapping[str, tuple[str, ...]],
    *,
    title: str,
    prefix: str,
) -> str:
    connected = {name for name, others in edges.items() if others}.union(*edges.values())
    nodes = {
        name: Node(
            label=_short(name),
            note=" · ".join([*items.get(name, ()), *(n.removeprefix(STATEMENTS) for n in main.get(name, ()))])
            or "lemma",
            href=relative(GRAPH, library.lean(name) or GRAPH),
            main=name in main,
        )
        for name in connected
    }
    alone = sorted(set(edges) - connected)
    rest = (
        "<p>Connected to none of the others: " + ", ".join(_code(name, library) for name in alone) + ".</p>"
        if alone
        else ""
    )
    drawing = draw(nodes, {name: edges[name] for name in connected}, title=title, prefix=prefix)
    return (
        f'<div class="scroll" role="region" aria-label="{escape(title)}" tabindex="0">{drawing}</div>{rest}'
    )


def _list(
    edges: Mapping[str, Set[str]], library: Library, items: Mapping[str, tuple[str, ...]], *, prefix: str
) -> str:
    depth = layers(edges)
    parts = []
    for name in sorted(edges, key=lambda name: (-depth[name], name)):
        numbers = f" ({', '.join(items[name])})" if items.get(name) else ""
        below = "".join(
            f'<li><a href="#{prefix}-{escape(other)}"><code>{escape(_short(other))}</code></a></li>'
            for other in sorted(edges[name])
        )
        rests = f" rests on<ul>{below}</ul>" if below else ""
        parts.append(f'<li id="{prefix}-{escape(name)}">{_code(name, library)}{numbers}{rests}</li>')
    return f"<ul>{''.join(parts)}</ul>"


def _code(name: str, library: Library, *, page: str = GRAPH) -> str:
    place = library.lean(name)
    code = f"<code>{escape(_short(name))}</code>"
    return code if place is None else f'<a href="{escape(relative(page, place))}">{code}</a>'


def _axioms(axioms: Iterable[str]) -> str:
    return ", ".join(f"<code>{escape(axiom)}</code>" for axiom in axioms) or "no axiom"


def _short(name: str) -> str:
    return name.removeprefix("Formal.")
