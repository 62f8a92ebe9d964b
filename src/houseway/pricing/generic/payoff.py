"""
Payoffs of the nine patterns in which two pairs of hands can compare: each of two hands lower, equal or higher.

The game settles one example of each pattern. Whether the pattern alone decides the payoff is checked on seeded rounds;
a game that fails the check is refused.
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
from .tables import Tables, classes_of, hand_tables, house_way_of

EXAMPLES = 200
"""Classes of hands that are searched for examples of the patterns."""
CHECKED = 100
"""Seeded rounds on which the payoffs are checked."""
SEED = 1
CHECK_STREAM = 7
"""The purpose of the random stream of the check."""
Payoffs = tuple[Fraction | None, ...]
"""By pattern, in units of the wager; None for a pattern that does not occur."""


def payoffs(game: AnyGame, *, banks: bool = False) -> Payoffs:
    """The payoffs of a bettor, or of a seat that banks, per chip of the smallest wager."""
    return _payoffs(variant_of(game), banks)


@lru_cache(maxsize=64)
def _payoffs(variant: Variant, banks: bool) -> Payoffs:
    game = variant.rules
    form = form_of(game)
    tables = hand_tables(game)
    nets: dict[int, Fraction] = {}
    for kind, rows in _examples(variant).items():
        ours, theirs = (classes_of(form).hand(row) for row in rows)
        nets[kind] = net_of(game, form, house_way_of(game, game.terms, ours), theirs, banks=banks)
    paid = tuple(nets.get(kind) for kind in range(PATTERNS))
    _check(game, form, tables, paid, banks=banks)
    return paid


def example_of(game: AnyGame, kind: int) -> tuple[int, int]:
    """Two classes of hands that meet in this pattern: ours and theirs."""
    return _examples(variant_of(game))[kind]


@lru_cache(maxsize=64)
def _examples(variant: Variant) -> dict[int, tuple[int, int]]:
    """By pattern: two classes of hands that meet in it, both set the house way; none for one that does not occur."""
    tables = hand_tables(variant.rules)
    examples: dict[int, tuple[int, int]] = {}
    for row in np.linspace(0, len(tables.house) - 1, EXAMPLES).astype(np.int64).tolist():
        if len(examples) == PATTERNS:
            break
        signs = np.sign(tables.house[row].astype(np.int64) - tables.house)
        kinds = 3 * (signs[:, 0] + 1) + signs[:, 1] + 1
        for kind in range(PATTERNS):
            rows = np.flatnonzero(kinds == kind)
            if kind not in examples and len(rows):
                examples[kind] = row, int(rows[0])
    return examples


def net_of(
    game: AnyGame, form: Form, ours: Setting, theirs: Cards, *, banks: bool, chips: int | None = None
) -> Fraction:
    """
    The net of a seat with these hands per chip, against the house or as the bank of another seat.

    The other side sets the house way. The wager is the lowest, or `chips`.
    """
    wagered = form.wager.low if chips is None else chips
    stake = {form.wager.name: wagered}
    cards = tuple(card for hand in ours.values() for card in hand)
    if banks:
        bettor = Seat(number=2, player="b", wagers=stake, cards=theirs, setting=house_way_of(game, game.terms, theirs))
        seats: tuple[Seat, ...] = (Seat(number=1, player="a", cards=cards, setting=ours), bettor)
    else:
        seats = (Seat(number=1, player="a", wagers=stake, cards=cards, setting=ours),)
    opening = Opening(players=tuple(seat.player for seat in seats), banker=1 if banks else HOUSE)
    round_ = Round(game=game, opening=opening, seats=seats, dealer=theirs)
    return Fraction(net(game.settle(game.terms, round_)).get(1, 0), wagered)


def _check(game: AnyGame, form: Form, tables: Tables, paid: Payoffs, *, banks: bool) -> None:
    """Refuse a game that pays a seeded round differently from its pattern."""
    generator = stream(SEED, CHECK_STREAM, 0)
    shoe = game.shoe(game.terms)
    for _ in range(CHECKED):
        dealt = tuple(shoe[place] for place in generator.permutation(len(shoe))[: 2 * form.cards])
        hands = dealt[: form.cards], dealt[form.cards :]
        mine, other = classes_of(form).numbers(encoded_hands(hands))
        by_rules = net_of(game, form, house_way_of(game, game.terms, hands[0]), hands[1], banks=banks)
        if by_rules != paid[pattern(tables.house[mine], tables.house[other])]:
            raise NotAllowed(f"{game.name} has no prices yet: it pays by more than which hand is higher")
