"""
Time of a decision of Pick 2's expert, compared with going through the dealer's hands one by one by the rules in the
same run, and what other strategies give up against it.

    python benchmarks/setting_pick2.py
"""

from __future__ import annotations

import random
from time import perf_counter

from houseway.games import GAMES
from houseway.games import ask as setting
from houseway.games.pick2.hand_order import best_three
from houseway.games.pick2.pricing import learnable
from houseway.games.pick2.pricing.hands import DEALER_HANDS
from houseway.games.pick2.settlement import against_dealer
from houseway.rules.cards import DECK
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, Posted
from houseway.rules.playing import play, start
from houseway.rules.view import View, view
from houseway.simulation.duel import duel

GAME = GAMES["pick2"]
HANDS = 100
SAMPLE = 2_000
DEALS = 2_000


def seats(number: int) -> list[View]:
    """Views of a player who has to decide on a random hand."""
    chance = random.Random(1)
    views = []
    for _ in range(number):
        round_ = play(start(GAME, Opening(players=("ann",))), Posted(1, {"ante": 5, "bonus_3_5": 5}))
        views.append(view(play(round_, Dealt(tuple(chance.sample(DECK, 10)))), 1))
    return views


def seconds_a_dealer_hand(seen: View) -> float:
    """Seconds to compare both games with one hand of the dealer by the rules, from a sample of these hands."""
    cards = seen.seats[0].cards
    chance = random.Random(2)
    spare = [card for card in DECK if card not in cards]
    dealers = [tuple(chance.sample(spare, 5)) for _ in range(SAMPLE)]
    three = best_three(cards)
    begun = perf_counter()
    for dealer in dealers:
        against_dealer(GAME.terms, three, cards, dealer)
        against_dealer(GAME.terms, None, cards, dealer)
    return (perf_counter() - begun) / SAMPLE


def main() -> None:
    expert = setting.strategy(GAME, "expert")
    views = seats(HANDS)
    begun = perf_counter()
    expert.move(GAME, views[0])
    print(f"the first decision of a process {perf_counter() - begun:.2f} s")
    taken = []
    for seen in views[1:]:
        begun = perf_counter()
        expert.move(GAME, seen)
        taken.append(perf_counter() - begun)
    usual = sorted(taken)[HANDS // 2]
    plain = seconds_a_dealer_hand(views[0]) * DEALER_HANDS
    print(f"a decision by the expert {1000 * usual:.2f} ms, at most {1000 * max(taken):.2f} ms")
    print(f"by plain enumeration about {plain:,.0f} s, {plain / usual:,.0f} times as long")
    print(f"the house way gives up {float(learnable(GAME)[1].cost):.4f} antes (exact)")
    result = duel(GAME, expert, setting.strategy(GAME, "newcomer"), rounds=DEALS, seed=1)
    loss = f"{result.difference:.2f} ± {result.standard_error:.2f} chips"
    print(f"a newcomer gives up {loss} a round at the smallest stakes")


if __name__ == "__main__":
    main()
