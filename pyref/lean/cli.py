"""``python -m pyref lean build | check FILE... | where | axioms | index`` (and the commands of `review`).

Exit status: 0 success, 1 a proof, a file or the gate failed, 2 unusable input.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from pyref.errors import InputError

from .gate import GateResult, index_text
from .graph import LIBRARY, load_graph
from .review import add_commands
from .toolchain import CHOICES, open_lean, project_root


def add_subcommand(subparsers: Any) -> None:
    """Add ``lean`` and its commands to the command line."""
    lean = subparsers.add_parser("lean", help="build the proofs, check files, report what they rest on")
    commands = lean.add_subparsers(
        dest="lean_command", required=True, metavar="COMMAND", parser_class=type(lean)
    )

    build = commands.add_parser(
        "build", help="check every module of Formal that changed, then the trust gate"
    )
    build.add_argument("--no-gate", action="store_true", help="leave out the trust gate")
    build.set_defaults(handler=_build)

    check = commands.add_parser("check", help="check Lean files against the built library")
    check.add_argument("files", nargs="+", metavar="FILE", type=Path)
    check.add_argument("--again", action="store_true", help="check even what passed before")
    check.set_defaults(handler=_check)

    where = commands.add_parser("where", help="say which Lean is used and where it is")
    where.set_defaults(handler=_where)

    axioms = commands.add_parser(
        "axioms", help="run the trust gate and list what each expected theorem rests on"
    )
    axioms.set_defaults(handler=_axioms)

    index = commands.add_parser("index", help="write Formal.lean, which imports every module")
    index.add_argument("--check", action="store_true", help="only say whether it is up to date")
    index.set_defaults(handler=_index)

    add_commands(commands)

    for command in (build, check, where, axioms):
        command.add_argument(
            "--with", dest="lean", choices=CHOICES, help="which Lean to use (default: PYREF_LEAN, then auto)"
        )
    for command in (build, check, axioms):
        command.add_argument("--json", action="store_true", help="machine-readable output")


def _build(options: argparse.Namespace) -> int:
    with open_lean(project_root(), choice=options.lean) as lean:
        built = lean.build()
        gate = lean.audit() if built.ok and not options.no_gate else None
        description = lean.description
    ok = built.ok and (gate is None or gate.ok)
    if options.json:
        value = {
            "ok": ok,
            "lean": description,
            "checked": built.checked,
            "reused": built.reused,
            "skipped": built.skipped,
            "seconds": round(built.seconds, 3),
            "diagnostics": [str(d) for d in built.diagnostics],
            "gate": None if gate is None else _gate_value(gate),
        }
        print(json.dumps(value, indent=2, ensure_ascii=False))
        return 0 if ok else 1
    # The build has already shown the messages of the modules it checked, on standard error.
    print(
        f"{description}: {len(built.checked)} modules checked, {len(built.reused)} unchanged,"
        f" {len(built.skipped)} skipped, {built.seconds:.1f} s."
    )
    if not built.ok:
        print("The build failed.")
    elif gate is not None:
        _print_gate(gate)
    return 0 if ok else 1


def _check(options: argparse.Namespace) -> int:
    with open_lean(project_root(), choice=options.lean) as lean:
        built = lean.build()
        if not built.ok:
            print("The library does not build; nothing was checked against it.")
            return 1
        results = lean.check_files(options.files, again=options.again)
    ok = all(result.ok for result in results)
    if options.json:
        value = [
            {
                "path": str(result.path),
                "ok": result.ok,
                "cached": result.cached,
                "theorems": result.theorems,
                "diagnostics": [str(d) for d in result.diagnostics],
            }
            for result in results
        ]
        print(json.dumps(value, indent=2, ensure_ascii=False))
        return 0 if ok else 1
    for result in results:
        for diagnostic in result.diagnostics:
            print(diagnostic)
        verdict = "passes" if result.ok else "FAILS"
        known = ", unchanged since it last passed" if result.cached else ""
        print(f"{result.path}: {verdict} ({result.theorems} theorems{known})")
    return 0 if ok else 1


def _where(options: argparse.Namespace) -> int:
    with open_lean(project_root(), choice=options.lean) as lean:
        print(lean.description)
        print(lean.location)
    return 0


def _axioms(options: argparse.Namespace) -> int:
    with open_lean(project_root(), choice=options.lean) as lean:
        built = lean.build()
        if not built.ok:
            print("The library does not build; there is nothing to report.")
            return 1
        gate = lean.audit()
    if options.json:
        print(json.dumps(_gate_value(gate), indent=2, ensure_ascii=False))
        return 0 if gate.ok else 1
    for theorem in gate.theorems:
        print(f"{theorem.name}: {', '.join(theorem.axioms) or 'no axioms'}")
    _print_gate(gate)
    return 0 if gate.ok else 1


def _index(options: argparse.Namespace) -> int:
    root = project_root()
    path = root / f"{LIBRARY}.lean"
    text = index_text(load_graph(root, toolchain=""))
    current = path.read_text(encoding="utf-8") if path.is_file() else None
    if current == text:
        print(f"{path.name} is up to date.")
        return 0
    if options.check:
        print(f"{path.name} is out of date: run `python -m pyref lean index`.")
        return 1
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error
    print(f"{path.name} written.")
    return 0


def _print_gate(gate: GateResult) -> None:
    for problem in gate.problems:
        print(f"trust gate: {problem}", file=sys.stderr)
    if gate.ok:
        count = "" if gate.theorem_count is None else f", {gate.theorem_count} theorems"
        print(
            f"Trust gate: holds ({gate.modules} modules{count}; {len(gate.theorems)} expected theorems;"
            f" axioms: {', '.join(gate.axioms) or 'none'})."
        )
    else:
        print(f"Trust gate: FAILS ({len(gate.problems)} problems).")


def _gate_value(gate: GateResult) -> dict[str, Any]:
    return {
        "ok": gate.ok,
        "problems": gate.problems,
        "modules": gate.modules,
        "theorem_count": gate.theorem_count,
        "axioms": gate.axioms,
        "theorems": [
            {"name": t.name, "module": t.module, "statement": t.statement, "axioms": t.axioms}
            for t in gate.theorems
        ],
    }
