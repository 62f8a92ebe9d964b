"""
The options of Pai Gow Poker: choices that the rules leave to the house, and points on which card rooms differ.

Marks like [PGP-20] are clauses of rulebook.md; [PGP-A1] is an open question.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from ...rules.terms import Between, Limit, Pays, added_later


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the game. The comment names the clause or the open question."""

    seats: Annotated[int, Between(1, 6)] = 6  # [PGP-02]
    main_min: Limit = 20  # a wager whose commission is a whole chip [PGP-05]
    main_max: Limit = 1000
    win_pays: Pays = 1  # even money [PGP-25]
    commission: Annotated[int, Between(0, 100)] = 5  # per cent of a win [PGP-26]
    commission_rounding: Literal["down", "up", "nearest"] = "down"  # [PGP-A3]
    bank_commission: Literal["net_win", "each_win", "none"] = "net_win"  # [PGP-A8]
    wheel: Literal["second", "low"] = "second"  # [PGP-A1]
    joker: Literal["bug", "wild"] = "bug"  # [PGP-A2]
    copies: Literal["bank_wins", "push"] = "bank_wins"  # [PGP-A4]
    two_pairs: Literal["foxwoods", "atlantic_city"] = "foxwoods"  # [PGP-A5]
    ace_before_complete: bool = True  # [PGP-A6]
    house_way_on_request: bool = True  # [PGP-41]
    foul_policy: Literal["loses", "reset_house_way"] = "loses"  # [PGP-A7]
    max_hands_per_player: Annotated[int, Between(1, 6)] = 1  # [PGP-A9]
    player_banking: Literal["allowed", "off"] = "allowed"  # [PGP-A10]
    player_bank_frequency: Literal["no_consecutive", "strict_alternate"] = "no_consecutive"  # [PGP-A10]
    bank_offer: Literal["rotate", "request"] = "rotate"  # [PGP-A10]
    house_bet_cap_basis: Literal["previous_hand", "last_house_banked"] = "last_house_banked"  # [PGP-A11]
    irregularity_policy: Literal["void_round", "operator"] = "void_round"  # [PGP-A12]
    joker_in_flush: Literal["highest_missing", "second_ace"] = added_later(
        "highest_missing", in_older_records="second_ace"
    )  # [PGP-A13]


def refuse_terms(terms: Terms) -> str | None:
    """Why these terms are not allowed: a minimum above the maximum [PGP-05]."""
    low = terms.main_min
    high = terms.main_max
    if low > high:
        return f"the wager cannot have a minimum of {low} above its maximum of {high} [PGP-05]"
    return None
