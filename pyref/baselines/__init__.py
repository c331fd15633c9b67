"""The standard pure-DP mechanisms that the envelope mechanism is compared with, one module per mechanism.

``standard_mechanisms`` lists them; another mechanism joins by satisfying ``Mechanism``.
``release_mechanisms`` are those of ``pyref.release``: each replicate is a whole release, so they are
evaluated only where they are asked for by name.
"""

from __future__ import annotations

from dataclasses import replace

from ..parameters import ParameterRequest
from ..release.outcome import AVERAGES
from .answers import LaplaceAnswers
from .base import DoesNotFit, Enclosed, ErrorEstimate, Mechanism, Quantity, Sampled
from .envelope_mechanism import EnvelopeMechanism
from .exponential import SmallDatabase
from .histogram import NoisyHistogram
from .inverse_sensitivity import InverseSensitivity
from .mwem import Mwem
from .opendp_peer import OpenDpHistogram
from .pmw import BasePmw
from .reference_points import OracleTuned, Uniform
from .release_mechanism import ReleaseMechanism

__all__ = [
    "DoesNotFit",
    "Enclosed",
    "ErrorEstimate",
    "Mechanism",
    "Quantity",
    "Sampled",
    "release_mechanisms",
    "standard_mechanisms",
]

_ROUNDS = (1, 2, 4, 8, 16, 32)
_SMALL_ROWS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
# J = 1 would be the uniform distribution again.
_ENVELOPE_SETTINGS = tuple((J, boost) for J in (2, 3, 4, 6) for boost in (1, 4, 16))


def standard_mechanisms(*, max_work: int, request: ParameterRequest | None = None) -> tuple[Mechanism, ...]:
    """Every mechanism, in the order of the table.

    ``request`` fixes parameters of the envelope mechanism; ``max_work`` limits one enumeration of transcripts
    (units of ``pyref.work``).
    """
    envelope = EnvelopeMechanism(max_work=max_work, request=request or ParameterRequest())
    oracle = "chosen on the data itself, which is not private"
    return (
        envelope,
        OracleTuned(
            "envelope-oracle",
            f"the envelope mechanism with J and beta {oracle}",
            tuple(
                replace(envelope, request=ParameterRequest(J=J), boost=boost)
                for J, boost in _ENVELOPE_SETTINGS
            ),
        ),
        BasePmw(max_work=max_work),
        OracleTuned(
            "pmw-oracle",
            f"base PMW law with J {oracle}",
            tuple(BasePmw(max_work=max_work, rounds=J) for J in _ROUNDS),
        ),
        NoisyHistogram(projected=False),
        NoisyHistogram(projected=True),
        LaplaceAnswers(clipped=False),
        LaplaceAnswers(clipped=True),
        SmallDatabase(),
        OracleTuned(
            "exponential-oracle",
            f"exponential mechanism over databases with m0 {oracle}",
            tuple(SmallDatabase(rows=rows) for rows in _SMALL_ROWS),
        ),
        InverseSensitivity(),
        Mwem(),
        OracleTuned(
            "mwem-oracle",
            f"MWEM with J and post-processing {oracle}",
            tuple(
                Mwem(rounds=J, passes=passes, average=average)
                for J in _ROUNDS
                for passes, average in ((1, True), (10, True), (10, False))
            ),
        ),
        OpenDpHistogram(),
        Uniform(),
    )


def release_mechanisms(*, max_work: int) -> tuple[Mechanism, ...]:
    """The polynomial-time release with each of its post-processings; ``max_work`` limits one release."""
    return tuple(ReleaseMechanism(max_work=max_work, average=average) for average in AVERAGES)
