"""
Bots: players run by the room. They see the views and send the messages that people do.

A bot computes its move in a thread, from its seat's view alone. Levels other than the house way may compute for seconds
on terms they have not seen before. They have their own thread and a deadline, after which the bot plays the house way,
so that the terms of one table never keep the bots of others waiting. The time of a bot's move does
not show how long it computed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from math import ceil
from typing import TypeVar

from ...games.ask import strategy
from ...rules.cards import write_cards
from ...rules.errors import HousewayError, NotAllowed
from ...rules.game import AnyGame
from ...rules.moves import Decided, HandsSet, Posted, SeatMove
from ...rules.view import View, view
from ...solving import LEVELS
from ...solving.strategy import Strategy, lowest_wagers
from ..tables.desk import Chair
from ..tables.seating import bank_offered_to
from ..views import messages
from ..views.catalogue import Variant, variant_of
from .actor import Actor
from .commands import TableCommand
from .outbox import Caller

S = TypeVar("S")
T = TypeVar("T")
NAMES = (
    "Ada",
    "Blaise",
    "Carl",
    "Dorothy",
    "Emil",
    "Florence",
    "Gerolamo",
    "Hedy",
    "Ida",
    "Jakob",
    "Katherine",
    "Leonhard",
)
DEFAULT = "house_way"
DEEP_SECONDS = 8.0
"""How long a bot of another level may queue and compute; then it plays the house way."""


def left_to_wait(took: float, pace: float) -> float:
    """
    How long a bot still waits that computed for so long: until a whole number of its usual times for a move is over.

    How long a bot computes depends on its cards. Without this, everybody could tell from the time of its move.
    """
    if pace <= 0:
        return 0.0
    return max(1, ceil(took / pace)) * pace - took


def check_bots(levels: Iterable[str], *, changed: bool) -> None:
    """Refuse bots that would need a new strategy for a visitor's own terms: computing one takes too long."""
    other = sorted({level for level in levels if level != DEFAULT})
    if changed and other:
        named = " and ".join(other)
        raise NotAllowed(
            f"{named} bots know the room's own terms only; take {DEFAULT} bots, or leave the options as they are"
        )


@lru_cache(maxsize=64)
def strategy_for(variant: Variant, level: str) -> Strategy:
    """The strategy of a level under a table's terms; the house way if the game has no such level."""
    try:
        return strategy(variant.rules, level)
    except HousewayError:
        return strategy(variant.rules, DEFAULT)


def choose_move(game: AnyGame, level: str, seat_view: View) -> SeatMove:
    """The move of a bot; that of the house way if its strategy fails."""
    try:
        return strategy_for(variant_of(game), level).move(game, seat_view)
    except HousewayError:
        return strategy(game, DEFAULT).move(game, seat_view)


def takes_bank(game: AnyGame, level: str, chips: int) -> bool:
    """Whether a bot of this level takes the bank with these chips."""
    return strategy_for(variant_of(game), level).banks(game, chips)


def as_message(table: str, round_id: str, name: str, version: int, move: SeatMove) -> messages.AnyMove:
    """A move as a client would send it."""
    match move:
        case Posted(seat=seat, wagers=wagers):
            return messages.Post(name, table, round=round_id, version=version, seat=seat, wagers=dict(wagers))
        case Decided(seat=seat, option=option, stake=stake):
            return messages.Decide(name, table, round=round_id, version=version, seat=seat, option=option, stake=stake)
        case HandsSet(seat=seat, setting=setting, jokers=jokers, claims=claims):
            hands = {slot: write_cards(cards) for slot, cards in setting.items()}
            named = {slot: write_cards(cards) for slot, cards in jokers.items()}
            return messages.Set(
                name,
                table,
                round=round_id,
                version=version,
                seat=int(seat),
                hands=hands,
                jokers=named,
                claims=list(claims),
            )


class Bots:
    """All bots of a process."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="bot")
        self._deep_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="deep bot")
        self._thinking: dict[tuple[object, ...], asyncio.Task[None]] = {}

    def stop(self) -> None:
        for task in self._thinking.values():
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._deep_thread.shutdown(wait=False, cancel_futures=True)

    def wake(self, actor: Actor) -> None:
        """Let every bot begin to compute that this table waits for."""
        if not actor.owned:
            return
        desk = actor.desk
        for place in bank_offered_to(desk):
            if desk.chairs[place].bot and desk.people:
                self._begin(("bank", desk.table, desk.begun, place), self._bank(actor, place))
        live = desk.live
        round_ = desk.round
        if live is None or round_ is None:
            return
        for seat in round_.waiting_for:
            chair = desk.chair_of_seat(seat) if isinstance(seat, int) else None
            if chair is not None and chair.bot and isinstance(seat, int):
                key = ("move", live.id, round_.steps_done, seat)
                self._begin(key, self._move(actor, chair, live.id, seat))

    def _begin(self, key: tuple[object, ...], work: Coroutine[object, object, None]) -> None:
        if key in self._thinking:
            work.close()
            return
        task = asyncio.create_task(work)
        self._thinking[key] = task
        task.add_done_callback(lambda _: self._thinking.pop(key, None))

    async def _move(self, actor: Actor, chair: Chair, round_id: str, seat: int) -> None:
        round_ = actor.desk.round
        if round_ is None or not chair.bot:
            return
        clock = asyncio.get_running_loop().time
        begun = clock()
        seat_view = view(round_, seat)
        move = await self._compute(choose_move, round_.game, chair.bot, seat_view)
        await asyncio.sleep(left_to_wait(clock() - begun, actor.pace.bot))
        if actor.desk.live is None or actor.desk.live.id != round_id:
            return
        name = f"bot:{round_id}:{seat}:{round_.steps_done}"
        message = as_message(actor.desk.table, round_id, name, round_.version, move)
        is_accepted = await _send(actor, chair, message)
        if is_accepted or not isinstance(move, Posted):
            return
        # it may be short of chips, and then wagers as little as the game allows
        lowest = Posted(seat, lowest_wagers(round_.game, seat_view))
        await _send(actor, chair, as_message(actor.desk.table, round_id, f"{name}:least", round_.version, lowest))

    async def _bank(self, actor: Actor, place: int) -> None:
        """Take the bank that is offered, or pass it on."""
        await asyncio.sleep(actor.pace.bot)
        desk = actor.desk
        chair = actor.desk.chairs.get(place)
        if chair is None or place not in bank_offered_to(desk):
            return
        name = f"bot:{desk.table}:bank:{desk.begun}:{place}"
        takes = await self._compute(takes_bank, desk.game, chair.bot or DEFAULT, chair.bring)
        has_taken = takes and await _send(actor, chair, messages.Bank(name, desk.table, seat=place))
        if not has_taken:  # it does not want the bank, or was refused for lack of chips
            await _send(actor, chair, messages.PassBank(f"{name}:pass", desk.table, seat=place))

    async def _compute(self, choose: Callable[[AnyGame, str, S], T], game: AnyGame, level: str, given: S) -> T:
        """The choice of a bot of this level; that of the house way if it takes too long."""
        loop = asyncio.get_running_loop()
        if level != DEFAULT:
            with suppress(TimeoutError):
                async with asyncio.timeout(DEEP_SECONDS):  # a computation that has not begun by then is dropped
                    return await loop.run_in_executor(self._deep_thread, choose, game, level, given)
        return await loop.run_in_executor(self._threads, choose, game, DEFAULT, given)


async def _send(actor: Actor, chair: Chair, message: TableCommand) -> bool:
    """Send a bot's command; returns whether it was accepted. If not, the clock moves for the bot in the end."""
    try:
        await actor.order(Caller(chair.player, chair.name, chair.bot), message)
    except HousewayError:
        return False
    return True


def why_not_level(level: str) -> str | None:
    """Why there is no bot of this level, or None."""
    return None if level in LEVELS else f"there is no bot {level!r}; the levels are {', '.join(LEVELS)}"
