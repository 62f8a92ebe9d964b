"""
The second method behind an exact price: hands dealt from a seed and settled by the game's own rules, one by one.

It shares no step with the counting: no tables, no classes of hands, no multiplicities. Strategies are asked hand by hand.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..games import pick2, pyramid
from ..pricing import best
from ..records.shuffle import Entropy
from ..rules.cards import Cards, read_cards
from ..rules.game import Game, Opening
from ..rules.payments import Payment, net
from ..rules.round import Dealt, Decided, HandsSet, Posted, after, settlement, start

Figure = tuple[str, str]
"""A wager and a strategy."""
Nets = Iterator[tuple[Figure, Fraction]]
Played = Callable[[Game[Any], Entropy], Nets]


def drawn(game: Game[Any], entropy: Entropy, count: int) -> Cards:
    """The first cards off a shuffled shoe: only as much is shuffled as is dealt."""
    shoe = list(game.shoe(game.terms))
    for place in range(count):
        chosen = place + entropy.below(len(shoe) - place)
        shoe[place], shoe[chosen] = shoe[chosen], shoe[place]
    return tuple(shoe[:count])


# Pyramid Poker ---------------------------------------------------------------------------------------------------


def pyramid_played(game: Game[Any], entropy: Entropy) -> Nets:
    """One hand against the House by every strategy, and one bank against a house-way hand."""
    terms, six = game.terms, drawn(game, entropy, 6)
    ours, house = six[:3], six[3:]
    settings = {"house_way": pyramid.house_way(terms, ours), "best": best_low(game, ours)}
    for name, setting in settings.items():
        result = pyramid.main_result(terms, (setting, False), pyramid.house_way(terms, house))
        yield (pyramid.MAIN, name), after_commission(terms, result.pays)
    yield (pyramid.THREE_CARD, "only"), Fraction(pyramid.three_card_result(terms, ours).pays)
    yield (pyramid.SIX_CARD, "only"), Fraction(pyramid.six_card_result(terms, six).pays)
    bettor, auto = (pyramid.house_way(terms, house), False), terms.banker_trips_auto
    result = pyramid.main_result(terms, bettor, settings["house_way"], bank_auto=auto)
    yield (pyramid.MAIN, "banker_house_way"), Fraction(-result.pays)


def after_commission(terms: Any, pays: int) -> Fraction:
    return pays - Fraction(max(pays, 0) * terms.commission, 100)


def best_low(game: Game[Any], cards: Cards) -> Mapping[str, Cards]:
    """The best setting, asked once for each three ranks."""
    wanted = _best_low_rank(game, tuple(sorted(card.rank for card in cards)))
    low = next(card for card in cards if card.rank == wanted)
    rest = list(cards)
    rest.remove(low)
    return {"low": (low,), "high": tuple(rest)}


@lru_cache(maxsize=4096)
def _best_low_rank(game: Game[Any], ranks: tuple[int, ...]) -> int:
    cards = tuple(pyramid_card(rank, place) for place, rank in enumerate(ranks))
    return read_cards(best(game, cards)[0]["setting"]["low"])[0].rank


def pyramid_card(rank: int, place: int) -> Any:
    from ..rules.cards import SUITS, Card

    return Card(rank, SUITS[place])
