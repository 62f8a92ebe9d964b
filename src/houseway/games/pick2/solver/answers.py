"""
Pick 2 decided well: exact, hand by hand.

Each decision is counted over every hand the dealer can hold beside the cards in sight, in the chips that lie on the
table: Ante, Play, and the bonuses that a fold may forfeit. Of equal decisions the one with less at stake is made, and
of equal threes the strongest is put down. The payout cap, where a house has one, is not counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import all_hands, decoded_hand, encoded
from ....kernels.disjoint import card_bits, count_disjoint_strengths
from ....pricing.option_cache import remembered
from ....rules.cards import ACE, Cards
from ....rules.errors import Broken, NotAllowed
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.ranking import Made
from ....rules.view import View
from ....solving import Progress
from ....solving.results import EXACT, CountedOption, Explanation, HandValue, Lesson, Option
from ....solving.strategy import Strategy, lowest_wagers, own_cards, own_seat, own_spots, require_legal
from .. import sheet as pick2
from ..pricing.best import best as counted_decisions
from ..pricing.bonus import THREES, bonus_3_5, bonus_3_5_results, bonus_5_only, bonus_5_only_results, ending
from ..pricing.hands import CARDS, CHOICES, DEALER_HANDS, HANDS, KEPT, dealt, evaluators, qualifying, three_codes
from ..pricing.hands import against as compared_with_dealers
from ..pricing.learnable import cells_of, learnable
from ..pricing.play import AHEAD, NEVER, Sums, main_values, net_of_five, net_of_three

Rules = Game[pick2.Terms]
UNIT = "antes"

# The dealer's hands --------------------------------------------------------------------------------------------------


class Dealers(NamedTuple):
    """Every hand of five: its cards as bits, and how strong it and its best three are."""

    bits: NDArray[np.uint64]
    five: NDArray[np.uint16]
    three: NDArray[np.uint16]


@lru_cache(maxsize=1)
def dealers() -> Dealers:
    hands = all_hands(CARDS)
    (threes, fives) = evaluators()
    return Dealers(
        card_bits(hands), fives.codes(hands).astype(np.uint16), threes.best_codes(hands, KEPT).astype(np.uint16)
    )


class Beside(NamedTuple):
    """The dealer's hands that are left, by code: how many have it, of all five and of the best three."""

    five: Sums
    three: Sums


@lru_cache(maxsize=64)
def beside(known: frozenset[int]) -> Beside:
    """What the dealer can hold when these cards, by their codes, are elsewhere."""
    every = dealers()
    (threes, fives) = evaluators()
    counts = [np.zeros(len(codes.strengths), dtype=np.uint32) for codes in (fives, threes)]
    bits = np.uint64(sum(1 << code for code in known))
    count_disjoint_strengths(every.bits, every.five, every.three, bits, counts[0], counts[1])
    return Beside(counts[0].astype(np.int64), counts[1].astype(np.int64))


def compared(code: int, counts: Sums) -> tuple[int, int, int]:
    """How many of the dealer's hands are weaker than this strength, equal to it and stronger."""
    weaker = int(counts[:code].sum())
    equal = int(counts[code])
    return weaker, equal, int(counts.sum()) - weaker - equal


# What each decision is worth -----------------------------------------------------------------------------------------


class Choice(NamedTuple):
    decision: str
    three: Cards | None
    """The cards put down, where three are played."""
    worth: int
    """In chips, summed over the dealer's hands."""


def choices(terms: pick2.Terms, cards: Cards, known: Iterable[Any], stakes: Mapping[str, int]) -> list[Choice]:
    """Every legal decision: those with less at stake first, and stronger threes before weaker ones."""
    held = decoded_hand(sorted(encoded(card) for card in cards))
    left = beside(frozenset(encoded(card) for card in (*cards, *known)))
    count = int(left.five.sum())
    ante = stakes.get(pick2.ANTE, 0)
    if not ante:
        return [Choice(pick2.FIVE, None, 0)]  # only the bonus is on the table, and all five lie for it [P2P-A13]
    fold = Choice(pick2.FOLD, None, pick2.FOLDED.pays * count * ante)
    found = [fold, Choice(pick2.FIVE, None, _five(terms, held, left) * ante)]
    found += [Choice(pick2.THREE, three, worth * ante) for three, worth in _threes(terms, held, left)]
    return [choice._replace(worth=choice.worth + count * _bonuses(terms, held, choice, stakes)) for choice in found]


def _five(terms: pick2.Terms, held: Cards, left: Beside) -> int:
    """Ante and Play in antes, all five cards played."""
    code = _codes(held)[1]
    qualified = qualifying(terms)
    flags = np.zeros(len(left.five), dtype=bool)
    flags[: len(qualified)] = qualified
    total = 0
    for flag, counts in ((True, np.where(flags, left.five, 0)), (False, np.where(flags, 0, left.five))):
        ends = compared(code, counts)
        total += sum(net_of_five(terms, ahead, flag) * end for ahead, end in zip(AHEAD, ends, strict=True))
    return total


def _threes(terms: pick2.Terms, held: Cards, left: Beside) -> list[tuple[Cards, int]]:
    """The same for each three cards that may be put down."""
    found = []
    codes, _ = _codes(held)
    for choice in np.argsort(-codes, kind="stable").tolist():
        if terms.three_choice == "best" and codes[choice] < codes.max():
            break
        ends = compared(int(codes[choice]), left.three)
        worth = sum(net_of_three(terms, ahead) * end for ahead, end in zip(AHEAD, ends, strict=True))
        found.append((tuple(held[int(place)] for place in reversed(CHOICES[choice])), worth))
    return found


def _codes(held: Cards) -> tuple[Sums, int]:
    """How strong the ten choices of three are, and all five."""
    hand = np.array([[encoded(card) for card in held]], dtype=np.uint8)
    return three_codes(hand)[0].astype(np.int64), int(evaluators()[1].codes(hand)[0])


def _bonuses(terms: pick2.Terms, held: Cards, choice: Choice, stakes: Mapping[str, int]) -> int:
    """What the bonuses bring with a decision, in chips."""
    folded = choice.decision == pick2.FOLD
    _, b35 = ending(bonus_3_5_results(terms, held, choice.three, folded=folded))
    _, b5 = ending(bonus_5_only_results(terms, held, folded=folded))
    return b35 * stakes.get(pick2.BONUS_3_5, 0) + b5 * stakes.get(pick2.BONUS_5_ONLY, 0)


def best(
    game: Rules,
    cards: Cards,
    *,
    progress: Progress | None = None,
    against: Path | None = None,
    players: int | None = None,
    bets: Mapping[str, int] | None = None,
) -> list[Option]:
    """
    Every decision with its exact worth in antes, best first: Ante and Play alone, or with what `bets` puts beside them.

    Hand by hand it says how often the dealer's hand is the weaker, and what a unit on each bonus wins with it.
    """
    if against is not None or players is not None:
        raise NotAllowed(f"{game.name} is played against the dealer, whoever else plays: it takes no opponents")
    decisions = counted_decisions(game, cards, bets=bets)
    top = decisions[0].ev
    return [
        CountedOption(
            decision=counted.decision,
            setting={pick2.THREE: counted.three} if counted.three else {},
            ev=counted.ev,
            counts=counted.counts,
            sure=EXACT,
            by_hand=_by_hand(game, cards, counted.decision, counted.three),
            gives_up=top - counted.ev,
        )
        for counted in decisions
    ]


def _by_hand(game: Rules, cards: Cards, decision: str, three: Cards | None) -> dict[str, HandValue]:
    if three is not None:
        require_legal(game, (pick2.THREE_CARDS,), cards, HandsSet(1, {pick2.THREE: three}))
    choice = Choice(decision, three, 0)
    bonuses = {
        bonus: HandValue(value=Fraction(_bonuses(game.terms, cards, choice, {bonus: 1}))) for bonus in pick2.BONUSES
    }
    if decision == pick2.FOLD:
        return bonuses
    return {decision: _hand(cards, three), **bonuses}


def _hand(cards: Cards, three: Cards | None) -> HandValue:
    """A hand's name, and how often the dealer's opposite one is weaker and how often it is equal."""
    left = beside(frozenset(encoded(card) for card in cards))
    played = three or cards
    hand = np.array([sorted(encoded(card) for card in played)], dtype=np.uint8)
    code = int(evaluators()[three is None].codes(hand)[0])
    weaker, equal, _ = compared(code, left.three if three else left.five)
    strength = pick2.three_strength(played) if three else pick2.five_strength(played)
    return HandValue(
        name=strength.in_words,
        wins=Fraction(weaker, DEALER_HANDS),
        ties=Fraction(equal, DEALER_HANDS),
    )


# The expert ----------------------------------------------------------------------------------------------------------


def expert(game: Rules) -> Strategy:
    return Strategy(
        name="expert",
        about="Makes the decision that wins most by exact count, with every bonus on the table counted.",
        wager=_best_wagers,
        decide=lambda rules, seen: _chosen(rules, seen).decision,
        set_hands=_best_three,
    )


def _chosen(game: Rules, seen: View) -> Choice:
    return max(_choices(game, seen), key=lambda choice: choice.worth)


def _best_three(game: Rules, seen: View) -> HandsSet:
    threes = [choice for choice in _choices(game, seen) if choice.three]
    three = max(threes, key=lambda choice: choice.worth).three
    if three is None:
        raise Broken("no three cards to put down")
    return HandsSet(own_seat(seen), {pick2.THREE: three})


def candidates(game: Rules, cards: Cards, count: int) -> list[HandsSet]:
    """Threes to put down, the strongest first: a stronger one wins whenever a weaker one does."""
    threes = sorted(combinations(cards, 3), key=pick2.three_strength, reverse=True)
    return [HandsSet(1, {pick2.THREE: three}) for three in threes[:count]]


def _choices(game: Rules, seen: View) -> list[Choice]:
    known = (card for seat in seen.seats for card in seat.cards)
    return choices(game.terms, own_cards(seen), known, seen.seats[own_seat(seen) - 1].wagers)


def _best_wagers(game: Rules, seen: View) -> Mapping[str, int]:
    """The least stakes, and the optional bonus at its least where it wins by exact count; never a gift."""
    least = lowest_wagers(game, seen)
    lows = {spot.name: spot.low for spot in own_spots(seen)}
    chips = (least[pick2.ANTE], least[pick2.BONUS_3_5], lows[pick2.BONUS_5_ONLY])
    return {**least, pick2.BONUS_5_ONLY: chips[2]} if optional_bonus_wins(game.terms, *chips) else least


@remembered
def optional_bonus_wins(terms: Any, ante: int, b35: int, b5: int) -> bool:
    """Does the 5 Card Bonus Only win, played best beside these stakes? It cannot where it loses without a fold."""
    return _unfolded(terms) > 0 and optional_bonus_worth(terms, ante, b35, b5) > 0


def _unfolded(terms: Any) -> int:
    return int((dealt().ways * bonus_5_only(terms).nets[:, 0]).sum())


def optional_bonus_worth(terms: Any, ante: int, b35: int, b5: int) -> Fraction:
    """What the bonus adds in chips a round: best play with it on the table, less best play without."""
    return _round_worth(terms, ante, b35, b5) - _round_worth(terms, ante, b35, 0)


NO_WORTH = -(10**40)
"""Less than anything can lose: the worth of what may not be done."""


def _round_worth(terms: Any, ante: int, b35: int, b5: int) -> Fraction:
    """Best play at these stakes in chips, in Python's whole numbers: any stake times any pay fits."""
    bonuses = bonus_3_5(terms), bonus_5_only(terms)
    main = main_values(terms, compared_with_dealers(terms, bonuses[0].choices_needed, lambda done, total: None))
    allowed = main > NEVER // 8
    if terms.three_choice == "best":
        allowed[:, : len(THREES)] &= dealt().three == dealt().three[:, :1]
    columns = []
    for column in np.flatnonzero(allowed.any(axis=0)).tolist():
        worth = main[:, column].astype(object) * ante
        for stake, bonus in zip((b35, b5), bonuses, strict=True):
            worth = worth + bonus.nets[:, column].astype(object) * (stake * DEALER_HANDS)
        worth[~allowed[:, column]] = NO_WORTH
        columns.append(worth)
    most = np.maximum.reduce(columns)
    return Fraction(int((dealt().ways.astype(object) * most).sum()), HANDS * DEALER_HANDS)


# The newcomer --------------------------------------------------------------------------------------------------------


def newcomer(game: Rules) -> Strategy:
    return Strategy(
        name="newcomer",
        about="Never folds, doubles up on three cards with any pair or an ace, and bets the optional bonus every time.",
        wager=_every_bonus,
        decide=_hopeful,
    )


def _every_bonus(game: Rules, seen: View) -> Mapping[str, int]:
    return {spot.name: spot.low for spot in own_spots(seen) if spot.name != pick2.TIP}


def _hopeful(game: Rules, seen: View) -> str:
    """A pair looks like a hand worth twice the Ante, and so does an ace; the rest is played on all the same."""
    strength = pick2.three_strength(pick2.best_three(own_cards(seen)))
    looks_good = strength.made != Made.HIGH_CARD or strength.ranks[0] == ACE
    return pick2.THREE if looks_good else pick2.FIVE


# In sentences --------------------------------------------------------------------------------------------------------

SENTENCES = 6


def explain(game: Rules, progress: Progress | None = None) -> Explanation:
    """A first rule and exceptions to it; the first is worth more than deciding by lot, each other more than without."""
    told = progress or (lambda done, total: None)
    told(0, 2)
    rules = learnable(game, rules=SENTENCES)
    told(1, 2)
    costs = [_by_lot(game.terms), *(rule.cost for rule in rules)]
    lessons = [
        Lesson(rule=rule.sentence, value=float(before - rule.cost))
        for rule, before in zip(rules, costs[:-1], strict=True)
    ]
    lessons.append(_on_the_bonus(optional_bonus_worth(game.terms, 1, 1, 1)))
    told(2, 2)
    cost = float(rules[-1].cost)
    return Explanation(lessons=tuple(lessons), unit=f"{UNIT} a round", cost=cost, standard_error=0.0, sure=EXACT)


def _by_lot(terms: pick2.Terms) -> Fraction:
    """What it costs to fold, play five or play the best three by lot, each as likely as another."""
    cells = cells_of(terms)
    decisions = cells.joint.shape[1]
    worth = Fraction(int(cells.joint.sum()), decisions)
    return (cells.best - worth) / (HANDS * DEALER_HANDS)


def _on_the_bonus(worth: Fraction) -> Lesson:
    if worth > 0:
        return Lesson(rule="Make the 5 Card Bonus Only every time.", value=float(worth))
    return Lesson(rule="Leave the 5 Card Bonus Only out.", value=float(-worth))
