"""
The vocabulary for house ways of thirteen cards, priced on a sample of hands.

The value of a setting is against one opponent of the field that `houseway best` uses, without regard to the cards that
the hand itself holds. Naturals and surrender are left out: a house way sets every hand. The standard error of a cost is
that of the sample of hands.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, decoded_hand
from ....pricing.sentences import HandOptions, Vocabulary
from ....pricing.slot_sentences import last_sentences_about, sentences_about, slot_hands
from ....rules.cards import write_cards
from ....rules.game import Game
from ....sampling.chunks import Progress
from ..hand_order import ROWS
from ..kernels.setting import Scale, cards_of, evaluated, scale
from ..solver.field import Field, meetings
from ..solver.field_sources import field_for
from ..solver.options import non_dominated, random_hands, tables
from ..solver.payoff import payoffs
from ..terms import Terms

ROLE = "a player against one opponent who plays the equilibrium"
UNIT = "units"
SIZES = (3, 5, 5)
SEED = 1
HANDS = 300
"""Hands in the sample."""
SENTENCES = 21
"""The purpose of the random stream of those hands."""
NOTE = (
    f"The costs are estimates on {HANDS:,} hands from seed {SEED}, without naturals and surrender. A setting is valued "
    "without regard to the cards that the hand itself holds; the error is that of the sample of hands."
)


def vocabulary(game: Game[Terms], progress: Progress | None = None) -> Vocabulary:
    """The sentences, and the settings of the sampled hands with their costs."""
    terms = game.terms
    field = field_for(game, progress)
    hands = random_hands(SEED, SENTENCES, HANDS)
    settings, start = _settings(scale(terms), hands)
    value = _units(field, settings)
    best = _best(field, tables(terms), hands)
    hand_of = np.repeat(np.arange(HANDS), np.diff(start))
    strengths = evaluated(terms.wheel).strengths
    slots = [
        slot_hands(name, settings[:, place].astype(np.uint32), strengths, size)
        for place, (name, size) in enumerate(zip(ROWS, SIZES, strict=True))
    ]
    options = HandOptions(
        start=start,
        cost=best[hand_of] - value,
        parts=field.total * HANDS,
        hand_text=lambda hand: write_cards(decoded_hand(hands[hand])),
        option_text=lambda row: _written(hands[hand_of[row]], settings[row]),
        checked=f"{HANDS:,} sampled hands",
        sampled_hands=HANDS,
    )
    return Vocabulary(
        game=game.name,
        key=game.key,
        role=ROLE,
        unit=UNIT,
        is_among_players=True,
        best_ev=Fraction(int(best.sum()), options.parts),
        options=options,
        sentences=tuple(sentences_about(slots)),
        last_sentences=tuple(last_sentences_about(slots, start)),
        note=NOTE,
    )


def _settings(table: Scale, hands: Hands) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """The settings than which no other is as strong in every row, and where each hand starts."""
    settings, ends = non_dominated(table, hands)
    return settings, np.concatenate([[0], ends]).astype(np.int64)


def _units(field: Field, settings: NDArray[np.uint16]) -> NDArray[np.int64]:
    """The units that each setting wins from the whole field."""
    states = payoffs(field.terms).profile(*settings[:, :3].T)
    return field.units(meetings(settings[:, :3].T, states))


def _best(field: Field, table: Scale, hands: Hands) -> NDArray[np.int64]:
    """By hand: the units of its best setting, which may be weaker in every row if that wins a larger bonus."""
    settings, start = _settings(table, hands)
    best: NDArray[np.int64] = np.maximum.reduceat(_units(field, settings), start[:-1])
    return best


def _written(hand: Hands, setting: NDArray[np.uint16]) -> str:
    cards = cards_of(hand, int(setting[3]), int(setting[4]))
    return ", ".join(f"{row} {write_cards(of_row)}" for row, of_row in cards.items())
