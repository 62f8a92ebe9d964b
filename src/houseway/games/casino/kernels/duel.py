"""
Compiled points between players and dealers, and the value of a setting against a field.

The points of hands come from tables made by the game's rules. Points are integers, and money is counted in whole parts
of an ante. Sums stay below 2**40: at most 2**31 comparisons of at most a few hundred parts each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from .setting import CodedSettings

Counts = NDArray[np.int64]


class Scores(NamedTuple):
    """The points of each hand from the player's side, and the money that net points win."""

    first: Counts
    """By the player's card and the dealer's: the player's points in the first slot."""
    second_points: Counts
    """By code: the points of a second hand that wins."""
    second_tie: Counts
    """By code: the player's points if the dealer's second hand is equal."""
    third_points: Counts
    """By code: the points of a third hand that wins."""
    third_tie: Counts
    """By code: the player's points if the dealer's third hand is equal."""
    money: Counts
    """By net points, from the lowest: the money won, in parts of an ante. The middle entry is for 0 net points."""


class Suits(NamedTuple):
    """By setting: numbers that break ties of its second and third hands by suits; all 0 if suits do not break ties."""

    second: Counts
    third: Counts


@compiled
def hand_points(points_if_won: Ints, tie: Ints, ours: int, theirs: int, our_suits: int, their_suits: int) -> int:
    """The player's points in one slot, for the codes of our hand and theirs."""
    if ours > theirs or (ours == theirs and our_suits > their_suits):
        return points_if_won[ours]  # type: ignore[no-any-return]
    if ours == theirs and our_suits == their_suits:
        return tie[ours]  # type: ignore[no-any-return]
    return -points_if_won[theirs]  # type: ignore[no-any-return]


@compiled
def sign_column(points_won: int) -> int:
    """0 for a round won, 1 for a push, 2 for a round lost."""
    if points_won > 0:
        return 0
    if points_won == 0:
        return 1
    return 2


@compiled
def points(
    scores: Scores,
    ours: CodedSettings,
    our_suits: Suits,
    row: int,
    theirs: CodedSettings,
    their_suits: Suits,
    place: tuple[int, int],
) -> int:
    """The net points of our setting at index `row` against theirs at index `place`, a (row, column)."""
    won = scores.first[ours.first[row], theirs.first[place]]
    won += hand_points(
        scores.second_points,
        scores.second_tie,
        ours.second[row],
        theirs.second[place],
        our_suits.second[row],
        their_suits.second[place],
    )
    won += hand_points(
        scores.third_points,
        scores.third_tie,
        ours.third[row],
        theirs.third[place],
        our_suits.third[row],
        their_suits.third[place],
    )
    return won  # type: ignore[no-any-return]


@compiled
def every_pair(
    players: CodedSettings,
    dealers: CodedSettings,
    player_suits: Suits,
    dealer_suits: Suits,
    scores: Scores,
    folds: Ints,
    folded: int,
) -> tuple[Counts, Counts]:
    """
    Play every hand of a shoe as the player's against every other hand of the same shoe as the dealer's.

    Returns (shoes,) the money won in each shoe, in parts of an ante, and the number of rounds by net points, from the
    lowest, with folds last. The arrays of players and `folds` have one entry for each hand, shoe after shoe; the
    dealers' arrays have one row for each shoe. `folded` is the result of a fold, in parts of an ante.
    """
    shoes, hands = dealers.first.shape
    sums = np.zeros(shoes, dtype=np.int64)
    net = np.zeros(len(scores.money) + 1, dtype=np.int64)
    for shoe in range(shoes):
        for ours in range(hands):
            row = shoe * hands + ours
            if folds[row]:
                sums[shoe] += folded * (hands - 1)
                net[-1] += hands - 1
                continue
            for theirs in range(hands):
                if ours != theirs:
                    won = points(scores, players, player_suits, row, dealers, dealer_suits, (shoe, theirs))
                    net[won + len(scores.money) // 2] += 1
                    sums[shoe] += scores.money[won + len(scores.money) // 2]
    return sums, net


@compiled
def against_dealers(
    ours: CodedSettings, dealers: CodedSettings, our_suits: Suits, dealer_suits: Suits, scores: Scores, each: bool
) -> tuple[Counts, Counts]:
    """
    Play settings against dealers. The dealers' arrays have one row for each shuffle.

    Returns (settings, shuffles) the money won in parts of an ante, and (settings, 3) the rounds won, pushed and lost.
    With `each` there is one setting for each shuffle, and a single row of results for all of them.
    """
    shuffles, hands = dealers.first.shape
    rows = 1 if each else len(ours.first)
    sums = np.zeros((rows, shuffles), dtype=np.int64)
    signs = np.zeros((rows, 3), dtype=np.int64)
    for row in range(rows):
        for shuffle in range(shuffles):
            setting = shuffle if each else row
            for hand in range(hands):
                won = points(scores, ours, our_suits, setting, dealers, dealer_suits, (shuffle, hand))
                sums[row, shuffle] += scores.money[won + len(scores.money) // 2]
                signs[row, sign_column(won)] += 1
    return sums, signs


class Cells(NamedTuple):
    """The points of `Scores` by cells. A cell is a group of hands that are not distinguished."""

    first: Counts
    second_points: Counts
    second_tie: Counts
    third_points: Counts
    third_tie: Counts
    money: Counts


@compiled
def values_against_field(field: Counts, cells: Cells, sums: Counts) -> NDArray[np.float32]:
    """
    By first, second and third cell: the mean money that a setting wins from a field, in parts of an ante.

    `field` counts the dealers' settings by their three cells; `sums` lists the points that the first two hands can
    have together. For each first cell the field is grouped by the points of the first hand. Then our second cells are
    visited in order of strength, with running sums of the weaker and the stronger cells of the field.
    """
    seconds = field.shape[1]
    thirds = field.shape[2]
    middle = len(cells.money) // 2
    row_of_sum = np.zeros(len(cells.money), dtype=np.int64)
    for row in range(len(sums)):
        row_of_sum[sums[row] + middle] = row
    values = np.zeros((len(cells.first), seconds, thirds), dtype=np.float32)
    for first in range(len(cells.first)):
        first_points = np.unique(cells.first[first])
        met = np.zeros((seconds, len(first_points), thirds), dtype=np.int64)
        for theirs in range(len(field)):
            met[:, np.searchsorted(first_points, cells.first[first, theirs])] += field[theirs]
        stronger = np.zeros((len(sums), thirds), dtype=np.int64)
        weaker = np.zeros((len(first_points), thirds), dtype=np.int64)
        for second in range(seconds):
            _add(stronger, met[second], row_of_sum[first_points + middle - cells.second_points[second]], 1)
        for second in range(seconds):
            _add(stronger, met[second], row_of_sum[first_points + middle - cells.second_points[second]], -1)
            by_sum = stronger.copy()
            _add(by_sum, met[second], row_of_sum[first_points + middle + cells.second_tie[second]], 1)
            _add(by_sum, weaker, row_of_sum[first_points + middle + cells.second_points[second]], 1)
            weaker += met[second]
            _third_hands(by_sum, sums + middle, cells, values[first, second])
    return values / np.float32(field.sum())


@compiled
def _add(target: Counts, rows: Counts, target_rows: Counts, times: int) -> None:
    """Add each row, multiplied by `times`, to its row of the target."""
    for row in range(len(rows)):
        for column in range(rows.shape[1]):
            target[target_rows[row], column] += times * rows[row, column]


@compiled
def _third_hands(by_sum: Counts, sums: Counts, cells: Cells, money: Ints) -> None:
    """
    Write the money that each of our third cells wins from the field.

    `by_sum` counts the field by the points of the first two hands and by its third cell; `sums` are those points, as
    indices of `cells.money`.
    """
    thirds = by_sum.shape[1]
    lost_to_stronger = np.zeros(thirds + 1, dtype=np.int64)
    for third in range(thirds - 1, -1, -1):
        lost_to_stronger[third] = lost_to_stronger[third + 1]
        for row in range(len(sums)):
            lost_to_stronger[third] += by_sum[row, third] * cells.money[sums[row] - cells.third_points[third]]
    weaker = np.zeros(len(sums), dtype=np.int64)
    for third in range(thirds):
        won = lost_to_stronger[third + 1]
        for row in range(len(sums)):
            won += weaker[row] * cells.money[sums[row] + cells.third_points[third]]
            won += by_sum[row, third] * cells.money[sums[row] + cells.third_tie[third]]
            weaker[row] += by_sum[row, third]
        money[third] = won
