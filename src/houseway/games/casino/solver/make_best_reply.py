"""Makes the tables of a best reply from a sample of the dealer's hands."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import numpy as np

from ....kernels.cards import Hands
from ....sampling.chunks import Progress, ignore_progress, in_threads
from ....sampling.settings import checked_integer
from ....solving.strategy_files import Tables
from ..kernels.setting import CodedSettings, Parts, parts_of, set_by_policy, set_by_value
from ..pricing.best_reply import FIELD_SHOES, field_hands, field_of, removal_by_card, values_against
from ..pricing.scores import CasinoTables, casino_tables
from ..terms import Terms
from .best_reply import FEW, KEY, BestReply, made_for
from .field import packed

SEED = 1
DEALS = 158_400
FEWEST_DEALS = 1000
MOST_DEALS = 2_000_000
TRIED = 150
"""Number of seven-card hands from which the error of the estimate from a few pairs is computed."""
CLEAR = 3.5
"""A few pairs decide if their estimate is this many standard deviations from the value of the fold."""
PLACES = 4
"""Decimal places in the file, so that every machine makes the same tables."""
STEPS = 4
"""Number of steps reported as progress."""


class Sampled(NamedTuple):
    """Nine-card hands from shuffled shoes, their coded parts, and the dealer's setting of each."""

    hands: Hands
    parts: Parts
    dealers: CodedSettings


def sampled(tables: CasinoTables, seed: int, deals: int) -> Sampled:
    chunks = ceil(deals / (FIELD_SHOES * tables.hands_in_shoe))
    scale = tables.coded.scale

    def chunk(number: int) -> tuple[Hands, Parts]:
        hands = field_hands(tables, seed, number)
        return hands, parts_of(scale, hands)

    dealt, cut = zip(*in_threads(chunk, range(chunks)), strict=True)
    hands = np.concatenate(dealt)[:deals]
    parts = Parts(*(np.concatenate(column)[:deals] for column in zip(*cut, strict=True)))
    return Sampled(hands, parts, set_by_policy(scale, tables.dealer, parts))


def make_tables(terms: Terms, *, seed: int = SEED, deals: int = DEALS, progress: Progress | None = None) -> Tables:
    """The field of this dealer, the corrections for held cards, and the margin within which all pairs are tried."""
    checked_integer("deals", deals, FEWEST_DEALS, MOST_DEALS)
    tables = casino_tables(terms)
    report = progress or ignore_progress
    report(0, STEPS)
    sample = sampled(tables, seed, deals)
    report(1, STEPS)
    field = field_of(tables, *sample.dealers[:3])
    values = values_against(tables, field)
    report(2, STEPS)
    settings, highest = set_by_value(tables.coded.scale, values, sample.parts)
    removal = removal_by_card(tables, sample.parts, sample.dealers, settings, highest).round(PLACES)
    report(3, STEPS)
    margin = _margin(BestReply(tables, values, removal, 0.0), sample.hands[-TRIED:, :-2])
    report(STEPS, STEPS)
    arrays = {**packed(field), "removal": removal, "margin": np.array([round(margin, PLACES)])}
    return Tables(KEY, made_for(terms), {"seed": seed, "deals": deals}, arrays)


def _margin(strategy: BestReply, sevens: Hands) -> float:
    """The distance from the value of the fold, in antes, beyond which a few pairs decide."""
    return CLEAR * float((strategy.buying(sevens, every=FEW) - strategy.buying(sevens)).std())
