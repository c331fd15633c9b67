"""Independent parts of one computation over several processes, through joblib (docs/performance.md).

Every part is computed exactly and alone, and the results are joined in order, so they do not depend on the
number of jobs.  joblib is the optional extra ``parallel``.  Any joblib backend of processes serves: inside
``with joblib.parallel_config(backend=...)`` the parts go to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from .errors import InputError
from .parameters import parse_natural
from .progress import Progress, silent

Part = TypeVar("Part")
Result = TypeVar("Result")

_SHARES_PER_JOB = 4


def spread(
    function: Callable[..., Result],
    parts: Sequence[Part],
    *arguments: object,
    jobs: int | None = 1,
    stage: str = "",
    progress: Progress = silent,
) -> list[Result]:
    """[function(part, *arguments) for part in parts], over ``jobs`` processes.

    ``jobs`` = 1 stays in this process and needs no joblib; None leaves the number to the active joblib
    backend.  With more than one process ``function`` must be importable and its arguments picklable.  Raises
    InputError without joblib, or when joblib's active backend runs threads, which would share the precision
    of the balls.
    """
    results: list[Result] = []

    def collect(found: Iterable[Result]) -> list[Result]:
        progress(stage, 0, len(parts))
        for result in found:
            results.append(result)
            progress(stage, len(results), len(parts))
        return results

    if jobs == 1 or len(parts) < 2:
        return collect(function(part, *arguments) for part in parts)
    joblib = _joblib()
    backend, _ = joblib.parallel.get_active_backend()
    if type(backend) is joblib.parallel.ThreadingBackend:
        raise InputError("the active joblib backend runs threads; use one of processes, for instance loky.")
    streams = getattr(backend, "supports_return_generator", False)
    parallel = joblib.Parallel(n_jobs=jobs, return_as="generator" if streams else "list")
    return collect(parallel(joblib.delayed(function)(part, *arguments) for part in parts))


def shares(items: Sequence[Part], jobs: int | None) -> list[Sequence[Part]]:
    """``items`` cut into consecutive shares of nearly equal length: one for one job, else a few per job."""
    if jobs != 1:
        jobs = int(_joblib().effective_n_jobs(jobs))
    count = 1 if jobs == 1 else min(len(items), _SHARES_PER_JOB * jobs)
    bounds = [len(items) * i // count for i in range(count + 1)] if count else []
    return [items[a:b] for a, b in pairwise(bounds)]


def parse_jobs(value: object) -> int:
    """The number given with --jobs; InputError unless it is an integer of at least 1 that can be served."""
    jobs = parse_natural(value, what="--jobs")
    if jobs > 1:
        _joblib()
    return jobs


def _joblib() -> Any:
    try:
        import joblib  # type: ignore[import-untyped]
    except ImportError:
        raise InputError(
            "more than one job needs joblib, which is not installed; install the extra: "
            "pip install '.[parallel]', or use --jobs 1."
        ) from None
    return joblib
