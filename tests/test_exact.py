"""Parsing, rounding and enclosures of exact numbers."""

from fractions import Fraction

import mpmath
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from pyref.errors import InputError
from pyref.exact import (
    decimal_string,
    interval_string,
    log_enclosure,
    parse_rational,
    simplest_between,
    sum_rationals,
    to_fmpq,
    to_fraction,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        ("1e-3", Fraction(1, 1000)),
        (".5", Fraction(1, 2)),
        ("6/4", Fraction(3, 2)),
        (" 7 ", Fraction(7)),
        ("-2.50", Fraction(-5, 2)),
        (3, Fraction(3)),
    ],
)
def test_parse_rational_is_exact(text, value):
    assert parse_rational(text, what="v") == value


@pytest.mark.parametrize(
    "value",
    [
        "",
        "nan",
        "inf",
        "-Infinity",
        "1/0",
        "1//2",
        "1e99999999",
        "0x10",
        "1_000",
        "٣",
        True,
        None,
        0.1,
        [],
        "9" * 1001,
    ],
)
def test_parse_rational_refuses(value):
    with pytest.raises(InputError, match="thing"):
        parse_rational(value, what="thing")


def test_conversion_keeps_lowest_terms():
    assert to_fraction(fmpq(6, -4)) == Fraction(-3, 2)
    assert hash(to_fraction(fmpq(1, 3))) == hash(Fraction(1, 3))
    assert to_fraction(to_fmpq(Fraction(22, 7))) + 1 == Fraction(29, 7)


def test_sum_rationals():
    assert sum_rationals(fmpq(1, k * (k + 1)) for k in range(1, 100)) == fmpq(99, 100)  # telescopes
    assert sum_rationals([]) == 0


@pytest.mark.parametrize(
    ("value", "digits", "rounding", "text"),
    [
        (Fraction(2, 3), 3, "nearest", "0.667"),
        (Fraction(2, 3), 3, "down", "0.666"),
        (Fraction(-2, 3), 3, "down", "-0.667"),
        (Fraction(-2, 3), 3, "up", "-0.666"),
        (Fraction(999999, 1000), 3, "nearest", "1e+3"),
        (Fraction(99996, 100), 4, "nearest", "1000"),
        (Fraction(1, 10**9), 3, "nearest", "1e-9"),
        (Fraction(1, 1000), 5, "nearest", "0.001"),
        (Fraction(1234567), 3, "nearest", "1.23e+6"),
        (Fraction(0), 3, "up", "0"),
        (Fraction(100), 4, "nearest", "100"),
    ],
)
def test_decimal_string(value, digits, rounding, text):
    assert decimal_string(value, digits, rounding=rounding) == text


@given(st.fractions(min_value=Fraction(1, 10**8), max_value=10**8), st.integers(1, 12))
def test_decimal_strings_enclose(value, digits):
    low = Fraction(decimal_string(value, digits, rounding="down"))
    high = Fraction(decimal_string(value, digits, rounding="up"))
    assert low <= value <= high
    assert high - low <= value * Fraction(10) ** (1 - digits)


@given(
    st.fractions(min_value=Fraction(1, 50), max_value=20, max_denominator=200),
    st.fractions(min_value=0, max_value=3, max_denominator=200),
)
def test_simplest_between_has_least_denominator(low, width):
    high = low + width
    found = simplest_between(low, high)
    assert low <= found <= high
    for q in range(1, found.denominator):
        assert -(-low * q // 1) > high * q // 1, "a smaller denominator has no multiple in the interval"


def test_log_enclosure():
    low, high = log_enclosure(Fraction(3, 5))
    with mpmath.workdps(60):
        exact = mpmath.log(mpmath.mpf(3) / 5)
        assert (
            mpmath.mpf(low.numerator) / low.denominator
            <= exact
            <= mpmath.mpf(high.numerator) / high.denominator
        )
    assert 0 < high - low < Fraction(1, 10**15)
    assert log_enclosure(Fraction(1)) == (0, 0)
    assert interval_string((Fraction(1, 3), Fraction(2, 3)), 3) == "[0.333, 0.667]"
