"""The settings that an agent may choose from: legal, different, and in the order of their worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import houseway as hw
from houseway.games import GAMES
from houseway.games.ask import best, candidates, value_of
from houseway.rules.cards import Cards, read_cards
from houseway.solving.strategy import require_legal


def hand(key: str, seed: int) -> Any:
    """A seat with all its cards, from a round played steadily."""
    dealt = hw.game(key).deal(seed=seed).play_out()
    return next(seat for seat in dealt.round.seats if seat.live and seat.setting)


@pytest.mark.parametrize("key", GAMES)
def test_they_can_all_be_set(key: str) -> None:
    game = GAMES[key]
    seat = hand(key, seed=1)
    slots = game.slots(game.terms, seat)
    moves = candidates(game, seat.cards, 4)
    assert 1 <= len(moves) <= 4
    for move in moves:
        require_legal(game, slots, seat.cards, move)


def ranks(hands: Any) -> dict[str, list[int]]:
    return {slot: sorted(card.rank for card in held) for slot, held in hands.items()}


@pytest.mark.parametrize("cards", ["6c Jd Jh", "Tc Ad Ah", "9c 5s Qh", "2c 2d 2h"])
def test_at_pyramid_they_are_the_options_in_their_order(cards: str) -> None:
    game = GAMES["pyramid"]
    candidate_ranks = [ranks(move.setting) for move in candidates(game, read_cards(cards), 9)]
    options = [option.setting for option in best(game, cards)]
    assert candidate_ranks == [ranks(option) for option in options]


def values(key: str, cards: Cards, count: int) -> list[Fraction | float]:
    game = GAMES[key]
    options = [value_of(game, cards, move.setting) for move in candidates(game, cards, count)]
    return [option.ev for option in options if option is not None]


def test_at_chinese_poker_their_value_falls() -> None:
    falling = values("chinese", hand("chinese", seed=2).cards, 5)
    assert len(falling) == 5
    assert falling == sorted(falling, reverse=True)
    assert falling[0] == best(GAMES["chinese"], hand("chinese", seed=2).cards)[0].ev


def test_at_pick2_the_strongest_three_comes_first() -> None:
    game = GAMES["pick2"]
    cards = read_cards("Ad 3d 2s Kc 9h")
    first = candidates(game, cards, 10)[0].setting
    assert game.house_way is not None
    assert first == game.house_way(game.terms, cards)


def test_at_casino_the_experts_setting_comes_first() -> None:
    from houseway.games.casino.solver.best_reply import reply_to

    game = GAMES["casino"]
    cards = hand("casino", seed=4).cards
    mine = reply_to(game.terms).setting(cards)
    first = candidates(game, cards, 1)[0].setting
    assert ranks(mine) == ranks(first)
