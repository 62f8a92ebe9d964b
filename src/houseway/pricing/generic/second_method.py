"""The second method of the generic price: two hands are dealt from a seed and settled by the game's rules."""

from ...kernels.cards import encoded_hands
from ...rules.game import AnyGame
from ..second_method import Entropy, Nets, SecondMethod, first_cards
from .form import form_of
from .house_way import setting_with
from .payoff import net_of
from .price import HOUSE_WAY, strategies
from .tables import classes_of, house_way_of


def second_method(game: AnyGame) -> SecondMethod:
    """Deals two hands and settles them by the rules: ours set by a strategy of the price, theirs the house way."""
    form = form_of(game)
    priced = strategies(game)
    classes = classes_of(form)
    shoe = game.shoe(game.terms)

    def deal(entropy: Entropy) -> Nets:
        cards = first_cards(shoe, entropy, 2 * form.cards)
        ours = cards[: form.cards]
        theirs = cards[form.cards :]
        number = int(classes.numbers(encoded_hands([ours]))[0])
        for strategy in priced:
            if strategy.name.endswith(HOUSE_WAY):
                setting = house_way_of(game, game.terms, ours)
            else:
                first, second = strategy.codes[number].tolist()
                setting = setting_with(game, ours, (first, second))
            yield (form.wager.name, strategy.name), net_of(game, form, setting, theirs, banks=strategy.banks)

    return deal
