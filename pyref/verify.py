"""``python -m pyref verify``: everything the project claims, checked in one go, with a one-screen summary.

The proofs are built and pass the trust gate; the certificates in ``Formal/Certificate`` are the ones that the
reference writes today (Lean has checked them as part of the build); and the reference runs on the real
examples, whose attained privacy ratio must respect blueprint 2.3.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .certify import committed_certificates, regenerate
from .exact import decimal_string, interval_string, near_one_string
from .instance import load_instance
from .lean.gate import STANDARD_AXIOMS
from .lean.toolchain import open_lean, project_root
from .progress import StderrProgress
from .slack import slack_table
from .summary import Summary, summarise

EXAMPLES = ("titanic-small.json", "titanic-survived.json")
"""The shipped real examples, in ``examples/``."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The lines to show and what, if anything, failed."""

    lines: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether everything held."""
        return not self.problems


def add_subcommand(subparsers: Any) -> None:
    """Add ``verify`` to the command line."""
    parser = subparsers.add_parser("verify", help="check proofs, certificates and examples; print a summary")
    parser.set_defaults(handler=_verify)


def _verify(_: argparse.Namespace) -> int:
    outcome = verify(project_root())
    print("\n".join(outcome.lines))
    for problem in outcome.problems:
        print(f"FAILS: {problem}")
    print("Everything holds." if outcome.ok else f"{len(outcome.problems)} checks failed.")
    return 0 if outcome.ok else 1


def verify(root: Path) -> Outcome:
    """Run every check of the project at ``root``; raises InputError when one cannot be run at all."""
    proofs = _proofs(root)
    if not proofs.ok:
        return proofs
    examples = [root / "examples" / name for name in EXAMPLES]
    parts = [proofs, _certificates(root), *map(_example, examples), _slack(examples[0])]
    return Outcome(
        lines=tuple(line for part in parts for line in part.lines),
        problems=tuple(problem for part in parts for problem in part.problems),
    )


def _proofs(root: Path) -> Outcome:
    with open_lean(root) as lean:
        built = lean.build()
        if not built.ok:
            return Outcome(lines=(), problems=("the proofs do not check (messages above)",))
        gate = lean.audit()
        description = lean.description
    count = "" if gate.theorem_count is None else f", {gate.theorem_count} theorems"
    allowed = ", ".join(sorted(STANDARD_AXIOMS))
    lines = (
        f"proofs        {gate.modules} modules{count}; {len(gate.theorems)} named theorems present",
        f"              axioms used: {', '.join(gate.axioms) or 'none'}; allowed: {allowed}",
        f"              {len(built.checked)} modules checked now, {len(built.reused)} unchanged",
        f"              checked by {description}",
    )
    return Outcome(lines=lines, problems=tuple(f"trust gate: {problem}" for problem in gate.problems))


def _certificates(root: Path) -> Outcome:
    names, problems = [], []
    for certificate in committed_certificates(root):
        names.append(certificate.name)
        current = certificate.lean_path.read_text(encoding="utf-8")
        if regenerate(certificate) != current:
            problems.append(
                f"{certificate.lean_path} is not what the reference computes from"
                f" {certificate.instance_path}: run `python -m pyref certify` again"
            )
    if not names:
        problems.append("there is no certificate")
    lines = (
        f"certificates  {len(names)}, checked by the kernel with the proofs, are the reference's numbers:",
        f"              {', '.join(names)}",
    )
    return Outcome(lines=lines, problems=tuple(problems))


def _example(path: Path) -> Outcome:
    progress = StderrProgress()
    summary = summarise(load_instance(path), progress=progress)
    progress.clear()
    problems = () if summary.within_bound else (f"{path}: the privacy ratio exceeds r^-2",)
    return Outcome(lines=_describe(path.name, summary), problems=problems)


def _slack(path: Path) -> Outcome:
    progress = StderrProgress()
    table = slack_table(load_instance(path), progress=progress)
    progress.clear()
    lines = [f"slack         {path.name}: left/right of each inequality where tightest; {table.scope}"]
    for row in table.rows:
        ratio = "-" if row.ratio is None else decimal_string(row.ratio, 4)
        lines.append(f"              {row.name:<4} {row.statement:<46} {ratio}")
    problems = tuple(f"{row.name} ({row.statement}) at {row.where}" for row in table.rows if not row.holds)
    return Outcome(lines=tuple(lines), problems=problems)


def _describe(name: str, summary: Summary) -> tuple[str, ...]:
    instance = summary.instance
    ratio = (
        "none (no neighbour)" if summary.attained_ratio is None else decimal_string(summary.attained_ratio)
    )
    return (
        f"example       {name}: T = {instance.T}, n = {instance.n}, k = {instance.k},"
        f" J = {instance.parameters.J}; epsilon' in {interval_string(summary.epsilon_enclosure)}",
        f"              privacy ratio attained {ratio} of at most e^epsilon' ="
        f" {decimal_string(summary.ratio_bound)}",
        f"              Z_x = {near_one_string(summary.normalizer)}; error expected"
        f" {decimal_string(summary.expected_error)}, worst {decimal_string(summary.worst_error)}",
    )
