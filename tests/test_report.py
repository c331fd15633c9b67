"""The report: the numbers on the page are the computed ones, and the page works where it is read."""

# ruff: noqa: RUF001 - the page has Greek letters and primes

import dataclasses
import re
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import bruteforce
import mpmath
import pytest
from browser import Browser, needs_browser
from helpers import make, problem_of, same
from report_page import Page

from pyref.accuracy import accuracy_table
from pyref.cli import main
from pyref.exact import decimal_string
from pyref.instance import Query, load_instance, save_instance
from pyref.report_data import ReportData, Skipped, compare_laws
from pyref.report_html import report_html
from pyref.slack import slack_table

EXAMPLES = Path(__file__).parent.parent / "examples"
SECTIONS = ["instance", "guarantee", "laws", "envelope", "inequalities", "error", "bound"]
FIGURES = ["ratios", "law", "annuli", "slack", "errors", "accuracy", "balls"]
LONG = "unbroken" * 30


def tiny():
    """Two labels, three rows, two rounds; names that must be escaped, and one longer than a phone is wide."""
    instance = make(queries=[(1, 0), (-1, 2)], bound=2, x=(0, 1, 1), beta="3", J=2)
    names = ("<script>alert(1)</script>", f"{LONG} & more")
    queries = tuple(Query(name=n, values=q.values) for n, q in zip(names, instance.queries, strict=True))
    return dataclasses.replace(instance, universe=('"a"', "<b>"), queries=queries)


@pytest.fixture(scope="module")
def text():
    return report_html(ReportData(tiny()), title="<tiny> & co")


@pytest.fixture(scope="module")
def page(text):
    return Page(text)


@pytest.fixture(scope="module")
def brute():
    """The problem, the laws of all databases, x, the base law, the envelope and the released law."""
    problem = problem_of(tiny())
    laws = bruteforce.all_laws(problem)
    x = tuple(problem["x"])
    return (
        problem,
        laws,
        x,
        laws[x],
        bruteforce.envelope(problem, laws, x),
        bruteforce.released(problem, laws, x),
    )


def test_every_section_and_figure_is_there(page):
    assert page.sections == SECTIONS
    assert [i.removeprefix("figure-") for i in page.ids if i.startswith("figure-")] == FIGURES
    assert page.skipped == []
    targets = [value for tag, name, value in page.attributes if tag == "a" and name == "href"]
    assert targets == [f"#{name}" for name in SECTIONS]


def test_the_instance(page):
    parameters = page.tables["parameters"]
    assert [parameters.row(name)[0].value for name in ("r, discount per changed row", "β, selection")] == [
        Fraction(1, 2),
        3,
    ]
    assert [[c.text for c in row] for row in page.tables["database"].rows] == [['"a"', "1"], ["<b>", "2"]]
    queries = page.tables["queries"].rows
    assert [row[0].text for row in queries] == ["<script>alert(1)</script>", f"{LONG} & more"]
    # (1 + 0 + 0)/(3 * 2) and (-1 + 2 + 2)/(3 * 2)
    assert [row[1].value for row in queries] == [Fraction(1, 6), Fraction(1, 2)]
    assert queries[1][1].text == "0.5 = 1/2" and queries[1][2].text == "-1, 2"


def test_the_guarantee(page, brute):
    problem, laws, x, *_ = brute
    tables = {y: bruteforce.released(problem, laws, y) for y in laws}
    near = [y for y in laws if bruteforce.hamming(x, y) == 1]
    ratios = [tables[a][w] / tables[b][w] for y in near for a, b in ((x, y), (y, x)) for w in tables[x]]
    own = page.tables["own-guarantee"]
    assert same(own.row("attained ratio")[0].value, max(ratios))
    assert own.row("promised ratio r⁻² = exp ε′")[0].value == 4
    assert own.row("verdict")[0].text == "within the promise"
    for name, exact in (
        ("promised ε′", mpmath.log(4)),
        ("its logarithm", mpmath.log(mpmath.mpf(max(ratios).p) / max(ratios).q)),
    ):
        low, high = map(mpmath.mpf, re.fullmatch(r"in \[(.*), (.*)\]", own.row(name)[0].text).groups())
        assert low <= exact <= high and high - low < 1e-8
    zeta = max(sum(bruteforce.envelope(problem, laws, y).values()) for y in laws)
    rows = page.tables["ratios"].rows
    assert [row[0].text for row in rows] == ["1", "2", "3"]
    for d, row in enumerate(rows, start=1):
        assert same(row[1].value, bruteforce.largest_ratio(problem, laws, d))
        assert row[2].value == 4**d and same(row[3].value, zeta * 2**d)


def test_the_likeliest_transcripts(page, brute):
    _, _, _, base, envelope, released = brute
    rows = page.tables["head"].rows
    assert [cell.value for cell in (row[1] for row in rows)] == sorted(
        (Fraction(m.p, m.q) for m in released.values()), reverse=True
    )[:12]
    names = [sign + q.name for q in tiny().queries for sign in "+−"]
    for row in rows:
        omega = next(w for w in base if "; ".join(names[s] for s in w) == row[0].text)
        for cell, exact in zip(row[1:4], (released[omega], base[omega], envelope[omega]), strict=True):
            assert same(cell.value, exact)
        assert same(row[4].value, released[omega] / base[omega])


def test_the_extra_mass_by_distance(page, brute):
    problem, laws, x, base, envelope, _ = brute
    split = {}
    for omega, mass in envelope.items():
        d = min(
            bruteforce.hamming(x, y)
            for y in laws
            if problem["r"] ** bruteforce.hamming(x, y) * laws[y][omega] == mass
        )
        count, p, m = split.get(d, (0, 0, 0))
        split[d] = (count + 1, p + base[omega], m + mass)
    assert len(split) > 2 and split[0][0] > 0
    *rows, total = page.tables["annuli"].rows
    assert [int(row[0].text) for row in rows] == sorted(split)
    z = sum(envelope.values())
    for row in rows:
        count, p, m = split[int(row[0].text)]
        assert int(row[1].text) == count
        assert same(row[2].value, p) and same(row[3].value, m) and same(row[4].value, m - p)
        assert same(row[5].value, (m - p) / (z - 1))
    assert total[0].text == "all" and int(total[1].text) == 16
    assert same(total[3].value, z) and same(total[4].value, z - 1)


def test_the_law_of_the_error(page, brute):
    problem, _, x, base, _, released = brute
    laws = [{}, {}]
    for omega in base:
        error = bruteforce.error(problem, x, omega)
        for law, masses in zip(laws, (released, base), strict=True):
            law[error] = law.get(error, 0) + masses[omega]
    rows = page.tables["errors"].rows
    assert len(rows) == len(laws[0]) > 2
    for row, error in zip(rows, sorted(laws[0]), strict=True):
        assert same(row[0].value, error)
        assert same(row[1].value, laws[0][error]) and same(row[2].value, laws[1][error])
    expected = page.tables["expected-error"].row("expected")
    for cell, law in zip(expected, laws, strict=True):
        assert same(cell.value, sum(error * mass for error, mass in law.items()))
    assert same(page.tables["expected-error"].row("worst")[0].value, max(laws[0]))


def test_the_inequalities_and_the_bounds(page, brute):
    slack = slack_table(tiny())
    shown = page.tables["slack"].rows
    assert [(r[0].text, r[1].text, r[2].value) for r in shown] == [
        (row.name, row.statement, row.ratio) for row in slack.rows
    ]
    assert all(row[4].text == "holds" for row in shown)
    assert [row[0].text for row in page.tables["checks"].rows] == [
        "2.1",
        "2.1 (normaliser)",
        "2.6",
        "2.2",
        "2.2 (normaliser)",
        "2.3",
        "2.8",
    ]
    accuracy = accuracy_table(tiny())
    bounds = {(row[0].text, row[1].text): row for row in page.tables["accuracy"].rows}
    assert len(bounds) == len(accuracy.rows) + len(accuracy.assembly) + 1
    # Left sides are rounded up, right sides down: the rounded numbers still prove the inequality.
    mean = bounds["7.3", "E_x[err] <= alpha"]
    problem, laws, *_ = brute
    exact = max(sum(p * bruteforce.error(problem, y, w) for w, p in law.items()) for y, law in laws.items())
    assert Fraction(mean[2].text) >= Fraction(exact.p, exact.q) > Fraction(mean[2].text) - Fraction(1, 10**5)
    assert Fraction(mean[3].text) <= accuracy.alpha[0]
    assert not accuracy.star.holds
    assert bounds["8.2", "Z_x <= 5"][5].text == "not claimed"
    zeta = max(sum(bruteforce.envelope(problem, laws, y).values()) for y in laws)
    assert same(bounds["8.2", "Z_x <= 5"][2].value, zeta)
    assert len(page.tables["balls"].rows) == 3
    # 8.3 by another library: 72 sqrt(l L/(eps n)) with l = log 5, L = log 4, eps = log 4, n = 3.
    rate = 72 * mpmath.sqrt(mpmath.log(5) * mpmath.log(4) / (mpmath.log(4) * 3))
    (cell,) = page.tables["bounds"].row("72 √(ℓL/(εn)) of 8.3")
    low, high = map(float, re.fullmatch(r"in \[(.*), (.*)\]", cell.text).groups())
    assert low == pytest.approx(float(rate), rel=1e-8) and high == pytest.approx(float(rate), rel=1e-8)


def test_every_number_is_its_fraction_rounded(page):
    assert len(page.numbers) > 150
    for text, value in page.numbers:
        if text.startswith("1 + "):
            text, value = text.removeprefix("1 + "), value - 1
        shown = Fraction(text)
        assert abs(shown - value) <= abs(value) * Fraction(1, 10**3), "at least three digits"
        if shown != value:
            # As many digits as are shown, to nearest, or 6 rounded up or down (bounds).
            digits = len(re.sub(r"e.*|[-.]", "", text).lstrip("0"))
            rounded = {decimal_string(value, d) for d in range(digits, 11)}
            assert text in rounded | {decimal_string(value, 6, rounding=way) for way in ("up", "down")}


def test_markup(text, page):
    assert len(page.ids) == len(set(page.ids)), "identifiers repeat"
    labels = [value for _, name, value in page.attributes if name == "aria-labelledby"]
    assert labels and all(set(value.split()) <= set(page.ids) for value in labels)
    assert text.count("<svg ") == len(FIGURES) == text.count('role="img"')
    assert len(re.findall(r"<title id=[^>]*>[^<]+</title><desc id=[^>]*>[^<]+</desc>", text)) == len(FIGURES)
    assert all(table.caption and table.head for table in page.tables.values())
    assert "<script" not in text and "<b>" not in text
    assert "&lt;tiny&gt; &amp; co" in text
    assert "This page is not private." in text
    loaded = [
        value for tag, name, value in page.attributes if name in ("src", "href", "xlink:href", "action")
    ]
    assert loaded and all(value.startswith("#") for value in loaded)
    assert "@import" not in text and not re.search(r"url\((?!#)", text)
    assert "Content-Security-Policy" in text and "default-src 'none'" in text


def test_the_page_is_reproducible(text):
    assert report_html(ReportData(tiny()), title="<tiny> & co") == text


# Browser.


@pytest.fixture(scope="module")
def browser():
    needs_browser()
    with Browser() as running:
        yield running


@pytest.fixture(scope="module")
def files(text, tmp_path_factory):
    """The tiny report, and that of the real example whose audit is skipped."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "tiny.html").write_text(text, encoding="utf-8")
    survived = ReportData(load_instance(EXAMPLES / "titanic-survived.json"))
    (folder / "survived.html").write_text(
        report_html(survived, title="titanic-survived.json"), encoding="utf-8"
    )
    return folder


@pytest.mark.parametrize("name", ["tiny.html", "survived.html"])
@pytest.mark.parametrize("dark", [False, True])
def test_in_a_browser(browser, files, tmp_path, name, dark):
    opened = browser.open(files / name, dark=dark)
    assert opened.problems == [] and opened.requests == []
    assert opened.evaluate("[...document.querySelectorAll('main > section')].map(s => s.id)") == SECTIONS
    assert opened.overflow() == 0
    ink = opened.evaluate("getComputedStyle(document.body).color")
    paper = opened.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(20, 24, 29)" if dark else "rgb(255, 255, 255)")
    fills = opened.evaluate("[...document.querySelectorAll('svg text')].map(t => getComputedStyle(t).fill)")
    assert len(fills) > 20 and set(fills) == {ink}
    assert len(opened.screenshot(tmp_path / "page.png", whole=True)) > 50_000
    # Every figure is drawn, at a size at which its text can be read.
    widths = opened.evaluate(
        "[...document.querySelectorAll('svg')].map(s => s.getBoundingClientRect().width)"
    )
    assert widths and min(widths) > 600


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("name", ["tiny.html", "survived.html"])
def test_on_a_phone(browser, files, name, width):
    opened = browser.open(files / name, width=width, height=844)
    opened.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    assert opened.overflow() == 0
    # What is wide scrolls in its own box, which the keyboard reaches.
    boxes = "[...document.querySelectorAll('.scroll')]"
    assert opened.evaluate(f"{boxes}.filter(b => b.scrollWidth > b.clientWidth).length") > 3
    assert opened.evaluate(f"{boxes}.every(b => b.tabIndex === 0 && b.clientWidth <= {width})")
    loose = "[...document.querySelectorAll('table, svg')].filter(e => !e.closest('.scroll')).length"
    assert opened.evaluate(loose) == 0


def test_the_keyboard_follows_the_contents(browser, files):
    opened = browser.open(files / "tiny.html")
    for name in SECTIONS[:2]:
        opened.press("Tab", 9)
        assert opened.evaluate("document.activeElement.getAttribute('href')") == f"#{name}"


# What is skipped, what fails, and the command line.


class Refusing(ReportData):
    """As if the tasks in ``refused`` were over the work limit."""

    refused = ()

    def _over(self, task):
        return Skipped(f"{task} is too much.") if task in self.refused else None


def refusing(*tasks):
    data = Refusing(tiny())
    data.refused = tasks
    return Page(report_html(data, title="t"))


def test_skipped_parts_say_why_and_lose_nothing_else():
    neighbours = refusing("audit-group")
    assert len(neighbours.skipped) == 1 and neighbours.skipped[0].startswith("Pairs that differ in more than")
    assert len(neighbours.tables["ratios"].rows) == 1
    own = refusing("audit-group", "audit")
    assert own.skipped == [
        "The audit of all databases is skipped: audit is too much.",
        "The checks of blueprint 2 are skipped: audit is too much.",
    ]
    assert {"own-guarantee", "annuli", "errors", "slack", "accuracy"} <= set(own.tables)


def test_a_limit_below_everything():
    page = Page(report_html(ReportData(tiny(), max_work=1), title="t"))
    assert page.sections == SECTIONS
    assert set(page.tables) == {"parameters", "database", "queries", "bounds"}
    assert len(page.skipped) == 8 and all("over the work limit" in line for line in page.skipped)


def test_an_instance_too_large_to_enumerate_is_reported():
    instance = make(queries=[(1, 0, 0, 0), (0, 1, 0, 1)], x=(0, 1, 2, 3) * 2500, J=40)
    page = Page(report_html(ReportData(instance), title="large"))
    assert page.sections == SECTIONS and "bounds" in page.tables and len(page.skipped) == 8


def test_no_budget_and_no_neighbour():
    data = ReportData(make(queries=[(1,)], x=(0, 0), r="1"))
    assert data.bound == Skipped("r = 1 leaves no privacy budget, and the bound needs one.")
    page = Page(report_html(data, title="one label"))
    assert page.tables["own-guarantee"].row("attained ratio")[0].text.startswith("none")
    assert "ratios" not in page.tables
    assert any("no distance adds mass" in line for line in page.skipped)


def test_failures_are_shown_and_set_the_exit_status(tmp_path, monkeypatch, capsys):
    save_instance(tiny(), tmp_path / "i.json")
    wrong = slack_table(tiny())
    first = dataclasses.replace(wrong.rows[0], ratio=Fraction(3, 2))
    wrong = dataclasses.replace(wrong, rows=(first, *wrong.rows[1:]))
    monkeypatch.setattr("pyref.report_data.slack_table", lambda *_, **__: wrong)
    assert main(["report", str(tmp_path / "i.json"), "-o", str(tmp_path / "o.html")]) == 1
    text = (tmp_path / "o.html").read_text(encoding="utf-8")
    assert "SOMETHING BELOW FAILS." in text and "these fail: 4.1" in text
    assert Page(text).tables["slack"].rows[0][4].text == "FAILS"


def test_command_line(tmp_path, capsys):
    target = tmp_path / "o.html"
    arguments = [
        "report",
        str(EXAMPLES / "titanic.csv"),
        "--columns",
        "survived",
        "--levels",
        "survived=no,yes",
    ]
    arguments += ["--every", "300", "--r", "1/2", "--beta", "2", "--g0", "2", "--J", "2", "-o", str(target)]
    assert main(arguments) == 0
    assert capsys.readouterr().out == ""
    text = target.read_text(encoding="utf-8")
    assert "<h1>The envelope mechanism on titanic.csv</h1>" in text
    assert [row[0].text for row in Page(text).tables["database"].rows] == ["survived=no", "survived=yes"]
    assert list(tmp_path.iterdir()) == [target]


def test_command_line_errors_write_nothing(tmp_path, monkeypatch, capsys):
    source = str(EXAMPLES / "titanic-survived.json")
    assert main(["report", source, "-o", str(tmp_path / "missing" / "o.html")]) == 2
    assert "its directory does not exist" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["report", source])
    assert main(["report", source, "--order", "1", "-o", str(tmp_path / "o.html")]) == 2
    save_instance(tiny(), tmp_path / "i.json")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["report", str(tmp_path / "i.json"), "-o", str(tmp_path / "o.html")]) == 2
    assert "pip install '.[report]'" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["i.json"]


def test_distributions_of_the_real_example():
    """Totals that hold for any instance, on numbers of hundreds of thousands of bits."""
    instance = load_instance(EXAMPLES / "titanic-survived.json")
    envelope = instance.envelope()
    laws = compare_laws(envelope.law, instance.histogram)
    assert laws.normalizer == envelope.normalizer
    assert (
        sum(a.base_mass for a in laws.annuli) == 1
        and sum(a.envelope_mass for a in laws.annuli) == laws.normalizer
    )
    assert sum(a.transcripts for a in laws.annuli) == envelope.law.transcript_count
    assert sum(e.base for e in laws.errors) == sum(e.released for e in laws.errors) == 1
    assert sum(e.error * e.released for e in laws.errors) == envelope.expected_error
    assert all(a.error < b.error for a, b in pairwise(laws.errors))
