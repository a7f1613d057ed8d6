# Everything runs in .venv, made from nothing but a Python. These are those the pinned Numba has wheels for, newest
# first; a name is tried by running it (a shim may stand for nothing) and must be able to make an environment.
# `make PYTHON=/path/to/python3.12 …` chooses another one.
PYTHONS := python3.14 python3.13 python3.12 python3.11 python3
WORKS := import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))
PYTHON ?= $(shell for python in $(PYTHONS); do $$python -c '$(WORKS)' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
CODE := src tests bench examples
# Where somebody has forbidden Python to keep what it has read, each of the processes would read all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play test test-all ordeal chromium lint format golden docs bench messages covers pins clean

help:  ## this list
	@echo "make what?"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Brelan needs Python 3.11 to 3.14 (with venv). Install one, or say where it is: make PYTHON=/path/to/python3.12 …"; exit 1; }
	$(PYTHON) -m venv .venv

# What people play with, and what makers work with, which holds the former. An editable install leaves reading the
# sources to the first start, which people wait for.
.venv/.house: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[house,print]'
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[dev]'
	@$(BIN)/python -m compileall -q src
	@touch $@ .venv/.house

play: .venv/.house  ## set everything up, start the house and open the browser
	$(BIN)/brelan

test: .venv/.dev chromium  ## every test but the slow proofs; the rules once more with bounds checks compiled in
	$(BIN)/python -m tests

test-all: test  ## the slow proofs too
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(BIN)/pytest -q tests/kit --hypothesis-profile search
	$(BIN)/pytest -q tests -m 'hypothesis or sampled' --hypothesis-profile search --ignore=tests/browser --ignore=tests/kit
	$(BIN)/pytest -q tests -m slow --ignore=tests/browser
	$(BIN)/pytest -q tests/browser -m 'slow or sampled' --hypothesis-profile search

# The browser tests drive Debian's Chromium, by choice the one without windows, a third less work; without any they are skipped.
GET = DEBIAN_FRONTEND=noninteractive apt-get install -y -qq
chromium:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || { \
	  command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -qq && { $(GET) chromium-headless-shell || $(GET) chromium; } >/dev/null; \
	} || echo "Chromium is missing and cannot be installed here: the browser tests will be skipped."

ordeal: .venv/.dev  ## the simulated house: make ordeal SEED=7, or SEEDS=5000, or SEED=7 SHRINK=1
	$(BIN)/python -m tests.ordeal --seed $(or $(SEED),1) --seeds $(or $(SEEDS),1) $(if $(SHRINK),--shrink)

lint: .venv/.dev  ## style, types, rooms, and what must follow when rules changed
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q tests/test_rooms.py tests/test_contract.py
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m brelan.dev.follow

format: .venv/.dev  ## put the style right
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

golden: .venv/.dev  ## play a game's golden record anew: make golden GAME=dodeka
	@test -n "$(GAME)" || { echo "Which game? make golden GAME=dodeka"; exit 1; }
	$(BIN)/python -m brelan.dev.follow --golden $(GAME)

docs: .venv/.dev  ## the documents and the reference, as pages to open in a browser
	$(BIN)/mkdocs build --strict
	@echo "Open build/docs/index.html. (Its search needs a server: $(BIN)/mkdocs serve.)"

bench: .venv/.house  ## speed, beside OpenSpiel where it is installed
	$(INSTALL) --editable '.[house,print,bench]' || echo "OpenSpiel cannot be installed here; going on without it."
	$(BIN)/brelan bench

messages: .venv/.dev  ## collect messages into the catalogues
	$(BIN)/python -m brelan.dev.messages

covers: .venv/.house  ## draw the games' covers again
	$(BIN)/python -m brelan.dev.covers

pins:  ## write constraints.txt anew: the newest of everything that runs on the oldest Python we promise
	rm -rf build/pins
	python3.11 -m venv build/pins
	build/pins/bin/pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	{ grep '^#' constraints.txt; build/pins/bin/pip freeze --exclude-editable; } > build/pins/constraints.txt
	mv build/pins/constraints.txt constraints.txt

clean:  ## remove what make made
	rm -rf .venv build dist
