"""Cards for a round, from a shuffled shoe."""

from ..rules.cards import Cards, surplus
from ..rules.game import Deal
from ..rules.round import Dealt, Round, cards_due
from .shuffle import Entropy


def cards_left(round_: Round) -> Cards:
    """What is left in the shoe when the round opens, in the order that every shuffle starts from."""
    shoe = round_.game.shoe(round_.game.terms)
    return tuple(sorted(surplus(shoe, round_.opening.spent)))


def shuffled_shoe(round_: Round, entropy: Entropy) -> Cards:
    """What is left in the shoe when the round opens, in the order it will be dealt."""
    return entropy.shuffled(cards_left(round_))


def next_deal(round_: Round, shoe: Cards) -> Dealt | None:
    """The deal that is due, from this order of the shoe; None if no cards are due."""
    if not isinstance(round_.step, Deal):
        return None
    gone = len(round_.dealt)
    return Dealt(shoe[gone : gone + cards_due(round_)])
