"""Predictions made before any work, and the refusal of instances over the limit.

A unit is a nanosecond of the machine the costs were measured on, while it was busy with other work
(docs/performance.md); ``speed`` compares the present machine with it, so that seconds can be shown.  The
sizes are H = C(n+T-1, T-1) histograms, |Omega| = (2k)^J transcripts, c centres (databases whose envelope is
computed), and

* states: sums of at most J - 1 signed queries, at most one per integer point of norm at most J - 1 in
  dimension k;
* keys: different masses.  Signed queries that differ by a constant are selected alike, so with g of the 2k
  different in this sense there are about g^J;
* bits of the denominator of one mass: J normalisers of a selection, each a sum of powers of beta with
  exponents up to about 3 n B m (T > 2) or n B m (T = 2).

The histograms, the states and the table of logarithms cost once; each centre costs a search over all pairs
(transcript, histogram), the keys of all transcripts, and a product of big integers per key.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

import numpy as np
from flint import fmpq

from .errors import WorkLimitError

Task = Literal["run", "audit", "audit-group", "sample", "normalizers", "normalizers-exact"]

DEFAULT_LIMIT = 60_000_000_000
"""Default work limit in units: about a minute on one core."""

TOO_MANY = 10**30
"""Counts are not computed beyond this."""

_BASE_MEMORY = 50 << 20
_CHUNK = 1 << 18

_REFERENCE_SECONDS = 0.0045
"""What the loop of ``speed`` takes on the reference machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkEstimate:
    """Sizes of a task; every count is capped at ``TOO_MANY``.

    ``bits`` bounds the size of one exact transcript mass, ``units`` is the time in units and ``memory`` the
    peak in bytes.
    """

    histograms: int
    transcripts: int
    centres: int
    bits: int
    units: int
    memory: int

    @property
    def seconds(self) -> float:
        """The predicted time on this machine."""
        return self.units * 1e-9 * speed()


def capped_power(base: int, exponent: int) -> int:
    """min(base**exponent, TOO_MANY) for base >= 1 without forming huge powers."""
    if base == 1 or exponent == 0:
        return 1
    result = 1
    for _ in range(exponent):  # at most 100 steps, since base >= 2
        result *= base
        if result >= TOO_MANY:
            return TOO_MANY
    return result


def capped_binomial(top: int, bottom: int) -> int:
    """min(C(top, bottom), TOO_MANY) without forming huge factorials."""
    bottom = min(bottom, top - bottom)
    result = 1
    for i in range(1, bottom + 1):
        result = result * (top - bottom + i) // i
        if result >= TOO_MANY:
            return TOO_MANY
    return result


def _states(queries: int, J: int) -> int:
    """The integer points of norm at most J - 1 in dimension ``queries``, capped."""
    total = 0
    for i in range(min(queries, J - 1) + 1):
        total += 2 ** min(i, 100) * capped_binomial(queries, i) * capped_binomial(J - 1, i)
        if total >= TOO_MANY:
            return TOO_MANY
    return total


def estimate(
    *,
    task: Task,
    labels: int,
    rows: int,
    queries: int,
    bound: int,
    J: int,
    m: int = 1,
    beta: Fraction | None = None,
    directions: int | None = None,
) -> WorkEstimate:
    """The size of ``task`` for T=labels, n=rows, k=queries.

    ``beta`` = None assumes 8-bit numerators; ``directions`` is the number of signed queries that differ by
    more than a constant, 2k if None.
    """
    choices = 2 * queries
    histograms = capped_binomial(rows + labels - 1, labels - 1)
    transcripts = capped_power(choices, J)
    if task in ("audit", "audit-group", "normalizers", "normalizers-exact"):
        centres = histograms
    elif task == "run":
        centres = min(1 + labels * (labels - 1), histograms)
    else:
        centres = 1
    beta_bits = 8 if beta is None else beta.numerator.bit_length()
    # J factors, exponents in a range of 4nBm, numerator and denominator
    bits = 8 * J * m * rows * bound * beta_bits
    spread = m * rows * bound
    denominator = J * beta_bits * spread * (1 if labels <= 2 else 3)
    states = min(_states(queries, J), capped_power(4 * bound * J, labels - 1))
    keys = min(transcripts, capped_power(choices if directions is None else directions, J))
    entries = histograms * states * choices

    once = (
        histograms * (1000 + 250 * labels + 200 * labels * queries)
        + states * (4000 * queries + 1500 * labels)
        + 4000 * min(4 * spread + 2, entries)
        + 50 * entries
    )
    if task == "normalizers":
        return _sweep(
            labels=labels, rows=rows, entries=entries, transcripts=transcripts, once=once, bits=bits
        )
    search = transcripts * (300 + histograms * (6 + 3 * centres))
    exact = transcripts * (150 * J + 300) + keys * (4000 + 30 * denominator)
    # The expected errors cost as much as three more normalisers.
    evaluations = centres + 3 if task == "run" else centres
    units = once + search + (exact + 500_000) * evaluations
    if task in ("audit", "audit-group"):
        near = min(histograms, 1 + labels * (labels - 1))
        pairs = histograms * (histograms if task == "audit-group" else near)
        units += (30 * pairs + 100 * histograms) * transcripts + 20_000 * pairs
    memory = (
        _BASE_MEMORY
        + histograms * (400 + 100 * labels)
        + 3 * 8 * min(entries, _CHUNK)
        + 8 * entries
        + 24 * (min(centres, 64) if task == "normalizers-exact" else centres) * transcripts
        + 24 * (J + 8) * min(transcripts, _CHUNK)
        + keys * (200 + denominator // 2)
    )
    return WorkEstimate(
        histograms=histograms,
        transcripts=transcripts,
        centres=centres,
        bits=bits,
        units=min(units, TOO_MANY),
        memory=min(memory, TOO_MANY),
    )


def _sweep(*, labels: int, rows: int, entries: int, transcripts: int, once: int, bits: int) -> WorkEstimate:
    """The size of ``normalizers.normalizers``, which sweeps over the histograms of at most n rows."""
    histograms = capped_binomial(rows + labels - 1, labels - 1)
    nodes = capped_binomial(rows + labels, labels)
    units = (
        once + 150 * entries + nodes * 3000 * labels + transcripts * (60 * histograms + 30 * labels * nodes)
    )
    block = min(max(nodes, 1 << 22), nodes * transcripts)
    memory = _BASE_MEMORY + histograms * (400 + 100 * labels) + 90 * entries + 16 * block + 8 * labels * nodes
    return WorkEstimate(
        histograms=histograms,
        transcripts=transcripts,
        centres=histograms,
        bits=bits,
        units=min(units, TOO_MANY),
        memory=min(memory, TOO_MANY),
    )


@cache
def speed() -> float:
    """Seconds that this machine takes for what takes one second on the reference machine; measured once."""
    numbers = np.arange(200_000).reshape(400, 500)
    terms = [fmpq(i, 2**200 + i) for i in range(1, 1000)]
    best = float("inf")
    for _ in range(3):
        started = time.process_time()
        for _ in range(4):
            (numbers + numbers[:, :1]).max(axis=0)
        sum(terms[1:100], terms[0])
        best = min(best, time.process_time() - started)
    return best / _REFERENCE_SECONDS


def show_count(count: int) -> str:
    """A count for people: plain up to nine digits, then a power of ten."""
    if count >= TOO_MANY:
        return "more than 10^30"
    return (
        str(count)
        if count < 10**9
        else f"{count // 10 ** (len(str(count)) - 2) / 10:.1f}e{len(str(count)) - 1}"
    )


def show_seconds(seconds: float) -> str:
    """A duration for people, to two digits."""
    for size, name in ((31_557_600, "years"), (86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            count = seconds / size
            return f"{count:.0f} {name}" if count < 10**6 else f"more than 10^6 {name}"
    return f"{seconds:.2g} seconds" if seconds < 10 else f"{seconds:.0f} seconds"


def show_bytes(size: int) -> str:
    """A size in memory for people."""
    for unit in ("MiB", "GiB", "TiB"):
        size_in = size / (1 << {"MiB": 20, "GiB": 30, "TiB": 40}[unit])
        if size_in < 1024:
            return f"{size_in:.0f} {unit}" if size_in >= 10 else f"{size_in:.1f} {unit}"
    return "more than 1000 TiB"


def require_within(work: WorkEstimate, *, limit: int) -> None:
    """Raise WorkLimitError with the sizes, the predicted time and memory if ``work`` is over ``limit``."""
    if work.units > limit:
        raise WorkLimitError(
            f"the instance is over the work limit: {show_count(work.histograms)} histograms and "
            f"{show_count(work.transcripts)} transcripts need about {show_seconds(work.seconds)} and "
            f"{show_bytes(work.memory)} of memory, {show_count(work.units)} units of work where "
            f"{show_count(limit)} are allowed; use fewer labels, rows, queries or a smaller J, or raise "
            f"--max-work."
        )
