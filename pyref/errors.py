"""Errors that are the caller's to fix, each carrying one clear sentence."""

from __future__ import annotations


class InputError(ValueError):
    """The instance, a file or an option is not usable; the message says what, where and how to fix it."""


class WorkLimitError(InputError):
    """The instance is well formed but larger than the work limit in force."""
