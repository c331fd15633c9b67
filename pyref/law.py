"""The transcript law of the exact-rational PMW instance, and its answers (blueprint 3).

A transcript is a tuple of J indices into the signed queries (q0,+),(q0,-),(q1,+),..., oldest selection first.
Transcripts are numbered lexicographically with the first selection most significant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import arb, ctx, fmpq, fmpz

from .exact import to_fmpq, to_fraction
from .factors import Factors, unique_rows
from .histograms import Histogram, HistogramClasses
from .instance import Instance
from .logs import ENTRY_ERROR, PRECISION, IntegerArray, fixed, largest_shift, log_selection

Transcript = tuple[int, ...]
StateArray = npt.NDArray[np.int32]
Numbers = npt.NDArray[Any]

_BLOCK_ENTRIES = 1 << 18
"""Logarithms held at once: about what the second-level cache of a core holds."""


class SelectionLaw:
    """The law p_y(omega) for every database y of the instance's size, with menus = all of S.

    Histories with the same sums E_d = sum_t s_t(d), up to a common shift, give the same mu_h; they share
    one *state*. ``state_weights[i]`` is the vector E of state i shifted to minimum 0, ``next_state[i][s]``
    the state after selecting s, or -1 where no transcript needs it.  A selection depends on the state only
    through the rounded exponents of its weights; states that agree in these are of one *kind*,
    ``kinds[i]``.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.parameters = instance.parameters
        self.signed_values = instance.signed_values
        self.choices = len(self.signed_values)
        self.transcript_count = self.choices**self.parameters.J
        self._build_states()
        self._powers_of_g0 = _powers(self.parameters.g0, max(max(w) for w in self.state_weights))
        self.mu = [self._distribution(weights) for weights in self.state_weights]
        self.weight_exponents = [self._weight_exponents(mu) for mu in self.mu]
        index: dict[tuple[int, ...], int] = {}
        self.kinds = np.array(
            [index.setdefault(w, len(index)) for w in self.weight_exponents], dtype=np.int32
        )
        self.kind_exponents: IntegerArray = np.array(list(index), dtype=np.int64)
        # Bounded caches: at n in the thousands one entry holds several numbers of tens of thousands of bits.
        self.selection = lru_cache(maxsize=4096)(self._selection)
        self._error_on_path = lru_cache(maxsize=1 << 16)(self._compute_error)

    def _build_states(self) -> None:
        labels = self.instance.T
        index: dict[tuple[int, ...], int] = {(0,) * labels: 0}
        self.next_state: list[list[int]] = []
        frontier = [(0,) * labels]
        for _ in range(self.parameters.J - 1):
            found: list[tuple[int, ...]] = []
            for weights in frontier:
                successors = []
                for values in self.signed_values:
                    moved = [e + v for e, v in zip(weights, values, strict=True)]
                    least = min(moved)
                    key = tuple(e - least for e in moved)
                    if key not in index:
                        index[key] = len(index)
                        found.append(key)
                    successors.append(index[key])
                self.next_state.append(successors)
            frontier = found
        self.state_weights = list(index)
        # States first met in the last round are never left.
        missing = len(self.state_weights) - len(self.next_state)
        self.next_state.extend([[-1] * self.choices] * missing)

    def _distribution(self, weights: tuple[int, ...]) -> tuple[tuple[fmpz, ...], fmpz]:
        """mu as integer numerators over one denominator: mu(d) proportional to g0^{E_d}."""
        tops, bases = self._powers_of_g0
        high = max(weights)
        masses = tuple(tops[e] * bases[high - e] for e in weights)
        return masses, sum(masses, fmpz(0))

    def _weight_exponents(self, mu: tuple[tuple[fmpz, ...], fmpz]) -> tuple[int, ...]:
        """round(n m s(mu)) per signed query, halves up: w_h(s) = beta^-round(n m s(mu_h))."""
        masses, total = mu
        scale = 2 * self.instance.n * self.parameters.m
        result = []
        for values in self.signed_values[::2]:
            score = scale * sum((v * w for v, w in zip(values, masses, strict=True) if v), fmpz(0))
            result += [int((score + total) // (2 * total)), int((total - score) // (2 * total))]
        return tuple(result)

    @cached_property
    def classes(self) -> HistogramClasses:
        """All histograms of n rows over T labels, merged when they answer every query alike."""
        return HistogramClasses(tuple(q.values for q in self.instance.queries), rows=self.instance.n)

    def class_of(self, histogram: Histogram) -> int:
        """Class index of a histogram; ValueError unless it has T entries summing to n."""
        try:
            return self.classes.class_of[tuple(histogram)]
        except KeyError:
            raise ValueError(f"{histogram!r} is not a histogram of n rows over the universe") from None

    def _exponents(self, cls: int, state: int) -> list[int]:
        """u(s) with w_h(s) g_y(s) = beta^{u(s)}: m sum_i s(y_i) - round(n m s(mu_h))."""
        m = self.parameters.m
        sums = (sign * total for total in self.classes.sums[cls] for sign in (1, -1))
        return [m * total - w for total, w in zip(sums, self.weight_exponents[state], strict=True)]

    def _selection(self, cls: int, state: int) -> tuple[tuple[fmpz, ...], fmpz]:
        """pi_h(. | y) as integer numerators over their sum, common powers of beta cancelled."""
        exponents = self._exponents(cls, state)
        low, high = min(exponents), max(exponents)
        top, base = fmpz(self.parameters.beta.numerator), fmpz(self.parameters.beta.denominator)
        numerators = tuple(top ** (u - low) * base ** (high - u) for u in exponents)
        return numerators, sum(numerators, fmpz(0))

    def transcripts(self) -> Iterator[Transcript]:
        """All (2k)^J transcripts in order."""
        return product(range(self.choices), repeat=self.parameters.J)

    def transcript_at(self, index: int) -> Transcript:
        """Transcript number ``index``."""
        if not 0 <= index < self.transcript_count:
            raise ValueError(f"transcript index {index} is outside 0..{self.transcript_count - 1}")
        digits = []
        for _ in range(self.parameters.J):
            index, digit = divmod(index, self.choices)
            digits.append(digit)
        return tuple(reversed(digits))

    def index_of(self, transcript: Transcript) -> int:
        """The number of a transcript."""
        if len(transcript) != self.parameters.J or not all(0 <= s < self.choices for s in transcript):
            raise ValueError(f"{transcript!r} is not a transcript of J = {self.parameters.J} signed queries")
        index = 0
        for s in transcript:
            index = index * self.choices + s
        return index

    def path(self, transcript: Transcript) -> tuple[int, ...]:
        """The J states of the histories before each selection."""
        states = [0]
        for s in transcript[:-1]:
            states.append(self.next_state[states[-1]][s])
        return tuple(states)

    def mass_parts(self, cls: int, transcript: Transcript, path: tuple[int, ...]) -> tuple[fmpz, fmpz]:
        """(numerator, denominator) of p_y(omega), not reduced; the denominator depends only on y and the
        states.
        """
        numerator, denominator = fmpz(1), fmpz(1)
        for s, state in zip(transcript, path, strict=True):
            numerators, total = self.selection(cls, state)
            numerator *= numerators[s]
            denominator *= total
        return numerator, denominator

    def mass(self, histogram: Histogram, transcript: Transcript) -> Fraction:
        """p_y(omega) for a database y with this histogram (blueprint 3, (2))."""
        self.index_of(transcript)
        parts = self.mass_parts(self.class_of(histogram), transcript, self.path(transcript))
        return to_fraction(fmpq(*parts))

    def selection_probabilities(self, histogram: Histogram, history: tuple[int, ...]) -> tuple[Fraction, ...]:
        """pi_h(. | y) after the selections ``history`` (fewer than J of them)."""
        if len(history) >= self.parameters.J:
            raise ValueError("the history already has J selections")
        state = self.path((*history, 0))[-1]
        numerators, total = self.selection(self.class_of(histogram), state)
        return tuple(to_fraction(fmpq(numerator, total)) for numerator in numerators)

    def distribution(self, history: tuple[int, ...]) -> tuple[Fraction, ...]:
        """mu_h after the selections ``history`` (fewer than J of them), one mass per label."""
        if len(history) >= self.parameters.J:
            raise ValueError("the history already has J selections")
        masses, total = self.mu[self.path((*history, 0))[-1]]
        return tuple(to_fraction(fmpq(mass, total)) for mass in masses)

    def answers_on_path(self, path: tuple[int, ...]) -> list[fmpq]:
        """q(mu-bar) per query, in [-1, 1], for the states visited (their order does not matter)."""
        scale = self.parameters.J * self.instance.bound
        averaged = [fmpq(0)] * self.instance.T
        for state in path:
            masses, total = self.mu[state]
            averaged = [a + fmpq(w, total) for a, w in zip(averaged, masses, strict=True)]
        return [
            sum((v * a for v, a in zip(q.values, averaged, strict=True)), fmpq(0)) / scale
            for q in self.instance.queries
        ]

    def answers(self, transcript: Transcript) -> tuple[Fraction, ...]:
        """The released answers q(mu-bar), mu-bar = (1/J) sum_t mu_{t-1}; a post-processing of the
        transcript.
        """
        self.index_of(transcript)
        return tuple(to_fraction(a) for a in self.answers_on_path(self.path(transcript)))

    def true_answers(self, histogram: Histogram) -> tuple[Fraction, ...]:
        """F_q(y) = (1/n) sum_i q(y_i), in [-1, 1]."""
        scale = self.instance.n * self.instance.bound
        return tuple(Fraction(total, scale) for total in self.classes.sums[self.class_of(histogram)])

    def error_on_path(self, cls: int, path: tuple[int, ...]) -> fmpq:
        """err_y(omega) = max_q |F_q(y) - q(mu-bar)| for the states visited."""
        return self._error_on_path(cls, tuple(sorted(path)))

    def _compute_error(self, cls: int, path: tuple[int, ...]) -> fmpq:
        scale = self.instance.n * self.instance.bound
        gaps = (
            abs(fmpq(total, scale) - answer)
            for total, answer in zip(self.classes.sums[cls], self.answers_on_path(path), strict=True)
        )
        return max(gaps)

    def error(self, histogram: Histogram, transcript: Transcript) -> Fraction:
        """err_y(omega), the largest error of an answer, in [0, 2]."""
        self.index_of(transcript)
        return to_fraction(self.error_on_path(self.class_of(histogram), self.path(transcript)))

    @cached_property
    def targets(self) -> IntegerArray:
        """int64[C, 2k]: the exponent m sum_i s(y_i) of the target factor of every class."""
        sums = self.parameters.m * np.array(self.classes.sums, dtype=np.int64)
        return np.stack([sums, -sums], axis=2).reshape(len(sums), -1)

    @cached_property
    def prefix_states(self) -> list[StateArray]:
        """For t = 0..J-1 the states after the first t selections, one entry per choice of these, in order."""
        successors = np.array(self.next_state, dtype=np.int32)
        levels = [np.zeros(1, dtype=np.int32)]
        for _ in range(self.parameters.J - 1):
            levels.append(successors[levels[-1]].reshape(-1))
        return levels

    @cached_property
    def path_labels(self) -> tuple[StateArray, list[tuple[int, ...]]]:
        """The sorted states visited before the J selections: a number for each choice of the first J - 1 of
        these, and the states of each number.  The answers depend on a transcript only through it.
        """
        paths = self.choices ** (self.parameters.J - 1)
        columns = [np.repeat(states, paths // len(states)) for states in self.prefix_states]
        table = np.sort(np.stack(columns, axis=1), axis=1)
        first, labels, _ = unique_rows(list(table.T))
        return labels.astype(np.int32), [tuple(row) for row in table[first].tolist()]

    @cached_property
    def factors(self) -> Factors:
        """The exact masses as products."""
        return Factors(self)

    # Logarithm filter (see ``logs``): discards candidates that certainly do not attain a maximum.

    @cached_property
    def log_shift(self) -> int:
        """The fixed-point scale: logarithms are stored in units of 2^-log_shift.

        The largest scale that ``logs`` admits at which every log(r^d p_y(omega)) stays below 2^60 units.
        """
        J, r, beta = self.parameters.J, to_fmpq(self.parameters.r), to_fmpq(self.parameters.beta)
        spread = 4 * self.parameters.m * self.instance.n * self.instance.bound + 2
        with ctx.workprec(PRECISION):
            one_round = spread * arb(beta).log() + arb(self.choices).log()
            size = J * one_round - self.instance.n * arb(r).log() + 1
            return largest_shift(self.choices, size)

    def fixed_log(self, value: fmpq) -> int:
        """log(value) as an integer number of units, off by at most one unit; value > 0."""
        with ctx.workprec(PRECISION):
            return fixed(arb(value).log(), self.log_shift)

    @cached_property
    def log_selection(self) -> IntegerArray:
        """int64[C, kinds, 2k] of log pi_h(s | y) in units, each off by at most ``logs.ENTRY_ERROR``."""
        return log_selection(self.targets, self.kind_exponents, self.parameters.beta, self.log_shift)

    @cached_property
    def log_discounts(self) -> IntegerArray:
        """int64[n + 1] of log r^d in units, each off by at most one unit."""
        with ctx.workprec(PRECISION):
            log_r = arb(to_fmpq(self.parameters.r)).log()
            discounts = [fixed(d * log_r, self.log_shift) for d in range(self.instance.n + 1)]
        return np.array(discounts, dtype=np.int64)

    @property
    def log_error(self) -> int:
        """A bound, in units, on |computed - true| for log(r^d p_y(omega)): J entries and one discount."""
        return ENTRY_ERROR * self.parameters.J + 1

    def log_mass_blocks(self, offsets: IntegerArray | None = None) -> Iterator[tuple[int, IntegerArray]]:
        """(first transcript number, int64[C, block] of log p_y(omega) in units) for consecutive blocks of
        transcripts, with ``offsets`` (one per class) added.
        """
        root = np.zeros(len(self.classes), dtype=np.int64) if offsets is None else offsets
        return self.prefix_blocks(self.log_selection, root, combine=np.add, limit=_BLOCK_ENTRIES)

    def prefix_blocks(
        self, table: Numbers, root: Numbers, *, combine: Callable[[Numbers, Numbers], Numbers], limit: int
    ) -> Iterator[tuple[int, Numbers]]:
        """(first transcript number, [C, block] of root combined with the J entries of ``table`` along each
        transcript) for consecutive blocks of at most ``limit`` numbers, or of one transcript.

        ``table`` is [C, kinds, 2k] and ``root`` is [C].  The blocks are the leaves of the tree of prefixes:
        what transcripts have in common is combined once.
        """
        J = self.parameters.J
        free = 0
        while free < J and len(table) * self.choices ** (free + 1) <= limit:
            free += 1
        return self._walk(table, combine, root, 0, 0, J - free)

    def _walk(
        self,
        table: Numbers,
        combine: Callable[[Numbers, Numbers], Numbers],
        total: Numbers,
        depth: int,
        index: int,
        top: int,
    ) -> Iterator[tuple[int, Numbers]]:
        """The blocks below prefix number ``index`` of length ``depth``, whose combination is ``total``."""
        if depth < top:
            kind = int(self.kinds[self.prefix_states[depth][index]])
            for s in range(self.choices):
                following = combine(total, table[:, kind, s])
                yield from self._walk(table, combine, following, depth + 1, index * self.choices + s, top)
            return
        block, width = total[:, None], 1
        for t in range(depth, self.parameters.J):
            kinds = self.kinds[self.prefix_states[t][index * width : (index + 1) * width]]
            block = combine(block[:, :, None], table[:, kinds]).reshape(len(block), -1)
            width *= self.choices
        yield index * width, block


def _powers(value: Fraction, largest: int) -> tuple[list[fmpz], list[fmpz]]:
    """The powers 0..largest of the numerator and of the denominator."""
    tops, bases = [fmpz(1)], [fmpz(1)]
    for _ in range(largest):
        tops.append(tops[-1] * value.numerator)
        bases.append(bases[-1] * value.denominator)
    return tops, bases
