"""Every legal setting of three given cards, best first, each with its exact value against the dealer's hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ....rules.cards import Cards, read_cards, surplus, write_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.setting import Setting
from .. import hand_order
from .. import sheet as pyramid
from ..house_way import house_way
from .hands import HAND_SIZE, Composition, index_of
from .main_wager_tables import against_house, legal_settings, settings_of
from .play import Play, play


@dataclass(frozen=True, kw_only=True)
class CountedSetting:
    """A setting and its results against every hand of the House."""

    setting: Setting
    ev: Fraction
    """Expected net result per unit of the first wager."""
    counts: Mapping[str, int]
    """Hands of the House by result: win, push, lose, auto_win."""


def best(game: Game[pyramid.Terms], cards: Cards | str) -> list[CountedSetting]:
    """The legal settings of these cards, best first; one for each choice of ranks, the house way first among equals."""
    hand = read_cards(cards) if isinstance(cards, str) else cards
    _check_hand(game, hand)
    shoe = Composition.of_decks(game.terms.decks)
    counted = play(game.terms, against_house, shoe)
    settings = legal_settings(game.terms)
    index = index_of(hand)
    houses = shoe.deals // shoe.hands
    rows = np.flatnonzero(settings.hand == index).tolist()
    rows.sort(key=lambda row: (-int(counted.evs[row]), row != counted.house[index]))
    return [
        CountedSetting(
            setting=_with_these(game, hand, settings.settings[row], row == counted.house[index]),
            ev=counted.ev(row, houses),
            counts=_counts(counted, row),
        )
        for row in rows
    ]


def _check_hand(game: Game[pyramid.Terms], hand: Cards) -> None:
    """Refuse a hand that is not three cards of the shoe."""
    if len(hand) != HAND_SIZE:
        raise NotAllowed(f"a hand is three cards, not {len(hand)}: {write_cards(hand) or 'none'} [PYR-30]")
    extra = surplus(hand, game.shoe(game.terms))
    if extra:
        raise NotAllowed(f"{write_cards(extra)} is more than {game.terms.decks} decks contain [PYR-16]")


def _with_these(game: Game[pyramid.Terms], hand: Cards, setting: Setting, is_house_way: bool) -> Setting:
    """The setting with the same ranks, made of the cards in hand."""
    if is_house_way:
        own = house_way(game.terms, hand)
    else:
        low = setting["low"][0].rank
        own = next(own for own in settings_of(tuple(sorted(hand, reverse=True))) if own["low"][0].rank == low)
    return {slot.name: own[slot.name] for slot in (hand_order.LOW, hand_order.HIGH)}


def _counts(counted: Play, row: int) -> dict[str, int]:
    """The number of the opponent's hands by outcome."""
    counts = Counter(dict.fromkeys(("win", "push", "lose", "auto_win"), 0))
    for (name, _), count in zip(counted.table.outcomes, counted.counts[row].tolist(), strict=True):
        counts[name] += count
    return dict(counts)
