"""
Every setting of three cards with its exact value, and how often each of its hands wins.

The value is counted over every hand that the House can hold. The House sets the house way.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ....rules.cards import RANK_NAMES, TWO, Cards
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.ranking import Made
from ....rules.setting import Setting
from ....solving import Circumstances
from ....solving.results import EXACT, CountedOption, HandValue, Option
from ....solving.strategy import require_legal
from .. import sheet as pyramid
from ..hand_order import HIGH, LOW, TWO_CARDS
from ..pricing.best import best as counted_settings
from ..pricing.hands import Composition, Whole, index_of
from ..pricing.main_wager_tables import against_house, high_signs, house_settings, legal_settings, settings_of
from ..pricing.play import play

Rules = Game[pyramid.Terms]


def best(game: Rules, cards: Cards, circumstances: Circumstances) -> list[Option]:
    """Every legal setting with its value per unit of the first wager, best first. There are no opponents to choose."""
    if circumstances.against is not None or circumstances.players is not None:
        raise NotAllowed(f"{game.name} is always set against the House: leave out the opponents and their number")
    return options_of(game, cards)


def options_of(game: Rules, cards: Cards) -> list[Option]:
    """Every legal setting with its value per unit of the first wager, best first."""
    settings = counted_settings(game, cards)
    best_ev = settings[0].ev
    return [
        CountedOption(
            decision="set",
            setting=counted.setting,
            ev=counted.ev,
            counts=counted.counts,
            sure=EXACT,
            by_hand=hand_values(game.terms, cards, accepted(game, cards, counted.setting)),
            gives_up=best_ev - counted.ev,
        )
        for counted in settings
    ]


def candidates(game: Rules, cards: Cards, count: int) -> list[HandsSet]:
    """The `count` best legal settings, one for each choice of ranks."""
    settings = legal_settings(game.terms)
    evs = play(game.terms, against_house, Composition.of_decks(game.terms.decks)).evs
    rows = sorted(rows_of(game.terms, index_of(cards)), key=lambda row: -int(evs[row]))
    lows = [settings.settings[row]["low"][0].rank for row in rows[:count]]
    return [HandsSet(1, setting_with_low(cards, low)) for low in lows]


def value_of(game: Rules, cards: Cards, setting: Setting) -> Option | None:
    """The option with the same ranks as this setting; None for a setting that fouls."""
    low = setting["low"][0].rank
    return next((option for option in options_of(game, cards) if option.setting["low"][0].rank == low), None)


def accepted(game: Rules, cards: Cards, setting: Setting) -> Setting:
    """The setting, after the rules have accepted it."""
    return require_legal(game, (LOW, HIGH), cards, HandsSet(1, setting)).setting


# Rows of the table of legal settings ---------------------------------------------------------------------------------


def rows_of(terms: pyramid.Terms, index: int) -> list[int]:
    """The rows of a rank hand in the table of legal settings."""
    rows: list[int] = np.flatnonzero(legal_settings(terms).hand == index).tolist()
    return rows


def row_of(terms: pyramid.Terms, cards: Cards, low: int) -> int:
    """The row of the setting of these cards that puts this rank low."""
    lows = legal_settings(terms).low
    return next(row for row in rows_of(terms, index_of(cards)) if lows[row] == low - TWO)


def setting_with_low(cards: Cards, low: int) -> Setting:
    """The setting of these cards that puts this rank low."""
    settings = settings_of(tuple(sorted(cards, reverse=True)))
    return next(setting for setting in settings if setting["low"][0].rank == low)


# Each hand of a setting ----------------------------------------------------------------------------------------------


def hand_values(terms: pyramid.Terms, cards: Cards, setting: Setting) -> dict[str, HandValue]:
    """By slot: the hand's name, and how often it beats and copies the House's hand, over all hands of the House."""
    row = row_of(terms, cards, setting["low"][0].rank)
    ours = legal_settings(terms)
    theirs = house_settings(terms)
    ways = Composition.of_decks(terms.decks).second_hands[index_of(cards)]
    low_signs = np.sign(ours.low[row] - theirs.low)
    high_hand_signs = high_signs(terms)[ours.high[row], theirs.high]
    return {
        LOW.name: hand_value(rank_name(setting["low"][0].rank), low_signs, ways),
        HIGH.name: hand_value(high_name(setting["high"]), high_hand_signs, ways),
    }


def hand_value(name: str, signs: Any, ways: Whole) -> HandValue:
    """How often a hand wins (sign 1) and copies (sign 0); `ways` has the ways to deal each hand of the House."""
    return HandValue(name=name, wins=share(ways, signs > 0), copies=share(ways, signs == 0))


def share(ways: Whole, chosen: Any) -> Fraction:
    """The share of the chosen hands among all hands, weighted by the ways to deal them."""
    return Fraction(int(ways[chosen].sum()), int(ways.sum()))


def rank_name(rank: int) -> str:
    return RANK_NAMES[rank - TWO]


def high_name(high: Cards) -> str:
    """The name of a high hand, such as `pair of sixes` or `king and eight`."""
    strength = TWO_CARDS.of(high)
    top = rank_name(strength.ranks[0])
    if strength.made != Made.ONE_PAIR:
        return f"{top} and {rank_name(strength.ranks[1])}"
    plural = "sixes" if top == "six" else f"{top}s"
    return f"pair of {plural}"
