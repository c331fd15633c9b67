"""Exact reference implementation of the pure differential-privacy envelope mechanism.

Every number is an exact rational unless it is labelled as an enclosure.  The neighbouring relation is
*replacement of one row*: databases are vectors of n labels and neighbours differ in one position (blueprint
0).

    import pyref

    instance = pyref.Instance.from_csv("table.csv", columns=["sex", "survived"], epsilon="1", J=3)
    instance.summary()              # privacy attained, Z_x, errors
    instance.envelope()             # M_x and the released law, transcript by transcript
    instance.audit()                # every theorem, over all neighbouring databases
    instance.inequalities()         # both sides of the inequalities of blueprint 4-6
    instance.accuracy()             # the bounds of blueprint 7-8
    instance.sample()               # the only result that is private
    instance.report("report.html")  # all of it, on one page

In a notebook these results show themselves as tables.  docs/tutorial.md goes through them.

The names in ``__all__`` are imported on first use, so that ``import pyref`` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from .errors import InputError, WorkLimitError
    from .instance import Instance, Query
    from .law import SelectionLaw
    from .parameters import Parameters
    from .report_data import ReportData

_HOMES = {
    "InputError": "errors",
    "Instance": "instance",
    "Parameters": "parameters",
    "Query": "instance",
    "ReportData": "report_data",
    "SelectionLaw": "law",
    "WorkLimitError": "errors",
}

__all__ = [
    "InputError",
    "Instance",
    "Parameters",
    "Query",
    "ReportData",
    "SelectionLaw",
    "WorkLimitError",
    "__version__",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
