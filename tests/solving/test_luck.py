"""Results without luck: unbiased against exact values, and antisymmetric among players."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from houseway.games import GAMES, module_of
from houseway.games.ask import price, strategy
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame, Opening
from houseway.rules.payments import Party, net
from houseway.rules.playing import settlement, start
from houseway.rules.round import Round
from houseway.sampling.rounds_by_rules import play_to_end
from houseway.simulation.duel import cards_from_packets, packets_of
from houseway.simulation.luck_free import luck_free_duel, played, shuffled_shoe
from houseway.solving.coaching.luck import (
    LuckAdjusted,
    adjusted_by_same_cards,
    adjusted_by_values,
    luck_adjusted,
    round_by_reference,
)
from houseway.solving.strategy import Strategy

ERRORS = 4.5
"""How many standard errors a mean may be from its exact value; with fixed seeds the tests cannot fail by chance."""


def _results(key: str, player: str, rounds: int, seed: int = 5) -> list[LuckAdjusted]:
    game = GAMES[key]
    module = module_of(game)
    one = strategy(game, player)
    other = strategy(game, "house_way")
    return [luck_adjusted(module.solver, played(game, one, other, seed, number), 1) for number in range(rounds)]


def _exact_value_of_the_house_way(game: AnyGame, wagers: dict[str, int]) -> float:
    """What the house way wins in a round on average, in chips, from the price of each wager."""
    total = Fraction(0)
    for wager, chips in wagers.items():
        strategies = price(game).wagers[wager].strategies
        figure = strategies.get("house_way") or strategies["only"]
        total += Fraction(figure.ev) * chips
    return float(total)


HOUSE_GAMES = [
    ("pyramid", {"main": 5, "three_card": 5, "six_card": 5}, 300),
    ("pai_gow", {"main": 20}, 60),
    pytest.param("pyramid", {"main": 5, "three_card": 5, "six_card": 5}, 20_000, marks=pytest.mark.slow),
    pytest.param("pai_gow", {"main": 20}, 4_000, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("key", "wagers", "rounds"), HOUSE_GAMES)
def test_the_result_without_luck_has_the_exact_value_of_the_house_way_as_its_mean(
    key: str, wagers: dict[str, int], rounds: int
) -> None:
    results = _results(key, "house_way", rounds)
    assert {result.method for result in results} == {"values"}
    adjusted = np.array([float(result.adjusted) for result in results])
    won = np.array([result.won for result in results], dtype=np.float64)
    exact = _exact_value_of_the_house_way(GAMES[key], wagers)
    error = adjusted.std(ddof=1) / sqrt(rounds)
    assert abs(adjusted.mean() - exact) <= ERRORS * error + 1e-9
    luck = won - adjusted
    assert abs(luck.mean()) <= ERRORS * luck.std(ddof=1) / sqrt(rounds)
    assert adjusted.std() < won.std() / 3, "most of the variance is luck"


def test_best_play_without_luck_always_has_the_value_of_best_play() -> None:
    results = _results("pyramid", "expert", 40)
    game = GAMES["pyramid"]
    wagers = {"main": 5, "three_card": 5, "six_card": 5}
    assert {result.adjusted for result in results} == {module_of(game).solver.best_round_value(game, wagers)}


@pytest.mark.parametrize(("key", "rounds"), [("chinese", 12), ("showdown", 2)])
def test_luck_among_players_changes_its_sign_when_they_exchange_their_cards(key: str, rounds: int) -> None:
    """Both deals are equally likely, so the mean of luck is zero whatever the players do."""
    game = GAMES[key]
    reference = strategy(game, "house_way")
    newcomer = strategy(game, "newcomer")
    for number in range(rounds):
        round_ = _dealt(game, number, exchanged=False, players=[newcomer, reference])
        other = _dealt(game, number, exchanged=True, players=[reference, newcomer])
        one_luck = adjusted_by_same_cards(round_, 1, reference).luck
        assert one_luck == -adjusted_by_same_cards(round_, 2, reference).luck
        assert one_luck == adjusted_by_same_cards(other, 2, reference).luck


def _dealt(game: AnyGame, number: int, *, exchanged: bool, players: list[Strategy]) -> Round:
    """A round in which everybody stays in, with the cards of the two seats exchanged or not."""
    opening = start(game, Opening(players=("one", "two")))
    packets = dict(packets_of(opening, shuffled_shoe(game, 9, number)))
    if exchanged:
        packets = {(step, _other_seat(party)): cards for (step, party), cards in packets.items()}
    *_, last = play_to_end(opening, players, cards_from_packets(packets))
    return last


def _other_seat(party: Party) -> Party:
    match party:
        case 1:
            return 2
        case 2:
            return 1
    return party


@pytest.mark.parametrize("key", ["casino", "showdown", "pick2"])
def test_the_reference_plays_with_the_cards_of_the_round(key: str) -> None:
    game = GAMES[key]
    last = played(game, strategy(game, "house_way"), strategy(game, "house_way"), 3, 1)
    again = round_by_reference(last, strategy(game, "house_way"))
    assert again.moves == last.moves
    assert net(settlement(again)) == net(settlement(last))


def test_cards_that_were_not_dealt_are_drawn_from_those_nobody_saw() -> None:
    game = GAMES["casino"]
    folded = next(
        last
        for last in (
            played(game, strategy(game, "expert"), strategy(game, "expert"), 3, number) for number in range(40)
        )
        if last.seat(1).decisions == ("fold",)
    )
    again = round_by_reference(folded, strategy(game, "house_way"))
    assert again.seat(1).cards[:7] == folded.seat(1).cards
    assert not Counter(again.dealt) - Counter(game.shoe(game.terms)), "no card twice"


def test_a_value_that_is_estimated_gives_no_result_by_values() -> None:
    game = GAMES["casino"]
    last = played(game, strategy(game, "house_way"), strategy(game, "house_way"), 3, 1)
    with pytest.raises(NotAllowed, match="not known exactly"):
        adjusted_by_values(module_of(game).solver, last, 1)


def test_two_strategies_are_told_apart_with_fewer_rounds_without_luck() -> None:
    game = GAMES["chinese"]
    duel = luck_free_duel(
        game,
        module_of(game).solver,
        strategy(game, "expert"),
        strategy(game, "newcomer"),
        rounds=30,
        seed=1,
    )
    assert duel.factor > 1
    needed = duel.rounds_needed(adjusted=True)
    by_chips = duel.rounds_needed(adjusted=False)
    assert needed is not None
    assert by_chips is not None
    assert needed < by_chips
