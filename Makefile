# Mailboat's five words: play, test, run, lint, bench. Each sets up what it needs; all it needs is Python 3.11 or newer.

VENV := .venv
BIN  := $(VENV)/bin
# What to add to a command, as in: make test ARGS="-k lobby --fuzz"
ARGS :=

.DEFAULT_GOAL := help
.PHONY: help play test run lint bench format pins clean

help:  ## what can be made here
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play  ## play in a browser, on a simulated Discord: no token, no account
	$(BIN)/python -m bot play $(ARGS)

test: $(VENV)/.dev  ## run all tests
	$(BIN)/python -m pytest --numprocesses=auto $(ARGS)

run: $(VENV)/.run  ## run the bot on Discord; the token is MAILBOAT_TOKEN, from the environment or from .env
	$(BIN)/python -m bot migrate
	exec $(BIN)/python -m bot run $(ARGS)

lint: $(VENV)/.dev  ## check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(VENV)/.dev  ## measure, and print a table
	$(BIN)/python -m pytest tests/benchmarks --capture=no $(ARGS)

format: $(VENV)/.dev  ## write the code the way lint wants it
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

pins: $(VENV)/.dev  ## write down the releases that are installed now
	{ echo '# The exact releases that this project is tested with; made by `make pins`.'; \
	  $(BIN)/python -m pip freeze --exclude-editable; } > constraints.txt

clean:  ## forget the set-up; games and tokens stay
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

# A stamp says which set-up lies in the virtual environment; a newer pyproject.toml or constraints.txt makes it stale.
$(VENV)/.run:  EXTRAS :=
$(VENV)/.play: EXTRAS := [play]
$(VENV)/.dev:  EXTRAS := [dev]
$(VENV)/.run $(VENV)/.play $(VENV)/.dev: $(BIN)/pip pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.$(EXTRAS)'
	@touch $@

$(BIN)/pip:
	@lacking=; for python in python3.13 python3.12 python3.11 python3; do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  "$$python" -c 'import ensurepip, venv' 2>/dev/null || { lacking="$$python"; continue; }; \
	  echo "Setting up $(VENV) with $$("$$python" --version); this takes a minute, once."; \
	  exec "$$python" -m venv $(VENV); \
	done; \
	if [ -n "$$lacking" ]; then \
	  echo "$$lacking can't make virtual environments. On Debian and Ubuntu: apt-get install $$lacking-venv" >&2; \
	else \
	  echo "Mailboat needs Python 3.11 or newer, and finds none as python3.13, python3.12, python3.11 or python3." >&2; \
	fi; \
	exit 1
