"""
What the opener of a table may change: any reading, limits only to stricter ones, payouts only downwards.

The operator's terms are the ceiling for every table, or the sheet's if the operator set none. The options are
recognised by their names and ranges; an unknown number counts as a ceiling.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from ...rules import terms as terms_
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame
from ...rules.terms import Value


class Freedom(Enum):
    """How the opener may choose an option, compared with the operator's value."""

    FREE = "free"
    """Any value that the sheet accepts."""
    CEILING = "not above"
    FLOOR = "not below"
    PAYS = "pays no more than"
    """A line of a pay table, or points that are paid in chips."""
    FIXED = "only"
    """Only the operator's value."""


FREE_NUMBERS = ("seats", "players", "max_hands_per_player", "penetration", "chip_value")
"""Numbers that move no chips; `chip_value` is what a chip stands for among the players [SHO-09]."""
FLOORS = ("commission", "bank_cover_multiple", "ante_bonus_threshold")
"""Numbers that protect the bank when they are high."""
FIXED_CHOICES = ("limit_profile", "aggregate_scope", "aggregate_counts", "cover_antes", "bank_commission")
"""Choices that decide how limits and commissions are applied."""
CEILING_OF = {
    "ante": "ante_max",
    "unit_value": "unit_max",
}
"""For a stake that the opener chooses, the option that limits it."""
PAYOUT_RANGE = "0 to 1000000"
"""The accepted values of options that are payouts."""
MOST_CHIPS = 1_000_000
"""The highest limit for one wager that the operator can set."""
HIGHEST_PAYOUT = 10_000
"""The highest payout that the operator can set, in multiples of the stake."""


def freedom(rules: AnyGame, name: str) -> Freedom:
    """How the opener may choose an option of a game."""
    if "." in name:
        return Freedom.PAYS
    accepts = terms_.accepted_values(rules.terms, name)
    if " to " not in accepts:
        return Freedom.FIXED if name in FIXED_CHOICES else Freedom.FREE
    if name in FREE_NUMBERS:
        return Freedom.FREE
    if name in FLOORS or name.endswith("_min"):
        return Freedom.FLOOR
    if accepts == PAYOUT_RANGE or name.endswith(("_points", "_pays")):
        return Freedom.PAYS
    return Freedom.CEILING


def why_not_chosen(in_force: AnyGame, chosen: AnyGame, *, pay_tables: bool = False) -> str | None:
    """Why a table may not be opened under the chosen terms, given the operator's terms in force; None if it may."""
    ceilings = terms_.options(in_force.terms)
    for name, (_, value) in terms_.changed_options(in_force.terms, chosen.terms).items():
        reason = _why_not_option(in_force, ceilings, name, value, pay_tables)
        if reason is not None:
            return reason
    return None


def _why_not_option(
    in_force: AnyGame, ceilings: dict[str, Value], name: str, value: Value, pay_tables: bool
) -> str | None:
    limit = ceilings[CEILING_OF.get(name, name)]
    match freedom(in_force, name):
        case Freedom.FREE:
            return None
        case Freedom.FIXED:
            return f"{name} cannot be {terms_.write_value(value)} at this table: the operator's terms fix it at {limit}"
        case Freedom.PAYS if pay_tables:
            return None
        case Freedom.PAYS | Freedom.CEILING:
            if _is_above(value, limit):
                return f"{name} cannot be {terms_.write_value(value)} at this table: the operator's limit is {limit}"
        case Freedom.FLOOR:
            if not _is_above(value, limit) and value != limit:
                return (
                    f"{name} cannot be {terms_.write_value(value)} at this table: "
                    f"the operator's terms require at least {limit}"
                )
            most = ceilings.get(f"{name.removesuffix('_min')}_max") if name.endswith("_min") else None
            if most is not None and _is_above(value, most):
                return f"{name} cannot be {terms_.write_value(value)} at this table: the operator's limit is {most}"
    return None


def _is_above(value: Value, limit: Value) -> bool:
    """Whether a value is above a limit; None means unlimited."""
    if limit is None:
        return False
    if value is None:
        return True
    return int(value) > int(limit)


def check_chosen(in_force: AnyGame, chosen: AnyGame, *, pay_tables: bool = False) -> None:
    reason = why_not_chosen(in_force, chosen, pay_tables=pay_tables)
    if reason is not None:
        raise NotAllowed(reason)


def still_allowed(in_force: AnyGame, chosen: dict[str, Value], *, pay_tables: bool = False) -> dict[str, Value]:
    """The options chosen by a table's opener that the terms now in force still allow."""
    ceilings = terms_.options(in_force.terms)
    return {
        name: value
        for name, value in chosen.items()
        if _why_not_option(in_force, ceilings, name, value, pay_tables) is None
    }


def check_operators_terms(rules: AnyGame, chosen: Collection[str] = ()) -> None:
    """
    Refuse operator's terms with limits above the sheet's or the law's, or so high that play chips lose all meaning.

    `chosen` are the names of the options that the operator gave.
    """
    if reason := rules.refuse_limits(rules.terms, chosen):
        raise NotAllowed(reason)
    for name, value in terms_.options(rules.terms).items():
        if not isinstance(value, int) or isinstance(value, bool):
            continue
        kind = freedom(rules, name)
        if kind is Freedom.PAYS and value > HIGHEST_PAYOUT:
            raise NotAllowed(f"{name} cannot be {value}: a payout is at most {HIGHEST_PAYOUT} to 1")
        if kind in (Freedom.CEILING, Freedom.FLOOR) and value > MOST_CHIPS:
            raise NotAllowed(f"{name} cannot be {value}: a limit is at most {MOST_CHIPS} play chips")
