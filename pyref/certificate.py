"""The values that a certificate states, computed by the exact reference (blueprint 2 and 3).

Databases are listed in lexicographic order, row 0 most significant, and transcripts likewise with the first
selection most significant and signed queries in the order (q0,+),(q0,-),(q1,+),...; that is the order of
Lean's enumerations.  Databases with the same histogram have the same rows, which are computed once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from .audit import audit
from .envelope import Envelope, envelopes
from .histograms import Histogram, histogram_of
from .instance import Instance
from .law import SelectionLaw, Transcript
from .progress import Progress, silent

Row = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The exponents round(n m s(mu_h)) of a history's selection weights, and the plans after one more
    selection (none after the last round).
    """

    exponents: tuple[int, ...]
    children: tuple[Plan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttainedRatio:
    """The largest p-hat_x/p-hat_{x'} over neighbours, and databases and a transcript attaining it."""

    ratio: Fraction
    x: tuple[int, ...]
    x_prime: tuple[int, ...]
    transcript: Transcript


@dataclass(frozen=True, slots=True, kw_only=True)
class HistogramValues:
    """What is certified about the databases with one histogram.

    ``scores`` are m sum_i s(x_i), one for each signed query.
    """

    histogram: Histogram
    scores: tuple[int, ...]
    law: Row
    envelope: Row
    normalizer: Fraction
    released: Row
    true_answers: Row
    expected_error: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class FullValues:
    """Everything about a small instance.

    ``databases`` gives each database's position in ``histograms``; ``maximisers`` lists for each database the
    numbers of databases that attain its envelope, one at least for each transcript.
    """

    plan: Plan
    histograms: tuple[HistogramValues, ...]
    databases: tuple[int, ...]
    maximisers: tuple[tuple[int, ...], ...]
    answers: tuple[Row, ...]
    attained: AttainedRatio | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LawValues:
    """The whole base law of one database."""

    plan: Plan
    law: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One base mass, with the exponents of the selection weights before each selection."""

    transcript: Transcript
    exponents: tuple[tuple[int, ...], ...]
    mass: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryValues:
    """Some base masses of one database."""

    entries: tuple[Entry, ...]


def full_values(instance: Instance, *, progress: Progress = silent) -> FullValues:
    """All values of the instance, over all T^n databases."""
    law = SelectionLaw(instance)
    position: dict[Histogram, int] = {}
    everything = list(product(range(instance.T), repeat=instance.n))
    histograms = [histogram_of(rows, instance.T) for rows in everything]
    databases = [position.setdefault(histogram, len(position)) for histogram in histograms]
    tables = envelopes(law, list(position), progress=progress)
    return FullValues(
        plan=_plan(law, ()),
        histograms=tuple(_histogram_values(law, table) for table in tables),
        databases=tuple(databases),
        maximisers=tuple(
            _maximisers(law, tables[position[histogram]], rows, everything, histograms)
            for rows, histogram in zip(everything, histograms, strict=True)
        ),
        answers=tuple(law.answers(transcript) for transcript in law.transcripts()),
        attained=_attained(instance, progress),
    )


def law_values(instance: Instance) -> LawValues:
    """The base law of the instance's own database."""
    law = SelectionLaw(instance)
    return LawValues(plan=_plan(law, ()), law=_law_row(law, instance.histogram))


def entry_values(instance: Instance, *, count: int) -> EntryValues:
    """``count`` >= 1 base masses of the instance's own database, at evenly spaced transcripts."""
    law = SelectionLaw(instance)
    last = law.transcript_count - 1
    numbers = sorted({i * last // max(count - 1, 1) for i in range(count)})
    entries = []
    for transcript in map(law.transcript_at, numbers):
        exponents = tuple(law.weight_exponents[state] for state in law.path(transcript))
        mass = law.mass(instance.histogram, transcript)
        entries.append(Entry(transcript=transcript, exponents=exponents, mass=mass))
    return EntryValues(entries=tuple(entries))


def _plan(law: SelectionLaw, history: tuple[int, ...]) -> Plan:
    state = law.path((*history, 0))[-1]
    more = len(history) + 1 < law.parameters.J
    return Plan(
        exponents=law.weight_exponents[state],
        children=tuple(_plan(law, (*history, s)) for s in range(law.choices)) if more else (),
    )


def _law_row(law: SelectionLaw, histogram: Histogram) -> Row:
    return tuple(law.mass(histogram, transcript) for transcript in law.transcripts())


def _histogram_values(law: SelectionLaw, table: Envelope) -> HistogramValues:
    numbers = range(law.transcript_count)
    counts = table.centre
    sums = (sum(c * v for c, v in zip(counts, values, strict=True)) for values in law.signed_values)
    return HistogramValues(
        histogram=counts,
        scores=tuple(law.parameters.m * total for total in sums),
        law=_law_row(law, counts),
        envelope=tuple(table.mass(i) for i in numbers),
        normalizer=table.normalizer,
        released=tuple(table.released(i) for i in numbers),
        true_answers=law.true_answers(counts),
        expected_error=table.expected_error,
    )


def _maximisers(
    law: SelectionLaw,
    table: Envelope,
    x: tuple[int, ...],
    everything: list[tuple[int, ...]],
    histograms: list[Histogram],
) -> tuple[int, ...]:
    """The first database of each class that attains the envelope of x, at the class's distance."""
    wanted = {(int(w), int(d)) for w, d in zip(table.winners, table.distances, strict=True)}
    found: dict[tuple[int, int], int] = {}
    for number, (y, histogram) in enumerate(zip(everything, histograms, strict=True)):
        distance = sum(a != b for a, b in zip(x, y, strict=True))
        found.setdefault((law.class_of(histogram), distance), number)
    return tuple(sorted(found[pair] for pair in wanted))


def _attained(instance: Instance, progress: Progress) -> AttainedRatio | None:
    ratios = audit(instance, progress=progress).largest_ratios
    if not ratios:
        return None
    (largest,) = ratios
    x = rows_of(largest.where.x)
    gaps = [a - b for a, b in zip(largest.where.x, largest.where.x_prime, strict=True)]
    source, target = gaps.index(1), gaps.index(-1)
    place = x.index(source)
    return AttainedRatio(
        ratio=largest.ratio,
        x=x,
        x_prime=(*x[:place], target, *x[place + 1 :]),
        transcript=largest.where.transcript,
    )


def rows_of(histogram: Histogram) -> tuple[int, ...]:
    """The database with this histogram and its rows in increasing order."""
    return tuple(label for label, count in enumerate(histogram) for _ in range(count))
