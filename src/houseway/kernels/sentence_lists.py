"""
Lists of sentences that choose one option for each hand, and the search for the list that costs least.

A sentence gives each option a score and keeps the options of a hand that have the highest score among those left. The
last sentence of a list gives all options of a hand different scores, so that one is left. The options of hand `h` are
rows `start[h]` to `start[h + 1]` of every table; `cost` has what each option gives up against best play.

The search goes through all lists, depth first, and leaves out those that cannot cost less than the best list so far:

- An undecided hand costs at least its cheapest option that is left.
- Let `choice` be what the last sentence alone would choose for a hand. A longer list chooses another option only if one
  of its sentences scores that option higher than `choice`. So a sentence gains no more than the best of the options
  that it scores higher, and a list gains no more than its sentences together.
- Two neighbouring sentences that leave the same options in either order are tried in one order only.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compiled import compiled

Scores = NDArray[np.uint16]
Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]
NO_SENTENCE = -1


class Searched(NamedTuple):
    """The result of a search."""

    cost: int
    """The lowest cost, or the cost to improve if no list costs less."""
    sentences: Longs
    """The numbers of its sentences without the last; `NO_SENTENCE` behind a shorter list, and if none costs less."""
    bound: int
    """No list costs less than this; the same as `cost` if the search was complete."""
    nodes: int
    """Lists that were continued."""


@compiled
def keep_highest(score: Scores, start: Longs, hands: Longs, left: Flags) -> None:
    """Of the options that are left for these hands, leave those with the highest score."""
    for hand in hands:
        highest = -1
        for row in range(start[hand], start[hand + 1]):
            if left[row] and score[row] > highest:
                highest = score[row]
        for row in range(start[hand], start[hand + 1]):
            if left[row] and score[row] < highest:
                left[row] = False


@compiled
def cost_of_list(scores: Scores, chosen: Longs, last: Scores, start: Longs, cost: Longs) -> int:
    """The cost of a list: the sentences with these numbers, then the last."""
    total = 0
    for hand in range(len(start) - 1):
        best = start[hand]
        for row in range(start[hand] + 1, start[hand + 1]):
            is_higher = last[row] > last[best]
            for sentence in chosen:
                if scores[sentence, row] != scores[sentence, best]:
                    is_higher = scores[sentence, row] > scores[sentence, best]
                    break
            if is_higher:
                best = row
        total += cost[best]
    return total


@compiled
def _chosen(score: Scores, start: Longs, hand: int, left: Flags) -> int:
    """The row of the option with the highest score among those left."""
    best = -1
    for row in range(start[hand], start[hand + 1]):
        if left[row] and (best < 0 or score[row] > score[best]):
            best = row
    return best


@compiled
def _gained(score: Scores, last: Scores, start: Longs, cost: Longs, hands: Longs, choices: Longs, left: Flags) -> int:
    """What one more sentence before the last gains on these hands; below 0 if it loses."""
    total = 0
    for hand in hands:
        choice = choices[hand]
        if choice < 0:
            continue
        best = choice
        for row in range(start[hand], start[hand + 1]):
            if left[row] and (score[row] > score[best] or (score[row] == score[best] and last[row] > last[best])):
                best = row
        total += cost[choice] - cost[best]
    return total


@compiled
def _most_gained(score: Scores, start: Longs, cost: Longs, hands: Longs, choices: Longs, left: Flags) -> int:
    """The most that a sentence can gain on these hands in any list that goes on from here."""
    total = 0
    for hand in hands:
        choice = choices[hand]
        if choice < 0:
            continue
        cheapest = cost[choice]
        for row in range(start[hand], start[hand + 1]):
            if left[row] and score[row] > score[choice] and cost[row] < cheapest:
                cheapest = cost[row]
        total += cost[choice] - cheapest
    return total


@compiled
def _sort_by_gain(sentences: Longs, gains: Longs) -> None:
    """Sort the numbers of sentences, the largest gain first, by Shell's method."""
    gap = len(sentences) // 2
    while gap > 0:
        for place in range(gap, len(sentences)):
            moving = sentences[place]
            target = place
            while target >= gap and gains[sentences[target - gap]] < gains[moving]:
                sentences[target] = sentences[target - gap]
                target -= gap
            sentences[target] = moving
        gap //= 2


@compiled
def _same_in_either_order(
    first: Scores, second: Scores, start: Longs, hands: Longs, before: Flags, after: Flags, scratch: Flags
) -> bool:
    """Whether the second sentence and then the first leave what the first and then the second left in `after`."""
    for hand in hands:
        for row in range(start[hand], start[hand + 1]):
            scratch[row] = before[row]
    keep_highest(second, start, hands, scratch)
    keep_highest(first, start, hands, scratch)
    for hand in hands:
        for row in range(start[hand], start[hand + 1]):
            if scratch[row] != after[row]:
                return False
    return True


class ToSearch(NamedTuple):
    """What is searched."""

    scores: Scores
    """By sentence and option."""
    concerned: Longs
    """The hands whose options sentence `s` does not score all alike, from place `concerned_start[s]` on."""
    concerned_start: Longs
    last: Scores
    """The scores of the last sentence."""
    start: Longs
    cost: Longs


class Levels(NamedTuple):
    """The list that is being continued: one row for each number of sentences."""

    left: Flags
    """By option: whether it is left."""
    undecided: Longs
    """The hands with two or more options left, then unused places."""
    undecided_count: Longs
    decided_cost: Longs
    """The cost of the other hands."""
    order: Longs
    """The sentences that may come next, the largest gain first."""
    bounds: Longs
    """In this order: no list that goes on with the sentence costs less."""
    position: Longs
    """The place of the next sentence to try."""
    chosen: Longs
    """The sentence that was chosen here."""


@compiled
def _first_level(searched: ToSearch, length: int) -> Levels:
    """The levels of a search, with every option of every hand left."""
    sentences, rows = searched.scores.shape
    hands = len(searched.start) - 1
    levels = Levels(
        np.ones((length + 1, rows), dtype=np.bool_),
        np.zeros((length + 1, hands), dtype=np.int64),
        np.zeros(length + 1, dtype=np.int64),
        np.zeros(length + 1, dtype=np.int64),
        np.zeros((length + 1, sentences), dtype=np.int64),
        np.zeros((length + 1, sentences), dtype=np.int64),
        np.zeros(length + 1, dtype=np.int64),
        np.full(length + 1, NO_SENTENCE, dtype=np.int64),
    )
    for hand in range(hands):
        _note_hand(searched, levels, 0, hand)
    return levels


@compiled
def _note_hand(searched: ToSearch, levels: Levels, depth: int, hand: int) -> int:
    """Note whether a hand is decided at this level; the cost of its cheapest option if it is not."""
    count = 0
    cheapest = -1
    for row in range(searched.start[hand], searched.start[hand + 1]):
        if levels.left[depth, row]:
            count += 1
            if cheapest < 0 or searched.cost[row] < cheapest:
                cheapest = searched.cost[row]
    if count == 1:
        levels.decided_cost[depth] += cheapest
        return 0
    levels.undecided[depth, levels.undecided_count[depth]] = hand
    levels.undecided_count[depth] += 1
    return cheapest


@compiled
def _choose_by_last(searched: ToSearch, levels: Levels, depth: int, choices: Longs) -> int:
    """The cost if the last sentence comes now; `choices` gets its option for each undecided hand, -1 for others."""
    for hand in range(len(choices)):
        choices[hand] = -1
    total = int(levels.decided_cost[depth])
    for hand in levels.undecided[depth, : levels.undecided_count[depth]]:
        choices[hand] = _chosen(searched.last, searched.start, hand, levels.left[depth])
        total += searched.cost[choices[hand]]
    return total


@compiled
def _concerned_by(searched: ToSearch, sentence: int) -> Longs:
    return searched.concerned[searched.concerned_start[sentence] : searched.concerned_start[sentence + 1]]


@compiled
def _best_single(searched: ToSearch, left: Flags, choices: Longs) -> tuple[int, int]:
    """The sentence that gains most just before the last, and its gain."""
    best = NO_SENTENCE
    most = 0
    for sentence in range(len(searched.scores)):
        gained = _gained(
            searched.scores[sentence],
            searched.last,
            searched.start,
            searched.cost,
            _concerned_by(searched, sentence),
            choices,
            left,
        )
        if gained > most:
            best = sentence
            most = gained
    return best, most


@compiled
def _bound_next(
    searched: ToSearch, levels: Levels, depth: int, more: int, total: int, choices: Longs, gains: Longs
) -> None:
    """Order the sentences that may come next, and bound the lists that go on with each."""
    sentences = len(searched.scores)
    order = levels.order[depth]
    for sentence in range(sentences):
        order[sentence] = sentence
        gains[sentence] = _most_gained(
            searched.scores[sentence],
            searched.start,
            searched.cost,
            _concerned_by(searched, sentence),
            choices,
            levels.left[depth],
        )
    _sort_by_gain(order, gains)
    for place in range(sentences):
        gained = gains[order[place]]
        other = 0
        taken = 0
        while taken < more - 1 and other < sentences:
            if other != place:
                gained += gains[order[other]]
                taken += 1
            other += 1
        levels.bounds[depth, place] = total - gained
    levels.position[depth] = 0


@compiled
def _go_on(searched: ToSearch, levels: Levels, depth: int, sentence: int, best: int, scratch: Flags) -> bool:
    """Fill the next level with what this sentence leaves; whether lists that go on from there are needed."""
    hands = levels.undecided[depth, : levels.undecided_count[depth]]
    below = depth + 1
    for row in range(levels.left.shape[1]):
        levels.left[below, row] = levels.left[depth, row]
    keep_highest(searched.scores[sentence], searched.start, hands, levels.left[below])
    levels.chosen[depth] = sentence
    levels.decided_cost[below] = levels.decided_cost[depth]
    levels.undecided_count[below] = 0
    cheapest_total = 0
    for hand in hands:
        cheapest_total += _note_hand(searched, levels, below, hand)
    if levels.decided_cost[below] + cheapest_total >= best:
        return False
    if depth == 0 or sentence > levels.chosen[depth - 1]:
        return True
    return not _same_in_either_order(
        searched.scores[levels.chosen[depth - 1]],
        searched.scores[sentence],
        searched.start,
        levels.undecided[depth - 1, : levels.undecided_count[depth - 1]],
        levels.left[depth - 1],
        levels.left[below],
        scratch,
    )


@compiled
def search_lists(searched: ToSearch, length: int, to_improve: int, most_nodes: int) -> tuple[int, Longs, int, int]:
    """The fields of `Searched` for lists of at most `length` sentences, followed by the last."""
    sentences, rows = searched.scores.shape
    levels = _first_level(searched, length)
    best_list = np.full(length, NO_SENTENCE, dtype=np.int64)
    gains = np.zeros(sentences, dtype=np.int64)
    choices = np.full(len(searched.start) - 1, -1, dtype=np.int64)
    scratch = np.zeros(rows, dtype=np.bool_)
    best = to_improve
    nodes = 0
    depth = 0
    is_new = True
    while depth >= 0:
        more = length - depth
        if is_new:
            is_new = False
            nodes += 1
            levels.position[depth] = sentences
            total = _choose_by_last(searched, levels, depth, choices)
            if more > 1:
                _bound_next(searched, levels, depth, more, total, choices, gains)
            sentence, gained = _best_single(searched, levels.left[depth], choices)
            if total - gained < best:
                best = total - gained
                for place in range(length):
                    best_list[place] = levels.chosen[place] if place < depth else NO_SENTENCE
                best_list[depth] = sentence
        position = levels.position[depth]
        if position >= sentences or levels.bounds[depth, position] >= best:
            depth -= 1
        elif nodes >= most_nodes:
            break
        else:
            levels.position[depth] += 1
            if _go_on(searched, levels, depth, levels.order[depth, position], best, scratch):
                depth += 1
                is_new = True
    bound = best
    for level in range(depth + 1):
        position = levels.position[level]
        if position < sentences and levels.bounds[level, position] < bound:
            bound = levels.bounds[level, position]
    return best, best_list, bound, nodes
