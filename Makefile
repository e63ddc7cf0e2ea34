# Every target does the set-up that it needs by itself. `make help` lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PY := .venv/bin/python
PYTEST := $(PY) -m pytest
WORKERS ?= 4
URL ?=
SOURCE ?=
MINUTES ?= 10
ROUNDS ?= 12
SEED ?= 1
LIMIT ?=
ARGS ?=

# Compiled modules are kept: hundreds of processes of the tests would compile the package again, 0.35 CPU s each.
unexport PYTHONDONTWRITEBYTECODE

PYTHON_READY := .venv/.python-ready
ASSETS_READY := .venv/.webassets-ready
WIDGETS_READY := .venv/.widgets-ready

.PHONY: help setup biome browser grid demo test check protocol conformance bench bench-peers soak chaos chaos-long clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

setup: $(PYTHON_READY) $(ASSETS_READY) $(WIDGETS_READY) browser ## make .venv with everything, fetch the web assets, find or install Chromium

$(PYTHON_READY): pyproject.toml scripts/setup/constraints.txt scripts/setup/python.sh
	@scripts/setup/python.sh
	@touch $@

$(ASSETS_READY): scripts/setup/web-packages.txt scripts/webassets.py $(PYTHON_READY)
	@rm -rf .venv/webassets
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
		--target .venv/webassets --requirement scripts/setup/web-packages.txt
	@$(PY) -m scripts.webassets
	@touch $@

$(WIDGETS_READY): $(shell find scripts/setup/widgets -type f) scripts/setup/widgets.sh | $(PYTHON_READY)
	@scripts/setup/widgets.sh
	@touch $@

browser:
	@scripts/setup/browser.sh

grid: $(PYTHON_READY)
	@scripts/setup/grid.sh

biome: $(PYTHON_READY)
	@scripts/setup/biome.sh

demo: $(PYTHON_READY) $(ASSETS_READY) browser ## buy something in the bundled shop; make demo URL=https://… observes any page
	@$(PY) -m scripts.demo $(if $(URL),--url '$(URL)') $(ARGS)

test: setup grid ## run the tests, live ones included, on asyncio and trio
	@$(PYTEST) -n $(WORKERS) --dist worksteal $(ARGS)

check: $(PYTHON_READY) biome ## lint, format, types, scripts for pages, import rule, house rules, generated protocol
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m pyright
	@.venv/biome/biome check --error-on-warnings .
	@$(PY) -m scripts.rooms
	@$(PY) -m scripts.house
	@$(PY) -m protocol_gen --check

protocol: $(PYTHON_READY) ## regenerate cdp_engine/protocol; SOURCE=http://… or npm:devtools-protocol re-pins first
	@$(PY) -m protocol_gen $(if $(SOURCE),--source '$(SOURCE)')

conformance: setup grid ## every requirement row with its tests and their result
	@$(PY) -m scripts.conformance -n $(WORKERS) --dist worksteal $(ARGS)

bench: $(PYTHON_READY) $(ASSETS_READY) browser ## measure ourselves against the bare calls: ratios of medians from one interleaved run
	@$(PY) -m scripts.bench $(ARGS)

bench-peers: $(PYTHON_READY) browser ## measure ourselves against other tools, which it installs, on pages of four sizes
	@$(PY) -m pip install --quiet --disable-pip-version-check --constraint scripts/setup/constraints.txt --editable '.[bench]'
	@scripts/setup/peers.sh
	@$(PY) -m scripts.bench peers tools $(ARGS)

soak: setup ## replay 7,000 random steps on eight applications and ten pages of widgets; then use one browser for long and watch what it leaves
	@$(PYTEST) -m soak -n $(WORKERS) --dist worksteal
	@$(PY) -m scripts.soak --minutes $(MINUTES) $(ARGS)

chaos: $(PYTHON_READY) browser ## random faults against random actions, nothing may be left; ROUNDS=… SEED=… LIMIT=…
	@$(PY) -m scripts.chaos --rounds $(ROUNDS) --seed $(SEED) $(if $(LIMIT),--seconds $(LIMIT)) $(ARGS)

chaos-long: $(PYTHON_READY) browser ## 500 rounds of it with messages of 200 MB; SEED=… ROUNDS=…
	@$(PY) -m scripts.chaos --rounds $(if $(filter-out 12,$(ROUNDS)),$(ROUNDS),500) --seed $(SEED) --long $(ARGS)

clean: ## remove .venv and everything that was built
	@rm -rf .venv .cache build dist report .pytest_cache .ruff_cache .hypothesis *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
