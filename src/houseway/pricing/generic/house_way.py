"""
The generic audit of a house way: proved on every hand, and compared with the best setting.

Values are over all hands of the other side, including those that share cards with the own hand.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ...kernels.cards import decoded_hand, encoded_hands
from ...rules.cards import Cards, write_cards
from ...rules.game import AnyGame
from ...rules.setting import Setting
from ...sampling.chunks import Progress
from ...sampling.streams import stream
from ..alarm import Alarm, Finding, judged
from ..house_way_audit import HouseWayAudit, Proof, Side, Slip
from ..price import Estimate
from .form import Form, form_of
from .price import BEST, HOUSE_WAY, price
from .tables import choices, classes_of, codes_of, fouled, hand_tables, house_way_of
from .value import best_codes, hand_values

SLIPS = 10
"""Hands that are listed at most."""
SHUFFLED = 500
"""Seeded hands that are set in two orders of their cards."""
SEED = 1
ORDER_STREAM = 8
"""The purpose of the random stream of those hands."""
ROLES = {False: "a bettor", True: "the bank"}
NOTE = (
    "Worth here is counted over all hands the other side may hold, one's own cards not counted out: it is for "
    "comparing settings, and not quite the figure of houseway price {}, which deals both hands from one deck."
)


def way(game: AnyGame, progress: Progress | None = None) -> HouseWayAudit[Fraction]:
    """Whether it always sets legal hands, and what it costs a bettor and the bank."""
    hand_tables(game, progress)
    banking = game.banking(game.terms)
    roles = (False, True) if banking is not None and banking.may_bank else (False,)
    return HouseWayAudit(
        proof=_proof(game), sides=tuple(_side(game, banks) for banks in roles), note=NOTE.format(game.key)
    )


def _proof(game: AnyGame) -> Proof:
    """The proof: every class is set, and seeded hands are set again with their cards in reverse order."""
    form = form_of(game)
    tables = hand_tables(game)
    classes = classes_of(form)
    hands = int(classes.ways((), form.jokers).sum())
    met, first = np.unique(tables.house, axis=0, return_index=True)
    fouls = [
        int(row)
        for codes, row in zip(met.tolist(), first, strict=True)
        if fouled(game, game.terms, form, tables, codes)
    ]
    generator = stream(SEED, ORDER_STREAM, 0)
    shoe = game.shoe(game.terms)
    ambiguous = []
    for _ in range(SHUFFLED):
        cards = tuple(shoe[place] for place in generator.permutation(len(shoe))[: form.cards])
        setting, turned = (house_way_of(game, game.terms, each) for each in (cards, cards[::-1]))
        if {slot: sorted(hand) for slot, hand in setting.items()} != {s: sorted(h) for s, h in turned.items()}:
            ambiguous.append(write_cards(cards))
    return Proof(
        hands_checked=hands,
        checked=f"all {hands:,} hands, in {len(classes):,} classes",
        undefined=(),
        fouls=tuple(write_cards(classes.hand(row)) for row in fouls[:SLIPS]),
        ambiguous=tuple(ambiguous),
    )


def _side(game: AnyGame, banks: bool) -> Side[Fraction]:
    form = form_of(game)
    tables = hand_tables(game)
    classes = classes_of(form)
    found = hand_values(game, banks=banks)
    ways = classes.ways((), form.jokers)
    best = best_codes(game, found)
    plain, better = (found.sums[codes[:, 0], codes[:, 1]] for codes in (tables.house, best))
    unit = found.parts * found.hands
    costly = np.argsort((better - plain) * -(ways / ways.sum()), kind="stable")[:SLIPS]
    slips = [
        Slip(
            hand=write_cards(classes.hand(row)),
            house_way=_written(form, house_way_of(game, game.terms, classes.hand(row))),
            best=_written(form, setting_with(game, classes.hand(row), (int(best[row, 0]), int(best[row, 1])))),
            house_way_ev=Fraction(int(plain[row]), unit),
            best_ev=Fraction(int(better[row]), unit),
            share=Fraction(int(ways[row]), int(ways.sum())),
        )
        for row in costly.tolist()
        if better[row] > plain[row]
    ]
    evs = [Fraction(_sum(ways, sums), unit * int(ways.sum())) for sums in (plain, better)]
    return Side(role=ROLES[banks], slips=tuple(slips), house_way_ev=evs[0], best_ev=evs[1])


def _sum(ways: Any, sums: Any) -> int:
    """The exact sum, which may not fit into 64 bits."""
    return sum(way * found for way, found in zip(ways.tolist(), sums.tolist(), strict=True))


def setting_with(game: AnyGame, cards: Cards, codes: tuple[int, int]) -> Setting:
    """A setting of these cards whose hands have these codes."""
    form = form_of(game)
    tables = hand_tables(game)
    hand = encoded_hands([cards])
    found = codes_of(form, tables.evaluators, hand)[0]
    choice = int(np.flatnonzero((found == np.array(codes)).all(axis=1))[0])
    return {slot: decoded_hand(hand[0, places[choice]]) for slot, places in zip(form.names, choices(form), strict=True)}


def _written(form: Form, setting: Setting) -> str:
    return " | ".join(write_cards(setting[slot]) for slot in form.names)


def alarm(game: AnyGame, progress: Progress | None = None) -> Alarm:
    """Whether the best setting is profitable for a bettor, or for the bank of one wager."""
    form = form_of(game)
    found = price(game, progress)
    findings = []
    for name, estimate in found.wagers[form.wager.name].strategies.items():
        if name.endswith((BEST, HOUSE_WAY)) and isinstance(estimate, Estimate):
            findings.append(_finding(form, name, estimate))
    findings.sort(key=lambda finding: -finding.ev)
    searched = tuple(
        f"{name.replace('_', ' ')} at the least wager" for name in found.wagers[form.wager.name].strategies
    )
    return Alarm(findings=tuple(findings), searched=searched)


def _finding(form: Form, name: str, estimate: Estimate) -> Finding:
    chips = form.wager.low
    strategy = name.replace("_", " ")
    sentence = (
        f"Playing the {strategy} on {chips} chips wins {100 * estimate.ev:+.3f} % "
        f"± {100 * estimate.standard_error:.3f} % of them on average"
    )
    ev = Fraction(estimate.ev).limit_denominator(10**9) * chips
    error = estimate.standard_error * chips
    return judged(Finding(way=strategy, mix={form.wager.name: chips}, ev=ev, sentence=sentence, standard_error=error))
