"""
The frontier of a vocabulary: the least that a house way of at most 1, 2, 3, ... of its sentences costs.

Hands that no sentence tells apart are added up first. Sentences that concern different hands are searched separately,
and the best division of the sentences among these groups is taken. Each search is complete, or stops after a number of
lists with a bound: no list costs less than the bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..kernels.sentence_lists import NO_SENTENCE, Searched, ToSearch, cost_of_list, search_lists
from ..rules.errors import Broken, NotAllowed
from ..sampling.chunks import Progress, ignore_progress
from .sentences import Longs, Scores, Vocabulary, left_by

MOST_NODES = 100_000
"""Lists that one search continues at most before it stops with a bound."""
MOST_WORK = 2 * 10**10
"""Options that one search looks at, at most; with large tables it stops after fewer lists."""
MOST_WORK_ON_A_SAMPLE = 10**9
"""The same where the costs are estimates."""
MOST_SENTENCES = 12
"""Sentences of a house way at most: nobody learns more."""


@dataclass(frozen=True, kw_only=True)
class BestHouseWay:
    """The house way of at most this number of sentences that costs least."""

    at_most: int
    sentences: tuple[str, ...]
    cost: Fraction
    bound: Fraction
    """No house way of at most this number of sentences costs less."""
    standard_error: float
    """The standard error of the cost, where the hands are a sample."""

    @property
    def is_proven(self) -> bool:
        """Whether no other list costs less."""
        return self.bound == self.cost


def frontier(vocabulary: Vocabulary, most: int, progress: Progress | None = None) -> list[BestHouseWay]:
    """The best house ways of at most 1, 2, ... sentences; it ends where no further sentence can gain."""
    if not 1 <= most <= MOST_SENTENCES:
        raise NotAllowed(f"a house way has 1 to {MOST_SENTENCES} sentences, not {most}")
    report = progress or ignore_progress
    searches: dict[bytes, _Search] = {}
    most_work = MOST_WORK_ON_A_SAMPLE if vocabulary.options.sampled_hands else MOST_WORK
    groups = [
        _Groups(classes_of(vocabulary, last), searches, most_work) for last in range(len(vocabulary.last_sentences))
    ]
    least = min(group.least for group in groups)
    house_ways: list[BestHouseWay] = []
    for at_most in range(1, most + 1):
        report(at_most - 1, most)
        lists = [group.best(at_most - 1) for group in groups]
        best = min(range(len(lists)), key=lambda last: lists[last].cost)
        numbers = lists[best].sentences
        sentences = [vocabulary.sentences[number] for number in numbers] + [vocabulary.last_sentences[best]]
        left = left_by(vocabulary.options, sentences)
        cost = vocabulary.cost_of(left)
        if cost * vocabulary.options.parts != lists[best].cost:
            raise Broken(f"the search expected a cost of {lists[best].cost}, and the sentences cost {cost}")
        house_ways.append(
            BestHouseWay(
                at_most=at_most,
                sentences=tuple(sentence.text for sentence in sentences),
                cost=cost,
                bound=Fraction(min(one.bound for one in lists), vocabulary.options.parts),
                standard_error=vocabulary.standard_error_of(left),
            )
        )
        if lists[best].cost == least:
            break
    report(most, most)
    return house_ways


# Hands that no sentence tells apart ----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class HandClasses:
    """Hands added up by how the sentences score their options."""

    start: Longs
    cost: Longs
    scores: Scores
    """By sentence and option: 0 for the lowest score of a hand, 1 for the next."""
    last: Scores


def classes_of(vocabulary: Vocabulary, last: int) -> HandClasses:
    """The classes of hands, for lists that end with this sentence."""
    options = vocabulary.options
    last_sentence = vocabulary.last_sentences[last]
    sizes = np.diff(options.start)
    sentences = [*vocabulary.sentences, last_sentence]
    starts = []
    costs = []
    scores = []
    for size in np.unique(sizes).tolist():
        first_rows = options.start[:-1][sizes == size]
        rows = first_rows[:, None] + np.arange(size)
        order = np.argsort(last_sentence.scores[rows], axis=1, kind="stable")
        rows = np.take_along_axis(rows, order, axis=1)
        marks = np.stack([dense_ranks(sentence.scores[rows]) for sentence in sentences], axis=1)
        flat = np.ascontiguousarray(marks.reshape(len(rows), -1))
        as_bytes = flat.view(np.dtype((np.void, flat.dtype.itemsize * flat.shape[1])))[:, 0]
        _, first, number = np.unique(as_bytes, return_index=True, return_inverse=True)
        sums = np.zeros((len(first), size), dtype=np.int64)
        np.add.at(sums, number, options.cost[rows])
        starts.append(np.full(len(first), size, dtype=np.int64))
        costs.append(sums.ravel())
        scores.append(marks[first].transpose(1, 0, 2).reshape(len(sentences), -1))
    every_score = np.concatenate(scores, axis=1)
    return HandClasses(
        start=np.concatenate([[0], np.cumsum(np.concatenate(starts))]).astype(np.int64),
        cost=np.concatenate(costs),
        scores=np.ascontiguousarray(every_score[:-1]),
        last=np.ascontiguousarray(every_score[-1]),
    )


def dense_ranks(scores: Scores) -> Scores:
    """By hand (row) and option: 0 for the lowest score of the hand, 1 for the next."""
    order = np.argsort(scores, axis=1, kind="stable")
    ascending = np.take_along_axis(scores, order, axis=1)
    steps = np.zeros_like(scores)
    steps[:, 1:] = np.cumsum(ascending[:, 1:] != ascending[:, :-1], axis=1)
    ranks = np.empty_like(scores)
    np.put_along_axis(ranks, order, steps, axis=1)
    return ranks


# The search ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SentenceList:
    """The best list of some sentences, and the bound below which no list can cost."""

    cost: int
    bound: int
    sentences: tuple[int, ...]
    """Numbers of sentences of the vocabulary, without the last one."""


class _Groups:
    """Groups of hands such that no sentence concerns hands of two groups, each with its best lists so far."""

    def __init__(self, classes: HandClasses, searches: dict[bytes, _Search], most_work: int) -> None:
        """`searches` has the searches so far by what is searched: another last sentence may need the same ones."""
        separate, self._fixed_cost = _separate(classes, most_work)
        self._searches = [searches.setdefault(search.key, search) for search in separate]
        self.least = self._fixed_cost + sum(search.least for search in self._searches)
        """No list can cost less: the cheapest option of every hand."""

    def best(self, length: int) -> SentenceList:
        """The best list of at most this number of sentences before the last."""
        best = {0: SentenceList(self._fixed_cost, self._fixed_cost, ())}
        for search in self._searches:
            best = _joined(best, search.lists_up_to(length), length)
        lists = [best[used] for used in sorted(best) if used <= length]
        chosen = min(lists, key=lambda one: one.cost)
        return SentenceList(chosen.cost, min(one.bound for one in lists), chosen.sentences)


def _joined(first: dict[int, SentenceList], second: list[SentenceList], length: int) -> dict[int, SentenceList]:
    """By total number of sentences: the best lists of two groups together."""
    joined: dict[int, SentenceList] = {}
    for used, one in first.items():
        for more, other in enumerate(second[: length - used + 1]):
            cost = one.cost + other.cost
            bound = one.bound + other.bound
            sentences = (*one.sentences, *other.sentences)
            before = joined.get(used + more)
            if before is not None:
                bound = min(bound, before.bound)
                if before.cost <= cost:
                    cost = before.cost
                    sentences = before.sentences
            joined[used + more] = SentenceList(cost, bound, sentences)
    return joined


def _separate(classes: HandClasses, most_work: int) -> tuple[list[_Search], int]:
    """One search for each group of hands that sentences connect, and the cost of the hands that none concerns."""
    hands = len(classes.start) - 1
    highest = np.maximum.reduceat(classes.scores, classes.start[:-1], axis=1)
    lowest = np.minimum.reduceat(classes.scores, classes.start[:-1], axis=1)
    concerns = highest != lowest
    group = np.arange(hands)
    for sentence in range(len(concerns)):
        if (group == group[0]).all():
            break
        connected = np.unique(group[concerns[sentence]])
        if len(connected) > 1:
            group[np.isin(group, connected)] = connected[0]
    is_concerned = concerns.any(axis=0)
    searches = []
    untouched = 0
    for number in np.unique(group).tolist():
        members = np.flatnonzero(group == number)
        if is_concerned[members].any():
            sentences = np.flatnonzero(concerns[:, members].any(axis=1))
            searches.append(_Search(classes, members, sentences, most_work))
        else:
            last_rows = classes.start[members + 1] - 1  # options are in the order of the last sentence
            untouched += int(classes.cost[last_rows].sum())
    return searches, untouched


def _rows(classes: HandClasses, hands: Longs) -> Longs:
    return np.concatenate([np.arange(classes.start[hand], classes.start[hand + 1]) for hand in hands])


def without_dominated(scores: Scores, start: Longs, cost: Longs) -> Longs:
    """
    The sentences that are needed: those than which no other for the same hands chooses cheaper options throughout.

    This holds only if every sentence chooses one option for each hand that it concerns. Then a hand is either decided
    or has all its options left, and a list with the cheaper sentence in the other's place costs no more. Otherwise all
    sentences are needed.
    """
    everything = np.arange(len(scores))
    highest = np.maximum.reduceat(scores, start[:-1], axis=1)
    lowest = np.minimum.reduceat(scores, start[:-1], axis=1)
    concerns = highest != lowest
    hand_of = np.repeat(np.arange(len(start) - 1), np.diff(start))
    chosen = scores == highest[:, hand_of]
    choices = np.add.reduceat(chosen.astype(np.int64), start[:-1], axis=1)
    if (choices[concerns] != 1).any():
        return everything
    costs = np.where(concerns, np.add.reduceat(np.where(chosen, cost, 0), start[:-1], axis=1), 0)
    same_hands: dict[bytes, list[int]] = {}
    for sentence in everything.tolist():
        rivals = same_hands.setdefault(concerns[sentence].tobytes(), [])
        if any((costs[rival] <= costs[sentence]).all() for rival in rivals):
            continue
        rivals[:] = [rival for rival in rivals if not (costs[sentence] <= costs[rival]).all()]
        rivals.append(sentence)
    return np.array(sorted(sentence for rivals in same_hands.values() for sentence in rivals), dtype=np.int64)


class _Search:
    """The best lists of the sentences that concern one group of hands."""

    def __init__(self, classes: HandClasses, hands: Longs, sentences: Longs, most_work: int) -> None:
        rows = _rows(classes, hands)
        scores = classes.scores[np.ix_(sentences, rows)]
        _, first = np.unique(scores, axis=0, return_index=True)
        first.sort()
        self._last = np.ascontiguousarray(classes.last[rows])
        self._cost = np.ascontiguousarray(classes.cost[rows])
        sizes = np.diff(classes.start)[hands]
        self._start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        useful = first[without_dominated(scores[first], self._start, self._cost)]
        self._numbers = sentences[useful]
        self._scores = np.ascontiguousarray(scores[useful])
        highest = np.maximum.reduceat(self._scores, self._start[:-1], axis=1)
        lowest = np.minimum.reduceat(self._scores, self._start[:-1], axis=1)
        concerned = [np.flatnonzero(differs) for differs in highest != lowest]
        self._concerned = np.concatenate(concerned).astype(np.int64)
        lengths = [len(one) for one in concerned]
        self._concerned_start = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        self.key = b"".join(table.tobytes() for table in (self._numbers, self._scores, self._last, self._cost))
        self.least = int(np.minimum.reduceat(self._cost, self._start[:-1]).sum())
        work_of_a_node = len(self._concerned) * len(self._cost) // len(hands)
        self._most_nodes = max(min(MOST_NODES, most_work // work_of_a_node), 1)
        self._lists: list[list[int]] = [[]]
        self._bounds = [self._cost_of([])]

    def _cost_of(self, numbers: Sequence[int]) -> int:
        chosen = np.array(numbers, dtype=np.int64)
        return cost_of_list(self._scores, chosen, self._last, self._start, self._cost)

    def lists_up_to(self, length: int) -> list[SentenceList]:
        """By number of sentences before the last: the best list of at most this number."""
        while len(self._lists) <= length:
            self._search_longer()
        return [
            SentenceList(self._cost_of(numbers), bound, tuple(int(self._numbers[number]) for number in numbers))
            for numbers, bound in zip(self._lists[: length + 1], self._bounds, strict=False)
        ]

    def _search_longer(self) -> None:
        length = len(self._lists)
        start = self._locally_best(self._lists[-1], length)
        cost = self._cost_of(start)
        if cost == self.least:
            self._lists.append(start)
            self._bounds.append(cost)
            return
        to_search = ToSearch(self._scores, self._concerned, self._concerned_start, self._last, self._start, self._cost)
        searched = Searched(*search_lists(to_search, length, cost, self._most_nodes))
        better = [number for number in searched.sentences.tolist() if number != NO_SENTENCE]
        self._lists.append(better if searched.cost < cost else start)
        self._bounds.append(max(searched.bound, self.least))

    def _locally_best(self, shorter: list[int], length: int) -> list[int]:
        """A good list: one more sentence anywhere, then each sentence replaced as long as that gains."""
        best = shorter
        cost = self._cost_of(shorter)
        every = range(len(self._scores))
        improves = True
        while improves:
            improves = False
            candidates = []
            if len(best) < length:
                candidates += [
                    (*best[:place], number, *best[place:]) for place in range(len(best) + 1) for number in every
                ]
            candidates += [
                (*best[:place], number, *best[place + 1 :]) for place in range(len(best)) for number in every
            ]
            costs = [self._cost_of(candidate) for candidate in candidates]
            cheapest = min(range(len(costs)), key=costs.__getitem__)
            if costs[cheapest] < cost:
                best = list(candidates[cheapest])
                cost = costs[cheapest]
                improves = True
        return best
