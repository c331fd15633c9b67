"""Exact rationals: parsing, conversion, summation, simplest fractions, and certified enclosures of
logarithms.

``fractions.Fraction`` is the public type; python-flint's ``fmpq``/``fmpz`` do the heavy arithmetic inside,
and its ``arb`` balls give enclosures that are rounded outwards to rationals.  Nothing here passes through a
float.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal

from flint import arb, ctx, fmpq, fmpz

from .errors import InputError

Interval = tuple[Fraction, Fraction]
"""(lo, hi) around a real number."""

MAX_LITERAL = 1000
"""Longest accepted numeric literal, in characters (and largest decimal exponent)."""

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?")
_QUOTIENT = re.compile(r"[+-]?[0-9]+/[0-9]+")


class NumberLiteral(str):
    """A JSON number kept as its text, so that 0.1 means exactly 1/10."""


def parse_rational(value: object, *, what: str) -> Fraction:
    """The exact rational written in ``value``.

    Accepts an int, a Fraction, or text such as ``"3"``, ``"0.1"``, ``"1e-3"`` or ``"3/5"``.  Floats and
    booleans are refused: a float has already lost the number that was written.

    Raises InputError naming ``what`` otherwise.
    """
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise InputError(
            f'{what} is {show(value)}, not a number; write a decimal ("0.5") or a quotient ("3/5").'
        )
    if not isinstance(value, str):
        return Fraction(value)
    text = value.strip()
    if len(text) > MAX_LITERAL:
        raise InputError(f"{what} has {len(text)} characters; at most {MAX_LITERAL} are accepted.")
    match = _DECIMAL.fullmatch(text)
    if match is None and _QUOTIENT.fullmatch(text) is None:
        raise InputError(
            f'{what} is {show(value)}, not a number; write a decimal ("0.5") or a quotient ("3/5").'
        )
    if match is not None and match[1] is not None and abs(int(match[1])) > MAX_LITERAL:
        raise InputError(f"{what} is {show(value)}; decimal exponents beyond {MAX_LITERAL} are not accepted.")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise InputError(f"{what} is {show(value)}, which divides by zero.") from None


def show(value: object) -> str:
    """``value`` as it was written, shortened for an error message."""
    text = str(value) if isinstance(value, NumberLiteral) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def to_fmpq(value: Fraction | int) -> fmpq:
    """The same rational as a python-flint ``fmpq``."""
    return fmpq(value.numerator, value.denominator)


def to_fraction(value: fmpq) -> Fraction:
    """The same rational as a ``Fraction``, without paying for a second gcd.

    ``fmpq`` is always in lowest terms; ``Fraction`` would run Python's quadratic gcd on possibly millions of
    bits.
    """
    result = Fraction()
    result._numerator = int(value.p)  # type: ignore[attr-defined]
    result._denominator = int(value.q)  # type: ignore[attr-defined]
    return result


def sum_rationals(terms: Iterable[fmpq]) -> fmpq:
    """The exact sum, added pairwise so that operands stay of similar size."""
    level = list(terms)
    if not level:
        return fmpq(0)
    while len(level) > 1:
        paired = [level[i] + level[i + 1] for i in range(0, len(level) - 1, 2)]
        if len(level) % 2:
            paired.append(level[-1])
        level = paired
    return level[0]


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator (then least numerator) in the closed interval [low, high], 0 < low
    <= high.
    """
    if not 0 < low <= high:
        raise ValueError("simplest_between needs 0 < low <= high")
    # Continued-fraction descent, iteratively: the quotients on which both ends agree are forced.
    quotients: list[int] = []
    while True:
        whole = low.numerator // low.denominator
        if whole == low:
            quotients.append(whole)
            break
        if whole + 1 <= high:
            quotients.append(whole + 1)
            break
        quotients.append(whole)
        low, high = 1 / (high - whole), 1 / (low - whole)
    result = Fraction(quotients.pop())
    while quotients:
        result = quotients.pop() + 1 / result
    return result


def enclose(compute: Callable[[], arb], *, relative_bits: int = 64) -> tuple[Fraction, Fraction]:
    """Rationals (lo, hi) with lo <= value <= hi for the real number that ``compute`` describes.

    ``compute`` is called at growing precision until the ball has about ``relative_bits`` correct bits (or is
    exact).
    """
    precision = relative_bits + 32
    while True:
        with ctx.workprec(precision):
            ball = compute()
            if ball.is_exact() or ball.rel_accuracy_bits() >= relative_bits or precision > 1 << 16:
                return _endpoint(ball.lower()), _endpoint(ball.upper())
        precision *= 2


def _endpoint(point: arb) -> Fraction:
    """The exact dyadic rational that a ball of radius 0 holds."""
    mantissa, exponent = point.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def rational_above(value: arb | fmpq) -> fmpq:
    """A rational >= every number in the ball; the number itself if it is an ``fmpq``."""
    return value if isinstance(value, fmpq) else to_fmpq(_endpoint(value.upper()))


def rational_below(value: arb | fmpq) -> fmpq:
    """A rational <= every number in the ball; the number itself if it is an ``fmpq``."""
    return value if isinstance(value, fmpq) else to_fmpq(_endpoint(value.lower()))


def log_enclosure(value: Fraction) -> tuple[Fraction, Fraction]:
    """Certified rationals around the natural logarithm of ``value`` > 0."""
    return enclose(lambda: arb(to_fmpq(value)).log())


def decimal_string(
    value: Fraction | fmpq, digits: int = 8, *, rounding: Literal["nearest", "down", "up"] = "nearest"
) -> str:
    """``value`` rounded to ``digits`` significant digits; "down"/"up" are towards -infinity/+infinity.

    Integer arithmetic only.  Plain notation for exponents -5..digits, scientific beyond.
    """
    p, q = (value.p, value.q) if isinstance(value, fmpq) else (fmpz(value.numerator), fmpz(value.denominator))
    if p == 0:
        return "0"
    negative = p < 0
    if negative:
        p = -p
        rounding = {"down": "up", "up": "down"}.get(rounding, rounding)  # type: ignore[assignment]
    exponent = (int(p.bit_length()) - int(q.bit_length())) * 30103 // 100000  # within 2 of floor(log10)
    while _compare_power(p, q, exponent) < 0:
        exponent -= 1
    while _compare_power(p, q, exponent + 1) >= 0:
        exponent += 1
    shift = digits - 1 - exponent
    top, bottom = (p * fmpz(10) ** shift, q) if shift >= 0 else (p, q * fmpz(10) ** -shift)
    if rounding == "down":
        scaled = top // bottom
    elif rounding == "up":
        scaled = -((-top) // bottom)
    else:
        scaled = (2 * top + bottom) // (2 * bottom)
    text = str(scaled)
    if len(text) > digits:  # rounded up to the next power of ten
        text, exponent = text[:digits], exponent + 1
    return ("-" if negative else "") + _layout(text, exponent)


def _compare_power(p: fmpz, q: fmpz, exponent: int) -> int:
    left, right = (p, q * fmpz(10) ** exponent) if exponent >= 0 else (p * fmpz(10) ** -exponent, q)
    return (left > right) - (left < right)


def _layout(text: str, exponent: int) -> str:
    if -5 <= exponent < 0:
        return "0." + "0" * (-exponent - 1) + (text.rstrip("0") or "0")
    if 0 <= exponent < len(text):
        whole, part = text[: exponent + 1], text[exponent + 1 :].rstrip("0")
        return whole + ("." + part if part else "")
    part = text[1:].rstrip("0")
    return f"{text[0]}{'.' + part if part else ''}e{exponent:+d}"


def fraction_string(value: Fraction, *, longest: int | None = 300) -> str | None:
    """``value`` as ``p/q``; None if p or q has more than about ``longest`` digits (None: no limit)."""
    size = max(abs(value.numerator), value.denominator).bit_length()
    if longest is not None and size > longest * 10 // 3:
        return None
    # fmpz prints integers of any length; Python's int refuses beyond a few thousand digits.
    return f"{fmpz(value.numerator)}/{fmpz(value.denominator)}"


def near_one_string(value: Fraction) -> str:
    """A normaliser as a decimal; one that would be rounded to 1 is shown as 1 + excess."""
    excess = value - 1
    if 0 < excess < Fraction(1, 10**6):
        return f"1 + {decimal_string(excess, 6)}"
    return decimal_string(value, 10)


def interval_string(interval: tuple[Fraction, Fraction], digits: int = 10) -> str:
    """``[lo, hi]`` rounded outwards, so that the printed interval still encloses the number."""
    low, high = interval
    return f"[{decimal_string(low, digits, rounding='down')}, {decimal_string(high, digits, rounding='up')}]"
