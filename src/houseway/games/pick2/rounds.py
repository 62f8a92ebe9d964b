"""Rounds of Pick 2 Poker on kernels. Decisions come from tables of the strategies' choices or of exact counts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ...kernels.philox import buffers_for
from ...rules.cards import DECK, Cards
from ...rules.errors import Broken
from ...rules.game import Game
from ...rules.moves import Decided
from ...rules.view import view
from ...sampling.chunks import ignore_progress
from ...sampling.kernel_rounds import ON_KERNELS
from ...sampling.outcome_kinds import OutcomesByKind
from ...sampling.outcomes import PlayedRounds
from ...sampling.rounds_by_rules import RoundsByRules
from ...solving import BEST
from . import bonuses as pick2_bonuses
from . import wagers
from .bonuses import p35_five_part, three_card_line
from .kernels.rounds import ANY, CARDS, FIVE, FOLD, MAINS, Tables, play_rounds, spread_decisions
from .pricing.bonus import bonus_3_5, bonus_5_only
from .pricing.hands import DEALER_HANDS, HANDS, PICKED, against, dealt, evaluators, examples, qualifying
from .pricing.play import NEVER, main_values, plan_of
from .terms import Terms
from .wagers import ANTE, BONUS_3_5, BONUS_5_ONLY, THREE

CHUNK = 100_000
BY_BEST_THREE = ("house_way", "newcomer")
"""Strategies that decide by the strongest three of their five cards."""
EXPERTS = ("expert", BEST)
"""Strategies that decide by exact count."""
DECISIONS = {THREE: 0, wagers.FIVE: FIVE, wagers.FOLD: FOLD}


def rounds(game: Game[Terms], players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> Pick2RoundsOnKernels | None:
    """None where players show each other their cards: experts use them, and the tables do not."""
    if game.terms.hole_sharing or not set(players) <= {*BY_BEST_THREE, *EXPERTS}:
        return None
    return Pick2RoundsOnKernels(players, by_rules)


class Pick2RoundsOnKernels:
    """Rounds of players whose decisions are in tables."""

    how = ON_KERNELS
    chunk = CHUNK

    def __init__(self, players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> None:
        self.by_rules = by_rules
        self.tables = kernel_tables(players, by_rules)
        classes, sets, lines = self.tables.sizes.tolist()
        self.outcomes = OutcomesByKind(by_rules, MAINS * classes * sets * (lines + 2))

    def __call__(self, seed: int, first: int, count: int) -> PlayedRounds:
        """The outcomes of consecutive rounds."""
        kinds = np.empty((count, len(self.by_rules.players)), dtype=np.int64)
        play_rounds(self.tables, buffers_for(self.by_rules.shoe), np.uint64(seed), first, kinds)
        return self.outcomes.played(seed, first, kinds)


def kernel_tables(players: tuple[str, ...], by_rules: RoundsByRules[Terms]) -> Tables:
    """The kernel's tables: decisions of the strategies, classes of hands and pay-table lines."""
    terms = by_rules.game.terms
    threes, fives = evaluators()
    if fives.fives is None:
        raise Broken("the evaluator has no tables for five cards")
    lines = _numbered(PICKED, lambda cards: three_card_line(terms, cards))
    classes = _numbered(CARDS, lambda cards: _five_card_class(terms, cards))
    sets = np.unique(np.bitwise_or.reduce(np.int64(1) << lines[dealt().three].astype(np.int64), axis=1))
    held = np.zeros(1 << (int(lines.max()) + 1), dtype=np.uint16)
    held[sets] = np.arange(len(sets))
    counted = any(name in EXPERTS for name in players)
    qualified = np.zeros(len(fives.strengths), dtype=np.bool_)
    qualified[: len(qualifying(terms))] = qualifying(terms)
    return Tables(
        places=by_rules.card_positions(),
        five=fives.fives,
        three=threes.threes,
        decided=np.array([0 if name in EXPERTS else ANY for name in players], dtype=np.int64),
        by_three=np.array([_by_best_three(by_rules, seat) for seat in range(len(players))], dtype=np.uint8),
        by_hand=by_exact_count(by_rules)[None] if counted else np.zeros((1, 1), dtype=np.uint8),
        qualified=qualified,
        classes=classes,
        lines=lines,
        held=held,
        binomials=binomials(),
        sizes=np.array([int(classes.max()) + 1, len(sets), int(lines.max()) + 1], dtype=np.int64),
    )


def _five_card_class(terms: Terms, cards: Cards) -> str:
    return f"{p35_five_part(terms, cards)} {pick2_bonuses.bonus_5_only(terms, cards)}"


def _numbered(size: int, name: Callable[[Cards], str]) -> NDArray[np.uint8]:
    """By code of hands of this size: the number of the name."""
    names = {code: name(cards) for code, cards in examples(size).items()}
    order = sorted(set(names.values()))
    numbers = np.zeros(max(names) + 1, dtype=np.uint8)
    for code, name_of_hand in names.items():
        numbers[code] = order.index(name_of_hand)
    return numbers


def binomials() -> NDArray[np.int64]:
    """By position and card: how many hands come before, so that their sum numbers a hand in ascending order."""
    rows = [[comb(card, position + 1) for card in range(len(DECK))] for position in range(CARDS)]
    return np.array(rows, dtype=np.int64)


# Decisions ---------------------------------------------------------------------------------------------------------


def _by_best_three(by_rules: RoundsByRules[Terms], seat: int) -> NDArray[np.uint8]:
    """A seat's decision by the code of its strongest three cards, from one hand of each; zeros for an expert."""
    threes = evaluators()[0]
    player = by_rules.players[seat]
    decisions = np.zeros(len(threes.strengths), dtype=np.uint8)
    if player.name in EXPERTS:
        return decisions
    alone = RoundsByRules(by_rules.game, (player,))
    codes, rows = np.unique(dealt().three[:, 0], return_index=True)
    for code, row in zip(codes.tolist(), rows.tolist(), strict=True):
        decisions[code] = DECISIONS[decision_with(alone, dealt().hand(row))]
    return decisions


def decision_with(alone: RoundsByRules[Terms], cards: Cards) -> str:
    """The decision of the only player with these cards. The dealer's cards are hidden from it."""
    others = [card for card in DECK if card not in cards]
    positions = alone.card_positions().ravel()
    card_at = {int(position): card for position, card in zip(positions, (*cards, *others), strict=False)}
    round_ = alone.after_first_deal(tuple(card_at[position] for position in sorted(card_at)))
    player = alone.players[0]
    move = player.move(alone.game, view(round_, 1))
    if not isinstance(move, Decided):
        raise Broken(f"{player.name} had to decide and made {move}")
    return move.option


def by_exact_count(by_rules: RoundsByRules[Terms]) -> NDArray[np.uint8]:
    """The best decision with every five cards, for all wagers of the expert together."""
    option = _best_options(by_rules)
    decisions = np.zeros(HANDS, dtype=np.uint8)
    cards = dealt().cards
    for suits in permutations(range(4)):
        renamed = cards // 4 * 4 + np.array(suits, dtype=np.uint8)[cards % 4]
        spread_decisions(binomials(), renamed.astype(np.uint8), option, decisions)
    return decisions


def _best_options(by_rules: RoundsByRules[Terms]) -> NDArray[np.int64]:
    """The best option by class of hands."""
    terms = by_rules.game.terms
    expert = next(player for player in by_rules.players if player.name in EXPERTS)
    stakes = RoundsByRules(by_rules.game, (expert,)).before_first_deal().seats[0].wagers
    bonuses = {BONUS_3_5: bonus_3_5(terms), BONUS_5_ONLY: bonus_5_only(terms)}
    comparisons = against(terms, bonuses[BONUS_3_5].choices_needed, ignore_progress)
    main = main_values(terms, comparisons)
    goal = main * stakes[ANTE]
    for name, bonus in bonuses.items():
        goal = goal + bonus.nets * (stakes.get(name, 0) * DEALER_HANDS)
    allowed = main > NEVER // 8
    return plan_of(terms, comparisons, main, np.where(allowed, goal, NEVER)).option
