"""The trust gate: what could make a build that passes mean less than it seems. It fails closed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyref.errors import InputError

from .diagnostics import Diagnostic
from .graph import LIBRARY, Graph, read_source
from .lexer import LexicalError, scan
from .report import ModuleReport

#: The axioms of Lean's own library that ordinary proofs rest on.
STANDARD_AXIOMS = frozenset({"propext", "Classical.choice", "Quot.sound"})

#: Kept outside the audited files, so that no change to a proof can shorten the list.
EXPECTED_THEOREMS = Path("tests") / "expected_theorems.txt"

# Libraries of Lean that a module may import: `Lean` itself would let it run its own code in the elaborator.
_CORE_ROOTS = frozenset({"Init", "Std"})

_FORBIDDEN: Mapping[str, str] = {
    "leaves something unproved": "sorry sorryAx admit stop",
    "adds something unproved": "axiom opaque constant partial unsafe",
    "trusts compiled code instead of the kernel": (
        "native_decide native bv_decide bv_check ofReduceBool ofReduceNat reduceBool reduceNat "
        "trustCompiler implemented_by extern csimp"
    ),
    "runs code while checking": (
        "run_cmd run_elab run_meta run_tac by_elab elab elab_rules macro macro_rules syntax "
        "declare_syntax_cat initialize builtin_initialize init builtin_init simproc dsimproc "
        "simproc_decl dsimproc_decl builtin_simproc builtin_dsimproc meta unseal addDecl "
        "addDeclCore addDeclWithoutChecking addAndCompile skipKernelTC"
    ),
    "changes how statements read": (
        "notation notation3 infix infixl infixr prefix postfix binder_predicate unexpand app_unexpander"
    ),
}
_REASONS = {word: reason for reason, words in _FORBIDDEN.items() for word in words.split()}

# Options that change limits or output only. Others can hide a `sorry` or skip the kernel.
_OPTIONS = ("maxRecDepth", "maxHeartbeats", "synthInstance.", "exponentiation.threshold", "linter.", "pp.")

_WORD = re.compile(r"[^\W\d][\w'!?]*|#[A-Za-z_]\w*!?")
_SET_OPTION = re.compile(r"\bset_option\s+([\w.]+)")


@dataclass(frozen=True, kw_only=True)
class TheoremReport:
    """An expected theorem and the axioms it rests on.

    From the embedded Lean: its module, a hash of its statement, and the axioms used within the library
    (Lean's own theorems may use the three standard ones, which compiled modules do not show). From lake: all
    axioms, and no module or hash.
    """

    name: str
    axioms: tuple[str, ...]
    module: str | None = None
    statement: str | None = None


@dataclass(frozen=True, kw_only=True)
class GateResult:
    """`problems` is empty when the gate holds; `theorems` are the expected ones; counts are over the library.

    `theorem_count` is None where the way of running Lean does not tell.
    """

    problems: tuple[str, ...]
    theorems: tuple[TheoremReport, ...]
    modules: int
    theorem_count: int | None
    axioms: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the gate holds."""
        return not self.problems


def scan_text(path: Path, text: str) -> list[Diagnostic]:
    """Every forbidden word, option or literal in the code of one file; comments and documentation may say
    anything."""
    try:
        code, literals = scan(text)
    except LexicalError as error:
        return [
            Diagnostic(path=path, line=error.line, column=error.column, severity="error", text=str(error))
        ]
    found: list[tuple[int, str]] = []
    for word in _WORD.finditer(code):
        reason = _REASONS.get(word.group())
        if word.group().startswith("#"):
            reason = "runs code while checking"
        if reason:
            found.append((word.start(), f"`{word.group()}` is not allowed here: it {reason}"))
    for option in _SET_OPTION.finditer(code):
        if not option.group(1).startswith(_OPTIONS):
            found.append(
                (option.start(), f"the option `{option.group(1)}` is not on the list of harmless options")
            )
    # Where a literal ends depends on details of Lean's lexer, and code could hide behind a difference.
    found += [(place, "strings, characters and quoted names are not allowed here") for place in literals]
    return [
        Diagnostic(
            path=path,
            line=text.count("\n", 0, place) + 1,
            column=place - (text.rfind("\n", 0, place) + 1),
            severity="error",
            text=message,
        )
        for place, message in sorted(found)
    ]


def index_text(graph: Graph) -> str:
    """What `Formal.lean` must be: one import per module, nothing else."""
    names = sorted(module.name for module in graph.modules if module.name != LIBRARY)
    return "module\n\n" + "".join(f"public import {name}\n" for name in names)


def import_problems(graph: Graph) -> list[str]:
    """Modules that `Formal.lean` does not import, and imports that leave the library and Lean's Init and
    Std."""
    modules = graph.by_name()
    problems = []
    if LIBRARY not in modules:
        problems.append(f"{LIBRARY}.lean is missing: write it with `python -m pyref lean index`")
    else:
        listed = list(modules[LIBRARY].imports)
        present = sorted(name for name in modules if name != LIBRARY)
        problems += [f"{name} is not imported by {LIBRARY}.lean" for name in present if name not in listed]
        problems += [
            f"{LIBRARY}.lean imports {name}, which is outside {LIBRARY}/"
            for name in listed
            if name not in present
        ]
        code = scan(read_source(modules[LIBRARY].path))[0].split()
        if set(code) - {"module", "public", "import", *listed}:
            problems.append(f"{LIBRARY}.lean holds something besides imports")
    for module in graph.modules:
        for name in module.imports:
            if name.split(".")[0] != LIBRARY and name.split(".")[0] not in _CORE_ROOTS:
                problems.append(f"{module.name} imports {name}: only {LIBRARY}, Init and Std may be imported")
    return problems


def source_problems(graph: Graph) -> list[str]:
    """Everything the gate finds in the sources alone."""
    scanned = [str(d) for module in graph.modules for d in scan_text(module.path, read_source(module.path))]
    return scanned + import_problems(graph)


def axiom_problems(declarations: Iterable[Mapping[str, Any]]) -> list[str]:
    """What a module declares or uses that the gate does not allow."""
    problems = []
    for declaration in declarations:
        name = declaration["name"]
        if declaration["kind"] in ("axiom", "opaque", "quot"):
            problems.append(f"{name} is declared as {declaration['kind']}")
        # The compiler adds an unsafe twin to a recursive definition; the kernel lets no safe declaration use
        # it.
        if declaration["unsafe"] and not name.endswith("._unsafe_rec"):
            problems.append(f"{name} is unsafe or partial")
        outside = sorted(set(declaration["axioms"]) - STANDARD_AXIOMS)
        if outside:
            problems.append(f"{name} uses the axiom {', '.join(outside)}")
        if declaration["foreign"]:
            problems.append(f"{name} uses constants of {', '.join(sorted(set(declaration['foreign'])))}")
    return problems


def expected_theorems(path: Path) -> tuple[str, ...]:
    """The names listed in the file, one a line, `#` starting a comment.

    Raises InputError when the file is missing, lists nothing, or lists a name twice.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}): it must list the expected theorems"
        ) from error
    names = [name for line in lines if (name := line.split("#", 1)[0].strip())]
    if not names:
        raise InputError(f"{path} lists no theorem: name at least one, fully qualified, one a line")
    for name in names:
        if any(character.isspace() for character in name):
            raise InputError(f"{path}: `{name}` is not one name: list one fully qualified name a line")
        if names.count(name) > 1:
            raise InputError(f"{path} lists {name} twice: remove one")
    return tuple(names)


def gate(graph: Graph, reports: Mapping[str, ModuleReport | None], *, expected: Sequence[str]) -> GateResult:
    """Judge the library as a whole; `reports` holds each module's up-to-date report, None or nothing if
    missing."""
    problems = source_problems(graph)
    declarations: dict[str, tuple[str, dict[str, Any]]] = {}
    for module in graph.modules:
        report = reports.get(module.name)
        if report is None or report.key != module.key or report.module != module.name:
            problems.append(f"{module.name} has no up-to-date axiom report: build it again")
            continue
        problems += [f"{module.name}: {problem}" for problem in axiom_problems(report.declarations)]
        stated = {name for name in module.imports if name.split(".")[0] == LIBRARY}
        if not stated <= set(report.imports):
            problems.append(f"{module.name}: Lean did not import what its first lines say")
        for declaration in report.declarations:
            declarations[declaration["name"]] = (module.name, declaration)
    axioms = _axioms_within(declarations)
    for declared_in, declaration in declarations.values():
        missing = sorted(set(declaration["uses"]) - declarations.keys())
        if missing:
            problems.append(
                f"{declared_in}: {declaration['name']} uses {missing[0]}, which no audited module declares"
            )
    theorems = []
    for name in expected:
        if name not in declarations:
            problems.append(
                f"the expected theorem {name} does not exist (list: {EXPECTED_THEOREMS.as_posix()})"
            )
            continue
        declared_in, declaration = declarations[name]
        if declaration["kind"] != "theorem":
            problems.append(
                f"{name} must be a theorem, but {declared_in} declares it as {declaration['kind']}"
            )
        theorems.append(
            TheoremReport(
                name=name,
                module=declared_in,
                statement=declaration["type"],
                axioms=tuple(sorted(axioms[name])),
            )
        )
    public = [d for _, d in declarations.values() if d["kind"] == "theorem" and not d["internal"]]
    return GateResult(
        problems=tuple(problems),
        theorems=tuple(theorems),
        modules=len(graph.modules),
        theorem_count=len(public),
        axioms=tuple(sorted(set().union(*axioms.values()))) if axioms else (),
    )


def _axioms_within(declarations: Mapping[str, tuple[str, Mapping[str, Any]]]) -> dict[str, set[str]]:
    """The axioms each declaration reaches through declarations of the library."""
    found = {name: set(declaration["axioms"]) for name, (_, declaration) in declarations.items()}
    users: dict[str, list[str]] = {}
    for name, (_, declaration) in declarations.items():
        for used in declaration["uses"]:
            users.setdefault(used, []).append(name)
    pending = [name for name, axioms in found.items() if axioms]
    while pending:
        name = pending.pop()
        for user in users.get(name, ()):
            if not found[name] <= found[user]:
                found[user] |= found[name]
                pending.append(user)
    return found
