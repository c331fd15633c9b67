"""Predicted against actual time and memory (pyref.work), over a spread of instances.

    python benchmarks/estimates.py

Every row is a process of its own: the task's processor time and peak resident memory, and predicted/actual of
both.  Times below a tenth of a second are mostly start-up and are shown without a ratio.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from engine import generic

from pyref.audit import audit
from pyref.envelope import envelope_tables
from pyref.instance import Instance, load_instance
from pyref.law import SelectionLaw
from pyref.normalizers import normalizers
from pyref.parameters import Parameters
from pyref.sampler import released_law_sampler
from pyref.summary import summarise
from pyref.work import show_bytes

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
WIDE = 2**199 + 987654321


def wide(instance: Instance) -> Instance:
    """The same with 200-bit parameters."""
    r, beta, g0 = Fraction(WIDE, 2**200 + 1), Fraction(2**200 + 12345, WIDE), Fraction(2**200 + 777, WIDE)
    return replace(instance, parameters=Parameters(r=r, beta=beta, g0=g0, m=1, J=instance.parameters.J))


INSTANCES: dict[str, Callable[[], Instance]] = {
    "T=4 n=10 k=4 J=4": lambda: generic(labels=4, rows=10, queries=4, J=4),
    "T=4 n=10 k=4 J=5": lambda: generic(labels=4, rows=10, queries=4, J=5),
    "T=4 n=10 k=4 J=6": lambda: generic(labels=4, rows=10, queries=4, J=6),
    "T=4 n=10 k=4 J=2": lambda: generic(labels=4, rows=10, queries=4, J=2),
    "T=4 n=10 k=4 J=3": lambda: generic(labels=4, rows=10, queries=4, J=3),
    "T=4 n=24 k=4 J=4": lambda: generic(labels=4, rows=24, queries=4, J=4),
    "T=3 n=40 k=3 J=5": lambda: generic(labels=3, rows=40, queries=3, J=5),
    "T=6 n=8 k=3 J=5": lambda: generic(labels=6, rows=8, queries=3, J=5),
    "T=8 n=5 k=8 J=3": lambda: generic(labels=8, rows=5, queries=8, J=3),
    "T=2 n=1000 k=2 J=2": lambda: generic(labels=2, rows=1000, queries=2, J=2),
    "T=2 n=1000 k=2 J=6": lambda: generic(labels=2, rows=1000, queries=2, J=6),
    "T=2 n=300 k=1 J=4, 200 bits": lambda: wide(generic(labels=2, rows=300, queries=1, J=4)),
    "T=4 n=10 k=4 J=3, 200 bits": lambda: wide(generic(labels=4, rows=10, queries=4, J=3)),
    "titanic-small": lambda: load_instance(EXAMPLES / "titanic-small.json"),
    "titanic-survived": lambda: load_instance(EXAMPLES / "titanic-survived.json"),
}


def _exact_normalizers(law: SelectionLaw) -> None:
    histograms = list(law.classes.class_of)
    for start in range(0, len(histograms), 64):
        envelope_tables(law, histograms[start : start + 64])


TASKS: dict[str, Callable[[Instance], object]] = {
    "run": summarise,
    "audit": audit,
    "audit-group": lambda instance: audit(instance, group=True),
    "sample": lambda instance: released_law_sampler(SelectionLaw(instance), instance.histogram),
    "normalizers": lambda instance: normalizers(SelectionLaw(instance)),
    "normalizers-exact": lambda instance: _exact_normalizers(SelectionLaw(instance)),
}

ROWS = [
    *(("run", name) for name in INSTANCES if name != "T=4 n=10 k=4 J=2"),
    *(("sample", name) for name in ("T=4 n=10 k=4 J=6", "T=3 n=40 k=3 J=5", "titanic-survived")),
    *(("audit", name) for name in ("T=4 n=10 k=4 J=2", "T=4 n=10 k=4 J=3", "titanic-small")),
    ("audit-group", "titanic-small"),
    *(("normalizers", name) for name in ("T=4 n=10 k=4 J=5", "T=4 n=24 k=4 J=4", "T=2 n=1000 k=2 J=6")),
    ("normalizers-exact", "T=4 n=10 k=4 J=4"),
]


def measure(task: str, name: str) -> None:
    """One row."""
    instance = INSTANCES[name]()
    size = instance.estimate(task)  # type: ignore[arg-type]
    predicted = size.seconds
    started = time.process_time()
    TASKS[task](instance)
    taken = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    ratio = f"{predicted / taken:6.2f}" if taken >= 0.1 else "     -"
    print(
        f"{task:<17} {name:<28} {taken:8.2f} s {ratio}   {show_bytes(peak):>9} {size.memory / peak:6.2f}",
        flush=True,
    )


def main() -> None:
    """Run and print."""
    if len(sys.argv) == 3:
        measure(sys.argv[1], sys.argv[2])
        return
    print(f"{'task':<17} {'instance':<28} {'time':>10} {'ratio':>6}   {'memory':>9} {'ratio':>6}", flush=True)
    for task, name in ROWS:
        subprocess.run([sys.executable, __file__, task, name], check=True)


if __name__ == "__main__":
    main()
