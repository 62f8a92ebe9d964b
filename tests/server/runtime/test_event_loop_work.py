"""What runs on the event loop is little work, counted in hands ranked; what takes long runs elsewhere."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.games.showdown import legality
from houseway.rules import ranking
from houseway.rules.cards import JOKER, Cards, read_cards
from houseway.rules.dealing import cards_due
from houseway.rules.game import Deal, Opening, SetHands
from houseway.rules.moves import Dealt, HandsSet
from houseway.rules.payments import HOUSE
from houseway.rules.playing import play, settlement, start
from houseway.rules.round import Round, Seat
from houseway.server.runtime.house_ways import MANY_CARDS, prepare_seats
from houseway.server.tables import dealing
from houseway.server.views.hand_names import describe_setting
from houseway.server.views.table_view import round_view
from houseway.solving.bots import steady_move
from support.desks import AT, Drive

FEW = 800
"""Hands tried in one handler: less than ten milliseconds."""


class Tried:
    """How many hands were worked out since the last look; what is remembered does not count."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        plain = ranking._of_naturals

        def counted(*words: Any, **named: Any) -> Any:
            self.count += 1
            return plain(*words, **named)

        monkeypatch.setattr(ranking, "_of_naturals", counted)
        self.forget()

    def forget(self) -> None:
        """As in a server that has seen none of these hands."""
        ranking._strength.cache_clear()
        ranking._by_ranks.cache_clear()
        self.count = 0


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Tried:
    return Tried(monkeypatch)


@pytest.mark.parametrize("hand", ["Xx Xx Xx Xx As", "Xx Xx Xx Xx As Kd Qh Jc 9s 7d", "Xx Xx Xx Xx 2s 3s 5s 6s 8s 9s"])
@pytest.mark.parametrize("options", [{}, {"joker_duplicates": "false"}, {"natural_beats_wild": "true"}])
def test_the_worst_legal_hands_are_named_with_little_work(tried: Tried, hand: str, options: dict[str, str]) -> None:
    game = GAMES["showdown"].with_options(options)
    cards = read_cards(hand)
    slots = game.slots(game.terms, Seat(number=1, player="", cards=cards))
    tried.forget()
    names = describe_setting(game, slots, cards, {"hand6": cards}, {})["names"]
    assert names["hand6"]
    assert tried.count <= FEW


def test_the_caches_of_rankings_are_small() -> None:
    """Strangers fill these caches: with 500,000 entries a garbage collection stopped every table for half a second."""
    caches = {name: value for name, value in vars(ranking).items() if hasattr(value, "cache_info")}
    assert {"_strength", "_by_ranks", "_ranks_of_jokers", "_level"} <= caches.keys()
    assert sum(cache.cache_info().maxsize or 10**9 for cache in caches.values()) <= 100_000


def full_table(key: str, options: dict[str, str], *, foul: bool) -> Round:
    """A round with everybody at the table and the jokers in the first hands, up to its end."""
    game = GAMES[key].with_options(options)
    shoe = tuple(sorted(game.whole_shoe, key=lambda card: (card != JOKER, (card.rank * 7 + card.suit * 3) % 11)))
    seats = game.seats(game.terms).stop - 1
    round_ = start(game, Opening(players=tuple(f"player {number}" for number in range(1, seats + 1))))
    while not round_.over:
        if isinstance(round_.step, Deal):
            gone = len(round_.dealt)
            round_ = play(round_, Dealt(shoe[gone : gone + cards_due(round_)]))
            continue
        mover = round_.waiting_for[0]
        if foul and isinstance(round_.step, SetHands) and mover != HOUSE:
            round_ = play(round_, as_dealt(round_, int(mover)))
        else:
            round_ = play(round_, steady_move(round_, mover))
    return round_


def as_dealt(round_: Round, seat: int) -> HandsSet:
    """Hands of the cards as they lie, which foul."""
    hands: dict[str, Cards] = {}
    gone = 0
    for slot in round_.game.slots(round_.game.terms, round_.seat(seat)):
        hands[slot.name] = round_.seat(seat).cards[gone : gone + slot.sizes[0]]
        gone += slot.sizes[0]
    return HandsSet(seat, hands)


@pytest.mark.parametrize("key", list(GAMES))
@pytest.mark.parametrize("foul", [False, True])
def test_a_full_table_is_settled_and_shown_with_little_work(tried: Tried, key: str, foul: bool) -> None:
    options = {"foul_policy": "reorder"} if key == "showdown" else {}
    over = full_table(key, options, foul=foul)
    over = replace(over)  # without what the round remembers
    tried.forget()
    settlement(over)
    round_view(over, tuple(range(1, len(over.seats) + 1)), (1,))
    assert tried.count <= FEW


def test_putting_fouled_hands_in_order_looks_at_few_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are 720 orders of six hands; those that do not fit the layout are passed over unlooked."""
    looked: list[object] = []
    faults = legality.faults

    def counted(terms: Any, hands: Any) -> Any:
        looked.append(hands)
        return faults(terms, hands)

    monkeypatch.setattr(legality, "faults", counted)
    over = full_table("showdown", {"foul_policy": "reorder"}, foul=True)
    looked.clear()
    legality.scored_hands(over.game.terms, over.seats[0].setting or {}, {})
    assert len(looked) <= 40


def at_a_setting_step(key: str) -> Drive:
    drive = Drive(key)
    drive.open("loop")
    while (round_ := drive.desk.round) is not None and not isinstance(round_.step, SetHands):
        drive.do(dealing.moved(drive.desk, drive.next_move(), by="person", command="c", at=AT))
    return drive


@pytest.mark.parametrize("key", ["showdown", "chinese", "casino"])
def test_a_slow_house_way_is_computed_outside_the_event_loop(key: str) -> None:
    """The thread works it out; the decision then finds it and ranks nothing."""
    drive = at_a_setting_step(key)
    round_ = drive.desk.round
    assert round_ is not None
    seat = int(round_.waiting_for[0])
    assert len(round_.seat(seat).cards) > MANY_CARDS
    threads: list[int] = []
    way = round_.game.house_way
    assert way is not None

    def noted(terms: Any, cards: Cards) -> Any:
        threads.append(threading.get_ident())
        return way(terms, cards)

    watched = replace(round_, game=replace(round_.game, house_way=noted))
    asyncio.run(prepare_seats(watched, (seat,)))
    assert threads
    assert threading.get_ident() not in threads


@pytest.mark.parametrize("key", ["showdown", "chinese", "casino"])
def test_prepared_results_are_not_computed_again(tried: Tried, key: str) -> None:
    drive = at_a_setting_step(key)
    round_ = drive.desk.round
    assert round_ is not None
    seat = int(round_.waiting_for[0])
    asyncio.run(prepare_seats(round_, (seat,)))
    tried.forget()
    dealing.house_way_of(round_, seat)
    assert tried.count == 0
