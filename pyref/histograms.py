"""Histograms of databases: the law of a transcript depends on a database only through its counts.

A histogram is a tuple of T nonnegative integers with sum n.  The distance is half the L1 distance, which is
the least replacement Hamming distance between databases with these histograms (blueprint 10.1).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Histogram = tuple[int, ...]


def histogram_of(rows: tuple[int, ...], labels: int) -> Histogram:
    """Counts of each label index 0..labels-1 among ``rows``."""
    counts = [0] * labels
    for row in rows:
        counts[row] += 1
    return tuple(counts)


def all_histograms(labels: int, rows: int) -> Iterator[Histogram]:
    """All C(rows+labels-1, labels-1) histograms, in lexicographic order."""
    counts = [0] * labels
    counts[-1] = rows
    while True:
        yield tuple(counts)
        # Successor: move one unit from the tail into the rightmost position that has something after it.
        tail = counts[-1]
        i = labels - 1
        if tail == 0:
            while i > 0 and counts[i] == 0:
                i -= 1
            tail = counts[i]
        if i == 0:
            return
        counts[i] = 0
        counts[i - 1] += 1
        counts[-1] = tail - 1


def distance(left: Histogram, right: Histogram) -> int:
    """Half the L1 distance of two histograms with the same sum."""
    return sum(max(0, a - b) for a, b in zip(left, right, strict=True))


def neighbours(histogram: Histogram) -> Iterator[Histogram]:
    """Histograms at distance exactly 1: one row moves from one label to another."""
    for source, count in enumerate(histogram):
        if count == 0:
            continue
        for target in range(len(histogram)):
            if target != source:
                moved = list(histogram)
                moved[source] -= 1
                moved[target] += 1
                yield tuple(moved)


class HistogramClasses:
    """All histograms, those with equal query sums merged into one class (they have the same transcript law).

    Attributes: ``table`` int64[H, T] of counts sorted by class; ``sums`` one tuple of k integers per class,
    the values of sum_i q(x_i); ``starts`` int64[C], the first row of each class in ``table``.
    """

    def __init__(self, query_values: tuple[tuple[int, ...], ...], *, rows: int) -> None:
        labels = len(query_values[0])
        members: dict[tuple[int, ...], list[Histogram]] = {}
        for histogram in all_histograms(labels, rows):
            sums = tuple(sum(h * v for h, v in zip(histogram, q, strict=True) if h) for q in query_values)
            members.setdefault(sums, []).append(histogram)
        self.sums = tuple(members)
        self.class_of = {h: c for c, group in enumerate(members.values()) for h in group}
        self.table: npt.NDArray[np.int64] = np.array(list(self.class_of), dtype=np.int64)
        sizes = [len(group) for group in members.values()]
        self.starts: npt.NDArray[np.int64] = np.cumsum([0, *sizes[:-1]], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.sums)

    def distances(self, centre: Histogram) -> npt.NDArray[np.int64]:
        """int64[C]: the least distance from ``centre`` to a histogram of each class."""
        gaps = np.maximum(self.table - np.array(centre, dtype=np.int64), 0).sum(axis=1)
        return np.minimum.reduceat(gaps, self.starts)
