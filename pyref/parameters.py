"""The mechanism's parameters as exact numbers: r from epsilon, and defaults derived from the analysis.

Defaults (blueprint 7-8; only utility depends on them, privacy holds for every choice):

* gamma = sqrt(2 log T / J), the minimiser of the Hedge regret log(T)/(gamma J) + gamma/2 of 7.1 (T = 1 uses T
  = 2);
* eta = eps n / sqrt(8 J log 2T), the scale J eta^2 log(2T) = eps^2 n^2 / 8 of 8.4;
* m = 1; beta is the simplest fraction whose logarithm is within 5 % of eta/(n B m), g0 likewise for gamma/B;
* J minimises log(T)/(gamma J) + gamma/2 + 4 log(4k)/eta (7.3 with A.3) among those within the work limit.

Here eps is 2 log(1/r) for the r in force.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb, ctx

from . import work
from .errors import InputError
from .exact import enclose, log_enclosure, parse_rational, simplest_between, to_fmpq

EPSILON_RANGE = (Fraction(1, 10**6), Fraction(200))
BUDGET_USED = Fraction(99, 100)
DEFAULT_TOLERANCE = Fraction(1, 20)
MAX_DEFAULT_J = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """r in (0,1], beta > 1, g0 > 1, and naturals m, J >= 1, all exact (blueprint 3, exact-rational instance).

    ``epsilon`` is the budget that was asked for, if one was; the mechanism satisfies 2 log(1/r) <= epsilon.
    """

    r: Fraction
    beta: Fraction
    g0: Fraction
    m: int
    J: int
    epsilon: Fraction | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not 0 < self.r <= 1:
            raise InputError(f"parameter r is {self.r}; it must lie in (0, 1], for instance 3/5.")
        for name, value in (("beta", self.beta), ("g0", self.g0)):
            if value <= 1:
                raise InputError(f"parameter {name} is {value}; it must be greater than 1, for instance 3/2.")
        for name, count in (("m", self.m), ("J", self.J)):
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                raise InputError(f"parameter {name} is {count!r}; it must be an integer of at least 1.")

    @property
    def privacy_factor(self) -> Fraction:
        """e^eps' = r^-2, the factor by which neighbours' masses may differ (blueprint 2.3)."""
        return 1 / self.r**2

    def epsilon_enclosure(self) -> tuple[Fraction, Fraction]:
        """Certified (lo, hi) around eps' = 2 log(1/r)."""
        return log_enclosure(self.privacy_factor)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterRequest:
    """What the user gave, unparsed; None asks for the default.  Exactly one of ``epsilon`` and ``r`` is
    needed.
    """

    epsilon: object = None
    r: object = None
    beta: object = None
    g0: object = None
    m: object = None
    J: object = None

    def override(self, other: ParameterRequest) -> ParameterRequest:
        """``other`` wins wherever it says something; its epsilon or r replaces both of ours."""
        budget = other if (other.epsilon is not None or other.r is not None) else self
        pick = {name: _first(getattr(other, name), getattr(self, name)) for name in ("beta", "g0", "m", "J")}
        return ParameterRequest(epsilon=budget.epsilon, r=budget.r, **pick)


def _first(left: object, right: object) -> object:
    return right if left is None else left


def parse_epsilon(value: object) -> Fraction:
    """A budget epsilon > 0 as the exact rational that was written; InputError otherwise."""
    epsilon = parse_rational(value, what="parameter epsilon")
    if epsilon <= 0:
        raise InputError(f"parameter epsilon is {epsilon}; it must be greater than 0.")
    low, high = EPSILON_RANGE
    if not low <= epsilon <= high:
        raise InputError(
            f"parameter epsilon is {value}; it must lie between {low} and {high}, or give r directly."
        )
    return epsilon


def r_from_epsilon(epsilon: Fraction) -> Fraction:
    """The simplest rational r with e^{-eps/2} <= r <= e^{-0.99 eps/2}: certified eps' <= eps, at most 1 %
    unspent.

    The interval's ends are rounded inwards from certified balls, so that the result cannot overspend.
    """
    low = enclose(lambda: (arb(to_fmpq(-epsilon / 2))).exp())[1]
    high = enclose(lambda: (arb(to_fmpq(-BUDGET_USED * epsilon / 2))).exp())[0]
    return simplest_between(low, high)


def resolve(
    request: ParameterRequest,
    *,
    labels: int,
    rows: int,
    queries: int,
    bound: int,
    max_work: int = work.DEFAULT_LIMIT,
) -> Parameters:
    """Parse what was given and derive the rest, for T=labels, n=rows, k=queries.

    ``max_work`` limits only the default J.  Raises InputError for unusable values.
    """
    if request.epsilon is not None and request.r is not None:
        raise InputError("both epsilon and r are given; keep one, since r determines epsilon = 2 log(1/r).")
    if request.epsilon is None and request.r is None:
        raise InputError('neither epsilon nor r is given; add for instance "epsilon": "1" or --epsilon 1.')
    epsilon = None if request.epsilon is None else parse_epsilon(request.epsilon)
    if epsilon is not None:
        r = r_from_epsilon(epsilon)
    else:
        r = parse_rational(request.r, what="parameter r")
        if not 0 < r <= 1:
            raise InputError(f"parameter r is {r}; it must lie in (0, 1], for instance 3/5.")
    m = 1 if request.m is None else parse_natural(request.m, what="parameter m")
    J = None if request.J is None else parse_natural(request.J, what="parameter J")
    if r == 1 and (J is None or request.beta is None):
        raise InputError("r = 1 leaves no privacy budget to derive defaults from; give both beta and J.")
    if J is None:
        J = default_J(r=r, labels=labels, rows=rows, queries=queries, bound=bound, m=m, max_work=max_work)
    if request.beta is None:
        beta = default_beta(r=r, labels=labels, bound=bound, m=m, J=J)
    else:
        beta = parse_rational(request.beta, what="parameter beta")
    if request.g0 is None:
        g0 = default_g0(labels=labels, bound=bound, J=J)
    else:
        g0 = parse_rational(request.g0, what="parameter g0")
    return Parameters(r=r, beta=beta, g0=g0, m=m, J=J, epsilon=epsilon)


def parse_natural(value: object, *, what: str) -> int:
    """An integer >= 1 given as an int or as its decimal text."""
    number = parse_rational(value, what=what)
    if number.denominator != 1 or number < 1:
        raise InputError(f"{what} is {number}; it must be an integer of at least 1.")
    return int(number)


def _gamma(labels: int, J: int) -> arb:
    return (2 * arb(max(labels, 2)).log() / J).sqrt()


def _eta_per_row(r: Fraction, labels: int, J: int) -> arb:
    return 2 * -arb(to_fmpq(r)).log() / (8 * J * arb(2 * labels).log()).sqrt()


def _simple_exponential(exponent: arb) -> Fraction:
    """The simplest fraction whose logarithm is within 5 % of the positive ``exponent``."""
    low = enclose(lambda: (exponent * arb(to_fmpq(1 - DEFAULT_TOLERANCE))).exp(), relative_bits=40)[1]
    high = enclose(lambda: (exponent * arb(to_fmpq(1 + DEFAULT_TOLERANCE))).exp(), relative_bits=40)[0]
    return simplest_between(low, high)


def default_beta(*, r: Fraction, labels: int, bound: int, m: int, J: int) -> Fraction:
    """beta near e^{eta/(nBm)}; n cancels because eta is proportional to it."""
    with ctx.workprec(256):
        exponent = _eta_per_row(r, labels, J) / (bound * m)
    return _simple_exponential(exponent)


def default_g0(*, labels: int, bound: int, J: int) -> Fraction:
    """g0 near e^{gamma/B}."""
    with ctx.workprec(256):
        exponent = _gamma(labels, J) / bound
    return _simple_exponential(exponent)


def default_J(
    *,
    r: Fraction,
    labels: int,
    rows: int,
    queries: int,
    bound: int,
    m: int,
    max_work: int = work.DEFAULT_LIMIT,
) -> int:
    """The J of the module's last bullet; 1 if even that is over the limit (the caller then refuses the
    instance).
    """
    best, best_value = 1, None
    with ctx.workprec(128):
        for J in range(1, MAX_DEFAULT_J + 1):
            size = work.estimate(task="run", labels=labels, rows=rows, queries=queries, bound=bound, J=J, m=m)
            if J > 1 and size.units > max_work:
                break
            gamma = _gamma(labels, J)
            value = arb(labels).log() / (gamma * J) + gamma / 2
            value += 4 * arb(4 * queries).log() / (_eta_per_row(r, labels, J) * rows)
            if (
                best_value is None or value < best_value
            ):  # certified comparison; undecided keeps the smaller J
                best, best_value = J, value
    return best
