"""The ante, and the decision to buy or to fold: what each costs [CAS-06..CAS-10]."""

from ...rules.costs import OptionCost, OptionCosts
from ...rules.game import Spot
from ...rules.payments import HOUSE, Payment, pays
from ...rules.round import Round, Seat
from .terms import Terms

# Names of what chips are paid for.
ANTE = "ante"
BUY_IN = "buy-in"
MATCH = "match"
POINTS = "points"

# The decisions.
BUY = "buy"
FOLD = "fold"
BUY_CLAUSE = "CAS-09"
FOLD_CLAUSE = "CAS-08"


def ante_spot(terms: Terms) -> Spot:
    """The ante with its limits [CAS-06, CAS-A15]."""
    return Spot(ANTE, terms.ante_min, terms.ante_max, "CAS-A15")


def why_not_stake(terms: Terms, ante: int, option: str, stake: int) -> str | None:
    """Why these chips are refused with a decision: a buy-in or a match has a fixed size [CAS-08, CAS-09]."""
    if option == BUY:
        expected = terms.buy_in_antes * ante
        clause = BUY_CLAUSE
    else:
        expected = match_antes(terms) * ante
        clause = FOLD_CLAUSE
    if stake == expected:
        return None
    return f"to {option} takes {expected} chips more, not {stake} [{clause}]"


def match_antes(terms: Terms) -> int:
    """What a player who folds adds to the ante, in antes [CAS-08, CAS-A3]."""
    return terms.fold_cost_antes - 1


def option_costs(terms: Terms, round_: Round, seat: Seat) -> OptionCosts:
    """What it costs to buy two cards, and to fold [CAS-08, CAS-09]."""
    ante = seat.wagers[ANTE]
    buy_in = terms.buy_in_antes * ante
    match = match_antes(terms) * ante
    matched = f", and a match of {match}" if match else ""
    return {
        BUY: OptionCost(
            label="Buy two cards",
            says=f"Pay a buy-in of {buy_in} for two more cards and play on",
            clause=BUY_CLAUSE,
            effect="adds",
            chips=buy_in,
        ),
        FOLD: OptionCost(
            label="Fold",
            says=f"Lose the ante of {ante}{matched} at once",
            clause=FOLD_CLAUSE,
            effect="loses",
            chips=ante + match,
        ),
    }


def fold_payments(terms: Terms, round_: Round) -> list[Payment]:
    """The ante and its match of each seat that folded; both are lost at once [CAS-08]."""
    payments = []
    for seat in round_.seats:
        if not seat.live:
            ante = seat.wagers[ANTE]
            payments += pays(seat.number, HOUSE, -ante, ANTE, "CAS-08", "folded")
            payments += pays(seat.number, HOUSE, -match_antes(terms) * ante, MATCH, "CAS-08", "folded")
    return payments
