"""Finds the field to play against: shipped, cached or newly solved, from a strategy file or a list of settings."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ....kernels.cards import encoded_hands
from ....rules.errors import Broken
from ....rules.game import Game
from ....rules.round import Seat
from ....rules.setting import Setting
from ....sampling.chunks import Progress
from ....solving.settings_file import read_settings
from ....solving.strategy_files import Tables, cache_path, read_tables, shipped, terms_key, write_tables
from .. import sheet as chinese
from ..exposure import ExposedHand, expose
from ..hand_order import ROWS
from ..kernels.bonus_classes import PROFILES
from ..kernels.setting import evaluated
from ..kernels.value import Meetings
from ..terms import PRESETS as PRESET_OPTIONS
from .field import Field, meetings
from .payoff import GONE, NATURALS, payoffs, value_terms
from .solve import solve, unpacked

PRESETS = ("base", "typical")


def terms_for(scoring: str, preset: str) -> chinese.Terms:
    """The terms of a shipped table."""
    chosen: dict[str, Any] = PRESET_OPTIONS["preset", preset]
    return replace(chinese.Terms(), scoring=scoring, preset=preset, **chosen)  # type: ignore[arg-type]


def shipped_name(scoring: str, preset: str) -> str:
    return f"{scoring}-{preset}"


@lru_cache(maxsize=8)
def shipped_field(scoring: str, preset: str) -> Field:
    terms = terms_for(scoring, preset)
    data = shipped(__package__, shipped_name(scoring, preset))
    if data is None:
        raise Broken(f"the tables {shipped_name(scoring, preset)} are not in the package")
    return Field(terms, unpacked(read_tables(data, game="chinese", made_for=value_terms(terms)).arrays))


def kept_file(terms: chinese.Terms) -> Path | None:
    return cache_path("chinese", terms_key(value_terms(terms)))


def field_of(tables: Tables, terms: chinese.Terms) -> Field:
    return Field(terms, unpacked(tables.arrays))


@lru_cache(maxsize=8)
def solved_before(terms: chinese.Terms) -> Field | None:
    """The field for exactly these terms, if it is shipped or cached."""
    for preset in PRESETS:
        if value_terms(terms_for(terms.scoring, preset)) == value_terms(terms):
            return replace(shipped_field(terms.scoring, preset), terms=terms)
    path = kept_file(terms)
    if path is None or not path.is_file():
        return None
    return field_of(read_tables(path, game="chinese", made_for=value_terms(terms)), terms)


def field_for(game: Game[chinese.Terms], progress: Progress | None = None) -> Field:
    """The field for these terms; if none is shipped or cached, it is solved now and cached."""
    field = solved_before(game.terms)
    if field is None:
        tables = solve(game, progress).tables
        path = kept_file(game.terms)
        if path is not None:
            write_tables(tables, path)
            solved_before.cache_clear()
        field = field_of(tables, game.terms)
    return field


@lru_cache(maxsize=8)
def field_at_once(terms: chinese.Terms) -> Field:
    """The shipped or cached field for these terms; else the nearest shipped field, with the payments of these terms."""
    field = solved_before(terms)
    if field is not None:
        return field
    near = shipped_field(terms.scoring, "typical" if terms.bonuses or terms.naturals else "base")
    live = near.hands.state != GONE
    keep = live | terms.surrender
    hands = Meetings(*(column[keep] for column in near.hands))
    rows = [_recoded(codes, terms.wheel) for codes in hands[:3]]
    natural = hands.state // PROFILES * PROFILES * terms.naturals
    state = np.where(live[keep], payoffs(terms).profile(*rows) + natural, GONE)
    return Field(terms, meetings(rows, state, hands.weight))


def _recoded(codes: Any, wheel: str) -> Any:
    """The codes of the shipped tables converted to another ranking of the wheel."""
    before = evaluated("low")
    now = evaluated(wheel)
    if wheel == "low":
        return codes
    table = np.zeros(len(before.examples), dtype=np.uint16)
    for size in (3, 5):
        numbers = [code for code, hand in enumerate(before.examples) if len(hand) == size]
        table[numbers] = now.codes(encoded_hands(before.examples[code] for code in numbers))
    return table[codes]


# Given opponents ---------------------------------------------------------------------------------------------------


def field_against(game: Game[chinese.Terms], path: Path) -> Field:
    """The field of a strategy file, or of a list of equally likely settings."""
    if path.suffix == ".npz":
        return field_of(read_tables(path, game=game.key, made_for=value_terms(game.terms)), game.terms)
    return listed(game, read_settings(path, game))


def listed(game: Game[chinese.Terms], settings: list[Setting]) -> Field:
    hands = [_opened(game.terms, setting) for setting in settings]
    codes = {s: code for code, s in enumerate(evaluated(game.terms.wheel).strengths) if s}
    rows = [np.array([codes[hand.rows[row]] for hand in hands]) for row in ROWS]
    natural = np.array([NATURALS.index(hand.natural) for hand in hands])
    return Field(game.terms, meetings(rows, payoffs(game.terms).profile(*rows) + natural * PROFILES))


def _opened(terms: chinese.Terms, setting: Setting) -> ExposedHand:
    """A listed hand, exposed; it claims a natural if it has to."""
    cards = tuple(card for row in setting.values() for card in row)
    return expose(terms, Seat(number=2, player="", cards=cards, setting=setting, claims=("natural",)))
