"""Dealers' hands to set against: from the rest of the shoe, from a strategy file, or from a list."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, encoded, encoded_hands
from ....rules.cards import Cards
from ....rules.game import Game
from ....rules.setting import Setting
from ....sampling.chunks import in_threads
from ....sampling.streams import stream
from ....solving.settings_file import read_settings
from ....solving.strategy_files import read_tables
from .. import sheet as casino
from ..kernels.duel import Suits
from ..kernels.setting import NINE, Laid, parts_of, set_by_policy
from ..pricing.best import unseen
from ..pricing.best_reply import DEALERS
from ..pricing.scores import Table, shuffled, suits_of
from .field import settings_of, unpacked
from .reply import KEY, made_for

GROUPS = 400
"""Into so many groups a field is put, for the error of a mean."""
CHUNK = 200
"""Shuffles in a chunk."""


class Dealers(NamedTuple):
    """Settings of the dealer's, a row for each shuffle; rows are independent of one another."""

    laid: Laid
    suits: Suits
    held: Hands
    """Their cards, where these are missing from the shoe; else nothing."""
    exact: bool
    """They are all there are, each as likely as the others."""

    @property
    def rounds(self) -> int:
        return int(self.laid.first.size)


def listed(game: Game[casino.Terms], found: Table, path: Path) -> Dealers:
    """Those of a text file, or the field of a strategy file."""
    if path.suffix == ".npz":
        tables = read_tables(path, game=KEY, made_for=made_for(game.terms))
        return _field(found, settings_of(found, unpacked(tables.arrays)))
    settings = read_settings(path, game)
    cards = np.array([encoded(setting[casino.FIRST][0]) for setting in settings], dtype=np.uint8)
    second, third = (_codes(found, settings, slot) for slot in (casino.SECOND, casino.THIRD))
    laid = Laid(cards, second, third, np.zeros(len(settings), dtype=np.uint16))
    suits = Suits(_suits(found, settings, casino.SECOND), _suits(found, settings, casino.THIRD))
    return _in_rows(laid, suits, (1, len(settings)), exact=True)


def _codes(found: Table, settings: list[Setting], slot: str) -> NDArray[np.uint32]:
    return found.coded.evaluator.codes(encoded_hands([setting[slot] for setting in settings]))


def _suits(found: Table, settings: list[Setting], slot: str) -> NDArray[np.int64]:
    if found.suited is None:
        return np.zeros(len(settings), dtype=np.int64)
    return found.suited.codes(encoded_hands([setting[slot] for setting in settings])).astype(np.int64)


def _field(found: Table, laid: Laid) -> Dealers:
    """In an order that spreads alike settings over the groups."""
    groups = min(GROUPS, len(laid.first))
    each = len(laid.first) // groups
    spread = Laid(*(column[: groups * each].reshape(each, groups).T for column in laid))
    nothing = np.zeros((groups, each), dtype=np.int64)
    return Dealers(Laid(*map(np.ascontiguousarray, spread)), Suits(nothing, nothing), _nobody(), exact=False)


def _in_rows(laid: Laid, suits: Suits, shape: tuple[int, int], *, exact: bool) -> Dealers:
    rows = Laid(*(column.reshape(shape) for column in laid)), Suits(*(column.reshape(shape) for column in suits))
    return Dealers(*rows, _nobody(), exact=exact)


def _nobody() -> Hands:
    return np.zeros((0, 0, NINE), dtype=np.uint8)


def from_the_shoe(found: Table, hand: Cards, seed: int, shuffles: int) -> Dealers:
    """As many dealers as the rest of the shoe holds, in each of so many shuffles."""
    left = unseen(found, hand)
    many = len(left) // NINE

    def chunk(number: int) -> tuple[Hands, Laid, Suits]:
        shoes = shuffled(stream(seed, DEALERS, number), left, CHUNK, many * NINE).reshape(-1, NINE)
        parts = parts_of(found.coded.scale, shoes)
        laid = set_by_policy(found.coded.scale, found.dealer, parts)
        return shoes, laid, suits_of(found, parts, laid)

    held, laid, suits = zip(*in_threads(chunk, range(shuffles // CHUNK), lambda done: None), strict=True)
    settings = Laid(*(np.concatenate(column) for column in zip(*laid, strict=True)))
    ties = Suits(*(np.concatenate(column) for column in zip(*suits, strict=True)))
    rows = _in_rows(settings, ties, (-1, many), exact=False)
    return rows._replace(held=np.concatenate(held).reshape(-1, many, NINE))
