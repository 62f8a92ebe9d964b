"""Players who bank in Pai Gow Poker [PGP-42..PGP-49]."""

from ...rules.game import Banking, Opening
from ...rules.payments import HOUSE
from .terms import Terms

MAIN = "main"


def banking(terms: Terms) -> Banking:
    """How players take the bank from round to round [PGP-42, PGP-43, PGP-44, PGP-47]."""
    return Banking(
        may_bank=terms.player_banking == "allowed",
        frequency=terms.player_bank_frequency,
        offer=terms.bank_offer,
        house_bet_basis=terms.house_bet_cap_basis,
        main_wager=MAIN,
        clauses={"may": "PGP-42", "every_other": "PGP-43", "one_banker": "PGP-44", "house_bet": "PGP-47"},
    )


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    """Why a round cannot open with this banker, or None."""
    if opening.banker == HOUSE:
        if opening.house_bet:
            return "the House bets only against a player who banks, and no player banks this round [PGP-47]"
        return None
    if terms.player_banking == "off":
        return f"players do not bank at this table, so seat {opening.banker} cannot [PGP-A10]"
    banking_player = opening.players[int(opening.banker) - 1]
    if opening.players.count(banking_player) > 1:
        return f"a player who banks has one hand, and the player at seat {opening.banker} has more [PGP-A9]"
    return None
