"""Builds the library and checks files with the Lean that elan installed, through `lake`."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .build import BuildResult, CheckResult
from .diagnostics import Diagnostic, errors
from .gate import (
    EXPECTED_THEOREMS,
    STANDARD_AXIOMS,
    GateResult,
    TheoremReport,
    expected_theorems,
    scan_text,
    source_problems,
)
from .graph import LIBRARY, Graph, load_graph, read_source
from .lexer import blank
from .report import read_json, write_json

#: The version that `lean-toolchain` names; another one is not used.
LEAN_VERSION = "4.28.0"

_PROBE_SECONDS = 900
_PLACE = re.compile(r"(error|warning|info): (?:\./)*(\S.*?\.lean):(\d+):(\d+): (.*)")
_OTHER_ERROR = re.compile(r"error: (.*)")
_STATUS = re.compile(r"^\S* ?\[\d+/\d+\] (?:Built|Building|Replayed|Ran|Fetched|Running) ")
_BUILT = re.compile(r"Built (\S+)")
_PRINTED = re.compile(
    r"'(.+)' (?:depends on axioms:\s*\[([^\]]*)\]|does not depend on any axioms)\s*", re.DOTALL
)


@dataclass(frozen=True, kw_only=True)
class LakeToolchain:
    """A usable `lake`: its path and what `lean --version` says under it."""

    program: Path
    version: str


def find_lake(root: Path) -> LakeToolchain | str:
    """A `lake` that works in `root` with the right Lean, or the reason why there is none."""
    program = shutil.which("lake")
    if program is None:
        return "`lake` is not on PATH"
    try:
        # The first call may make elan fetch the toolchain, hence the long limit.
        for arguments in (["--version"], ["env", "lean", "--version"]):
            result = _run([program, *arguments], root=root, seconds=_PROBE_SECONDS)
            if result.returncode != 0:
                return f"`lake {' '.join(arguments)}` fails here"
    except (OSError, subprocess.TimeoutExpired):
        return "`lake` does not run here"
    version = result.stdout.strip().splitlines()[0] if result.stdout.strip() else ""
    if f"version {LEAN_VERSION}," not in version:
        return f"`lake` brings {version or 'an unknown Lean'} instead of Lean {LEAN_VERSION}"
    return LakeToolchain(program=Path(program), version=version)


class LakeBuild:
    """The library below `root` under lake; the same interface as `EmbeddedBuild`."""

    def __init__(self, toolchain: LakeToolchain, *, root: Path, quiet: bool = False) -> None:
        self.root = root.resolve()
        self.description = f"lake with {toolchain.version}"
        self.location = toolchain.program
        self.toolchain = f"lake {toolchain.version}"
        self._program = str(toolchain.program)
        self._quiet = quiet

    def __enter__(self) -> LakeBuild:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Nothing is kept running."""

    def graph(self) -> Graph:
        """The modules as they are on disk now. Raises InputError as `load_graph` does."""
        return load_graph(self.root, toolchain=self.toolchain)

    def build(self) -> BuildResult:
        """Run `lake build`, which does again only what changed."""
        started = time.monotonic()
        names = [module.name for module in self.graph().modules]
        lines: list[str] = []
        with subprocess.Popen(
            [self._program, "build"],
            cwd=self.root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
        ) as process:
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    lines.append(line.rstrip("\n"))
                    self._say(line.rstrip("\n"))
            except BaseException:
                process.kill()
                raise
        found = parse_lake_output(lines, root=self.root)
        if process.returncode != 0 and not errors(found):
            found.append(_about(self.root, f"`lake build` ended with status {process.returncode}"))
        built = {match.group(1) for line in lines if (match := _BUILT.search(line))}
        return BuildResult(
            checked=tuple(name for name in names if name in built),
            reused=tuple(name for name in names if name not in built),
            skipped=(),
            diagnostics=tuple(found),
            seconds=time.monotonic() - started,
        )

    def audit(self, *, expected: Sequence[str] | None = None) -> GateResult:
        """The trust gate: the sources, and `#print axioms` for every expected theorem of the built
        library."""
        names = expected_theorems(self.root / EXPECTED_THEOREMS) if expected is None else tuple(expected)
        graph = self.graph()
        problems = source_problems(graph)
        with tempfile.TemporaryDirectory(prefix="pyref-lean-") as directory:
            path = Path(directory) / "Audit.lean"
            path.write_text(audit_text(names), encoding="utf-8")
            output = _run([self._program, "env", "lean", "--json", str(path)], root=self.root).stdout
        theorems, more = parse_audit(output, names=names)
        return GateResult(
            problems=tuple(problems + more),
            theorems=tuple(theorems),
            modules=len(graph.modules),
            theorem_count=None,
            axioms=tuple(sorted({axiom for theorem in theorems for axiom in theorem.axioms})),
        )

    def check_files(self, paths: Sequence[Path], *, again: bool = False) -> list[CheckResult]:
        """As `EmbeddedBuild.check_files`; what a file rests on is judged by its text."""
        graph = self.graph()
        library = "\n".join(module.key for module in graph.modules)
        results = []
        for number, path in enumerate(paths, start=1):
            started = time.monotonic()
            text = read_source(path)
            found = scan_text(path, text)
            key = hashlib.sha256(f"{library}\n{text}".encode()).hexdigest()
            memory = self.root / ".lake" / "checked" / f"{key}.json"
            remembered = None if again or found else read_json(memory)
            theorems = 0
            if not found:
                theorems = len(re.findall(r"\btheorem\b", blank(text)))
                if remembered is None:
                    self._say(f"Lean [{number}/{len(paths)}] {path.name} ...")
                    found = self._check(path)
            ok = not errors(found)
            if ok and remembered is None:
                write_json(memory, {"theorems": theorems})
            results.append(
                CheckResult(
                    path=path,
                    ok=ok,
                    cached=remembered is not None,
                    seconds=time.monotonic() - started,
                    theorems=theorems,
                    diagnostics=tuple(found),
                )
            )
        return results

    def _check(self, path: Path) -> list[Diagnostic]:
        result = _run([self._program, "env", "lean", "--json", str(path.absolute())], root=self.root)
        found = []
        for message in _messages(result.stdout):
            if message["severity"] in ("error", "warning"):
                place = message["pos"]
                found.append(
                    Diagnostic(
                        path=path,
                        line=place["line"],
                        column=place["column"],
                        severity=message["severity"],
                        text=str(message["data"]).strip(),
                    )
                )
        if result.returncode != 0 and not errors(found):
            text = f"`lean` ended with status {result.returncode}"
            found.append(Diagnostic(path=path, line=1, column=0, severity="error", text=text))
        return found

    def _say(self, text: str) -> None:
        if not self._quiet:
            sys.stderr.write(text + "\n")
            sys.stderr.flush()


def parse_lake_output(lines: Sequence[str], *, root: Path) -> list[Diagnostic]:
    """The messages in what `lake build` printed; lines that follow a message belong to it."""
    found: list[Diagnostic] = []
    open_message: list[str] | None = None
    place: tuple[Path, int, int, str] | None = None

    def finish() -> None:
        if place is not None and open_message is not None and place[3] != "info":
            path, line, column, severity = place
            text = "\n".join(open_message).strip()
            found.append(Diagnostic(path=path, line=line, column=column, severity=severity, text=text))

    for line in lines:
        if match := _PLACE.match(line):
            finish()
            place = (root / match.group(2), int(match.group(3)), int(match.group(4)), match.group(1))
            open_message = [match.group(5)]
        elif _STATUS.match(line) or (other := _OTHER_ERROR.match(line)):
            finish()
            place = open_message = None
            if (
                not _STATUS.match(line)
                and other
                and other.group(1) not in ("build failed", "Lean exited with code 1")
            ):
                found.append(_about(root, other.group(1)))
        elif open_message is not None:
            open_message.append(line)
    finish()
    return found


def audit_text(names: Sequence[str]) -> str:
    """A file that prints, from line 2 on and in two lines a name, the axioms and the kind of every name."""
    return f"import {LIBRARY}\n" + "".join(f"#print axioms {name}\n#print {name}\n" for name in names)


def parse_audit(output: str, *, names: Sequence[str]) -> tuple[list[TheoremReport], list[str]]:
    """What Lean printed for `audit_text`, and everything wrong with it: a missing line is a problem."""
    problems: list[str] = []
    said: dict[int, str] = {}
    for message in _messages(output):
        line = message["pos"]["line"]
        if message["severity"] == "error":
            problems.append(f"the axiom report failed: {str(message['data']).strip()}")
        said[line] = said.get(line, "") + str(message["data"])
    theorems = []
    for index, name in enumerate(names):
        printed = _PRINTED.fullmatch(said.get(2 * index + 2, ""))
        if printed is None or printed.group(1) != name:
            problems.append(f"Lean printed no axioms for the expected theorem {name}")
            continue
        if not re.search(rf"(?:^|\s)theorem {re.escape(name)}(?=[\s.{{(\[:])", said.get(2 * index + 3, "")):
            problems.append(f"{name} must be a theorem")
        axioms = tuple(sorted(filter(None, (axiom.strip() for axiom in (printed.group(2) or "").split(",")))))
        if outside := sorted(set(axioms) - STANDARD_AXIOMS):
            problems.append(f"{name} uses the axiom {', '.join(outside)}")
        theorems.append(TheoremReport(name=name, axioms=axioms))
    return theorems, problems


def _messages(output: str) -> list[dict[str, Any]]:
    found = []
    for line in output.split("\n"):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict) and {"severity", "pos", "data"} <= value.keys():
            found.append(value)
    return found


def _about(root: Path, text: str) -> Diagnostic:
    return Diagnostic(path=root / "lakefile.lean", line=1, column=0, severity="error", text=text)


def _run(command: list[str], *, root: Path, seconds: float | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=root,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
        timeout=seconds,
        check=False,
    )
