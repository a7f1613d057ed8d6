# Everything runs in .venv, made from nothing but Python 3.11.
PYTHON ?= python3.11
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: play test test-all chromium lint format bench messages covers clean

$(STAMP): pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 is needed: set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(STAMP)

play: $(STAMP)  ## start the house and open the browser
	$(BIN)/brelan

test: $(STAMP) chromium  ## every test but the slow proofs; the rules once more with bounds checks compiled in
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n auto tests/kit
	$(BIN)/pytest -q -n auto --dist loadfile tests --ignore=tests/kit --ignore=tests/browser
	$(BIN)/pytest -q tests/browser

test-all: test  ## the slow proofs too
	$(BIN)/pytest -q tests -m slow

chromium:  # the browser tests drive Debian's Chromium; without one they are skipped
	@command -v chromium >/dev/null || { \
	  command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; \
	} || echo "Chromium is missing and cannot be installed here: the browser tests will be skipped."

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

covers: $(STAMP)  ## draw the games' covers again
	$(BIN)/python -m brelan.covers

clean:
	rm -rf .venv build dist
