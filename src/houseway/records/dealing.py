"""Deals the cards of a round from a shuffled shoe."""

from ..rules.cards import Cards, surplus
from ..rules.dealing import cards_due
from ..rules.game import AnyGame, Deal
from ..rules.moves import Dealt
from ..rules.round import Round
from .shuffle import Entropy


def cards_left(round_: Round) -> Cards:
    """The cards left in the shoe when the round opens, in the order that every shuffle starts from."""
    return unspent(round_.game, round_.opening.spent)


def unspent(game: AnyGame, spent: Cards) -> Cards:
    """The shoe without the cards that were spent in earlier rounds, in the order that every shuffle starts from."""
    if not spent:
        return game.whole_shoe
    return tuple(sorted(surplus(game.whole_shoe, spent)))


def shuffled_shoe(round_: Round, entropy: Entropy) -> Cards:
    """The cards left in the shoe when the round opens, in the order in which they are dealt."""
    return entropy.shuffled(cards_left(round_))


def next_deal(round_: Round, shoe: Cards) -> Dealt | None:
    """The next deal of the round from this order of the shoe; None if no cards are due."""
    if not isinstance(round_.step, Deal):
        return None
    first = len(round_.dealt)
    return Dealt(shoe[first : first + cards_due(round_)])
