"""The logarithms and the gap constant of the utility theorem, as certified balls (blueprint 7-8).

Lean: ``Formal.Utility.Accuracy`` and ``Formal.Utility.Rate``, whose constants are smaller than the
blueprint's (docs/deviations.md).  Every function works at the precision in force.
"""

from __future__ import annotations

from flint import arb

STAR = 36
"""(star) of 8.2 is 36 J eta^2 l <= (lambda n)^2."""

NORMALIZER = 5
"""Z_x <= 5 under (star), and the expected error is at most 5 alpha + 64/(lambda n)."""

FAR = 64

RATE = 72
"""The expected error of 8.3 is at most 72 sqrt(l L/(eps n))."""


def log_labels(labels: int) -> arb:
    """l_T = log T, the least l' with T <= exp l'."""
    return arb(labels).log()


def log_moves(labels: int) -> arb:
    """l = log(T^2 + 1), the least l with T^2 + 1 <= exp l."""
    return arb(labels * labels + 1).log()


def log_queries(queries: int) -> arb:
    """L = max(1, log 2k), the least L >= 1 with 2k <= exp L; log 2k >= 1 exactly when k >= 2."""
    return arb(1) if queries == 1 else arb(2 * queries).log()


def gap_factor(queries: int) -> arb:
    """sqrt(L^2 + 2L): a softmax draw has E[gap^2] <= (2/eta)^2 (L^2 + 2L) (7.2, sharper form)."""
    size = log_queries(queries)
    return (size * size + 2 * size).sqrt()


def regret(labels: int, rounds: int, gamma: arb) -> arb:
    """log(T)/(gamma J) + gamma/2, the bound of Hedge's mean regret (7.1)."""
    return log_labels(labels) / (gamma * rounds) + gamma / 2
