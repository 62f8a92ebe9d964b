"""
Reads rounds and snapshots from before players were identified by account; then they were identified by name.

A desk that is read from them has accounts as players. The stored record does not change: the record of such a round
and its audit still use names.
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
    """The opening with accounts as players; unchanged if it already has them."""
    if opening.names:
        return opening
    chips = {
        account: opening.chips[name]
        for account, name in zip(accounts, opening.players, strict=True)
        if name in opening.chips
    }
    return replace(opening, players=accounts, chips=chips, names=opening.players)


def accounts_of_last(opening: Opening, places: tuple[PlaceNumber, ...], chairs: Chairs) -> tuple[str, ...]:
    """The accounts of a finished round in an old snapshot; a player who has left since is unknown."""
    accounts = []
    for seat, place in enumerate(places, start=1):
        chair = chairs.get(place)
        still_here = chair is not None and chair.name == opening.players[seat - 1]
        accounts.append(chair.player if chair is not None and still_here else f"unknown player of seat {seat}")
    return tuple(accounts)


def mains_by_account(mains: Mapping[str, int], chairs: Chairs) -> dict[str, int]:
    """Wagers by account, from wagers by name; the wagers of players who have left are dropped."""
    return {chair.player: mains[chair.name] for chair in chairs.values() if chair.name in mains}


def repost_by_account(repost: Wagers, accounts: Mapping[PlaceNumber, str]) -> dict[str, Any]:
    """Wagers to be made again, by place and account; the given keys have a place and a name or an account."""
    by_account = {}
    for key, wagers in repost.items():
        place = int(key.partition(":")[0])
        if place in accounts:
            by_account[repost_key(place, accounts[place])] = wagers
    return by_account
