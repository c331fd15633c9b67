"""The envelope mechanism itself, exact (blueprint 2-3).

Neighbours: one replaced row.  The released law is pure (2 log(1/r))-DP and r is a fraction with
0.99 epsilon <= 2 log(1/r) <= epsilon, so that up to 1 % of the budget is not used.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from ..envelope import envelopes
from ..instance import Instance
from ..law import SelectionLaw
from ..parameters import ParameterRequest, resolve
from ..work import WorkEstimate, show_count
from .base import DoesNotFit, ErrorEstimate
from .transcripts import released_errors


@dataclass(frozen=True)
class EnvelopeMechanism:
    """``request`` fixes some of beta, g0, m and J; the rest are the defaults for the budget
    (``pyref.parameters``).  beta is then raised to the power ``boost`` (eta times ``boost``): privacy holds
    for every beta.  Evaluated when one envelope is within ``max_work`` units.
    """

    max_work: int
    request: ParameterRequest = field(default_factory=ParameterRequest)
    boost: int = 1
    name: str = "envelope"
    note: str = "the envelope mechanism, released law enumerated; parameters by the data-independent defaults"

    def evaluate(
        self, instance: Instance, epsilon: Fraction, rng: np.random.Generator, replicates: int
    ) -> ErrorEstimate:
        """Exact errors."""
        request = self.request.override(ParameterRequest(epsilon=epsilon))
        boosted, size = self._boosted(instance, request)
        # The default J is the best one within the limit on ``run``, which has other costs: the error bound
        # that chooses it first falls in J, then rises, so the largest J that fits is again the best.
        while size.units > self.max_work and request.J is None and boosted.parameters.J > 1:
            lower = ParameterRequest(J=boosted.parameters.J - 1)
            boosted, size = self._boosted(instance, request.override(lower))
        if size.units > self.max_work:
            raise DoesNotFit(
                f"{show_count(size.histograms)} histograms and {show_count(size.transcripts)} transcripts "
                f"need {show_count(size.units)} units of work; the limit is {show_count(self.max_work)}"
            )
        law = SelectionLaw(boosted)
        (envelope,) = envelopes(law, [boosted.histogram])
        p = boosted.parameters
        return replace(released_errors(envelope), note=f"J = {p.J}, log beta = {math.log(p.beta):.4g}")

    def _boosted(self, instance: Instance, request: ParameterRequest) -> tuple[Instance, WorkEstimate]:
        """The instance with the parameters of ``request``, and the work of one envelope."""
        p = resolve(
            request,
            labels=instance.T,
            rows=instance.n,
            queries=instance.k,
            bound=instance.bound,
            max_work=self.max_work * instance.estimate("run").centres,
        )
        boosted = replace(instance, parameters=replace(p, beta=p.beta**self.boost))
        return boosted, boosted.estimate("sample")
