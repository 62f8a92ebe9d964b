"""What every strategy of every game must pass: legal moves under any terms, from its view alone, the same each time."""

import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from houseway.games import ask as setting
from houseway.games import rulebook_of
from houseway.records.dealing import next_deal, shuffled_shoe
from houseway.records.shuffle import from_seed
from houseway.rules.cards import Card, Cards, surplus
from houseway.rules.errors import HousewayError, NotAllowed, Unreadable
from houseway.rules.game import AnyGame, Decide, SetHands, Wager
from houseway.rules.payments import HOUSE, net
from houseway.rules.playing import play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.terms import options
from houseway.rules.view import view
from houseway.solving import LEVELS
from houseway.solving.bots import steady_move
from houseway.solving.strategy import Strategy
from support.playing import games, random_opening

EACH_GAME = pytest.mark.parametrize("key", sorted(games()))
MOST_CALLS = {"showdown": 400_000}
"""Calls of functions in one move of an expert: some 50 ms on a slow machine, and ten times that for rollouts."""
FEW_CALLS = 40_000


def levels(game: AnyGame) -> dict[str, Strategy]:
    """The strategies this game has so far."""
    return {name: setting.strategy(game, name) for name in LEVELS}


def level(game: AnyGame, name: str) -> Strategy:
    there = levels(game)
    if name not in there:
        pytest.skip(f"{game.name} has no {name} yet")
    return there[name]


def states(game: AnyGame, chance: random.Random) -> Iterator[tuple[Round, Strategy | None]]:
    """A whole round played by strategies drawn for each seat: every state, and who is to move in it."""
    while True:
        try:
            round_ = start(game, random_opening(game, chance))
            break
        except NotAllowed:  # such as a player's bank at a table without banking
            continue
    shoe = shuffled_shoe(round_, from_seed(str(chance.random())))
    players = {seat.number: chance.choice(list(levels(game).values())) for seat in round_.seats}
    while not round_.over:
        dealt = next_deal(round_, shoe)
        if dealt is not None:
            round_ = play(round_, dealt)
            continue
        mover = chance.choice(round_.waiting_for)
        if mover == HOUSE:
            round_ = play(round_, steady_move(round_, mover))
            continue
        yield round_, players[int(mover)]
        move = players[int(mover)].move(game, view(round_, int(mover)))
        reason = why_not(round_, move)
        assert reason is None, (players[int(mover)].name, game.modifications, reason)
        round_ = play(round_, move)
    assert sum(net(settlement(round_)).values()) == 0
    yield round_, None


def variant(game: AnyGame, chance: random.Random) -> AnyGame:
    """The game under a few of the other readings its ledger names, switches turned and numbers one higher."""
    entries = rulebook_of(game.key).open_questions.values()
    choices = [(name, value) for e in entries for name, values in e.options.items() for value in values[1:]]
    choices += [(name, str(not value)) for name, value in options(game.terms).items() if isinstance(value, bool)]
    choices += [(name, str(value + 1)) for name, value in options(game.terms).items() if type(value) is int]
    while True:
        try:
            changed = game.with_options(dict(chance.sample(choices, chance.randint(1, 4))))
            start(changed, random_opening(changed, random.Random(0)))
            return changed
        except (NotAllowed, Unreadable):
            continue


@EACH_GAME
@pytest.mark.parametrize("seed", range(3))
def test_any_mixture_of_strategies_plays_whole_rounds(key: str, seed: int) -> None:
    assert list(states(games()[key], random.Random(seed)))[-1][0].over


@EACH_GAME
@pytest.mark.parametrize("seed", [2])
def test_and_under_other_terms(key: str, seed: int) -> None:
    chance = random.Random(f"terms {seed}")
    assert list(states(variant(games()[key], chance), chance))[-1][0].over


@pytest.mark.slow
@EACH_GAME
@pytest.mark.parametrize("seed", [seed for seed in range(60) if seed != 2])
def test_and_under_many_other_terms(key: str, seed: int) -> None:
    chance = random.Random(f"terms {seed}")
    assert list(states(variant(games()[key], chance), chance))[-1][0].over


def with_other_hidden_cards(round_: Round, viewer: int, chance: random.Random) -> Round:
    """The same round to this seat, with other cards wherever it cannot look."""
    seen = view(round_, viewer)
    open_cards: list[Card] = [card for seat in seen.seats for card in seat.cards] + list(seen.dealer)
    left: list[Card] = list(surplus(round_.game.shoe(round_.game.terms), open_cards))
    chance.shuffle(left)

    def other(cards: Cards, shown: Cards) -> Cards:
        return cards if shown else tuple(left.pop() for _ in cards)

    seats = tuple(
        replace(seat, cards=other(seat.cards, seen_seat.cards))
        for seat, seen_seat in zip(round_.seats, seen.seats, strict=True)
    )
    return replace(round_, seats=seats, dealer=other(round_.dealer, seen.dealer))


@EACH_GAME
@pytest.mark.parametrize("seed", range(2))
def test_a_strategy_sees_only_what_its_seat_sees_and_moves_the_same_again(key: str, seed: int) -> None:
    game = games()[key]
    chance = random.Random(f"hidden {seed}")
    altered = 0
    for round_, strategy in states(game, chance):
        if strategy is None:
            continue
        again = setting.strategy(game, strategy.name)
        mover = int(round_.waiting_for[-1])
        other = with_other_hidden_cards(round_, mover, chance)
        altered += other != round_
        expected = strategy.move(game, view(round_, mover))
        assert strategy.move(game, view(other, mover)) == expected
        assert again.move(game, view(round_, mover)) == expected
    assert altered


@EACH_GAME
@pytest.mark.parametrize("name", LEVELS)
def test_every_strategy_level_describes_its_play(key: str, name: str) -> None:
    strategy = level(games()[key], name)
    assert strategy.name == name
    assert strategy.about.endswith(".")
    assert strategy.about.count(".") == 1
    assert type(strategy.banks(games()[key], 10**6)) is bool


@EACH_GAME
def test_an_expert_moves_without_long_thought(key: str) -> None:
    """Counted in calls, which no other load on the machine can change; the first round warms it up."""
    game = games()[key]
    chance = random.Random(3)
    expert = level(game, "expert")
    most = dict.fromkeys((Wager, Decide, SetHands), 0)
    for repeat in range(3):
        for round_, strategy in states(game, chance):
            if strategy is not None:
                mover = int(round_.waiting_for[0])
                seen = view(round_, mover)
                calls = calls_of(lambda seen=seen: expert.move(game, seen))
                most[type(round_.step)] = max(most[type(round_.step)], calls if repeat else 0)
    assert 0 < max(most.values()) <= MOST_CALLS.get(key, FEW_CALLS), most


def calls_of(work: Any) -> int:
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_a_strategy_that_is_not_there_is_refused_in_one_sentence() -> None:
    game = games()["pyramid"]
    with pytest.raises(Unreadable, match=r"there is no strategy 'expart'.*did you mean.*expert"):
        setting.strategy(game, "expart")
    with pytest.raises(HousewayError, match="strategies in files"):
        setting.strategy(game, "nowhere.npz")
