"""
The shortest house way for Pyramid Poker that loses little: a first rule for every hand, then exceptions.

The rule language is small, so that a person can remember the rules. The first rule sets every pair, and every hand
without one; each exception sets the hands of one condition the other way. All lists with up to two exceptions for pairs
and two for other hands are tried; longer lists extend the best few hundred.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....pricing.option_cache import cached_by_options
from ....pricing.price import ratio
from ....pricing.short_house_way import ShortHouseWay, ShortRule
from ....rules.cards import RANK_LETTERS
from ....rules.errors import NotAllowed
from ....rules.game import Game
from .. import sheet as pyramid
from ..terms import Terms
from .hands import HAND_COUNT, HANDS, RANK_COUNT, Composition, Whole
from .joint import whole_type
from .main_wager_tables import against_house, legal_settings
from .play import Play, play

BEAM = 500
"""The number of best lists of each length that are extended; at least the number of conditions."""
MOST_EXCEPTIONS = 6

Hands = NDArray[np.bool_]


# The language ------------------------------------------------------------------------------------------------------

TOP = HANDS[:, 0]
MIDDLE = HANDS[:, 1]
LOWEST = HANDS[:, 2]
IS_PAIR: Hands = ((TOP == MIDDLE) | (MIDDLE == LOWEST)) & (TOP != LOWEST)
NO_PAIR: Hands = (TOP != MIDDLE) & (MIDDLE != LOWEST)
pair_rank = MIDDLE
kicker_rank: Whole = np.where(TOP == MIDDLE, LOWEST, TOP)


@dataclass(frozen=True, eq=False)
class Kind:
    """Hands of one kind, which have two settings each."""

    hands: Hands
    lows: tuple[Whole, Whole]
    """For the first and the second setting, by hand: the rank of the low card."""
    rules: tuple[str, str]
    """The text of each setting as a rule for all hands of the kind."""
    exceptions: tuple[str, str]
    """The text of each setting as an exception, with a placeholder for its condition."""
    conditions: tuple[tuple[str, Hands], ...]


def _pair_conditions() -> Iterator[tuple[str, Hands]]:
    for pair, kicker in product(range(RANK_COUNT), repeat=2):
        low = kicker_rank <= kicker
        name = RANK_LETTERS[pair] * 2
        least = f"a kicker of {RANK_LETTERS[kicker]} or lower"
        yield f"{name} with {least}", IS_PAIR & (pair_rank == pair) & low
        yield f"{name} or higher with {least}", IS_PAIR & (pair_rank >= pair) & low
    for pair, apart in product(range(RANK_COUNT), range(1, RANK_COUNT)):
        name = RANK_LETTERS[pair] * 2
        far = IS_PAIR & (pair_rank - kicker_rank >= apart)
        yield f"{name} or higher with a kicker {apart} or more below", far & (pair_rank >= pair)


def _other_conditions() -> Iterator[tuple[str, Hands]]:
    for (name, card), rank in product((("highest", TOP), ("middle", MIDDLE), ("lowest", LOWEST)), range(RANK_COUNT)):
        yield f"a {name} card of {RANK_LETTERS[rank]} or lower", NO_PAIR & (card <= rank)
        yield f"a {name} card of {RANK_LETTERS[rank]} or higher", NO_PAIR & (card >= rank)
    for (names, gap), apart in product(
        ((("middle", "lowest"), MIDDLE - LOWEST), (("highest", "middle"), TOP - MIDDLE)), range(1, RANK_COUNT)
    ):
        yield f"the {names[0]} card {apart} or more above the {names[1]}", NO_PAIR & (gap >= apart)
        yield f"the {names[0]} card at most {apart} above the {names[1]}", NO_PAIR & (gap <= apart)


def _distinct(conditions: Iterator[tuple[str, Hands]]) -> tuple[tuple[str, Hands], ...]:
    """The conditions that hold for some hands; if several hold for the same hands, only the first of them."""
    distinct: dict[bytes, tuple[str, Hands]] = {}
    for text, hands in conditions:
        if hands.any():
            distinct.setdefault(hands.tobytes(), (text, hands))
    return tuple(distinct.values())


PAIRS = Kind(
    hands=IS_PAIR,
    lows=(kicker_rank, pair_rank),
    rules=("keep a pair high", "split a pair"),
    exceptions=("keep {} high", "split {}"),
    conditions=_distinct(_pair_conditions()),
)
OTHERS = Kind(
    hands=NO_PAIR,
    lows=(MIDDLE, LOWEST),
    rules=("without a pair set the middle card low", "without a pair set the lowest card low"),
    exceptions=("without a pair and with {} set the middle card low", "without a pair and with {} set the lowest low"),
    conditions=_distinct(_other_conditions()),
)

# The search --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Plan:
    """The setting that is the rule of a kind, and the conditions under which the other setting is used."""

    kind: Kind
    rule: int
    exceptions: tuple[int, ...]
    value: int
    """The sum of the profits of all hands of the kind."""

    def texts(self) -> list[str]:
        form = self.kind.exceptions[1 - self.rule]
        return [form.format(self.kind.conditions[place][0]) for place in self.exceptions]


class _Exceptions(NamedTuple):
    """A list of exceptions to the rule of a kind."""

    gain: int
    conditions: tuple[int, ...]
    """Numbers among the kind's conditions."""
    covered: Hands
    """The hands of the kind to which one of the conditions applies."""


class LearnedRule(NamedTuple):
    """The rule of a list that sets a hand."""

    text: str
    low: int
    """The rank that it sets low, counted from 0 for a two."""


def shortest_house_way(game: Game[pyramid.Terms], loss: Fraction) -> ShortHouseWay:
    """The shortest list of rules found that loses at most this much per unit against the best play."""
    return _shortest(game.terms, loss).way


def rule_for(terms: Terms, loss: Fraction, hand: int) -> LearnedRule | None:
    """The rule of the shortest list that sets this rank hand; None for three of a kind, which is set in one way."""
    for plan in _shortest(terms, loss).plans:
        if not plan.kind.hands[hand]:
            continue
        for place, text in zip(plan.exceptions, plan.texts(), strict=True):
            if plan.kind.conditions[place][1][hand]:
                return LearnedRule(_sentence(text), int(plan.kind.lows[1 - plan.rule][hand]))
        return LearnedRule(_sentence(plan.kind.rules[plan.rule]), int(plan.kind.lows[plan.rule][hand]))
    return None


class _Shortest(NamedTuple):
    """The shortest list of rules, in words and as plans."""

    way: ShortHouseWay
    plans: tuple[Plan, ...]


@cached_by_options
def _shortest(terms: Terms, loss: Fraction) -> _Shortest:
    if loss < 0:
        raise NotAllowed(f"the loss is 0 or more, not {ratio(Fraction(loss))}")
    shoe = Composition.of_decks(terms.decks)
    main = play(terms, against_house, shoe)
    parts = main.unit * shoe.deals
    values = _values(terms, main, shoe.first_hands.astype(whole_type(parts * (terms.w1_trips_pays + 1))))
    best = sum(int(value) for value in values.max(axis=0))
    fixed = sum(int(value) for value in values[0][~(IS_PAIR | NO_PAIR)])
    plans = [[plan for rule in (0, 1) for plan in _plans(kind, rule, values)] for kind in (PAIRS, OTHERS)]
    enough = [
        pair for pair in product(*plans) if best - fixed - sum(plan.value for plan in pair) <= Fraction(loss) * parts
    ]
    if not enough:
        raise NotAllowed(f"no list in the rule language loses {ratio(Fraction(loss))} or less; allow a larger loss")
    chosen = min(enough, key=lambda pair: (_length(pair), -sum(plan.value for plan in pair)))
    return _Shortest(ShortHouseWay(rules=_rules(chosen, values, fixed, parts), best_ev=Fraction(best, parts)), chosen)


def _length(plans: tuple[Plan, ...]) -> int:
    return sum(len(plan.exceptions) for plan in plans)


def _values(terms: Terms, main: Play, dealt: NDArray[Any]) -> NDArray[Any]:
    """By setting (first or second) and hand: the sum of its profits, multiplied by the ways to deal the hand."""
    settings = legal_settings(terms)
    rows = {(int(hand), int(low)): row for row, (hand, low) in enumerate(zip(settings.hand, settings.low, strict=True))}
    lows = [np.where(IS_PAIR, PAIRS.lows[place], OTHERS.lows[place]) for place in (0, 1)]
    chosen = [[rows[hand, int(low[hand])] for hand in range(HAND_COUNT)] for low in lows]
    return np.stack([main.evs[row].astype(dealt.dtype) * dealt for row in chosen])


def _plans(kind: Kind, rule: int, values: NDArray[Any]) -> Iterator[Plan]:
    """The best plan for each number of exceptions, as long as one more improves it."""
    start = int(values[rule][kind.hands].sum())
    gains = (values[1 - rule] - values[rule])[kind.hands]
    conditions = np.stack([hands[kind.hands] for _, hands in kind.conditions])
    beam = [_Exceptions(0, (), np.zeros(len(gains), dtype=bool))]
    gained = -1
    for _ in range(MOST_EXCEPTIONS + 1):
        best = beam[0]
        if best.gain <= gained:
            return
        gained = best.gain
        yield Plan(kind, rule, best.conditions, start + gained)
        beam = _one_more(beam, conditions, gains)


def _one_more(beam: list[_Exceptions], conditions: Hands, gains: NDArray[Any]) -> list[_Exceptions]:
    """The best lists with one more exception."""
    longer: dict[bytes, _Exceptions] = {}
    for shorter in beam:
        unions = conditions | shorter.covered
        gained = unions.astype(gains.dtype) @ gains
        for place in np.argsort(-gained, kind="stable")[:BEAM].tolist():
            listed = _Exceptions(int(gained[place]), (*shorter.conditions, place), unions[place])
            longer.setdefault(unions[place].tobytes(), listed)
    return sorted(longer.values(), key=lambda exceptions: -exceptions.gain)[:BEAM]


def _rules(plans: tuple[Plan, ...], values: NDArray[Any], fixed: int, parts: int) -> tuple[ShortRule, ...]:
    """The plans as one list of rules, the exception with the largest gain first."""
    value = fixed + sum(int(values[plan.rule][plan.kind.hands].sum()) for plan in plans)
    rules = [ShortRule(_sentence("; ".join(plan.kind.rules[plan.rule] for plan in plans)), Fraction(value, parts))]
    left = [(plan, place, text) for plan in plans for place, text in zip(plan.exceptions, plan.texts(), strict=True)]
    done: Hands = np.zeros(HAND_COUNT, dtype=bool)
    while left:
        gains = [_gain(plan, place, values, done) for plan, place, _ in left]
        best = gains.index(max(gains))
        plan, place, text = left.pop(best)
        done |= plan.kind.conditions[place][1]
        value += gains[best]
        rules.append(ShortRule(_sentence(text), Fraction(value, parts)))
    return tuple(rules)


def _gain(plan: Plan, place: int, values: NDArray[Any], done: Hands) -> int:
    new = plan.kind.conditions[place][1] & ~done
    return int((values[1 - plan.rule] - values[plan.rule])[new].sum())


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."
