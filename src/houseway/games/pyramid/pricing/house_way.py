"""
The audit of the house way of Pyramid Poker.

It is checked on every hand that it gives a setting, never fouls, and does not depend on the order of the cards. Then
its cost compared with the best setting is computed hand by hand, for a bettor and for a bank.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations_with_replacement, permutations

from ....pricing.house_way_audit import CostlyHand, HouseWayAudit, Proof, Side
from ....rules.cards import DECK, Cards, write_cards
from ....rules.game import Game
from ....rules.setting import Setting
from ....sampling.chunks import Progress
from .. import hand_order
from .. import sheet as pyramid
from ..fouls import foul
from ..house_way import house_way
from ..terms import Terms
from .hands import HAND_COUNT, HAND_SIZE, Composition, cards_of, index_of
from .main_wager_tables import Contest, against_house, banking_against_player, legal_settings
from .play import play


def audit_house_way(game: Game[pyramid.Terms], progress: Progress | None = None) -> HouseWayAudit[Fraction]:
    """The audit of this game's house way."""
    terms = game.terms
    shoe = Composition.of_decks(game.terms.decks)
    proof = prove(terms, lambda cards: house_way(terms, cards), progress)
    bettor = _side(terms, "bettor", against_house, shoe)
    return HouseWayAudit(proof=proof, sides=(bettor, _side(terms, "bank", banking_against_player, shoe)))


def prove(terms: pyramid.Terms, set_hand: Callable[[Cards], Setting], progress: Progress | None = None) -> Proof:
    """Check a rule for setting on every hand that the shoe can deal, in every order of its cards."""
    undefined: list[str] = []
    fouls: list[str] = []
    lows: dict[int, set[int]] = {hand: set() for hand in range(HAND_COUNT)}
    hands = _all_hands(terms.decks)
    for done, cards in enumerate(hands):
        if progress and done % 1000 == 0:
            progress(done, len(hands))
        for order in sorted(set(permutations(cards))):
            setting = set_hand(order)
            if not _is_whole(order, setting):
                undefined.append(write_cards(order))
                continue
            if foul(terms, setting, {}):
                fouls.append(write_cards(order))
            lows[index_of(cards)].add(setting["low"][0].rank)
    return Proof(
        hands_checked=len(hands),
        checked=f"all {len(hands):,} hands",
        undefined=tuple(undefined),
        fouls=tuple(fouls),
        ambiguous=tuple(ranks_of(hand) for hand, ranks in lows.items() if len(ranks) > 1),
    )


def _all_hands(decks: int) -> list[Cards]:
    """Every hand that the shoe can deal, by rank and suit."""
    hands = combinations_with_replacement(DECK, HAND_SIZE)
    return [cards for cards in hands if max(map(cards.count, cards)) <= decks]


def _is_whole(cards: Cards, setting: Setting) -> bool:
    """Whether the setting uses exactly these cards, in slots of the right size."""
    slots = (hand_order.LOW, hand_order.HIGH)
    fits = [len(setting.get(slot.name, ())) in slot.sizes for slot in slots]
    return all(fits) and sorted(card for hand in setting.values() for card in hand) == sorted(cards)


def ranks_of(hand: int) -> str:
    return " ".join(str(card)[0] for card in cards_of(hand))


def by_ranks(setting: Setting) -> str:
    """A setting as `low T, high A A`."""
    parts = (f"{name} {' '.join(str(card)[0] for card in setting[name])}" for name in ("low", "high"))
    return ", ".join(parts)


def _side(terms: Terms, role: str, contest: Contest, shoe: Composition) -> Side[Fraction]:
    """The cost of the house way in one role, hand by hand."""
    counted = play(terms, contest, shoe)
    houses = shoe.deals // shoe.hands
    settings = legal_settings(terms).settings
    dealt = shoe.first_hands.tolist()
    costly_hands = [
        CostlyHand(
            hand=ranks_of(hand),
            house_way=by_ranks(settings[house]),
            best=by_ranks(settings[best]),
            house_way_ev=counted.ev(house, houses),
            best_ev=counted.ev(best, houses),
            share=Fraction(dealt[hand], shoe.hands),
        )
        for hand, (house, best) in enumerate(zip(counted.house.tolist(), counted.best.tolist(), strict=True))
        if house != best
    ]
    evs = [
        sum((counted.ev(row, houses) * dealt[hand] for hand, row in enumerate(rows.tolist())), Fraction()) / shoe.hands
        for rows in (counted.house, counted.best)
    ]
    ordered = tuple(sorted(costly_hands, key=lambda costly: -costly.weighted_cost))
    return Side(role=role, costly_hands=ordered, house_way_ev=evs[0], best_ev=evs[1])
