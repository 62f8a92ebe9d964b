"""A beacon's rounds are named in advance, and its values come from a file that is only appended to."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from houseway.records.beacon import BeaconRound, PeriodicBeacon, beacon_data, read_beacon, values_in_file
from houseway.rules.errors import Unreadable

GENESIS = datetime(2026, 1, 1, tzinfo=UTC)


def beacon(published: Any = lambda number: None) -> PeriodicBeacon:
    return PeriodicBeacon(chain="52db9ba7", genesis=GENESIS, period=3, published=published)


@pytest.mark.parametrize(
    ("seconds", "number", "time"),
    [
        (-10, 1, "2026-01-01T00:00:00Z"),
        (-1, 1, "2026-01-01T00:00:00Z"),
        (0, 2, "2026-01-01T00:00:03Z"),
        (2.9, 2, "2026-01-01T00:00:03Z"),
        (3, 3, "2026-01-01T00:00:06Z"),
        (3600, 1202, "2026-01-01T01:00:03Z"),
    ],
)
def test_the_round_that_is_named_is_still_to_come(seconds: float, number: int, time: str) -> None:
    named = beacon().after(GENESIS + timedelta(seconds=seconds))
    assert named == BeaconRound(chain="52db9ba7", number=number, time=time)
    assert read_beacon(beacon_data(named)) == named


def test_values_are_read_as_they_are_appended(tmp_path: Path) -> None:
    file = tmp_path / "beacon.txt"
    source = beacon(values_in_file(file))
    first = source.after(GENESIS - timedelta(seconds=1))
    second = source.after(GENESIS)
    assert source.value(first) is None
    file.write_text(f"1 {'aa' * 32}\n2 {'bb' * 20}")
    assert source.value(first) == "aa" * 32
    assert source.value(second) is None, "its line is still being written"
    with file.open("a") as more:
        more.write("bb" * 12 + "\n")
    assert source.value(second) == "bb" * 32
    assert source.value(BeaconRound(chain="another", number=1, time=first.time)) is None


@pytest.mark.parametrize("line", ["3 abc", "x " + "aa" * 32, "aa" * 32, "-1 " + "aa" * 32, ""])
def test_a_line_that_is_no_value_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "beacon.txt"
    file.write_text(f"{line}\n")
    with pytest.raises(Unreadable, match="a line of a beacon's file is a number and 64 hexadecimal digits"):
        values_in_file(file)(1)


def test_values_after_a_bad_line_and_after_a_changed_value_are_read(tmp_path: Path) -> None:
    file = tmp_path / "beacon.txt"
    file.write_text(f"<html>\n1 {'aa' * 32}\n1 {'bb' * 32}\n2 {'cc' * 32}\n")
    published = values_in_file(file)
    with pytest.raises(Unreadable, match="not '<html>'"):
        published(2)
    assert published(2) == "cc" * 32
    for _ in range(2):
        with pytest.raises(Unreadable, match="two values for round 1"):
            published(1)


def test_a_value_that_changes_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "beacon.txt"
    file.write_text(f"1 {'aa' * 32}\n1 {'bb' * 32}\n")
    with pytest.raises(Unreadable, match="two values for round 1; it must only be appended to"):
        values_in_file(file)(1)
    with pytest.raises(Unreadable, match="a beacon's value is 64 lower-case hexadecimal digits"):
        beacon(lambda number: "zz").value(beacon().after(GENESIS))


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"chain": ""}, "a beacon's chain is 1 to 128 letters"),
        ({"chain": "a\nb"}, "a beacon's chain is 1 to 128 letters"),
        ({"chain": 5}, "a beacon's chain is 1 to 128 letters"),
        ({"round": 0}, "a beacon's round is a whole number from 1 up"),
        ({"round": True}, "a beacon's round is a whole number from 1 up"),
        ({"time": "2026-01-01 00:00:03"}, "a beacon's time is written like"),
        ({"time": "2026-1-1T00:00:03Z"}, "a beacon's time is written like"),
        ({"time": None}, "a beacon's time is written like"),
    ],
)
def test_an_invalid_beacon_round_is_refused(changes: dict[str, Any], refusal: str) -> None:
    data = {"chain": "52db9ba7", "round": 2, "time": "2026-01-01T00:00:03Z"}
    with pytest.raises(Unreadable, match=refusal):
        read_beacon({**data, **changes})
    with pytest.raises(Unreadable, match="a beacon is a chain, a round and a time"):
        read_beacon([])
