"""One running embedded Lean that checks file after file."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyref.errors import InputError

from .install import Installation
from .patches import MOUNTS_VARIABLE, VIRTUAL_ROOT

DRIVER = Path(__file__).with_name("driver.lean")

# WebAssembly memory ends at 2 GiB and a check never returns what it used (70 to 250 MB). A process is
# replaced before that: above this resident size, or after this many files where the size cannot be read.
_RESIDENT_LIMIT_BYTES = 3_300_000_000
_FILE_LIMIT = 10
_POLL_SECONDS = 0.02


@dataclass(frozen=True, kw_only=True)
class Message:
    """What Lean says about a place in a file. `line` counts from 1, `column` from 0, as Lean prints them."""

    line: int
    column: int
    severity: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The outcome of one check: `declarations` as the driver reports them, one JSON object each."""

    ok: bool
    messages: tuple[Message, ...]
    declarations: tuple[dict[str, Any], ...]
    imports: tuple[str, ...]
    seconds: float


class DriverDied(Exception):
    """The process ended during a check; `reason` is what it last said."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Driver:
    """A Lean process for modules below `source`, reading and writing compiled modules in `build`.

    Starts on first use and restarts itself when its memory runs out. Use as a context manager: leaving it
    ends the process.
    """

    def __init__(self, installation: Installation, *, source: Path, build: Path) -> None:
        self._installation = installation
        self._source = source
        self._build = build
        self._process: subprocess.Popen[bytes] | None = None
        self._work: Path | None = None
        self._sequence = 0
        self._files = 0
        self._closed = False
        # Between the threads of a build and the one that ends it on an interrupt.
        self._lock = threading.Lock()

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process and remove its working directory; a check running in another thread fails."""
        with self._lock:
            self._closed = True
            self._stop()

    def _stop(self) -> None:
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.kill()
            self._process.wait()
            self._process = None
        if self._work is not None:
            shutil.rmtree(self._work, ignore_errors=True)
            self._work = None

    def check(self, path: Path, *, module: str, text: str | None = None, write: bool) -> Answer:
        """Check the file `path` as the module `module`; with `write`, store the compiled module if there is
        no error.

        `text` replaces the content of the file, which then need not lie below `source`. A process that dies
        is replaced once: its memory may have been used up by earlier files. Raises InputError when it dies
        again.
        """
        started = time.monotonic()
        if self._process is not None and (self._process.poll() is not None or self._is_full()):
            self._stop()
        fresh = self._process is None
        try:
            return self._check(path, module=module, text=text, write=write, started=started)
        except DriverDied as death:
            self._stop()
            if fresh:
                raise InputError(f"{path}: Lean stopped while checking this file ({death.reason})") from death
        try:
            return self._check(path, module=module, text=text, write=write, started=started)
        except DriverDied as death:
            self._stop()
            raise InputError(f"{path}: Lean stopped while checking this file ({death.reason})") from death

    def _check(self, path: Path, *, module: str, text: str | None, write: bool, started: float) -> Answer:
        work = self._start()
        if text is None:
            source = f"{VIRTUAL_ROOT}/src/{path.relative_to(self._source).as_posix()}"
        else:
            (work / "Check.lean").write_text(text, encoding="utf-8")
            source = f"{VIRTUAL_ROOT}/job/Check.lean"
        relative = module.replace(".", "/") + ".olean"
        if write:
            (self._build / relative).parent.mkdir(parents=True, exist_ok=True)
        self._sequence += 1
        self._files += 1
        result = work / f"result-{self._sequence}"
        olean = f"{VIRTUAL_ROOT}/build/{relative}" if write else "-"
        lines = [str(self._sequence), source, module, olean, f"{VIRTUAL_ROOT}/job/{result.name}", ".", ""]
        request = work / "request.part"
        request.write_text("\n".join(lines), encoding="utf-8")
        os.replace(request, work / "request")
        self._wait_for(result)
        answer = _parse(result.read_text(encoding="utf-8"), seconds=time.monotonic() - started)
        result.unlink()
        return answer

    def _start(self) -> Path:
        if self._process is not None and self._work is not None:
            return self._work
        self._stop()
        self._build.mkdir(parents=True, exist_ok=True)
        work = self._work = Path(tempfile.mkdtemp(prefix="pyref-lean-"))
        self._files = 0
        shutil.copyfile(DRIVER, work / "driver.lean")
        root = VIRTUAL_ROOT
        mounts = {
            f"{root}/lib": str(self._installation.library),
            f"{root}/build": str(self._build),
            f"{root}/src": str(self._source),
            f"{root}/job": str(work),
        }
        environment = dict(os.environ)
        environment.update({"LEAN_PATH": f"{root}/lib:{root}/build", MOUNTS_VARIABLE: json.dumps(mounts)})
        # These would change what the program does; the result must not depend on the caller's environment.
        environment.pop("NODE_OPTIONS", None)
        command = [str(self._installation.node), "--stack-size=4000", str(self._installation.program)]
        command += ["-DElab.async=false", "--run", f"{root}/job/driver.lean"]
        command += [f"{root}/job/request", f"{root}/job/ready"]
        with self._lock, (work / "log").open("wb") as log:
            if self._closed:
                raise DriverDied("it was told to")
            self._process = subprocess.Popen(
                command,
                cwd=work,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                # Ctrl-C is handled here, by ending the process, and not by the process itself.
                start_new_session=True,
            )
        self._wait_for(work / "ready")
        return work

    def _wait_for(self, path: Path) -> None:
        process = self._process
        if process is None:
            raise DriverDied("it was told to")
        while not path.exists():
            if process.poll() is not None and not path.exists():
                raise DriverDied(self._last_words())
            time.sleep(_POLL_SECONDS)

    def _last_words(self) -> str:
        work = self._work
        if work is None or not (work / "log").is_file():
            return "it was told to"
        with (work / "log").open("rb") as log:
            # A stack trace through the program quotes lines of a megabyte.
            log.seek(0, os.SEEK_END)
            log.seek(max(0, log.tell() - 20_000))
            lines = log.read().decode("utf-8", errors="replace").splitlines()
        if any("stack size exceeded" in line for line in lines):
            return "the recursion is too deep"
        if any("out of memory" in line or "out of bounds" in line for line in lines):
            return "out of memory"
        telling = [line.strip() for line in lines if "rror" in line]
        return telling[-1][:200] if telling else "no message"

    def _is_full(self) -> bool:
        if not sys.platform.startswith("linux"):
            return self._files >= _FILE_LIMIT
        assert self._process is not None
        try:
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1])
        except (OSError, ValueError, IndexError):
            return self._files >= _FILE_LIMIT
        return pages * os.sysconf("SC_PAGE_SIZE") > _RESIDENT_LIMIT_BYTES


def _parse(text: str, *, seconds: float) -> Answer:
    messages: list[Message] = []
    declarations: list[dict[str, Any]] = []
    outcome: dict[str, Any] = {}
    for line in filter(None, text.split("\n")):
        value = json.loads(line)
        if "declaration" in value:
            declarations.append(value["declaration"])
        elif "ok" in value:
            outcome = value
        else:
            place = value["pos"]
            messages.append(
                Message(
                    line=place["line"],
                    column=place["column"],
                    severity=value["severity"],
                    text=str(value["data"]).strip(),
                )
            )
    if "failure" in outcome:
        # Outside any place in the file: a missing import, for instance.
        failure = outcome["failure"].replace(f"{VIRTUAL_ROOT}/", "")
        messages.append(Message(line=1, column=0, severity="error", text=failure))
    return Answer(
        ok=outcome.get("ok") is True,
        messages=tuple(messages),
        declarations=tuple(declarations),
        imports=tuple(outcome.get("imports", ())),
        seconds=seconds,
    )
