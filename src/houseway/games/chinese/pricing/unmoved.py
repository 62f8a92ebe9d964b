"""Why some readings of Chinese Poker cannot change the results of players who set the house way, by option."""

from __future__ import annotations

WITH_BONUSES = "it moves units only where bonuses are paid (bonuses=true)"
WITH_NATURALS = "it moves units only where naturals are paid (naturals=true)"
AFTER_A_FOUL = "it moves units only after a foul, and the house way never fouls"
REASONS = {
    "foul_policy": AFTER_A_FOUL,
    "foul_pays_bonuses": AFTER_A_FOUL,
    "foul_collects_surrender": AFTER_A_FOUL,
    "equal_rows": "it allows settings that the house way does not choose",
    "variant_tie_rule": "it moves units only with 2-4 or 1-6 scoring",
    "surrender": "it moves units only where a player surrenders, and the house way plays every hand",
    "surrender_order": "it moves units only where a player surrenders, and the house way plays every hand",
    "bonus_requires_win": WITH_BONUSES,
    "bonus_conflict": WITH_BONUSES,
    "bonus_stack": WITH_BONUSES,
    "bonus_payers": WITH_BONUSES,
    "natural_mode": WITH_NATURALS,
    "natural_bonuses": WITH_NATURALS,
    "natural_vs_natural": WITH_NATURALS,
    "natural_detection": WITH_NATURALS,
    "natural_needs_setting": WITH_NATURALS,
    "players": "every two players settle by themselves; figures are for two",
    "reveal": "the order of exposure does not change payments",
    "shortage": "it moves units only where a player cannot pay; priced are players who can",
    "irregularity_policy": "a round with an irregularity is void or goes by the operator's own text",
}
