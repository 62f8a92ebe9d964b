"""The bonus wagers: what the 3-5 Bonus and the 5 Card Bonus Only pay, and when they are in action."""

from itertools import combinations

from ...rules.cards import ACE, KING, QUEEN, Cards
from ...rules.paytable import LOSES, PUSH, PayTable, Result, best_line
from ...rules.ranking import Made
from ...rules.round import Seat
from .hand_order import five_strength, three_strength
from .pay_tables import B5_CLAUSES, P35_FIVE_CLAUSES, P35_THREE_CLAUSES
from .terms import Terms
from .wagers import BONUS_5_ONLY, BONUSES

BONUSES_THAT_SURVIVE_A_FOLD = {
    "lost": (),
    "in_action": BONUSES,
    "b5_only": (BONUS_5_ONLY,),
}


def in_action(terms: Terms, seat: Seat, bonus: str) -> bool:
    """Whether a bonus is paid by its table: always, unless its player folds [P2P-30, P2P-39, P2P-A1]."""
    return seat.live or bonus in BONUSES_THAT_SURVIVE_A_FOLD[terms.fold_bonus]


# 3-5 Bonus: one wager, two tables ----------------------------------------------------------------------------------


def p35_five_table(terms: Terms) -> PayTable:
    """The five-card table with its line for three of a kind [P2P-67, P2P-67g]."""
    return terms.p35_five_table.with_line("three_of_a_kind", terms.p35_trips_pays)


def p35_three_table(terms: Terms) -> PayTable:
    """The three-card table with its line for A-K-Q [P2P-68, P2P-68a]."""
    return terms.p35_three_table.with_line("ace_king_queen", terms.akq_suited_pays)


def p35_five_part(terms: Terms, cards: Cards) -> Result:
    """What the five-card table pays on all five cards [P2P-67]."""
    table = p35_five_table(terms)
    line = five_strength(cards).made.value
    return best_line({line} & set(table), table, P35_FIVE_CLAUSES, "P2P-67")


def p35_three_part(terms: Terms, cards: Cards, played: Cards | None = None) -> Result:
    """What the three-card table pays: the best-paying three of the cards that count [P2P-68, P2P-A6]."""
    if played is None and terms.p35_three_cards == "only_if_three":
        return Result("no_pay", LOSES, "P2P-A6")
    counting = cards
    if played is not None and terms.p35_three_cards != "best_of_five":
        counting = played
    table = p35_three_table(terms)
    lines = {three_card_line(terms, three) for three in combinations(counting, 3)}
    return best_line(lines & set(table), table, P35_THREE_CLAUSES, "P2P-68")


def three_card_line(terms: Terms, three: Cards) -> str:
    """The line of the three-card table that three cards belong to; A-K-Q has its own line [P2P-68a, P2P-A7]."""
    made = three_strength(three).made
    if made == Made.ROYAL_FLUSH:
        return "ace_king_queen"
    if not terms.akq_requires_suit and {card.rank for card in three} == {ACE, KING, QUEEN}:
        return "ace_king_queen"
    return made.value


def bonus_3_5(terms: Terms, cards: Cards, played: Cards | None = None, *, folded: bool = False) -> list[Result]:
    """The tables on which the 3-5 Bonus wins, one or both, or its one loss [P2P-39, P2P-D7, P2P-A29]."""
    parts = (p35_five_part(terms, cards), p35_three_part(terms, cards, played))
    wins = [part for part in parts if part.pays > 0]
    if not wins:
        return [p35_miss(terms, folded=folded)]
    if terms.p35_combine == "max":  # [P2P-A8]
        return [max(wins, key=lambda part: part.pays)]
    return wins


def p35_miss(terms: Terms, *, folded: bool) -> Result:
    """A 3-5 Bonus that wins on neither table: it loses, or pushes unless its player folded [P2P-A10]."""
    if terms.p35_miss == "push" and not folded:
        return Result("no_pay", PUSH, "P2P-A10")
    return Result("no_pay", LOSES, "P2P-D7")


# 5 Card Bonus Only -------------------------------------------------------------------------------------------------


def bonus_5_only(terms: Terms, cards: Cards) -> Result:
    """What the 5 Card Bonus Only pays on all five cards [P2P-22, P2P-69, P2P-D8]."""
    lines = {b5_line(terms, cards)} & set(terms.b5_table)
    return best_line(lines, terms.b5_table, B5_CLAUSES, "P2P-D8")


def b5_line(terms: Terms, cards: Cards) -> str:
    """The line that five cards belong to; the table has no line for a pair below `b5_min_pair` [P2P-69i]."""
    strength = five_strength(cards)
    if strength.made == Made.TWO_PAIRS:
        return "two_pair"
    if strength.made == Made.ONE_PAIR and strength.ranks[0] < terms.b5_min_pair:
        return "low_pair"
    return strength.made.value
