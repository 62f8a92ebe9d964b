"""
Time of a setting of Pyramid Poker's expert, compared with plain enumeration by the rules in the same run, and what
other strategies give up against it.

    python benchmarks/setting_pyramid.py
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement
from math import comb
from time import perf_counter

from houseway.games import GAMES
from houseway.games import ask as setting
from houseway.games.pyramid import main_wager
from houseway.games.pyramid.house_way import house_way
from houseway.games.pyramid.pricing.house_way import audit_house_way
from houseway.games.pyramid.pricing.main_wager_tables import settings_of
from houseway.rules.cards import RANKS, SUITS, Card, Cards
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, Posted
from houseway.rules.playing import play, start
from houseway.rules.view import View, view
from houseway.simulation.duel import duel

GAME = GAMES["pyramid"]
HANDS = 200
PLAIN_HANDS = 5
DEALS = 2_000


def seats(number: int) -> list[View]:
    """Views of a player who has to set a random hand."""
    chance = random.Random(1)
    shoe = GAME.shoe(GAME.terms)
    views = []
    for _ in range(number):
        round_ = start(GAME, Opening(players=("ann",)))
        round_ = play(round_, Posted(1, {"main": 5, "three_card": 5, "six_card": 5}))
        views.append(view(play(round_, Dealt(tuple(chance.sample(shoe, 6)))), 1))
    return views


def plainly(cards: Cards) -> None:
    """Compare every setting by the rules with each hand of the House, by ranks."""
    left = Counter(card.rank for card in GAME.shoe(GAME.terms)) - Counter(card.rank for card in cards)
    for ours in settings_of(cards):
        total = 0
        for ranks in combinations_with_replacement(RANKS, 3):
            ways = 1
            for rank, count in Counter(ranks).items():
                ways *= comb(left[rank], count)
            house = tuple(Card(rank, suit) for rank, suit in zip(ranks, SUITS, strict=False))
            theirs = house_way(GAME.terms, house)
            total += ways * main_wager.main_result(GAME.terms, ours, theirs).pays


def main() -> None:
    expert = setting.strategy(GAME, "expert")
    views = seats(HANDS)
    expert.move(GAME, views[0])
    taken = []
    for seen in views:
        begun = perf_counter()
        expert.move(GAME, seen)
        taken.append(perf_counter() - begun)
    begun = perf_counter()
    for seen in views[:PLAIN_HANDS]:
        plainly(seen.seats[0].cards)
    plain = (perf_counter() - begun) / PLAIN_HANDS
    usual = sorted(taken)[HANDS // 2]
    print(f"a setting by the expert {1000 * usual:.2f} ms, at most {1000 * max(taken):.2f} ms")
    print(f"by plain enumeration {1000 * plain:.1f} ms, {plain / usual:,.0f} times as long")
    print(f"the house way gives up {100 * float(audit_house_way(GAME).sides[0].cost):.4f} % of the first wager (exact)")
    result = duel(GAME, expert, setting.strategy(GAME, "newcomer"), rounds=DEALS, seed=1)
    print(f"a newcomer gives up {result.difference:.3f} ± {result.standard_error:.3f} chips a hand at the least stakes")


if __name__ == "__main__":
    main()
