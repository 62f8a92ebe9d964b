"""The second method for the price: whole rounds dealt from a seed and settled by the rules."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import encoded
from ....pricing.second_method import Entropy, Nets, SecondMethod, first_cards
from ....rules.cards import Cards
from ....rules.game import Game, Opening
from ....rules.moves import Dealt, Decided, HandsSet, Posted
from ....rules.payments import Payment, net
from ....rules.playing import after, settlement, start
from .. import wagers as pick2_wagers
from ..hand_order import three_strength
from ..terms import Terms
from ..wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, FOLD, THREE
from .bonus import FIVE
from .hands import dealt
from .price import best_plans


def second_method(game: Game[Terms]) -> SecondMethod:
    """Whole rounds through the rules, one seat against the dealer, by best play."""
    decide = best_decisions(game)
    stakes = {ANTE: 1, BONUS_3_5: 1, BONUS_5_ONLY: 1}
    free = game.with_options({"ante_min": 1, "b35_min": 1, "max_aggregate": None})

    def deal(entropy: Entropy) -> Nets:
        ten = first_cards(game.shoe(game.terms), entropy, 10)
        decision, three = decide(ten[:5])
        round_ = after(start(free, Opening(players=("player",))), Posted(1, stakes), Dealt(ten), Decided(1, decision))
        round_ = after(round_, HandsSet(1, {THREE: three})) if three else round_
        won = _by_wager(settlement(round_))
        yield ("ante_play", "best"), Fraction(won.get(ANTE, 0) + won.get("play", 0))
        for bonus in (BONUS_3_5, BONUS_5_ONLY):
            for strategy in ("only", "best"):
                yield (bonus, strategy), Fraction(won.get(bonus, 0))

    return deal


def best_decisions(game: Game[Terms]) -> Callable[[Cards], tuple[str, Cards]]:
    """A function from five cards to the best decision of the price and the three cards it plays."""
    plan = best_plans(game.terms)["best"]
    hands = dealt()
    rows = {key: row for row, key in enumerate(suitless(hands.cards).tolist())}

    def decide(cards: Cards) -> tuple[str, Cards]:
        row = rows[suitless_hand(cards)]
        option = int(plan.option[row])
        if option >= FIVE:
            return (pick2_wagers.FIVE if option == FIVE else FOLD), ()
        strength = three_strength(hands.three_cards(row, option))
        return THREE, next(three for three in combinations(cards, 3) if three_strength(three) == strength)

    return decide


RENAMINGS = tuple(permutations(range(4)))
"""Every renaming of the suits."""


def suitless_hand(cards: Cards) -> int:
    """The number that `suitless` gives one hand."""
    held = [(encoded(card) // 4 * 4, encoded(card) % 4) for card in cards]
    renamed = (sorted(rank + order[suit] for rank, suit in held) for order in RENAMINGS)
    return min(sum(code << 6 * place for place, code in enumerate(hand)) for hand in renamed)


def suitless(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """A number for each hand that is the same for hands that differ only in the names of the suits."""
    places = 64 ** np.arange(hands.shape[1], dtype=np.int64)
    smallest = np.full(len(hands), np.iinfo(np.int64).max)
    for order in RENAMINGS:
        renamed = np.sort(hands // 4 * 4 + np.array(order, dtype=np.uint8)[hands % 4], axis=1).astype(np.int64)
        smallest = np.minimum(smallest, renamed @ places)
    return smallest


def _by_wager(payments: list[Payment]) -> Mapping[str, int]:
    wagers = {payment.wager for payment in payments}
    return {wager: net(p for p in payments if p.wager == wager).get(1, 0) for wager in wagers}
