"""Cards for a round, from a shuffled shoe."""

from ..rules.cards import Cards, surplus
from ..rules.dealing import cards_due
from ..rules.game import AnyGame, Deal
from ..rules.moves import Dealt
from ..rules.round import Round
from .shuffle import Entropy


def cards_left(round_: Round) -> Cards:
    """What is left in the shoe when the round opens, in the order that every shuffle starts from."""
    return unspent(round_.game, round_.opening.spent)


def unspent(game: AnyGame, spent: Cards) -> Cards:
    """The shoe without the cards that were spent in earlier rounds, in the order that every shuffle starts from."""
    return tuple(sorted(surplus(game.whole_shoe, spent))) if spent else game.whole_shoe


def shuffled_shoe(round_: Round, entropy: Entropy) -> Cards:
    """What is left in the shoe when the round opens, in the order it will be dealt."""
    return entropy.shuffled(cards_left(round_))


def next_deal(round_: Round, shoe: Cards) -> Dealt | None:
    """The deal that is due, from this order of the shoe; None if no cards are due."""
    if not isinstance(round_.step, Deal):
        return None
    gone = len(round_.dealt)
    return Dealt(shoe[gone : gone + cards_due(round_)])
