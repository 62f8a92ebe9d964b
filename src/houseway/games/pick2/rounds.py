"""Pick 2 Poker on kernels: decisions as tables, made by asking the strategies or by exact count."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ...kernels.philox import room_for
from ...pricing.rounds import ON_KERNELS, places_of
from ...rules.cards import DECK, Cards
from ...rules.errors import Broken
from ...rules.game import Game
from ...rules.moves import Decided
from ...rules.view import view
from ...simulation.rounds import Asked, ByRules, Rounds
from ...simulation.tally import Played
from ...solving import BEST
from ...solving.strategy import Strategy
from . import sheet as pick2
from .kernels.rounds import ANY, CARDS, FIVE, FOLD, MAINS, Tables, play_rounds, spread_decisions
from .pricing.bonus import bonus_3_5, bonus_5_only
from .pricing.hands import DEALER_HANDS, HANDS, KEPT, against, dealt, evaluators, examples, qualifying
from .pricing.play import NEVER, main_values, plan_of

CHUNK = 100_000
BY_BEST_THREE = ("house_way", "newcomer")
EXPERTS = ("expert", BEST)
"""Strategies that look at nothing but the strongest three of their five cards, and those that count."""
DECISIONS = {pick2.THREE: 0, pick2.FIVE: FIVE, pick2.FOLD: FOLD}


def rounds(game: Game[pick2.Terms], players: tuple[str, ...], plain: ByRules) -> Rounds | None:
    """Where players show each other their cards, experts look at them, and no table holds that."""
    known = set(players) <= {*BY_BEST_THREE, *EXPERTS} and not game.terms.hole_sharing
    return OnKernels(game, players, plain) if known else None


class OnKernels:
    how = ON_KERNELS
    chunk = CHUNK

    def __init__(self, game: Game[pick2.Terms], players: tuple[str, ...], plain: ByRules) -> None:
        self.plain = plain
        self.tables = tables_of(game.terms, players, plain)
        classes, sets, lines = self.tables.sizes.tolist()
        self.asked = Asked(plain, MAINS * classes * sets * (lines + 2))

    def __call__(self, seed: int, first: int, count: int) -> Played:
        kinds = np.empty((count, len(self.plain.seats)), dtype=np.int64)
        play_rounds(self.tables, room_for(self.plain.shoe), np.uint64(seed), first, kinds)
        return self.asked.known(seed, first, kinds)


def tables_of(terms: pick2.Terms, players: tuple[str, ...], plain: ByRules) -> Tables:
    threes, fives = evaluators()
    if fives.fives is None:
        raise Broken("there is no short way for five cards")
    lines = _numbered(KEPT, lambda cards: pick2.three_card_line(terms, cards))
    classes = _numbered(CARDS, lambda cards: _five_card_class(terms, cards))
    sets = np.unique(np.bitwise_or.reduce(np.int64(1) << lines[dealt().three].astype(np.int64), axis=1))
    held = np.zeros(1 << (int(lines.max()) + 1), dtype=np.uint16)
    held[sets] = np.arange(len(sets))
    counted = any(name in EXPERTS for name in players)
    qualified = np.zeros(len(fives.strengths), dtype=np.bool_)
    qualified[: len(qualifying(terms))] = qualifying(terms)
    return Tables(
        places=places_of(plain),
        five=fives.fives,
        three=threes.threes,
        decided=np.array([0 if name in EXPERTS else ANY for name in players], dtype=np.int64),
        by_three=np.array([_by_best_three(plain, seat) for seat in range(len(players))], dtype=np.uint8),
        by_hand=by_exact_count(terms, plain)[None] if counted else np.zeros((1, 1), dtype=np.uint8),
        qualified=qualified,
        classes=classes,
        lines=lines,
        held=held,
        binomials=binomials(),
        sizes=np.array([int(classes.max()) + 1, len(sets), int(lines.max()) + 1], dtype=np.int64),
    )


def _five_card_class(terms: pick2.Terms, cards: Cards) -> str:
    return f"{pick2.p35_five_part(terms, cards)} {pick2.bonus_5_only(terms, cards)}"


def _numbered(size: int, name: Callable[[Cards], str]) -> NDArray[np.uint8]:
    """By code of hands of this size: the number of what one of them is called."""
    names = {code: name(cards) for code, cards in examples(size).items()}
    order = sorted(set(names.values()))
    found = np.zeros(max(names) + 1, dtype=np.uint8)
    found[list(names)] = [order.index(called) for called in names.values()]
    return found


def binomials() -> NDArray[np.int64]:
    """By place and card: how many hands come before, so that their sum numbers a hand in ascending order."""
    return np.array([[comb(card, place + 1) for card in range(len(DECK))] for place in range(CARDS)], dtype=np.int64)


# Decisions ---------------------------------------------------------------------------------------------------------


def _by_best_three(plain: ByRules, seat: int) -> NDArray[np.uint8]:
    """By code of the strongest three cards, asked with one hand of each; nothing where the seat counts."""
    threes = evaluators()[0]
    strategy = plain.seats[seat]
    found = np.zeros(len(threes.strengths), dtype=np.uint8)
    if strategy.name in EXPERTS:
        return found
    alone = ByRules(plain.game, (strategy,))
    codes, rows = np.unique(dealt().three[:, 0], return_index=True)
    for code, row in zip(codes.tolist(), rows.tolist(), strict=True):
        found[code] = DECISIONS[decided_by(alone, strategy, dealt().hand(row))]
    return found


def decided_by(alone: ByRules, strategy: Strategy, cards: Cards) -> str:
    """What a strategy decides with these cards; what the dealer holds it does not see."""
    others = [card for card in DECK if card not in cards]
    parties = places_of(alone)
    order = {int(place): card for place, card in zip(parties.ravel(), (*cards, *others), strict=False)}
    round_ = alone.next(alone.opened(), tuple(order[place] for place in sorted(order)))
    move = strategy.move(alone.game, view(round_, 1))
    if not isinstance(move, Decided):
        raise Broken(f"{strategy.name} was to decide and made {move}")
    return move.option


def by_exact_count(terms: pick2.Terms, plain: ByRules) -> NDArray[np.uint8]:
    """The decision that wins most with every five cards, all wagers that the expert makes counted."""
    option = _best_options(terms, plain)
    found = np.zeros(HANDS, dtype=np.uint8)
    cards = dealt().cards
    for suits in permutations(range(4)):
        renamed = cards // 4 * 4 + np.array(suits, dtype=np.uint8)[cards % 4]
        spread_decisions(binomials(), renamed.astype(np.uint8), option, found)
    return found


def _best_options(terms: pick2.Terms, plain: ByRules) -> NDArray[np.int64]:
    """By class of hands, in chips."""
    expert = next(strategy for strategy in plain.seats if strategy.name in EXPERTS)
    stakes = ByRules(plain.game, (expert,)).opened().seats[0].wagers
    bonuses = {pick2.BONUS_3_5: bonus_3_5(terms), pick2.BONUS_5_ONLY: bonus_5_only(terms)}
    beside = against(terms, bonuses[pick2.BONUS_3_5].choices_needed, lambda done, total: None)
    main = main_values(terms, beside)
    aim = main * stakes[pick2.ANTE]
    for name, bonus in bonuses.items():
        aim = aim + bonus.nets * (stakes.get(name, 0) * DEALER_HANDS)
    allowed = main > NEVER // 8
    return plan_of(terms, beside, main, np.where(allowed, aim, NEVER)).option
