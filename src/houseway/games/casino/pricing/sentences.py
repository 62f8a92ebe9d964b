"""
The vocabulary for house ways of nine cards, priced on a sample of hands.

The value of a setting is that of the best reply's tables: against a large sample of the dealer's settings, without
regard to the cards that the hand itself holds. The standard error of a cost is that of the sample of hands.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import decoded_hand
from ....pricing.sentences import HandOptions, Vocabulary
from ....pricing.slot_sentences import (
    PARTS,
    is_as_strong_in_no_other,
    last_sentences_about,
    sentences_about,
    slot_hands,
)
from ....rules.cards import write_cards
from ....rules.game import Game
from ....sampling.chunks import Progress, ignore_progress
from ....sampling.streams import stream
from ..kernels.setting import (
    NINE,
    SIZES,
    CodedSettings,
    Parts,
    Scale,
    cards_of_choice,
    coded_settings,
    parts_of,
    values_of,
)
from ..setting import HANDS as SLOTS
from ..terms import Terms
from .best_reply import best_reply
from .scores import casino_tables, refuse, shuffled

ROLE = "a player of nine cards against the dealer of these terms"
UNIT = "antes"
SEED = 1
HANDS = 2000
"""Hands in the sample."""
SENTENCES = 6
"""The purpose of the random stream of those hands."""
NOTE = (
    f"The costs are estimates on {HANDS:,} hands from seed {SEED}. A setting is valued against a sample of the "
    "dealer's settings, without regard to the cards that the hand itself holds; the error is that of the sample of "
    "hands."
)


def vocabulary(game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
    """The sentences, and the settings of the sampled hands with their costs."""
    refuse(game)
    report = progress or ignore_progress
    tables = casino_tables(game.terms)
    values = best_reply(game.terms, SEED).values
    hands = shuffled(stream(SEED, SENTENCES, 0), tables.shoe, HANDS, NINE)
    parts = parts_of(tables.coded.scale, hands)
    settings, start = useful_settings(tables.coded.scale, parts, report)
    hand_of = np.repeat(np.arange(HANDS), np.diff(start))
    value = np.round(values_of(values, settings).astype(np.float64) * PARTS).astype(np.int64)
    best = np.maximum.reduceat(value, start[:-1])
    evaluator = tables.coded.evaluator
    codes = (tables.coded.scale.one[settings.first], settings.second, settings.third)
    slots = [
        slot_hands(slot, of_slot, evaluator.strengths, size)
        for slot, of_slot, size in zip(SLOTS, codes, SIZES, strict=True)
    ]
    options = HandOptions(
        start=start,
        cost=best[hand_of] - value,
        parts=PARTS * HANDS,
        hand_text=lambda hand: write_cards(decoded_hand(parts.hands[hand])),
        option_text=lambda row: _written(parts, int(hand_of[row]), int(settings.choice[row])),
        checked=f"{HANDS:,} sampled hands",
        sampled_hands=HANDS,
    )
    return Vocabulary(
        game=game.name,
        key=game.key,
        role=ROLE,
        unit=UNIT,
        best_ev=Fraction(int(best.sum()), PARTS * HANDS),
        options=options,
        sentences=tuple(sentences_about(slots)),
        last_sentences=tuple(last_sentences_about(slots, start)),
        note=NOTE,
    )


def useful_settings(scale: Scale, parts: Parts, report: Progress) -> tuple[CodedSettings, NDArray[np.int64]]:
    """The legal settings of each hand than which no other is as strong in every slot, and where each hand starts."""
    every = np.arange(len(scale.places.first), dtype=np.uint16)
    chosen = []
    lengths = []
    for hand in range(len(parts.hands)):
        report(hand, len(parts.hands))
        repeated = Parts(*(np.repeat(column[hand : hand + 1], len(every), axis=0) for column in parts))
        settings = coded_settings(scale, repeated, every)
        codes = np.stack([scale.one[settings.first], settings.second, settings.third], axis=1).astype(np.int64)
        first, second, third = (scale.height[column] for column in codes.T)
        _, distinct = np.unique(codes, axis=0, return_index=True)
        rows = distinct[((third > second) & (second > first))[distinct]]
        rows = np.sort(rows[is_as_strong_in_no_other(codes[rows])])
        chosen.append(CodedSettings(*(column[rows] for column in settings)))
        lengths.append(len(rows))
    start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return CodedSettings(*(np.concatenate(column) for column in zip(*chosen, strict=True))), start


def _written(parts: Parts, hand: int, choice: int) -> str:
    setting = cards_of_choice(parts.hands[hand], choice)
    return ", ".join(f"{slot} {write_cards(cards)}" for slot, cards in setting.items())
