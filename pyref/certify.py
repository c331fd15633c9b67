"""``python -m pyref certify``: writes a Lean module whose theorems say that Lean's definitions evaluate to
the reference's values on an instance (cross-check of blueprint 2 and 3), or with ``--inequalities`` that both
sides of every inequality of blueprint 4-6 do.

The kernel evaluates; what it takes is estimated beforehand in milliseconds of the embedded Lean, as measured
on instances of 1 to 64 databases.  Larger instances are refused, or certified in part with ``--sample``.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import work
from .certificate import EntryValues, FullValues, LawValues, entry_values, full_values, law_values
from .errors import InputError, WorkLimitError
from .inequality_text import inequalities_text
from .inequality_values import inequality_values
from .instance import Instance, load_instance, write_atomically
from .lean_text import certificate_text
from .parameters import parse_natural
from .progress import Progress, StderrProgress, silent

DEFAULT_LIMIT = 30_000
"""Default limit on the kernel's work, in units of about a millisecond; beyond, memory runs short as well."""

CERTIFICATE_DIRECTORY = "Formal/Certificate"
"""Where the certificates that are part of the library are kept, below the root of the project."""

INSTANCE_DIRECTORY = "examples/certificates"
"""Where the instances made for certificates are kept, below the root of the project."""

_NAME = re.compile(r"[A-Z][A-Za-z0-9]{0,59}")
_PLAIN_PATH = re.compile(r"(?:[A-Za-z0-9_.]+(?:-[A-Za-z0-9_.]+)*/)*[A-Za-z0-9_.]+(?:-[A-Za-z0-9_.]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """A certificate of the library: its name, the instance, the module, ``sample`` if it is partial, and the
    ``radius`` if it is about the inequalities.
    """

    name: str
    instance_path: Path
    lean_path: Path
    sample: int | None
    radius: int | None
    source: str


# Name, instance (below the root), sample, radius.
_COMMITTED: Sequence[tuple[str, str, int | None, int | None]] = (
    ("DegenerateUniverse", f"{INSTANCE_DIRECTORY}/DegenerateUniverse.json", None, None),
    ("InequalitiesExtreme", f"{INSTANCE_DIRECTORY}/InequalitiesExtreme.json", None, 2),
    ("InequalitiesNearOne", f"{INSTANCE_DIRECTORY}/InequalitiesNearOne.json", None, 2),
    ("InequalitiesTypical", f"{INSTANCE_DIRECTORY}/InequalitiesTypical.json", None, 1),
    ("OneRowOneRound", f"{INSTANCE_DIRECTORY}/OneRowOneRound.json", None, None),
    ("Scaled", f"{INSTANCE_DIRECTORY}/Scaled.json", None, None),
    ("Ties", f"{INSTANCE_DIRECTORY}/Ties.json", None, None),
    ("TitanicSmall", "examples/titanic-small.json", 24, None),
    ("TitanicSurvived", "examples/titanic-survived.json", 2, None),
    ("Typical", f"{INSTANCE_DIRECTORY}/Typical.json", None, None),
)


def committed_certificates(root: Path) -> tuple[Certificate, ...]:
    """The certificates that are part of the library below ``root``, by name."""
    return tuple(
        Certificate(
            name=name,
            instance_path=root / source,
            lean_path=root / CERTIFICATE_DIRECTORY / f"{name}.lean",
            sample=sample,
            radius=radius,
            source=source,
        )
        for name, source, sample, radius in _COMMITTED
    )


def regenerate(certificate: Certificate) -> str:
    """The text that the reference writes for a certificate of the library today."""
    output = f"{CERTIFICATE_DIRECTORY}/{certificate.name}.lean"
    if certificate.radius is not None:
        return certify_inequalities(
            load_instance(certificate.instance_path),
            name=certificate.name,
            command=_command(certificate.source, output, name=None, sample=None, radius=certificate.radius),
            radius=certificate.radius,
        )
    return certify(
        load_instance(certificate.instance_path),
        name=certificate.name,
        command=_command(certificate.source, output, name=None, sample=certificate.sample),
        sample=certificate.sample,
    )


def certify(
    instance: Instance,
    *,
    name: str,
    command: str,
    sample: int | None = None,
    max_work: int = DEFAULT_LIMIT,
    progress: Progress = silent,
) -> str:
    """The Lean module ``Formal.Certificate.<name>``; ``command`` is quoted in it as its origin.

    ``sample`` asks for that many entries of the base law of the instance's database only, or for all of them
    if there are no more.  Raises InputError for an unusable name, and WorkLimitError if evaluating the module
    is estimated at more than ``max_work`` units.
    """
    check_name(name)
    estimate = instance.estimate("run" if sample is None else "sample")
    kernel = _full_units(instance) if sample is None else _sample_units(instance, sample)
    if kernel > max_work:
        hint = "certify some entries with --sample, or " if sample is None else "ask for fewer entries, or "
        raise WorkLimitError(
            f"the certificate is over the work limit: evaluating it takes about {work.show_count(kernel)} "
            f"units (milliseconds of the kernel) and the limit is {work.show_count(max_work)}; "
            f"use a smaller instance, {hint}raise --max-work."
        )
    work.require_within(estimate, limit=work.DEFAULT_LIMIT)
    values: FullValues | LawValues | EntryValues
    if sample is None:
        values = full_values(instance, progress=progress)
    elif sample >= estimate.transcripts:
        values = law_values(instance)
    else:
        values = entry_values(instance, count=sample)
    return certificate_text(instance, values, name=name, command=command)


def certify_inequalities(
    instance: Instance, *, name: str, command: str, radius: int = 1, max_work: int = DEFAULT_LIMIT
) -> str:
    """The Lean module ``Formal.Certificate.<name>`` about every inequality of blueprint 4-6, with balls and
    surrogates of this radius.

    Raises InputError for an unusable name, and WorkLimitError if evaluating the module is estimated at more
    than ``max_work`` units.
    """
    check_name(name)
    kernel = _inequality_units(instance)
    if kernel > max_work:
        raise WorkLimitError(
            f"the certificate is over the work limit: evaluating it takes about {work.show_count(kernel)} "
            f"units (milliseconds of the kernel) and the limit is {work.show_count(max_work)}; "
            f"use a smaller instance or raise --max-work."
        )
    work.require_within(instance.estimate("run"), limit=work.DEFAULT_LIMIT)
    values = inequality_values(instance, radius=radius)
    return inequalities_text(instance, values, name=name, command=command)


def check_name(name: str) -> None:
    """Raise InputError unless ``name`` can end the name of a Lean module."""
    if not _NAME.fullmatch(name):
        raise InputError(
            f"the certificate's name is {name!r}; it must be a capital letter and then at most 59 letters or "
            f"digits, for instance Typical (set it with --name)."
        )


def _counts(instance: Instance) -> tuple[int, int, int, int]:
    """Databases, histograms, transcripts and histories, each capped."""
    size = instance.estimate("run")
    databases = work.capped_power(instance.T, instance.n)
    rounds = instance.parameters.J
    choices = 2 * instance.k
    histories = min(sum(work.capped_power(choices, t) for t in range(min(rounds, 100))), work.TOO_MANY)
    return databases, size.histograms, size.transcripts, histories


def _plan_units(instance: Instance, histories: int) -> int:
    return 2 * histories * instance.k * (8 + instance.T)


def _full_units(instance: Instance) -> int:
    databases, histograms, transcripts, histories = _counts(instance)
    k, J = instance.k, instance.parameters.J
    pairs = min(databases**2, instance.n * histograms**2)
    per_transcript = pairs // 2 + (12 + k) * histograms + k * (2 + J * instance.T)
    return 500 + 5 * databases**2 + transcripts * per_transcript + _plan_units(instance, histories)


def _sample_units(instance: Instance, count: int) -> int:
    _, _, transcripts, histories = _counts(instance)
    size = 1 + instance.estimate("run").bits // 10_000  # long numbers
    if count >= transcripts:
        return 500 + 6 * size * transcripts + _plan_units(instance, histories)
    steps = count * instance.parameters.J
    return 500 + 4 * size * steps * instance.k + _plan_units(instance, steps)


def _inequality_units(instance: Instance) -> int:
    databases, _, transcripts, _ = _counts(instance)
    T, p = instance.T, instance.parameters
    codes = work.capped_power(T**2 + 1, p.m) + work.capped_power(2 * T, p.m)
    return 3_000 + transcripts * (databases + codes) * (40 * p.J + transcripts)


def add_subcommand(subparsers: Any) -> None:
    """Add ``certify`` to the command line."""
    parser = subparsers.add_parser(
        "certify", help="write a Lean module that states the exact values, for the kernel to check"
    )
    parser.add_argument(
        "path", metavar="INSTANCE", help="a JSON instance (for a table, write one with the command instance)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the Lean file to write")
    parser.add_argument("--name", help="the module is Formal.Certificate.NAME (default: the stem of FILE)")
    parser.add_argument(
        "--sample",
        metavar="K",
        help="certify only K entries of the base law of the instance's database (all, if there are no more)",
    )
    parser.add_argument(
        "--inequalities",
        action="store_true",
        help="certify both sides of every inequality of blueprint 4-6 instead of the mechanism's values",
    )
    parser.add_argument(
        "--radius",
        metavar="R",
        help="with --inequalities, the radius of the balls and surrogates (default 1)",
    )
    parser.add_argument(
        "--max-work",
        metavar="UNITS",
        help=f"limit on the kernel's work, about a millisecond each (default {DEFAULT_LIMIT})",
    )
    parser.set_defaults(handler=_certify)


def _certify(options: argparse.Namespace) -> int:
    sample = None if options.sample is None else parse_natural(options.sample, what="--sample")
    limit = DEFAULT_LIMIT if options.max_work is None else parse_natural(options.max_work, what="--max-work")
    output = Path(options.output)
    name = output.stem if options.name is None else options.name
    check_name(name)
    radius = _radius(options)
    instance = load_instance(options.path)
    if not output.parent.is_dir():
        raise InputError(f"cannot write {output}: its directory does not exist.")
    command = _command(options.path, options.output, name=options.name, sample=sample, radius=radius)
    progress = StderrProgress()
    if radius is None:
        text = certify(instance, name=name, command=command, sample=sample, max_work=limit, progress=progress)
    else:
        text = certify_inequalities(instance, name=name, command=command, radius=radius, max_work=limit)
    progress.clear()
    write_atomically(output, text)
    sys.stdout.write(f"{output}: written; let Lean check it with `python -m pyref lean check {output}`.\n")
    return 0


def _radius(options: argparse.Namespace) -> int | None:
    """The radius of a certificate of inequalities, None if another certificate is asked for."""
    if not options.inequalities:
        if options.radius is not None:
            raise InputError("--radius is about the balls of the inequalities: it needs --inequalities.")
        return None
    if options.sample is not None:
        raise InputError("--sample and --inequalities ask for different certificates: use one of them.")
    return 1 if options.radius is None else parse_natural(options.radius, what="--radius")


def _command(
    path: str, output: str, *, name: str | None, sample: int | None, radius: int | None = None
) -> str:
    """The command as the module quotes it: odd paths are replaced, since they end up in a comment of Lean."""
    words = ["python -m pyref certify", _plain(path, "INSTANCE"), "-o", _plain(output, "FILE")]
    if name is not None:
        words += ["--name", name]
    if sample is not None:
        words += ["--sample", str(sample)]
    if radius is not None:
        words += ["--inequalities", "--radius", str(radius)]
    return " ".join(words)


def _plain(path: str, otherwise: str) -> str:
    return path if _PLAIN_PATH.fullmatch(path) else otherwise
