"""The disk cache: values are read back equal, and damaged or unusable files are harmless."""

import io
import os
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.kernels import disk_cache
from houseway.kernels.cache import is_ours
from houseway.kernels.disk_cache import SPOILED, cached, cached_by_options_read, packed, unpacked
from houseway.rules.cards import Cards, read_cards


def test_a_cached_value_is_not_made_again(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(1)
        return [1, 2, 3]

    assert cached("numbers", make, tmp_path) == cached("numbers", make, tmp_path) == [1, 2, 3]
    assert len(made) == 1
    assert cached("other numbers", make, tmp_path) == [1, 2, 3]
    assert len(made) == 2


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    cached("numbers", lambda: [1], tmp_path)
    (file,) = tmp_path.iterdir()
    for spoiled in (b"", b"\x80\x05nonsense", file.read_bytes()[:-3]):
        file.write_bytes(spoiled)
        assert cached("numbers", lambda: [2], tmp_path) == [2]


def test_values_are_made_where_nothing_can_be_stored(tmp_path: Path) -> None:
    assert cached("numbers", lambda: [1], None) == [1]
    assert cached("numbers", lambda: [1], tmp_path / "missing") == [1]


def test_a_cached_value_serves_all_terms_with_the_same_options_read(tmp_path: Path) -> None:
    made: list[int] = []

    def make(terms: SimpleNamespace) -> tuple[dict[str, int], str]:
        made.append(1)
        return {"decks": terms.decks}, f"{terms.decks} decks"

    one, same, other = (SimpleNamespace(decks=d, fee=fee) for d, fee in ((1, 0), (1, 5), (2, 0)))
    values = [cached_by_options_read("shoes", terms, make, tmp_path) for terms in (one, same, other, one, other)]
    assert values == ["1 decks", "1 decks", "2 decks", "1 decks", "2 decks"]
    assert len(made) == 2
    assert cached_by_options_read("shoes", one, make, None) == "1 decks"
    assert len(made) == 3
    for file in tmp_path.iterdir():
        file.write_bytes(b"nonsense")
    assert cached_by_options_read("shoes", one, make, tmp_path) == "1 decks"


class Colour(StrEnum):
    RED = "red"


class Corner(NamedTuple):
    cards: Cards
    colour: Colour


@dataclass(frozen=True)
class Board:
    corners: Mapping[int, Corner | None]
    numbers: NDArray[np.uint16]


BOARD = Board({1: Corner(read_cards("As Xx"), Colour.RED), 2: None}, np.arange(6, dtype=np.uint16).reshape(2, 3))


def test_named_classes_are_read_back_equal(tmp_path: Path) -> None:
    for _ in range(2):
        board = cached("board", lambda: BOARD, tmp_path, classes=(Board, Corner, Colour))
        assert board.corners == BOARD.corners
        assert type(board.corners[1]) is Corner
        assert board.numbers.dtype == np.uint16
        assert board.numbers.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_class_that_is_not_named_is_never_stored(tmp_path: Path) -> None:
    assert cached("board", lambda: BOARD, tmp_path) is BOARD
    assert not list(tmp_path.iterdir())


class Trap:
    """Would write a file if it were unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (self.path,))


def test_a_foreign_file_is_never_executed(tmp_path: Path) -> None:
    """A pickle in the place of a table, or in an array of it, is not loaded."""
    folder = tmp_path / "cache"
    sprung = tmp_path / "sprung"
    folder.mkdir()
    cached("numbers", lambda: [1], folder)
    (file,) = folder.iterdir()
    objects = io.BytesIO()
    np.savez(objects, tree=np.array([Trap(sprung)], dtype=object))
    for planted in (pickle.dumps(Trap(sprung)), objects.getvalue()):
        file.write_bytes(planted)
        assert cached("numbers", lambda: [2], folder) == [2]
    assert not sprung.exists()


def test_a_file_can_only_produce_classes_that_its_reader_names(tmp_path: Path) -> None:
    data = packed(BOARD, (Board, Corner, Colour))
    with pytest.raises(SPOILED):
        unpacked(data, (Corner, Colour))


def test_nothing_in_the_package_unpickles() -> None:
    sources = Path(disk_cache.__file__).parents[1].rglob("*.py")
    assert not [path.name for path in sources if "import pickle" in path.read_text(encoding="utf-8")]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="permissions of the system")
def test_the_folder_of_compiled_kernels_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "houseway" / "numba" / "abc"
    folder.mkdir(parents=True)
    for each in (folder, *folder.parents[:2]):
        each.chmod(0o777)
    assert is_ours(folder)
    assert {oct(each.stat().st_mode & 0o777) for each in (folder, *folder.parents[:2])} == {"0o700"}
