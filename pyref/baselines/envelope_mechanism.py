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
from ..work import TOO_MANY, show_count
from .base import DoesNotFit, ErrorEstimate
from .reference_points import SINGLE_ROUND, uniform_errors
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
        boosted = self._boosted(instance, request)
        rounds = boosted.parameters.J
        if rounds == 1:
            return uniform_errors(instance, note=SINGLE_ROUND)
        # The error bound that chooses the default J falls in J, then rises: of the J that can be enumerated
        # the largest is the best one.
        size = boosted.estimate("sample")
        while size.units > self.max_work and request.J is None and boosted.parameters.J > 2:
            boosted = self._boosted(instance, request.override(ParameterRequest(J=boosted.parameters.J - 1)))
            size = boosted.estimate("sample")
        if size.units > self.max_work:
            raise DoesNotFit(
                f"{show_count(size.histograms)} histograms and {show_count(size.transcripts)} transcripts "
                f"(J = {boosted.parameters.J}) are too many to enumerate within --max-work"
            )
        law = SelectionLaw(boosted)
        (envelope,) = envelopes(law, [boosted.histogram])
        p = boosted.parameters
        shown = (
            f"J = {p.J}" if rounds == p.J else f"J = {p.J}, the most that is enumerated (default {rounds})"
        )
        return replace(released_errors(envelope), note=f"{shown}, log beta = {math.log(p.beta):.4g}")

    def _boosted(self, instance: Instance, request: ParameterRequest) -> Instance:
        """The instance with the parameters of ``request``; the default J is not limited by work."""
        p = resolve(
            request,
            labels=instance.T,
            rows=instance.n,
            queries=instance.k,
            bound=instance.bound,
            max_work=TOO_MANY,
        )
        return replace(instance, parameters=replace(p, beta=p.beta**self.boost))
