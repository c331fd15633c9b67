"""The optional libraries of the site."""

from __future__ import annotations

import importlib
from typing import Any

from pyref.errors import InputError


def library(name: str) -> Any:
    """The module `name` of a library of the extra `site`. Raises InputError when it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise InputError(
            f"the site needs {name.split('.')[0]}, which is not installed: pip install '.[site]'"
        ) from error
