"""The figures: what is drawn is what was computed; files, names, colours."""

import math
import re
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise

import bruteforce
import matplotlib
import pytest
from helpers import make, problem_of
from matplotlib.figure import Figure

from pyref.cli import main
from pyref.errors import InputError
from pyref.figures import BACKGROUNDS, COLOURS, SUFFIXES, Picture, encode, svg
from pyref.instance import save_instance
from pyref.report_data import Point, ReportData, Skipped
from pyref.report_figures import KINDS, merge_points


def tiny():
    return make(queries=[(1, 0), (-1, 2)], bound=2, x=(0, 1, 1), beta="3", J=2)


@pytest.fixture(scope="module")
def data():
    return ReportData(tiny())


@pytest.fixture(scope="module")
def brute():
    problem = problem_of(tiny())
    laws = bruteforce.all_laws(problem)
    return problem, laws, tuple(problem["x"])


def drawn(data, kind):
    """The axes after drawing."""
    axes = Figure().subplots()
    KINDS[kind].make(data).draw(axes)
    return axes


def line(axes, label):
    """x and y of the curve with this label."""
    (found,) = [curve for curve in axes.lines if curve.get_label() == label]
    return list(found.get_xdata()), list(found.get_ydata())


def test_ratios(data, brute):
    problem, laws, _ = brute
    axes = drawn(data, "ratios")
    zeta = max(sum(bruteforce.envelope(problem, laws, y).values()) for y in laws)
    expected = {
        "attained": [float(bruteforce.largest_ratio(problem, laws, d)) for d in (1, 2, 3)],
        "promised, 2λd": [4.0, 16.0, 64.0],
        "λd + log ζ": [float(zeta) * 2**d for d in (1, 2, 3)],
    }
    for label, values in expected.items():
        distances, heights = line(axes, label)
        assert distances == [1, 2, 3]
        assert heights == pytest.approx([math.log(v) for v in values])


def test_a_single_distance_is_a_bar_chart(brute):
    problem, laws, _ = brute
    data = ReportData(tiny())
    data.all_pairs = Skipped("asked for neighbours only")
    axes = drawn(data, "ratios")
    labels = [label.get_text() for label in axes.get_yticklabels()]
    bars = dict(zip(labels, [bar.get_width() for bar in axes.patches], strict=True))
    assert bars["promised, 2λd"] == pytest.approx(math.log(4))
    assert bars["attained"] == pytest.approx(math.log(bruteforce.largest_ratio(problem, laws, 1)))


def test_annuli_and_law(data, brute):
    problem, laws, x = brute
    envelope = bruteforce.envelope(problem, laws, x)
    z = sum(envelope.values())
    bars = drawn(data, "annuli").patches
    assert sum(bar.get_height() for bar in bars) == pytest.approx(float(z - 1))
    points = sorted(
        (base, ratio)
        for curve in drawn(data, "law").lines
        if curve.get_linestyle() == "None" and curve.get_label().startswith("_")
        for base, ratio in zip(curve.get_xdata(), curve.get_ydata(), strict=True)
    )
    expected = sorted(
        {(round(math.log10(laws[x][w]), 2), round(math.log10(envelope[w] / laws[x][w]), 2)) for w in envelope}
    )
    assert points == [pytest.approx((b, lift - math.log10(z)), abs=0.011) for b, lift in expected]


def test_crowded_points_are_merged_and_none_is_lost():
    points = [
        Point(base=-i / 100, ratio=j / 100, distance=1 + j % 2, transcripts=3)
        for i in range(100)
        for j in range(60)
    ]
    merged = merge_points(points, most=500)
    assert 100 < len(merged) <= 500
    assert sum(point.transcripts for point in merged) == 3 * 6000
    for point in points[::97]:
        near = [p for p in merged if p.distance == point.distance]
        assert min(abs(p.base - point.base) + abs(p.ratio - point.ratio) for p in near) < 0.2
    assert merge_points(points[:400], most=500) == points[:400]


def test_errors(data, brute):
    problem, laws, x = brute
    released = bruteforce.released(problem, laws, x)
    axes = drawn(data, "errors")
    for label, masses in (("released law", released), ("base law", laws[x])):
        places, heights = line(axes, label)
        assert places[0] == heights[0] == 0 and heights[-1] == 1
        for (place, height), (following, _) in pairwise(zip(places, heights, strict=True)):
            middle = (place + following) / 2
            mass = sum(m for w, m in masses.items() if bruteforce.error(problem, x, w) <= middle)
            assert float(mass) == pytest.approx(height)


def test_inequalities_and_balls(data):
    for kind, rows in (("slack", data.slack.rows), ("accuracy", data.accuracy.claimed)):
        axes = drawn(data, kind)
        shown = [row for row in rows if row.ratio]
        (dots,) = [curve for curve in axes.lines if curve.get_marker() == "o"]
        assert list(dots.get_xdata()) == pytest.approx([math.log10(row.ratio) for row in shown])
        texts = [label.get_text() for label in axes.get_yticklabels()]
        assert texts == [f"{row.name}  {row.statement}" for row in shown]
    axes = drawn(data, "balls")
    assert line(axes, "mass, exact")[1] == pytest.approx([math.log10(b.mass) for b in data.accuracy.balls])
    assert line(axes, "error, bound")[1] == pytest.approx(
        [math.log10(b.error_bound) for b in data.accuracy.balls]
    )


def test_masses_far_below_the_range_of_floats():
    instance = make(queries=[(0, 1)], x=(0,) * 600, beta="8", r="9/10", J=1)
    data = ReportData(instance)
    far = [a for a in data.laws.annuli if a.distance > 0]
    assert far and all(float(a.base_mass) == 0.0 < a.base_mass for a in far)
    for kind in ("law", "annuli", "errors"):
        assert "nan" not in svg(KINDS[kind].make(data)) and "inf" not in re.sub(
            r"<(title|desc)[^>]*>[^<]*", "", svg(KINDS[kind].make(data))
        )


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_wellformed_accessible_and_reproducible(data, kind):
    picture = KINDS[kind].make(data)
    text = svg(picture)
    assert text == svg(KINDS[kind].make(data))
    root = ET.fromstring(encode(picture, "svg"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == picture.title
    assert root.find(f"{space}desc").text == picture.description and len(picture.description) > 30
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)) and all(i.startswith(f"{kind}-") for i in ids)
    assert set(re.findall(r'(?:url\(|href=")#([^")]+)', text)) <= set(ids)
    assert "#010203" not in text and "#000000" not in text and "fill: currentColor" in text
    assert "<text" in text and "<metadata" not in text and "<image" not in text


def test_text_is_escaped_and_colours_follow_the_scheme():
    def draw(axes):
        axes.plot([0, 1], [0, 1], label="<i> & $x")
        axes.legend()

    picture = Picture(name="p", title="a < b", description='"quoted" & more', draw=draw)
    text = svg(picture)
    assert '<title id="p-title">a &lt; b</title>' in text and "&quot;quoted&quot; &amp; more" in text
    assert "&lt;i&gt; &amp; $x" in text
    assert "prefers-color-scheme:dark" in svg(picture, standalone=True)
    assert "prefers-color-scheme" not in text


def test_the_style_ignores_the_users_configuration():
    def draw(axes):
        axes.plot([0, 1], [0, 1])

    picture = Picture(name="p", title="t", description="d", draw=draw)
    expected = svg(picture)
    with matplotlib.rc_context({"axes.facecolor": "red", "font.size": 30, "svg.fonttype": "path"}):
        assert svg(picture) == expected
        assert matplotlib.rcParams["font.size"] == 30


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("name", COLOURS)
def test_contrast_on_light_and_on_dark(name):
    """WCAG 2 asks for 3 : 1 between graphics and their background."""
    for background in BACKGROUNDS:
        low, high = sorted((luminance(COLOURS[name]), luminance(background)))
        assert (high + 0.05) / (low + 0.05) >= 3


# Command line.


@pytest.fixture
def source(tmp_path):
    save_instance(tiny(), tmp_path / "i.json")
    return str(tmp_path / "i.json")


@pytest.mark.parametrize(("suffix", "magic"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("PDF", b"%PDF-")])
def test_files(source, tmp_path, suffix, magic):
    targets = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for target in targets:
        assert main(["plot", "errors", source, "-o", str(target)]) == 0
    first, second = (target.read_bytes() for target in targets)
    assert first.startswith(magic) and first == second and len(first) > 4000
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([*(t.name for t in targets), "i.json"])


def test_errors_are_one_sentence(source, tmp_path, capsys):
    cases = {
        ("pie", "o.svg"): "there is no figure 'pie'; the figures are " + ", ".join(KINDS),
        ("law", "o.gif"): "must end in .svg, .png, .pdf",
        ("law", "o"): "must end in .svg, .png, .pdf",
        ("law", "missing/o.svg"): "its directory does not exist",
    }
    for (kind, name), message in cases.items():
        assert main(["plot", kind, source, "-o", str(tmp_path / name)]) == 2
        error = capsys.readouterr().err
        assert message in error and error.count("\n") == 1
    assert main(["plot", "law", source, "--max-work", "10", "-o", str(tmp_path / "o.svg")]) == 2
    assert "there is nothing to draw: the instance is over the work limit" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["i.json"]


def test_without_matplotlib(monkeypatch):
    picture = Picture(name="p", title="t", description="d", draw=lambda axes: None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for suffix in SUFFIXES:
        with pytest.raises(InputError, match="need matplotlib"):
            encode(picture, suffix)


def test_nothing_to_draw_is_said():
    one_label = ReportData(make(queries=[(1,)], x=(0,)))
    assert KINDS["ratios"].make(one_label) == Skipped("there is only one database, so there is no ratio.")
    assert "no distance adds mass" in KINDS["annuli"].make(one_label).reason
