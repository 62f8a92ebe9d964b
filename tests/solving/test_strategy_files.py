"""Strategy files: what is written comes back, the same bytes each time, and a wrong file is refused in one sentence."""

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import houseway
from houseway.rules.errors import Unreadable
from houseway.sampling.json_types import Json
from houseway.solving.strategy_files import HEADER, Tables, cache_path, read_tables, shipped, write_tables

MADE_FOR: dict[str, Json] = {"scoring": "2-4", "bonuses": False, "limit": None}


def some(**changed: Any) -> Tables:
    arrays = {"worths": np.linspace(-1, 1, 50), "codes": np.arange(12, dtype=np.uint16).reshape(3, 4)}
    whole: dict[str, Any] = {"game": "chinese", "made_for": MADE_FOR, "made_by": {"seed": 7, "deals": 100}}
    return Tables(**{**whole, "arrays": arrays, **changed})


def refused(source: Path | bytes, *, game: str = "chinese", made_for: Any = MADE_FOR) -> str:
    with pytest.raises(Unreadable) as refusal:
        read_tables(source, game=game, made_for=made_for)
    sentence = str(refusal.value)
    assert "\n" not in sentence
    return sentence


def test_written_values_are_read_back_equal(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "one.npz"
    write_tables(some(), path)
    for source in (path, path.read_bytes()):
        tables = read_tables(source, game="chinese", made_for=MADE_FOR)
        assert (tables.game, tables.made_for, tables.made_by) == ("chinese", MADE_FOR, {"seed": 7, "deals": 100})
        assert sorted(tables.arrays) == ["codes", "worths"]
        for name, array in some().arrays.items():
            assert tables.arrays[name].dtype == array.dtype
            assert np.array_equal(tables.arrays[name], array)


def test_the_same_tables_are_the_same_bytes_whenever_and_in_whatever_order(monkeypatch: pytest.MonkeyPatch) -> None:
    first = some().data()
    monkeypatch.setattr("time.localtime", lambda *_: (2033, 5, 18, 3, 33, 20, 2, 138, 0))
    turned = some(arrays=dict(reversed(list(some().arrays.items()))), made_for=dict(reversed(MADE_FOR.items())))
    assert turned.data() == first
    assert some(made_by={"seed": 8, "deals": 100}).data() != first


def test_only_the_options_that_were_read_must_agree() -> None:
    data = some().data()
    assert read_tables(data, game="chinese", made_for={"scoring": "2-4"}).game == "chinese"
    assert read_tables(data, game="chinese", made_for={}).game == "chinese"


def test_tables_of_another_game_or_other_terms_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    write_tables(some(), path)
    assert refused(path, game="casino") == f"{path} has a strategy for 'chinese', not for casino"
    sentence = refused(path, made_for={**MADE_FOR, "scoring": "1-6"})
    assert sentence.startswith(f"{path} was made for scoring='2-4', not scoring='1-6'")
    assert "houseway solve" in sentence
    assert "does not say for which players it was made" in refused(path, made_for={"players": 3})
    assert "has a strategy for" in refused(path.read_bytes(), game="casino")


def test_an_option_the_file_does_not_know_is_not_taken_for_one_that_is_off() -> None:
    """`None` is a value: a file that says nothing of an option was not made for it."""
    assert "jokers" in refused(some().data(), made_for={"jokers": None})


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    assert "cannot be read: No such file or directory" in refused(tmp_path / "none.npz")
    assert "cannot be read" in refused(tmp_path)


@pytest.mark.parametrize("cut", [0, 1, 10, 100, -1, -30])
def test_a_file_cut_short_is_no_strategy_file(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "cut.npz"
    path.write_bytes(some().data()[:cut])
    assert "strategy file" in refused(path)


def test_any_byte_may_be_damaged() -> None:
    """Either the damage does not matter, or it is refused in a sentence; often it is."""
    good = some().data()
    refused_count = 0
    for place in range(0, len(good), 7):
        bad = bytearray(good)
        bad[place] ^= 0xFF
        try:
            read_tables(bytes(bad), game="chinese", made_for=MADE_FOR)
        except Unreadable:
            refused_count += 1
    assert refused_count > 20


def packed(**parts: Any) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, **parts)
    return buffer.getvalue()


def header(value: Any) -> Any:
    return np.frombuffer(json.dumps(value).encode(), dtype=np.uint8)


def array_file() -> bytes:
    file = io.BytesIO()
    np.save(file, np.arange(3))
    return file.getvalue()


def zip_of_text() -> bytes:
    file = io.BytesIO()
    zipfile.ZipFile(file, "w").writestr("header.npy", "hello")
    return file.getvalue()


GOOD_HEADER = {"houseway_strategy": 1, "game": "chinese", "made_for": MADE_FOR, "made_by": {}}
NONSENSE: dict[str, bytes] = {
    "nothing": b"",
    "text": b"low: 7\n",
    "an array alone": array_file(),
    "no header": packed(worths=np.arange(3)),
    "a header of numbers": packed(**{HEADER: np.arange(300)}),
    "a header that is a list": packed(**{HEADER: header([1])}),
    "a header that is null": packed(**{HEADER: header(None)}),
    "made for nothing": packed(**{HEADER: header({**GOOD_HEADER, "made_for": None})}),
    "made for a number": packed(**{HEADER: header({**GOOD_HEADER, "made_for": 7})}),
    "another format": packed(**{HEADER: header({**GOOD_HEADER, "houseway_strategy": 99})}),
    "no format": packed(**{HEADER: header({"game": "chinese"})}),
    "objects": packed(**{HEADER: header(GOOD_HEADER), "worths": np.array([{"a": 1}], dtype=object)}),
    "a zip of text": zip_of_text(),
}


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_is_refused_in_one_sentence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "nonsense.npz"
    path.write_bytes(NONSENSE[kind])
    assert str(path) in refused(path)
    refused(NONSENSE[kind])


def test_a_failed_write_leaves_the_last_good_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.npz"
    write_tables(some(), path)
    before = path.read_bytes()

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Unreadable, match=r"one\.npz cannot be written: No space left on device"):
        write_tables(some(made_by={"seed": 9}), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["one.npz"]


def test_an_interrupted_write_leaves_the_last_good_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "one.npz"
    write_tables(some(), path)
    before = path.read_bytes()
    write = Path.write_bytes

    def half(self: Path, data: bytes) -> int:
        write(self, data[: len(data) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(KeyboardInterrupt):
        write_tables(some(made_by={"seed": 9}), path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["one.npz"]


def test_an_unwritable_destination_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(Unreadable, match="cannot be written"):
        write_tables(some(), tmp_path / "file" / "one.npz")


def test_files_that_are_not_shipped_are_none_and_shipped_ones_can_be_read() -> None:
    assert shipped("houseway.games.casino.solver", "no such strategy") is None
    paths = sorted((Path(houseway.__file__).parent / "games").glob("*/solver/shipped/*.npz"))
    assert len(paths) >= 13
    for path in paths:
        data = shipped(f"houseway.games.{path.parts[-4]}.solver", path.stem)
        assert data is not None
        assert len(data) < 200_000
        header_ = json.loads(np.load(io.BytesIO(data))[HEADER].tobytes())
        assert read_tables(data, game=header_["game"], made_for=header_["made_for"]).made_by


def test_tables_are_cached_for_the_user_by_game_and_terms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = cache_path("chinese", "ab" * 32)
    assert path is not None
    assert path.name == f"chinese-{'ab' * 12}.npz"
    assert cache_path("casino", "ab" * 32) != path
    write_tables(some(), path)
    assert read_tables(path, game="chinese", made_for=MADE_FOR).game == "chinese"
