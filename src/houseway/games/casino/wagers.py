"""The ante, and the decision to buy or to fold: what each costs [CAS-06..CAS-10]."""

from ...rules.game import Spot
from ...rules.payments import HOUSE, Payment, pays
from ...rules.round import Round
from .terms import Terms

# Names of what chips are paid for.
ANTE = "ante"
BUY_IN = "buy-in"
MATCH = "match"
POINTS = "points"

# The decisions.
BUY = "buy"
FOLD = "fold"


def ante_spot(terms: Terms) -> Spot:
    """The ante with its limits [CAS-06, CAS-A15]."""
    return Spot(ANTE, terms.ante_min, terms.ante_max, "CAS-A15")


def why_not_stake(terms: Terms, ante: int, option: str, stake: int) -> str | None:
    """Why these chips are refused with a decision: a buy-in or a match has a fixed size [CAS-08, CAS-09]."""
    if option == BUY:
        expected = terms.buy_in_antes * ante
        clause = "CAS-09"
    else:
        expected = match_antes(terms) * ante
        clause = "CAS-08"
    if stake == expected:
        return None
    return f"to {option} takes {expected} chips more, not {stake} [{clause}]"


def match_antes(terms: Terms) -> int:
    """What a player who folds adds to the ante, in antes [CAS-08, CAS-A3]."""
    return terms.fold_cost_antes - 1


def fold_payments(terms: Terms, round_: Round) -> list[Payment]:
    """The ante and its match of each seat that folded; both are lost at once [CAS-08]."""
    payments = []
    for seat in round_.seats:
        if not seat.live:
            ante = seat.wagers[ANTE]
            payments += pays(seat.number, HOUSE, -ante, ANTE, "CAS-08", "folded")
            payments += pays(seat.number, HOUSE, -match_antes(terms) * ante, MATCH, "CAS-08", "folded")
    return payments
