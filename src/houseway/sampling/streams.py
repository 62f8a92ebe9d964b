"""
Random streams. Every random draw of a round in an estimate, a simulation or a duel comes from this module.

Draws that are not rounds may have a generator of their own, with a fixed seed or seeded by the cards in question. The
line that makes such a generator says why.

A stream is named by three whole numbers:

- the seed, which the user chooses;
- the purpose: a constant of the module that draws, different for each thing that one game draws for;
- a number: the round, or the chunk of work.

The name is all that a stream depends on. Work can therefore be done in any order and on any number of threads,
processes or machines with the same result. Both functions below use the counter-based generator Philox:
`deal_rounds` with a counter for each round, in compiled code, and `stream` with a key for each chunk, as a NumPy
generator.

docs/decisions/18-sampling.md gives the reasons.
"""

from __future__ import annotations

import numpy as np

from ..kernels import philox
from ..kernels.cards import Hands
from .settings import checked_integer

MOST_SEED = 2**63 - 1
PURPOSE_SHIFT = 48
"""A key holds the purpose above this bit and the number below it."""


def stream(seed: int, purpose: int, number: int) -> np.random.Generator:
    """The generator of one chunk of work."""
    checked_integer("seed", seed, 0, MOST_SEED)
    key = np.array([seed, purpose << PURPOSE_SHIFT | number], dtype=np.uint64)
    return np.random.Generator(np.random.Philox(key=key))


def deal_rounds(shoe: Hands, seed: int, first: int, *, rounds: int, cards: int) -> Hands:
    """
    The first cards of the shuffled shoe in consecutive rounds, one round to a row.

    A simulation, a price and a duel of one seed deal the same cards in the round of one number.
    """
    return philox.dealt_cards(shoe, seed, first, rounds=rounds, cards=cards)
