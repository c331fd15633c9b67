"""Certificates of the inequalities: values, text, refusals (test_certify_lean has Lean's verdict)."""

import dataclasses
import re
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path

import pytest
from helpers import make
from hypothesis import given, settings
from hypothesis import strategies as st

from pyref.certificate import full_values
from pyref.certify import certify_inequalities, committed_certificates
from pyref.errors import InputError, WorkLimitError
from pyref.exact import to_fraction
from pyref.inequalities import Comparison
from pyref.inequality_values import FamilyValues, inequality_values
from pyref.instance import load_instance
from pyref.lean.gate import scan_text
from pyref.lean.toolchain import project_root

ROOT = project_root()
COMMITTED = {c.name: c for c in committed_certificates(ROOT) if c.radius is not None}
ROUNDS = ["kantorovich_mul_inv", "kantorovich_sq", "moment_log_convex", "moment_le"]
LAWS = ["transcript_moment_le", "ratio_moment_le", "holder_int", "holder_even"]
FAMILY = [
    "domination",
    "sum_max_pow_le",
    "sum_max_pow_le_int",
    "sum_max_pow_le_of_moment_le",
    "sum_max_le_sum",
    "ball_max_pow_le",
    "ball_max_le",
]
THEOREMS = [
    *ROUNDS,
    *LAWS,
    "mean_rowMove_le",
    *FAMILY,
    "mean_signedMove_le",
    *(f"{name}_signed" for name in FAMILY),
]


def comparisons(values):
    """Every comparison of the values."""
    for field in dataclasses.fields(values):
        found = getattr(values, field.name)
        if isinstance(found, Comparison):
            yield found
        elif isinstance(found, FamilyValues):
            yield from comparisons(found)
        elif isinstance(found, tuple):
            yield from (c for c in found if isinstance(c, Comparison))


def text_of(instance, **options):
    return certify_inequalities(instance, name="Test", command="test", **options)


def test_there_are_a_typical_and_two_extreme_instances():
    betas = {name: load_instance(c.instance_path).parameters.beta for name, c in COMMITTED.items()}
    assert betas == {
        "InequalitiesTypical": F(5, 4),
        "InequalitiesExtreme": 100,
        "InequalitiesNearOne": F(1_000_001, 1_000_000),
    }


@pytest.mark.parametrize("name", sorted(COMMITTED))
def test_every_inequality_is_stated(name):
    text = COMMITTED[name].lean_path.read_text(encoding="utf-8")
    assert re.findall(r"^theorem (\w+) : Compared(?:All)?$", text, re.MULTILINE) == THEOREMS
    assert text.count("decide +kernel") >= 2 * len(THEOREMS)


def test_one_round_by_hand():
    """T = 2, n = k = J = m = 1, q = (1, 0), beta = 2, x = a, y = b.

    By the first test of test_certify p_x = (2/3, 1/3) and p_y = (1/3, 2/3).  The targets are g_x = (2, 1/2)
    and g_y = (1, 1), so X = (1/2, 2) and C = (5/2)^2/4 = 25/16; E[X] = 1, E[1/X] = 4/3 + 1/6 = 3/2,
    E[X^2] = 1/6 + 4/3 = 3/2, E[X^3] = 1/12 + 8/3 = 11/4.  The likelihood ratios are the same, and the
    released answer 1/2 misses the truth 1 by G = 1/2.  Row moves: the zero moves keep p_x, (a, b) gives p_y,
    and (b, a) has the target (4, 1/4), hence weights 4/2 : 1/4, hence (8/9, 1/9).
    """
    values = inequality_values(make(queries=[[1, 0]], x=[0]), radius=1)
    assert (values.x, values.y, values.history) == ((0,), (1,), ())
    assert values.laws == ((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3)))
    assert tuple(map(to_fraction, values.ratio)) == tuple(map(to_fraction, values.likelihood)) == (F(1, 2), 2)
    assert values.errors == (F(1, 2), F(1, 2)) and values.likelihoods == (F(1, 2), 2)
    assert values.ball_maxima == (F(2, 3), F(2, 3))

    def sides(comparison):
        return to_fraction(comparison.left), to_fraction(comparison.right)

    C = F(25, 16)
    assert sides(values.mean_inverse) == (F(3, 2), C)
    assert sides(values.second_moment) == (F(3, 2), C)
    assert sides(values.log_convexity) == (F(11, 4), C * F(9, 4))
    assert sides(values.integer_moment) == sides(values.ratio_moment) == (F(11, 4), C**3)
    assert sides(values.transcript_moment) == (F(11, 4), C**3)
    assert sides(values.integer_holder) == (F(1, 4) ** 3, F(11, 4) * F(1, 8) ** 2)
    assert sides(values.even_holder) == (F(1, 16), (F(1, 24) + F(16, 3)) * F(1, 16))
    row = values.row
    assert row.laws == ((F(2, 3), F(1, 3)),) * 2 + (
        (F(1, 3), F(2, 3)),
        (F(8, 9), F(1, 9)),
        (F(2, 3), F(1, 3)),
    )
    assert (row.width, to_fraction(row.theta)) == (1, C)
    assert [sides(c) for c in row.mean] == [(F(1, 2), C / 2), (2, 2 * C)]
    assert [sides(c) for c in row.dominated] == [(F(1, 3), C * F(8, 9)), (F(2, 3), C * F(2, 3))]
    assert sides(row.far) == (F(1, 2) * F(14, 9), F(5, 2))
    assert sides(row.ball_far) == (F(2, 3), C * F(5, 2))
    assert sides(row.ball_near) == (F(4, 9), C**2 * 5 * C * F(1, 4))
    # E[(p_c/p_x)^2]: three times 1, then 3/2, and 32/27 + 1/27.
    assert to_fraction(row.largest) == F(3, 2)
    assert sides(row.number) == (F(7, 9) ** 2, 5 * F(3, 2) * F(1, 4))
    assert sides(row.even) == (F(7, 9) ** 2, (3 + F(3, 2) + F(33, 27)) * F(1, 4))


@settings(max_examples=25, deadline=None)
@given(
    values=st.lists(st.integers(-2, 2), min_size=1, max_size=3),
    beta=st.sampled_from(["1000001/1000000", "5/4", "2", "100"]),
    rows=st.integers(1, 2),
    scale=st.integers(1, 2),
    rounds=st.integers(1, 2),
    radius=st.integers(1, 3),
    data=st.data(),
)
def test_the_inequalities_hold_and_the_laws_are_laws(values, beta, rows, scale, rounds, radius, data):
    x = data.draw(st.lists(st.integers(0, len(values) - 1), min_size=rows, max_size=rows))
    instance = make(queries=[values], x=x, bound=2, beta=beta, m=scale, J=rounds)
    found = inequality_values(instance, radius=radius)
    assert all(0 <= c.left <= c.right for c in comparisons(found))
    assert sum(a != b for a, b in zip(found.x, found.y, strict=True)) <= radius
    full = full_values(instance)
    assert found.laws == tuple(full.histograms[i].law for i in full.databases)
    labels = (len(values) ** 2 + 1, 2 * len(values))
    for family, count in zip((found.row, found.signed), labels, strict=True):
        assert len(family.laws) == count**scale
        assert all(sum(law) == 1 for law in family.laws)
        best = [
            to_fraction(family.theta) ** (scale * rounds) * max(column)
            for column in zip(*family.laws, strict=True)
        ]
        assert best == [to_fraction(c.right) for c in family.dominated]


def test_limits_and_names():
    instance = make(queries=[[1, 0]], x=[0], J=1)
    assert "theorem ball_max_le_signed" in text_of(instance)
    assert scan_text(Path("Test.lean"), text_of(instance, radius=3)) == []
    with pytest.raises(WorkLimitError, match="over the work limit"):
        text_of(instance, max_work=100)
    with pytest.raises(WorkLimitError, match="over the work limit"):
        text_of(make(queries=[[1, 0]], x=[0], m=10**6))
    with pytest.raises(InputError, match="certificate's name"):
        certify_inequalities(instance, name="a b", command="test")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--radius", "1"), "needs --inequalities"),
        (("--inequalities", "--sample", "2"), "use one of them"),
        (("--inequalities", "--radius", "0"), "--radius is 0"),
    ],
)
def test_refusals(tmp_path, options, message):
    source = str(COMMITTED["InequalitiesTypical"].instance_path)
    command = [sys.executable, "-m", "pyref", "certify", source, "-o", str(tmp_path / "O.lean"), *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2 and message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_what_is_committed(tmp_path):
    certificate = COMMITTED["InequalitiesExtreme"]
    source = certificate.instance_path.relative_to(ROOT).as_posix()
    output = tmp_path / "InequalitiesExtreme.lean"
    command = [
        sys.executable,
        "-m",
        "pyref",
        "certify",
        source,
        "-o",
        str(output),
        "--inequalities",
        "--radius",
    ]
    done = subprocess.run([*command, "2"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0

    def without_command(text):
        return [line for line in text.splitlines() if not line.startswith("  `python")]

    written = certificate.lean_path.read_text(encoding="utf-8")
    assert without_command(output.read_text(encoding="utf-8")) == without_command(written)
