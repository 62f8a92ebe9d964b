"""What a game must be like to be priced without a file of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...rules.cards import DECK, JOKER
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame, Deal, Opening, SetHands, Spot, Wager
from ...rules.round import Seat
from ...rules.setting import Slot

MOST_CARDS = 7
SMALLEST_FLUSH = 3
"""Hands of fewer cards are no flush, in whatever ranking."""


@dataclass(frozen=True)
class Form:
    """One wager, one deal, two hands to be set from all of the cards."""

    wager: Spot
    cards: int
    slots: tuple[Slot, Slot]
    jokers: int
    long: int
    """So many cards of one suit, jokers counted, can be a flush."""

    @property
    def names(self) -> tuple[str, str]:
        return self.slots[0].name, self.slots[1].name

    @property
    def sizes(self) -> tuple[int, int]:
        return self.slots[0].sizes[0], self.slots[1].sizes[0]


@dataclass(frozen=True)
class Variant:
    """A game, told from others by its terms alone, so that what is found about it can be kept."""

    key: str
    terms_hash: str
    rules: AnyGame = field(compare=False)


def variant_of(game: AnyGame) -> Variant:
    return Variant(game.key, game.terms_hash, game)


def form_of(game: AnyGame) -> Form:
    """The form of a game that can be priced so, or a sentence why it cannot."""
    terms = game.terms
    steps = game.steps(terms, Opening(players=("player",)))
    shoe = game.shoe(terms)
    slots = game.slots(terms, Seat(number=1, player="player"))
    match steps:
        case (Wager() as wager, Deal() as deal, SetHands()) if deal.cards == deal.dealer <= MOST_CARDS:
            spots = [spot for spot in wager.spots if not spot.optional]
        case _:
            raise _unlike(game, "is no wager, deal and setting of hands against a dealer's like ones")
    if len(slots) != 2 or any(len(slot.sizes) > 1 for slot in slots) or _taken(slots) != deal.cards or len(spots) != 1:
        raise _unlike(game, "does not set all cards of one wager into two hands")
    jokers = shoe.count(JOKER)
    long = min((slot.sizes[0] for slot in slots if slot.sizes[0] >= SMALLEST_FLUSH), default=deal.cards + jokers + 1)
    if sorted(shoe) != sorted((*DECK, *(JOKER,) * jokers)) or 2 * (long - jokers) <= deal.cards - jokers:
        raise _unlike(game, "is not dealt from one deck in which only one suit of a hand can make a flush")
    if game.house_way is None:
        raise _unlike(game, "has no house way")
    return Form(spots[0], deal.cards, (slots[0], slots[1]), jokers, long)


def _taken(slots: tuple[Slot, ...]) -> int:
    return sum(slot.sizes[0] for slot in slots)


def _unlike(game: AnyGame, why: str) -> NotAllowed:
    return NotAllowed(f"{game.name} has no prices yet: it {why}, so it needs a file of its own in pricing")
