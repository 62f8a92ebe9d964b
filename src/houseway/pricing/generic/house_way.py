"""
The generic audit of a house way: proved on every hand, and compared with the best setting.

The values of both sides are those of the price. Hands on which the house way loses much are searched by class, with the
values of settings over all hands of the other side; the values that are shown are over hands that share no card with
the own hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ...kernels.cards import decoded_hand, encoded_hands
from ...rules.cards import Card, Cards, write_cards
from ...rules.game import AnyGame
from ...rules.setting import Setting
from ...sampling.chunks import Progress, ignore_progress
from ...sampling.streams import stream
from ..alarm import Alarm, Finding, with_verdict
from ..house_way_audit import CostlyHand, HouseWayAudit, Proof, Side
from ..price import Estimate, Exact
from .form import Form, form_of
from .price import BEST, HOUSE_WAY, counted_strategies, price, role_name, roles
from .stakes import best_stake, stakes_in_words
from .tables import choices, classes_of, codes_of, fouled, hand_tables, house_way_of
from .value import Whole, best_codes, hand_values, values_of_pairs

MOST_COSTLY_HANDS = 10
"""Hands that are listed at most."""
SHUFFLED = 500
"""Seeded hands that are set in two orders of their cards."""
SEED = 1
ORDER_STREAM = 8
"""The purpose of the random stream of those hands."""
ROLES = {False: "a bettor", True: "the bank"}
COUNTED_NOTE = (
    "The values of the house way and of best play are those of houseway price {}, counted over all deals. The value of "
    "a hand is over all hands of the other side that share no card with it."
)
ESTIMATED_NOTE = (
    "The value of the house way is that of houseway price {}, counted over all deals. Best play was not counted for "
    "these terms: its gain is over all hands of the other side, including hands that share cards with one's own. The "
    "value of a hand is over all hands of the other side that share no card with it."
)


def audit_house_way(game: AnyGame, progress: Progress | None = None) -> HouseWayAudit[Fraction]:
    """Whether the house way always sets legal hands, and what it costs a bettor and the bank."""
    hand_tables(game, progress)
    counted = counted_strategies(game, progress or ignore_progress)
    sides = tuple(_side(game, banks, counted) for banks in roles(game))
    note = COUNTED_NOTE if role_name(False, BEST) in counted else ESTIMATED_NOTE
    return HouseWayAudit(proof=_proof(game), sides=sides, note=note.format(game.key))


def _proof(game: AnyGame) -> Proof:
    """The proof: every class is set, and seeded hands are set again with their cards in reverse order."""
    form = form_of(game)
    tables = hand_tables(game)
    classes = classes_of(form)
    hands = int(classes.hand_counts((), form.jokers).sum())
    pairs, first_rows = np.unique(tables.house, axis=0, return_index=True)
    fouls = [
        int(row)
        for codes, row in zip(pairs.tolist(), first_rows, strict=True)
        if fouled(game, game.terms, form, tables, codes)
    ]
    generator = stream(SEED, ORDER_STREAM, 0)
    shoe = game.shoe(game.terms)
    ambiguous = []
    for _ in range(SHUFFLED):
        cards = tuple(shoe[position] for position in generator.permutation(len(shoe))[: form.cards])
        setting = house_way_of(game, game.terms, cards)
        setting_of_reversed = house_way_of(game, game.terms, cards[::-1])
        if _sorted_hands(setting) != _sorted_hands(setting_of_reversed):
            ambiguous.append(write_cards(cards))
    return Proof(
        hands_checked=hands,
        checked=f"all {hands:,} hands, in {len(classes):,} classes",
        undefined=(),
        fouls=tuple(write_cards(classes.hand(row)) for row in fouls[:MOST_COSTLY_HANDS]),
        ambiguous=tuple(ambiguous),
    )


def _sorted_hands(setting: Setting) -> dict[str, list[Card]]:
    return {slot: sorted(hand) for slot, hand in setting.items()}


def _side(game: AnyGame, banks: bool, counted: Mapping[str, Exact]) -> Side[Fraction]:
    form = form_of(game)
    tables = hand_tables(game)
    classes = classes_of(form)
    values = hand_values(game, banks=banks)
    counts = classes.hand_counts((), form.jokers)
    best = best_codes(game, values)
    house_way_sums = values.sums[tables.house[:, 0], tables.house[:, 1]]
    best_sums = values.sums[best[:, 0], best[:, 1]]
    unit = values.parts * values.hands
    hands = int(counts.sum())
    most_costly_first = np.argsort((best_sums - house_way_sums) * -(counts / counts.sum()), kind="stable")
    costly_hands = [
        _costly_hand(game, classes.hand(row), Fraction(int(counts[row]), hands), banks=banks)
        for row in most_costly_first[:MOST_COSTLY_HANDS].tolist()
        if best_sums[row] > house_way_sums[row]
    ]
    house_way_ev = Fraction(_total(counts, house_way_sums), unit * hands)
    best_ev = Fraction(_total(counts, best_sums), unit * hands)
    if role_name(banks, HOUSE_WAY) in counted:
        gain = best_ev - house_way_ev
        house_way_ev = counted[role_name(banks, HOUSE_WAY)].ev
        best_ev = house_way_ev + gain
    if role_name(banks, BEST) in counted:
        best_ev = counted[role_name(banks, BEST)].ev
    return Side(role=ROLES[banks], costly_hands=tuple(costly_hands), house_way_ev=house_way_ev, best_ev=best_ev)


def _costly_hand(game: AnyGame, cards: Cards, share: Fraction, *, banks: bool) -> CostlyHand[Fraction]:
    """The house way and the best setting of these cards, with their exact values."""
    form = form_of(game)
    best = best_setting(game, cards, banks=banks)
    house_codes = hand_tables(game).house[classes_of(form).numbers(encoded_hands([cards]))[0]]
    codes = np.array([house_codes, best.codes], dtype=np.int64)
    house_way_ev, best_ev = values_of_pairs(game, cards, codes, banks=banks)
    return CostlyHand(
        hand=write_cards(cards),
        house_way=written(form, house_way_of(game, game.terms, cards)),
        best=written(form, best.setting),
        house_way_ev=house_way_ev,
        best_ev=best_ev,
        share=share,
    )


class BestSetting(NamedTuple):
    """The best setting of some cards and the codes of its hands."""

    setting: Setting
    codes: tuple[int, int]


def best_setting(game: AnyGame, cards: Cards, *, banks: bool) -> BestSetting:
    """The legal setting with the highest value over all hands that share no card with it, the first of equals."""
    form = form_of(game)
    tables = hand_tables(game)
    pairs = np.unique(codes_of(form, tables.evaluators, encoded_hands([cards]))[0], axis=0).astype(np.int64)
    legal = np.array([pair for pair in pairs.tolist() if not fouled(game, game.terms, form, tables, pair)])
    values = values_of_pairs(game, cards, legal, banks=banks)
    first, second = legal[values.index(max(values))].tolist()
    return BestSetting(setting_with(game, cards, (first, second)), (first, second))


def _total(counts: Whole, sums: Whole) -> int:
    """The sum over all hands of all classes, which may not fit into 64 bits."""
    return sum(count * value for count, value in zip(counts.tolist(), sums.tolist(), strict=True))


def setting_with(game: AnyGame, cards: Cards, codes: tuple[int, int]) -> Setting:
    """A setting of these cards whose hands have these codes."""
    form = form_of(game)
    tables = hand_tables(game)
    hand = encoded_hands([cards])
    codes_by_choice = codes_of(form, tables.evaluators, hand)[0]
    choice = int(np.flatnonzero((codes_by_choice == np.array(codes)).all(axis=1))[0])
    setting = {}
    for slot, positions in zip(form.names, choices(form), strict=True):
        setting[slot] = decoded_hand(hand[0, positions[choice]])
    return setting


def written(form: Form, setting: Setting) -> str:
    """A setting as its hands, with a bar between them."""
    return " | ".join(write_cards(setting[slot]) for slot in form.names)


def alarm(game: AnyGame, progress: Progress | None = None) -> Alarm:
    """Whether the best setting is profitable for a bettor, or for the bank of one wager."""
    form = form_of(game)
    strategies = price(game, progress).wagers[form.wager.name].strategies
    findings = []
    for name, strategy_price in strategies.items():
        findings.append(_finding(form, name, strategy_price))
    searched = [f"{name.replace('_', ' ')} at the lowest wager" for name in strategies]
    for name in (BEST, HOUSE_WAY):
        play = strategies[name]
        if isinstance(play, Exact):
            findings += _at_another_stake(game, form, name, play)
            searched.append(f"{name.replace('_', ' ')} at {stakes_in_words(game)}")
    findings.sort(key=lambda finding: -finding.ev)
    return Alarm(findings=tuple(findings), searched=tuple(searched))


def _at_another_stake(game: AnyGame, form: Form, name: str, play: Exact) -> list[Finding]:
    """The play at the wager that wins most per chip, unless that is the lowest one."""
    stake = best_stake(game, play)
    if stake.chips == form.wager.low:
        return []
    strategy = name.replace("_", " ")
    percent = 100 * float(stake.ev)
    finding = Finding(
        way=f"{strategy} at the best wager",
        mix={form.wager.name: stake.chips},
        ev=stake.ev * stake.chips,
        sentence=f"Playing the {strategy} on {stake.chips} chips wins {percent:+.3f} % of them on average",
    )
    return [with_verdict(finding)]


def _finding(form: Form, name: str, priced: Exact | Estimate) -> Finding:
    chips = form.wager.low
    strategy = name.replace("_", " ")
    if isinstance(priced, Exact):
        ev = priced.ev
        standard_error = 0.0
        error_in_words = ""
    else:
        ev = Fraction(priced.ev).limit_denominator(10**9)
        standard_error = priced.standard_error
        error_in_words = f" ± {100 * standard_error:.3f} %"
    sentence = (
        f"Playing the {strategy} on {chips} chips wins {100 * float(ev):+.3f} %{error_in_words} of them on average"
    )
    return with_verdict(
        Finding(
            way=strategy,
            mix={form.wager.name: chips},
            ev=ev * chips,
            sentence=sentence,
            standard_error=standard_error * chips,
        )
    )
