"""The selection law under an arbitrary target, for the inequalities that compare targets (blueprint 3, 5).

A target is the vector of integers t_s with g(s) = beta^{t_s}; a database y has t_s = m sum_i s(y_i).
Histories enter through the states of ``law.SelectionLaw``.
"""

from __future__ import annotations

from functools import lru_cache

from flint import fmpq

from .exact import to_fmpq
from .histograms import Histogram
from .law import SelectionLaw

Target = tuple[int, ...]
"""One integer exponent per signed query, in the order (q0,+),(q0,-),(q1,+),…"""


class TargetLaw:
    """Masses of transcripts under any target of an instance."""

    def __init__(self, law: SelectionLaw) -> None:
        self.law = law
        self.beta: fmpq = to_fmpq(law.parameters.beta)
        self.rounds = law.parameters.J
        self.next_state = law.next_state
        self.states = len(law.state_weights)
        self.selection = lru_cache(maxsize=1 << 16)(self._selection)
        self.masses = lru_cache(maxsize=256)(self._masses)

    def target(self, histogram: Histogram) -> Target:
        """The target of a database."""
        m = self.law.parameters.m
        return tuple(
            m * sum(count * value for count, value in zip(histogram, values, strict=True))
            for values in self.law.signed_values
        )

    def _selection(self, target: Target, state: int) -> tuple[fmpq, ...]:
        """pi_h(. | g) after any history in ``state``."""
        weights = self.law.weight_exponents[state]
        low = min(t - w for t, w in zip(target, weights, strict=True))
        masses = [self.beta ** (t - w - low) for t, w in zip(target, weights, strict=True)]
        total = sum(masses, fmpq(0))
        return tuple(mass / total for mass in masses)

    def _masses(self, target: Target) -> list[fmpq]:
        """p_g(omega) for every transcript, in order."""
        level: list[tuple[int, fmpq]] = [(0, fmpq(1))]
        for t in range(self.rounds):
            last = t == self.rounds - 1
            level = [
                (-1 if last else self.next_state[state][s], mass * p)
                for state, mass in level
                for s, p in enumerate(self.selection(target, state))
            ]
        return [mass for _, mass in level]
