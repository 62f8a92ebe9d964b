"""
Best settings for any game of two hands, exact for each hand.

The value of a setting is counted over every hand that the opponent can hold, given the visible cards. The opponent is
assumed to set the house way: the House must, and nothing better is known about a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernels.cards import Ints, encoded_hands
from ...kernels.evaluate import Evaluator
from ...pricing.generic.form import Form, Variant, form_of, variant_of
from ...pricing.generic.house_way import setting_with
from ...pricing.generic.price import price
from ...pricing.generic.tables import choices, classes_of, codes_of, hand_tables, tables_are_ready
from ...pricing.generic.value import Whole, best_codes, chances, dealt, hand_values, values_of_pairs
from ...pricing.price import Exact
from ...rules.cards import Cards, surplus, write_cards
from ...rules.errors import Broken, NotAllowed
from ...rules.game import AnyGame
from ...rules.moves import HandsSet
from ...rules.ranking import Strength
from ...rules.setting import Setting
from ...rules.view import View
from .. import Progress
from ..results import ESTIMATE, EXACT, Explanation, HandValue, Lesson, Option
from ..strategy import Strategy, own_cards, own_seat

UNIT = "wagers"
LESSONS = 6
ORDER = 1 << 16
"""Larger than every code, so that one hand is compared before the other."""

# Every option for these cards ----------------------------------------------------------------------------------------


def best(game: AnyGame, cards: Cards, progress: Progress | None = None) -> list[Option]:
    """Every legal setting with its exact value per unit of the wager, and how often each hand wins."""
    _refuse_hand(game, cards)
    hand_tables(game, progress)
    return list(_options(variant_of(game), tuple(sorted(cards))))


def candidates(game: AnyGame, cards: Cards, count: int) -> list[HandsSet]:
    """The settings of `best`, in the same order."""
    try:
        _refuse_hand(game, cards)
    except NotAllowed:
        return []
    hand_tables(game)
    return [HandsSet(1, valued.setting) for valued in _valued_settings(game, cards, cards)[:count]]


def _refuse_hand(game: AnyGame, cards: Cards) -> None:
    form = form_of(game)
    if len(cards) != form.cards or surplus(cards, game.shoe(game.terms)):
        raise NotAllowed(
            f"{game.name} is set with {form.cards} cards of its deck, not with {write_cards(cards) or 'none'}"
        )


@lru_cache(maxsize=256)
def _options(variant: Variant, cards: Cards) -> tuple[Option, ...]:
    game = variant.rules
    hand_tables(game)
    hands = dealt(game, cards)
    valued_settings = _valued_settings(game, cards, cards)
    best_value = valued_settings[0].value
    return tuple(
        Option(
            decision="set",
            setting=valued.setting,
            ev=valued.value,
            sure=EXACT,
            by_hand=_by_hand(game, hands, valued.setting, valued.codes),
            gives_up=best_value - valued.value,
        )
        for valued in valued_settings
    )


class ValuedSetting(NamedTuple):
    """A legal setting, its value in wagers, and the codes of its two hands."""

    setting: Setting
    value: Fraction
    codes: tuple[int, int]


def _valued_settings(game: AnyGame, cards: Cards, known: Cards, *, banks: bool = False) -> list[ValuedSetting]:
    """
    The legal settings, one for each pair of strengths, best first. Among equals the house way is first.

    Values are over every hand that the opponent can hold, given the known cards.
    """
    form = form_of(game)
    valued_game = _game_with_tables(game)
    highest_first = tuple(sorted(cards, reverse=True))
    codes = codes_of(form, hand_tables(valued_game).evaluators, encoded_hands([highest_first]))[0].tolist()
    legal: dict[tuple[int, int], Setting] = {}
    for (first, second), setting in zip(codes, settings(form, highest_first), strict=True):
        if (first, second) not in legal and game.foul(game.terms, setting, {}) is None:
            legal[first, second] = setting
    values = values_of_pairs(valued_game, known, np.array(list(legal)), banks=banks)
    value_of_pair = dict(zip(legal, values, strict=True))
    house_way = strengths(game, game.house_way(game.terms, highest_first)) if game.house_way else ()
    order = sorted(legal, key=lambda pair: (-value_of_pair[pair], strengths(game, legal[pair]) != house_way))
    return [ValuedSetting(legal[pair], value_of_pair[pair], pair) for pair in order]


def settings(form: Form, cards: Cards) -> Iterator[Setting]:
    """Every setting of these cards, in the order of `choices`."""
    first_slot, second_slot = form.names
    first_positions, second_positions = choices(form)
    for first, second in zip(first_positions.tolist(), second_positions.tolist(), strict=True):
        first_hand = tuple(cards[position] for position in first)
        second_hand = tuple(cards[position] for position in second)
        yield {first_slot: first_hand, second_slot: second_hand}


def strengths(game: AnyGame, setting: Setting) -> tuple[Strength | None, ...]:
    return tuple(game.strength(game.terms, slot, hand, ()) for slot, hand in sorted(setting.items()))


def _by_hand(game: AnyGame, hands: Whole, setting: Setting, codes: tuple[int, int]) -> dict[str, HandValue]:
    by_hand = {}
    for (slot, hand), (wins, copies) in zip(setting.items(), chances(hands, *codes), strict=True):
        strength = game.strength(game.terms, slot, hand, ())
        name = game.hand_name(strength) if strength else ""
        by_hand[slot] = HandValue(name=name, wins=wins, copies=copies)
    return by_hand


def value_of(game: AnyGame, cards: Cards, setting: Setting) -> Option | None:
    """The option whose hands are as strong as these; None if they foul."""
    ours = strengths(game, setting)
    for option in best(game, cards):
        if ours == strengths(game, option.setting):
            return replace(option, setting=setting)
    return None


def best_round_value(game: AnyGame, wagers: Mapping[str, int]) -> Fraction | None:
    """The value of a round at best play in chips, where best play of every deal has been counted."""
    value = _best_play_value(variant_of(game))
    (chips,) = wagers.values()
    return None if value is None else value * chips


@lru_cache(maxsize=8)
def _best_play_value(variant: Variant) -> Fraction | None:
    """The value of best play for one chip wagered."""
    (wager,) = price(variant.rules).wagers.values()
    best_play = wager.strategies.get("best")
    return best_play.ev if isinstance(best_play, Exact) else None


# Strategies ----------------------------------------------------------------------------------------------------------


def expert(game: AnyGame) -> Strategy:
    hand_tables(_game_with_tables(game))  # read now rather than in the middle of a round
    return Strategy(
        name="expert",
        about="Sets every hand by exact counts that exclude the cards in sight, wagers the minimum, never banks.",
        set_hands=_best_hands,
    )


def _best_hands(game: AnyGame, view: View) -> HandsSet:
    known = tuple(card for seat in view.seats for card in seat.cards) + view.dealer
    valued_settings = _valued_settings(game, own_cards(view), known, banks=view.viewer == view.banker)
    return HandsSet(own_seat(view), valued_settings[0].setting)


def _game_with_tables(game: AnyGame) -> AnyGame:
    """The game if its tables are ready, else the game under default terms, because a seat cannot wait for tables."""
    return game if tables_are_ready(game) else replace(game, terms=type(game.terms)())


def newcomer(game: AnyGame) -> Strategy:
    return Strategy(
        name="newcomer",
        about="Makes the larger hand as strong as it can be, and only then the other; wagers the minimum, never banks.",
        set_hands=_strongest_first,
    )


def _strongest_first(game: AnyGame, view: View) -> HandsSet:
    slots = sorted(view.slots, key=lambda slot: -slot.sizes[0])
    cards = tuple(sorted(own_cards(view), reverse=True))
    if len(slots) != 2:
        raise Broken(f"{game.key} does not set two hands, so it needs a newcomer of its own")
    large, small = slots
    legal: list[Setting] = []
    for hand in combinations(cards, large.sizes[0]):
        setting = {large.name: hand, small.name: surplus(cards, hand)}
        if game.foul(game.terms, setting, {}) is None:
            legal.append(setting)

    def strengths_from_large(setting: Setting) -> Any:
        return tuple(game.strength(game.terms, slot.name, setting[slot.name], ()) for slot in slots)

    return HandsSet(own_seat(view), max(legal, key=strengths_from_large))


# In sentences --------------------------------------------------------------------------------------------------------


def explain(game: AnyGame, progress: Progress | None = None) -> Explanation:
    """The house way compared with a newcomer, then its costliest errors by kind of hand. Card removal is ignored."""
    form = form_of(game)
    tables = hand_tables(game, progress)
    values = hand_values(game)
    best_by_class = best_codes(game, values)
    first, second = np.indices(tables.shape, dtype=np.int64)
    if form.sizes[0] > form.sizes[1]:
        larger, smaller = form.names
        strongest_large_hand = first * ORDER + second
    else:
        smaller, larger = form.names
        strongest_large_hand = second * ORDER + first
    newcomer_by_class = best_codes(game, replace(values, sums=strongest_large_hand))

    counts = classes_of(form).hand_counts((), form.jokers)
    share = counts / counts.sum() / (values.parts * values.hands)

    def value_by_class(codes: Ints) -> NDArray[np.float64]:
        weighted: NDArray[np.float64] = values.sums[codes[:, 0], codes[:, 1]] * share
        return weighted

    house_way_values = value_by_class(tables.house)
    newcomer_values = value_by_class(newcomer_by_class)
    best_values = value_by_class(best_by_class)
    opening = opening_rule(larger, smaller)
    corrections = _corrections(game, best_by_class, best_values - house_way_values)
    first_lesson = Lesson(rule=opening, value=float(house_way_values.sum() - newcomer_values.sum()))
    cost_of_house_way = float(best_values.sum() - house_way_values.sum())
    return Explanation(
        lessons=(first_lesson, *corrections),
        unit=f"{UNIT} a hand",
        cost=max(0.0, cost_of_house_way - sum(lesson.value for lesson in corrections)),
        standard_error=0.0,
        sure=ESTIMATE,
    )


def opening_rule(larger: str, smaller: str) -> str:
    """The first sentence of the strategy."""
    return f"Set the house way. Do not make the {larger} hand as strong as it can be before the {smaller} hand."


def broken_rule(game: AnyGame, cards: Cards, yours: Option, best_option: Option) -> str | None:
    """The first sentence, if the best option is the house way and the other is not, or is a newcomer's."""
    if game.house_way is None:
        return None
    highest_first = tuple(sorted(cards, reverse=True))
    house_way = strengths(game, game.house_way(game.terms, highest_first))
    if strengths(game, best_option.setting) != house_way or strengths(game, yours.setting) == house_way:
        return None
    form = form_of(game)
    smaller, larger = sorted(form.names, key=lambda name: form.sizes[form.names.index(name)])
    return opening_rule(larger, smaller)


class Correction(NamedTuple):
    """The names of the hands that the house way sets, and of the hands that the best setting has instead."""

    house_way_first: str
    house_way_second: str
    best_first: str
    best_second: str


def _corrections(game: AnyGame, best_by_class: Ints, gains: NDArray[np.float64]) -> list[Lesson]:
    """The kinds of hands where the best setting gains most over the house way, each with an example."""
    tables = hand_tables(game)
    first_names, second_names = (_names_by_code(game, evaluator) for evaluator in tables.evaluators)
    classes_by_correction: dict[Correction, list[int]] = {}
    for number in np.flatnonzero(gains > 0).tolist():
        house_way_first, house_way_second = tables.house[number]
        best_first, best_second = best_by_class[number]
        correction = Correction(
            first_names[house_way_first],
            second_names[house_way_second],
            first_names[best_first],
            second_names[best_second],
        )
        classes_by_correction.setdefault(correction, []).append(number)

    def total_gain(correction: Correction) -> float:
        return float(gains[classes_by_correction[correction]].sum())

    most_valuable = sorted(classes_by_correction, key=lambda correction: -total_gain(correction))[:LESSONS]
    lessons = []
    for correction in most_valuable:
        example = max(classes_by_correction[correction], key=lambda number: float(gains[number]))
        rule = _correction_text(game, correction, example, best_by_class)
        lessons.append(Lesson(rule=rule, value=total_gain(correction)))
    return lessons


def _names_by_code(game: AnyGame, evaluator: Evaluator) -> list[str]:
    return [game.hand_name(strength) if strength else "" for strength in evaluator.strengths]


def _correction_text(game: AnyGame, correction: Correction, example: int, best_by_class: Ints) -> str:
    form = form_of(game)
    first_slot, second_slot = form.names
    cards = classes_of(form).hand(example)
    first_code, second_code = best_by_class[example].tolist()
    better = setting_with(game, cards, (first_code, second_code))
    hands = " and ".join(f"{write_cards(better[slot])} {slot}" for slot in form.names)
    return (
        f"Where the house way has {correction.house_way_first} {first_slot} and {correction.house_way_second} "
        f"{second_slot}, look whether {correction.best_first} and {correction.best_second} are better, as with "
        f"{write_cards(cards)}: {hands}."
    )
