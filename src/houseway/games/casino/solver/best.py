"""
Every option for seven or nine given cards, best first, in antes.

The dealer has comb(97, 9) possible hands, too many to try. So values against a dealer's policy are estimates: dealers'
hands are drawn from the cards that the player does not hold, and every option plays against the same hands. The cards
that can be bought are not drawn; the value is the mean over all of them. Against a list of settings all values are
exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ....kernels.cards import JOKER_CODE, Hands, encoded
from ....rules.cards import JOKER, RANK_NAMES, TWO, Cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.setting import Setting
from ....sampling.chunks import Progress, ignore_progress
from ....sampling.settings import or_default
from ....solving import Circumstances
from ....solving.results import ESTIMATE, EXACT, HandValue, Option
from ....solving.strategy import require_legal
from .. import hand_order
from .. import setting as casino_setting
from ..kernels.buying import Pairs, Tally, best_choice_against, new_tally, tally_purchases, tally_setting
from ..kernels.duel import Suits, against_dealers
from ..kernels.setting import NINE, SLOTS, CodedSettings, Parts, cards_of_choice, coded_settings, parts_of, set_by_value
from ..pricing.best import legal, refuse_hand, unseen
from ..pricing.scores import CasinoTables, casino_tables, refuse, suits_of
from ..scoring import points_if_won
from ..terms import Terms
from ..wagers import BUY, FOLD
from .best_reply import reply_to
from .dealers import Dealers, from_the_shoe, listed

SEED = 1
SHUFFLES = 4000
"""Number of shuffles against which settings are valued."""
BUYS = 1200
"""Number of shuffles against which buying is valued."""
SHOWN = 20
"""The most settings in the result."""
VARIES = "as the cards fall"
"""The name of a hand before the bought cards are known."""


@dataclass(frozen=True, kw_only=True)
class CasinoOption(Option):
    """An option of Pyramid Poker, Casino Version. Values are in antes."""

    counts: Mapping[str, int]
    """Rounds by result: win, push, lose."""
    rounds: int | None = None
    """Number of rounds behind an estimate."""
    seed: int | None = None
    """Seed of these rounds."""

    json_keys: ClassVar[tuple[str, ...]] = (
        "decision",
        "setting",
        "ev",
        "standard_error",
        "sure",
        "by_hand",
        "gives_up",
        "gives_up_error",
        "seed",
        "rounds",
        "counts",
    )


class FoldOption(CasinoOption):
    """The fold, whose cost is fixed by the terms."""

    json_keys: ClassVar[tuple[str, ...]] = ("decision", "setting", "ev", "sure", "by_hand", "counts", "gives_up")


def best(
    game: Game[Terms],
    cards: Cards,
    circumstances: Circumstances,
    progress: Progress | None,
) -> list[Option]:
    """
    For seven cards, the options to fold and to buy; for nine, the settings with the highest values.

    The number of players is checked but does not change the values.
    """
    against = circumstances.against
    players = circumstances.players
    seed = or_default(circumstances.seed, SEED)
    exact = against is not None and against.suffix != ".npz"
    refuse(game.with_options({"dealer_policy": "hw2"}) if exact else game)  # a list stands in for the dealer's policy
    refuse_hand(game, cards)
    if players is not None and players not in game.seats(game.terms):
        raise NotAllowed(f"the game has from 1 to {game.terms.players} players, not {players} [CAS-01]")
    report = progress or ignore_progress
    if len(cards) == NINE:
        return _settings(game, cards, against, seed, report)
    return _fold_or_buy(game, cards, against, seed, report)


def value_of(game: Game[Terms], cards: Cards, setting: Setting) -> Option | None:
    """The value of one setting of nine cards, compared with the best; None for a foul."""
    tables = casino_tables(game.terms)
    wanted = [hand_order.strength(game.terms, setting[slot]) for slot in SLOTS]
    parts, settings = legal(tables, cards)
    for row in range(len(settings.choice)):
        hands = cards_of_choice(parts.hands[row], int(settings.choice[row]))
        if [hand_order.strength(game.terms, hands[slot]) for slot in SLOTS] == wanted:
            dealers = _dealers_against(game.terms, cards, SEED)
            one = Parts(*(column[[row]] for column in parts)), CodedSettings(*(column[[row]] for column in settings))
            suits = suits_of(tables, parts, settings)
            sums, _ = against_dealers(settings, dealers.settings, suits, dealers.suits, tables.scores, False)
            best_row = max(range(len(sums)), key=lambda other: int(sums[other].sum()))
            return _setting(game, tables, dealers, one, 0, sums[best_row], SEED)
    return None


@lru_cache(maxsize=1)
def _cached_dealers(terms: Terms, cards: Cards, seed: int) -> list[Dealers]:
    """A cache entry: a list that is empty until the dealers are drawn."""
    return []


def _dealers_against(terms: Terms, cards: Cards, seed: int, report: Progress = ignore_progress) -> Dealers:
    """Dealers for nine cards; cached because the coach asks for the best settings and then for the value of one."""
    cached = _cached_dealers(terms, cards, seed)
    if not cached:
        cached.append(from_the_shoe(casino_tables(terms), cards, seed, SHUFFLES, report))
    return cached[0]


# Nine cards --------------------------------------------------------------------------------------------------------


def _settings(game: Game[Terms], cards: Cards, against: Path | None, seed: int, report: Progress) -> list[Option]:
    tables = casino_tables(game.terms)
    dealers = listed(game, tables, against) if against else _dealers_against(game.terms, cards, seed, report)
    parts, settings = legal(tables, cards)
    suits = suits_of(tables, parts, settings)
    sums, _ = against_dealers(settings, dealers.settings, suits, dealers.suits, tables.scores, False)
    order = sorted(range(len(sums)), key=lambda row: (-int(sums[row].sum()), row))[:SHOWN]
    shown = Parts(*(column[order] for column in parts)), CodedSettings(*(column[order] for column in settings))
    return [_setting(game, tables, dealers, shown, row, sums[order[0]], seed) for row in range(len(order))]


def _setting(
    game: Game[Terms],
    tables: CasinoTables,
    dealers: Dealers,
    shown: tuple[Parts, CodedSettings],
    row: int,
    best_sums: Any,
    seed: int,
) -> Option:
    """The option of one row of `shown`; `best_sums` is the money that the best setting wins, by shuffle."""
    parts, settings = shown
    tally = new_tally(len(dealers.settings.first))
    suits = suits_of(tables, parts, settings)
    tally_setting(settings, suits, row, dealers.settings, dealers.suits, tables.scores, tally)
    hands = cards_of_choice(parts.hands[row], int(settings.choice[row]))
    require_legal(
        game, casino_setting.SLOTS, tuple(card for hand in hands.values() for card in hand), HandsSet(1, hands)
    )
    names = {slot: hand_name(game.terms, hands[slot]) for slot in SLOTS}
    setting = {slot: hands[slot] for slot in SLOTS}
    option = _option("set", setting, tables, dealers, tally, best_sums, names, dealers.rounds, seed)
    by_hand = {
        slot: replace(hand, points=points_if_won(game.terms, slot, setting[slot]))
        for slot, hand in option.by_hand.items()
    }
    return replace(option, by_hand=by_hand)


def hand_name(terms: Terms, hand: Cards) -> str:
    """The name of a hand with its leading rank, such as `one pair, king`."""
    strength = hand_order.strength(terms, hand)
    rank = RANK_NAMES[strength.ranks[0] - TWO]
    if len(hand) == 1:
        return f"joker as {rank}" if hand[0] == JOKER else rank
    return f"{strength.in_words}, {rank}"


def _option(
    decision: str,
    setting: Setting,
    tables: CasinoTables,
    dealers: Dealers,
    tally: Tally,
    best_sums: Any,
    names: dict[str, str],
    rounds: int,
    seed: int,
) -> CasinoOption:
    """An option with its value, its loss compared with the best option, and its hands, from a tally of its rounds."""
    ev = Fraction(int(tally.money.sum()), rounds * tables.part)
    gives_up = Fraction(int(best_sums.sum()) - int(tally.money.sum()), rounds * tables.part)
    counts = dict(zip(("win", "push", "lose"), tally.signs.tolist(), strict=True))
    by_hand = {slot: _hand(tally, place, rounds, names[slot], dealers) for place, slot in enumerate(SLOTS)}
    if dealers.exact:
        return CasinoOption(
            decision=decision,
            setting=setting,
            ev=ev,
            sure=EXACT,
            by_hand=by_hand,
            gives_up=gives_up,
            counts=counts,
        )
    parts_in_a_shuffle = rounds // len(tally.money) * tables.part
    return CasinoOption(
        decision=decision,
        setting=setting,
        ev=float(ev),
        standard_error=_error(tally.money / parts_in_a_shuffle),
        sure=ESTIMATE,
        by_hand=by_hand,
        gives_up=float(gives_up),
        gives_up_error=_error((best_sums - tally.money) / parts_in_a_shuffle),
        seed=seed,
        rounds=rounds,
        counts=counts,
    )


def _hand(tally: Tally, place: int, rounds: int, name: str, dealers: Dealers) -> HandValue:
    """The value of one of the three hands: points won minus points lost, and how often it wins."""
    value = Fraction(int(tally.net[place]), rounds)
    wins = Fraction(int(tally.wins[place]), rounds)
    if dealers.exact:
        return HandValue(name=name, value=value, wins=wins)
    return HandValue(name=name, value=float(value), wins=float(wins))


def _error(won: Any) -> float:
    return float(won.std(ddof=1)) / sqrt(len(won))


# Seven cards -------------------------------------------------------------------------------------------------------


def _fold_or_buy(game: Game[Terms], cards: Cards, against: Path | None, seed: int, report: Progress) -> list[Option]:
    tables = casino_tables(game.terms)
    dealers = listed(game, tables, against) if against else from_the_shoe(tables, cards, seed, BUYS, report)
    left = np.bincount(unseen(tables, cards), minlength=JOKER_CODE + 1)
    pairs = _pairs(game, tables, cards, left, dealers, report)
    tally = new_tally(len(dealers.settings.first))
    tally_purchases(pairs, left, dealers.held, dealers.settings, dealers.suits, tables.scores, tally)
    rounds = dealers.rounds * comb(int(left.sum()) - (NINE if len(dealers.held) else 0), 2)
    names = dict.fromkeys(SLOTS, VARIES)
    bought = _option(BUY, {}, tables, dealers, tally, tally.money, names, rounds, seed)
    buy = replace(bought, gives_up_error=None)
    fold = FoldOption(
        decision=FOLD,
        ev=Fraction(-game.terms.fold_cost_antes),
        sure=EXACT,
        counts={},
    )
    first, second = (buy, fold) if buy.ev >= fold.ev else (fold, buy)
    gap = Fraction(first.ev) - Fraction(second.ev)
    if dealers.exact:
        return [replace(first, gives_up=Fraction(0)), replace(second, gives_up=gap)]
    return [replace(first, gives_up=0.0), replace(second, gives_up=float(gap))]


def _pairs(
    game: Game[Terms], tables: CasinoTables, cards: Cards, left: Any, dealers: Dealers, report: Progress
) -> Pairs:
    """Every pair of cards that can be bought, with the best setting of the resulting nine cards."""
    kinds = np.flatnonzero(left)
    one, two = np.array([(a, b) for a in kinds for b in kinds if a < b or (a == b and left[a] > 1)], dtype=np.uint8).T
    seven = np.array([encoded(card) for card in cards], dtype=np.uint8)
    nine = np.concatenate([np.tile(seven, (len(one), 1)), one[:, None], two[:, None]], axis=1)
    parts = parts_of(tables.coded.scale, nine)
    if dealers.exact:
        settings = _best_of_list(tables, parts, dealers, report)
    else:
        settings, _ = set_by_value(tables.coded.scale, reply_to(game.terms).values, parts)
    return Pairs(one, two, settings, suits_of(tables, parts, settings))


def _best_of_list(tables: CasinoTables, parts: Parts, dealers: Dealers, report: Progress) -> CodedSettings:
    """For each nine-card hand: the setting that wins most from the list, found exactly."""
    chosen = np.zeros(len(parts.hands), dtype=np.uint16)
    for row in range(len(chosen)):
        report(row, len(chosen))
        suits = _suits_of_parts(tables, parts.hands[row])
        hand = parts.hands[row]
        seconds = parts.seconds[row]
        thirds = parts.thirds[row]
        chosen[row], _ = best_choice_against(
            tables.coded.scale, hand, seconds, thirds, suits, dealers.settings, dealers.suits, tables.scores
        )
    report(len(chosen), len(chosen))
    return coded_settings(tables.coded.scale, parts, chosen)


def _suits_of_parts(tables: CasinoTables, hand: Hands) -> Suits:
    """The numbers that break ties of every second and third hand of nine cards; all 0 if suits do not count."""
    picks = tables.coded.scale.places
    if tables.suited is None:
        return Suits(np.zeros(len(picks.threes), dtype=np.int64), np.zeros(len(picks.fives), dtype=np.int64))
    return Suits(*(tables.suited.codes(hand[parts]).astype(np.int64) for parts in (picks.threes, picks.fives)))
