"""The second and third wagers (W2, W3) of Pyramid Poker: pay tables for three and six cards [PYR-72, PYR-73]."""

from dataclasses import replace

from ...rules.cards import SEVEN, Cards
from ...rules.paytable import PayTable, Result, best_line
from ...rules.ranking import lines_held
from .terms import Terms

W2_CLAUSES = {
    "seven_or_lower_no_ace": "PYR-72a",
    "one_pair": "PYR-72b",
    "flush": "PYR-72c",
    "straight": "PYR-72d",
    "three_of_a_kind": "PYR-72e",
    "straight_flush": "PYR-72f",
    "ace_king_queen_suited": "PYR-72g",
}
W2_LOSES = "PYR-72h"
W3_CLAUSES = {
    "two_pairs": "PYR-73a",
    "three_of_a_kind": "PYR-73b",
    "straight": "PYR-73c",
    "flush": "PYR-73d",
    "full_house": "PYR-73e",
    "four_of_a_kind": "PYR-73f",
    "five_of_a_kind": "PYR-73g",
    "straight_flush": "PYR-73h",
    "royal_flush": "PYR-73i",
    "six_of_a_kind": "PYR-73j",
}
W3_LOSES = "PYR-73k"


def w2_pays(terms: Terms) -> PayTable:
    """The second wager's whole pay table, with its straight flush line [PYR-72f, PYR-A1]."""
    return terms.w2_paytable.with_line("straight_flush", terms.straight_flush_pays)


def three_card_result(terms: Terms, cards: Cards) -> Result:
    """The second wager: the best-paying line of the player's three cards [PYR-24, PYR-72, PYR-D4, PYR-D6]."""
    table = w2_pays(terms)
    lines = three_card_lines(terms, cards)
    if terms.w2_overlap == "pair_first" and {"one_pair", "flush"} <= lines:  # [PYR-A10]
        lines = {"one_pair"}
    best = best_line(lines, table, W2_CLAUSES, W2_LOSES)
    if terms.w2_overlap == "sum" and lines & {"one_pair", "three_of_a_kind"}:  # [PYR-A10]
        return replace(best, pays=sum(table[line] for line in lines))
    return best


def three_card_lines(terms: Terms, cards: Cards) -> set[str]:
    """Every line that these three cards satisfy; the suited A-K-Q is a straight flush with its own line [PYR-A13]."""
    held = lines_held(cards, 3, ace_low=terms.ace_low_straight)
    if "royal_flush" in held:
        return (held - {"royal_flush"}) | {"ace_king_queen_suited"}
    if "three_of_a_kind" in held:
        return held - {"one_pair"}
    if held:
        return held
    seven_or_lower = max(card.rank for card in cards) <= SEVEN  # an ace is high here [PYR-A11]
    return {"seven_or_lower_no_ace"} if seven_or_lower and terms.seven_low_push else set()


def six_card_result(terms: Terms, cards: Cards) -> Result:
    """The third wager: the best line of the player's and the House's cards [PYR-25, PYR-73, PYR-D5, PYR-A16]."""
    run_length = 6 if terms.w3_selection == "all_six" else 5  # [PYR-A14]
    held = lines_held(cards, run_length, ace_low=terms.ace_low_straight)  # [PYR-A12]
    listed = held & set(terms.w3_paytable)  # [PYR-A15]
    return best_line(listed, terms.w3_paytable, W3_CLAUSES, W3_LOSES)
