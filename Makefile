# Everything runs in .venv, made from nothing but Python 3.11.
PYTHON ?= python3.11
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: play test test-all lint format bench messages clean

$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 is needed: set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

play: $(STAMP)  ## start playing
	$(BIN)/brelan play dodeka

test: $(STAMP)  ## every test but the slow proofs
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q tests/kit
	$(BIN)/pytest -q tests --ignore=tests/kit

test-all: test  ## the slow proofs too
	$(BIN)/pytest -q tests -m slow

lint: $(STAMP)
	$(BIN)/ruff check src tests bench
	$(BIN)/ruff format --check src tests bench
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff check --fix src tests bench
	$(BIN)/ruff format src tests bench

bench: $(STAMP)  ## speed, beside OpenSpiel where it is installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[bench]' || echo "OpenSpiel cannot be installed here; going on without it."
	$(BIN)/brelan bench

messages: $(STAMP)  ## collect messages into the catalogues
	$(BIN)/python -m brelan.messages

clean:
	rm -rf .venv build dist
