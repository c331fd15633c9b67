"""Lean source of certificates: modules that state that Lean's definitions evaluate to the reference's values.

The statements are about the definitions of ``Formal.Query.ReferenceInstance``; the kernel checks them by the
decidable checks of ``Formal.Evaluation``.  No name of the instance (labels, queries) enters the text, so that
nothing in an instance can change what the module says.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction

from flint import fmpz

from .certificate import (
    EntryValues,
    FullValues,
    HistogramValues,
    LawValues,
    Plan,
    Row,
    rows_of,
)
from .histograms import Histogram
from .instance import Instance

Values = FullValues | LawValues | EntryValues

_WIDTH = 110

_CHECK = "(by decide +kernel)"


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
        _docstring(instance, name=name, command=command, what=what),
        "@[expose] public noncomputable section",
        f"namespace Formal.Certificate.{name}",
        *_instance(instance),
        *body,
        f"end Formal.Certificate.{name}",
    ]
    return "\n\n".join(parts) + "\n"


# Pieces of text


def _number(value: int) -> str:
    return str(fmpz(value))  # Python's int refuses to print more than a few thousand digits


def _rational(value: Fraction) -> str:
    text = _number(value.numerator)
    return text if value.denominator == 1 else f"{text} / {_number(value.denominator)}"


def _fraction(value: Fraction) -> str:
    return f"⟨{_number(value.numerator)}, {_number(value.denominator)}⟩"


def _signed(s: int) -> str:
    return f"({s // 2}, {'false' if s % 2 else 'true'})"


def _list(items: Iterable[str], *, indent: int = 0) -> str:
    """``[a, b, ...]``, broken into lines of about ``_WIDTH`` columns, the later ones indented."""
    lines = [" " * indent + "["]
    for i, item in enumerate(items):
        piece = item if i == 0 else f", {item}"
        if i and len(lines[-1]) + len(piece) > _WIDTH and "\n" not in item:
            lines[-1] += ","
            lines.append(" " * (indent + 1) + item)
        else:
            lines[-1] += piece
    return "\n".join(lines) + "]"


def _lines(items: Sequence[str], *, indent: int) -> str:
    """``[a, b, ...]`` with one item per line."""
    pad = " " * indent
    return f"{pad}[" + f",\n{pad} ".join(items) + "]"


def _row(row: Row) -> str:
    return _list(map(_fraction, row), indent=2)


def _define(name: str, kind: str, value: str, *, doc: str) -> str:
    return f"/-- {doc} -/\ndef {name} : {kind} :=\n{value}"


def _theorem(name: str, statement: str, proof: str, *, doc: str | None = None) -> str:
    head = "" if doc is None else f"/-- {doc} -/\n"
    tail = " by\n  " + proof.removeprefix("by ") if proof.startswith("by ") else f"\n  {proof}"
    text = f"theorem {name} : {statement} :="
    if "\n" in text or len(text) > _WIDTH:
        text = f"theorem {name} :\n    {statement} :="
    return head + text + tail


def _quantity(count: int, what: str, plural: str) -> str:
    return f"{count} {what if count == 1 else plural}"


def _docstring(instance: Instance, *, name: str, command: str, what: str) -> str:
    p = instance.parameters
    labels = _quantity(instance.T, "label", "labels")
    queries = _quantity(instance.k, "query", "queries")
    rows = _quantity(instance.n, "row", "rows")
    rounds = _quantity(p.J, "round", "rounds")
    size = f"T = {labels}, k = {queries} with integer values up to B = {instance.bound}, n = {rows}"
    parameters = f"J = {rounds}, m = {p.m}, β = {p.beta}, g₀ = {p.g0}, r = {p.r}"
    about = (
        "The Python reference computed every number below; Lean's kernel confirms that Lean's own "
        f"definitions evaluate to them. {what} A fraction `⟨p, q⟩` is `p/q`."
    )
    paragraphs = [
        f"# Certificate: {name}",
        f"Generated; do not edit. The command was\n\n  `{command}`",
        f"The reference instance (blueprint §3) with\n\n  {size},\n  {parameters}.",
        textwrap.fill(about, 100, break_long_words=False, break_on_hyphens=False),
    ]
    return "/-!\n" + "\n\n".join(paragraphs) + "\n-/"


def _instance(instance: Instance) -> list[str]:
    p = instance.parameters
    queries = _lines([_list(map(str, q.values)) for q in instance.queries], indent=2)
    fields = [
        "  query j d := (queries.getD j.val []).getD d.val 0",
        f"  bound := {instance.bound}",
        f"  rows := {instance.n}",
        f"  rounds := {p.J}",
        f"  scale := {p.m}",
        f"  beta := {_rational(p.beta)}",
        f"  base := {_rational(p.g0)}",
        f"  discount := {_rational(p.r)}",
        "  query_le := by decide +kernel",
        *(f"  {field}_pos := by decide" for field in ("bound", "rows", "rounds", "scale")),
        *(f"  {field} := by decide +kernel" for field in ("one_lt_beta", "one_lt_base")),
        *(f"  discount_{field} := by decide +kernel" for field in ("pos", "le_one")),
        "  query_nonempty := by decide",
        "  universe_nonempty := ⟨0⟩",
    ]
    quotients = f"  ⟨({p.beta.numerator}, {p.beta.denominator}), ({p.g0.numerator}, {p.g0.denominator})⟩"
    return [
        _define(
            "queries", "List (List Int)", queries, doc="The values of the queries, one row for each query."
        ),
        "/-- The instance. -/\n"
        f"def inst : ReferenceInstance (Fin {instance.T}) {instance.k} where\n" + "\n".join(fields),
        _define(
            "quotients",
            "ReferenceInstance.Quotients",
            quotients,
            doc="Numerators and denominators of `β` and `g₀`.",
        ),
        _theorem("quotients_of", "quotients.Of inst", "by decide +kernel"),
    ]


def _plan(plan: Plan, *, indent: int = 2) -> str:
    pad = " " * indent
    exponents = _list(map(str, plan.exponents), indent=indent + 1).lstrip()
    if not plan.children:
        return f"{pad}⟨{exponents}, []⟩"
    children = ",\n".join(_plan(child, indent=indent + 2) for child in plan.children)
    return f"{pad}⟨{exponents},\n{pad} [{children.lstrip()}]⟩"


def _plan_parts(plan: Plan) -> list[str]:
    return [
        _define(
            "plan",
            "ReferenceInstance.Plan",
            _plan(plan),
            doc="The exponents `⌊n m s(μ_h)⌉` of the selection weights, for every history `h`.",
        ),
        _theorem("plan_check", "inst.planCheck quotients inst.rounds [] plan = true", "by decide +kernel"),
    ]


def _counts_parts(instance: Instance) -> list[str]:
    counts = [f"({count}, {label})" for label, count in enumerate(instance.histogram) if count]
    return [
        _define(
            "counts",
            f"List (Nat × Fin {instance.T})",  # noqa: RUF001
            _list(counts, indent=2),
            doc="The rows of the dataset: how often each label occurs.",
        ),
        _define(
            "data",
            "inst.Data",
            "  sequence (countedRows counts) 0",
            doc="The dataset, its rows in increasing order.",
        ),
        _theorem("totalCount_counts", "totalCount counts = inst.rows", "by decide +kernel"),
    ]


# The whole base law of one dataset, or some of its entries


def _law(instance: Instance, values: LawValues) -> tuple[str, list[str]]:
    what = (
        "Only the base law of one dataset is certified, at every transcript; envelope, released law and "
        "privacy ratio are not."
    )
    row = _define("law", "List Fraction", _row(values.law), doc="The masses, one for each transcript.")
    return what, [
        *_counts_parts(instance),
        *_plan_parts(values.plan),
        row,
        _theorem(
            "isRow_law",
            "IsRow (inst.transcriptLaw data) law",
            f"inst.isRow_transcriptLaw_counted quotients_of plan_check totalCount_counts 0 {_CHECK}",
        ),
        _theorem(
            "transcriptLaw_eq",
            "(elems : List inst.Transcript).map (inst.transcriptLaw data) = law.map Fraction.value",
            "isRow_law.map_eq",
            doc="The base law of the dataset (blueprint §3).",
        ),
        _theorem(
            "sum_law",
            "(Fraction.sum law).value = 1",
            "by decide +kernel",
            doc="The masses sum to one.",
        ),
    ]


def _entries(instance: Instance, values: EntryValues) -> tuple[str, list[str]]:
    count = len(values.entries)
    what = (
        f"Only {_quantity(count, 'entry', 'entries')} of the base law of one dataset "
        f"{'is' if count == 1 else 'are'} certified, at evenly spaced transcripts; envelope, released law "
        "and privacy ratio are not."
    )
    kind = f"ReferenceInstance.Signed {instance.k}"
    transcripts = [_list(map(_signed, entry.transcript)) for entry in values.entries]
    paths = [
        _list(
            (
                f"({_signed(s)}, {_list(map(str, exponents))})"
                for s, exponents in zip(entry.transcript, entry.exponents, strict=True)
            ),
            indent=3,
        ).lstrip()
        for entry in values.entries
    ]
    return what, [
        *_counts_parts(instance),
        _define(
            "transcripts",
            f"List (List ({kind}))",
            _lines(transcripts, indent=2),
            doc="The transcripts: the selected signed queries, oldest first (`true` is the positive copy).",
        ),
        _define(
            "paths",
            f"List (List (ReferenceInstance.Step {instance.k}))",
            _lines(paths, indent=2),
            doc="The same with the exponents `⌊n m s(μ_h)⌉` of the selection weights before each selection.",
        ),
        _define(
            "masses",
            "List Fraction",
            _row(tuple(entry.mass for entry in values.entries)),
            doc="Their masses.",
        ),
        _theorem(
            "transcriptLaw_eq",
            "transcripts.map (fun ω => inst.transcriptLaw data (sequence ω (0, true))) =\n"
            "      masses.map Fraction.value",
            "inst.entries_eq quotients_of totalCount_counts 0 (0, true) (paths := paths)\n"
            f"    {_CHECK} {_CHECK}",
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
    order = _list((f"{name}_{_suffix(rows[i][0])}" for i in databases), indent=2)
    return "\n\n".join([*parts, _define(name, f"List (List {entries})", order, doc=doc)])


def _column(name: str, entries: Sequence[Fraction], databases: Sequence[int], *, doc: str) -> str:
    return _define(name, "List Fraction", _row(tuple(entries[i] for i in databases)), doc=doc)


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
        pairs = [(entry.histogram, _row(getattr(entry, field))) for entry in rows]
        return _table(name, pairs, values.databases, doc=doc)

    scores = [(entry.histogram, _list(map(str, entry.scores), indent=2)) for entry in rows]

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
        _theorem(
            "isTable_law",
            "IsTable inst.transcriptLaw law",
            f"inst.isTable_transcriptLaw quotients_of plan_check (scores := scores) rfl {_CHECK}",
        ),
        _theorem(
            "transcriptLaw_eq",
            "table inst.transcriptLaw = values law",
            "isTable_law.table_eq",
            doc="The base law `p_x` of every dataset at every transcript (blueprint §3).",
        ),
        "/-! ### The envelope and the mechanism -/",
        f"theorem discountIs : inst.DiscountIs {_fraction(r)} := by decide +kernel",
        table("envelopes", "envelope", "The envelope, one row for each dataset."),
        _define(
            "maximisers",
            "List (List Nat)",
            _list((_list(map(str, places)) for places in values.maximisers), indent=2),
            doc="For each dataset the numbers of datasets that attain its envelope.",
        ),
        _theorem(
            "isTable_envelopes",
            "IsTable inst.envelopeMass envelopes",
            f"inst.isTable_envelopeMass discountIs isTable_law (places := maximisers) rfl {_CHECK}",
        ),
        _theorem(
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
        _theorem(
            "partitions_check", "allMatch normalizerCheck envelopes partitions = true", "by decide +kernel"
        ),
        _theorem(
            "isRow_partitions",
            "IsRow inst.partition partitions",
            "inst.isRow_partition isTable_envelopes partitions_check",
        ),
        _theorem(
            "partition_eq",
            "(elems : List inst.Data).map inst.partition = partitions.map Fraction.value",
            "isRow_partitions.map_eq",
            doc="The normaliser `Z_x` (blueprint 2.1).",
        ),
        table("released", "released", "The released law, one row for each dataset."),
        _theorem(
            "isTable_released",
            "IsTable inst.mechanism released",
            f"inst.isTable_mechanism isTable_envelopes partitions_check {_CHECK}",
        ),
        _theorem(
            "mechanism_eq",
            "table inst.mechanism = values released",
            "isTable_released.table_eq",
            doc="The released law `p̂_x = M_x / Z_x` (paper (4)).",
        ),
    ]


def _answer_parts(values: FullValues) -> list[str]:
    rows: Sequence[HistogramValues] = values.histograms
    answers = _lines([_list(map(_fraction, row)) for row in values.answers], indent=2)
    return [
        "/-! ### Answers and errors -/",
        _define(
            "answers",
            "List (List Fraction)",
            answers,
            doc="The released answers, one row for each transcript with one entry for each query.",
        ),
        _theorem(
            "isTable_answers", "IsTable inst.answer answers", f"inst.isTable_answer quotients_of {_CHECK}"
        ),
        _theorem(
            "answer_eq",
            "table inst.answer = values answers",
            "isTable_answers.table_eq",
            doc="The released answers `q(μ̄)`.",
        ),
        _table(
            "truth",
            [(entry.histogram, _row(entry.true_answers)) for entry in rows],
            values.databases,
            doc="The true answers, one row for each dataset with one entry for each query.",
        ),
        _theorem("isTable_truth", "IsTable inst.trueAnswer truth", f"inst.isTable_trueAnswer {_CHECK}"),
        _theorem(
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
        _theorem(
            "isRow_expectedErrors",
            "IsRow inst.expectedError expectedErrors",
            f"inst.isRow_expectedError isTable_answers isTable_truth isTable_released {_CHECK}",
        ),
        _theorem(
            "expectedError_eq",
            "(elems : List inst.Data).map inst.expectedError = expectedErrors.map Fraction.value",
            "isRow_expectedErrors.map_eq",
            doc="The expected worst error of the released answers.",
        ),
    ]


def _sequence(entries: Iterable[str], default: str) -> str:
    return f"sequence {_list(entries)} {default}"


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
    x = _sequence(map(str, attained.x), "0")
    x_prime = _sequence(map(str, attained.x_prime), "0")
    transcript = _sequence(map(_signed, attained.transcript), "(0, true)")
    return [
        heading,
        _define(
            "ratio",
            "Fraction",
            f"  {_fraction(attained.ratio)}",
            doc="The largest ratio of released masses of neighbours.",
        ),
        "/-- The mechanism is private with the factor `ratio`. -/\n"
        "theorem mechanism_le (x x' : inst.Data) (h : hamming x x' = 1) (ω : inst.Transcript) :\n"
        "    inst.mechanism x ω ≤ ratio.value * inst.mechanism x' ω :=\n"
        f"  inst.mechanism_le_of_ratioCheck (by decide) isTable_released {_CHECK} x x' h ω",
        _theorem(
            "neighbors",
            f"hamming ({x} : inst.Data) ({x_prime}) = 1",
            "by decide +kernel",
            doc="Neighbours at which the ratio is attained.",
        ),
        _theorem(
            "mechanism_attained",
            f"inst.mechanism ({x}) ({transcript}) =\n"
            f"      ratio.value * inst.mechanism ({x_prime}) ({transcript})",
            f"eq_of_attainedCheck (by decide) isTable_released {_CHECK}",
            doc="The ratio is attained, so no smaller factor is possible.",
        ),
        _theorem(
            "ratio_le",
            "ratio.value ≤ (inst.discount ^ 2)⁻¹",
            "by decide +kernel",
            doc="The ratio respects the bound `r⁻²` of blueprint 2.3.",
        ),
    ]


def _data_parts(instance: Instance, values: FullValues) -> list[str]:
    entry = next(entry for entry in values.histograms if entry.histogram == instance.histogram)
    rows = rows_of(instance.histogram)
    normalizer, error = _fraction(entry.normalizer), _fraction(entry.expected_error)
    return [
        "/-! ### The dataset of the instance -/",
        _define(
            "data",
            "inst.Data",
            f"  sequence {_list(map(str, rows), indent=2).lstrip()} 0",
            doc="The dataset, its rows in increasing order.",
        ),
        _theorem(
            "partition_data",
            f"inst.partition data = Fraction.value {normalizer}",
            f"(isRow_partitions.eq_of_rowEntry {_CHECK}).2",
            doc="Its normaliser.",
        ),
        _theorem(
            "expectedError_data",
            f"inst.expectedError data = Fraction.value {error}",
            f"(isRow_expectedErrors.eq_of_rowEntry {_CHECK}).2",
            doc="Its expected worst error.",
        ),
    ]
