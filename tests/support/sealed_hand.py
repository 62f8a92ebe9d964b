"""A table that stops when one player has set a hand and the others have not."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import suppress
from typing import Any

from houseway.games import game
from houseway.records.store import Store
from houseway.rules.cards import write_cards
from houseway.rules.game import Decide, SetHands, Wager
from houseway.rules.table import lowest_wagers
from houseway.server.runtime.actor import Actor
from houseway.server.runtime.ephemeral import press_next
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.tables.dealing import house_way_of
from houseway.server.tables.timers import Pace
from houseway.server.views import messages

AT_ONCE = Pace(wager=600, decide=600, set=600, set_many=600, pause=0, entropy=0, bot=0)
PEOPLE = (Caller("p1", "Player One"), Caller("p2", "Player Two"))


async def set_one_hand(store: Store, key: str) -> messages.Set:
    """Play a table of this game until the first player has set a hand; the others have not."""
    room = Room(store, Settings(paces={"normal": AT_ONCE}))
    await room.start()
    try:
        for caller in PEOPLE:
            await room.chips.give(caller.account, 10_000, "welcome")
        rules = game(key).with_options(dict(game(key).without_credit))
        actor = await room.opening.open_table(
            rules, host=PEOPLE[0], private=False, places=6, pace="normal", bots=[], version=0
        )
        for caller in PEOPLE:
            await room.routing.order(caller, messages.Sit(f"sit-{key}-{caller.account}", actor.desk.table))
        for caller in PEOPLE:
            with suppress(Exception):
                press_next(actor, caller.account)
        async with asyncio.timeout(20):
            return await _play_until_a_hand_is_set(room, actor)
    finally:
        await room.stop()


async def _play_until_a_hand_is_set(room: Room, actor: Actor) -> messages.Set:
    numbers = itertools.count()
    while True:
        live = actor.desk.live
        round_ = actor.desk.round
        seats = [seat for seat in round_.waiting_for if isinstance(seat, int)] if round_ else []
        if live is None or round_ is None or not seats:
            await asyncio.sleep(0.01)
            continue
        seat = seats[0]
        common: Any = {
            "id": f"move-{actor.desk.table}-{next(numbers)}",
            "table": actor.desk.table,
            "round": live.id,
            "version": round_.version,
            "seat": seat,
        }
        caller = next(caller for caller in PEOPLE if caller.account == live.players[seat - 1])
        match round_.step:
            case Wager():
                move: Any = messages.Post(**common, wagers=lowest_wagers(round_, seat))
            case Decide(options=options, leaving=leaving):
                option = next(each for each in options if each not in leaving)
                move = messages.Decide(**common, option=option)
            case SetHands():
                hands = house_way_of(round_, seat)
                text = {slot: write_cards(cards) for slot, cards in hands.setting.items()}
                jokers = {slot: write_cards(cards) for slot, cards in hands.jokers.items()}
                move = messages.Set(**common, hands=text, jokers=jokers, claims=list(hands.claims))
        await room.routing.order(caller, move)
        if isinstance(move, messages.Set):
            return move
