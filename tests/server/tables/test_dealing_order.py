"""The public event of a deal: who received how many cards, in the order of the deal."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import GAMES
from support.desks import Drive

PACKETS = {
    "pyramid": [[1, 3], [2, 3], [3, 3], ["house", 3]],
    "pick2": [[1, 5], [2, 5], [3, 5], ["house", 5]],
    "casino": [[1, 7], [2, 7], [3, 7], ["house", 7]],
    "pai_gow": [[1, 7], [2, 7], [3, 7], ["house", 7]],
    "chinese": [[1, 13], [2, 13], [3, 13]],
    "showdown": [[1, 20], [2, 20], [3, 20]],
}


def deals(drive: Drive) -> list[list[list[Any]]]:
    return [event["packets"] for event in drive.public_events if event.get("move") == "dealt"]


@pytest.mark.parametrize("key", GAMES)
def test_the_first_deal_goes_from_seat_to_seat_and_to_the_dealer_last(key: str) -> None:
    drive = Drive(key)
    drive.open("deal")
    drive.play()
    assert deals(drive)[0] == PACKETS[key]


def test_P2P_A33_one_card_at_a_time() -> None:
    drive = Drive("pick2", players=2, options={"deal": "one_by_one"})
    drive.open("deal")
    drive.play()
    assert deals(drive) == [[[1, 1], [2, 1], ["house", 1]] * 5]
