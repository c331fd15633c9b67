# make verify   check the proofs, the reference and their agreement, and print a summary
# make test     the whole test suite
# make lean     build the proofs and run the trust gate
# make mutants  check that deliberate corruptions are noticed; writes docs/mutants.md
# make site     the web site of the project, in build/site
# make lint     style and types
# make clean    remove what was made here (the Lean installation stays in the user's cache directory)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed

.PHONY: verify test lean mutants site lint clean

verify: $(STAMP)
	@$(BIN)/python -m pyref verify

test: $(STAMP)
	$(BIN)/python -m pytest

lean: $(STAMP)
	@$(BIN)/python -m pyref lean build

mutants: $(STAMP)
	@$(BIN)/python mutants/run.py -o docs/mutants.md

site: $(STAMP)
	@$(BIN)/python -m pyref site

lint: $(STAMP)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy --strict pyref mutants/run.py

clean:
	rm -rf $(VENV) .lake .pytest_cache .ruff_cache build *.egg-info

$(STAMP): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null 2>&1 || \
	  { echo "make: $(PYTHON) is not installed: install Python 3.11 or newer, or set PYTHON=" >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: $(PYTHON) is older than 3.11: install a newer one, or set PYTHON=python3.12, say" >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "make: $(PYTHON) has no venv module: install it (on Debian and Ubuntu: apt install python3-venv)" >&2; \
	    exit 2; }
	rm -f $(STAMP)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $(STAMP)
