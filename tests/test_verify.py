"""`python -m pyref verify`: what it shows, and that each kind of failure is seen."""

import shutil
from dataclasses import replace
from fractions import Fraction as F

import pytest

from pyref import verify as verify_module
from pyref.certify import committed_certificates
from pyref.instance import load_instance
from pyref.lean.toolchain import project_root
from pyref.summary import summarise

ROOT = project_root()


def copy_certificates(root):
    """A root that holds only the certificates and their instances."""
    for certificate in committed_certificates(ROOT):
        for path in (certificate.lean_path, certificate.instance_path):
            target = root / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


def test_the_whole_verification_holds():
    outcome = verify_module.verify(ROOT)
    assert outcome.problems == ()
    text = "\n".join(outcome.lines)
    assert "axioms used: propext" in text and "sorryAx" not in text
    assert len(outcome.lines) <= 32
    # The privacy factors of both examples are r^-2 = (23/14)^2 = 529/196 = 2.69897959...
    assert text.count("of at most e^epsilon' = 2.6989796") == 2


def test_certificates_match_the_reference():
    outcome = verify_module._certificates(ROOT)
    assert outcome.problems == ()
    assert "Typical" in outcome.lines[1] and "Ties" in outcome.lines[1]


def test_a_changed_certificate_is_reported(tmp_path):
    copy_certificates(tmp_path)
    changed = tmp_path / "Formal" / "Certificate" / "Ties.lean"
    changed.write_text(changed.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    problems = verify_module._certificates(tmp_path).problems
    assert len(problems) == 1
    assert "Ties.lean" in problems[0] and "certify" in problems[0]


def test_a_privacy_ratio_above_the_bound_is_reported(monkeypatch):
    path = ROOT / "examples" / "titanic-survived.json"
    honest = summarise(load_instance(path))
    monkeypatch.setattr(verify_module, "summarise", lambda *_, **__: replace(honest, attained_ratio=F(3)))
    assert verify_module._example(path).problems == (f"{path}: the privacy ratio exceeds r^-2",)


def test_failing_proofs_end_the_verification(monkeypatch):
    failed = verify_module.Outcome(lines=(), problems=("the proofs do not check (messages above)",))
    monkeypatch.setattr(verify_module, "_proofs", lambda root: failed)
    assert verify_module.verify(ROOT) == failed


@pytest.mark.parametrize(("problems", "status"), [((), 0), (("broken",), 1)])
def test_exit_status(monkeypatch, capsys, problems, status):
    outcome = verify_module.Outcome(lines=("shown",), problems=problems)
    monkeypatch.setattr(verify_module, "verify", lambda root: outcome)
    assert verify_module._verify(None) == status
    out = capsys.readouterr().out
    assert "shown" in out and ("FAILS: broken" in out) == bool(problems)
