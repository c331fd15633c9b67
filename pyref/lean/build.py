"""Builds the library and checks files with the embedded Lean, doing again only what changed."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyref.errors import InputError

from .diagnostics import Diagnostic, errors
from .driver import DRIVER, Answer, Driver
from .gate import EXPECTED_THEOREMS, GateResult, axiom_problems, expected_theorems, gate, scan_text
from .graph import LIBRARY, Graph, Module, header_imports, load_graph, read_source
from .install import LEAN_DESCRIPTION, Installation
from .lexer import LexicalError
from .locks import exclusive
from .report import (
    REPORT_VERSION,
    ModuleReport,
    load_report,
    read_json,
    report_path,
    store_report,
    write_json,
)

#: Where compiled modules and reports are kept, below the root of the project.
BUILD_DIRECTORY = Path(".lake") / "build-embedded"

# What one Lean process may come to occupy; a second is started only if it fits as well.
_PROCESS_BYTES = 3_500_000_000
# Below this many modules a second process costs more in start-up than it saves.
_PARALLEL_FROM = 8


@dataclass(frozen=True, kw_only=True)
class BuildResult:
    """`checked` modules were checked now, `reused` ones had not changed; `skipped` import one that failed."""

    checked: tuple[str, ...]
    reused: tuple[str, ...]
    skipped: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        """Whether every module passed without errors and without `sorry`."""
        return not errors(self.diagnostics) and not self.skipped


@dataclass(frozen=True, kw_only=True)
class CheckResult:
    """The outcome for one file; `cached` when the same file had passed before against the same library."""

    path: Path
    ok: bool
    cached: bool
    seconds: float
    theorems: int
    diagnostics: tuple[Diagnostic, ...]


class EmbeddedBuild:
    """The library below `root` under the embedded Lean. Use as a context manager: leaving it ends its
    processes."""

    def __init__(self, installation: Installation, *, root: Path, quiet: bool = False) -> None:
        self.root = root.resolve()
        self.directory = self.root / BUILD_DIRECTORY
        self.toolchain = toolchain_key(installation)
        self.description = f"embedded {LEAN_DESCRIPTION}"
        self.location = installation.root
        self._installation = installation
        self._quiet = quiet
        self._drivers: list[Driver] = []

    def __enter__(self) -> EmbeddedBuild:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the Lean processes."""
        for driver in self._drivers:
            driver.close()
        self._drivers.clear()

    def graph(self) -> Graph:
        """The modules as they are on disk now. Raises InputError as `load_graph` does."""
        return load_graph(self.root, toolchain=self.toolchain)

    def build(self) -> BuildResult:
        """Check every module that changed, in dependency order.

        Raises InputError when the modules cannot be read or Lean cannot be run.
        """
        started = time.monotonic()
        with self._locked():
            graph = self.graph()
            reused = {m.name for m in graph.modules if load_report(self.directory, m) is not None}
            run = _Run(graph=graph, reused=reused, directory=self.directory, say=self._say)
            if run.total:
                self._run(run)
        return BuildResult(
            checked=tuple(run.checked),
            reused=tuple(m.name for m in graph.modules if m.name in reused),
            skipped=tuple(m.name for m in graph.modules if m.name in run.skipped),
            diagnostics=tuple(run.diagnostics),
            seconds=time.monotonic() - started,
        )

    def audit(self, *, expected: Sequence[str] | None = None) -> GateResult:
        """The trust gate over the library as it is on disk; `expected` defaults to the list in `tests/`."""
        names = expected_theorems(self.root / EXPECTED_THEOREMS) if expected is None else expected
        graph = self.graph()
        return gate(graph, {m.name: load_report(self.directory, m) for m in graph.modules}, expected=names)

    def report(self, module: Module) -> ModuleReport | None:
        """The stored report of a module as it is on disk now; None when there is none or it is out of
        date."""
        return load_report(self.directory, module)

    def check_files(self, paths: Sequence[Path], *, again: bool = False) -> list[CheckResult]:
        """Check files that may import the library, which must have been built; one result per path, in order.

        A file passes when Lean reports no error, nothing is left unproved, and it rests on no axiom but the
        three standard ones. Files that passed are remembered by the hash of all that decides it; `again`
        ignores that. Raises InputError when a file cannot be read or imports a module that is not built.
        """
        graph = self.graph()
        results: list[CheckResult] = []
        with self._locked():
            for number, path in enumerate(paths, start=1):
                started = time.monotonic()
                text = read_source(path)
                problems = scan_text(path, text)
                if problems:
                    results.append(_check_result(path, started, diagnostics=tuple(problems)))
                    continue
                memory = self.directory / "checked" / f"{self._check_key(path, text, graph)}.json"
                remembered = None if again else read_json(memory)
                if remembered is not None and isinstance(remembered.get("theorems"), int):
                    results.append(_check_result(path, started, cached=True, theorems=remembered["theorems"]))
                    continue
                self._say(f"Lean [{number}/{len(paths)}] {path.name} ...")
                answer = self._driver(0).check(path.absolute(), module="Checked", text=text, write=False)
                found = _diagnostics(path, answer)
                found += [
                    Diagnostic(path=path, line=1, column=0, severity="error", text=problem)
                    for problem in axiom_problems(answer.declarations)
                ]
                theorems = sum(d["kind"] == "theorem" and not d["internal"] for d in answer.declarations)
                result = _check_result(path, started, theorems=theorems, diagnostics=tuple(found))
                if result.ok and not answer.ok:
                    raise InputError(f"{path}: Lean gave no verdict on this file: check it again")
                if result.ok:
                    write_json(memory, {"theorems": theorems})
                results.append(result)
        return results

    def elaborate(self, path: Path, *, module: str) -> Answer:
        """What Lean finds in a file, as the module of this name; unlike `check_files` it judges nothing.

        Raises InputError when the file cannot be read or Lean cannot be run.
        """
        text = read_source(path)
        with self._locked():
            return self._driver(0).check(path.absolute(), module=module, text=text, write=False)

    def _check_key(self, path: Path, text: str, graph: Graph) -> str:
        modules = graph.by_name()
        parts = [self.toolchain, "check", hashlib.sha256(text.encode()).hexdigest()]
        try:
            imports = header_imports(text)
        except LexicalError as error:
            raise InputError(f"{path}:{error.line}:{error.column}: {error}") from error
        for name in imports:
            if name.split(".")[0] != LIBRARY:
                continue
            if name not in modules:
                raise InputError(f"{path} imports {name}, but there is no {name.replace('.', '/')}.lean")
            if load_report(self.directory, modules[name]) is None:
                raise InputError(
                    f"{path} imports {name}, which is not built: run `python -m pyref lean build` first"
                )
            parts.append(modules[name].key)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def _locked(self) -> Any:
        return exclusive(
            self.directory / "lock", waiting="Waiting for another process that is building here."
        )

    def _driver(self, index: int) -> Driver:
        while len(self._drivers) <= index:
            self._drivers.append(Driver(self._installation, source=self.root, build=self.directory))
        return self._drivers[index]

    def _run(self, run: _Run) -> None:
        count = process_count(run.total)
        self._say(
            f"Lean: {run.total} modules to check, {count} process{'es' if count > 1 else ''}, starting ..."
        )
        drivers = [self._driver(index) for index in range(count)]
        threads = [
            # Daemons, so that an interrupt is not held up by a thread that waits for Lean.
            threading.Thread(target=run.work, args=(driver,), daemon=True)
            for driver in drivers
        ]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                while thread.is_alive():
                    thread.join(timeout=0.2)
        finally:
            run.stop()
        if run.failure is not None:
            raise run.failure

    def _say(self, text: str) -> None:
        if not self._quiet:
            sys.stderr.write(text + "\n")
            sys.stderr.flush()


class _Run:
    """One build in progress, shared by the threads that each drive a Lean process."""

    def __init__(self, *, graph: Graph, reused: set[str], directory: Path, say: Any) -> None:
        self.checked: list[str] = []
        self.skipped: set[str] = set()
        self.diagnostics: list[Diagnostic] = []
        self.failure: BaseException | None = None
        self._directory = directory
        self._say = say
        self._passed = set(reused)
        self._failed: set[str] = set()
        self._waiting = [module for module in graph.modules if module.name not in reused]
        self._names = {module.name for module in graph.modules}
        self._running = 0
        self._stopped = False
        self._changed = threading.Condition()
        self.total = len(self._waiting)

    def stop(self) -> None:
        """Let the threads end after what they are doing."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def work(self, driver: Driver) -> None:
        """Check modules until none is left."""
        try:
            while (module := self._next()) is not None:
                self._check(driver, module)
        except BaseException as error:
            with self._changed:
                if not self._stopped:
                    self.failure = self.failure or error
                self._stopped = True
                self._changed.notify_all()

    def _next(self) -> Module | None:
        with self._changed:
            while not self._stopped:
                for module in list(self._waiting):
                    needed = [name for name in module.imports if name in self._names]
                    if any(name in self._failed for name in needed):
                        self._waiting.remove(module)
                        self._failed.add(module.name)
                        self.skipped.add(module.name)
                    elif all(name in self._passed for name in needed):
                        self._waiting.remove(module)
                        self._running += 1
                        return module
                if not self._waiting or not self._running:
                    break
                self._changed.wait(timeout=0.5)
            return None

    def _check(self, driver: Driver, module: Module) -> None:
        report = report_path(self._directory, module.name)
        # Until the new report is in place the module counts as not checked.
        report.unlink(missing_ok=True)
        answer = driver.check(module.path, module=module.name, write=True)
        found = _diagnostics(module.path, answer)
        bad = errors(found)
        if not bad and not answer.ok:
            raise InputError(f"{module.path}: Lean gave no verdict on this file: build again")
        if not bad:
            store_report(self._directory, module, answer)
        with self._changed:
            self._running -= 1
            self.checked.append(module.name)
            self.diagnostics += found
            (self._failed if bad else self._passed).add(module.name)
            done = len(self.checked)
            self._say(
                f"Lean [{done}/{self.total}] {module.name} {answer.seconds:.1f} s{' FAILED' if bad else ''}"
            )
            for diagnostic in found:
                self._say(str(diagnostic))
            self._changed.notify_all()


def toolchain_key(installation: Installation) -> str:
    """A name for everything but the sources that decides what a check finds."""
    driver = hashlib.sha256(DRIVER.read_bytes()).hexdigest()
    return f"{installation.identity} driver {driver} report {REPORT_VERSION}"


def process_count(modules: int) -> int:
    """How many Lean processes to run for so many modules: at most two, and one when memory or processors are
    short."""
    if modules < _PARALLEL_FROM or (os.cpu_count() or 1) < 2:
        return 1
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            available = next(
                int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")
            )
    except (OSError, StopIteration, ValueError, IndexError):
        return 1
    return 2 if available >= 2 * _PROCESS_BYTES else 1


def _diagnostics(path: Path, answer: Answer) -> list[Diagnostic]:
    return [
        Diagnostic(
            path=path,
            line=message.line,
            column=message.column,
            severity=message.severity,
            text=message.text,
        )
        for message in answer.messages
        if message.severity in ("error", "warning")
    ]


def _check_result(
    path: Path,
    started: float,
    *,
    cached: bool = False,
    theorems: int = 0,
    diagnostics: Iterable[Diagnostic] = (),
) -> CheckResult:
    found = tuple(diagnostics)
    return CheckResult(
        path=path,
        ok=not errors(found),
        cached=cached,
        seconds=time.monotonic() - started,
        theorems=theorems,
        diagnostics=found,
    )
