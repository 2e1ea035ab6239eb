"""What measuring shares: a table, printed at the end.

Nothing here passes or fails by the clock; the limits are printed beside.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent


class Row(NamedTuple):
    """A measurement. most, least: what it should stay within, if anything."""

    name: str
    value: float
    unit: str
    most: float | None
    least: float | None

    @property
    def verdict(self) -> str:
        """Whether it does."""
        if self.most is None and self.least is None:
            return ""
        over = self.most is not None and self.value > self.most
        under = self.least is not None and self.value < self.least
        return "NOT MET" if over or under else "ok"

    @property
    def limit(self) -> str:
        """The limit in words."""
        if self.most is not None:
            return f"≤ {self.most:,g} {self.unit}"
        return "" if self.least is None else f"≥ {self.least:,g} {self.unit}"


ROWS = pytest.StashKey[list[Row]]()

Measured = Callable[..., None]


def pytest_configure(config: pytest.Config) -> None:
    config.stash[ROWS] = []


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Measuring takes a quiet machine: only who asks for this folder gets it."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    return None if any(path.is_relative_to(HERE) for path in asked) else True


@pytest.fixture
def measured(pytestconfig: pytest.Config) -> Measured:
    """Puts a line into the table: `measured("resume", 1.2, "ms", most=5)`."""

    def put(name: str, value: float, unit: str, *, most: float | None = None, least: float | None = None) -> None:
        pytestconfig.stash[ROWS].append(Row(name, value, unit, most, least))

    return put


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    rows = config.stash[ROWS]
    if not rows:
        return
    terminalreporter.section("measured")
    wide = max(len(row.name) for row in rows)
    for row in rows:
        value = f"{row.value:,.2f} {row.unit}"
        terminalreporter.write_line(f"{row.name:<{wide}}  {value:>20}  {row.limit:>20}  {row.verdict}")
