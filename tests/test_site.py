"""The web site: its parts, and the whole of it, checked as files and in a browser."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath

import pytest
from browser import Browser, needs_browser

from pyref.errors import InputError
from pyref.lean.citations import read_items
from pyref.lean.declarations import read_declarations
from pyref.lean.gate import GateResult, TheoremReport, expected_theorems
from pyref.lean.map import read_map
from pyref.site import build, extras
from pyref.site.build import make_site, write_site
from pyref.site.cli import example_report
from pyref.site.dependencies import restricted, transitive_reduction
from pyref.site.formulas import mathml
from pyref.site.layout import Node, draw, layers
from pyref.site.library import Library
from pyref.site.markdown import anchor, formulas, render
from pyref.site.proofs import Constant, Proofs, collect
from pyref.site.sources import numbered
from pyref.site.theorems import expected_groups

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


# The dependency graph


def test_dependencies_pass_through_what_is_not_shown():
    uses = {
        "top": {"helper", "left"},
        "helper": {"base"},
        "left": {"base", "Nat"},
        "base": set(),
        "odd": set(),
    }
    reached = restricted(uses, ["top", "left", "base", "odd"])
    assert reached == {"top": {"left", "base"}, "left": {"base"}, "base": set(), "odd": set()}
    # top reaches base by the helper alone, but also through left: that one edge is enough.
    assert transitive_reduction(reached) == {"top": {"left"}, "left": {"base"}, "base": set(), "odd": set()}
    assert transitive_reduction(restricted(uses, ["top", "base"])) == {"top": {"base"}, "base": set()}


def test_a_cycle_is_refused():
    with pytest.raises(ValueError, match="rests on itself"):
        transitive_reduction(restricted({"a": {"b"}, "b": {"a"}}, ["a", "b"]))


def test_layers_are_close_to_the_users():
    edges = {"end": {"mid", "late"}, "mid": {"low"}, "low": set(), "late": set(), "alone": set()}
    assert layers(edges) == {"low": 0, "mid": 1, "end": 2, "late": 1, "alone": 0}


EDGES = {
    "z": {"m", "n", "a"},
    "y": {"m", "k"},
    "m": {"a", "b"},
    "n": {"b", "c"},
    "k": {"c"},
    "a": set(),
    "b": set(),
    "c": set(),
    "q": {"p"},
    "p": set(),
}


def test_the_drawing_shows_every_node_and_edge_from_left_to_right():
    nodes = {
        name: Node(label=f"<{name}>", note="n & m", href=f"x#{name}", main=name == "z") for name in EDGES
    }
    svg = draw(nodes, EDGES, title="T", prefix="g")
    boxes = {}
    for match in re.finditer(
        r'<a id="g(\d+)" href="x#(\w)"( class=main)?>'
        r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"',
        svg,
    ):
        number, name, main, *box = match.groups()
        boxes[name] = tuple(map(float, box))
        assert (main is not None) == (name == "z")
        assert sorted(EDGES)[int(number)] == name
        assert f"&lt;{name}&gt;" in svg and "n &amp; m" in svg
    assert boxes.keys() == EDGES.keys()
    width, height = (float(re.search(rf'{side}="(\d+)"', svg).group(1)) for side in ("width", "height"))
    for x, y, w, h in boxes.values():
        assert min(x, y) >= 0 and x + w <= width and y + h <= height
    for one, (x, y, w, h) in boxes.items():
        for other, (x2, y2, w2, h2) in boxes.items():
            assert one == other or x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y, (one, other)
    drawn = re.findall(r'<path class="eg(\d+) eg(\d+)" d="M([\d.]+) ([\d.]+)[^"]*?([\d.]+) ([\d.]+)"', svg)
    names = sorted(EDGES)
    assert {(names[int(low)], names[int(high)]) for low, high, *_ in drawn} == {
        (low, high) for high, lows in EDGES.items() for low in lows
    }
    for low, high, x, y, x2, y2 in drawn:
        left, right = boxes[names[int(low)]], boxes[names[int(high)]]
        assert float(x) == pytest.approx(left[0] + left[2], abs=0.2)
        assert float(y) == pytest.approx(left[1] + left[3] / 2, abs=0.2)
        assert (float(x2), float(y2)) == pytest.approx((right[0], right[1] + right[3] / 2), abs=0.2)
        assert float(x) < float(x2)


def test_crossings_that_can_be_avoided_are():
    # Two separate chains whose names alternate: any fixed order by name would cross them.
    edges = {"b2": {"a1"}, "a2": {"b1"}, "a1": set(), "b1": set(), "t": {"a2", "b2"}}
    svg = draw({n: Node(label=n, note="", href="", main=False) for n in edges}, edges, title="", prefix="g")
    heights = dict(re.findall(r'y="([\d.]+)">(\w\d?)</text>', svg)[i][::-1] for i in range(5))
    assert (float(heights["a1"]) < float(heights["b1"])) == (float(heights["b2"]) < float(heights["a2"]))


# Formulas


def test_formulas_are_set_like_tex():
    display = mathml(r"\max_y f + 2\log T", display=True)
    assert "<munder><mi>max</mi><mi>y</mi></munder>" in display
    thin = '<mspace width="0.1667em" />'
    assert f"<mn>2</mn>{thin}<mi>log</mi>{thin}<mi>T</mi>" in display
    inline = mathml(r"\exp(x)", display=False)
    assert "<msub><mi>max</mi>" in mathml(r"\max_y f", display=False) and "mspace" not in inline
    assert "<mi>err</mi>" in mathml(r"\mathrm{err}", display=False)
    assert "\N{MATHEMATICAL DOUBLE-STRUCK CAPITAL E}" in mathml(
        r"\mathbb E_p", display=False
    ) and "mathvariant" not in mathml(r"\mathbb E", display=False)


def test_signs_and_brackets_stand_close():
    signs = mathml(r"-a = \lbrace -b, c - d\rbrace - \lfloor -e\rceil", display=True)
    assert re.findall('<mo( form="prefix")?>\N{MINUS SIGN}</mo>', signs) == [
        *[' form="prefix"'] * 2,
        "",
        "",
        ' form="prefix"',
    ]
    assert re.findall(r'form="(\w+)">([{}⌊⌉])<', signs) == [
        ("prefix", "{"),
        ("postfix", "}"),
        ("prefix", "⌊"),
        ("postfix", "⌉"),
    ]
    assert '<mo lspace="0.2778em" rspace="0.2778em">:</mo>' in mathml("f : A", display=True)


def test_a_long_formula_in_a_line_can_break_after_relations():
    text = r"a_1 + b_1 + c_1 \le a_2 + b_2 + c_2 = a_3 + b_3 + c_3"
    whole, parts = mathml(text, display=True), mathml(text, display=False)
    assert whole.count("<math") == 1 and parts.count("<math") == 3
    assert parts.count('form="infix"') == 2
    strip = re.compile(r"<[^>]*>")
    assert strip.sub("", whole) == strip.sub("", parts)
    assert mathml("x = y", display=False).count("<math") == 1


@pytest.mark.parametrize("bad", [r"\unknowncommand x", r"\frac{1}", r"\mathbb{ab}"])
def test_a_formula_that_cannot_be_set_is_an_error(bad):
    with pytest.raises(InputError, match="formula"):
        mathml(bad, display=False)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_every_formula_converts_and_renders_on_github_too(path):
    for formula in formulas(path.read_text(encoding="utf-8")):
        mathml(formula, display=True)
        # GitHub reads a formula as Markdown first: these would be taken as markup.
        for trap in (r"(?<![A-Za-z0-9])_", r"\\[^A-Za-z\s]", r"[*~`&|]", r"<[A-Za-z/!]", r"\]\("):
            assert not re.search(trap, formula), (trap, formula)


# Documents


def plain(text, **functions):
    functions = {"link": str, "code_link": lambda _: None, "below_heading": lambda _: ""} | functions
    return render(text, **functions)


def test_headings_have_the_anchors_of_github():
    document = plain(
        "# A `b`: c\n\n## E.5 Hoeffding's lemma\n\n## Twice\n\n## Twice\n\n### 10.4b Äb\N{EN DASH}c\n"
    )
    assert [(h.level, h.text, h.anchor) for h in document.headings] == [
        (1, "A b: c", "a-b-c"),
        (2, "E.5 Hoeffding's lemma", "e5-hoeffdings-lemma"),
        (2, "Twice", "twice"),
        (2, "Twice", "twice-1"),
        (3, "10.4b Äb\N{EN DASH}c", "104b-äbc"),
    ]
    assert '<h2 id="e5-hoeffdings-lemma">' in document.html


def test_dollars_are_formulas_only_where_github_says_so():
    document = plain("It costs $5 and $6, `$a$`; but $a$-th.\n\n$$b$$\n\n```sh\n$ make $x$\n```\n")
    assert document.html.count("<math") == 2 and document.html.count('display="block"') == 1
    assert "costs $5 and $6" in document.html and "<code>$a$</code>" in document.html


def test_links_code_and_what_follows_a_heading():
    document = plain(
        "# T\n\n[a `x`](b.md#c) `x`\n\n| h |\n|---|\n| 1 |\n\n<b>raw</b>",
        link=lambda address: address.replace(".md", ".html"),
        code_link=lambda text: "place" if text == "x" else None,
        below_heading=lambda heading: f"<p>{heading.text}</p>",
    )
    assert '<a href="b.html#c">a <code>x</code></a> <a href="place"><code>x</code></a>' in document.html
    assert "</h1>\n<p>T</p>" in document.html
    assert '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>' in document.html


def test_source_lines_have_anchors():
    html = numbered('/-- a\nb -/\ntheorem x : 1 < 2 := "s"', language="lean4")
    assert re.findall(r'id="L(\d)"', html) == ["1", "2", "3"]
    assert html.count('class="sd"') == 2 and re.search('<span class="k[a-z]?">theorem<', html)
    assert "&lt;" in html
    assert numbered("a < b\n", language="").count('class="line"') == 1


@pytest.fixture
def project(tmp_path):
    files = {
        "README.md": "# Home\n\n[d](docs/d.md) [dir](pkg) [f](pkg/data.json#L2)",
        "docs/d.md": "# D\n",
        "pkg/data.json": "{}",
        "Formal/A.lean": "module\n\nnamespace Formal\n\ntheorem a : 1 = 1 := rfl\n\nend Formal\n",
        "pyref/m.py": "X: int = 1\n\n\nclass C:\n    def f(self):\n        return 1\n",
        "pyref/p/__init__.py": "def g():\n    return 1\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Library(tmp_path)


def test_places_of_names(project):
    assert project.lean("Formal.a") == "sources/Formal/A.lean.html#L5"
    assert project.lean("Formal.b") is None
    assert project.python("pyref.m.C.f") == "sources/pyref/m.py.html#L5"
    assert project.python("pyref.m.X") == "sources/pyref/m.py.html#L1"
    assert project.python("pyref.m") == "sources/pyref/m.py.html"
    assert project.python("pyref.p.g") == "sources/pyref/p/__init__.py.html#L1"
    assert project.python("pyref.m.nothing") is None and project.python("numpy.array") is None
    assert project.code("a") == "sources/Formal/A.lean.html#L5"
    assert project.code("README.md") == "index.html" and project.code("r") is None


def test_targets_of_links(project):
    assert project.target("docs/d.md", "../README.md#x") == "index.html#x"
    assert project.target("README.md", "docs/d.md") == "docs/d.html"
    assert project.target("docs/d.md", "#x") == "docs/d.html#x"
    assert project.target("README.md", "pkg/data.json#L2") == "sources/pkg/data.json.html#L2"
    assert "pkg/data.json" in project.shown
    assert project.target("README.md", "pkg") == "sources/index.html#dir-pkg"
    assert project.target("README.md", "https://example.org/a#b") == "https://example.org/a#b"
    for dead in ("docs/e.md", "../outside.md"):
        with pytest.raises(InputError, match=r"README\.md: the link to .* leads nowhere"):
            project.target("README.md", dead)


def test_groups_of_expected_theorems():
    groups = expected_groups("# About.\n# the list\n\n# One: a\nx.y  # note\nz\n# Two.\nw\n")
    assert groups == {"x.y": "One: a", "z": "One: a", "w": "Two"}


# The whole site, with proofs made up from the sources


@pytest.fixture(scope="module")
def files():
    declarations = read_declarations(ROOT)
    names = [n for n in expected_theorems(ROOT / "tests" / "expected_theorems.txt") if n in declarations]
    rate, envelope, moment = "Formal.rate", "Formal.envelope_pureDP", "Formal.moment_le"
    uses = {
        "Formal.Statements.utility": {rate},
        "Formal.Statements.privacy": {envelope},
        rate: {envelope, "Formal.helper"},
        "Formal.helper": {moment},
    }
    constants = {
        name: Constant(
            module="Formal.Some", kind="theorem", internal=False, uses=frozenset(uses.get(name, ()))
        )
        for name in {*names, *uses}
    }
    gate = GateResult(
        problems=(),
        theorems=tuple(TheoremReport(name=n, module="Formal.Some", axioms=("propext",)) for n in names),
        modules=7,
        theorem_count=1234,
        axioms=("propext",),
    )
    proofs = Proofs(constants=constants, gate=gate, lean="a Lean")
    example = example_report(ROOT / "examples" / "certificates" / "OneRowOneRound.json")
    with pytest.MonkeyPatch.context() as patch:
        # Colours take most of the time and have a test of their own.
        patch.setattr(build, "language_of", lambda _: "")
        return make_site(ROOT, proofs=proofs, entries=read_map(ROOT), example=example)


class Page(HTMLParser):
    """What a page holds that a reader could fall over."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loads, self.tags = [], [], [], Counter()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags[tag] += 1
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        self.loads += [values[key] for key in ("src", "srcset", "data", "poster") if key in values]
        if tag == "link":
            self.loads.append(values["href"])
        assert not any(key.startswith("on") for key in values), values


@pytest.fixture(scope="module")
def pages(files):
    return {name: Page(text.decode()) for name, text in files.items() if name.endswith(".html")}


def resolve(page, address):
    path, _, anchor = address.partition("#")
    if not path:
        return page, anchor
    parts = []
    for part in (PurePosixPath(page).parent / path).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts), anchor


def test_every_link_and_anchor_resolves(files, pages):
    for name, page in pages.items():
        assert Counter(page.ids).most_common(1)[0][1] == 1, name
        for address in page.links:
            if "://" in address:
                continue
            target, anchor = resolve(name, address)
            assert target in files, (name, address)
            assert not anchor or anchor in pages[target].ids, (name, address)


def test_nothing_is_loaded_from_elsewhere(files, pages):
    for name, page in pages.items():
        assert not page.tags["script"] and not page.tags["iframe"], name
        for address in page.loads:
            assert address == "data:," or resolve(name, address)[0] in files, (name, address)
    assert not re.search(rb"url\(|@import", files["site.css"])


def test_every_item_of_the_blueprint_is_there(files, pages):
    items = read_items(ROOT)
    numbers = [item.number for item in items if not item.is_section]
    expected = {
        "2": 9, "3": 2, "4": 4, "5": 5, "6": 4, "E": 6, "7": 5, "8": 4, "9": 4, "A": 4, "N": 3, "10": 6,
    }  # fmt: skip
    wanted = [f"{part}.{n}" for part, count in expected.items() for n in range(1, count + 1)]
    assert sorted(numbers) == sorted([*wanted, "10.4b"])
    assert {item.number for item in items if item.is_section} == {"0", "R", *expected}
    page = pages["docs/blueprint.html"]
    assert {anchor(f"{item.number} {item.title}") for item in items} <= set(page.ids)
    text = files["docs/blueprint.html"].decode()
    assert text.count("<math") > 800 and "$" not in re.sub(r"<code>.*?</code>", "", text)


def test_an_item_leads_to_its_proof_its_code_and_its_test(files):
    text = files["docs/blueprint.html"].decode()
    facts = re.search(r'id="23-privacy">.*?<dl class="facts">(.*?)</dl>', text, re.DOTALL).group(1)
    assert '<span class="yes">proved</span>' in facts
    line = next(
        n
        for n, line in enumerate((ROOT / "Formal/Privacy/Envelope.lean").read_text().splitlines(), start=1)
        if line.startswith("theorem envelope_pureDP")
    )
    assert f'"../sources/Formal/Privacy/Envelope.lean.html#L{line}"><code>envelope_pureDP<' in facts
    assert re.search(r'<dt>Python</dt>.*"\.\./sources/pyref/\w+\.py\.html#L\d+"', facts)
    assert re.search(r"<dt>Restated</dt>.*<code>Statements\.privacy<", facts)
    assert re.search(r'<dt>Tests</dt>.*"\.\./sources/tests/test_\w+\.py\.html"', facts)


def test_the_graph_page_shows_the_relations_of_the_proofs(files):
    text = files["graph.html"].decode()
    main = text[text.index('id="main-list"') : text.index('id="all-list"')]
    assert re.findall(r'<li id="main-([\w.]+)"', main) == ["Formal.rate", "Formal.envelope_pureDP"]
    assert '<a href="#main-Formal.envelope_pureDP">' in main and "Formal.Statements.utility" in main
    # Not one of the main theorems, but the proof of the rate reaches it through a helper.
    everything = text[text.index('id="all-list"') :]
    rate = re.search(r'<li id="all-Formal.rate">(.*?)</ul>', everything).group(1)
    assert re.findall(r"#all-([\w.]+)", rate) == ["Formal.envelope_pureDP", "Formal.moment_le"]
    assert "envelope_pureDP</code></a> (2.3" in everything and re.search(r">2\.3[^<]* · privacy<", text)


def test_the_axiom_page_lists_every_expected_theorem(files):
    text = files["axioms.html"].decode()
    names = expected_theorems(ROOT / "tests" / "expected_theorems.txt")
    for name in set(names) & read_declarations(ROOT).keys():
        assert f"<code>{name.removeprefix('Formal.')}</code>" in text
    assert "7 modules with 1234 theorems were checked by a Lean" in text.replace("\n", " ")


def test_the_documents_are_all_there(files):
    for path in DOCUMENTS[1:]:
        assert f"docs/{path.stem}.html" in files
        assert f'"docs/{path.stem}.html"' in files["documents.html"].decode()


def test_writing_a_site(tmp_path):
    target = tmp_path / "site"
    write_site({"index.html": b"one", "a/b.html": b"two"}, target)
    write_site({"index.html": b"three"}, target)
    assert (target / "index.html").read_bytes() == b"three" and not (target / "a/b.html").exists()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine").write_text("x")
    with pytest.raises(InputError, match="no site"):
        write_site({"index.html": b""}, tmp_path / "other")
    with pytest.raises(InputError, match="not a directory"):
        write_site({"index.html": b""}, tmp_path / "other" / "mine")
    assert [p.name for p in (tmp_path / "other").iterdir()] == ["mine"]


def test_a_missing_library_is_named(monkeypatch, capsys):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(extras.importlib, "import_module", missing)
    with pytest.raises(InputError, match=r"markdown_it, which is not installed: pip install '\.\[site\]'"):
        extras.library("markdown_it.x")


# The proofs of the project


def test_the_graph_of_the_project():
    proofs = collect(ROOT)
    main = proofs.main()
    restated = {name for names in main.values() for name in names}
    statements = {
        name
        for name, constant in proofs.constants.items()
        if name.startswith("Formal.Statements.") and constant.kind == "theorem" and not constant.internal
    }
    # real_numbers rests on an instance, which is no theorem.
    assert statements - restated == {"Formal.Statements.real_numbers"}
    reached = restricted(proofs.uses(), proofs.named())
    edges = transitive_reduction(reached)
    # As in the blueprint: moments give Hoeffding, and the rate needs both and more.
    assert {
        "Formal.hoeffding",
        "Formal.moment_le",
        "Formal.hedge_regret",
        "Formal.envelope_pureDP",
    } <= reached["Formal.rate"]
    assert "Formal.moment_le" in reached["Formal.hoeffding"]
    assert "Formal.rate" not in reached["Formal.envelope_pureDP"]
    assert not reached["Formal.cauchy_schwarz"] & {"Formal.rate", "Formal.hoeffding"}
    assert all(edges[name] <= reached[name] for name in edges)


# In a browser


@pytest.fixture(scope="module")
def browser():
    needs_browser()
    with Browser() as running:
        yield running


@pytest.fixture(scope="module")
def written(files, tmp_path_factory):
    target = tmp_path_factory.mktemp("browser") / "site"
    write_site(files, target)
    return target


SHOWN = (
    "index.html",
    "docs/blueprint.html",
    "graph.html",
    "axioms.html",
    "documents.html",
    "example.html",
    "sources/index.html",
    "sources/Formal/Statements.lean.html",
)


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)])
def test_pages_open_cleanly(browser, written, name, width, dark):
    page = browser.open(written / name, width=width, dark=dark)
    assert page.problems == []
    # The example's report is one page without any other file.
    assert {Path(url).name for url in page.requests} == (set() if name == "example.html" else {"site.css"})
    assert page.overflow() == 0
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == ("rgb(20, 24, 29)" if dark else "rgb(255, 255, 255)")


def test_the_keyboard_reaches_the_content(browser, written):
    page = browser.open(written / "graph.html")
    page.press("Tab", 9)
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left >= 0")
    page.press("Enter", 13)
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.evaluate("[...document.querySelectorAll('.scroll')].every(e => e.tabIndex === 0)")


def test_formulas_have_a_size(browser, written):
    page = browser.open(written / "docs/blueprint.html")
    sizes = "[...document.querySelectorAll('math')].map(e => e.getBoundingClientRect())"
    assert page.evaluate(f"{sizes}.every(r => r.width > 3 && r.height > 3)")
