"""Shared builders of small instances."""

from fractions import Fraction

from sympy import Rational

from pyref.instance import Instance, Query
from pyref.parameters import Parameters


def make(*, queries, x, bound=1, r="1/2", beta="2", g0="2", m=1, J=1):
    """An instance with labels a, b, c, ... and queries q0, q1, ... given by their value lists."""
    return Instance(
        universe=tuple("abcdefgh"[: len(queries[0])]),
        queries=tuple(Query(name=f"q{i}", values=tuple(v)) for i, v in enumerate(queries)),
        bound=bound,
        rows=tuple(x),
        parameters=Parameters(r=Fraction(r), beta=Fraction(beta), g0=Fraction(g0), m=m, J=J),
    )


def problem_of(instance):
    """The same instance for tests/bruteforce.py."""
    p = instance.parameters
    return {
        "T": instance.T,
        "n": instance.n,
        "B": instance.bound,
        "queries": [list(q.values) for q in instance.queries],
        "x": list(instance.rows),
        "r": Rational(p.r.numerator, p.r.denominator),
        "beta": Rational(p.beta.numerator, p.beta.denominator),
        "g0": Rational(p.g0.numerator, p.g0.denominator),
        "m": p.m,
        "J": p.J,
    }


def same(left, right):
    """A Fraction equals a sympy Rational."""
    return left.numerator == right.p and left.denominator == right.q
