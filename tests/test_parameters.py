"""r from epsilon, and the derived defaults."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyref import parameters, work
from pyref.errors import InputError
from pyref.parameters import ParameterRequest, Parameters, r_from_epsilon, resolve

SIZES = {"labels": 4, "rows": 10, "queries": 4, "bound": 1}


def test_r_for_epsilon_one():
    # e^-0.5 = 0.60653..., e^-0.495 = 0.60957...; 14/23 = 0.60869... is inside, no smaller denominator is.
    assert r_from_epsilon(Fraction(1)) == Fraction(14, 23)


@given(st.fractions(min_value=Fraction(1, 10**4), max_value=20, max_denominator=10**6))
def test_r_never_overspends(epsilon):
    r = r_from_epsilon(epsilon)
    with mpmath.workdps(50):
        spent = 2 * mpmath.log(mpmath.mpf(r.denominator) / r.numerator)
        asked = mpmath.mpf(epsilon.numerator) / epsilon.denominator
        assert asked * mpmath.mpf("0.99") - mpmath.mpf(10) ** -40 <= spent <= asked


def test_epsilon_enclosure_contains_two_log_one_over_r():
    low, high = Parameters(r=Fraction(3, 5), beta=Fraction(2), g0=Fraction(2), m=1, J=1).epsilon_enclosure()
    with mpmath.workdps(40):
        exact = 2 * mpmath.log(mpmath.mpf(5) / 3)
        assert mpmath.mpf(low.numerator) / low.denominator <= exact
        assert exact <= mpmath.mpf(high.numerator) / high.denominator


def test_defaults_are_near_their_formulas():
    found = resolve(ParameterRequest(epsilon="1", J=3), **SIZES)
    epsilon = 2 * mpmath.log(mpmath.mpf(23) / 14)
    eta_per_row = epsilon / mpmath.sqrt(8 * 3 * mpmath.log(8))
    gamma = mpmath.sqrt(2 * mpmath.log(4) / 3)
    assert (
        abs(mpmath.log(mpmath.mpf(found.beta.numerator) / found.beta.denominator) / eta_per_row - 1) <= 0.05
    )
    assert abs(mpmath.log(mpmath.mpf(found.g0.numerator) / found.g0.denominator) / gamma - 1) <= 0.05
    assert found.m == 1
    assert found.epsilon == 1


def test_default_beta_and_g0_shrink_with_the_bound():
    wide = resolve(ParameterRequest(r="3/5", J=2, m=2), labels=3, rows=4, queries=1, bound=5)
    narrow = resolve(ParameterRequest(r="3/5", J=2), labels=3, rows=4, queries=1, bound=1)
    assert 1 < wide.beta < narrow.beta
    assert 1 < wide.g0 < narrow.g0


def test_default_J_minimises_the_bound():
    def bound(J, n):
        gamma = mpmath.sqrt(2 * mpmath.log(2) / J)
        eta = 2 * mpmath.log(mpmath.mpf(23) / 14) * n / mpmath.sqrt(8 * J * mpmath.log(4))
        return mpmath.log(2) / (gamma * J) + gamma / 2 + 4 * mpmath.log(8) / eta

    for n in (10, 2201):
        expected = min(range(1, 65), key=lambda J: bound(J, n))
        found = parameters.default_J(
            r=Fraction(14, 23), labels=2, rows=n, queries=2, bound=1, m=1, max_work=work.TOO_MANY
        )
        assert found == expected


def test_default_J_respects_the_work_limit():
    large = parameters.default_J(
        r=Fraction(1, 10), labels=2, rows=2201, queries=2, bound=1, m=1, max_work=10**8
    )
    size = work.estimate(task="run", labels=2, rows=2201, queries=2, bound=1, J=large)
    assert size.units <= 10**8


def test_single_label_has_defaults():
    found = resolve(ParameterRequest(epsilon="0.5"), labels=1, rows=3, queries=1, bound=1)
    assert found.beta > 1 and found.g0 > 1 and found.J >= 1


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (ParameterRequest(), "neither epsilon nor r"),
        (ParameterRequest(epsilon="1", r="1/2"), "both epsilon and r"),
        (ParameterRequest(epsilon="0"), "greater than 0"),
        (ParameterRequest(epsilon="-1"), "greater than 0"),
        (ParameterRequest(epsilon="nan"), "not a number"),
        (ParameterRequest(epsilon="lots"), "not a number"),
        (ParameterRequest(epsilon=True), "not a number"),
        (ParameterRequest(epsilon=0.5), "not a number"),
        (ParameterRequest(epsilon="1e-900"), "must lie between"),
        (ParameterRequest(r="0"), r"\(0, 1\]"),
        (ParameterRequest(r="-1/2"), r"\(0, 1\]"),
        (ParameterRequest(r="6/5"), r"\(0, 1\]"),
        (ParameterRequest(r="1"), "leaves no privacy budget"),
        (ParameterRequest(r="1/2", J="0"), "J is 0"),
        (ParameterRequest(r="1/2", J="1.5"), "J is 3/2"),
        (ParameterRequest(r="1/2", m=0), "m is 0"),
        (ParameterRequest(r="1/2", beta="1"), "beta is 1"),
        (ParameterRequest(r="1/2", g0="0.5"), "g0 is 1/2"),
    ],
)
def test_refusals(request_, message):
    with pytest.raises(InputError, match=message):
        resolve(request_, **SIZES)


def test_override_replaces_the_budget_as_a_whole():
    merged = ParameterRequest(epsilon="1", J=2, m=3).override(ParameterRequest(r="1/2", J="4"))
    assert merged == ParameterRequest(r="1/2", J="4", m=3)
