"""What all tests share: how much random play is wanted."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fuzz", action="store_true", help="also run the long random plays")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--fuzz"):
        return
    for item in items:
        if item.get_closest_marker("fuzz"):
            item.add_marker(pytest.mark.skip(reason="long random play: runs with --fuzz"))
