"""
Points between many players and dealers of Pyramid Poker, Casino Version, and what a setting is worth against a field.

What a hand scores comes in as tables made from the game: integers, and money in whole parts of an ante. The sums are
below 2**40: at most 2**31 comparisons of at most a few hundred parts each.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Ints
from ....kernels.compiled import compiled
from .setting import Laid

Counts = NDArray[np.int64]


class Scores(NamedTuple):
    """What each hand scores from the player's side."""

    first: Counts
    """By the player's card and the dealer's."""
    second_worth: Counts
    """By code: what the hand scores if it wins."""
    second_tie: Counts
    """By code: what the player scores if the dealer has the same."""
    third_worth: Counts
    third_tie: Counts
    money: Counts
    """By net points, the fewest first: what they win, in parts of an ante."""


class Suits(NamedTuple):
    """Per hand of a shoe: a number that breaks ties of its second and third hands, where suits do."""

    second: Counts
    third: Counts


@compiled
def hand_points(worth: Ints, tie: Ints, ours: int, theirs: int, our_suits: int, their_suits: int) -> int:
    if ours > theirs or (ours == theirs and our_suits > their_suits):
        return worth[ours]  # type: ignore[no-any-return]
    if ours == theirs and our_suits == their_suits:
        return tie[ours]  # type: ignore[no-any-return]
    return -worth[theirs]  # type: ignore[no-any-return]


@compiled
def points(
    scores: Scores, ours: Laid, our_suits: Suits, row: int, theirs: Laid, their_suits: Suits, place: tuple[int, int]
) -> int:
    """The net score of one of our settings against one of theirs."""
    won = scores.first[ours.first[row], theirs.first[place]]
    won += hand_points(
        scores.second_worth,
        scores.second_tie,
        ours.second[row],
        theirs.second[place],
        our_suits.second[row],
        their_suits.second[place],
    )
    won += hand_points(
        scores.third_worth,
        scores.third_tie,
        ours.third[row],
        theirs.third[place],
        our_suits.third[row],
        their_suits.third[place],
    )
    return won  # type: ignore[no-any-return]


@compiled
def every_pair(
    players: Laid, dealers: Laid, player_suits: Suits, dealer_suits: Suits, scores: Scores, folds: Ints, folded: int
) -> tuple[Counts, Counts]:
    """
    Every hand of a shoe as the player against every other as the dealer: the sum for each shoe, and how often each net
    score came, folds last. Players and folds lie in one row; the dealers' arrays have a row for each shoe.
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
    ours: Laid, dealers: Laid, our_suits: Suits, dealer_suits: Suits, scores: Scores, each: bool
) -> tuple[Counts, Counts]:
    """
    Settings against dealers, a row of them for each shuffle: the money of each setting by shuffle, and its rounds won,
    pushed and lost. With `each` there is one setting to a shuffle, and one row of answers.
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
                signs[row, 0 if won > 0 else 1 if won == 0 else 2] += 1
    return sums, signs


class Cells(NamedTuple):
    """The same scores, by cells: hands that are told apart no further."""

    first: Counts
    second_worth: Counts
    second_tie: Counts
    third_worth: Counts
    third_tie: Counts
    money: Counts


@compiled
def worth_against(field: Counts, cells: Cells, sums: Counts) -> NDArray[np.float32]:
    """
    What each setting wins on average from a field, both by cells, in the parts of `money`.

    `field` counts the settings met, by their three cells; `sums` are the scores that the first two hands can have
    together. For each first cell of ours the field is laid out by points of the first hand; then second cells are taken
    in order of strength, with running sums of those below and above.
    """
    seconds = field.shape[1]
    thirds = field.shape[2]
    middle = len(cells.money) // 2
    place = np.zeros(len(cells.money), dtype=np.int64)
    for row in range(len(sums)):
        place[sums[row] + middle] = row
    worth = np.zeros((len(cells.first), seconds, thirds), dtype=np.float32)
    for first in range(len(cells.first)):
        points = np.unique(cells.first[first])
        met = np.zeros((seconds, len(points), thirds), dtype=np.int64)
        for theirs in range(len(field)):
            met[:, np.searchsorted(points, cells.first[first, theirs])] += field[theirs]
        above = np.zeros((len(sums), thirds), dtype=np.int64)
        below = np.zeros((len(points), thirds), dtype=np.int64)
        for second in range(seconds):
            _add(above, met[second], place[points + middle - cells.second_worth[second]], 1)
        for second in range(seconds):
            _add(above, met[second], place[points + middle - cells.second_worth[second]], -1)
            scored = above.copy()
            _add(scored, met[second], place[points + middle + cells.second_tie[second]], 1)
            _add(scored, below, place[points + middle + cells.second_worth[second]], 1)
            below += met[second]
            _third_hands(scored, sums + middle, cells, worth[first, second])
    return worth / np.float32(field.sum())


@compiled
def _add(to: Counts, rows: Counts, places: Counts, times: int) -> None:
    for row in range(len(rows)):
        for column in range(rows.shape[1]):
            to[places[row], column] += times * rows[row, column]


@compiled
def _third_hands(scored: Counts, sums: Counts, cells: Cells, worth: Ints) -> None:
    """The money of each third cell of ours, where the first two hands scored so."""
    thirds = scored.shape[1]
    lost = np.zeros(thirds + 1, dtype=np.int64)
    for third in range(thirds - 1, -1, -1):
        lost[third] = lost[third + 1]
        for row in range(len(sums)):
            lost[third] += scored[row, third] * cells.money[sums[row] - cells.third_worth[third]]
    beaten = np.zeros(len(sums), dtype=np.int64)
    for third in range(thirds):
        won = lost[third + 1]
        for row in range(len(sums)):
            won += beaten[row] * cells.money[sums[row] + cells.third_worth[third]]
            won += scored[row, third] * cells.money[sums[row] + cells.third_tie[third]]
            beaten[row] += scored[row, third]
        worth[third] = won
