# What a newcomer types. `make train` and `make test` set up what is missing first.
PYTHON ?=
VENV := .venv
ENV ?= blocks
ARGS ?=
SECONDS ?= 60
JOBS ?= 2
BENCHES := $(wildcard bench/*.py)
ROOT ?=
export PYTHON ROOT

.DEFAULT_GOAL := help
.PHONY: help setup core train test test-full fuzz signatures lint type docs wheel bench clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

setup: $(VENV)/.tests core ## install SWI-Prolog, a C compiler, .venv, package and tests where missing [ROOT=no]

train: core ## train and evaluate a pack: make train [ENV=blocks] [ARGS="--seed 1"]
	@$(VENV)/bin/python -m symbolic_rl train --env $(ENV) $(ARGS)

# A test that hangs is named, with the stacks of its threads, after 15 minutes; the longest takes one.
test: setup ## the tests, short form, in two processes: make test [JOBS=2] [ARGS="-k search"]
	@$(VENV)/bin/python -m pytest -m "not slow" -n $(JOBS) --dist worksteal --timeout 900 --timeout-method thread $(ARGS)

test-full: setup ## all tests: several seeds of training, thousands of programs, the wheel
	@$(VENV)/bin/python -m pytest $(ARGS)

fuzz: setup ## random cases with sanitizers: make fuzz [SECONDS=600] [ARGS="--seed 1 --targets border"]
	@$(VENV)/bin/python -m tests.fuzz $(SECONDS) $(ARGS)

signatures: setup ## write tests/signatures.json: exact results of searches, steps and training
	@$(VENV)/bin/python -m tests.signatures

lint: $(VENV)/.lint ## ruff: rules and format; subjects of commits; budgets of the code base
	@$(VENV)/bin/python -m ruff check .
	@$(VENV)/bin/python -m ruff format --check .
	@$(VENV)/bin/python -m tools.subjects
	-@$(VENV)/bin/python -m tools.budgets # a report, until all of them hold

type: $(VENV)/.lint ## mypy, strict
	@$(VENV)/bin/python -m mypy

docs: core ## the documentation site, in build/docs; a warning is an error
	@$(VENV)/bin/python -m pip install --quiet --constraint constraints.txt --group docs
	@$(VENV)/bin/python -m sphinx --fail-on-warning --keep-going --quiet -b html -c docs . build/docs
	@echo "build/docs/docs/index.html"

wheel: setup ## sdist and wheel in dist/, checked
	@rm -rf dist
	@$(VENV)/bin/python -m build --no-isolation --outdir dist .
	@$(VENV)/bin/python -m check_wheel_contents dist/*.whl

bench: setup ## every figure of docs/results.md: one table and one line of JSON for each
	@set -e; for bench in $(BENCHES); do echo "# $$bench"; $(VENV)/bin/python $$bench; done

clean: ## remove what was built, not .venv and not runs/
	@rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis prolog/core/*.so
	@find . -path ./$(VENV) -prune -o -name __pycache__ -type d -exec rm -rf {} +

# Stamps: done again when what they depend on changes, or when the checkout has moved, since a
# virtual environment and an editable install hold its path.
ifneq ($(shell cat $(VENV)/.installed 2>/dev/null),$(CURDIR))
.PHONY: $(VENV)/.installed
endif
$(VENV)/.installed: pyproject.toml constraints.txt tools/setup.sh
	@tools/setup.sh package
	@echo "$(CURDIR)" >$@

$(VENV)/.tests: $(VENV)/.installed
	@tools/setup.sh tests
	@touch $@

# The core says itself whether it is up to date: it knows its sources and its SWI-Prolog.
core: $(VENV)/.installed
	@$(VENV)/bin/python -m symbolic_rl.bridge.build >/dev/null

$(VENV)/.lint: $(VENV)/.installed
	@$(VENV)/bin/python -m pip install --quiet --constraint constraints.txt --group lint
	@touch $@
