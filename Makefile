# make demo and make test are all a newcomer needs; `make setup` alone makes .venv.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: setup demo test check bench soak lint format types arrows security semgrep

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@deploy/make_venv.sh "$(PYTHON)"
	@touch $(READY)

demo: setup
	@$(BIN)/nightcrew demo

# A file stays with one process, so that what it shares is made once; in the order of the folders, for the
# files of few and long tests come first then.
test: setup
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

check: setup format lint types arrows security test

format:
	@$(BIN)/ruff format --check src flows tests

lint:
	@$(BIN)/ruff check src flows tests

types:
	@$(BIN)/mypy

arrows:
	@$(BIN)/lint-imports

security:
	@$(BIN)/bandit -q -c pyproject.toml -r src flows

# Apart from the rest: it installs a program of its own, and takes a minute.
semgrep: setup
	@deploy/run_semgrep.sh

bench: setup
	@$(BIN)/python -m tests.benchmarks

soak: setup
	@$(BIN)/python -m pytest -m soak
