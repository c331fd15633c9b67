"""Time, proposals and memory of a release on one core.

    PYTHONPATH=. OMP_NUM_THREADS=1 python benchmarks/release.py [REPEATS] [T,T,...]

For every T, n, k and epsilon: W, which bounds the expected number of proposals, and the median and largest
over REPEATS (default 3) releases of the processor seconds from the instance to the transcript, planning
included.  The data are n rows from a random distribution on T cells, the queries k random 0/1 functions, both
from a fixed seed; the parameters are the defaults.  The last line is the peak memory of the whole run.
"""

from __future__ import annotations

import resource
import sys
import time
from fractions import Fraction
from statistics import median

import numpy as np

from pyref.instance import Instance, Query
from pyref.parameters import Parameters
from pyref.release.defaults import choose
from pyref.release.mechanism import release
from pyref.release.model import Model, shape_of

PLACEHOLDER = Parameters(r=Fraction(1, 2), beta=Fraction(2), g0=Fraction(2), m=1, J=1)


def instance(labels: int, rows: int, queries: int) -> Instance:
    """Random data and queries; the parameters are replaced by the plan's."""
    rng = np.random.default_rng(labels + rows + queries)
    data = rng.choice(labels, size=rows, p=rng.dirichlet(np.full(labels, 0.3)))
    values = rng.integers(0, 2, size=(queries, labels))
    return Instance(
        universe=tuple(str(d) for d in range(labels)),
        queries=tuple(Query(name=f"q{i}", values=tuple(row)) for i, row in enumerate(values.tolist())),
        bound=1,
        rows=tuple(data.tolist()),
        parameters=PLACEHOLDER,
    )


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    sizes = [int(t) for t in sys.argv[2].split(",")] if len(sys.argv) > 2 else [16, 64, 256, 1024]
    header = ("T", "n", "k", "epsilon", "J", "W", "planning", "seconds", "slowest")
    print(" ".join(f"{name:>9}" for name in header))
    for labels in sizes:
        for rows in (1000, 10_000):
            for queries in (32, 128):
                case = instance(labels, rows, queries)
                for epsilon in (Fraction(1, 2), Fraction(1), Fraction(2)):
                    planning, seconds = [], []
                    for _ in range(repeats):
                        start = time.process_time()
                        plan = choose(shape_of(case), epsilon)
                        planned = time.process_time()
                        release(Model.of(case, plan))
                        planning.append(planned - start)
                        seconds.append(time.process_time() - start)
                    shown = (labels, rows, queries, epsilon, plan.tuning.J, f"{float(plan.total):.1f}")
                    times = (median(planning), median(seconds), max(seconds))
                    print(" ".join(f"{v!s:>9}" for v in shown), *(f"{t:9.2f}" for t in times), flush=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"peak memory {memory} MB")


if __name__ == "__main__":
    main()
