"""
How far each dealer of Pyramid Poker, Casino Version can be exploited: what the best reply wins a round, in antes.

Fresh shoes are dealt out; every hand of a shoe is the player's against all the others as the dealer's. The player sets
by the tables and folds hand by hand. What remains unknown is an estimate with its error; the reply is the best that is
known, so the dealer is exploitable by at least so much, but for chance.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands
from ....rules.game import Game
from ....sampling.chunks import Progress, in_threads
from ....sampling.settings import checked_integer
from ....sampling.streams import stream
from ....solving.results import Exploitability, Solution
from .. import sheet as casino
from ..kernels.duel import Suits, every_pair
from ..kernels.setting import NINE, Laid, parts_of, set_by_policy, set_by_value
from ..pricing.scores import refuse, shuffled, suits_of
from .make_reply import DEALS, SEED, made_tables
from .reply import Reply, reply_from

FRESH = 5
"""What chance is for, beside the purposes in pricing: shoes that the tables were not made from."""
CHUNK = 25
"""Shoes in a chunk."""
MORE = 30
"""So many times as many shoes are played without folding."""
FOLDED = 1 << 32
"""Marks the chunks of shoes played with folding."""
FRESH_SHOES = 500
UNIT = "antes a round"


class Won(NamedTuple):
    """What shoes won on average, in antes."""

    setting: NDArray[np.float64]
    """By shoe: with every hand bought."""
    folding: NDArray[np.float64]
    """By shoe, of fewer of them: what folding adds."""


def solve(
    game: Game[casino.Terms],
    progress: Progress | None = None,
    *,
    seed: int = SEED,
    deals: int = DEALS,
    fresh: int = FRESH_SHOES,
) -> Solution:
    """The tables of the best reply to this dealer, and what it wins on shoes they were not made from."""
    refuse(game)
    checked_integer("fresh", fresh, 2 * CHUNK, 10**6)
    told = progress or (lambda done, total: None)
    total = 4 + fresh // CHUNK
    tables = made_tables(game.terms, seed=seed, deals=deals, progress=lambda done, _: told(done, total))
    reply = reply_from(tables, game.terms)
    won = played(reply, seed, fresh, lambda done: told(4 + done, total))
    rounds = reply.found.hands_in_shoe * (reply.found.hands_in_shoe - 1)
    by_setting, by_folding = (float(part.mean()) for part in won)
    alone, added = (error(part) for part in won)
    found = (
        Exploitability(
            value=by_setting + by_folding,
            standard_error=sqrt(alone**2 + added**2),
            unit=UNIT,
            deals=len(won.folding) * rounds,
            seed=seed,
        ),
        Exploitability(
            value=by_setting,
            standard_error=alone,
            unit=f"{UNIT}, buying always",
            deals=len(won.setting) * rounds,
            seed=seed,
        ),
    )
    return Solution(tables=tables, exploitability=found)


def error(won: NDArray[np.float64]) -> float:
    return float(won.std(ddof=1)) / sqrt(len(won))


def played(reply: Reply, seed: int, shoes: int, told: Callable[[int], None]) -> Won:
    """Fresh shoes: so many with folding, and many times as many without, which are quickly played."""
    chunks = range(shoes // CHUNK)
    setting = in_threads(lambda chunk: _settings(reply, seed, chunk), chunks, lambda done: None)
    bought = np.concatenate(list(setting))
    folding = in_threads(lambda chunk: _folding(reply, seed, chunk), chunks, told)
    return Won(bought, np.concatenate(list(folding)))


def _settings(reply: Reply, seed: int, chunk: int) -> NDArray[np.float64]:
    found = reply.found
    dealt = shuffled(stream(seed, FRESH, chunk), found.shoe, CHUNK * MORE, found.hands_in_shoe * NINE)
    return _won(reply, dealt.reshape(-1, NINE), np.zeros(len(dealt) * found.hands_in_shoe, dtype=np.bool_))


def _folding(reply: Reply, seed: int, chunk: int) -> NDArray[np.float64]:
    found = reply.found
    dealt = shuffled(stream(seed, FRESH, FOLDED | chunk), found.shoe, CHUNK, found.hands_in_shoe * NINE)
    hands = dealt.reshape(-1, NINE)
    folds = reply.folds(hands[:, :-2])
    return _won(reply, hands, folds) - _won(reply, hands, np.zeros_like(folds))


def _won(reply: Reply, dealt: Hands, folds: NDArray[np.bool_]) -> NDArray[np.float64]:
    """By shoe: what the reply wins on average, every hand of a shoe against all the others."""
    found = reply.found
    hands = reply.found.hands_in_shoe
    scale = found.coded.scale
    parts = parts_of(found.coded.scale, dealt)
    dealers = set_by_policy(scale, found.dealer, parts)
    theirs = Laid(*(column.reshape(-1, hands) for column in dealers))
    their_suits = Suits(*(column.reshape(-1, hands) for column in suits_of(found, parts, dealers)))
    ours, _ = set_by_value(scale, reply.values, parts)
    sums, _ = every_pair(ours, theirs, suits_of(found, parts, ours), their_suits, found.scores, folds, found.folded)
    return sums / (hands * (hands - 1) * found.part)
