"""
The second method behind an exact price: hands dealt from a seed and settled by the game's own rules, one by one.

It shares no step with the counting: no tables, no classes of hands, no multiplicities. Only which decision is best is
taken from the price, for that is what is being priced.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import numpy as np

from ..games import casino, pick2, pyramid
from ..kernels.cards import encoded, encoded_hands
from ..pricing import has_own
from ..pricing.any_game.form import form_of
from ..pricing.any_game.payoff import won
from ..pricing.any_game.price import HOUSE_WAY, strategies
from ..pricing.any_game.tables import classes_of, house_way_of
from ..pricing.any_game.way import setting_with
from ..pricing.pick2 import best_plans
from ..pricing.pick2.bonus import FIVE
from ..pricing.pick2.hands import dealt
from ..pricing.pyramid.hands import Composition, index_of
from ..pricing.pyramid.main import against_house, banking_against_player, legal_settings
from ..pricing.pyramid.play import play
from ..records.shuffle import Entropy
from ..rules.cards import Cards
from ..rules.errors import NotAllowed
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
    if terms.banker_sets != "before_exposure":
        raise NotAllowed(
            "a bank that sets in sight of the House hand has no second method yet; leave banker_sets as it is"
        )
    best, bank_best = best_lows(game, against_house), best_lows(game, banking_against_player)

    def deal(entropy: Entropy) -> Nets:
        six = drawn(shoe, entropy, 6)
        ours, house = six[:3], pyramid.house_way(terms, six[3:])
        plain = pyramid.house_way(terms, ours)
        for name, setting in (("house_way", plain), ("best", best(ours))):
            yield (pyramid.MAIN, name), _paid(terms, pyramid.main_result(terms, (setting, False), house).pays)
        yield (pyramid.THREE_CARD, "only"), Fraction(pyramid.three_card_result(terms, ours).pays)
        yield (pyramid.SIX_CARD, "only"), Fraction(pyramid.six_card_result(terms, six).pays)
        for name, bank in (("banker_house_way", plain), ("banker_best", bank_best(ours))):
            result = pyramid.main_result(terms, (house, False), bank, bank_auto=terms.banker_trips_auto)
            yield (pyramid.MAIN, name), Fraction(-result.pays)

    return deal


def best_lows(game: Game[Any], contest: Any) -> Callable[[Cards], Setting]:
    """The best setting of three cards, as the price has it."""
    found = play(game.terms, contest, Composition.of_decks(game.terms.decks))
    settings = legal_settings(game.terms).settings

    def best_setting(cards: Cards) -> Setting:
        wanted = settings[int(found.best[index_of(cards)])]["low"][0].rank
        low = next(card for card in cards if card.rank == wanted)
        rest = list(cards)
        rest.remove(low)
        return {"low": (low,), "high": tuple(rest)}

    return best_setting


def _paid(terms: Any, pays: int) -> Fraction:
    """A win less its commission."""
    return pays - Fraction(max(pays, 0) * terms.commission, 100)


# Pick 2 Poker ----------------------------------------------------------------------------------------------------


def pick2_dealer(game: Game[Any]) -> Dealer:
    """Whole rounds through the rules, one seat against the dealer, by best play."""
    decide = best_decisions(game)
    stakes = {pick2.ANTE: 1, pick2.BONUS_3_5: 1, pick2.BONUS_5_ONLY: 1}
    free = game.with_options({"ante_min": 1, "b35_min": 1, "max_aggregate": None})

    def deal(entropy: Entropy) -> Nets:
        ten = drawn(game.shoe(game.terms), entropy, 10)
        decision, three = decide(ten[:5])
        round_ = after(start(free, Opening(players=("player",))), Posted(1, stakes), Dealt(ten), Decided(1, decision))
        round_ = after(round_, HandsSet(1, {pick2.THREE: three})) if three else round_
        won = _by_wager(settlement(round_))
        yield ("ante_play", "best"), Fraction(won.get(pick2.ANTE, 0) + won.get("play", 0))
        for bonus in (pick2.BONUS_3_5, pick2.BONUS_5_ONLY):
            for strategy in ("only", "best"):
                yield (bonus, strategy), Fraction(won.get(bonus, 0))

    return deal


def best_decisions(game: Game[Any]) -> Callable[[Cards], tuple[str, Cards]]:
    """The best decision of a hand, and the three cards it plays, as the price has them."""
    plan, hands = best_plans(game.terms)["best"], dealt()
    rows = {key: row for row, key in enumerate(suitless(hands.cards).tolist())}

    def decide(cards: Cards) -> tuple[str, Cards]:
        row = rows[suitless_hand(cards)]
        option = int(plan.option[row])
        if option >= FIVE:
            return (pick2.FIVE if option == FIVE else pick2.FOLD), ()
        wanted = pick2.three_strength(hands.three_cards(row, option))
        return pick2.THREE, next(three for three in combinations(cards, 3) if pick2.three_strength(three) == wanted)

    return decide


RENAMINGS = tuple(permutations(range(4)))


def suitless_hand(cards: Cards) -> int:
    """The same number as `suitless`, for one hand."""
    held = [(encoded(card) // 4 * 4, encoded(card) % 4) for card in cards]
    renamed = (sorted(rank + order[suit] for rank, suit in held) for order in RENAMINGS)
    return min(sum(code << 6 * place for place, code in enumerate(hand)) for hand in renamed)


def suitless(hands: Any) -> Any:
    """A number for each hand that is the same for hands alike but for the names of the suits."""
    found = None
    for order in RENAMINGS:
        renamed = np.sort(hands // 4 * 4 + np.array(order, dtype=np.uint8)[hands % 4], axis=1).astype(np.int64)
        key = renamed @ (64 ** np.arange(renamed.shape[1], dtype=np.int64))
        found = key if found is None else np.minimum(found, key)
    return found


def _by_wager(payments: list[Any]) -> Mapping[str, int]:
    wagers = {payment.wager for payment in payments}
    return {wager: net(p for p in payments if p.wager == wager).get(1, 0) for wager in wagers}


# Pyramid Poker, Casino Version ------------------------------------------------------------------------------------


def casino_dealer(game: Game[Any]) -> Dealer:
    """Nine cards set the house way against the dealer's, by the plain rules; the best settings have no such twin."""
    terms = game.terms

    def deal(entropy: Entropy) -> Nets:
        cards = drawn(game.shoe(terms), entropy, 18)
        ours = casino.house_way(replace(terms, dealer_policy="hw2"), cards[:9])
        won = sum(casino.points(terms, ours, casino.house_way(terms, cards[9:])))
        yield (casino.ANTE, "house_way"), Fraction(casino.antes_won(terms, won))

    return deal


# Any game of two hands --------------------------------------------------------------------------------------------


def any_dealer(game: Game[Any]) -> Dealer:
    """Two hands dealt and settled by the game's own rules, the one set as the price has it, the other the house way."""
    form, ways = form_of(game), strategies(game)
    classes, shoe = classes_of(form), game.shoe(game.terms)

    def deal(entropy: Entropy) -> Nets:
        cards = drawn(shoe, entropy, 2 * form.cards)
        ours, theirs = cards[: form.cards], cards[form.cards :]
        number = int(classes.numbers(encoded_hands([ours]))[0])
        for way in ways:
            first, second = way.codes[number].tolist()
            plain = way.name.endswith(HOUSE_WAY)
            setting = house_way_of(game, game.terms, ours) if plain else setting_with(game, ours, (first, second))
            yield (form.wager.name, way.name), won(game, form, setting, theirs, banks=way.banks)

    return deal


DEALERS: dict[str, Callable[[Game[Any]], Dealer]] = {
    "pyramid": pyramid_dealer,
    "pick2": pick2_dealer,
    "casino": casino_dealer,
}
ROUNDS = {"pyramid": 10_000, "pick2": 10_000, "casino": 1_000}
FEW_ROUNDS = 1_000


def dealer_of(game: Game[Any]) -> Dealer:
    """The second method of a game, or a sentence if it has none."""
    if not has_own(game.key):
        return any_dealer(game)
    if game.key not in DEALERS:
        raise NotAllowed(f"{game.key} has no price that a second method stands behind; {', '.join(DEALERS)} have")
    return DEALERS[game.key](game)
