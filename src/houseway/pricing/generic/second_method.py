"""The second method of the generic price: two hands are dealt from a seed and settled by the game's rules."""

from ...rules.game import AnyGame
from ..second_method import Entropy, Nets, SecondMethod, first_cards
from .form import form_of
from .house_way import best_setting
from .payoff import net_of
from .price import BEST, HOUSE_WAY, role_name, roles
from .tables import house_way_of


def second_method(game: AnyGame) -> SecondMethod:
    """Deals two hands and settles them by the rules: ours set the house way and the best way, theirs the house way."""
    form = form_of(game)
    shoe = game.shoe(game.terms)

    def deal(entropy: Entropy) -> Nets:
        cards = first_cards(shoe, entropy, 2 * form.cards)
        ours = cards[: form.cards]
        theirs = cards[form.cards :]
        for banks in roles(game):
            settings = {
                HOUSE_WAY: house_way_of(game, game.terms, ours),
                BEST: best_setting(game, ours, banks=banks).setting,
            }
            for play, setting in settings.items():
                net = net_of(game, form, setting, theirs, banks=banks)
                yield (form.wager.name, role_name(banks, play)), net

    return deal
