"""
The vocabulary for house ways of nine cards, priced for the dealer on a sample of hands.

The dealer's setting is valued against a large sample of players who fold and set by the best reply to the dealer of
these terms, without regard to the cards that the dealer's own hand holds. The standard error of a cost is that of the
sample of hands.
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
from ..kernels.duel import Scores
from ..kernels.setting import (
    NINE,
    SIZES,
    CodedSettings,
    Parts,
    Scale,
    Values,
    cards_of_choice,
    coded_settings,
    parts_of,
    set_by_value,
    values_of,
)
from ..setting import HANDS as SLOTS
from ..terms import Terms
from .best_reply import best_reply, field_sample, reply_values
from .scores import casino_tables, refuse, shuffled

ROLE = "the dealer, against a player who folds and sets by the best reply to the dealer of these terms"
UNIT = "antes"
SEED = 1
HANDS = 2000
"""Hands in the sample."""
SENTENCES = 6
"""The purpose of the random stream of those hands."""
NOTE = (
    f"The costs are estimates on {HANDS:,} hands from seed {SEED}. A setting is valued against a sample of players' "
    "settings, without regard to the cards that the dealer's hand itself holds; the error is that of the sample of "
    "hands."
)


def vocabulary(game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
    """The sentences, and the settings of the sampled hands with their costs."""
    refuse(game)
    report = progress or ignore_progress
    tables = casino_tables(game.terms)
    values = values_for_the_dealer(game.terms)
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


def values_for_the_dealer(terms: Terms) -> Values:
    """The value of every setting of the dealer, in antes a player, against players who do not fold."""
    tables = casino_tables(terms)
    sample = field_sample(terms, SEED)
    strategy = best_reply(terms, SEED)
    players, _ = set_by_value(tables.coded.scale, strategy.values, sample.parts)
    plays = ~strategy.folds[sample.kinds]
    from_the_dealers_side = tables._replace(scores=scores_of_the_dealer(tables.scores))
    return reply_values(from_the_dealers_side, players.first[plays], players.second[plays], players.third[plays])


def scores_of_the_dealer(scores: Scores) -> Scores:
    """The same scores from the dealer's side: what the player wins, the dealer loses."""
    return Scores(
        first=np.ascontiguousarray(-scores.first.T),
        second_points=scores.second_points,
        second_tie=-scores.second_tie,
        third_points=scores.third_points,
        third_tie=-scores.third_tie,
        money=np.ascontiguousarray(-scores.money[::-1]),
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
