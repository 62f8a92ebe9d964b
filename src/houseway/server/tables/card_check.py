"""Checks the cards of a request against the shoe and the layout, before anything is ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from ...rules.cards import JOKER, Card, Cards, surplus, write_cards
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame, Deal, Opening
from ...rules.setting import Slot


def most_cards(game: AnyGame) -> int:
    """The most cards that a seat of this game can hold in a round."""
    players = tuple(f"player {number}" for number in range(1, game.seats(game.terms).start + 1))
    steps = game.steps(game.terms, Opening(players=players))
    return sum(step.cards for step in steps if isinstance(step, Deal))


def check_cards(game: AnyGame, cards: Sequence[Card]) -> None:
    """Refuse cards that no seat of this game can hold under its terms."""
    most = most_cards(game)
    if len(cards) > most:
        raise NotAllowed(f"a seat of {game.name} holds at most {most} cards, not {len(cards)}")
    extra = surplus(cards, game.whole_shoe)
    if extra:
        raise NotAllowed(f"the shoe of {game.name} does not contain that many of {write_cards(extra)}")


def check_hands(
    game: AnyGame,
    slots: Sequence[Slot],
    hands: Mapping[str, Cards],
    jokers: Mapping[str, Cards] | None = None,
) -> None:
    """Refuse hands that cannot lie on this layout: an unknown slot, too many cards, or cards the shoe does not hold."""
    named = jokers or {}
    longest = {slot.name: max(slot.sizes) for slot in slots}
    for slot in chain(hands, named):
        if slot not in longest:
            known = ", ".join(longest) or "none"
            raise NotAllowed(f"there is no hand {slot!r} to set now; the hands are {known}")
    for slot, hand in hands.items():
        if len(hand) > longest[slot]:
            raise NotAllowed(f"{slot} takes at most {longest[slot]} cards, not {len(hand)}")
    for slot, stands_for in named.items():
        wild = hands.get(slot, ()).count(JOKER)
        if len(stands_for) > wild or JOKER in stands_for:
            given = write_cards(stands_for)
            raise NotAllowed(f"{slot} has {wild} jokers to name a card for, one card each and no joker, not {given}")
    check_cards(game, tuple(chain.from_iterable(hands.values())))
