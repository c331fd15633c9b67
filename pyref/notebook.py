"""What ``Instance`` offers interactively: construction from files, and the results as methods.

``Instance`` inherits from ``Interactive``; the modules that compute are imported when a method is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

from . import work
from .parameters import ParameterRequest

if TYPE_CHECKING:
    from .accuracy import AccuracyTable
    from .audit import AuditReport
    from .envelope import Envelope
    from .instance import Instance
    from .slack import SlackTable
    from .summary import Summary

Number = int | str | Fraction
"""Exact: ``"0.1"`` is 1/10.  A float is refused, since it has lost the number that was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A sample of the released law: signed query names, oldest first, and the answer to every query."""

    transcript: tuple[str, ...]
    answers: Mapping[str, Fraction]


class Interactive:
    """Methods of ``Instance``.  Every result but ``sample`` is an exact function of the data, not private."""

    __slots__ = ()

    @property
    def _instance(self) -> Instance:
        return cast("Instance", self)

    @classmethod
    def from_csv(
        cls,
        path: str | Path,
        *,
        columns: Sequence[str],
        levels: Mapping[str, Sequence[str]] | None = None,
        queries: Sequence[str] | None = None,
        every: int = 1,
        epsilon: Number | None = None,
        r: Number | None = None,
        beta: Number | None = None,
        g0: Number | None = None,
        m: Number | None = None,
        J: Number | None = None,
        max_work: int = work.DEFAULT_LIMIT,
    ) -> Instance:
        """The instance of the ``columns`` of a CSV file (docs/instance-format.md).

        ``levels`` declares the levels of columns; ``queries`` are predicates such as ``"class=1st &
        sex!=male"`` in place of all 1- and 2-way marginals; ``every`` = K keeps rows K, 2K, 3K, ... only.
        Give ``epsilon`` or ``r``.  Raises InputError.
        """
        from .table import instance_from_csv

        return instance_from_csv(
            path,
            columns=list(columns),
            request=ParameterRequest(epsilon=epsilon, r=r, beta=beta, g0=g0, m=m, J=J),
            levels=levels,
            predicates=queries,
            every=every,
            max_work=max_work,
        )

    @classmethod
    def from_json(
        cls,
        path: str | Path,
        *,
        epsilon: Number | None = None,
        r: Number | None = None,
        beta: Number | None = None,
        g0: Number | None = None,
        m: Number | None = None,
        J: Number | None = None,
        max_work: int = work.DEFAULT_LIMIT,
    ) -> Instance:
        """The instance in a JSON file; parameters given here replace the file's.  Raises InputError."""
        from .instance import load_instance

        request = ParameterRequest(epsilon=epsilon, r=r, beta=beta, g0=g0, m=m, J=J)
        return load_instance(path, overrides=request, max_work=max_work)

    def _require(self, task: work.Task, limit: int) -> Instance:
        work.require_within(self._instance.estimate(task), limit=limit)
        return self._instance

    def summary(self, *, head: int = 8, max_work: int = work.DEFAULT_LIMIT) -> Summary:
        """The results of ``run``: attained ratio, Z_x, errors, the ``head`` likeliest transcripts."""
        from .summary import summarise

        return summarise(self._require("run", max_work), head=head)

    def envelope(self, *, max_work: int = work.DEFAULT_LIMIT) -> Envelope:
        """The envelope M_x of the instance's database, with Z_x and the released law."""
        from .envelope import envelopes
        from .law import SelectionLaw

        instance = self._require("sample", max_work)
        return envelopes(SelectionLaw(instance), [instance.histogram])[0]

    def audit(self, *, group: bool = False, max_work: int = work.DEFAULT_LIMIT) -> AuditReport:
        """The checks of blueprint 2 over all neighbouring databases, or over all pairs (``group``)."""
        from .audit import audit

        return audit(self._require("audit-group" if group else "audit", max_work), group=group)

    def inequalities(self, *, radius: int = 1, order: int = 3) -> SlackTable:
        """Both sides of the inequalities of blueprint 4-6, where they are tightest."""
        from .slack import slack_table

        return slack_table(self._instance, radius=radius, order=order)

    def accuracy(self, *, radius: int = 1) -> AccuracyTable | None:
        """The bounds of blueprint 7-8 against exact values; None if there are too many transcripts."""
        from .accuracy import accuracy_table

        return accuracy_table(self._instance, radius=radius)

    def sample(self, count: int = 1, *, max_work: int = work.DEFAULT_LIMIT) -> list[Draw]:
        """Draws from the released law, with the system's randomness; each one spends the budget again."""
        from .sampler import ReleasedLawSampler

        instance = self._require("sample", max_work)
        envelope = self.envelope(max_work=max_work)
        sampler = ReleasedLawSampler(envelope)
        names = [query.name for query in instance.queries]
        draws = [sampler.sample() for _ in range(count)]
        return [
            Draw(
                transcript=tuple(instance.signed_name(s) for s in draw),
                answers=dict(zip(names, envelope.law.answers(draw), strict=True)),
            )
            for draw in draws
        ]

    def report(
        self, path: str | Path, *, title: str = "this instance", max_work: int = work.DEFAULT_LIMIT
    ) -> None:
        """Write the HTML report; parts that would need more than ``max_work`` are skipped and say so."""
        from .instance import write_atomically
        from .report_data import ReportData
        from .report_html import report_html

        write_atomically(path, report_html(ReportData(self._instance, max_work=max_work), title=title))

    def _repr_html_(self) -> str:
        from .report_tables import instance_tables

        return instance_tables(self._instance)
