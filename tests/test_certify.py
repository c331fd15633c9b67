"""The certificate writer: its values by hand and by brute force, its text, its refusals, and drift."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction as F
from itertools import product
from pathlib import Path

import bruteforce as bf
import pytest
from helpers import make, problem_of, same

from pyref.certificate import entry_values, full_values, law_values
from pyref.certify import CERTIFICATE_DIRECTORY, certify, committed_certificates, regenerate
from pyref.errors import InputError, WorkLimitError
from pyref.instance import Instance, Query, load_instance
from pyref.lean.gate import scan_text
from pyref.parameters import Parameters

ROOT = Path(__file__).parent.parent
CERTIFICATES = {certificate.name: certificate for certificate in committed_certificates(ROOT)}
FULL = sorted(name for name, c in CERTIFICATES.items() if c.sample is None and c.radius is None)


def instance_of(name):
    return load_instance(CERTIFICATES[name].instance_path)


def text_of(instance, **options):
    return certify(instance, name="Test", command="test", **options)


def test_one_row_one_round_by_hand():
    """T = 2, n = k = J = 1, q = (1, 0), beta = 2, r = 3/4.

    mu_0 = (1/2, 1/2): the exponents are 1 for + (1/2 rounds up) and 0 for - (-1/2 rounds up).  Database a
    has scores 1, -1, so the weights are 2^0 : 2^-1 and p_a = (2/3, 1/3); database b has scores 0, 0, so
    2^-1 : 2^0 and p_b = (1/3, 2/3).  Then M_a = (2/3, max(1/3, 3/4 * 2/3)) = (2/3, 1/2), Z = 7/6, released
    (4/7, 3/7), by symmetry (3/7, 4/7) for b: the largest ratio is 4/3.  Both transcripts release
    q(mu_0) = 1/2, at distance 1/2 from the true answers 1 and 0.
    """
    values = full_values(instance_of("OneRowOneRound"))
    assert values.plan.exponents == (1, 0) and values.plan.children == ()
    assert values.databases == (0, 1)
    a, b = values.histograms
    assert (a.histogram, b.histogram) == ((1, 0), (0, 1))
    assert (a.scores, b.scores) == ((1, -1), (0, 0))
    assert (a.law, b.law) == ((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3)))
    assert (a.envelope, b.envelope) == ((F(2, 3), F(1, 2)), (F(1, 2), F(2, 3)))
    assert a.normalizer == b.normalizer == F(7, 6)
    assert (a.released, b.released) == ((F(4, 7), F(3, 7)), (F(3, 7), F(4, 7)))
    assert values.answers == ((F(1, 2),), (F(1, 2),))
    assert (a.true_answers, b.true_answers) == ((1,), (0,))
    assert a.expected_error == b.expected_error == F(1, 2)
    assert values.maximisers == ((0, 1), (0, 1))
    assert values.attained.ratio == F(4, 3)
    assert sum(x != y for x, y in zip(values.attained.x, values.attained.x_prime, strict=True)) == 1


def test_the_text_of_one_row_one_round_states_the_values_by_hand():
    text = CERTIFICATES["OneRowOneRound"].lean_path.read_text(encoding="utf-8")
    for piece in (
        "def plan : ReferenceInstance.Plan :=\n  ⟨[1, 0], []⟩",
        "def law_1_0 : List Fraction :=\n  [⟨2, 3⟩, ⟨1, 3⟩]",
        "def envelopes_0_1 : List Fraction :=\n  [⟨1, 2⟩, ⟨2, 3⟩]",
        "def released : List (List Fraction) :=\n  [released_1_0, released_0_1]",
        "def partitions : List Fraction :=\n  [⟨7, 6⟩, ⟨7, 6⟩]",
        "def ratio : Fraction :=\n  ⟨4, 3⟩",
        "theorem transcriptLaw_eq : table inst.transcriptLaw = values law :=",
    ):
        assert piece in text


def test_order_of_databases_and_transcripts():
    """Rows 0 and selections 0 are most significant; signed queries come as (q0,+), (q0,-), (q1,+), (q1,-)."""
    instance = make(queries=[(1, 0, 0), (0, 1, 0)], x=[0, 2], J=2)
    values = full_values(instance)
    order = [values.histograms[i].histogram for i in values.databases]
    assert order[:4] == [(2, 0, 0), (1, 1, 0), (1, 0, 1), (1, 1, 0)] and len(order) == 9
    entries = entry_values(instance, count=16).entries
    assert [e.transcript for e in entries[:5]] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    row = values.histograms[values.databases[2]].law
    assert [e.mass for e in entries] == list(row) == list(law_values(instance).law)
    text = text_of(instance, sample=3)
    assert "[[(0, true), (0, true)],\n   [(0, false), (1, false)]," in text  # numbers 0, 7 and 15
    assert "counts : List (Nat × Fin 3) :=\n  [(1, 0), (1, 2)]" in text  # noqa: RUF001


@pytest.mark.parametrize("name", FULL)
def test_values_by_brute_force(name):
    """Every certified number against sympy, straight from the formulas over all of D^n."""
    instance = instance_of(name)
    problem = problem_of(instance)
    laws = bf.all_laws(problem)
    values = full_values(instance)
    transcripts = bf.transcripts(problem)
    assert len(values.databases) == len(laws)
    for number, x in enumerate(bf.databases(problem)):
        found = values.histograms[values.databases[number]]
        envelope = bf.envelope(problem, laws, x)
        released = bf.released(problem, laws, x)
        for i, omega in enumerate(transcripts):
            assert same(found.law[i], laws[x][omega])
            assert same(found.envelope[i], envelope[omega])
            assert same(found.released[i], released[omega])
            places = values.maximisers[number]
            databases = bf.databases(problem)
            assert any(
                problem["r"] ** bf.hamming(x, databases[y]) * laws[databases[y]][omega] == envelope[omega]
                for y in places
            )
        assert same(found.normalizer, sum(envelope.values()))
        expected = sum(released[omega] * bf.error(problem, x, omega) for omega in transcripts)
        assert same(found.expected_error, expected)
        assert all(map(same, found.true_answers, bf.truth(problem, x)))
    for row, omega in zip(values.answers, transcripts, strict=True):
        assert all(map(same, row, bf.answers(problem, omega)))
    if instance.T == 1:
        assert values.attained is None
    else:
        attained = values.attained
        assert same(attained.ratio, bf.largest_ratio(problem, laws, 1))
        tables = [bf.released(problem, laws, x)[attained.transcript] for x in (attained.x, attained.x_prime)]
        assert bf.hamming(attained.x, attained.x_prime) == 1
        assert same(attained.ratio, tables[0] / tables[1])


def test_the_ties_certificate_has_ties_and_halves():
    """Maxima attained by databases with different laws, and scores n m s(mu) halfway between integers."""
    problem = problem_of(instance_of("Ties"))
    laws = bf.all_laws(problem)
    tied = 0
    for x, omega in product(laws, bf.transcripts(problem)):
        top = bf.envelope(problem, laws, x)[omega]
        winners = {laws[y][omega] for y in laws if problem["r"] ** bf.hamming(x, y) * laws[y][omega] == top}
        tied += len(winners) > 1
    assert tied >= 10
    uniform = bf.mu(problem, ())
    scores = [problem["n"] * sum(v * p for v, p in zip(s, uniform, strict=True)) for s in bf.signed(problem)]
    assert scores == [F(3, 2), F(-3, 2), 3, -3]
    assert full_values(instance_of("Ties")).plan.exponents == (2, -1, 3, -3)


@pytest.mark.parametrize("name", sorted(CERTIFICATES))
def test_committed_certificates_are_what_the_reference_writes(name):
    certificate = CERTIFICATES[name]
    text = certificate.lean_path.read_text(encoding="utf-8")
    assert regenerate(certificate) == text
    assert len(text.encode()) <= 400_000


def test_every_certificate_in_the_library_is_regenerated_by_a_test():
    files = {path.stem for path in (ROOT / CERTIFICATE_DIRECTORY).glob("*.lean")}
    assert files == set(CERTIFICATES)
    assert {"Typical", "Ties", "DegenerateUniverse", "OneRowOneRound", "Scaled"} <= files


@pytest.mark.parametrize("name", sorted(CERTIFICATES))
def test_certificates_use_no_forbidden_words(name):
    path = CERTIFICATES[name].lean_path
    assert scan_text(path, path.read_text(encoding="utf-8")) == []


def test_names_of_the_instance_do_not_enter_the_text():
    evil = "-/ axiom bad : False /-"
    instance = Instance(
        universe=(evil, "b"),
        queries=(Query(name=evil, values=(1, 0)),),
        bound=1,
        rows=(0,),
        parameters=Parameters(r=F(1, 2), beta=F(2), g0=F(2), m=1, J=1),
    )
    for sample in (None, 1, 2):
        text = text_of(instance, sample=sample)
        assert "axiom" not in text and scan_text(Path("Test.lean"), text) == []


def test_a_whole_law_and_some_entries():
    instance = make(queries=[(1, 0)], x=[0, 1, 1], J=2)
    whole = text_of(instance, sample=4)
    assert whole == text_of(instance, sample=10**9)
    assert "theorem sum_law : (Fraction.sum law).value = 1" in whole and "envelopes" not in whole
    some = text_of(instance, sample=3)
    assert "Only 3 entries of the base law" in some and "sum_law" not in some
    assert "Only 1 entry of the base law" in text_of(instance, sample=1)


@pytest.mark.parametrize("name", ["", "typical", "A.B", "A b", "Tést", "A" * 61, "A-/", "1A", "A\n"])
def test_bad_names(name):
    with pytest.raises(InputError, match="certificate's name"):
        certify(instance_of("OneRowOneRound"), name=name, command="test")


def test_work_limit():
    instance = make(queries=[(1, 0, 0, 0)], x=[0] * 9, J=1)  # 4^9 databases
    with pytest.raises(WorkLimitError, match="--sample"):
        text_of(instance)
    assert "theorem sum_law" in text_of(instance, sample=2)
    with pytest.raises(WorkLimitError, match="fewer entries"):
        text_of(instance, sample=2, max_work=10)
    small = instance_of("OneRowOneRound")
    assert text_of(small, max_work=1000) == text_of(small)


def pyref(*arguments, cwd):
    return subprocess.run(
        [sys.executable, "-m", "pyref", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=120,
    )


TWO = CERTIFICATES["OneRowOneRound"].instance_path.read_text(encoding="utf-8")


def test_command_line_writes_what_is_committed(tmp_path):
    source = tmp_path / "examples" / "certificates"
    source.mkdir(parents=True)
    (tmp_path / CERTIFICATE_DIRECTORY).mkdir(parents=True)
    (source / "OneRowOneRound.json").write_text(TWO, encoding="utf-8")
    output = f"{CERTIFICATE_DIRECTORY}/OneRowOneRound.lean"
    done = pyref("certify", "examples/certificates/OneRowOneRound.json", "-o", output, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "") and output in done.stdout
    assert (tmp_path / output).read_text(encoding="utf-8") == (ROOT / output).read_text(encoding="utf-8")


def test_paths_that_could_end_a_comment_are_not_quoted(tmp_path):
    folder = tmp_path / "a-"
    folder.mkdir()
    (folder / "two.json").write_text(TWO, encoding="utf-8")
    done = pyref("certify", "a-/two.json", "-o", tmp_path / "o.lean", "--name", "Two", cwd=tmp_path)
    assert done.returncode == 0
    text = (tmp_path / "o.lean").read_text(encoding="utf-8")
    assert "  `python -m pyref certify INSTANCE -o FILE --name Two`" in text
    assert str(tmp_path) not in text


LARGE = {**json.loads(TWO), "rows": ["a"] * 30}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("two.json",), "required: -o/--output"),
        (("two.json", "-o", "two.lean"), "certificate's name is 'two'"),
        (("two.json", "-o", "Two.lean", "--name", "a b"), "certificate's name is 'a b'"),
        (("two.json", "-o", "no/Two.lean"), "its directory does not exist"),
        (("two.json", "-o", "Two.lean", "--sample", "0"), "--sample is 0"),
        (("two.json", "-o", "Two.lean", "--sample", "x"), "--sample is 'x'"),
        (("two.json", "-o", "Two.lean", "--max-work", "0"), "--max-work is 0"),
        (("two.json", "-o", "Two.lean", "--max-work", "100"), "over the work limit"),
        (("large.json", "-o", "Two.lean"), "certify some entries with --sample"),
        (("gone.json", "-o", "Two.lean"), "cannot read gone.json"),
        (("broken.json", "-o", "Two.lean"), "is not JSON"),
    ],
)
def test_refusals_leave_nothing_behind(tmp_path, arguments, message):
    (tmp_path / "two.json").write_text(TWO, encoding="utf-8")
    (tmp_path / "large.json").write_text(json.dumps(LARGE), encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    before = sorted(path.name for path in tmp_path.iterdir())
    done = pyref("certify", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr and done.stdout == ""
    assert done.stderr.startswith("pyref: ") and done.stderr.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_refusal_leaves_an_older_file_alone(tmp_path):
    (tmp_path / "two.json").write_text(TWO, encoding="utf-8")
    (tmp_path / "Two.lean").write_text("older", encoding="utf-8")
    assert pyref("certify", "two.json", "-o", "Two.lean", "--max-work", "1", cwd=tmp_path).returncode == 2
    assert (tmp_path / "Two.lean").read_text(encoding="utf-8") == "older"


def test_lines_are_short():
    for certificate in CERTIFICATES.values():
        text = re.sub(r"⟨[^⟩]*⟩", "", certificate.lean_path.read_text(encoding="utf-8"))
        lines = [line for line in text.splitlines() if not line.startswith("  `python")]
        assert max(map(len, lines)) <= 112
