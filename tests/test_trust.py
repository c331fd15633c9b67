"""What the documents on trust, the metadata and the workflow say is so."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from pyref.cli import build_parser
from pyref.lean.citations import read_items
from pyref.lean.declarations import read_declarations
from pyref.lean.gate import STANDARD_AXIOMS

ROOT = Path(__file__).resolve().parents[1]
TRUST = (ROOT / "docs" / "trust.md").read_text(encoding="utf-8")
DEVIATIONS = (ROOT / "docs" / "deviations.md").read_text(encoding="utf-8")
FORMALIZATION = ROOT / "formalization.yaml"
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"


def commands(text: str) -> list[list[str]]:
    return [shlex.split(line)[3:] for line in re.findall(r"python -m pyref[^`\n|&]*", text)]


@pytest.mark.parametrize("arguments", commands(TRUST + WORKFLOW.read_text()), ids=" ".join)
def test_the_commands_exist(arguments: list[str]) -> None:
    if arguments in (["certify"], ["bounds"]):
        arguments = [*arguments, "--help"]
    if "--help" in arguments:
        with pytest.raises(SystemExit) as ended:
            build_parser().parse_args(arguments)
        assert ended.value.code == 0
    else:
        assert callable(build_parser().parse_args(arguments).handler)


def test_the_files_exist() -> None:
    paths = re.findall(r"`((?:Formal|tests|pyref|\.github)/[\w./-]*|[A-Z]\w+\.lean|[\w-]+\.json)`", TRUST)
    assert len(paths) >= 10
    for path in paths:
        assert (ROOT / path).exists() or (ROOT / f"{path}.lean").is_file(), path
    for link in re.findall(r"\]\(([\w./-]+)\)", TRUST + DEVIATIONS):
        assert link.startswith("https:") or (ROOT / "docs" / link).is_file(), link
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"`make (\w+)`", TRUST):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_the_names_exist() -> None:
    names = read_declarations(ROOT)
    written = {
        name for name in re.findall(r"`([a-zA-Z]\w*(?:\.\w+)*)`", DEVIATIONS) if "_" in name or "." in name
    }
    assert len(written) >= 8
    for name in written:
        assert any(known == f"Formal.{name}" or known.endswith(f".{name}") for known in names), name


def test_deviations_are_from_items_of_the_blueprint() -> None:
    items = {item.number for item in read_items(ROOT)}
    rows = [line.split("|")[1:-1] for line in DEVIATIONS.splitlines() if line.startswith("|")][2:]
    assert len(rows) >= 20
    for row in rows:
        assert len(row) == 3 and all(cell.strip() for cell in row), row
        cited = re.findall(r"\b(?:\d+\.\d+|[A-Z]\.\d|\d+|[A-Z])\b", row[0].split(":")[0])
        assert cited, row
        # "1-2" is the blueprint's first section, "Pure DP and the envelope".
        assert set(cited) - {"1"} <= items, row


def check_schema(value: Any) -> list[str]:
    """What the public schema v0.4 of formalization.yaml asks for, as far as it asks for anything."""
    problems: list[str] = []

    def need(where: str, found: Any, kind: type | tuple[type, ...]) -> bool:
        if not isinstance(found, kind) or found in ("", [], {}):
            problems.append(where)
            return False
        return True

    for key in ("project", "sources", "automation", "review"):
        need(key, value.get(key), (dict, list))
    for key in ("name", "license"):
        need(f"project.{key}", value["project"].get(key), str)
    if need("project.authors", value["project"].get("authors"), list):
        problems += [
            "project.authors" for author in value["project"]["authors"] if not isinstance(author, str)
        ]
    relationships = {"", "formalizes", "adapts", "independently-proves", "background", "other"}
    endorsements = {
        "",
        "participated",
        "endorsed",
        "no-response",
        "not-contacted",
        "declined",
        "n/a",
        "other",
    }
    for source in value["sources"]:
        need("sources.title", source.get("title"), str)
        if source.get("relationship", "") not in relationships:
            problems.append("sources.relationship")
        if source.get("author_endorsement", "") not in endorsements:
            problems.append("sources.author_endorsement")
    if need("automation.methods", value["automation"].get("methods"), list):
        for method in value["automation"]["methods"]:
            if method.get("method") not in {"manual", "copilot", "agent", "autonomous", "other"}:
                problems.append("automation.methods.method")
    for key in ("sorry_count", "sorry_in_definitions"):
        count = value["status"].get(key, 0)
        if not isinstance(count, int) or count < 0:
            problems.append(f"status.{key}")
    need("review.status", value["review"].get("status"), str)
    need("version", value.get("version"), str)
    return problems


def test_the_metadata_follows_the_public_schema() -> None:
    value = yaml.safe_load(FORMALIZATION.read_text(encoding="utf-8"))
    assert check_schema(value) == []
    assert value["version"] == "v0.4" and "schema/v0.4.schema.json" in FORMALIZATION.read_text()
    # The check notices what is missing or misspelt.
    del value["review"]["status"]
    value["automation"]["methods"][0]["method"] = "magic"
    value["sources"][0]["relationship"] = "proves"
    assert check_schema(value) == ["sources.relationship", "automation.methods.method", "review.status"]


def test_the_metadata_is_true() -> None:
    value = yaml.safe_load(FORMALIZATION.read_text(encoding="utf-8"))
    names = read_declarations(ROOT)
    assert set(value["status"]["axioms"]) == STANDARD_AXIOMS
    for result in value["status"]["main_results"]:
        declaration = names[result["declaration"]]
        assert declaration.kind == "theorem" and declaration.path.as_posix() == result["file"]
        assert (ROOT / result["comparator_config"]).is_file() and set(result["axioms"]) == STANDARD_AXIOMS
    assert value["status"]["sorry_count"] == value["status"]["sorry_in_definitions"] == 0


def test_the_workflow_builds_checks_and_tests() -> None:
    value = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    steps = value["jobs"]["check"]["steps"]
    used = [step["uses"].split("@")[0] for step in steps if "uses" in step]
    assert used == ["actions/checkout", "leanprover/lean-action", "actions/setup-python"]
    runs = [step["run"] for step in steps if "run" in step]
    assert any("lean axioms" in run for run in runs) and runs[-1] == "python -m pytest"
    lakefile = (ROOT / "lakefile.lean").read_text()
    for library in ("Challenge", "Solution"):
        assert re.search(rf"(?<!\]\n)^lean_lib {library}$", lakefile, re.MULTILINE)
        assert any(library in run for run in runs)
