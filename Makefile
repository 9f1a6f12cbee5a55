# Everything runs in .venv, which the first target sets up. On Debian that needs the package python3-venv.

PYTHON ?= python3
SESSION ?= samples/stuck-install.txt
SHARED ?= ../shared
SECONDS ?= 60

BIN := .venv/bin
REPORT := reports/$(basename $(notdir $(SESSION)))

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help report test check format docs accuracy fuzz

help: ## Show these targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

report: .venv/ready ## Write the report on SESSION=… as HTML and Markdown into reports/
	@mkdir -p reports
	@$(BIN)/loganalyst report '$(SESSION)' -o '$(REPORT).html' -o '$(REPORT).md' > /dev/null
	@printf '%s\n' '$(REPORT).html' '$(REPORT).md'

test: .venv/ready ## Run the tests
	@$(BIN)/python -m pytest -n 2 --dist loadgroup

fuzz: .venv/ready ## Search for inputs that a reader cannot take, SECONDS=… for each reader
	@$(BIN)/python -m tests.readers.fuzzing $(SECONDS) $(READERS)

check: .venv/ready ## Hold format, lint, types, layers, docstrings, dependencies and house style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/interrogate --quiet loganalyst
	$(BIN)/deptry .
	$(BIN)/python -m pytest -q tests/test_house_style.py tests/test_rule_pages.py

format: .venv/ready ## Format the code and apply the safe fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: .venv/ready ## Write a page for each rule into docs/rules/
	@$(BIN)/loganalyst rules docs docs/rules

accuracy: .venv/ready ## Count where each rule fires: samples, and in SHARED=… labels, specimens and real sessions
	@$(BIN)/loganalyst rules accuracy samples --shared '$(SHARED)'

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@
