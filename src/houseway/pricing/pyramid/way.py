"""
The house way of Pyramid Poker, audited: defined on every hand, never fouling, the same in whatever order the cards lie;
and priced hand by hand against the best setting, for a bettor who plays it and for the bank that must.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from typing import Any

from ...games import pyramid
from ...rules.cards import DECK, Cards, write_cards
from ...rules.game import Game
from ...rules.setting import Setting
from .hands import HAND_COUNT, HAND_SIZE, Composition, cards_of, index_of
from .main import Contest, against_house, banking_against_player, legal_settings
from .play import play

Progress = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True)
class Slip:
    """A hand on which the house way is not the best setting."""

    hand: str
    """By ranks, such as `A A T`."""
    house_way: str
    best: str
    house_way_ev: Fraction
    best_ev: Fraction
    dealt: int
    """In how many ways the hand is dealt."""
    hands: int
    """How many hands there are."""

    @property
    def cost(self) -> Fraction:
        """What it costs per unit when the hand is dealt."""
        return self.best_ev - self.house_way_ev

    @property
    def weighted_cost(self) -> Fraction:
        """What it costs per unit of all wagers."""
        return self.cost * Fraction(self.dealt, self.hands)


@dataclass(frozen=True, kw_only=True)
class Side:
    """The house way from one side of the table, against an opponent who plays it too."""

    role: str
    slips: tuple[Slip, ...]
    """Most costly over all wagers first."""
    house_way_ev: Fraction
    best_ev: Fraction

    @property
    def cost(self) -> Fraction:
        """What the house way costs per unit; the weighted costs of all slips add up to it."""
        return self.best_ev - self.house_way_ev


@dataclass(frozen=True, kw_only=True)
class Proof:
    """What an enumeration of all hands found against a way of setting; where it found nothing, that is proved."""

    hands_checked: int
    """Hands by rank and suit, each tried in every order of its cards."""
    undefined: tuple[str, ...]
    """Hands it does not set, or not as hands can be put down."""
    fouls: tuple[str, ...]
    ambiguous: tuple[str, ...]
    """Rank hands it sets in more than one way, by order or suit of the cards."""

    @property
    def sound(self) -> bool:
        return not (self.undefined or self.fouls or self.ambiguous)


@dataclass(frozen=True, kw_only=True)
class Way:
    """The house way, proved and priced."""

    proof: Proof
    sides: tuple[Side, ...]
    """As a bettor who plays it, and as the bank that must."""


def way(game: Game[pyramid.Terms], progress: Progress | None = None) -> Way:
    """The audit of this game's house way."""
    terms, shoe = game.terms, Composition.of_decks(game.terms.decks)
    proof = prove(terms, lambda cards: pyramid.house_way(terms, cards), progress)
    bettor = _side(terms, "bettor", against_house, shoe)
    return Way(proof=proof, sides=(bettor, _side(terms, "bank", banking_against_player, shoe)))


def prove(terms: pyramid.Terms, set_hand: Callable[[Cards], Setting], progress: Progress | None = None) -> Proof:
    """Try a way of setting on every hand the shoe can deal, in every order."""
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
            fouls += [write_cards(order)] if pyramid.foul(terms, setting, {}) else []
            lows[index_of(cards)].add(setting["low"][0].rank)
    return Proof(
        hands_checked=len(hands),
        undefined=tuple(undefined),
        fouls=tuple(fouls),
        ambiguous=tuple(ranks_of(hand) for hand, found in lows.items() if len(found) > 1),
    )


def _all_hands(decks: int) -> list[Cards]:
    """Every hand the shoe can deal, by rank and suit."""
    hands = combinations_with_replacement(DECK, HAND_SIZE)
    return [cards for cards in hands if max(map(cards.count, cards)) <= decks]


def _is_whole(cards: Cards, setting: Setting) -> bool:
    """Are these cards, all of them, in the slots they fit?"""
    slots = (pyramid.LOW, pyramid.HIGH)
    fits = [len(setting.get(slot.name, ())) in slot.sizes for slot in slots]
    return all(fits) and sorted(card for hand in setting.values() for card in hand) == sorted(cards)


def ranks_of(hand: int) -> str:
    return " ".join(str(card)[0] for card in cards_of(hand))


def by_ranks(setting: Setting) -> str:
    """A setting as `low T, high A A`."""
    parts = (f"{name} {' '.join(str(card)[0] for card in setting[name])}" for name in ("low", "high"))
    return ", ".join(parts)


def _side(terms: Any, role: str, contest: Contest, shoe: Composition) -> Side:
    found, houses = play(terms, contest, shoe), shoe.deals // shoe.hands
    settings, dealt = legal_settings(terms).settings, shoe.first_hands.tolist()
    slips = [
        Slip(
            hand=ranks_of(hand),
            house_way=by_ranks(settings[house]),
            best=by_ranks(settings[best]),
            house_way_ev=found.ev(house, houses),
            best_ev=found.ev(best, houses),
            dealt=dealt[hand],
            hands=shoe.hands,
        )
        for hand, (house, best) in enumerate(zip(found.house.tolist(), found.best.tolist(), strict=True))
        if house != best
    ]
    evs = [
        sum((found.ev(row, houses) * dealt[hand] for hand, row in enumerate(rows.tolist())), Fraction()) / shoe.hands
        for rows in (found.house, found.best)
    ]
    ordered = tuple(sorted(slips, key=lambda slip: -slip.weighted_cost))
    return Side(role=role, slips=ordered, house_way_ev=evs[0], best_ev=evs[1])
