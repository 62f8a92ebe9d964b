"""
The vocabulary for house ways of games of two hands, priced for the house as the bank.

Every sentence asks for a hand that is strong enough in one of the two slots. A setting whose hands are both at least as
strong as those of another satisfies every sentence that the other satisfies, so no house way sets the weaker one, and
only the stronger one is an option. The joker counts as an ace in pairs, as in the house ways of card rooms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernels.meetings import count_code_pairs
from ...rules.cards import ACE, KING, RANK_NAMES, TWO, write_cards
from ...rules.game import AnyGame
from ...rules.ranking import Made, Strength
from ...sampling.chunks import Progress
from ..sentences import HandOptions, Sentence, Vocabulary
from .form import Form, form_of
from .house_way import setting_with, written
from .payoff import Payoffs, payoffs
from .tables import Tables, classes_of, fouled, hand_tables
from .value import HandValues, answers_so_far, dealt, values_against

ROLE = "the house as the bank, against a bettor who sets the house way of the sheet"
NOTE = (
    "The value of a setting is over all hands of the other side, including hands that share cards with one's own; the "
    "bettor's hand that is met is set by the house way."
)
UNIT = "wagers"
RANK_COUNT = ACE - TWO + 1
NO_OPTION = np.iinfo(np.uint16).max
COMPLETE = (Made.STRAIGHT, Made.FULL_HOUSE, Made.STRAIGHT_FLUSH)
"""The weakest of the hands that a sentence of the vocabulary keeps together."""


class Kind(IntEnum):
    """What a hand has before it is set."""

    NO_PAIR = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_PAIRS = 3
    THREE_OF_A_KIND = 4
    FULL_HOUSE = 5
    FOUR_OF_A_KIND = 6

    @property
    def in_words(self) -> str:
        name = self.name.lower().replace("_", " ")
        return {Kind.NO_PAIR: "no pair", Kind.FULL_HOUSE: "a full house"}.get(self, name)


class Features(NamedTuple):
    """What sentences can ask about a hand, by class of hands."""

    kind: NDArray[np.uint16]
    rank: NDArray[np.uint16]
    """The rank of the four or three of a kind, or of the highest pair, counted from 0 for a two; 0 without a pair."""
    single: NDArray[np.uint16]
    """The rank of the highest card that is in no pair; 0 if there is none."""


class SettingsOfHand(NamedTuple):
    """By class of hands and number of the option: the two codes of a setting; `NO_OPTION` behind the last."""

    first: NDArray[np.uint16]
    second: NDArray[np.uint16]


def vocabulary(game: AnyGame, progress: Progress | None = None) -> Vocabulary:
    """The sentences, and every setting that one of their lists can choose, with its cost to the house."""
    form = form_of(game)
    tables = hand_tables(game, progress)
    settings = useful_settings(game, tables)
    values = values_against(dealt(game), paid_to_the_house(payoffs(game)))
    counts = classes_of(form).hand_counts((), form.jokers)
    features = features_of(form)
    levels = level_tables(tables)
    kinds = _kinds_of_hands(features, settings, levels)
    cells = _cells(settings, values, counts, kinds)
    options = HandOptions(
        start=cells.start,
        cost=cells.cost,
        parts=values.parts * values.hands * int(counts.sum()),
        hand_text=lambda cell: write_cards(classes_of(form).hand(int(cells.example[cell]))),
        option_text=lambda row: _option_text(game, form, cells, row),
        checked=f"all {int(counts.sum()):,} hands, in {len(cells.example):,} kinds",
    )
    hand = np.repeat(cells.example, np.diff(cells.start))
    of_options = Features(*(column[hand] for column in features))
    words = _Words(form, levels, cells, of_options)
    return Vocabulary(
        game=game.name,
        key=game.key,
        role=ROLE,
        unit=UNIT,
        best_ev=Fraction(cells.best, options.parts),
        options=options,
        sentences=tuple(words.sentences()),
        last_sentences=tuple(words.last_sentences()),
        note=NOTE,
    )


def paid_to_the_house(to_bettor: Payoffs) -> Payoffs:
    """By pattern of the house's hands against a bettor's: what the house wins."""
    return tuple(None if net is None else -net for net in reversed(to_bettor))


def _option_text(game: AnyGame, form: Form, cells: _Cells, row: int) -> str:
    cell = int(np.searchsorted(cells.start, row, side="right")) - 1
    cards = classes_of(form).hand(int(cells.example[cell]))
    return written(form, setting_with(game, cards, (int(cells.first[row]), int(cells.second[row]))))


# Settings ------------------------------------------------------------------------------------------------------------


def useful_settings(game: AnyGame, tables: Tables) -> SettingsOfHand:
    """The legal settings of every class than which no other legal setting is as strong in both hands."""
    form = form_of(game)
    codes = answers_so_far(game).codes
    first = np.ascontiguousarray(codes[:, :, 0])
    second = np.ascontiguousarray(codes[:, :, 1])
    legal = _legal_pairs(game, form, tables, codes)[first, second]
    useful = legal.copy()
    choices = first.shape[1]
    for one in range(choices):
        for other in range(choices):
            if other == one:
                continue
            as_strong = legal[:, other] & (first[:, other] >= first[:, one]) & (second[:, other] >= second[:, one])
            if other > one:  # of two equal settings the first stays
                as_strong &= (first[:, other] != first[:, one]) | (second[:, other] != second[:, one])
            useful[:, one] &= ~as_strong
    order = np.argsort(np.where(useful, first, NO_OPTION), axis=1, kind="stable")[:, : int(useful.sum(axis=1).max())]
    is_option = np.take_along_axis(useful, order, axis=1)
    return SettingsOfHand(
        *(np.where(is_option, np.take_along_axis(column, order, axis=1), NO_OPTION) for column in (first, second))
    )


def _legal_pairs(game: AnyGame, form: Form, tables: Tables, codes: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """By the codes of two hands: whether some hand has this setting and it is legal."""
    pairs = codes.reshape(-1, 2)
    used = np.argwhere(count_code_pairs(np.ones(len(pairs), dtype=np.int64), pairs, *tables.shape))
    legal = np.zeros(tables.shape, dtype=np.bool_)
    is_legal = [not fouled(game, game.terms, form, tables, pair) for pair in used.tolist()]
    legal[used[:, 0], used[:, 1]] = is_legal
    return legal


class Levels(NamedTuple):
    """By code of a hand in a slot: its class and its top rank."""

    level: NDArray[np.uint16]
    top: NDArray[np.uint16]
    """Counted from 0 for a two."""
    weakest: dict[Made, int]
    """By class: its level."""


def level_tables(tables: Tables) -> tuple[Levels, Levels]:
    """The classes of hands in both slots."""
    first, second = (_levels(evaluator.strengths) for evaluator in tables.evaluators)
    return first, second


def _levels(strengths: Sequence[Strength | None]) -> Levels:
    level = np.zeros(len(strengths), dtype=np.uint16)
    top = np.zeros(len(strengths), dtype=np.uint16)
    weakest: dict[Made, int] = {}
    for code, strength in enumerate(strengths):
        if strength is not None:
            level[code] = strength.level
            top[code] = max(strength.ranks[0] - TWO, 0)
            weakest[strength.made] = strength.level
    return Levels(level, top, weakest)


# Hands ---------------------------------------------------------------------------------------------------------------


def features_of(form: Form) -> Features:
    """What sentences can ask about the hands of each class."""
    classes = classes_of(form)
    held = classes.ranks.astype(np.int64)
    held[:, RANK_COUNT - 1] += classes.jokers
    pairs = (held == 2).sum(axis=1)
    threes = (held == 3).sum(axis=1)
    kind = np.minimum(pairs, Kind.THREE_PAIRS)
    kind = np.where(threes > 0, Kind.THREE_OF_A_KIND, kind)
    kind = np.where((threes > 1) | ((threes == 1) & (pairs > 0)), Kind.FULL_HOUSE, kind)
    kind = np.where((held >= 4).any(axis=1), Kind.FOUR_OF_A_KIND, kind)
    most = held.max(axis=1)
    rank = np.where(most > 1, _highest(held == most[:, None]), 0)
    single = _highest(held == 1)
    return Features(kind.astype(np.uint16), rank.astype(np.uint16), single.astype(np.uint16))


def _highest(ranks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """By class: the highest of some ranks; 0 if there is none."""
    return np.where(ranks.any(axis=1), RANK_COUNT - 1 - np.argmax(ranks[:, ::-1], axis=1), 0)


def _kinds_of_hands(features: Features, settings: SettingsOfHand, levels: tuple[Levels, Levels]) -> NDArray[np.uint16]:
    """By class: everything that sentences distinguish, as a row of numbers."""
    columns = [features.kind, features.rank, np.maximum(features.single, KING - TWO - 1)]
    for codes, of_slot in zip(settings, levels, strict=True):
        is_option = codes != NO_OPTION
        safe = np.where(is_option, codes, 0)
        columns += list(np.where(is_option, of_slot.level[safe], NO_OPTION).T)
        columns += list(np.where(is_option, of_slot.top[safe] == ACE - TWO, NO_OPTION).T)
    return np.ascontiguousarray(np.stack(columns, axis=1).astype(np.uint16))


class _Cells(NamedTuple):
    """Hands that no sentence tells apart, added up."""

    example: NDArray[np.int64]
    """By cell: one of its classes."""
    start: NDArray[np.int64]
    first: NDArray[np.uint16]
    """By option: the code of the first hand of the example."""
    second: NDArray[np.uint16]
    cost: NDArray[np.int64]
    best: int
    """The value of best play over all deals."""


def _cells(
    settings: SettingsOfHand, values: HandValues, counts: NDArray[np.int64], kinds: NDArray[np.uint16]
) -> _Cells:
    is_option = settings.first != NO_OPTION
    safe_first = np.where(is_option, settings.first, 0)
    safe_second = np.where(is_option, settings.second, 0)
    sums = values.sums[safe_first, safe_second]
    best = np.where(is_option, sums, np.iinfo(np.int64).min).max(axis=1)
    costs = np.where(is_option, best[:, None] - sums, 0) * counts[:, None]
    as_bytes = kinds.view(np.dtype((np.void, kinds.dtype.itemsize * kinds.shape[1])))[:, 0]
    _, example, cell = np.unique(as_bytes, return_index=True, return_inverse=True)
    totals = np.zeros((len(example), costs.shape[1]), dtype=np.int64)
    np.add.at(totals, cell, costs)
    used = is_option[example]
    return _Cells(
        example=example.astype(np.int64),
        start=np.concatenate([[0], np.cumsum(used.sum(axis=1))]).astype(np.int64),
        first=settings.first[example][used],
        second=settings.second[example][used],
        cost=totals[used],
        best=sum(count * value for count, value in zip(counts.tolist(), best.tolist(), strict=True)),
    )


# Sentences -----------------------------------------------------------------------------------------------------------


class _Words:
    """The sentences about the options of all cells."""

    def __init__(self, form: Form, levels: tuple[Levels, Levels], cells: _Cells, features: Features) -> None:
        self._low, self._high = form.names
        self._weakest = levels[1].weakest
        self._high_level = levels[1].level[cells.second]
        low_level = levels[0].level[cells.first]
        self._low_is_pair = low_level >= levels[0].weakest.get(Made.ONE_PAIR, NO_OPTION)
        self._low_has_ace = self._low_is_pair | (levels[0].top[cells.first] == ACE - TWO)
        self._first = cells.first
        self._second = cells.second
        self._hand = features

    def sentences(self) -> Iterator[Sentence]:
        every_hand = np.ones(len(self._first), dtype=np.bool_)
        yield self._sentence(f"Keep a pair in the {self._high} hand.", every_hand, self._keeps(Made.ONE_PAIR))
        yield from self._complete_hands(every_hand)
        yield from self._two_pairs()
        yield from self._of_a_kind(Kind.THREE_OF_A_KIND, Made.THREE_OF_A_KIND)
        yield from self._of_a_kind(Kind.FOUR_OF_A_KIND, Made.FOUR_OF_A_KIND)
        yield from self._low_hands(every_hand)

    def _sentence(self, text: str, hands: NDArray[np.bool_], wanted: NDArray[np.bool_]) -> Sentence:
        return Sentence(text, (hands & wanted).astype(np.uint16))

    def _with(self, kind: Kind) -> NDArray[np.bool_]:
        with_kind: NDArray[np.bool_] = self._hand.kind == kind
        return with_kind

    def _keeps(self, made: Made) -> NDArray[np.bool_]:
        """By option: whether the high hand is of this class or better."""
        keeps: NDArray[np.bool_] = self._high_level >= self._weakest.get(made, NO_OPTION)
        return keeps

    def _complete_hands(self, every_hand: NDArray[np.bool_]) -> Iterator[Sentence]:
        for made in COMPLETE:
            keeps = self._keeps(made)
            yield self._sentence(f"Keep a {made.in_words} or better in the {self._high} hand.", every_hand, keeps)
        for kind in (Kind.NO_PAIR, Kind.ONE_PAIR, Kind.TWO_PAIRS, Kind.THREE_OF_A_KIND):
            text = f"With {kind.in_words}, keep a straight or better in the {self._high} hand."
            yield self._sentence(text, self._with(kind), self._keeps(Made.STRAIGHT))

    def _two_pairs(self) -> Iterator[Sentence]:
        keeps = self._keeps(Made.TWO_PAIRS)
        singles = (("", 0), (" when an ace is left", ACE - TWO), (" when a king or an ace is left", KING - TWO))
        for rank in range(1, RANK_COUNT):
            pairs = "two pairs" if rank == RANK_COUNT - 1 else f"two pairs of {plural_of(rank)} or lower"
            hands = self._with(Kind.TWO_PAIRS) & (self._hand.rank <= rank)
            for left, single in singles:
                text = f"Keep {pairs} in the {self._high} hand{left}."
                yield self._sentence(text, hands & (self._hand.single >= single), keeps)

    def _of_a_kind(self, kind: Kind, made: Made) -> Iterator[Sentence]:
        for rank in range(RANK_COUNT):
            group = kind.in_words if rank == RANK_COUNT - 1 else f"{kind.in_words} of {plural_of(rank)} or lower"
            hands = self._with(kind) & (self._hand.rank <= rank)
            yield self._sentence(f"Keep {group} in the {self._high} hand.", hands, self._keeps(made))
            if kind == Kind.FOUR_OF_A_KIND:
                with_single = hands & (self._hand.single >= KING - TWO)
                text = f"Keep {group} in the {self._high} hand when a king or an ace is left."
                yield self._sentence(text, with_single, self._keeps(made))

    def _low_hands(self, every_hand: NDArray[np.bool_]) -> Iterator[Sentence]:
        yield self._sentence(f"Put a pair in the {self._low} hand.", every_hand, self._low_is_pair)
        for kind in (Kind.TWO_PAIRS, Kind.THREE_PAIRS, Kind.FULL_HOUSE, Kind.FOUR_OF_A_KIND):
            text = f"With {kind.in_words}, put a pair in the {self._low} hand."
            yield self._sentence(text, self._with(kind), self._low_is_pair)
        yield self._sentence(f"Put an ace or a pair in the {self._low} hand.", every_hand, self._low_has_ace)
        for kind in (Kind.ONE_PAIR, Kind.TWO_PAIRS, Kind.THREE_OF_A_KIND):
            text = f"With {kind.in_words}, put an ace or a pair in the {self._low} hand."
            yield self._sentence(text, self._with(kind), self._low_has_ace)

    def last_sentences(self) -> Iterator[Sentence]:
        """Of useful settings one with a stronger low hand has a weaker high hand, so either order is total."""
        yield Sentence(f"Set the strongest legal {self._low} hand.", self._first)
        yield Sentence(f"Set the strongest {self._high} hand.", self._second)


def plural_of(rank: int) -> str:
    """The name of several cards of this rank, counted from 0 for a two."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"
