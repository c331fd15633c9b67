"""Lean source of certificates: modules that state that Lean's definitions evaluate to the reference's values.

The statements are about the definitions of ``Formal.Query.ReferenceInstance``; the kernel checks them by the
decidable checks of ``Formal.Evaluation``.  No name of the instance (labels, queries) enters the text, so that
nothing in an instance can change what the module says.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .certificate import (
    EntryValues,
    FullValues,
    HistogramValues,
    LawValues,
    Plan,
    rows_of,
)
from .histograms import Histogram
from .instance import Instance
from .lean_pieces import (
    CHECK,
    define,
    docstring,
    fraction,
    inline_list,
    instance_parts,
    one_per_line,
    quantity,
    row_of,
    sequence,
    signed,
    theorem,
)

Values = FullValues | LawValues | EntryValues


def certificate_text(instance: Instance, values: Values, *, name: str, command: str) -> str:
    """The module ``Formal.Certificate.<name>``; ``command`` is named as what generated it."""
    if isinstance(values, FullValues):
        what, body = _full(instance, values)
    elif isinstance(values, LawValues):
        what, body = _law(instance, values)
    else:
        what, body = _entries(instance, values)
    parts = [
        "module",
        "public import Formal.Evaluation.Certificate",
        docstring(instance, name=name, command=command, what=what),
        "@[expose] public noncomputable section",
        f"namespace Formal.Certificate.{name}",
        *instance_parts(instance),
        *_quotients(instance),
        *body,
        f"end Formal.Certificate.{name}",
    ]
    return "\n\n".join(parts) + "\n"


def _quotients(instance: Instance) -> list[str]:
    p = instance.parameters
    quotients = f"  ⟨({p.beta.numerator}, {p.beta.denominator}), ({p.g0.numerator}, {p.g0.denominator})⟩"
    return [
        define(
            "quotients",
            "ReferenceInstance.Quotients",
            quotients,
            doc="Numerators and denominators of `β` and `g₀`.",
        ),
        theorem("quotients_of", "quotients.Of inst", "by decide +kernel"),
    ]


def _plan(plan: Plan, *, indent: int = 2) -> str:
    pad = " " * indent
    exponents = inline_list(map(str, plan.exponents), indent=indent + 1).lstrip()
    if not plan.children:
        return f"{pad}⟨{exponents}, []⟩"
    children = ",\n".join(_plan(child, indent=indent + 2) for child in plan.children)
    return f"{pad}⟨{exponents},\n{pad} [{children.lstrip()}]⟩"


def _plan_parts(plan: Plan) -> list[str]:
    return [
        define(
            "plan",
            "ReferenceInstance.Plan",
            _plan(plan),
            doc="The exponents `⌊n m s(μ_h)⌉` of the selection weights, for every history `h`.",
        ),
        theorem("plan_check", "inst.planCheck quotients inst.rounds [] plan = true", "by decide +kernel"),
    ]


def _counts_parts(instance: Instance) -> list[str]:
    counts = [f"({count}, {label})" for label, count in enumerate(instance.histogram) if count]
    return [
        define(
            "counts",
            f"List (Nat × Fin {instance.T})",  # noqa: RUF001
            inline_list(counts, indent=2),
            doc="The rows of the dataset: how often each label occurs.",
        ),
        define(
            "data",
            "inst.Data",
            "  sequence (countedRows counts) 0",
            doc="The dataset, its rows in increasing order.",
        ),
        theorem("totalCount_counts", "totalCount counts = inst.rows", "by decide +kernel"),
    ]


# The whole base law of one dataset, or some of its entries


def _law(instance: Instance, values: LawValues) -> tuple[str, list[str]]:
    what = (
        "Only the base law of one dataset is certified, at every transcript; envelope, released law and "
        "privacy ratio are not."
    )
    row = define("law", "List Fraction", row_of(values.law), doc="The masses, one for each transcript.")
    return what, [
        *_counts_parts(instance),
        *_plan_parts(values.plan),
        row,
        theorem(
            "isRow_law",
            "IsRow (inst.transcriptLaw data) law",
            f"inst.isRow_transcriptLaw_counted quotients_of plan_check totalCount_counts 0 {CHECK}",
        ),
        theorem(
            "transcriptLaw_eq",
            "(elems : List inst.Transcript).map (inst.transcriptLaw data) = law.map Fraction.value",
            "isRow_law.map_eq",
            doc="The base law of the dataset (blueprint §3).",
        ),
        theorem(
            "sum_law",
            "(Fraction.sum law).value = 1",
            "by decide +kernel",
            doc="The masses sum to one.",
        ),
    ]


def _entries(instance: Instance, values: EntryValues) -> tuple[str, list[str]]:
    count = len(values.entries)
    what = (
        f"Only {quantity(count, 'entry', 'entries')} of the base law of one dataset "
        f"{'is' if count == 1 else 'are'} certified, at evenly spaced transcripts; envelope, released law "
        "and privacy ratio are not."
    )
    kind = f"ReferenceInstance.Signed {instance.k}"
    transcripts = [inline_list(map(signed, entry.transcript)) for entry in values.entries]
    paths = [
        inline_list(
            (
                f"({signed(s)}, {inline_list(map(str, exponents))})"
                for s, exponents in zip(entry.transcript, entry.exponents, strict=True)
            ),
            indent=3,
        ).lstrip()
        for entry in values.entries
    ]
    return what, [
        *_counts_parts(instance),
        define(
            "transcripts",
            f"List (List ({kind}))",
            one_per_line(transcripts, indent=2),
            doc="The transcripts: the selected signed queries, oldest first (`true` is the positive copy).",
        ),
        define(
            "paths",
            f"List (List (ReferenceInstance.Step {instance.k}))",
            one_per_line(paths, indent=2),
            doc="The same with the exponents `⌊n m s(μ_h)⌉` of the selection weights before each selection.",
        ),
        define(
            "masses",
            "List Fraction",
            row_of(tuple(entry.mass for entry in values.entries)),
            doc="Their masses.",
        ),
        theorem(
            "transcriptLaw_eq",
            "transcripts.map (fun ω => inst.transcriptLaw data (sequence ω (0, true))) =\n"
            "      masses.map Fraction.value",
            "inst.entries_eq quotients_of totalCount_counts 0 (0, true) (paths := paths)\n"
            f"    {CHECK} {CHECK}",
            doc="The base law of the dataset at these transcripts (blueprint §3).",
        ),
    ]


# All tables


def _suffix(histogram: Histogram) -> str:
    return "_".join(map(str, histogram))


def _table(
    name: str,
    rows: Sequence[tuple[Histogram, str]],
    databases: Sequence[int],
    *,
    doc: str,
    entries: str = "Fraction",
) -> str:
    """One definition per histogram, and the table that names them once per dataset."""
    parts = [f"def {name}_{_suffix(histogram)} : List {entries} :=\n{row}" for histogram, row in rows]
    order = inline_list((f"{name}_{_suffix(rows[i][0])}" for i in databases), indent=2)
    return "\n\n".join([*parts, define(name, f"List (List {entries})", order, doc=doc)])


def _column(name: str, entries: Sequence[Fraction], databases: Sequence[int], *, doc: str) -> str:
    return define(name, "List Fraction", row_of(tuple(entries[i] for i in databases)), doc=doc)


def _full(instance: Instance, values: FullValues) -> tuple[str, list[str]]:
    what = (
        "Tables have one row for each dataset (or transcript, for `answers`) in the order of Lean's "
        "enumerations: datasets with the first row most significant, transcripts with the first selection "
        "most significant, signed queries `(q₀,+), (q₀,-), (q₁,+), …`. Rows of masses have one entry for "
        "each transcript; datasets with the same counts share their row, whose name ends in the counts."
    )
    return what, [
        *_plan_parts(values.plan),
        *_mechanism_parts(instance, values),
        *_answer_parts(values),
        *_ratio_parts(values),
        *_data_parts(instance, values),
    ]


def _mechanism_parts(instance: Instance, values: FullValues) -> list[str]:
    r = instance.parameters.r
    rows = values.histograms

    def table(name: str, field: str, doc: str) -> str:
        pairs = [(entry.histogram, row_of(getattr(entry, field))) for entry in rows]
        return _table(name, pairs, values.databases, doc=doc)

    scores = [(entry.histogram, inline_list(map(str, entry.scores), indent=2)) for entry in rows]

    return [
        "/-! ### The base law -/",
        _table(
            "scores",
            scores,
            values.databases,
            doc="The scores `m Σ_i s(x_i)`, one row for each dataset with one entry for each signed query.",
            entries="Int",
        ),
        table("law", "law", "The base law, one row for each dataset."),
        theorem(
            "isTable_law",
            "IsTable inst.transcriptLaw law",
            f"inst.isTable_transcriptLaw quotients_of plan_check (scores := scores) rfl {CHECK}",
        ),
        theorem(
            "transcriptLaw_eq",
            "table inst.transcriptLaw = values law",
            "isTable_law.table_eq",
            doc="The base law `p_x` of every dataset at every transcript (blueprint §3).",
        ),
        "/-! ### The envelope and the mechanism -/",
        f"theorem discountIs : inst.DiscountIs {fraction(r)} := by decide +kernel",
        table("envelopes", "envelope", "The envelope, one row for each dataset."),
        define(
            "maximisers",
            "List (List Nat)",
            inline_list((inline_list(map(str, places)) for places in values.maximisers), indent=2),
            doc="For each dataset the numbers of datasets that attain its envelope.",
        ),
        theorem(
            "isTable_envelopes",
            "IsTable inst.envelopeMass envelopes",
            f"inst.isTable_envelopeMass discountIs isTable_law (places := maximisers) rfl {CHECK}",
        ),
        theorem(
            "envelopeMass_eq",
            "table inst.envelopeMass = values envelopes",
            "isTable_envelopes.table_eq",
            doc="The envelope `M_x` (blueprint §2, paper (4)).",
        ),
        _column(
            "partitions",
            [entry.normalizer for entry in rows],
            values.databases,
            doc="The normalisers, one for each dataset.",
        ),
        theorem(
            "partitions_check", "allMatch normalizerCheck envelopes partitions = true", "by decide +kernel"
        ),
        theorem(
            "isRow_partitions",
            "IsRow inst.partition partitions",
            "inst.isRow_partition isTable_envelopes partitions_check",
        ),
        theorem(
            "partition_eq",
            "(elems : List inst.Data).map inst.partition = partitions.map Fraction.value",
            "isRow_partitions.map_eq",
            doc="The normaliser `Z_x` (blueprint 2.1).",
        ),
        table("released", "released", "The released law, one row for each dataset."),
        theorem(
            "isTable_released",
            "IsTable inst.mechanism released",
            f"inst.isTable_mechanism isTable_envelopes partitions_check {CHECK}",
        ),
        theorem(
            "mechanism_eq",
            "table inst.mechanism = values released",
            "isTable_released.table_eq",
            doc="The released law `p̂_x = M_x / Z_x` (paper (4)).",
        ),
    ]


def _answer_parts(values: FullValues) -> list[str]:
    rows: Sequence[HistogramValues] = values.histograms
    answers = one_per_line([inline_list(map(fraction, row)) for row in values.answers], indent=2)
    return [
        "/-! ### Answers and errors -/",
        define(
            "answers",
            "List (List Fraction)",
            answers,
            doc="The released answers, one row for each transcript with one entry for each query.",
        ),
        theorem(
            "isTable_answers", "IsTable inst.answer answers", f"inst.isTable_answer quotients_of {CHECK}"
        ),
        theorem(
            "answer_eq",
            "table inst.answer = values answers",
            "isTable_answers.table_eq",
            doc="The released answers `q(μ̄)`.",
        ),
        _table(
            "truth",
            [(entry.histogram, row_of(entry.true_answers)) for entry in rows],
            values.databases,
            doc="The true answers, one row for each dataset with one entry for each query.",
        ),
        theorem("isTable_truth", "IsTable inst.trueAnswer truth", f"inst.isTable_trueAnswer {CHECK}"),
        theorem(
            "trueAnswer_eq",
            "table inst.trueAnswer = values truth",
            "isTable_truth.table_eq",
            doc="The true answers `F_q(x)`.",
        ),
        _column(
            "expectedErrors",
            [entry.expected_error for entry in rows],
            values.databases,
            doc="The expected worst errors, one for each dataset.",
        ),
        theorem(
            "isRow_expectedErrors",
            "IsRow inst.expectedError expectedErrors",
            f"inst.isRow_expectedError isTable_answers isTable_truth isTable_released {CHECK}",
        ),
        theorem(
            "expectedError_eq",
            "(elems : List inst.Data).map inst.expectedError = expectedErrors.map Fraction.value",
            "isRow_expectedErrors.map_eq",
            doc="The expected worst error of the released answers.",
        ),
    ]


def _ratio_parts(values: FullValues) -> list[str]:
    heading = "/-! ### The privacy ratio -/"
    if values.attained is None:
        return [
            heading,
            "/-- There are no neighbours. -/\n"
            "theorem not_neighbors (x x' : inst.Data) : hamming x x' ≠ 1 := by\n"
            "  have h : (elems : List inst.Data).all (fun x => (elems : List inst.Data).all fun x' =>\n"
            "      decide (hamming x x' ≠ 1)) = true := by decide +kernel\n"
            "  simp only [List.all_eq_true, decide_eq_true_eq] at h\n"
            "  exact h x (mem_elems x) x' (mem_elems x')",
        ]
    attained = values.attained
    x = sequence(map(str, attained.x), "0")
    x_prime = sequence(map(str, attained.x_prime), "0")
    transcript = sequence(map(signed, attained.transcript), "(0, true)")
    return [
        heading,
        define(
            "ratio",
            "Fraction",
            f"  {fraction(attained.ratio)}",
            doc="The largest ratio of released masses of neighbours.",
        ),
        "/-- The mechanism is private with the factor `ratio`. -/\n"
        "theorem mechanism_le (x x' : inst.Data) (h : hamming x x' = 1) (ω : inst.Transcript) :\n"
        "    inst.mechanism x ω ≤ ratio.value * inst.mechanism x' ω :=\n"
        f"  inst.mechanism_le_of_ratioCheck (by decide) isTable_released {CHECK} x x' h ω",
        theorem(
            "neighbors",
            f"hamming ({x} : inst.Data) ({x_prime}) = 1",
            "by decide +kernel",
            doc="Neighbours at which the ratio is attained.",
        ),
        theorem(
            "mechanism_attained",
            f"inst.mechanism ({x}) ({transcript}) =\n"
            f"      ratio.value * inst.mechanism ({x_prime}) ({transcript})",
            f"eq_of_attainedCheck (by decide) isTable_released {CHECK}",
            doc="The ratio is attained, so no smaller factor is possible.",
        ),
        theorem(
            "ratio_le",
            "ratio.value ≤ (inst.discount ^ 2)⁻¹",
            "by decide +kernel",
            doc="The ratio respects the bound `r⁻²` of blueprint 2.3.",
        ),
    ]


def _data_parts(instance: Instance, values: FullValues) -> list[str]:
    entry = next(entry for entry in values.histograms if entry.histogram == instance.histogram)
    rows = rows_of(instance.histogram)
    normalizer, error = fraction(entry.normalizer), fraction(entry.expected_error)
    return [
        "/-! ### The dataset of the instance -/",
        define(
            "data",
            "inst.Data",
            f"  sequence {inline_list(map(str, rows), indent=2).lstrip()} 0",
            doc="The dataset, its rows in increasing order.",
        ),
        theorem(
            "partition_data",
            f"inst.partition data = Fraction.value {normalizer}",
            f"(isRow_partitions.eq_of_rowEntry {CHECK}).2",
            doc="Its normaliser.",
        ),
        theorem(
            "expectedError_data",
            f"inst.expectedError data = Fraction.value {error}",
            f"(isRow_expectedErrors.eq_of_rowEntry {CHECK}).2",
            doc="Its expected worst error.",
        ),
    ]
