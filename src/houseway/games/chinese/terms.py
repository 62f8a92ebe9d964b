"""
The options of Chinese Poker: what the sheet leaves to the house, and where it is silent or contradicts itself.

Marks like [CHI-17] are clauses of rulebook.md; [CHI-A6] is an open question.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Literal

from ...rules.paytable import PayTable
from ...rules.terms import Between, Chips, Limit, Pays

SURRENDER_UNITS = PayTable({"per_hand": 2, "2-4": 3, "1-6": 3})
"""Units for a surrender by scoring method: between an ordinary loss and a sweep [CHI-A24]."""


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet; a value off its default is a modification to document [CHI-39, CHI-40, CHI-A36]."""

    players: Annotated[int, Between(2, 4)] = 4  # [CHI-03, CHI-A29]
    decks: Annotated[int, Between(1, 1)] = 1  # [CHI-01]
    shuffler: Literal["dealer", "machine"] = "dealer"  # [CHI-04]
    unit_value: Limit = 1  # chips for one unit [CHI-06]
    unit_max: Limit = 10  # the most one unit may be worth [CHI-07, CHI-A35]
    scoring: Literal["per_hand", "2-4", "1-6"] = "per_hand"  # [CHI-17, CHI-20..CHI-23]
    variant_tie_rule: Literal["literal", "majority", "additive"] = "literal"  # [CHI-A6]
    preset: Literal["base", "typical"] = "base"  # sets bonuses, naturals and surrender [CHI-A7]
    bonuses: bool = False  # "may be paid" [CHI-24]
    bonus_straight_flush: Pays = 4  # [CHI-25]
    bonus_four_of_a_kind: Pays = 3  # [CHI-26]
    bonus_full_house_middle: Pays = 1  # [CHI-27]
    bonus_trips_front: Pays = 2  # [CHI-28]
    royal_bonus: Pays = 4  # [CHI-A11]
    bonus_requires_win: Literal["no", "row", "all"] = "no"  # [CHI-A8]
    bonus_conflict: Literal["net", "higher_only"] = "net"  # [CHI-A9]
    bonus_stack: Literal["sum", "best"] = "sum"  # [CHI-A10]
    bonus_payers: Literal["each_full", "shared"] = "each_full"  # also of naturals [CHI-A12]
    naturals: bool = False  # "may be deemed" [CHI-30]
    natural_units: Pays = 3  # [CHI-35]
    natural_mode: Literal["replace", "add"] = "replace"  # [CHI-A14]
    natural_bonuses: bool = False  # [CHI-A15]
    natural_vs_natural: Literal["push", "ranked", "compare_rows"] = "push"  # [CHI-A16]
    natural_detection: Literal["automatic", "declared"] = "automatic"  # [CHI-A17]
    natural_ace_low: bool = True  # [CHI-A19]
    natural_needs_setting: bool = False  # [CHI-A21]
    six_pairs_quads: Literal["count", "exclude"] = "count"  # [CHI-A20]
    six_pairs_trips: Literal["count", "exclude"] = "count"  # [CHI-A20]
    three_flushes_distinct: bool = False  # [CHI-A22]
    surrender: bool = False  # "permitted" [CHI-37]
    surrender_units: PayTable = SURRENDER_UNITS  # to each live player [CHI-A24]
    surrender_order: Literal["simultaneous", "in_turn"] = "simultaneous"  # [CHI-A27]
    foul_policy: Literal["sweep", "flat3", "surrender", "correct"] = "sweep"  # [CHI-A1]
    foul_pays_bonuses: bool = True  # [CHI-A13]
    foul_collects_surrender: bool = True  # [CHI-A26]
    equal_rows: Literal["foul", "allow"] = "foul"  # [CHI-A2]
    wheel: Literal["low", "second"] = "low"  # [CHI-A4]
    fee: Chips = 0  # chips a player pays the house for a round [CHI-A32]
    min_buy_in_units: Chips = 0  # 0: computed from the worst case [CHI-A31]
    shortage: Literal["forbid", "table_stakes"] = "forbid"  # [CHI-A31]
    reveal: Literal["all", "row_by_row"] = "all"  # [CHI-A30]
    irregularity_policy: Literal["redeal", "operator"] = "redeal"  # [CHI-A33]


PRESETS = {
    ("preset", "base"): {"bonuses": False, "naturals": False, "surrender": False},
    ("preset", "typical"): {"bonuses": True, "naturals": True, "surrender": True},
}
"""The options that each value of `preset` chooses [CHI-A7]."""


def refuse_terms(terms: Terms) -> str | None:
    """Why these terms are not allowed: a unit above its maximum [CHI-07]."""
    if terms.unit_value > terms.unit_max:
        return f"a unit may be worth at most {terms.unit_max} chips, not {terms.unit_value} [CHI-07]"
    return None


HIGHEST_UNIT = 10
"""The sheet's own figure: the most one unit may be worth [CHI-07]."""


def refuse_limits(terms: Terms, chosen: Collection[str]) -> str | None:
    """Why a person may not choose this limit: it is above the sheet's own figure [CHI-07]."""
    if terms.unit_max > HIGHEST_UNIT:
        return f"unit_max may be at most {HIGHEST_UNIT} chips, the sheet's own figure, not {terms.unit_max} [CHI-07]"
    return None


def limits_in_words(terms: Terms) -> tuple[str, ...]:
    return (f"A unit is worth at most {terms.unit_max} chips [CHI-07].",)
