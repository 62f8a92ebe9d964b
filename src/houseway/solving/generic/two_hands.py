"""
Best settings for any game of two hands, exact for each hand.

The value of a setting is counted over every hand that the opponent can hold, given the visible cards. The opponent is
assumed to set the house way: the House must, and nothing better is known about a player.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import numpy as np

from ...kernels.cards import Ints, encoded_hands
from ...pricing.generic.form import Form, Variant, form_of, variant_of
from ...pricing.generic.house_way import setting_with
from ...pricing.generic.tables import at_hand, choices, classes_of, codes_of, hand_tables
from ...pricing.generic.value import Whole, best_codes, chances, dealt, hand_values, values_of_pairs
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


def best(game: AnyGame, cards: Cards) -> list[Option]:
    """Every legal setting with its exact value per unit of the wager, and how often each hand wins."""
    _refuse_hand(game, cards)
    return list(_options(variant_of(game), tuple(sorted(cards))))


def candidates(game: AnyGame, cards: Cards, count: int) -> list[HandsSet]:
    """The settings of `best`, in the same order."""
    try:
        _refuse_hand(game, cards)
    except NotAllowed:
        return []
    hand_tables(game)
    return [HandsSet(1, setting) for setting, *_ in _weighed(game, cards, cards)[:count]]


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
    weighed = _weighed(game, cards, cards)
    top = weighed[0][1]
    return tuple(
        Option(
            decision="set",
            setting=setting,
            ev=ev,
            sure=EXACT,
            by_hand=_by_hand(game, hands, setting, codes),
            gives_up=top - ev,
        )
        for setting, ev, codes in weighed
    )


Weighed = tuple[Setting, Fraction, tuple[int, int]]


def _weighed(game: AnyGame, cards: Cards, known: Cards, *, banks: bool = False) -> list[Weighed]:
    """
    The legal settings, one for each pair of strengths, best first. Among equals the house way is first.

    Values are over every hand that the opponent can hold, given the known cards.
    """
    form = form_of(game)
    held = tuple(sorted(cards, reverse=True))
    codes = codes_of(form, hand_tables(_as_weighed(game)).evaluators, encoded_hands([held]))[0].tolist()
    seen: dict[tuple[int, int], Setting] = {}
    for (first, second), setting in zip(codes, settings(form, held), strict=True):
        if (first, second) not in seen and game.foul(game.terms, setting, {}) is None:
            seen[first, second] = setting
    house = strengths(game, game.house_way(game.terms, held)) if game.house_way else ()
    worths = dict(zip(seen, values_of_pairs(_as_weighed(game), known, np.array(list(seen)), banks=banks), strict=True))
    order = sorted(seen, key=lambda pair: (-worths[pair], strengths(game, seen[pair]) != house))
    return [(seen[pair], worths[pair], pair) for pair in order]


def settings(form: Form, cards: Cards) -> Iterator[Setting]:
    """Every setting of these cards, in the order of `choices`."""
    for places, others in zip(*(each.tolist() for each in choices(form)), strict=True):
        hands = tuple(cards[place] for place in places), tuple(cards[place] for place in others)
        yield dict(zip(form.names, hands, strict=True))


def strengths(game: AnyGame, setting: Setting) -> tuple[Strength | None, ...]:
    return tuple(game.strength(game.terms, slot, hand, ()) for slot, hand in sorted(setting.items()))


def _by_hand(game: AnyGame, hands: Whole, setting: Setting, codes: tuple[int, int]) -> dict[str, HandValue]:
    by_hand = {}
    for (slot, hand), (wins, copies) in zip(setting.items(), chances(hands, *codes), strict=True):
        strength = game.strength(game.terms, slot, hand, ())
        name = game.hand_name(strength) if strength else ""
        by_hand[slot] = HandValue(name=name, wins=wins, copies=copies)
    return by_hand


def worth_of(game: AnyGame, cards: Cards, setting: Setting) -> Option | None:
    """The option whose hands are as strong as these; None if they foul."""
    ours = strengths(game, setting)
    for option in best(game, cards):
        if ours == strengths(game, option.setting):
            return replace(option, setting=setting)
    return None


# Strategies ----------------------------------------------------------------------------------------------------------


def expert(game: AnyGame) -> Strategy:
    hand_tables(_as_weighed(game))  # read now rather than in the middle of a round
    return Strategy(
        name="expert",
        about="Sets every hand as the exact count beside the cards in sight says, wagers the least, never banks.",
        set_hands=_best_hands,
    )


def _best_hands(game: AnyGame, seen: View) -> HandsSet:
    known = tuple(card for seat in seen.seats for card in seat.cards) + seen.dealer
    weighed = _weighed(game, own_cards(seen), known, banks=seen.viewer == seen.banker)
    return HandsSet(own_seat(seen), weighed[0][0])


def _as_weighed(game: AnyGame) -> AnyGame:
    """The game if its tables are ready, else the game under default terms, because a seat cannot wait for tables."""
    return game if at_hand(game) else replace(game, terms=type(game.terms)())


def newcomer(game: AnyGame) -> Strategy:
    return Strategy(
        name="newcomer",
        about="Makes the larger hand as strong as it can be, and only then the other; wagers the least, never banks.",
        set_hands=_strongest_first,
    )


def _strongest_first(game: AnyGame, seen: View) -> HandsSet:
    slots = sorted(seen.slots, key=lambda slot: -slot.sizes[0])
    cards = tuple(sorted(own_cards(seen), reverse=True))
    if len(slots) != 2:
        raise Broken(f"{game.key} does not set two hands, so it needs a newcomer of its own")
    large, small = slots
    found = []
    for hand in combinations(cards, large.sizes[0]):
        setting = {large.name: hand, small.name: surplus(cards, hand)}
        if game.foul(game.terms, setting, {}) is None:
            order = tuple(game.strength(game.terms, slot.name, setting[slot.name], ()) for slot in slots)
            found.append((order, setting))
    return HandsSet(own_seat(seen), max(found, key=lambda each: each[0])[1])


# In sentences --------------------------------------------------------------------------------------------------------


def explain(game: AnyGame, progress: Progress | None = None) -> Explanation:
    """The house way compared with a newcomer, then its costliest errors by kind of hand. Card removal is ignored."""
    form = form_of(game)
    tables = hand_tables(game, progress)
    found = hand_values(game)
    ways = classes_of(form).ways((), form.jokers)
    larger_first = form.sizes[0] > form.sizes[1]
    first, second = np.indices(tables.shape, dtype=np.int64)
    simple = first * ORDER + second if larger_first else second * ORDER + first
    best_ = best_codes(game, found)
    share = ways / ways.sum() / (found.parts * found.hands)
    ways_to_set = (tables.house, best_codes(game, replace(found, sums=simple)), best_)
    house, plain, top = (found.sums[codes[:, 0], codes[:, 1]] * share for codes in ways_to_set)
    larger, smaller = form.names if larger_first else form.names[::-1]
    opening = f"Set the house way, not the strongest {larger} hand before all and the {smaller} hand from what is left."
    slips = _slips(game, best_, top - house)
    return Explanation(
        lessons=(Lesson(rule=opening, value=float(house.sum() - plain.sum())), *slips),
        unit=f"{UNIT} a hand",
        cost=max(0.0, float(top.sum() - house.sum()) - sum(lesson.value for lesson in slips)),
        standard_error=0.0,
        sure=ESTIMATE,
    )


def _slips(game: AnyGame, best_: Ints, gained: Ints) -> list[Lesson]:
    """The kinds of hands where the best setting gains most over the house way, each with an example."""
    tables = hand_tables(game)
    names = [[game.hand_name(each) if each else "" for each in found.strengths] for found in tables.evaluators]
    kinds: dict[tuple[str, ...], list[int]] = {}
    for row in np.flatnonzero(gained > 0).tolist():
        (first, second) = tables.house[row]
        (third, fourth) = best_[row]
        kind = (names[0][first], names[1][second], names[0][third], names[1][fourth])
        kinds.setdefault(kind, []).append(row)
    order = sorted(kinds, key=lambda kind: -float(gained[kinds[kind]].sum()))[:LESSONS]
    return [_slip(game, kind, kinds[kind], best_, gained) for kind in order]


def _slip(game: AnyGame, kind: tuple[str, ...], rows: list[int], best_: Ints, gained: Ints) -> Lesson:
    form = form_of(game)
    row = max(rows, key=lambda each: float(gained[each]))
    cards = classes_of(form).hand(row)
    better = setting_with(game, cards, (int(best_[row, 0]), int(best_[row, 1])))
    laid = " and ".join(f"{write_cards(better[slot])} {slot}" for slot in form.names)
    rule = (
        f"Where the house way has {kind[0]} {form.names[0]} and {kind[1]} {form.names[1]}, look whether "
        f"{kind[2]} and {kind[3]} are better, as with {write_cards(cards)}: {laid}."
    )
    return Lesson(rule=rule, value=float(gained[rows].sum()))
