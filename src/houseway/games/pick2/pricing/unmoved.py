"""Why some readings of Pick 2 cannot change what best legal play wins, by option."""

from __future__ import annotations

REASONS = {
    "fold_bonus": "best play never folds, so no bonus is forfeited by a fold",
    "b5_stake": "the 5 Card Bonus Only is optional and loses, so best play leaves it out at any stake",
    "b5_alone": "the 5 Card Bonus Only loses, so best play does not make it alone",
    "p35_three_cards": "best play sets the very three cards with every hand that the three-card table pays",
    "three_choice": "best play sets the best three cards where it plays three",
    "settle_order": "the order of payments does not change their amounts",
    "irregularities_without_machine": "a round with an irregularity is void or goes by the operator's own text",
    "tip_bets": "a tip goes to the dealer and is no wager",
    "max_aggregate": "at the lowest stakes no round wins 5,000 chips, and a chip wins there what it wins at any stakes",
    "hole_sharing": "the price is for one player who sees five cards; what neighbours' cards add is not priced",
    "max_hands_per_player": "hands are priced one at a time; what a second own hand in sight adds is not priced",
    "legal_max_wager": "it bounds the stakes, not what a chip wins",
    "deal": "every order of dealing a shuffled deck is equally likely",
}
