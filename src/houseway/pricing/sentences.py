"""
House ways in sentences: the vocabulary of a game, and what a list of its sentences costs.

At each sentence only the settings that satisfy it best are kept; a sentence that distinguishes none of those left is
skipped. The last sentence of a house way is one that never leaves two settings, so the list sets every hand, and every
hand in one way only. Only legal settings are among the options.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ..kernels.sentence_lists import keep_highest
from ..rules.errors import Broken, NotAllowed, Unreadable

Longs = NDArray[np.int64]
Scores = NDArray[np.uint16]
Flags = NDArray[np.bool_]
COMMENT = "#"
CLOSE_MATCHES = 3
"""Sentences that are proposed in place of an unknown one."""
CLOSE = 0.5
"""How similar a proposal has to be, from 0 to 1."""
SHOWN_OPTIONS = 2
"""Settings of a hand that a refusal names at most."""


@dataclass(frozen=True, eq=False)
class Sentence:
    """One sentence of a vocabulary."""

    text: str
    scores: Scores
    """By option: the settings of a hand with the highest score are kept."""


@dataclass(frozen=True, eq=False, kw_only=True)
class HandOptions:
    """Every hand, or every class of hands that no sentence tells apart, with the options of each."""

    start: Longs
    """The options of hand `h` are numbers `start[h]` to `start[h + 1]`."""
    cost: Longs
    """By option: what it gives up against best play, in parts, over all deals of the hand."""
    parts: int
    """Parts of one wager over all deals."""
    hand_text: Callable[[int], str]
    option_text: Callable[[int], str]
    checked: str
    """The hands, in words."""
    sampled_hands: int = 0
    """Hands in the sample, where the hands are one; each counts the same. 0 if they are all hands."""

    def __post_init__(self) -> None:
        if (self.cost < 0).any():
            raise Broken("an option is better than best play")

    @cached_property
    def hands(self) -> int:
        return len(self.start) - 1


@dataclass(frozen=True, eq=False, kw_only=True)
class Vocabulary:
    """The sentences from which the house ways of a game are made, and the hands that they set."""

    game: str
    key: str
    role: str
    """The side of the table whose costs are counted, in words."""
    unit: str
    """The unit of costs."""
    is_among_players: bool = False
    """Whether costs are amounts between players, which are shown in their unit and not in per cent."""
    best_ev: Fraction
    """The value of best play."""
    options: HandOptions
    sentences: tuple[Sentence, ...]
    """The sentences that may come before the last."""
    last_sentences: tuple[Sentence, ...]
    """The sentences that never leave two settings: each house way ends with one of them."""
    note: str = ""
    """Where the figures come from, if they are not exact."""

    def __post_init__(self) -> None:
        for sentence in self.last_sentences:
            alike = first_scored_alike(self.options, sentence)
            if alike is not None:
                raise Broken(f"{sentence.text!r} can leave two settings of {self.options.hand_text(alike)}")

    @property
    def texts(self) -> list[str]:
        return [sentence.text for sentence in (*self.sentences, *self.last_sentences)]

    @cached_property
    def by_normal_text(self) -> dict[str, Sentence]:
        return {normal_text(sentence.text): sentence for sentence in (*self.sentences, *self.last_sentences)}

    def cost_of(self, left: Flags) -> Fraction:
        """The cost of the options that are left, one for each hand."""
        return Fraction(int(self.options.cost[left].sum()), self.options.parts)

    def standard_error_of(self, left: Flags) -> float:
        """The standard error of that cost; 0 if all hands are counted."""
        hands = self.options.sampled_hands
        if not hands:
            return 0.0
        costs = self.options.cost[left] * (hands / self.options.parts)
        return float(costs.std(ddof=1)) / sqrt(hands)


def normal_text(text: str) -> str:
    """A sentence without regard to case, spaces and its full stop."""
    return " ".join(text.casefold().split()).rstrip(".").rstrip()


def left_by(options: HandOptions, sentences: Sequence[Sentence]) -> Flags:
    """By option: whether it is left after these sentences."""
    left = np.ones(len(options.cost), dtype=np.bool_)
    every_hand = np.arange(options.hands)
    for sentence in sentences:
        keep_highest(sentence.scores, options.start, every_hand, left)
    return left


def first_undecided(options: HandOptions, left: Flags) -> int | None:
    """The first hand with two options left."""
    counts = np.add.reduceat(left.astype(np.int64), options.start[:-1])
    undecided = np.flatnonzero(counts > 1)
    return int(undecided[0]) if len(undecided) else None


def first_scored_alike(options: HandOptions, sentence: Sentence) -> int | None:
    """The first hand that has two options to which the sentence gives the same score."""
    hand_of = np.repeat(np.arange(options.hands), np.diff(options.start))
    order = np.lexsort((sentence.scores, hand_of))
    same_hand = hand_of[order][1:] == hand_of[order][:-1]
    same_score = sentence.scores[order][1:] == sentence.scores[order][:-1]
    alike = np.flatnonzero(same_hand & same_score)
    return int(hand_of[order][alike[0]]) if len(alike) else None


# A house way that somebody wrote -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WrittenSentence:
    """One sentence of a written house way."""

    text: str
    cost_without: Fraction | None
    """What the house way would cost without it; None if a hand would then have two settings."""


@dataclass(frozen=True, kw_only=True)
class PricedHouseWay:
    """A written house way with its cost."""

    sentences: tuple[WrittenSentence, ...]
    cost: Fraction
    standard_error: float


def priced_house_way(vocabulary: Vocabulary, text: str) -> PricedHouseWay:
    """The cost of a house way that is written as one sentence of the vocabulary a line."""
    lines = read_lines(vocabulary, text)
    sentences = [sentence for _, sentence in lines]
    refuse_contradictions(vocabulary, lines)
    options = vocabulary.options
    left = left_by(options, sentences)
    undecided = first_undecided(options, left)
    if undecided is not None:
        raise _no_rule(vocabulary, left, undecided)
    written = []
    for number, sentence in enumerate(sentences):
        left_without = left_by(options, sentences[:number] + sentences[number + 1 :])
        is_decided = first_undecided(options, left_without) is None
        written.append(WrittenSentence(sentence.text, vocabulary.cost_of(left_without) if is_decided else None))
    return PricedHouseWay(
        sentences=tuple(written), cost=vocabulary.cost_of(left), standard_error=vocabulary.standard_error_of(left)
    )


def read_lines(vocabulary: Vocabulary, text: str) -> list[tuple[int, Sentence]]:
    """The sentences of a text with the numbers of their lines; empty lines and comments are left out."""
    lines = []
    for number, line in enumerate(text.splitlines(), start=1):
        written = line.split(COMMENT)[0].strip()
        if written:
            lines.append((number, _sentence(vocabulary, number, written)))
    if not lines:
        raise Unreadable(
            f"the house way has no sentence; houseway way {vocabulary.key} --vocabulary lists those that may be used"
        )
    return lines


def _sentence(vocabulary: Vocabulary, number: int, written: str) -> Sentence:
    known = vocabulary.by_normal_text
    sentence = known.get(normal_text(written))
    if sentence is not None:
        return sentence
    close = [known[text].text for text in get_close_matches(normal_text(written), known, CLOSE_MATCHES, CLOSE)]
    proposals = f"; did you mean {' or '.join(repr(text) for text in close)}" if close else ""
    raise Unreadable(
        f"line {number}: {written!r} is not a sentence of the vocabulary of {vocabulary.game}{proposals} "
        f"(houseway way {vocabulary.key} --vocabulary lists all)"
    )


def refuse_contradictions(vocabulary: Vocabulary, lines: list[tuple[int, Sentence]]) -> None:
    """Refuse a line that earlier lines never let anybody follow, and one that comes after all hands are set."""
    options = vocabulary.options
    every_hand = np.arange(options.hands)
    left = np.ones(len(options.cost), dtype=np.bool_)
    removed_by = np.zeros(len(options.cost), dtype=np.int64)
    for number, sentence in lines:
        highest = np.maximum.reduceat(sentence.scores, options.start[:-1])
        lowest = np.minimum.reduceat(sentence.scores, options.start[:-1])
        concerned = np.flatnonzero(highest != lowest)
        hand_of = np.repeat(every_hand, np.diff(options.start))
        wanted = sentence.scores == highest[hand_of]
        can_follow = np.logical_or.reduceat(wanted & left, options.start[:-1])
        if len(concerned) and not can_follow[concerned].any():
            hand = int(concerned[0])
            rows = np.arange(options.start[hand], options.start[hand + 1])
            line = int(removed_by[rows[wanted[rows]]].max())
            raise NotAllowed(
                f"line {number} disagrees with line {line} on every hand: with {options.hand_text(hand)} line {line} "
                f"leaves only {' or '.join(_options_left(options, left, hand)[:SHOWN_OPTIONS])}"
            )
        before = left.copy()
        keep_highest(sentence.scores, options.start, every_hand, left)
        removed_by[before & ~left] = number


def _options_left(options: HandOptions, left: Flags, hand: int) -> list[str]:
    rows = range(int(options.start[hand]), int(options.start[hand + 1]))
    return [options.option_text(row) for row in rows if left[row]]


def _no_rule(vocabulary: Vocabulary, left: Flags, hand: int) -> NotAllowed:
    lasts = " or ".join(repr(sentence.text) for sentence in vocabulary.last_sentences)
    settings = _options_left(vocabulary.options, left, hand)
    examples = " and ".join(settings[:SHOWN_OPTIONS])
    return NotAllowed(
        f"the house way has no rule for {vocabulary.options.hand_text(hand)}: {len(settings)} settings are left, such "
        f"as {examples}; end it with {lasts}"
    )
