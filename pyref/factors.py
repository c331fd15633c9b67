"""Masses as products over rounds, so that equal ones are found and summed without evaluating each.

Write beta = top/base.  With exponents u(s) of beta, gaps g(s) = max u - u(s) and R = max g, one selection has

    pi(s) = base^g(s) top^(R - g(s)) / N,      N = sum_s base^g(s) top^(R - g(s)).

R and N depend on the class and the kind of the state only through the sorted gaps, the *profile*.  Hence

    r^d p_y(omega) = r^d base^E top^(sum R - E) / prod_t N_t,      E = sum_t g(s_t):

a mass is known by its *key*: d, E and the multiset of its J profiles.  Transcripts with the same key have
the same mass, and those with the same profiles share their denominator, so that a sum over all transcripts
takes one product of big integers per key and one fraction per multiset of profiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from flint import fmpq, fmpz

from .exact import sum_rationals
from .logs import IntegerArray

if TYPE_CHECKING:
    from .law import SelectionLaw

IntArray = npt.NDArray[np.int32]

CHUNK = 1 << 18
"""Transcripts whose keys are held at once."""


@dataclass(frozen=True)
class Keys:
    """Keys of masses, one row each: ``distances`` d, ``gaps`` E, ``profiles`` int64[m, J], sorted in each
    row."""

    distances: IntegerArray
    gaps: IntegerArray
    profiles: IntegerArray

    @property
    def columns(self) -> list[IntegerArray]:
        """The columns, the profiles first: what has the same denominator is adjacent when sorted."""
        return [*self.profiles.T, self.distances, self.gaps]

    def __getitem__(self, rows: npt.NDArray[np.integer]) -> Keys:
        return Keys(self.distances[rows], self.gaps[rows], self.profiles[rows])


@dataclass(frozen=True)
class Grouped:
    """Transcripts with equal keys (and labels) merged: ``counts`` of each, and the group of each
    transcript."""

    keys: Keys
    labels: IntegerArray
    counts: IntegerArray


class _Power:
    """The powers of an integer; short ones are remembered."""

    def __init__(self, base: int) -> None:
        self.base = fmpz(base)
        self.known: dict[int, fmpz] = {}

    def __call__(self, exponent: int) -> fmpz:
        value = self.known.get(exponent)
        if value is None:
            value = self.base**exponent
            if value.bit_length() < 1 << 14:
                self.known[exponent] = value
        return value


class Factors:
    """Keys and exact values of the masses of a law."""

    def __init__(self, law: SelectionLaw) -> None:
        self.law = law
        p = law.parameters
        self.top, self.base = _Power(p.beta.numerator), _Power(p.beta.denominator)
        self.r_top, self.r_base = _Power(p.r.numerator), _Power(p.r.denominator)
        self.gaps: list[list[int]] = []
        """The sorted gaps of every profile; the last is R."""
        self._norms: dict[int, fmpz] = {}
        self._known: dict[bytes, int] = {}
        self._profile_of = np.full((len(law.classes), len(law.kind_exponents)), -1, dtype=np.int32)
        self._highest = np.zeros(self._profile_of.shape, dtype=np.int64)

    def _register(self, classes: IntegerArray, kinds: IntegerArray) -> None:
        """Find the profiles of pairs (class, kind)."""
        exponents = self.law.targets[classes] - self.law.kind_exponents[kinds]
        highest = exponents.max(axis=1)
        gaps = np.sort(highest[:, None] - exponents, axis=1)
        data, width = gaps.tobytes(), gaps.itemsize * gaps.shape[1]
        found = np.empty(len(gaps), dtype=np.int32)
        for i in range(len(gaps)):
            row = data[i * width : (i + 1) * width]
            profile = self._known.get(row)
            if profile is None:
                profile = self._known[row] = len(self.gaps)
                self.gaps.append(gaps[i].tolist())
            found[i] = profile
        self._profile_of[classes, kinds] = found
        self._highest[classes, kinds] = highest

    def norm(self, profile: int) -> fmpz:
        """N of a profile."""
        value = self._norms.get(profile)
        if value is None:
            gaps = self.gaps[profile]
            terms = (self.base(g) * self.top(gaps[-1] - g) for g in gaps)
            value = self._norms[profile] = sum(terms, fmpz(0))
        return value

    def profile_table(self) -> IntArray:
        """int32[C, kinds]: the profile of every class and kind."""
        missing = np.argwhere(self._profile_of < 0)
        if len(missing):
            self._register(*missing.T)
        return self._profile_of

    def keys(self, numbers: IntegerArray, classes: IntegerArray, distances: npt.NDArray[np.integer]) -> Keys:
        """The keys of r^distance p_class at the transcripts with these numbers."""
        law = self.law
        J, targets, weights = law.parameters.J, law.targets, law.kind_exponents
        profiles = np.empty((len(numbers), J), dtype=np.int64)
        gaps = np.zeros(len(numbers), dtype=np.int64)
        for t in range(J):
            prefix, following = np.divmod(numbers, law.choices ** (J - t))
            chosen = following // law.choices ** (J - t - 1)
            kinds = law.kinds[law.prefix_states[t][prefix]].astype(np.int64)
            found = self._profile_of[classes, kinds]
            missing = np.flatnonzero(found < 0)
            if len(missing):
                codes = np.unique(classes[missing] * len(weights) + kinds[missing])
                self._register(*np.divmod(codes, len(weights)))
                found = self._profile_of[classes, kinds]
            profiles[:, t] = found
            gaps += self._highest[classes, kinds] - targets[classes, chosen] + weights[kinds, chosen]
        profiles.sort(axis=1)
        return Keys(distances.astype(np.int64), gaps, profiles)

    def parts(self, distance: int, gap: int, profiles: Sequence[int]) -> tuple[fmpz, fmpz]:
        """(numerator, denominator) of the mass with this key, not reduced."""
        span, denominator = 0, self.r_base(distance)
        for profile in profiles:
            span += self.gaps[profile][-1]
            denominator = denominator * self.norm(profile)
        return self.r_top(distance) * self.base(gap) * self.top(span - gap), denominator

    def mass(self, number: int, cls: int, distance: int) -> fmpq:
        """r^distance p_class at one transcript."""
        return self.masses(self.keys(np.array([number]), np.array([cls]), np.array([distance])))[0]

    def masses(self, keys: Keys) -> list[fmpq]:
        """The mass of every key."""
        rows = zip(keys.distances.tolist(), keys.gaps.tolist(), keys.profiles.tolist(), strict=True)
        return [fmpq(*self.parts(*row)) for row in rows]

    def distinct(self, winners: IntArray, distances: IntArray) -> tuple[list[fmpq], IntegerArray]:
        """The different masses r^d_i p_{y_i}(omega_i), by key, and each transcript's place among them."""
        masses: list[fmpq] = []
        places = np.empty(len(winners), dtype=np.int64)
        for start in range(0, len(winners), CHUNK):
            piece = slice(start, min(start + CHUNK, len(winners)))
            numbers = np.arange(piece.start, piece.stop, dtype=np.int64)
            keys = self.keys(numbers, winners[piece].astype(np.int64), distances[piece])
            first, inverse, _ = unique_rows(keys.columns)
            places[piece] = len(masses) + inverse
            masses += self.masses(keys[first])
        return masses, places

    def group(
        self, winners: IntArray, distances: IntArray, labels: npt.NDArray[np.integer] | None = None
    ) -> Grouped:
        """The masses r^d_i p_{y_i}(omega_i) of all transcripts i, equal keys with equal labels merged.

        ``labels`` has one entry per choice of the first J - 1 selections; without it every label is 0.
        """
        pieces = []
        count = self.law.transcript_count
        for start in range(0, count, CHUNK):
            numbers = np.arange(start, min(start + CHUNK, count), dtype=np.int64)
            piece = slice(start, start + len(numbers))
            keys = self.keys(numbers, winners[piece].astype(np.int64), distances[piece])
            marks = np.zeros_like(numbers) if labels is None else labels[numbers // self.law.choices]
            first, _, counts = unique_rows([marks, *keys.columns])
            pieces.append(Grouped(keys[first], marks[first], counts))
        if len(pieces) == 1:
            return pieces[0]
        keys = Keys(
            np.concatenate([p.keys.distances for p in pieces]),
            np.concatenate([p.keys.gaps for p in pieces]),
            np.concatenate([p.keys.profiles for p in pieces]),
        )
        marks = np.concatenate([p.labels for p in pieces])
        first, inverse, _ = unique_rows([marks, *keys.columns])
        counts = np.zeros(len(first), dtype=np.int64)
        np.add.at(counts, inverse, np.concatenate([p.counts for p in pieces]))
        return Grouped(keys[first], marks[first], counts)

    def sums(self, grouped: Grouped) -> dict[int, fmpq]:
        """The exact sum of the masses of every label.

        The powers of r are brought to one denominator.  Per multiset of profiles the numerators are added as
        integers; the fractions are then added pairwise, neighbours sharing most of their factors.
        """
        keys = grouped.keys
        deepest = int(keys.distances.max())
        discounts = [self.r_top(d) * self.r_base(deepest - d) for d in range(deepest + 1)]
        heads = np.column_stack([grouped.labels, keys.profiles])
        breaks = np.flatnonzero((heads[1:] != heads[:-1]).any(axis=1)) + 1
        starts = [0, *breaks.tolist()]
        stops = [*breaks.tolist(), len(heads)]
        ds, gaps, counts = keys.distances.tolist(), keys.gaps.tolist(), grouped.counts.tolist()
        terms: dict[int, list[fmpq]] = {}
        for row, start, stop in zip(heads[starts].tolist(), starts, stops, strict=True):
            label, *profiles = row
            span, denominator = 0, fmpz(1)
            for profile in profiles:
                span += self.gaps[profile][-1]
                denominator *= self.norm(profile)
            numerator = fmpz(0)
            for i in range(start, stop):
                gap = gaps[i]
                numerator += discounts[ds[i]] * counts[i] * (self.base(gap) * self.top(span - gap))
            terms.setdefault(label, []).append(fmpq(numerator, denominator))
        scale = fmpq(1, self.r_base(deepest))
        return {label: sum_rationals(values) * scale for label, values in terms.items()}


def unique_rows(
    columns: Sequence[npt.NDArray[np.integer]],
) -> tuple[IntegerArray, IntegerArray, IntegerArray]:
    """The distinct rows of a table given by its columns of nonnegative integers, sorted by the columns in
    turn.

    Returns (a row number of each, the place of every row among them, how often each occurs).  The columns are
    packed into one int64 while they fit, and numbered afresh when they do not.
    """
    code, span = np.zeros(len(columns[0]), dtype=np.int64), 1
    for column in columns:
        size = int(column.max()) + 1
        if span * size >= 1 << 62:
            values, code = np.unique(code, return_inverse=True)
            span = len(values)
        if span * size >= 1 << 62:
            values, column = np.unique(column, return_inverse=True)
            size = len(values)
        code = code * size + column
        span *= size
    _, first, inverse, counts = np.unique(code, return_index=True, return_inverse=True, return_counts=True)
    return first, inverse.reshape(-1), counts
