"""Why some readings of Pyramid Showdown cannot change the results of players who set the house way, by option."""

from __future__ import annotations

RARE = "it decides hands that did not occur in the rounds compared"
IN_ORDER = "it decides which settings are in order, and the house way sets hands that are in order under both"
WITH_SURRENDER = "it moves chips only where players surrender, and here everybody plays on"
REASONS = {
    "special_points_source": RARE,
    "cross_size_order": IN_ORDER,
    "two_pairs_vs_three_card": IN_ORDER,
    "equal_hands_order": IN_ORDER,
    "power_order": RARE,
    "hand4_six_cards": RARE,
    "hand3_expansion": RARE,
    "joker_duplicates": RARE,
    "joker_declaration": "the house way declares the best card for each joker, which is what the rules take otherwise",
    "all_surrender": WITH_SURRENDER,
    "shortage": "it moves chips only where a player cannot pay; here everybody can",
    "foul_policy": "it moves chips only after a foul, and the house way never fouls",
    "buy_optional": "here everybody buys the cards",
    "dealer_rotation": "it says who deals, not what is paid",
    "declare_timeout": "it says what happens to a player who declares nothing in time; here everybody declares",
}
