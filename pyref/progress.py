"""A one-line progress report on standard error for work that takes more than a moment."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from .work import show_seconds

Progress = Callable[[str, int, int], None]
"""Called as ``progress(stage, done, total)``."""


def silent(stage: str, done: int, total: int) -> None:
    """Report nothing."""


class StderrProgress:
    """Starts after a moment, then reports at most five times a second on a terminal and every ten seconds
    elsewhere, with the time left in the stage at its pace so far.
    """

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + (1.0 if self._terminal else 3.0)
        self._shown = False
        self._stage = ""
        self._started = 0.0

    def __call__(self, stage: str, done: int, total: int) -> None:
        now = time.monotonic()
        if stage != self._stage:
            self._stage, self._started = stage, now
        if now < self._next:
            return
        self._next = now + (0.2 if self._terminal else 10.0)
        text = f"{stage}: {done} of {total} ({100 * done // max(total, 1)} %)"
        elapsed = now - self._started
        if done > 0 and elapsed >= 1:
            text += f", about {show_seconds(elapsed * (total - done) / done)} left"
        if self._terminal:
            sys.stderr.write(f"\r\x1b[K{text}")
        else:
            sys.stderr.write(text + "\n")
        sys.stderr.flush()
        self._shown = True

    def clear(self) -> None:
        """Remove the line from a terminal."""
        if self._shown and self._terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._shown = False
