"""What a build or a check found wrong, in one shape for both ways of running Lean."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class Diagnostic:
    """One message about a place. `line` counts from 1, `column` from 0, as Lean counts; severity error or
    warning."""

    path: Path
    line: int
    column: int
    severity: str
    text: str

    def __str__(self) -> str:
        path = Path(os.path.relpath(self.path))
        shown = self.path if ".." in path.parts else path
        mark = "" if self.severity == "error" else f"{self.severity}: "
        return f"{shown}:{self.line}:{self.column}: {mark}{self.text}"


def is_sorry(text: str) -> bool:
    """Whether a message says that something was left unproved."""
    return "declaration uses" in text and "sorry" in text


def errors(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics that make a build fail: errors and unproved declarations."""
    return tuple(d for d in diagnostics if d.severity == "error" or is_sorry(d.text))
