"""docs/tutorial.md runs from top to bottom, and shows what its commands print.

A block ``text`` is the output of the ``python`` block before it; a block ``console`` has a command after
``$`` and its output.  They run in an empty directory that has a copy of examples/.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from browser import Browser, needs_browser

from pyref.report_figures import KINDS

ROOT = Path(__file__).parent.parent
TUTORIAL = ROOT / "docs" / "tutorial.md"


def blocks(text):
    """(language, content, line number of its first line) of every fenced block, in order."""
    return [
        (match[1], match[2], text[: match.start(2)].count("\n") + 1)
        for match in re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    ]


def run(text, folder):
    """Run the blocks in ``folder``; yields (line, shown output, actual output)."""
    names = {"__name__": "__tutorial__"}
    printed = None
    for language, content, line in blocks(text):
        if language == "python":
            stream = io.StringIO()
            with contextlib.redirect_stdout(stream):
                exec(compile("\n" * (line - 1) + content, str(TUTORIAL), "exec"), names)
            printed = stream.getvalue()
        elif language == "text":
            yield line, content, printed
            printed = None
        elif language == "console":
            command, _, shown = content.partition("\n")
            prompt, program, *arguments = shlex.split(command)
            assert (prompt, program) == ("$", "python"), f"line {line}: a command starts with $ python"
            done = subprocess.run(
                [sys.executable, *arguments],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                capture_output=True,
                text=True,
                encoding="utf-8",
            )
            assert done.returncode == 0, f"line {line}: {done.stderr}"
            yield line, shown, done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("tutorial")
    shutil.copytree(ROOT / "examples", made / "examples")
    before = Path.cwd()
    os.chdir(made)
    try:
        results = list(run(TUTORIAL.read_text(encoding="utf-8"), made))
    finally:
        os.chdir(before)
    return made, results


def test_outputs_are_the_shown_ones(folder):
    _, results = folder
    assert len(results) >= 8
    for line, shown, actual in results:
        assert actual == shown, f"docs/tutorial.md, line {line}"


def test_other_commands_are_well_formed():
    """Blocks without a language are commands not run here; the command line knows all their options."""
    from pyref.cli import build_parser

    commands = [
        shlex.split(text) for language, text, _ in blocks(TUTORIAL.read_text("utf-8")) if not language
    ]
    assert len(commands) == 2
    for command in commands:
        assert command[:3] == ["python", "-m", "pyref"]
        build_parser().parse_args(command[3:])


def test_kinds_are_all_named():
    text = TUTORIAL.read_text(encoding="utf-8")
    (listed,) = re.findall(r"The kinds are (.*?);", text, re.DOTALL)
    assert re.findall(r"`(\w+)`", listed) == list(KINDS)


def test_a_wrong_output_is_noticed(tmp_path):
    text = "```python\nprint(1)\n```\n\n```text\n2\n```\n"
    assert list(run(text, tmp_path)) == [(6, "2\n", "1\n")]


def test_the_files_it_writes(folder):
    needs_browser()
    made, _ = folder
    with Browser() as browser:
        page = browser.open(made / "report.html", width=390)
        assert page.problems == [] and page.requests == [] and page.overflow() == 0
        assert page.evaluate("document.querySelector('h1').textContent").endswith("five people")
        figure = browser.open(made / "errors.svg")
        assert figure.problems == [] and figure.requests == []
