"""Imports point one way; the contracts stand in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.api import read_configuration

ROOT = Path(__file__).parents[2]
CONTRACTS = [str(each["id"]) for each in read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_imports_point_one_way(contract: str) -> None:
    """Only the bot knows Discord, only the desk knows SQL, and rules know nothing but rules."""
    lint = "from importlinter.cli import lint_imports_command as lint; lint()"
    command = [sys.executable, "-c", lint, "--no-logo", "--no-cache", "--contract", contract, "pyproject.toml"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
