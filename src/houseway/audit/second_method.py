"""
The second method behind an exact price: hands dealt from a seed and settled by the game's own rules, one by one.

It shares no step with the counting: no tables, no classes of hands, no multiplicities. Only which decision is best is
taken from the price, for that is what is being priced.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from ..games import pick2, pyramid
from ..pricing import pick2 as pick2_prices
from ..pricing import pyramid as pyramid_prices
from ..records.shuffle import Entropy
from ..rules.cards import SUITS, Card, Cards, read_cards
from ..rules.game import Game, Opening
from ..rules.payments import net
from ..rules.round import Dealt, Decided, HandsSet, Posted, after, settlement, start
from ..rules.setting import Setting

Figure = tuple[str, str]
"""A wager and a strategy."""
Nets = Iterator[tuple[Figure, Fraction]]
Dealer = Callable[[Entropy], Nets]
"""Deals one hand and says what every figure made of it."""


def drawn(cards: Cards, entropy: Entropy, count: int) -> Cards:
    """The first cards off a shuffled shoe: only as much is shuffled as is dealt."""
    shoe = list(cards)
    for place in range(count):
        chosen = place + entropy.below(len(shoe) - place)
        shoe[place], shoe[chosen] = shoe[chosen], shoe[place]
    return tuple(shoe[:count])


# Pyramid Poker ---------------------------------------------------------------------------------------------------


def pyramid_dealer(game: Game[Any]) -> Dealer:
    """One hand against the House by each strategy, and one bank against a house-way hand."""
    terms, shoe = game.terms, game.shoe(game.terms)
    lows: dict[tuple[bool, tuple[int, ...]], int] = {}

    def best_setting(cards: Cards, *, banks: bool) -> Setting:
        ranks = tuple(sorted(card.rank for card in cards))
        if (banks, ranks) not in lows:
            example = tuple(Card(rank, SUITS[place]) for place, rank in enumerate(ranks))
            found = pyramid_prices.best(game, example, banker=banks)[0]["setting"]["low"]
            lows[banks, ranks] = read_cards(found)[0].rank
        low = next(card for card in cards if card.rank == lows[banks, ranks])
        rest = list(cards)
        rest.remove(low)
        return {"low": (low,), "high": tuple(rest)}

    def deal(entropy: Entropy) -> Nets:
        six = drawn(shoe, entropy, 6)
        ours, house = six[:3], pyramid.house_way(terms, six[3:])
        plain = pyramid.house_way(terms, ours)
        for name, setting in (("house_way", plain), ("best", best_setting(ours, banks=False))):
            yield (pyramid.MAIN, name), _paid(terms, pyramid.main_result(terms, (setting, False), house).pays)
        yield (pyramid.THREE_CARD, "only"), Fraction(pyramid.three_card_result(terms, ours).pays)
        yield (pyramid.SIX_CARD, "only"), Fraction(pyramid.six_card_result(terms, six).pays)
        for name, bank in (("banker_house_way", plain), ("banker_best", best_setting(ours, banks=True))):
            result = pyramid.main_result(terms, (house, False), bank, bank_auto=terms.banker_trips_auto)
            yield (pyramid.MAIN, name), Fraction(-result.pays)

    return deal


def _paid(terms: Any, pays: int) -> Fraction:
    """A win less its commission."""
    return pays - Fraction(max(pays, 0) * terms.commission, 100)


# Pick 2 Poker ----------------------------------------------------------------------------------------------------


def pick2_dealer(game: Game[Any]) -> Dealer:
    """Whole rounds through the rules, one seat against the dealer, by best play."""
    plan = pick2_prices.best_decisions(game)
    spots = {pick2.ANTE: 1, pick2.BONUS_3_5: 1, pick2.BONUS_5_ONLY: 1}
    free = game.with_options({"ante_min": 1, "max_aggregate": None, "b35_min": 1})

    def deal(entropy: Entropy) -> Nets:
        ten = drawn(game.shoe(game.terms), entropy, 10)
        decision, three = plan(ten[:5])
        round_ = after(start(free, Opening(players=("player",))), Posted(1, spots), Dealt(ten), Decided(1, decision))
        round_ = after(round_, HandsSet(1, {pick2.THREE: three})) if three else round_
        won = _by_wager(settlement(round_))
        main = won.get(pick2.ANTE, 0) + won.get("play", 0)
        yield ("ante_play", "best"), Fraction(main)
        for bonus in (pick2.BONUS_3_5, pick2.BONUS_5_ONLY):
            yield (bonus, "only"), Fraction(won.get(bonus, 0))
            yield (bonus, "best"), Fraction(won.get(bonus, 0))

    return deal


def _by_wager(payments: list[Any]) -> Mapping[str, int]:
    wagers = {payment.wager for payment in payments}
    return {wager: net(p for p in payments if p.wager == wager).get(1, 0) for wager in wagers}


DEALERS: dict[str, Callable[[Game[Any]], Dealer]] = {"pyramid": pyramid_dealer, "pick2": pick2_dealer}
