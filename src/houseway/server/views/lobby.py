"""The lobby's facts about each game: an example setting, the longest time of a round and the house edge."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, gcd

from ...games import GAMES
from ...games.headlines import Headline, headline
from ...rules.cards import Cards, surplus, write_cards
from ...rules.game import AnyGame, Deal, Decide, Opening, SetHands, Step, Wager
from ..tables.timers import MANY_CARDS, PACES, Pace
from .catalogue import game_info
from .http_types import ExampleHands, GameInfo, LobbyFacts, LobbyFigure

STRIDE = 37
"""Distance in the sorted shoe between two cards of the example."""


@lru_cache(maxsize=1)
def lobby() -> tuple[GameInfo, ...]:
    """Every game with its options and steps, an example hand, its length and its edge."""
    return tuple(game_info(rules, facts(rules)) for rules in GAMES.values())


def facts(rules: AnyGame) -> LobbyFacts:
    players = tuple(f"player {number}" for number in range(rules.seats(rules.terms).start))
    steps = rules.steps(rules.terms, Opening(players=players))
    return LobbyFacts(
        against_the_house=rules.against_the_house,
        at_most_minutes=ceil(longest_seconds(steps, PACES["normal"]) / 60),
        headline=_figure(headline(rules)),
        example=example(rules, steps),
    )


def _figure(shipped: Headline | None) -> LobbyFigure | None:
    if shipped is None:
        return None
    return LobbyFigure(
        terms_hash=shipped.terms_hash,
        wager=shipped.wager,
        wagers=list(shipped.wagers),
        strategy=shipped.strategy,
        ev=shipped.ev,
        standard_error=shipped.standard_error,
        best_mix=dict(shipped.best_mix),
        best_mix_ev=shipped.best_mix_ev,
    )


def longest_seconds(steps: tuple[Step, ...], pace: Pace) -> float:
    """Duration of a round in which everybody uses the whole time of every step."""
    many = sum(step.cards for step in steps if isinstance(step, Deal)) > MANY_CARDS
    seconds = 0.0
    for step in steps:
        match step:
            case Wager():
                seconds += pace.wager
            case Decide():
                seconds += pace.decide
            case SetHands(who="everyone" | "bettors"):
                seconds += pace.set_many if many else pace.set
    return seconds


def example(rules: AnyGame, steps: tuple[Step, ...]) -> ExampleHands | None:
    """An example setting by the house way: always the same cards, spread over the shoe."""
    if rules.house_way is None:
        return None
    count = sum(step.cards for step in steps if isinstance(step, Deal))
    cards = _spread(tuple(sorted(rules.shoe(rules.terms))), count)
    setting = rules.house_way(rules.terms, cards)
    left = surplus(cards, (card for hand in setting.values() for card in hand))
    return ExampleHands(hands=[write_cards(hand) for hand in setting.values()], left=write_cards(left))


def _spread(shoe: Cards, count: int) -> Cards:
    """Different cards at equal distances: the stride shares no factor with the size of the shoe."""
    size = len(shoe)
    stride = next(stride for stride in range(STRIDE, STRIDE + size) if gcd(stride, size) == 1)
    return tuple(shoe[stride * number % size] for number in range(1, count + 1))
