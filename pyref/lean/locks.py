"""One process at a time: a lock on a file that the operating system releases when its holder dies."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pyref.errors import InputError

if sys.platform == "win32":  # pragma: no cover - not run on the platforms of the test suite
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextlib.contextmanager
def exclusive(path: Path, *, waiting: str) -> Iterator[None]:
    """Hold the lock file `path`; while another process holds it, say `waiting` once on standard error and
    wait.

    Raises InputError when the lock file cannot be created.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise InputError(f"{path.parent} cannot be written ({error.strerror}): make it writable") from error
    try:
        told = False
        while not _try_lock(descriptor):
            if not told:
                sys.stderr.write(waiting + "\n")
                sys.stderr.flush()
                told = True
            time.sleep(0.2)
        yield
    finally:
        # Closing releases the lock; the file stays, since removing it would let two processes hold two files.
        os.close(descriptor)
