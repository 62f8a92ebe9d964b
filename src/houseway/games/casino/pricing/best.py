"""Legal settings of given cards, and what they win against dealers' hands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, encoded
from ....rules.cards import Cards, surplus, write_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ..kernels.duel import Suits, against_dealers
from ..kernels.setting import NINE, CodedSettings, Parts, coded_settings, parts_of, set_by_policy
from ..terms import Terms
from .best_reply import first_cells
from .scores import CasinoTables, suits_of

SHUFFLES = 8000
"""Shuffles against which settings are valued."""


def refuse_hand(game: Game[Terms], hand: Cards) -> None:
    """Refuse cards that no player can hold, before buying or after."""
    before = game.terms.first_cards
    after = game.terms.first_cards + game.terms.bought_cards
    if len(hand) not in (before, after):
        raise NotAllowed(f"a hand is {before} cards, or {after} after buying, not {len(hand)} [CAS-07, CAS-10]")
    extra = surplus(hand, game.shoe(game.terms))
    if extra:
        raise NotAllowed(f"the shoe does not have that many of {write_cards(extra)} [CAS-02]")


def unseen(tables: CasinoTables, hand: Cards) -> Hands:
    """The rest of the shoe."""
    left = tables.shoe.tolist()
    for card in hand:
        left.remove(encoded(card))
    return np.array(left, dtype=np.uint8)


def legal(tables: CasinoTables, hand: Cards) -> tuple[Parts, CodedSettings]:
    """The legal settings, one of each group that compares the same, and for each a row with the nine cards."""
    scale = tables.coded.scale
    nine = np.array([[encoded(card) for card in hand]], dtype=np.uint8)
    every = len(scale.places.first)
    parts = Parts(*(np.repeat(part, every, axis=0) for part in parts_of(scale, nine)))
    chosen = coded_settings(scale, parts, np.arange(every, dtype=np.uint16))
    first = scale.height[scale.one[chosen.first]]
    second = scale.height[chosen.second]
    third = scale.height[chosen.third]
    suits = suits_of(tables, parts, chosen)
    first_cell, _ = first_cells(tables.scores)
    compared_by = np.stack([first_cell[chosen.first], chosen.second, chosen.third, *suits], axis=1).astype(np.int64)
    _, distinct = np.unique(compared_by, axis=0, return_index=True)
    is_legal = (third > second) & (second > first)
    rows = np.sort(distinct[is_legal[distinct]])
    return Parts(*(column[rows] for column in parts)), CodedSettings(*(column[rows] for column in chosen))


def won_against(
    tables: CasinoTables, parts: Parts, chosen: CodedSettings, dealers: NDArray[np.uint8], *, each: bool
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """
    For each setting, (settings, shuffles) the mean antes won and (settings, 3) the rounds won, pushed and lost.

    `dealers` has the cards of the dealers' hands: (shuffles, hands, 9). With `each` there is one setting for each
    shuffle, and one row of results for all of them.
    """
    scale = tables.coded.scale
    shuffles, hands, _ = dealers.shape
    their_parts = parts_of(scale, dealers.reshape(-1, NINE))
    theirs = set_by_policy(scale, tables.dealer, their_parts)
    suits = Suits(*(column.reshape(shuffles, hands) for column in suits_of(tables, their_parts, theirs)))
    by_shuffle = CodedSettings(*(column.reshape(shuffles, hands) for column in theirs))
    sums, signs = against_dealers(chosen, by_shuffle, suits_of(tables, parts, chosen), suits, tables.scores, each)
    return sums / (hands * tables.part), signs
