"""Lean source of the certificates of inequalities (blueprint 4-6).

Every inequality is the general theorem at one instance, so that its sides are the theorem's own, and the
kernel evaluates both sides to the values of the reference (``Formal.Evaluation.Compared``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .certificate import Row
from .exact import to_fraction
from .inequalities import Comparison
from .inequality_values import (
    FAMILY_HALF,
    HALF,
    INTEGER,
    MOMENT,
    STEP,
    FamilyValues,
    InequalityValues,
    Range,
)
from .instance import Instance
from .lean_pieces import (
    CHECK,
    define,
    docstring,
    fraction,
    inline_list,
    instance_parts,
    one_per_line,
    row_of,
    sequence,
    signed,
    theorem,
)


def inequalities_text(instance: Instance, values: InequalityValues, *, name: str, command: str) -> str:
    """The module ``Formal.Certificate.<name>``; ``command`` is named as what generated it."""
    what = (
        f"Every theorem of blueprint 4-6 at one place: an inequality and the values of its two sides. The "
        f"dataset is `data`; `other` is within radius {values.radius} of it."
    )
    parts = [
        "module",
        "public import Formal.Evaluation.Compared\n"
        "public import Formal.Evaluation.Sample\n"
        "public import Formal.Query.ReferenceTarget",
        docstring(instance, name=name, command=command, what=what),
        "@[expose] public noncomputable section",
        f"namespace Formal.Certificate.{name}",
        *instance_parts(instance),
        *_place(instance, values),
        *_one_round(values),
        *_transcripts(values),
        *_row_moves(instance, values),
        *_signed_points(instance, values),
        f"end Formal.Certificate.{name}",
    ]
    return "\n\n".join(parts) + "\n"


_TABLES = (
    ("likelihood", "likelihood_eq"),
    ("ballMax inst.transcriptLaw", "ballMax_eq"),
    ("maximum fun c => inst.rowSurrogateLaw", "rowMaximum_eq"),
    ("maximum fun c => inst.signedSurrogateLaw", "signedMaximum_eq"),
    ("inst.transcriptLaw", "transcriptLaw_eq"),
    ("inst.error", "error_eq"),
    ("inst.rowSurrogateLaw", "rowSurrogateLaw_eq"),
    ("inst.signedSurrogateLaw", "signedSurrogateLaw_eq"),
)
"""What stands in a table, and the theorem that says so; a table for the whole of an expression comes before
the one for a part of it.
"""


def _evaluation(side: str) -> str:
    tables = []
    for what, known in _TABLES:
        if what in side:
            tables.append(known)
            side = side.replace(what, "")
    return f"by simp only [{', '.join(tables)}]; decide +kernel" if tables else "by decide +kernel"


def _every(statement: str) -> str:
    """The proof of a statement about every element of an enumeration."""
    return f"forall_of_elems ({_evaluation(statement)})"


def _compared(name: str, left: str, right: str, sides: Comparison, proof: str, *, doc: str) -> str:
    return (
        f"/-- {doc} -/\n"
        f"theorem {name} : Compared\n"
        f"    ({left})\n"
        f"    ({right})\n"
        f"    {fraction(to_fraction(sides.left))}\n"
        f"    {fraction(to_fraction(sides.right))} where\n"
        f"  le := {proof}\n"
        f"  left_eq := {_evaluation(left)}\n"
        f"  right_eq := {_evaluation(right)}"
    )


def _compared_all(
    name: str, left: str, right: str, sides: Sequence[Comparison], proof: str, *, doc: str
) -> str:
    lefts = row_of(tuple(to_fraction(c.left) for c in sides))
    rights = row_of(tuple(to_fraction(c.right) for c in sides))
    return "\n\n".join(
        [
            define(f"{name}_left", "List Fraction", lefts, doc=f"The left sides of `{name}`."),
            define(f"{name}_right", "List Fraction", rights, doc=f"The right sides of `{name}`."),
            f"/-- {doc} -/\n"
            f"theorem {name} : ComparedAll\n"
            f"    (fun {left})\n"
            f"    (fun {right})\n"
            f"    {name}_left {name}_right where\n"
            f"  le := {proof}\n"
            f"  left_eq := {_evaluation(left)}\n"
            f"  right_eq := {_evaluation(right)}",
        ]
    )


def _place(instance: Instance, values: InequalityValues) -> list[str]:
    kind = f"ReferenceInstance.Signed {instance.k}"
    return [
        "/-! ### Where the inequalities are evaluated -/",
        define(
            "data",
            "inst.Data",
            f"  {sequence(map(str, values.x), '0')}",
            doc="The dataset `x`, its rows in increasing order.",
        ),
        define("other", "inst.Data", f"  {sequence(map(str, values.y), '0')}", doc="A dataset `y`."),
        theorem(
            "hamming_le", f"hamming data other ≤ {values.radius}", "by decide +kernel", doc="`y` is near `x`."
        ),
        "/-! ### The laws, as tables -/",
        define(
            "laws",
            "List (List Fraction)",
            one_per_line(list(map(_bare_row, values.laws)), indent=2),
            doc="The base law, one row for each dataset with one entry for each transcript.",
        ),
        theorem(
            "transcriptLaw_eq",
            "inst.transcriptLaw = tableValue laws",
            "eq_tableValue (by decide +kernel)",
            doc="The base law `p_x` of every dataset (blueprint §3).",
        ),
        define(
            "errors",
            "List Fraction",
            row_of(values.errors),
            doc="The worst errors on the dataset, one for each transcript.",
        ),
        theorem("error_eq", "inst.error data = rowValue errors", "eq_rowValue (by decide +kernel)"),
        theorem(
            "error_nonneg",
            "∀ ω, 0 ≤ inst.error data ω",
            f"by rw [error_eq]; exact forall_of_elems {CHECK}",
            doc="The gain `G` of the Hölder inequalities is the worst error.",
        ),
        define(
            "history",
            f"List ({kind})",
            inline_list(map(signed, values.history), indent=2),
            doc="The history before the round that 4.1 to 4.3 are about.",
        ),
        f"/-- The selection probabilities `π_h(s | g_x)` of that round. -/\n"
        f"def weights (s : {kind}) : Rat := inst.rule.selectMass (inst.target data) history s",
        "theorem isPmf_weights : IsPmf weights := inst.rule.isPmf_selectMass (inst.target_pos data) history",
        f"/-- The ratio `X = g_y / g_x` of the target factors. -/\n"
        f"def ratio (s : {kind}) : Rat := inst.target other s / inst.target data s",
        *_range("ratio", "s", "low", "high", values.ratio),
        theorem(
            "low_mul_le",
            "∀ s, low * inst.target data s ≤ inst.target other s",
            f"forall_of_elems {CHECK}",
        ),
        theorem(
            "le_high_mul",
            "∀ s, inst.target other s ≤ high * inst.target data s",
            f"forall_of_elems {CHECK}",
        ),
    ]


def _bare_row(row: Row) -> str:
    return inline_list(map(fraction, row), indent=3).lstrip()


def _range(what: str, variable: str, low: str, high: str, bounds: Range) -> list[str]:
    least, largest = (fraction(to_fraction(bound)) for bound in bounds)
    return [
        define(low, "Rat", f"  Fraction.value {least}", doc=f"The least `{what}`."),
        define(high, "Rat", f"  Fraction.value {largest}", doc=f"The largest `{what}`."),
        theorem(f"{low}_pos", f"0 < {low}", "by decide +kernel"),
        theorem(f"{high}_pos", f"0 < {high}", "by decide +kernel"),
        theorem(f"{low}_le", f"∀ {variable}, {low} ≤ {what} {variable}", _every(what)),
        theorem(f"le_{high}", f"∀ {variable}, {what} {variable} ≤ {high}", _every(what)),
    ]


def _one_round(values: InequalityValues) -> list[str]:
    j, r = STEP, MOMENT
    mean = "sum fun s => weights s * ratio s"
    nonneg, one = "isPmf_weights.nonneg", "isPmf_weights.sum_eq_one"
    bounds = "low_pos high_pos low_le le_high"
    return [
        "/-! ### Blueprint 4: integer moments -/",
        _compared(
            "kantorovich_mul_inv",
            f"({mean}) * sum fun s => weights s * (ratio s)⁻¹",
            "kantorovichConst low high",
            values.mean_inverse,
            f"Formal.kantorovich_mul_inv {nonneg} {one} {bounds}",
            doc="**4.1**, first half: `E[X]·E[1/X] ≤ C`.",
        ),
        _compared(
            "kantorovich_sq",
            "sum fun s => weights s * ratio s ^ 2",
            f"kantorovichConst low high * ({mean}) ^ 2",
            values.second_moment,
            f"Formal.kantorovich_sq {nonneg} {one} {bounds}",
            doc="**4.1**, second half: `E[X²] ≤ C·E[X]²`.",
        ),
        _compared(
            "moment_log_convex",
            f"(sum fun s => weights s * ratio s ^ ({j} + 1)) * sum fun s => weights s * ratio s ^ ({j} - 1)",
            f"kantorovichConst low high * (sum fun s => weights s * ratio s ^ {j}) ^ 2",
            values.log_convexity,
            f"Formal.moment_log_convex {nonneg} {bounds} (by decide)",
            doc=f"**4.2** with `j = {j}`: `E[X^(j+1)]·E[X^(j-1)] ≤ C·E[X^j]²`.",
        ),
        _compared(
            "moment_le",
            f"sum fun s => weights s * ratio s ^ {r}",
            f"kantorovichConst low high ^ ({r} * ({r} - 1) / 2) * ({mean}) ^ {r}",
            values.integer_moment,
            f"Formal.moment_le {nonneg} {one} {bounds} {r}",
            doc=f"**4.3** with `r = {r}`: `E[X^r] ≤ C^(r(r-1)/2)·E[X]^r`.",
        ),
    ]


def _transcripts(values: InequalityValues) -> list[str]:
    r, a, c = MOMENT, INTEGER, HALF
    x, y = "inst.transcriptLaw data", "inst.transcriptLaw other"
    moment = f"ratioMoment {r} ({y}) ({x})"
    nonneg = "(inst.isPmf_transcriptLaw data).nonneg"
    one = "(inst.isPmf_transcriptLaw data).sum_eq_one"
    error = "inst.error data ω"
    return [
        _compared(
            "transcript_moment_le",
            moment,
            f"kantorovichConst low high ^ (inst.rounds * ({r} * ({r} - 1) / 2))",
            values.transcript_moment,
            "inst.rule.transcript_moment_le (inst.target_pos data) low_pos high_pos low_mul_le le_high_mul\n"
            f"    {r} inst.rounds []",
            doc=f"**4.4** with `r = {r}`: `E[(p_y/p_x)^r] ≤ C^(J r(r-1)/2)`.",
        ),
        define(
            "ballMaxima",
            "List Fraction",
            row_of(values.ball_maxima),
            doc="The ball maxima `H_R`, one for each transcript.",
        ),
        theorem(
            "ballMax_eq",
            f"ballMax inst.transcriptLaw data {values.radius} = rowValue ballMaxima",
            "eq_rowValue (by simp only [transcriptLaw_eq]; decide +kernel)",
        ),
        "/-- The likelihood ratio `p_y / p_x` of a transcript. -/\n"
        f"def likelihood (ω : inst.Transcript) : Rat := {y} ω / {x} ω",
        define(
            "likelihoods",
            "List Fraction",
            row_of(values.likelihoods),
            doc="The likelihood ratios, one for each transcript.",
        ),
        "theorem likelihood_eq : likelihood = rowValue likelihoods := eq_rowValue (by\n"
        "  unfold likelihood; simp only [transcriptLaw_eq]; decide +kernel)",
        *_range("likelihood", "ω", "least", "largest", values.likelihood),
        theorem(
            "least_mul_le",
            f"∀ ω, least * {x} ω ≤ {y} ω",
            "fun ω => (le_div_iff_mul_le (inst.transcriptLaw_pos data ω)).mp (least_le ω)",
        ),
        theorem(
            "le_largest_mul",
            f"∀ ω, {y} ω ≤ largest * {x} ω",
            "fun ω => (div_le_iff_le_mul (inst.transcriptLaw_pos data ω)).mp (le_largest ω)",
        ),
        _compared(
            "ratio_moment_le",
            moment,
            f"kantorovichConst least largest ^ ({r} * ({r} - 1) / 2)",
            values.ratio_moment,
            "Formal.ratio_moment_le (inst.isPmf_transcriptLaw other) (inst.isPmf_transcriptLaw data)\n"
            f"    (inst.transcriptLaw_pos data) least_pos largest_pos least_mul_le le_largest_mul {r}",
            doc=f"**A.1** with `r = {r}` for the laws of `x` and `y`: `E[(p_y/p_x)^r] ≤ C^(r(r-1)/2)`.",
        ),
        "/-! ### Blueprint 6.1 and 6.2: Hölder -/",
        "theorem likelihood_nonneg : ∀ ω, 0 ≤ likelihood ω := fun ω =>\n"
        "  div_nonneg ((inst.isPmf_transcriptLaw other).nonneg ω) ((inst.isPmf_transcriptLaw data).nonneg ω)",
        _compared(
            "holder_int",
            f"(sum fun ω => {x} ω * (likelihood ω * {error} ^ ({a} - 1))) ^ {a}",
            f"(sum fun ω => {x} ω * likelihood ω ^ {a}) *\n"
            f"      (sum fun ω => {x} ω * {error} ^ {a}) ^ ({a} - 1)",
            values.integer_holder,
            f"Formal.holder_int {nonneg} likelihood_nonneg error_nonneg (by decide)",
            doc=f"**6.1** with `a = {a}`: `(Σ p L G^(a-1))^a ≤ (Σ p L^a)·(Σ p G^a)^(a-1)`.",
        ),
        _compared(
            "holder_even",
            f"(sum fun ω => {x} ω * (likelihood ω * {error})) ^ (2 * {c})",
            f"(sum fun ω => {x} ω * likelihood ω ^ (2 * {c})) *\n"
            f"      (sum fun ω => {x} ω * {error} ^ 2) ^ {c}",
            values.even_holder,
            f"Formal.holder_even {nonneg}\n    {one} likelihood (inst.error data) {c}",
            doc=f"**6.2** with `c = {c}`: `E[L G]^(2c) ≤ E[L^(2c)]·E[G²]^c`.",
        ),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """How the text of a family reads: the ``suffix`` of its theorems, the ``law`` of a code, the type of
    codes, the theorem that bounds the queries, Theta, the C of a whole code, and the number of codes.
    """

    suffix: str
    law: str
    code: str
    bound: str
    theta: str
    spread: str
    count: str


def _row_moves(instance: Instance, values: InequalityValues) -> list[str]:
    radius, family = values.radius, values.row
    words = _Words(
        suffix="",
        law=f"inst.rowSurrogateLaw {radius} data",
        code="RowCode",
        bound="query_sub_le",
        theta=f"inst.theta {family.width} {radius}",
        spread=f"inst.theta {family.width} ({radius} * inst.scale)",
        count=f"(((card (Fin {instance.T}) ^ 2 + 1) ^ inst.scale : Nat) : Rat)",
    )
    return [
        "/-! ### Blueprint 5 and 6 for row moves -/",
        "/-- The codes of `m` row moves. -/\n"
        f"abbrev RowCode : Type := Fin inst.scale → RowMove (Fin {instance.T})",
        theorem(
            "query_sub_le",
            f"∀ j d d', inst.query j d' - inst.query j d ≤ (({family.width} : Nat) : Int)",
            "by decide +kernel",
            doc="How much the queries vary.",
        ),
        _compared_all(
            "mean_rowMove_le",
            f"s => listSum (fun c => rowMove inst.rowFactor {radius} c s) (rowLabels {radius} data other)",
            f"s => {words.theta} * (({radius} : Nat) * rowRatio inst.rowFactor data other s)",
            family.mean,
            "inst.mean_rowMove_le query_sub_le hamming_le",
            doc="**5.2**: the mean of the moves from `x` to `y`, times their number, for every signed query.",
        ),
        *_family(words, family, "5.1"),
    ]


def _signed_points(instance: Instance, values: InequalityValues) -> list[str]:
    radius, family = values.radius, values.signed
    words = _Words(
        suffix="_signed",
        law=f"inst.signedSurrogateLaw {radius} data",
        code="SignedCode",
        bound="query_le",
        theta=f"inst.theta {family.width} (2 * {radius})",
        spread=f"inst.theta {family.width} (2 * {radius} * inst.scale)",
        count=f"(((2 * card (Fin {instance.T})) ^ inst.scale : Nat) : Rat)",
    )
    width = f"(({family.width} : Nat) : Int)"
    return [
        "/-! ### Blueprint 5 and 6 for signed points -/",
        "/-- The codes of `m` signed points. -/\n"
        f"abbrev SignedCode : Type := Fin inst.scale → SignedLabel (Fin {instance.T})",
        theorem(
            "query_le",
            f"∀ j d, -{width} ≤ inst.query j d ∧ inst.query j d ≤ {width}",
            "by decide +kernel",
            doc="How large the values of the queries are.",
        ),
        _compared_all(
            "mean_signedMove_le",
            f"s => listSum (fun c => signedMove inst.rowFactor {radius} c s)\n"
            f"      (signedLabels {radius} 0 data other)",
            f"s => {words.theta} * ((2 * {radius} : Nat) * rowRatio inst.rowFactor data other s)",
            family.mean,
            "inst.mean_signedMove_le query_le 0 hamming_le",
            doc="**5.2** for the signed points of `y`.",
        ),
        *_family(words, family, "5.5"),
    ]


def _family(words: _Words, family: FamilyValues, domination: str) -> list[str]:
    a, c = INTEGER, FAMILY_HALF
    suffix, law, codes, theta = words.suffix, words.law, words.code, words.theta
    base, error = "inst.transcriptLaw data", "inst.error data"
    maximum = f"maximum fun c => {law} c ω"
    ball = "ballMax inst.transcriptLaw data"
    radius = law.split()[1]
    nonneg = f"(fun c => (inst.isPmf_{law.split()[0].removeprefix('inst.')} {radius} data c).nonneg)"
    pmf, positive = "(inst.isPmf_transcriptLaw data)", "(inst.transcriptLaw_pos data)"
    gain = f"(expect ({base}) fun ω => {error} ω ^ 2) ^ {c}"
    near = f"(sum fun ω => ({maximum}) * {error} ω) ^ (2 * {c})"
    largest = f"largestMoment{suffix.title().replace('_', '')}"
    name = law.split()[0].removeprefix("inst.")
    laws, maxima = name.replace("SurrogateLaw", "Laws"), name.replace("SurrogateLaw", "Maxima")
    return [
        define(
            laws,
            "List (List Fraction)",
            one_per_line(list(map(_bare_row, family.laws)), indent=2),
            doc="The law under every code, one row for each code with one entry for each transcript.",
        ),
        theorem(
            f"{name}_eq",
            f"{law} = tableValue {laws}",
            "eq_tableValue (by decide +kernel)",
        ),
        define(
            maxima,
            "List Fraction",
            row_of(tuple(map(max, zip(*family.laws, strict=True)))),
            doc="The largest mass under a code, one for each transcript.",
        ),
        theorem(
            maxima.replace("Maxima", "Maximum_eq"),
            f"∀ ω, ({maximum}) =\n      rowValue {maxima} ω",
            f"forall_of_elems (by simp only [{name}_eq]; decide +kernel)",
        ),
        theorem(
            f"theta_eq{suffix}",
            f"{theta} = Fraction.value {fraction(to_fraction(family.theta))}",
            "by decide +kernel",
            doc="`Θ` of blueprint 5.2.",
        ),
        _compared_all(
            f"domination{suffix}",
            "ω => inst.transcriptLaw other ω",
            f"ω => {theta} ^ (inst.scale * inst.rounds) *\n      {maximum}",
            family.dominated,
            f"inst.transcriptLaw_le_maximum{suffix} {words.bound} (by decide) hamming_le",
            doc=f"**{domination}**: `p_y ≤ Θ^(m J)·max_c p_c` at every transcript.",
        ),
        _compared(
            f"sum_max_pow_le{suffix}",
            near,
            f"(sum fun c => ratioMoment (2 * {c}) ({law} c) ({base})) *\n      {gain}",
            family.even,
            f"Formal.sum_max_pow_le {pmf} {positive}\n    {nonneg} ({error}) (by decide)",
            doc=f"**6.3**, even exponent, `c = {c}`.",
        ),
        _compared(
            f"sum_max_pow_le_int{suffix}",
            f"(sum fun ω => ({maximum}) * {error} ω ^ ({a} - 1)) ^ {a}",
            f"(sum fun c => ratioMoment {a} ({law} c) ({base})) *\n"
            f"      (expect ({base}) fun ω => {error} ω ^ {a}) ^ ({a} - 1)",
            family.integer,
            f"Formal.sum_max_pow_le_int {positive}\n    {nonneg} error_nonneg (by decide)",
            doc=f"**6.3**, integer Hölder, `a = {a}`.",
        ),
        define(
            largest,
            "Rat",
            f"  Fraction.value {fraction(to_fraction(family.largest))}",
            doc=f"The largest `E[(p_c/p_x)^{2 * c}]` of the surrogates.",
        ),
        theorem(
            f"ratioMoment_le{suffix}",
            f"∀ c : {codes}, ratioMoment (2 * {c}) ({law} c) ({base}) ≤\n      {largest}",
            _every(f"{law}{base}"),
        ),
        _compared(
            f"sum_max_pow_le_of_moment_le{suffix}",
            near,
            f"(card {codes} : Rat) * {largest} *\n      {gain}",
            family.number,
            f"Formal.sum_max_pow_le_of_moment_le {pmf} {positive}\n"
            f"    {nonneg} ({error}) (by decide)\n"
            f"    ratioMoment_le{suffix}",
            doc=f"**A.4**, `c = {c}`.",
        ),
        _compared(
            f"sum_max_le_sum{suffix}",
            f"sum fun ω => ({maximum}) * {error} ω",
            f"sum fun c => expect ({law} c) ({error})",
            family.far,
            f"Formal.sum_max_le_sum {nonneg} error_nonneg",
            doc="**6.3**, the far bound.",
        ),
        _compared(
            f"ball_max_pow_le{suffix}",
            f"(sum fun ω => {ball} {radius} ω * {error} ω) ^ (2 * {c})",
            f"{theta} ^ (inst.scale * inst.rounds * (2 * {c})) *\n"
            f"      ({words.count} *\n"
            f"        {words.spread} ^ (inst.rounds * ({c} * (2 * {c} - 1))) *\n"
            f"        {gain})",
            family.ball_near,
            f"inst.ball_max_pow_le{suffix} {words.bound} (by decide) data error_nonneg (by decide)",
            doc=f"**6.4**, near, `c = {c}`.",
        ),
        _compared(
            f"ball_max_le{suffix}",
            f"sum fun ω => {ball} {radius} ω * {error} ω",
            f"{theta} ^ (inst.scale * inst.rounds) *\n      sum fun c => expect ({law} c) ({error})",
            family.ball_far,
            f"inst.ball_max_le{suffix} {words.bound} (by decide) data error_nonneg",
            doc="**6.4**, far.",
        ),
    ]
