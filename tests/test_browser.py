"""The browser helper sees what it must: errors, requests, sizes, colour schemes, keys."""

import pytest
from browser import Browser, needs_browser

PAGE = """<!doctype html><html lang="en"><title>t</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root{color-scheme:light dark;background:#fff}
@media (prefers-color-scheme:dark){:root{background:#000}}
.wide{width:WIDTHpx}
</style>
<body style="margin:0"><a href="#x">go</a><div class="wide">x</div>SCRIPT</body></html>"""


@pytest.fixture(scope="module")
def browser():
    needs_browser()
    with Browser() as running:
        yield running


def write(folder, *, width=100, script=""):
    path = folder / "page with space.html"
    path.write_text(PAGE.replace("WIDTH", str(width)).replace("SCRIPT", script), encoding="utf-8")
    return path


def test_a_clean_page(browser, tmp_path):
    page = browser.open(write(tmp_path), width=390)
    assert page.problems == [] and page.requests == [] and page.overflow() == 0
    assert page.evaluate("document.title") == "t"
    assert page.evaluate("innerWidth") == 390
    image = page.screenshot(tmp_path / "page.png")
    assert image.startswith(b"\x89PNG") and (tmp_path / "page.png").read_bytes() == image


def test_overflow_errors_and_requests_are_seen(browser, tmp_path):
    script = (
        "<script>console.error('first'); throw new Error('second')</script><img src='missing.png' alt=''>"
    )
    page = browser.open(write(tmp_path, width=500, script=script), width=400)
    assert page.overflow() == 100
    assert "first" in page.problems and any("Uncaught" in problem for problem in page.problems)
    assert [url.rsplit("/", 1)[1] for url in page.requests] == ["missing.png"]


def test_a_page_not_made_for_phones_is_seen(browser, tmp_path):
    path = write(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("device-width", "980"), encoding="utf-8")
    assert browser.open(path, width=390).overflow() == 980 - 390


def test_colour_schemes_and_keys(browser, tmp_path):
    path = write(tmp_path)
    colour = "getComputedStyle(document.documentElement).backgroundColor"
    assert browser.open(path).evaluate(colour) == "rgb(255, 255, 255)"
    dark = browser.open(path, dark=True)
    assert dark.evaluate(colour) == "rgb(0, 0, 0)"
    dark.press("Tab", 9)
    assert dark.evaluate("document.activeElement.textContent") == "go"


def test_without_a_browser_tests_are_skipped_or_fail(monkeypatch):
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    monkeypatch.delenv("PYREF_REQUIRE_BROWSER", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no Chromium found"):
        needs_browser()
    monkeypatch.setenv("PYREF_REQUIRE_BROWSER", "1")
    with pytest.raises(pytest.fail.Exception, match="PYREF_REQUIRE_BROWSER is set"):
        needs_browser()
