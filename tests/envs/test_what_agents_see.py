"""Agents see what view() shows and nothing else; what they are offered never fouls; chips add up."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from envs.random_episodes import states
from houseway.envs import episode
from houseway.envs.episode import Episode
from houseway.envs.observing import Sight
from houseway.envs.questions import Draft, PlaceQuestion
from houseway.envs.setup import SettingBy, setup
from houseway.games import GAMES
from houseway.rules.cards import Cards
from houseway.rules.dealing import deal_goes_to
from houseway.rules.moves import Dealt, HandsSet
from houseway.rules.payments import HOUSE, POT, net
from houseway.rules.playing import play, settlement, start
from houseway.rules.round import Round
from houseway.rules.view import View, view
from houseway.solving.bots import steady_move

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
SEATS = {"pyramid": 3, "pick2": 3, "casino": 2, "chinese": 2, "showdown": 2}
ROUNDS = {"pyramid": 6, "pick2": 6, "casino": 2, "chinese": 1, "showdown": 1}


def seats_of(key: str) -> int:
    return SEATS.get(key, 2)


def another_world(round_: Round, seat: int, chance: Random) -> Round:
    """The same round with every card that this seat cannot see drawn anew from those it cannot see."""
    seen = view(round_, seat)
    visible = {other.number for other in seen.seats if other.cards} | ({HOUSE} if seen.dealer else set())
    hidden = list(round_.game.shoe(round_.game.terms))
    for number in visible:
        for card in round_.dealer if number == HOUSE else round_.seat(number).cards:
            hidden.remove(card)
    chance.shuffle(hidden)
    other = start(round_.game, round_.opening)
    for move in round_.moves:
        if isinstance(move, Dealt):
            parties = deal_goes_to(other)
            move = Dealt(tuple(c if p in visible else hidden.pop() for p, c in zip(parties, move.cards, strict=True)))
        elif isinstance(move, HandsSet) and move.seat not in visible:
            move = steady_move(other, move.seat)
        other = play(other, move)
    return other


@pytest.mark.parametrize(
    ("key", "setting"),
    [
        pytest.param(key, setting, marks=[pytest.mark.slow] * ((key, setting) == ("showdown", "place")))
        for key in GAMES
        for setting in ("place", "ranked")
    ],
)
def test_worlds_that_differ_in_hidden_cards_look_alike(key: str, setting: SettingBy) -> None:
    table = setup(key, seats=seats_of(key), setting=setting, banking=False)
    sight = Sight(table)
    chance = Random(3)
    compared = 0
    for now in states(table, seed=4):
        for seat in now.waiting_for if now.round.dealt and not now.questions else ():
            world = replace(now, round=another_world(now.round, seat, chance), questions={})
            assert world.round != now.round
            compared += looked_alike(sight, now, world, seat, chance)
    assert compared


def looked_alike(sight: Sight, now: Episode, world: Episode, seat: int, chance: Random) -> int:
    """Both worlds look the same to a seat, answer by answer, until it has made its move."""
    compared = 0
    while seat in now.waiting_for and now.round.steps_done == world.round.steps_done:
        ours, others = (sight.vector(one.view(seat), one.draft(seat)) for one in (now, world))
        assert np.array_equal(ours, others)
        assert now.allowed(seat) == world.allowed(seat)
        number = chance.choice(now.allowed(seat))
        now = now.act(seat, number)
        world = world.act(seat, number)
        compared = compared + 1
    return compared


@EVERY_GAME
def test_the_vector_is_made_of_view_and_draft_alone(key: str) -> None:
    """A view rebuilt field by field, with no round behind it, gives the same numbers."""
    table = setup(key, seats=seats_of(key), setting="ranked" if key == "showdown" else "place")
    sight = Sight(table)
    for now in states(table, seed=2):
        for seat in now.waiting_for or (1,):
            seen = now.view(seat)
            draft = now.draft(seat)
            rebuilt = View(**{each.name: getattr(seen, each.name) for each in fields(View)})
            copied = Draft(**{each.name: getattr(draft, each.name) for each in fields(Draft)})
            vector = sight.vector(seen, draft)
            assert np.array_equal(vector, sight.vector(rebuilt, copied))
            low, high = sight.bounds
            assert (low <= vector).all()
            assert (vector <= high).all()


def changed(seen: View, **about_seat_2: Any) -> View:
    second = replace(seen.seats[1], **about_seat_2)
    return replace(seen, seats=(seen.seats[0], second, *seen.seats[2:]))


def test_everything_that_a_view_shows_is_in_the_vector() -> None:
    table = setup("showdown", seats=2)
    sight, (*_, last) = Sight(table), states(table, seed=2)
    seen = last.view(1)
    cards = seen.seats[0].cards
    others = [
        changed(seen, live=False),
        changed(seen, decisions=("play", "surrender")),
        changed(seen, card_count=7),
        changed(seen, cards=cards[:3]),
        changed(seen, setting={"hand1": cards[:1]}),
        changed(seen, jokers={"hand1": cards[:1]}),
        changed(seen, claims=("natural",)),
        changed(seen, has_moved=True),
        replace(seen, viewer=2),
        replace(seen, banker=2),
        replace(seen, house_bet=5),
        replace(seen, step=table.steps[1]),
        replace(seen, waiting_for=(1,)),
        replace(seen, over=False),
        replace(seen, voided="misdeal"),
        replace(seen, payments=()),
    ]
    vectors = {sight.vector(view_).tobytes() for view_ in (seen, *others)}
    assert len(vectors) == 1 + len(others)


@EVERY_GAME
@pytest.mark.parametrize("setting", ["place", "ranked"])
def test_what_is_offered_never_fouls_and_every_chip_is_accounted_for(key: str, setting: SettingBy) -> None:
    table = setup(key, seats=seats_of(key), setting=setting)
    game = table.game
    for seed in range(ROUNDS.get(key, 2)):
        *_, last = states(table, seed)
        assert last.over
        for seat in last.round.seats:
            assert not seat.setting or game.foul(game.terms, seat.setting, seat.jokers) is None
        won = net(settlement(last.round))
        assert last.won == tuple(won.get(seat, 0) for seat in range(1, table.seats + 1))
        assert all(type(chips) is int for chips in last.won)
        assert sum(last.won) + won.get(HOUSE, 0) + won.get(POT, 0) == 0
        assert key not in ("chinese", "showdown") or sum(last.won) == 0


def test_the_caches_are_bounded_and_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, forgetful = (setup("pyramid", seats=3) for _ in range(2))
    for seed in range(3):
        whole = list(states(plain, seed))
        with monkeypatch.context() as patched:
            patched.setattr(episode, "MOST_CACHED", 2)
            again = list(states(forgetful, seed))
        assert [now.round for now in again] == [now.round for now in whole]
        assert [now.won for now in again] == [now.won for now in whole]
    assert len(forgetful.opening_cache) == 2 < len(plain.opening_cache)


def test_several_rounds_share_a_table() -> None:
    table = setup("pyramid", seats=2, rounds=5)
    banked = set()
    openings = set()
    for now in states(table, seed=3):
        banked.add(now.round.opening.banker)
        openings.add((now.rounds_left, now.offered))
    assert banked & {1, 2}, "somebody banked"
    assert not any(offered for left, offered in openings if left == 4), "no bank of a player follows a player's"


def can_end_well(now: Episode, seat: int) -> set[int]:
    """Where the next card may go, found by trying every way to place it and all cards after it."""
    question = now.question(seat)
    assert isinstance(question, PlaceQuestion)
    start = question.placing
    game = now.setup.game
    names = [slot.name for slot in start.slots]
    places = set[int]()
    for rest in product(range(len(names) + 1), repeat=len(start.cards) - start.card):
        hands: dict[str, Cards] = dict.fromkeys(names, ())
        for card, place in zip(start.cards, start.placed + rest, strict=True):
            hands |= {names[place]: (*hands[names[place]], card)} if place < len(names) else {}
        fits = all(len(hands[slot.name]) in slot.sizes for slot in start.slots)
        if rest[0] not in places and fits and game.foul(game.terms, hands, {}) is None:
            places.add(rest[0])
    return places


@pytest.mark.parametrize(
    ("key", "cards_left"), [("pyramid", 3), ("pick2", 5), ("casino", 6), ("pai_gow", 7), ("chinese", 6)]
)
def test_exactly_the_placements_that_can_end_legally_are_offered(key: str, cards_left: int) -> None:
    questions = [
        (now, seat)
        for seed in range(8)
        for now in states(setup(key, banking=False), seed)
        for seat in now.waiting_for
        if (question := now.question(seat)) and now.draft(seat).card
        if len(question.placing.cards) - question.placing.card <= cards_left  # type: ignore[attr-defined]
    ]
    assert questions
    for now, seat in questions[:60]:
        assert set(now.question(seat).placing.open) == can_end_well(now, seat)  # type: ignore[attr-defined]


def house_way_numbers(now: Episode, seat: int) -> list[int]:
    """The placements that make the house way, one after the other."""
    move = steady_move(now.round, seat)
    assert isinstance(move, HandsSet)
    hands = {name: list(hand) for name, hand in move.setting.items()}
    placed = []
    for card in now.question(seat).placing.cards:  # type: ignore[attr-defined]
        name = next((name for name, hand in hands.items() if card in hand), "left out")
        if name in hands:
            hands[name].remove(card)
        placed.append(next(n for a, n in now.setup.numbers.items() if a.kind == "place" and a.value == name))
    return placed


@EVERY_GAME
def test_the_house_way_can_always_be_placed(key: str) -> None:
    table = setup(key, banking=False)
    now = next((n for n in states(table, seed=6) if n.waiting_for and n.draft(n.waiting_for[0]).card), None)
    assert now is not None
    seat = now.waiting_for[0]
    moves = now.round.version
    for number in house_way_numbers(now, seat):
        assert number in now.allowed(seat)
        now = now.act(seat, number)
    assert now.round.version > moves or now.over
