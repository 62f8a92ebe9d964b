"""The terms of Pyramid Showdown: everything the players agree on, and one option for each open question."""

from dataclasses import dataclass
from typing import Annotated, Literal

from ...rules.paytable import PayTable
from ...rules.terms import Between, Chips, Limit

KIND_POINTS = PayTable({"4": 4, "5": 6, "6": 10, "7": 14, "8": 18, "9": 22, "10": 26})  # n of a kind in H6 [SHO-44]
SF_POINTS = PayTable({"5": 5, "6": 8, "7": 11, "8": 14, "9": 17, "10": 20})  # straight flush of n in H6 [SHO-45]
MULTIPLIER = PayTable({"6": 1, "5": 2, "4": 3, "3": 4})  # by hand [SHO-47, SHO-48, SHO-49]
TRIPS_POINTS = PayTable({"4": 3, "3": 6, "2": 9})  # [SHO-48, SHO-49, SHO-50, SHO-A31]
FULL_HOUSE_POINTS = PayTable({"5": 2, "4": 4, "3": 6})  # [SHO-46, SHO-48, SHO-49, SHO-A30]


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet. Each comment names the clause or the open question."""

    players: Annotated[int, Between(2, 6)] = 6  # seats at the table; seven would need 175 cards [SHO-02, SHO-A23]
    decks: Annotated[int, Between(3, 3)] = 3  # [SHO-03]
    jokers: Annotated[int, Between(4, 4)] = 4  # [SHO-03]
    initial_cards: Annotated[int, Between(20, 20)] = 20  # [SHO-06]
    buy1_cards: Annotated[int, Between(3, 3)] = 3  # [SHO-27]
    buy2_cards: Annotated[int, Between(2, 2)] = 2  # [SHO-30]
    ante_chips: Chips = 10  # [SHO-11]
    buy1_chips: Chips = 10  # [SHO-27]
    buy2_chips: Chips = 10  # [SHO-30]
    surrender1_chips: Chips = 5  # to each remaining player [SHO-26]
    surrender2_chips: Chips = 10  # [SHO-29]
    chip_value: Limit = 1  # what a chip stands for among the players [SHO-09, SHO-A27]
    chips_per_point: Annotated[int, Between(1, 1)] = 1  # [SHO-38, SHO-A27]
    h6_sizes: Literal["5, 6, 7, 8, 9, 10"] = "5, 6, 7, 8, 9, 10"  # [SHO-21]
    h5_sizes: Literal["5, 6, 7"] = "5, 6, 7"  # [SHO-22]
    h4_sizes: Literal["3, 5, 6"] = "3, 5, 6"  # [SHO-23]
    h3_sizes: Literal["3, 5"] = "3, 5"  # [SHO-24]
    h6_max: Annotated[int, Between(10, 10)] = 10  # [SHO-A39]
    min_cards_used: Annotated[int, Between(20, 20)] = 20  # [SHO-32]
    special_points_source: Literal["multiplier", "chart", "max", "min"] = "multiplier"  # [SHO-A1]
    kind_points: PayTable = KIND_POINTS
    sf_points: PayTable = SF_POINTS
    position_multiplier: PayTable = MULTIPLIER
    trips_points: PayTable = TRIPS_POINTS
    full_house_points: PayTable = FULL_HOUSE_POINTS
    ace_h1_points: Annotated[int, Between(1, 2)] = 1  # [SHO-A36]
    special_counts: Literal["winner", "both"] = "winner"  # [SHO-A10]
    cross_size_order: Literal["merged", "class_name", "same_size_only"] = "merged"  # [SHO-A2]
    two_pairs_vs_three_card: Literal["above", "below"] = "above"  # [SHO-A3]
    power_order: Literal["points", "cards"] = "points"  # [SHO-A5]
    three_card_sf: Literal["flush", "top"] = "flush"  # [SHO-A6]
    hand4_six_cards: Literal["best_five", "power_only"] = "best_five"  # [SHO-A7]
    hand3_expansion: Literal["both", "either"] = "both"  # [SHO-A8]
    equal_hands_order: Literal["illegal", "allow"] = "illegal"  # [SHO-A4]
    suit_tiebreak: Literal["full", "first_card", "off"] = "full"  # [SHO-A11]
    joker_duplicates: bool = True  # [SHO-A13]
    natural_beats_wild: bool = False  # [SHO-A14]
    joker_declaration: Literal["auto", "declared"] = "auto"  # [SHO-A15]
    wheel: Literal["low", "second"] = "low"  # [SHO-A16]
    pot_tie: Literal["split", "carry", "compare_h6"] = "split"  # [SHO-A21]
    all_surrender: Literal["carry", "refund"] = "carry"  # [SHO-A19]
    foul_policy: Literal["lose_all", "reorder", "block"] = "lose_all"  # [SHO-A24]
    min_buy_in: Chips = 500  # [SHO-A20]
    shortage: Literal["credit", "table_stakes"] = "credit"  # [SHO-A20]
    buy_optional: bool = False  # [SHO-A26]
    declare_timeout: Literal["surrender", "play"] = "surrender"  # [SHO-A42]
    dealer_rotation: Literal["clockwise", "fixed"] = "clockwise"  # [SHO-A28]
