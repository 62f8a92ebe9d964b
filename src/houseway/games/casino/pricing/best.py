"""Legal settings of given cards, and what they win against dealers' hands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, encoded
from ....rules.cards import Cards, surplus, write_cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ..kernels.duel import Suits, against_dealers
from ..kernels.setting import NINE, Laid, Parts, laid_as, parts_of, set_by_policy
from ..terms import Terms
from .scores import Table, suits_of

SHUFFLES = 8000


def refuse_hand(game: Game[Terms], hand: Cards) -> None:
    """Cards that nobody holds before buying or after."""
    before = game.terms.first_cards
    after = game.terms.first_cards + game.terms.bought_cards
    if len(hand) not in (before, after):
        raise NotAllowed(f"a hand is {before} cards, or {after} after buying, not {len(hand)} [CAS-07, CAS-10]")
    extra = surplus(hand, game.shoe(game.terms))
    if extra:
        raise NotAllowed(f"the shoe does not hold so many of {write_cards(extra)} [CAS-02]")


def unseen(found: Table, hand: Cards) -> Hands:
    """The rest of the shoe."""
    left = found.shoe.tolist()
    for card in hand:
        left.remove(encoded(card))
    return np.array(left, dtype=np.uint8)


def legal(found: Table, hand: Cards) -> tuple[Parts, Laid]:
    """One of each of the legal settings that compare alike, each with the hand it is of."""
    scale = found.coded.scale
    nine = np.array([[encoded(card) for card in hand]], dtype=np.uint8)
    every = len(scale.places.first)
    parts = Parts(*(np.repeat(part, every, axis=0) for part in parts_of(scale, nine)))
    laid = laid_as(scale, parts, np.arange(every, dtype=np.uint16))
    first = scale.height[scale.one[laid.first]]
    second = scale.height[laid.second]
    third = scale.height[laid.third]
    suits = suits_of(found, parts, laid)
    alike = np.stack([laid.first, laid.second, laid.third, *suits], axis=1).astype(np.int64)
    _, kept = np.unique(alike, axis=0, return_index=True)
    kept = np.sort(kept[(third > second)[kept] & (second > first)[kept]])
    return Parts(*(column[kept] for column in parts)), Laid(*(column[kept] for column in laid))


def won_against(
    found: Table, parts: Parts, laid: Laid, dealers: NDArray[np.uint8], *, each: bool
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Antes won per shuffle on average, and how many rounds were won, pushed and lost, for each setting."""
    scale = found.coded.scale
    (shuffles, hands, _) = dealers.shape
    their_parts = parts_of(scale, dealers.reshape(-1, NINE))
    theirs = set_by_policy(scale, found.dealer, their_parts)
    suits = Suits(*(column.reshape(shuffles, hands) for column in suits_of(found, their_parts, theirs)))
    laid_out = Laid(*(column.reshape(shuffles, hands) for column in theirs))
    sums, signs = against_dealers(laid, laid_out, suits_of(found, parts, laid), suits, found.scores, each)
    return sums / (hands * found.part), signs
