"""
The vocabulary for house ways of Pick 2: which hands to play as three cards, which as five, and which to fold.

A sentence looks at the best three cards or at all five: at the class of the hand and at its top rank. Three cards are
always the best three, which no other three beat [P2P-D6, P2P-A15].
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ....pricing.sentences import HandOptions, Sentence, Vocabulary
from ....rules.game import Game
from ..terms import Terms
from .hands import DEALER_HANDS, HANDS
from .learnable import DECISIONS, IN_WORDS, Cells, cells_of, conditions

ROLE = "a player with one ante on the Ante and on the 3-5 Bonus"
UNIT = "antes"


def vocabulary(game: Game[Terms]) -> Vocabulary:
    """The sentences, and the cost of every decision by kind of hand."""
    cells = cells_of(game.terms)
    best_of_cell = cells.best_of_cell
    decisions = len(DECISIONS)
    options = HandOptions(
        start=np.arange(len(cells.three) + 1, dtype=np.int64) * decisions,
        cost=(best_of_cell[:, None] - cells.joint).ravel(),
        parts=HANDS * DEALER_HANDS,
        hand_text=lambda cell: _hand_text(cells, cell),
        option_text=lambda row: IN_WORDS[DECISIONS[row % decisions]],
        checked=f"all {HANDS:,} hands, in {len(cells.three)} kinds",
    )
    return Vocabulary(
        game=game.name,
        key=game.key,
        role=ROLE,
        unit=UNIT,
        best_ev=Fraction(cells.best, HANDS * DEALER_HANDS),
        options=options,
        sentences=tuple(_sentences(cells)),
        last_sentences=tuple(
            Sentence(f"{IN_WORDS[name].capitalize()}.", _last_scores(cells, decision))
            for decision, name in enumerate(DECISIONS)
        ),
    )


def _hand_text(cells: Cells, cell: int) -> str:
    three = cells.three[cell].made.in_words
    five = cells.five[cell].made.in_words
    return f"best three {three}, all five {five}, such as {cells.examples[cell]}"


def _sentences(cells: Cells) -> Iterator[Sentence]:
    every_condition = [*conditions(cells.three, "your best three are"), *conditions(cells.five, "all five are")]
    for condition in every_condition:
        if not condition.text or condition.holds.all():
            continue
        for decision, name in enumerate(DECISIONS):
            scores = np.zeros((len(cells.three), len(DECISIONS)), dtype=np.uint16)
            scores[condition.holds, decision] = 1
            yield Sentence(f"{IN_WORDS[name].capitalize()} when {condition.text}.", scores.ravel())


def _last_scores(cells: Cells, decision: int) -> NDArray[np.uint16]:
    """This decision first; the others in their order, though no hand needs them."""
    scores = np.arange(len(DECISIONS), dtype=np.uint16)[::-1].copy()
    scores[decision] = len(DECISIONS)
    return np.tile(scores, len(cells.three))
