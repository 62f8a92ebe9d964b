"""Dealers' settings to play against: from the rest of the shoe, from a strategy file, or from a list."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, encoded, encoded_hands
from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.setting import Setting
from ....sampling.chunks import Progress, ignore_progress, in_threads
from ....sampling.streams import stream
from ....solving.settings_file import read_settings
from ....solving.strategy_files import read_tables
from ..kernels.duel import Suits
from ..kernels.setting import NINE, CodedSettings, parts_of, set_by_policy
from ..pricing.best import unseen
from ..pricing.best_reply import DEALERS
from ..pricing.scores import CasinoTables, shuffled, suits_of
from ..setting import FIRST, SECOND, THIRD
from ..terms import Terms
from .best_reply import KEY, made_for
from .field import settings_of, unpacked

GROUPS = 400
"""Number of groups into which a field is divided to compute the standard error of a mean."""
CHUNK = 200
"""Number of shuffles in a chunk."""


class Dealers(NamedTuple):
    """Settings of the dealer, one row for each shuffle; rows are independent of one another."""

    settings: CodedSettings
    suits: Suits
    held: Hands
    """(shuffles, hands, 9): the dealers' cards; empty if they do not come from the player's shoe."""
    exact: bool
    """Whether these are all possible settings, each equally likely."""

    @property
    def rounds(self) -> int:
        return int(self.settings.first.size)


def listed(game: Game[Terms], tables: CasinoTables, path: Path) -> Dealers:
    """The settings of a text file, or the field of a strategy file."""
    if path.suffix == ".npz":
        file = read_tables(path, game=KEY, made_for=made_for(game.terms))
        return _from_field(settings_of(tables, unpacked(file.arrays)))
    settings = read_settings(path, game)
    cards = np.array([encoded(setting[FIRST][0]) for setting in settings], dtype=np.uint8)
    coded = CodedSettings(
        first=cards,
        second=_codes(tables, settings, SECOND),
        third=_codes(tables, settings, THIRD),
        choice=np.zeros(len(settings), dtype=np.uint16),
    )
    suits = Suits(_suits(tables, settings, SECOND), _suits(tables, settings, THIRD))
    return _in_rows(coded, suits, (1, len(settings)), exact=True)


def _codes(tables: CasinoTables, settings: list[Setting], slot: str) -> NDArray[np.uint32]:
    return tables.coded.evaluator.codes(encoded_hands([setting[slot] for setting in settings]))


def _suits(tables: CasinoTables, settings: list[Setting], slot: str) -> NDArray[np.int64]:
    if tables.suited is None:
        return np.zeros(len(settings), dtype=np.int64)
    return tables.suited.codes(encoded_hands([setting[slot] for setting in settings])).astype(np.int64)


def _from_field(settings: CodedSettings) -> Dealers:
    """The settings of a field in groups, in an order that spreads similar settings over the groups."""
    groups = min(GROUPS, len(settings.first))
    size = len(settings.first) // groups
    spread = CodedSettings(
        *(np.ascontiguousarray(column[: groups * size].reshape(size, groups).T) for column in settings)
    )
    zeros = np.zeros((groups, size), dtype=np.int64)
    return Dealers(spread, Suits(zeros, zeros), _no_cards(), exact=False)


def _in_rows(settings: CodedSettings, suits: Suits, shape: tuple[int, int], *, exact: bool) -> Dealers:
    """Dealers in rows of this shape whose cards do not come from the player's shoe."""
    return Dealers(
        settings=CodedSettings(*(column.reshape(shape) for column in settings)),
        suits=Suits(*(column.reshape(shape) for column in suits)),
        held=_no_cards(),
        exact=exact,
    )


def _no_cards() -> Hands:
    return np.zeros((0, 0, NINE), dtype=np.uint8)


def from_the_shoe(
    tables: CasinoTables, hand: Cards, seed: int, shuffles: int, report: Progress = ignore_progress
) -> Dealers:
    """
    Dealers from the rest of the shoe: each shuffle is dealt out completely into dealers' hands.

    Reports the number of shuffles that have been dealt.
    """
    left = unseen(tables, hand)
    hands = len(left) // NINE

    def chunk(number: int) -> tuple[Hands, CodedSettings, Suits]:
        shoes = shuffled(stream(seed, DEALERS, number), left, CHUNK, hands * NINE).reshape(-1, NINE)
        parts = parts_of(tables.coded.scale, shoes)
        settings = set_by_policy(tables.coded.scale, tables.dealer, parts)
        return shoes, settings, suits_of(tables, parts, settings)

    chunks = []
    for dealt in in_threads(chunk, range(shuffles // CHUNK)):
        chunks.append(dealt)
        report(len(chunks) * CHUNK, shuffles)
    held, settings, suits = zip(*chunks, strict=True)
    dealers = _in_rows(
        CodedSettings(*(np.concatenate(column) for column in zip(*settings, strict=True))),
        Suits(*(np.concatenate(column) for column in zip(*suits, strict=True))),
        (-1, hands),
        exact=False,
    )
    return dealers._replace(held=np.concatenate(held).reshape(-1, hands, NINE))
