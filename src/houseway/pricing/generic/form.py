"""The form of games that the generic pricing can price."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...rules.cards import DECK, JOKER
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame, Deal, Opening, SetHands, Spot, Wager
from ...rules.round import Seat
from ...rules.setting import Slot

MOST_CARDS = 7
SMALLEST_FLUSH = 3
"""No ranking has a flush of fewer cards."""


@dataclass(frozen=True)
class Form:
    """A game of one wager and one deal, whose cards are set into two hands."""

    wager: Spot
    cards: int
    slots: tuple[Slot, Slot]
    jokers: int
    long: int
    """The fewest cards of one suit, with jokers, that can be a flush."""

    @property
    def names(self) -> tuple[str, str]:
        return self.slots[0].name, self.slots[1].name

    @property
    def sizes(self) -> tuple[int, int]:
        return self.slots[0].sizes[0], self.slots[1].sizes[0]


@dataclass(frozen=True)
class Variant:
    """A game as a key of a cache: equal to another of the same key and terms."""

    key: str
    terms_hash: str
    rules: AnyGame = field(compare=False)


def variant_of(game: AnyGame) -> Variant:
    return Variant(game.key, game.terms_hash, game)


def form_of(game: AnyGame) -> Form:
    """The form of this game. A game of another form is refused."""
    terms = game.terms
    steps = game.steps(terms, Opening(players=("player",)))
    shoe = game.shoe(terms)
    slots = game.slots(terms, Seat(number=1, player="player"))
    match steps:
        case (Wager() as wager, Deal() as deal, SetHands()) if deal.cards == deal.dealer <= MOST_CARDS:
            spots = [spot for spot in wager.spots if not spot.optional]
        case _:
            raise _other_form(game, "is not one wager, one deal and one setting against a dealer with as many cards")
    if (
        len(slots) != 2
        or any(len(slot.sizes) > 1 for slot in slots)
        or _cards_in(slots) != deal.cards
        or len(spots) != 1
    ):
        raise _other_form(game, "does not set all cards of one wager into two hands")
    jokers = shoe.count(JOKER)
    long = min((slot.sizes[0] for slot in slots if slot.sizes[0] >= SMALLEST_FLUSH), default=deal.cards + jokers + 1)
    if sorted(shoe) != sorted((*DECK, *(JOKER,) * jokers)) or 2 * (long - jokers) <= deal.cards - jokers:
        raise _other_form(game, "is not dealt from one deck in which only one suit of a hand can make a flush")
    if game.house_way is None:
        raise _other_form(game, "has no house way")
    return Form(spots[0], deal.cards, (slots[0], slots[1]), jokers, long)


def _cards_in(slots: tuple[Slot, ...]) -> int:
    return sum(slot.sizes[0] for slot in slots)


def _other_form(game: AnyGame, why: str) -> NotAllowed:
    return NotAllowed(f"{game.name} has no prices yet: it {why}, so it needs a pricing of its own")
