"""
House ways of many cards are computed in a thread before a table needs them.

A game caches the house way of the latest hands. The table's own decision, which stays on the event loop and in order,
then takes no time.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ...rules.cards import JOKER, Cards
from ...rules.errors import HousewayError
from ...rules.game import AnyGame, SetHands
from ...rules.round import Round
from ..tables.desk import Desk
from ..views import messages
from .commands import TableCommand, read_hands

MANY_CARDS = 8
"""The house way of more cards than this takes longer than a few milliseconds."""


async def prepare_house_way(game: AnyGame, cards: Cards) -> None:
    """Compute the house way of these cards in a thread if it takes long."""
    if game.house_way is not None and len(cards) > MANY_CARDS:
        await asyncio.to_thread(game.house_way, game.terms, cards)


async def prepare_command(desk: Desk, account: str, message: TableCommand) -> None:
    """Compute the house ways that the decision about a command will need."""
    match message:
        case messages.HouseWay():
            await prepare_seats(desk.round, desk.seats_of(account))
        case messages.Set():
            await prepare_seats(desk.round, desk.seats_of(account) if _leaves_jokers_open(message) else ())
        case messages.Decide():
            await prepare_seats(desk.round, ())


def _leaves_jokers_open(message: messages.Set) -> bool:
    """Does a player set jokers without naming what they stand for? Only the house way may be set like that."""
    with suppress(HousewayError):
        return not message.jokers and any(JOKER in hand for hand in read_hands(message.hands).values())
    return False


async def prepare_seats(round_: Round | None, seats: tuple[int, ...]) -> None:
    """Compute the house way of the dealer's hand, and of these seats if they have to set their hands now."""
    if round_ is None:
        return
    hands = [round_.dealer]
    if isinstance(round_.step, SetHands):
        waiting = waiting_seats(round_)
        hands += [round_.seat(seat).cards for seat in seats if seat in waiting]
    for cards in hands:
        with suppress(HousewayError):  # the table's own decision gives the reason
            await prepare_house_way(round_.game, cards)


def waiting_seats(round_: Round | None) -> tuple[int, ...]:
    """The seats that the round waits for, without the house."""
    if round_ is None:
        return ()
    return tuple(seat for seat in round_.waiting_for if isinstance(seat, int))
