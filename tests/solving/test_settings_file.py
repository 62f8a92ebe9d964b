"""Opponents' settings as a text file: read as written, and every fault named with its line."""

from pathlib import Path

import pytest

from houseway.rules.errors import Unreadable
from houseway.rules.setting import why_not_set
from houseway.solving import settings_file as listed
from houseway.solving.settings_file import read_settings
from support.playing import cards, games

PYRAMID = games()["pyramid"]
CHINESE = games()["chinese"]
GOOD = "6c | Js Jd"


def written(folder: Path, text: str) -> Path:
    path = folder / "settings.txt"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path, key: str = "pyramid") -> str:
    with pytest.raises(Unreadable) as refusal:
        read_settings(path, games()[key])
    sentence = str(refusal.value)
    assert "\n" not in sentence
    assert str(path) in sentence
    return sentence


def test_every_line_is_a_setting_and_blank_and_marked_lines_are_not(tmp_path: Path) -> None:
    path = written(tmp_path, f"# two of them\n\n{GOOD}\n   # and\n  2s|Ah Kd  \n")
    assert read_settings(path, PYRAMID) == [
        {"low": cards("6c"), "high": cards("Js Jd")},
        {"low": cards("2s"), "high": cards("Ah Kd")},
    ]


def test_windows_line_ends_and_a_missing_last_one_are_read(tmp_path: Path) -> None:
    path = tmp_path / "settings.txt"
    path.write_bytes(f"{GOOD}\r\n{GOOD}".encode())
    assert len(read_settings(path, PYRAMID)) == 2


def test_thirteen_cards_in_the_games_order(tmp_path: Path) -> None:
    path = written(tmp_path, "2c 3c 4d | 5h 5d 9c 9s Kh | As Ad Ah 7c 7d\n")
    (setting,) = read_settings(path, CHINESE)
    assert [len(hand) for hand in setting.values()] == [3, 5, 5]
    whole = tuple(card for hand in setting.values() for card in hand)
    slots = CHINESE.slots(CHINESE.terms, None)  # type: ignore[arg-type]
    assert why_not_set(slots, whole, setting) is None


FAULTS = {
    "6c | Js Jd | 2c": "Pyramid Poker has 2 hands (low, high), not 3",
    "6c Js Jd": "Pyramid Poker has 2 hands (low, high), not 1",
    "6c 7c | Js Jd": "low takes 1 card, not 2",
    "6c | Js": "high takes 2 cards, not 1",
    "Ac | Ks Qd": "outranks",
    "6c | Js Xx": "Xx",
    "6c | Js J": "J",
    "hello": "hello",
    "|": "low takes 1 card, not 0",
}


@pytest.mark.parametrize("line", FAULTS)
def test_a_fault_is_reported_with_its_line_number(tmp_path: Path, line: str) -> None:
    sentence = refused(written(tmp_path, f"{GOOD}\n\n{line}\n"))
    assert "line 3: " in sentence
    assert FAULTS[line] in sentence


def test_more_copies_than_the_shoe_holds_are_refused(tmp_path: Path) -> None:
    line = "2c 2c 4d | 5h 5d 9c 9s Kh | As Ad Ah 7c 7d"
    assert "the shoe does not have that many of 2c" in refused(written(tmp_path, line), "chinese")


def test_a_fouled_setting_is_refused(tmp_path: Path) -> None:
    line = "As Ad Ah | 5h 5d 9c 9s Kh | 2c 3c 4d 7c 7d"
    assert "line 1: " in refused(written(tmp_path, line), "chinese")


def test_files_that_hold_no_settings_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "has 0 settings" in refused(written(tmp_path, ""))
    assert "has 0 settings" in refused(written(tmp_path, "# only words\n"))
    monkeypatch.setattr(listed, "MOST_SETTINGS", 2)
    assert "has 3 settings; it should have 1 to 2" in refused(written(tmp_path, f"{GOOD}\n" * 3))


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "none.txt")
    assert "cannot be read" in refused(tmp_path)
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\xff\xfe\x00\x01")
    assert "is not text" in refused(binary)
