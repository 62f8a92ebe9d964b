"""The second method for Pyramid Poker's prices: hands dealt from a seed and settled by the rules, one by one."""

from collections.abc import Callable
from fractions import Fraction

from ....pricing.second_method import Entropy, Nets, SecondMethod, first_cards
from ....rules.cards import Cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.setting import Setting
from .. import main_wager, side_wagers, wagers
from .. import sheet as pyramid
from ..house_way import house_way
from .hands import Composition, index_of
from .main_wager_tables import Contest, against_house, banking_against_player, legal_settings
from .play import play


def second_method(game: Game[pyramid.Terms]) -> SecondMethod:
    """A function that deals six cards and yields the profit of every wager under each strategy, also for a bank."""
    terms = game.terms
    shoe = game.shoe(game.terms)
    if terms.banker_sets != "before_exposure":
        raise NotAllowed(
            "a bank that sets after the House hand is exposed has no second method; choose banker_sets=before_exposure"
        )
    best = best_setter(game, against_house)
    bank_best = best_setter(game, banking_against_player)

    def deal(entropy: Entropy) -> Nets:
        six = first_cards(shoe, entropy, 6)
        ours = six[:3]
        house = house_way(terms, six[3:])
        ours_by_house_way = house_way(terms, ours)
        for name, setting in (("house_way", ours_by_house_way), ("best", best(ours))):
            yield (wagers.MAIN, name), _paid(terms, main_wager.main_result(terms, setting, house).pays)
        yield (wagers.THREE_CARD, "only"), Fraction(side_wagers.three_card_result(terms, ours).pays)
        yield (wagers.SIX_CARD, "only"), Fraction(side_wagers.six_card_result(terms, six).pays)
        for name, bank in (("banker_house_way", ours_by_house_way), ("banker_best", bank_best(ours))):
            result = main_wager.main_result(terms, house, bank, bank_trips_win=terms.banker_trips_auto)
            yield (wagers.MAIN, name), Fraction(-result.pays)

    return deal


def best_setter(game: Game[pyramid.Terms], contest: Contest) -> Callable[[Cards], Setting]:
    """A function that sets three cards by the best play that the price assumes."""
    counted = play(game.terms, contest, Composition.of_decks(game.terms.decks))
    settings = legal_settings(game.terms).settings

    def best_setting(cards: Cards) -> Setting:
        low_rank = settings[int(counted.best[index_of(cards)])]["low"][0].rank
        low = next(card for card in cards if card.rank == low_rank)
        rest = list(cards)
        rest.remove(low)
        return {"low": (low,), "high": tuple(rest)}

    return best_setting


def _paid(terms: pyramid.Terms, pays: int) -> Fraction:
    """A profit after commission."""
    return pays - Fraction(max(pays, 0) * terms.commission, 100)
