"""
Rounds and snapshots from before accounts were the players: then the rules knew everybody by the name they showed.

A table that was written so is read as if its players had been accounts all along. What was recorded stays as it is: the
record of such a round and its audit still go by names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...rules.game import Opening
from ...rules.values import replace
from .desk import Chair, PlaceNumber, repost_key

Chairs = Mapping[PlaceNumber, Chair]
Wagers = Mapping[str, Mapping[str, int]]


def opening_by_account(opening: Opening, accounts: tuple[str, ...]) -> Opening:
    """The opening with accounts as players; one that has them already stays as it is."""
    if opening.names:
        return opening
    chips = {
        account: opening.chips[name]
        for account, name in zip(accounts, opening.players, strict=True)
        if name in opening.chips
    }
    return replace(opening, players=accounts, chips=chips, names=opening.players)


def accounts_of_last(opening: Opening, places: tuple[PlaceNumber, ...], chairs: Chairs) -> tuple[str, ...]:
    """Who played a finished round of an old snapshot, as far as they still sit there; the others are nobody known."""
    accounts = []
    for seat, place in enumerate(places, start=1):
        chair = chairs.get(place)
        still_here = chair is not None and chair.name == opening.players[seat - 1]
        accounts.append(chair.player if chair is not None and still_here else f"unknown player of seat {seat}")
    return tuple(accounts)


def mains_by_account(mains: Mapping[str, int], chairs: Chairs) -> dict[str, int]:
    """Wagers by name as wagers by account; those of people who have left the table are dropped."""
    return {chair.player: mains[chair.name] for chair in chairs.values() if chair.name in mains}


def repost_by_account(repost: Wagers, accounts: Mapping[PlaceNumber, str]) -> dict[str, Any]:
    """Wagers to be made again, by place and account; the old keys have the name or the account."""
    by_account = {}
    for key, wagers in repost.items():
        place = int(key.partition(":")[0])
        if place in accounts:
            by_account[repost_key(place, accounts[place])] = wagers
    return by_account
