# Two commands do all the work: `make play` and `make test`. The first run creates .venv and builds.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find core search players arena cli setup.py pyproject.toml -name '*.py[xdi]' -o -name '*.pxd' -o -name '*.py' -o -name '*.csv' -o -name '*.toml' -o -name '*.tcss')

.PHONY: play test lint types signature soak mutants bench fit strength package clean

play: $(VENV)/built
	@$(BIN)/kagemusha play

test: $(VENV)/ready lint types
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/ready
	$(BIN)/ruff check .
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cython-lint core search players

types: $(VENV)/ready
	$(BIN)/mypy

# One number for how the players play; it changes only when play does.
signature: $(VENV)/ready
	@$(BIN)/python tests/signature.py

soak: $(VENV)/ready
	$(BIN)/python tests/soak.py $(ARGS)
	$(BIN)/python tests/honesty_soak.py $(HONESTY)
	$(BIN)/python tests/search_soak.py $(SEARCHES)
	$(BIN)/python tests/arena_kills.py --kills 20

mutants: $(VENV)/ready
	$(BIN)/python tests/mutants/run.py $(ARGS)

bench: $(VENV)/ready
	$(BIN)/pip install --quiet 'open_spiel>=2'
	$(BIN)/python bench/bench_core.py
	$(BIN)/python bench/bench_search.py
	$(BIN)/python bench/bench_sampling.py
	$(BIN)/python bench/bench_kuhn.py

# Rule players play each other; their games give the evaluators their weights.
fit: $(VENV)/ready
	$(BIN)/python -m kagemusha.players.samurai_sword.fit --out players/samurai_sword $(ARGS)
	$(BIN)/python -m kagemusha.players.samurai_sword.fit_belief --out players/samurai_sword/belief.csv
	$(BIN)/python -m kagemusha.players.seven_card_samurai.fit --out players/seven_card_samurai $(ARGS)
	$(BIN)/python -m kagemusha.players.sixteen_samurai.fit --out players/sixteen_samurai $(ARGS)

# What the rule players are worth, into docs/strength.md. Stopped, it goes on where it was.
strength: $(VENV)/ready
	$(BIN)/python bench/strength.py --write docs/strength.md $(ARGS)
	$(BIN)/python bench/bench_policies.py --write docs/strength.md
	$(BIN)/python bench/calibration.py --write docs/strength.md --plot docs/calibration.svg

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
