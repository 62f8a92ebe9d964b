"""The second method behind the Casino Version's prices: hands dealt from a seed and settled by the sheet."""

from dataclasses import replace
from fractions import Fraction

from ....pricing.second_method import Entropy, Nets, SecondMethod, first_cards
from ....rules.game import Game
from ..house_way import house_way
from ..scoring import points
from ..settlement import antes_won
from ..terms import Terms
from ..wagers import ANTE


def second_method(game: Game[Terms]) -> SecondMethod:
    """Nine cards set the house way against the dealer's, by the plain rules; the best settings have no such twin."""
    terms = game.terms

    def deal(entropy: Entropy) -> Nets:
        cards = first_cards(game.shoe(terms), entropy, 18)
        ours = house_way(replace(terms, dealer_policy="hw2"), cards[:9])
        won = sum(points(terms, ours, house_way(terms, cards[9:])))
        yield (ANTE, "house_way"), Fraction(antes_won(terms, won))

    return deal
