"""
The options of Pyramid Poker: what the sheet leaves to the house, and where it is silent or contradicts itself.

Marks like [PYR-38] are clauses of rulebook.md; [PYR-A7] is an open question.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from ...rules.limits import Profile
from ...rules.paytable import PUSH, PayTable
from ...rules.terms import Between, Decks, Limit, Pays, added_later

W2_PAYTABLE = PayTable(
    seven_or_lower_no_ace=PUSH,  # [PYR-72a]
    one_pair=1,  # [PYR-72b]
    flush=2,  # [PYR-72c]
    straight=5,  # [PYR-72d]
    three_of_a_kind=20,  # [PYR-72e]
    ace_king_queen_suited=50,  # [PYR-72g]
)
"""The second wager's pay table without its straight flush line [PYR-72f], which is `straight_flush_pays`."""
W3_PAYTABLE = PayTable(
    two_pairs=1,  # [PYR-73a]
    three_of_a_kind=2,  # [PYR-73b]
    straight=5,  # [PYR-73c]
    flush=6,  # [PYR-73d]
    full_house=7,  # [PYR-73e]
    four_of_a_kind=10,  # [PYR-73f]
    five_of_a_kind=50,  # [PYR-73g]
    straight_flush=75,  # [PYR-73h]
    royal_flush=200,  # [PYR-73i]
    six_of_a_kind=1000,  # [PYR-73j]
)
"""The third wager's pay table."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet. The comment names the clause or the open question."""

    decks: Decks = 6  # "6 or more" [PYR-16, PYR-A38]; fewer can be priced, not dealt
    seats: Annotated[int, Between(1, 7)] = 7  # [PYR-A30]
    w1_min: Limit = 5  # the house sets limits, per hand [PYR-21, PYR-26]
    w1_max: Limit = 100
    w2_min: Limit = 5
    w2_max: Limit = 25
    w3_min: Limit = 5
    w3_max: Limit = 25
    legal_max_wager: Limit | None = None  # the law's figure, not printed [PYR-14, PYR-A34]
    limit_profile: Profile = "none"  # [PYR-14]
    max_aggregate: Limit | None = 5000  # [PYR-27, PYR-28]
    aggregate_scope: Literal["hand", "round", "wager", "w2"] = "hand"  # [PYR-A17, PYR-A40]
    aggregate_counts: Literal["winnings", "winnings_plus_stakes"] = "winnings"  # [PYR-A18]
    edge_at_stake: bool = False  # price the wagers at the stake, with the cap [PYR-A19]
    w1_win_pays: Pays = 1  # [PYR-43]
    w1_trips_pays: Pays = 3  # [PYR-39]
    commission: Annotated[int, Between(0, 100)] = 0  # per cent of a win, as in Pai Gow [PYR-A24]
    w2_paytable: PayTable = W2_PAYTABLE  # [PYR-72]
    straight_flush_pays: Pays = 30  # 50 on the layout card [PYR-72f, PYR-A1]
    w3_paytable: PayTable = W3_PAYTABLE  # [PYR-73]
    w2_overlap: Literal["best", "sum", "pair_first"] = "best"  # [PYR-A10]
    seven_low_push: bool = True  # [PYR-A11]
    ace_low_straight: bool = True  # [PYR-A12]
    w3_selection: Literal["best_five", "all_six"] = "best_five"  # [PYR-A14]
    house_way_split: Literal["diff_ge_5", "diff_ge_4"] = "diff_ge_5"  # [PYR-A3]
    house_way_min_split_rank: Literal["T", "J", "Q", "K", "A"] = "J"  # [PYR-53, PYR-58]
    high_hand_second_card: bool = True  # [PYR-A4]
    single_copy: Literal["push", "bank_wins"] = "push"  # [PYR-A7]
    both_copy: Literal["push", "bank_wins"] = "push"  # [PYR-A6]
    foul_policy: Literal["loses_w1", "reset_house_way"] = "loses_w1"  # [PYR-35, PYR-A31]
    side_wagers: Literal["compulsory", "optional"] = "compulsory"  # [PYR-20, PYR-A35]
    max_hands_per_player: Annotated[int, Between(1, 7)] = 2  # [PYR-29, PYR-A33]
    see_all_own_hands: bool = True  # [PYR-A33]
    player_banking: Literal["allowed", "off"] = "allowed"  # [PYR-60]
    player_bank_frequency: Literal["no_consecutive", "strict_alternate"] = "no_consecutive"  # [PYR-63, PYR-A21]
    bank_offer: Literal["rotate", "request"] = "rotate"  # [PYR-A22]
    bank_cover_multiple: Annotated[int, Between(1, 3)] = 3  # [PYR-65, PYR-A23]
    bank_shortage: Literal["in_order", "pro_rata"] = "in_order"  # used where the bank need not cover 3 to 1 [PYR-A23]
    house_bet_vs_banker: Literal["previous_w1"] = "previous_w1"  # the Player Banker chooses up to that [PYR-66]
    house_bet_cap_basis: Literal["previous_hand", "last_house_banked"] = "previous_hand"  # [PYR-66, PYR-A27]
    house_bet_cap_hands: Literal["sum", "largest"] = added_later("sum")  # after a round with two hands [PYR-A41]
    banker_side_bets: Literal["at_least_min", "exactly_min"] = "at_least_min"  # [PYR-67, PYR-A26]
    co_banking: Literal["forbidden"] = "forbidden"  # [PYR-68]
    house_trips_privilege_as_bettor: bool = True  # [PYR-A25]
    banker_trips_auto: bool = False  # [PYR-A25]
    banker_sets: Literal["before_exposure", "after_house_exposed"] = "before_exposure"  # [PYR-A28]
    settlement_start: Literal["dealers_right"] = "dealers_right"  # seats are numbered from there [PYR-42]
    side_settlement: Literal["per_player", "second_pass"] = "per_player"  # [PYR-A29]
    reshuffle: Literal["every_round", "cut_card"] = "every_round"  # [PYR-A30]
    penetration: Annotated[int, Between(1, 100)] = 75  # per cent of the shoe dealt before the cut card [PYR-A30]
    irregularity_policy: Literal["void_round", "operator"] = "void_round"  # [PYR-A32]
    house_way_on_request: bool = True  # [PYR-A24]
    authority: Literal["rules_over_layout", "layout_over_rules"] = "rules_over_layout"  # [PYR-A39]
