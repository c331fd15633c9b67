"""Runs the mutants: deliberate corruptions, each of which a check must notice.

    python mutants/run.py [--only NAME ...] [-o docs/mutants.md]

Every mutant of ``mutants.toml`` replaces one piece of text in one file.  It is applied to a fresh copy of the
project (sources and compiled proofs), and the check that it names is run there:

* ``lean``: the proofs must stop checking; the first module that fails is the killer.  A mutant that says
  ``killer = "Formal.Certificate"`` must get as far as the certificates: no proof may notice it before.
* ``gate``: the build may pass, but the trust gate must fail.
* ``pytest``: the tests named, which must pass without any mutant, must fail.

A mutant that survives, or that dies of something else than it names, makes the run fail (exit status 1).
About half a minute per mutant of the proofs, a few seconds for the others.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = Path(__file__).with_name("mutants.toml")
CHECKS = ("lean", "gate", "pytest")
_FAILED = re.compile(r"^Lean \[\d+/\d+\] (\S+) \S+ s FAILED$")


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One corruption: ``find`` (which occurs once in ``file``) becomes ``replace``."""

    name: str
    what: str
    file: str
    find: str
    replace: str
    check: str
    killer: str = ""
    tests: tuple[str, ...] = field(default=())


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What happened to a mutant; ``killer`` is empty when it survived."""

    mutant: Mutant
    killer: str
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether the mutant died of what it names."""
        return bool(self.killer) and self.killer.startswith(self.mutant.killer)


def load(path: Path = LIST) -> list[Mutant]:
    """The mutants of a list; ValueError for an unknown key or check, or for pytest without tests."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    mutants = []
    for entry in entries:
        tests = tuple(entry.pop("tests", ()))
        try:
            mutant = Mutant(**entry, tests=tests)
        except TypeError as error:
            raise ValueError(f"{path}: mutant {entry.get('name')!r}: {error}") from None
        if mutant.check not in CHECKS or (mutant.check == "pytest") != bool(tests):
            raise ValueError(f"{path}: mutant {mutant.name!r} has no usable check")
        mutants.append(mutant)
    return mutants


def mutate(mutant: Mutant, root: Path) -> None:
    """Apply the mutant below ``root``; ValueError unless its text occurs exactly once."""
    path = root / mutant.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutant.find) != 1:
        raise ValueError(f"{mutant.name}: {mutant.file} has {text.count(mutant.find)} times {mutant.find!r}")
    path.write_text(text.replace(mutant.find, mutant.replace), encoding="utf-8")


def copy_project(target: Path) -> None:
    """The tracked files, as they are on disk, and the compiled proofs."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    if (ROOT / ".lake").is_dir():
        shutil.copytree(ROOT / ".lake", target / ".lake")


def run(mutant: Mutant) -> Verdict:
    """Apply the mutant to a fresh copy and run its check."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutant-") as directory:
        copy = Path(directory)
        copy_project(copy)
        mutate(mutant, copy)
        if mutant.check == "pytest":
            killer = _first_failing_test(copy, mutant.tests)
        else:
            killer = _first_failing_module(copy, gate=mutant.check == "gate")
    return Verdict(mutant=mutant, killer=killer, seconds=time.monotonic() - started)


def _environment(copy: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}


def _first_failing_module(copy: Path, *, gate: bool) -> str:
    command = [sys.executable, "-m", "pyref", "lean", "build", *([] if gate else ["--no-gate"])]
    with subprocess.Popen(
        command,
        cwd=copy,
        env=_environment(copy),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        lines = []
        for line in process.stderr:
            lines.append(line.rstrip())
            if found := _FAILED.match(lines[-1]):
                process.terminate()  # it ends its Lean processes before it goes
                process.wait()
                return found[1]
    problems = [line for line in lines if line.startswith("trust gate: ")]
    if problems:
        return problems[0]
    if process.returncode not in (0, 1):
        raise RuntimeError("the build could not be run: " + "\n".join(lines[-5:]))
    return lines[-1] if process.returncode else ""


def _first_failing_test(copy: Path, tests: Iterable[str]) -> str:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests]
    done = subprocess.run(command, cwd=copy, env=_environment(copy), capture_output=True, text=True)
    if done.returncode == 0:
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - |$)", done.stdout, re.MULTILINE)
    if done.returncode != 1 or found is None:
        raise RuntimeError(f"the tests could not be run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return found[1]


def _without_mutant(tests: Iterable[str]) -> str:
    with tempfile.TemporaryDirectory(prefix="mutant-") as directory:
        copy_project(Path(directory))
        return _first_failing_test(Path(directory), tests)


def table(verdicts: Sequence[Verdict]) -> str:
    """The verdicts as a Markdown document."""
    lines = [
        "# Mutants",
        "",
        "Written by `make mutants`. Each row is one deliberate corruption of a definition, a statement, the",
        "reference or its trust gate, and the first check that noticed it.",
        "",
        "| mutant | file | noticed by |",
        "|---|---|---|",
    ]
    for verdict in verdicts:
        mutant = verdict.mutant
        killer = verdict.killer.replace("|", "\\|") or "**nothing**"
        killer = killer if " " in killer or not verdict.killer else f"`{killer}`"
        lines.append(f"| {mutant.what} | `{mutant.file}` | {killer} |")
    died = sum(verdict.ok for verdict in verdicts)
    return (
        "\n".join([*lines, "", f"{died} of {len(verdicts)} were noticed by the check that they name."]) + "\n"
    )


def main() -> int:
    """Run and report."""
    parser = argparse.ArgumentParser(description="Run the mutants.")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these mutants only")
    parser.add_argument("-o", "--output", type=Path, help="write the table to this file")
    options = parser.parse_args()
    mutants = load()
    unknown = set(options.only or ()) - {mutant.name for mutant in mutants}
    if unknown:
        parser.error(f"there is no mutant {', '.join(sorted(unknown))}")
    chosen = [mutant for mutant in mutants if not options.only or mutant.name in options.only]
    if any(mutant.check != "pytest" for mutant in chosen):
        # The copies reuse these compiled proofs and check again only what the mutant touches.
        subprocess.run([sys.executable, "-m", "pyref", "lean", "build"], cwd=ROOT, check=True)
    tests = sorted({test for mutant in chosen for test in mutant.tests})
    if tests and (broken := _without_mutant(tests)):
        print(f"{broken} fails without any mutant: mend it first", file=sys.stderr)
        return 1
    verdicts = []
    for number, mutant in enumerate(chosen, start=1):
        verdict = run(mutant)
        verdicts.append(verdict)
        fate = "died of" if verdict.ok else "WRONGLY died of" if verdict.killer else "SURVIVED"
        print(
            f"[{number}/{len(chosen)}] {mutant.name}: {fate} {verdict.killer} ({verdict.seconds:.0f} s)",
            flush=True,
        )
    if options.output:
        options.output.write_text(table(verdicts), encoding="utf-8")
    return 0 if all(verdict.ok for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
