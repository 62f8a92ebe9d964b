"""
What a seat wins when its hands compare so: the game is asked to settle one example of each of the nine patterns.

That nothing else counts is not assumed: rounds dealt from a seed are settled one by one, and the first that comes out
otherwise sends the game to a file of its own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np

from ...kernels.cards import encoded_hands
from ...kernels.meetings import PATTERNS, pattern
from ...rules.cards import Cards
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame, Opening
from ...rules.payments import HOUSE, net
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from ...sampling.streams import stream
from .form import Form, Variant, form_of, variant_of
from .tables import Tables, classes_of, house_way_of, tables_of

EXAMPLES = 200
CHECKED = 100
SEED = 1
CHECKING = 7
Payoffs = tuple[Fraction | None, ...]
"""By pattern, in units of the wager; None where no two hands compare so."""


def payoffs(game: AnyGame, *, banks: bool = False) -> Payoffs:
    """What a bettor wins, or a seat that banks, per chip of a wager at its least size."""
    return _payoffs(variant_of(game), banks)


@lru_cache(maxsize=64)
def _payoffs(variant: Variant, banks: bool) -> Payoffs:
    game = variant.rules
    form = form_of(game)
    tables = tables_of(game)
    found: dict[int, Fraction] = {}
    for row in np.linspace(0, len(tables.house) - 1, EXAMPLES).astype(np.int64):
        if len(found) == PATTERNS:
            break
        signs = np.sign(tables.house[row].astype(np.int64) - tables.house)
        kinds = 3 * (signs[:, 0] + 1) + signs[:, 1] + 1
        for kind in range(PATTERNS):
            rows = np.flatnonzero(kinds == kind)
            if kind not in found and len(rows):
                ours = classes_of(form).hand(int(row))
                theirs = classes_of(form).hand(int(rows[0]))
                found[kind] = won(game, form, house_way_of(game, game.terms, ours), theirs, banks=banks)
    paid = tuple(found.get(kind) for kind in range(PATTERNS))
    _check(game, form, tables, paid, banks=banks)
    return paid


def won(game: AnyGame, form: Form, ours: Setting, theirs: Cards, *, banks: bool) -> Fraction:
    """What the seat with these hands wins of the house, or of another seat as its bank; others set the house way."""
    stake = {form.wager.name: form.wager.low}
    cards = tuple(card for hand in ours.values() for card in hand)
    if banks:
        bettor = Seat(number=2, player="b", wagers=stake, cards=theirs, setting=house_way_of(game, game.terms, theirs))
        seats: tuple[Seat, ...] = (Seat(number=1, player="a", cards=cards, setting=ours), bettor)
    else:
        seats = (Seat(number=1, player="a", wagers=stake, cards=cards, setting=ours),)
    opening = Opening(players=tuple(seat.player for seat in seats), banker=1 if banks else HOUSE)
    round_ = Round(game=game, opening=opening, seats=seats, dealer=theirs)
    return Fraction(net(game.settle(game.terms, round_)).get(1, 0), form.wager.low)


def _check(game: AnyGame, form: Form, tables: Tables, paid: Payoffs, *, banks: bool) -> None:
    """Rounds settled one by one come out as their pattern says."""
    chance = stream(SEED, CHECKING, 0)
    shoe = game.shoe(game.terms)
    for _ in range(CHECKED):
        dealt = tuple(shoe[place] for place in chance.permutation(len(shoe))[: 2 * form.cards])
        hands = dealt[: form.cards], dealt[form.cards :]
        mine, other = classes_of(form).numbers(encoded_hands(hands))
        plain = won(game, form, house_way_of(game, game.terms, hands[0]), hands[1], banks=banks)
        if plain != paid[pattern(tables.house[mine], tables.house[other])]:
            raise NotAllowed(f"{game.name} has no prices yet: it pays by more than which hand is higher")
