"""
The options of Pyramid Poker, Casino Version.

Marks like [CAS-14] are clauses of rulebook.md; [CAS-A4] is an open question.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from ...rules.terms import Between, Limit, Pays, added_later


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet. The comment names its clause or open question."""

    players: Annotated[int, Between(1, 6)] = 6  # [CAS-01]
    decks: Annotated[int, Between(2, 2)] = 2  # [CAS-02]
    jokers: Annotated[int, Between(2, 2)] = 2  # [CAS-02]
    first_cards: Annotated[int, Between(7, 7)] = 7  # [CAS-07]
    bought_cards: Annotated[int, Between(2, 2)] = 2  # [CAS-10]
    ante: Limit = 5  # the usual ante, in which examples and prices are computed [CAS-06, CAS-27]
    ante_min: Limit = 5  # [CAS-A15]
    ante_max: Limit = 100
    buy_in_antes: Annotated[int, Between(1, 2)] = 1  # "double the ante" [CAS-A2]
    fold_cost_antes: Annotated[int, Between(1, 2)] = 2  # "match the ante and fold" [CAS-08, CAS-A3]
    point_value_antes: Annotated[int, Between(1, 1)] = 1  # [CAS-20]
    ante_bonus_threshold: Limit = 4  # net points from which the ante wins too [CAS-26]
    ace_first_hand_points: Annotated[int, Between(1, 2)] = 2  # 1 in the example of Player Three [CAS-A1, CAS-A23]
    trips_second_points: Pays = 3  # [CAS-15]
    full_house_points: Pays = 2  # [CAS-16]
    four_kind_points: Pays = 4  # [CAS-17]
    straight_flush_points: Pays = 5  # [CAS-18]
    five_of_a_kind_points: Annotated[int, Between(1, 6)] = 4  # 4, 1, 5 or 6 [CAS-A7]
    five_kind_above_sf: bool = True  # [CAS-A8]
    dealer_policy: Literal["hw2", "hw1", "hw3", "hw4", "top_down", "equilibrium", "free"] = "hw2"  # [CAS-A4]
    house_way_on_request: bool = True  # [CAS-A30]
    tie_rule: Literal["push", "suits", "dealer"] = "push"  # [CAS-A5]
    three_card_classes: Literal["showdown", "no_straight_flush"] = "showdown"  # [CAS-A6]
    cross_size_order: Literal["merged", "class_name"] = "merged"  # [CAS-A11]
    wheel: Literal["low", "second"] = "low"  # [CAS-A26]
    joker_ace_special: bool = True  # [CAS-A9]
    joker_duplicates: bool = True  # [CAS-A27]
    joker_use: Literal["best", "any"] = added_later("best")  # any: a lower card if the player wishes [CAS-A31]
    foul_policy: Literal["lose_all", "reset", "block"] = "lose_all"  # [CAS-A12]
    cover_antes: Literal["12", "none"] = "12"  # the worst loss: 12 antes, more if specials score more [CAS-A14, CAS-D5]
    max_aggregate: Limit | None = None  # the most that one hand is paid in a round [CAS-A15]
    decision_order: Literal["seat", "simultaneous"] = "seat"  # [CAS-A20]
    reshuffle: Literal["every_round", "shoe"] = "every_round"  # [CAS-A21]
    max_hands_per_player: Annotated[int, Between(1, 6)] = 1  # [CAS-A22]


def refuse_terms(terms: Terms) -> str | None:
    """Why these options do not go together: limits of the ante, points of five of a kind."""
    low = terms.ante_min
    high = terms.ante_max
    if low > high:
        return f"the ante cannot have a minimum of {low} above its maximum of {high} [CAS-A15]"
    if not low <= terms.ante <= high:
        return f"the usual ante is from ante_min to ante_max, {low} to {high}, not {terms.ante} [CAS-06]"
    if terms.five_of_a_kind_points in (2, 3):
        return f"five of a kind scores 4, 1, 5 or 6 points, not {terms.five_of_a_kind_points} [CAS-A7]"
    return None
