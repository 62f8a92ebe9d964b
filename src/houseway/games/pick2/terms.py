"""The options of Pick 2 Poker. Marks like [P2P-38] are clauses of rulebook.md; [P2P-A7] is an open question."""

from dataclasses import dataclass
from typing import Annotated, Literal

from ...rules.limits import Profile
from ...rules.paytable import PayTable
from ...rules.terms import Between, Limit, Pays
from .pay_tables import B5_TABLE, P35_FIVE_TABLE, P35_THREE_TABLE

NonQualify = Literal["ante_wins_play_pushes", "all_push", "all_win", "ante_pushes_play_resolves"]


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet. The comment names its clause or open question."""

    decks_in_play: Annotated[int, Between(1, 1)] = 1  # [P2P-13]
    shuffler: Literal["off", "on"] = "off"  # with a machine a second deck is used [P2P-15, P2P-16]
    seats: Annotated[int, Between(1, 9)] = 7  # [P2P-A21]
    ante_min: Limit = 5  # the house sets limits, per wager [P2P-23, P2P-A19]
    ante_max: Limit = 100
    b35_stake: Literal["equal_ante", "free"] = "equal_ante"  # [P2P-20, P2P-A3]
    b35_min: Limit = 5  # applies if b35_stake is free
    b35_max: Limit = 100
    b5_stake: Literal["equal_ante", "free"] = "equal_ante"  # the wager is optional [P2P-21, P2P-A3, P2P-A4]
    b5_alone: bool = False  # [P2P-A13]
    play_multiple_5card: Annotated[int, Between(1, 1)] = 1  # [P2P-31]
    play_multiple_3card: Annotated[int, Between(2, 2)] = 2  # [P2P-31]
    main_pays: Annotated[int, Between(1, 1)] = 1  # even money [P2P-36]
    qualifier: Literal["AK", "none"] = "AK"  # [P2P-37, P2P-A18]
    nonqualify: NonQualify = "ante_wins_play_pushes"  # [P2P-A2]
    fold_bonus: Literal["lost", "in_action", "b5_only"] = "lost"  # [P2P-30, P2P-A1]
    p35_five_table: PayTable = P35_FIVE_TABLE  # [P2P-67]
    p35_trips_pays: Pays = 1  # 4 on the layout card [P2P-67g, P2P-A5]
    akq_suited_pays: Pays = 10  # 3 on the layout card [P2P-68a, P2P-A5]
    p35_three_table: PayTable = P35_THREE_TABLE  # [P2P-68]
    akq_requires_suit: bool = True  # [P2P-A7]
    p35_combine: Literal["sum", "max"] = "sum"  # [P2P-A8, P2P-A29]
    p35_three_cards: Literal["best_of_five", "set_cards", "only_if_three"] = "best_of_five"  # [P2P-A6]
    p35_miss: Literal["lose", "push"] = "lose"  # [P2P-A10]
    b5_table: PayTable = B5_TABLE  # [P2P-69]
    b5_min_pair: Annotated[int, Between(6, 6)] = 6  # [P2P-69i]
    settle_order: Literal["main_first", "bonus_first"] = "main_first"  # [P2P-34, P2P-38, P2P-A9]
    three_choice: Literal["any", "best"] = "any"  # [P2P-42, P2P-A15]
    tip_bets: Literal["off", "on"] = "off"  # [P2P-26, P2P-A24]
    irregularities_without_machine: Literal["same", "operator"] = "same"  # [P2P-49, P2P-A11]
    max_aggregate: Limit | None = None  # the sheet has none [P2P-A25]
    legal_max_wager: Limit | None = None  # the sheet does not print the amount [P2P-24, P2P-A31]
    limit_profile: Profile = "none"  # [P2P-24]
    max_hands_per_player: Annotated[int, Between(1, 9)] = 1  # [P2P-A28]
    deal: Literal["packets", "one_by_one"] = "packets"  # [P2P-A33]
    hole_sharing: bool = False  # [P2P-A27]
