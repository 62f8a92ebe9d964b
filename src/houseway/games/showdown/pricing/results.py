"""
What rounds of Pyramid Showdown came to: points, chips and the Pot, round by round.

The rounds are those of `houseway simulate showdown`: everybody plays on and sets the house way. They are played on
kernels where those know the terms, and elsewhere through the rules one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....pricing.rounds import BY_RULES, ON_KERNELS, ThroughRules
from ....rules.game import Game
from ....rules.payments import POT, Payment, net
from ....rules.playing import settlement
from .. import sheet as showdown
from ..kernels.tables import way_for
from .rounds import OnKernels, Scored

CHUNK = 100


class Played(NamedTuple):
    """One round to a row."""

    won: NDArray[np.int64]
    """By seat, in chips."""
    duels: NDArray[np.int64]
    """The net score of every two players, from the side of the lower seat: the first seat's come first."""
    pot: NDArray[np.int64]
    left: NDArray[np.int64]
    """What stays in the Pot for the next round."""
    champion: NDArray[np.int64]
    """The Champion's points against all the others."""
    tied: NDArray[np.bool_]


def way_to_play(game: Game[showdown.Terms], seats: int, seed: int) -> tuple[str, Callable[[int, int], Played], int]:
    """How rounds are played under these terms, what plays some of them, and how many at a time."""
    plain = ThroughRules(game, seats)
    way = way_for(game.terms)
    if way is None:
        return BY_RULES, partial(by_rules, plain, seed), 1
    return ON_KERNELS, partial(on_kernels, OnKernels(plain, way), seed), CHUNK


def on_kernels(play: OnKernels, seed: int, first: int, count: int) -> Played:
    return paid(play, seed, first, play(seed, first, count))


def paid(play: OnKernels, seed: int, first: int, scored: Scored) -> Played:
    """What rounds whose hands are scored come to; the Pot is that of the table's own terms."""
    for row, pot in enumerate(scored.pots):
        if pot not in play.apart:
            play.apart[pot] = play.asked(seed, first + row)
    kinds = list(dict.fromkeys(scored.pots))
    row_of = np.array([kinds.index(pot) for pot in scored.pots])
    apart = [play.apart[pot] for pot in kinds]
    return Played(
        won=scored.totals + np.array([by_seat(payments, play.seats) for payments in apart])[row_of],
        duels=scored.duels,
        pot=np.array([into_pot(payments) for payments in apart])[row_of],
        left=np.array([net(payments).get(POT, 0) for payments in apart])[row_of],
        champion=scored.totals.max(axis=1),
        tied=np.array([champions.bit_count() > 1 for champions, _, _ in kinds])[row_of],
    )


def by_rules(plain: ThroughRules, seed: int, first: int, count: int) -> Played:
    return joined(_one_round(plain, seed, number) for number in range(first, first + count))


def _one_round(plain: ThroughRules, seed: int, number: int) -> Played:
    round_ = plain.played(seed, number)
    payments = settlement(round_)
    duels = {pair: sum(points) for pair, points in showdown.scores(plain.game.terms, round_).items()}
    totals = showdown.totals(duels)
    lower_first = {(a, b) if a < b else (b, a): points if a < b else -points for (a, b), points in duels.items()}
    return Played(
        won=np.array([by_seat(payments, len(plain.names))]),
        duels=np.array([[lower_first[pair] for pair in sorted(lower_first)]]),
        pot=np.array([into_pot(payments)]),
        left=np.array([net(payments).get(POT, 0)]),
        champion=np.array([max(totals.values())]),
        tied=np.array([len(showdown.champions(totals)) > 1]),
    )


def by_seat(payments: Sequence[Payment], seats: int) -> list[int]:
    won = net(payments)
    return [won.get(seat, 0) for seat in range(1, seats + 1)]


def into_pot(payments: Sequence[Payment]) -> int:
    return sum(payment.chips for payment in payments if payment.payee == POT)


def joined(parts: Iterable[Played]) -> Played:
    return Played(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
