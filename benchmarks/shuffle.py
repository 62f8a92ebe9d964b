"""
Shuffles per second of every shoe, compared with random.SystemRandom().shuffle in one run.

    python benchmarks/shuffle.py

`house` is the house's draw with salt and commitment. `final` adds the cut by six clients and the final order: the whole
cost of a round's shuffle. Rates depend on the machine; the claim is the ratios, each the median of several runs.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

from houseway.records.fairness import HouseShuffle, final_order
from houseway.rules.cards import Cards, shoe

SHOES = {
    "pick2, chinese (52)": shoe(decks=1),
    "casino (106)": shoe(decks=2, jokers=2),
    "showdown (160)": shoe(decks=3, jokers=4),
    "pyramid (312)": shoe(decks=6),
}
CLIENTS = {seat: f"{seat:02x}" * 32 for seat in range(1, 7)}
ROUNDS = 7
SECONDS = 0.15


def rate(act: Callable[[], object]) -> float:
    count = 0
    started = perf_counter()
    while (spent := perf_counter() - started) < SECONDS:
        act()
        count += 1
    return count / spent


def system_shuffle(cards: Cards) -> Callable[[], object]:
    peer = random.SystemRandom()
    order = list(cards)
    return lambda: peer.shuffle(order)


def house(cards: Cards) -> str:
    return HouseShuffle.draw(cards).commitment


def final(cards: Cards) -> Cards:
    return final_order(cards, HouseShuffle.draw(cards), CLIENTS)


def main() -> None:
    print(f"{'shoe':<22}{'SystemRandom/s':>15}{'house/s':>10}{'ratio':>7}{'final/s':>10}{'ratio':>7}")
    for name, cards in SHOES.items():
        acts = (system_shuffle(cards), lambda c=cards: house(c), lambda c=cards: final(c))
        rates = [[rate(act) for act in acts] for _ in range(ROUNDS)]
        peer, ours, whole = (median(column) for column in zip(*rates, strict=True))
        first, second = (median(row[place] / row[0] for row in rates) for place in (1, 2))
        print(f"{name:<22}{peer:>15,.0f}{ours:>10,.0f}{first:>7.2f}{whole:>10,.0f}{second:>7.2f}")


if __name__ == "__main__":
    main()
