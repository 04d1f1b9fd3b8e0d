# Two commands do all the work: `make play` and `make test`. The first run creates .venv and builds.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find core search players arena tune cli docs/rules setup.py pyproject.toml -name '*.py[xdi]' -o -name '*.pxd' -o -name '*.py' -o -name '*.csv' -o -name '*.toml' -o -name '*.tcss' -o -name '*.md')

.PHONY: play test lint types signature soak mutants bench fit strength tune tune-all tune-spoiled package clean

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

# Tunes the shipped default of a game with 500 iterations a decision and proves the result with
# 2,000 and 8,000: make tune GAME=samurai-sword. It takes hours; stopped, the same command goes on.
# In Sixteen Samurai seats choose simultaneously, so that the usual space has one more parameter there.
GAME ?= samurai-sword
TABLES_samurai-sword := 5
TABLES_seven-card-samurai := 4
TABLES_sixteen-samurai := 2,4
SPACE_sixteen-samurai := $(addprefix --param ,select c root_c block_select=puct,rm,ucb1 rollout epsilon cutoff final bias)
TUNED := tuning

tune: $(VENV)/built
	@mkdir -p $(TUNED)
	$(BIN)/kagemusha tune $(GAME) --players $(TABLES_$(GAME)) --player ismcts:iterations=500 \
	  $(SPACE_$(GAME)) --method ntbea --budget-games 2400 \
	  --target 2000 --transfer 8000 --elo1 30 --verify-games 2400 \
	  --study $(TUNED)/$(GAME).study $(ARGS) || test $$? -ne 2
	$(BIN)/kagemusha tune report $(TUNED)/$(GAME).study

tune-all:
	$(MAKE) tune GAME=sixteen-samurai
	$(MAKE) tune GAME=seven-card-samurai
	$(MAKE) tune GAME=samurai-sword

# A default spoiled on purpose: the tuner must find it, and the proof must say so (exit code 0).
tune-spoiled: $(VENV)/built
	@mkdir -p $(TUNED)
	$(BIN)/kagemusha tune samurai-sword --players 4 \
	  --player ismcts:iterations=100,select=ucb1,c=20,root_c=20,rollout=uniform,cutoff=-1 \
	  --param c=0.2..20:log --param root_c=0.05..20:log --param 'rollout={rule,uniform}' \
	  --param 'select={puct,ucb1}' \
	  --budget-games 1200 --study $(TUNED)/spoiled.study $(ARGS)

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
