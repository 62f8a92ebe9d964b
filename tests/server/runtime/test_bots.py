"""Bots play by the terms of their own table, within their means."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games import game
from houseway.records.fairness import HouseShuffle
from houseway.records.shuffle import from_seed
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Opening
from houseway.rules.moves import Posted
from houseway.rules.playing import start
from houseway.rules.refusals import why_not
from houseway.rules.view import view
from houseway.server.runtime import bots as bots_module
from houseway.server.runtime.bots import Bots, check_bots, choose_move, left_to_wait, strategy_for
from houseway.server.tables import dealing, shuffling
from houseway.server.tables.desk import Desk
from houseway.server.views.catalogue import variant_of
from houseway.solving.strategy import lowest_wagers
from support.desks import AT, Drive


def test_a_strategy_is_made_for_the_terms_of_the_table_and_once_for_terms_that_agree() -> None:
    free, again = (variant_of(game("casino").with_options({"dealer_policy": "free"})) for _ in range(2))
    usual = variant_of(game("casino"))
    assert strategy_for(free, "expert") is strategy_for(again, "expert")
    assert "free" in strategy_for(free, "expert").about, "against a dealer who is free the expert says what it assumes"
    assert "free" not in strategy_for(usual, "expert").about


def test_only_house_way_bots_play_under_terms_that_a_visitor_chose() -> None:
    check_bots(["expert", "newcomer", "house_way"], changed=False)
    check_bots(["house_way", "house_way"], changed=True)
    with pytest.raises(
        NotAllowed, match="expert and newcomer bots know the room's own terms only; take house_way bots"
    ):
        check_bots(["house_way", "newcomer", "expert"], changed=True)


def test_the_time_of_a_bots_move_does_not_show_how_long_it_computed() -> None:
    """A hand with jokers takes longer: everybody at the table sees when the bot moves."""
    for took in (0.0, 0.001, 0.02, 0.35, 0.5999):
        assert took + left_to_wait(took, 0.6) == pytest.approx(0.6)
    for took in (0.61, 0.9, 1.19):
        assert took + left_to_wait(took, 0.6) == pytest.approx(1.2)


def test_a_bot_computes_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it waited first, its move would come later by the time that it computes."""
    steps: list[str] = []
    round_ = start(game("pyramid"), Opening(players=("a bot",)))
    live = SimpleNamespace(id="T-1")
    actor = SimpleNamespace(desk=SimpleNamespace(round=round_, live=live, table="T"), pace=SimpleNamespace(bot=0.6))
    chair = replace(Drive("pyramid").desk.chairs[1], bot="house_way")

    async def compute(*_: object) -> Posted:
        steps.append("compute")
        return Posted(1, {"W1": 5})

    def wait(took: float, pace: float) -> float:
        steps.append("wait")
        return 0.0

    async def send(*_: object) -> bool:
        steps.append("move")
        return True

    async def check() -> None:
        bots = Bots()
        monkeypatch.setattr(bots, "_compute", compute)
        await bots._move(actor, chair, "T-1", 1)  # type: ignore[arg-type]
        bots.stop()

    monkeypatch.setattr(bots_module, "left_to_wait", wait)
    monkeypatch.setattr(bots_module, "_send", send)
    asyncio.run(check())
    assert steps == ["compute", "wait", "move"]


POOR = (5, 10, 12, 15, 16, 20, 25, 30, 40, 60, 61, 90, 120, 150, 200, 400)


@pytest.mark.parametrize("level", ["newcomer", "house_way"])
@pytest.mark.parametrize("key", ["pyramid", "pick2", "casino"])
def test_a_bot_with_few_chips_makes_accepted_moves(key: str, level: str) -> None:
    """Every seat can pay the lowest wagers; after them the bot can pay for each of its decisions."""
    opened = 0
    for chips in POOR:
        drive = Drive(key, chips=chips)
        begun = dealing.begin(drive.desk, house(drive.desk), drive.balances, at=AT)
        if begun.desk.live is None:
            assert all("chips" in str(chair.out) for chair in begun.desk.chairs.values()), "the rules' own reason"
            continue
        drive.do(begun)
        drive.do(shuffling.fix(drive.desk, at=AT))
        drive.do(dealing.open_(drive.desk, drive.balances, at=AT))
        opened += 1
        while (round_ := drive.desk.round) is not None:
            seat = round_.waiting_for[0]
            assert isinstance(seat, int)
            seen = view(round_, seat)
            assert seen.seats[seat - 1].chips == chips
            move = choose_move(round_.game, level, seen)
            if why_not(round_, move) is not None:
                move = Posted(seat, lowest_wagers(round_.game, seen))
            drive.do(dealing.moved(drive.desk, move, by="bot", command=None, at=AT))
    assert 2 <= opened < len(POOR)


def house(desk: Desk) -> HouseShuffle:
    return HouseShuffle(bytes(32), from_seed("poor").shuffled(tuple(range(len(dealing.cards_to_shuffle(desk))))))


# Other tables -------------------------------------------------------------------------------------------------------


@contextmanager
def deep_in_thought(bots: Bots) -> Iterator[None]:
    """Somebody has chosen terms on which an expert thinks for very long."""
    done = threading.Event()
    bots._deep_thread.submit(done.wait)
    try:
        yield
    finally:
        done.set()
        bots.stop()


async def sent(*words: Any) -> bool:
    return True


def level_of(rules: Any, level: str, seen_by: Any) -> str:
    return level


def test_a_bot_that_thinks_for_long_delays_no_other_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_module, "DEEP_SECONDS", 0.01)

    async def check() -> None:
        bots = Bots()
        with deep_in_thought(bots):
            async with asyncio.timeout(30):
                for level in ("house_way", "expert"):
                    assert await bots._compute(level_of, game("casino"), level, None) == "house_way"

    asyncio.run(check())


def test_whether_to_take_the_bank_is_thought_out_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """To make a strategy takes seconds the first time; on the event loop every table would wait for it."""
    threads: list[str] = []

    def noted(*words: Any) -> Any:
        threads.append(threading.current_thread().name)
        return SimpleNamespace(banks=lambda rules, chips: True)  # the real one may take longer than a bot may think

    monkeypatch.setattr(bots_module, "strategy_for", noted)
    monkeypatch.setattr(bots_module, "bank_offered_to", lambda desk: (1,))
    monkeypatch.setattr(bots_module, "_send", sent)

    async def check() -> None:
        bots = Bots()
        desk = Drive("pai_gow").desk
        chair = replace(desk.chairs[1], bot="expert")
        desk = replace(desk, chairs={**desk.chairs, 1: chair})
        await bots._bank(SimpleNamespace(desk=desk, pace=SimpleNamespace(bot=0.0)), 1)  # type: ignore[arg-type]
        bots.stop()

    asyncio.run(check())
    assert len(threads) == 1
    assert threads[0].startswith("deep bot")
