"""Why some readings of Pyramid Poker cannot change what best legal play wins, by option."""

from __future__ import annotations

REASONS = {
    "aggregate_scope": "with one hand a round the cap by round is the cap by hand",
    "player_bank_frequency": "it says how often a player may bank, not what a bank wins in a round",
    "bank_offer": "it says to whom the bank is offered, not what a bank wins",
    "bank_cover_multiple": "it says which chips a bank must hold; priced is a bank that can pay",
    "bank_shortage": "it divides the chips of a bank that falls short; priced is a bank that can pay",
    "house_way_on_request": "a player who asks for the house way plays a strategy that is priced by itself",
    "banker_side_bets": "a bank's second and third wagers lose, so best play makes the smallest under both readings",
    "house_bet_cap_basis": "it bounds the House's wager against a bank, not what a chip of it wins",
    "house_bet_cap_hands": "it bounds the House's wager against a bank, not what a chip of it wins",
    "side_settlement": "the order of payments does not change their amounts",
    "reshuffle": "prices are for a full shoe; what counting a partly dealt shoe wins is in houseway alarm",
    "foul_policy": "best play never fouls",
    "irregularity_policy": "a round with an irregularity is void or goes by the operator's own text",
    "legal_max_wager": "it bounds the stakes, not what a chip wins",
}
