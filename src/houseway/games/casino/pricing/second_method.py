"""The second method for the price: hands dealt from a seed and settled by the sheet."""

from dataclasses import replace
from fractions import Fraction

from ....pricing.second_method import Entropy, Nets, SecondMethod, first_cards
from ....rules.game import Game
from ..house_way import house_way
from ..scoring import points
from ..setting import NINE
from ..settlement import antes_won
from ..terms import Terms
from ..wagers import ANTE


def second_method(game: Game[Terms]) -> SecondMethod:
    """HW-2 against the dealer by the plain rules; the best settings have no second method."""
    terms = game.terms

    def deal(entropy: Entropy) -> Nets:
        cards = first_cards(game.shoe(terms), entropy, 2 * NINE)
        ours = house_way(replace(terms, dealer_policy="hw2"), cards[:NINE])
        won = sum(points(terms, ours, house_way(terms, cards[NINE:])))
        yield (ANTE, "house_way"), Fraction(antes_won(terms, won))

    return deal
