"""Making the tables of a reply: a sample of the dealer's hands, and what it says."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import JOKER_CODE, Hands
from ....sampling.chunks import Progress, in_threads
from ....sampling.settings import checked_integer
from ....solving.strategy_files import Tables
from .. import sheet as casino
from ..kernels.buying import won_from_each
from ..kernels.duel import Suits
from ..kernels.setting import Laid, Parts, parts_of, set_by_policy, set_by_value
from ..pricing.best_reply import FIELD_SHOES, field_hands, field_of, values_against
from ..pricing.scores import Table, suits_of, table
from .field import packed
from .reply import FEW, KEY, Reply, made_for

SEED = 1
DEALS = 158_400
FEWEST_DEALS = 1000
MOST_DEALS = 2_000_000
NEAR_HANDS = 300
"""Hands near the fold from which the worth of holding a card is judged."""
TRIED = 150
CLEAR = 3.5
"""Sevens from which it is judged how far a few pairs may be off, and how many times as far is clear."""
PLACES = 4
"""Decimals kept, so that the same tables come from any machine."""


class Sampled(NamedTuple):
    """Hands of shuffled shoes, in parts, and as the dealer sets them."""

    hands: Hands
    parts: Parts
    dealers: Laid


def sampled(found: Table, seed: int, deals: int) -> Sampled:
    chunks = ceil(deals / (FIELD_SHOES * found.hands_in_shoe))
    scale = found.coded.scale

    def chunk(number: int) -> tuple[Hands, Parts]:
        hands = field_hands(found, seed, number)
        return hands, parts_of(scale, hands)

    dealt, cut = zip(*in_threads(chunk, range(chunks), lambda done: None), strict=True)
    hands = np.concatenate(dealt)[:deals]
    parts = Parts(*(np.concatenate(column)[:deals] for column in zip(*cut, strict=True)))
    return Sampled(hands, parts, set_by_policy(scale, found.dealer, parts))


def made_tables(
    terms: casino.Terms, *, seed: int = SEED, deals: int = DEALS, progress: Progress | None = None
) -> Tables:
    """The field of this dealer, what holding a card changes, and when a few pairs decide."""
    checked_integer("deals", deals, FEWEST_DEALS, MOST_DEALS)
    found = table(terms)
    told = progress or (lambda done, total: None)
    told(0, 4)
    sample = sampled(found, seed, deals)
    told(1, 4)
    field = field_of(found, *sample.dealers[:3])
    values = values_against(found, field)
    told(2, 4)
    laid, worth = set_by_value(found.coded.scale, values, sample.parts)
    removal = _removal(found, sample, laid, worth).round(PLACES)
    told(3, 4)
    margin = _margin(Reply(found, values, removal, 0.0), sample.hands[-TRIED:, :-2])
    told(4, 4)
    arrays = {**packed(field), "removal": removal, "margin": np.array([round(margin, PLACES)])}
    return Tables(KEY, made_for(terms), {"seed": seed, "deals": deals}, arrays)


def _removal(found: Table, sample: Sampled, laid: Laid, worth: NDArray[np.float32]) -> NDArray[np.float64]:
    """
    By card, how much better a hand near the fold does for each copy of the card that the dealer cannot have.

    A dealer who holds k of the n copies is as often met, with one copy fewer in the shoe, as n - k to n.
    """
    near = np.argsort(np.abs(worth - found.folded / found.part), kind="stable")[: len(worth) // 8]
    rows = near[:: max(1, len(near) // NEAR_HANDS)]
    parts = Parts(*(column[rows] for column in sample.parts))
    ours = Laid(*(column[rows] for column in laid))
    theirs = sample.dealers
    suits = suits_of(found, sample.parts, sample.dealers)
    won = won_from_each(
        ours,
        suits_of(found, parts, ours),
        Laid(*(column[None] for column in theirs)),
        Suits(*(column[None] for column in suits)),
        found.scores,
    ) / (len(rows) * found.part)
    copies = np.bincount(found.shoe, minlength=JOKER_CODE + 1)
    moved = np.zeros(JOKER_CODE + 1)
    for card, many in enumerate(copies.tolist()):
        met = (many - (sample.hands == card).sum(axis=1)) / many
        moved[card] = (met * won).sum() / met.sum() - won.mean()
    return _by_rank(found, moved)


def _by_rank(found: Table, moved: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cards that are alike alone move alike but for chance; the joker is apart."""
    alike = found.coded.scale.one.astype(np.int64).copy()
    alike[JOKER_CODE] = 0
    return np.array([moved[alike == kind].mean() for kind in alike.tolist()])


def _margin(reply: Reply, sevens: Hands) -> float:
    """How far from the fold a few pairs decide."""
    return CLEAR * float((reply.buying(sevens, every=FEW) - reply.buying(sevens)).std())
