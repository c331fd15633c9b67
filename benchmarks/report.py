"""Time of the report beside that of ``run`` on titanic-small, as a ratio within one run.

    python benchmarks/report.py [REPEATS]

The two alternate, REPEATS (default 3) times; medians are shown, and how the report's time divides.  The limit
is raised so that the audit covers all pairs of databases.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from statistics import median

from pyref.instance import load_instance
from pyref.report_data import ReportData
from pyref.report_html import report_html
from pyref.summary import summarise

LIMIT = 10**12
PARTS = ("summary", "laws", "audit", "slack", "accuracy", "bound")


def main() -> None:
    """Run and print."""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    path = Path(__file__).resolve().parent.parent / "examples" / "titanic-small.json"
    instance = load_instance(path)
    times: dict[str, list[float]] = {}

    def note(what: str, started: float) -> None:
        times.setdefault(what, []).append(time.perf_counter() - started)

    for _ in range(repeats):
        started = time.perf_counter()
        summarise(instance)
        note("run", started)
        first = time.perf_counter()
        data = ReportData(instance, max_work=LIMIT)
        for part in PARTS:
            started = time.perf_counter()
            getattr(data, part)
            note(f"  {part}", started)
        started = time.perf_counter()
        size = len(report_html(data, title=path.name))
        note("  page and figures", started)
        note("report", first)
    for what, values in times.items():
        ratio = median(values) / median(times["run"])
        print(f"{what:<20} {median(values):9.3f} s  {ratio:8.2f} x run")
    print(f"{'page':<20} {size / 1000:9.0f} kB")


if __name__ == "__main__":
    main()
