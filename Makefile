# Two commands do all the work: `make play` and `make test`. The first run creates .venv and builds.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find core search players arena cli docs/rules setup.py pyproject.toml -name '*.py[xdi]' -o -name '*.pxd' -o -name '*.py' -o -name '*.csv' -o -name '*.toml' -o -name '*.tcss' -o -name '*.md')

.PHONY: play test lint types soak mutants bench fit package clean

play: $(VENV)/built
	@$(BIN)/kagemusha play

test: $(VENV)/ready lint types
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/ready
	$(BIN)/ruff check .
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint core search players

types: $(VENV)/ready
	$(BIN)/mypy

soak: $(VENV)/ready
	$(BIN)/python tests/soak.py $(ARGS)
	$(BIN)/python tests/honesty_soak.py $(HONESTY)

mutants: $(VENV)/ready
	$(BIN)/python tests/mutants/run.py $(ARGS)

bench: $(VENV)/ready
	$(BIN)/pip install --quiet 'open_spiel>=2'
	$(BIN)/python bench/bench_core.py
	$(BIN)/python bench/bench_search.py
	$(BIN)/python bench/bench_sampling.py

# Rule players play each other; their games give the evaluator its weights.
fit: $(VENV)/ready
	$(BIN)/python -m kagemusha.players.samurai_sword.fit --out players/samurai_sword/evaluator.csv $(ARGS)

package: $(VENV)/ready
	$(BIN)/python -m build

clean:
	rm -rf build dist *.egg-info $(VENV)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip

# A plain install: tests run what is shipped, and mypy can see it.
$(VENV)/built: $(BIN)/python $(SOURCES) README.md
	rm -rf build/lib* build/bdist*
	$(BIN)/pip install --quiet .
	@touch $@

$(VENV)/ready: $(VENV)/built
	$(BIN)/pip install --quiet --group dev
	@touch $@
