"""Players who bank in Pyramid Poker, and the House's own wager against them [PYR-60..PYR-71]."""

from ...rules.game import Banking, Opening
from ...rules.payments import HOUSE, Payment, pays
from ...rules.round import Round
from ...rules.setting import Setting
from .fouls import settled_hand
from .house_way import house_way
from .main_wager import main_result
from .terms import Terms
from .wagers import MAIN


def banking(terms: Terms) -> Banking:
    """How players take the bank from round to round [PYR-60, PYR-63, PYR-66, PYR-68]."""
    return Banking(
        may_bank=terms.player_banking == "allowed",
        frequency=terms.player_bank_frequency,
        offer=terms.bank_offer,
        house_bet_basis=terms.house_bet_cap_basis,
        house_bet_hands=terms.house_bet_cap_hands,
        main_wager=MAIN,
        clauses={"may": "PYR-60", "every_other": "PYR-63", "one_banker": "PYR-68", "house_bet": "PYR-66"},
    )


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    """Why a round cannot open with this shoe or this banker, or None."""
    if terms.decks < 6:
        return f"the shoe holds six or more decks, not {terms.decks} [PYR-16]"
    if opening.banker == HOUSE:
        if opening.house_bet:
            return "the House bets only against a player who banks, and no player banks this round [PYR-66]"
        return None
    if terms.player_banking == "off":
        return f"players do not bank at this table, so seat {opening.banker} cannot [PYR-60]"
    banking_player = opening.players[int(opening.banker) - 1]
    if opening.players.count(banking_player) > 1:
        return f"a player who banks has one hand, and the player at seat {opening.banker} has more [PYR-A33]"
    return None


def bank_setting(terms: Terms, round_: Round) -> Setting:
    """The setting that every first wager is compared with: the House's, or the Player Banker's [PYR-64]."""
    banker = round_.opening.banker
    if banker == HOUSE:
        return house_way(terms, round_.dealer)
    return settled_hand(terms, round_.seat(banker), banker).setting


def house_bet(terms: Terms, round_: Round) -> list[Payment]:
    """The House's own wager against a Player Banker, with its hand set the House Way [PYR-64, PYR-66]."""
    banker = round_.opening.banker
    if banker == HOUSE:
        return []
    result = main_result(
        terms,
        house_way(terms, round_.dealer),
        bank_setting(terms, round_),
        trips_win=terms.house_trips_privilege_as_bettor,  # [PYR-A25]
        bank_trips_win=terms.banker_trips_auto,  # [PYR-A25]
    )
    chips = result.pays * round_.opening.house_bet
    return pays(HOUSE, banker, chips, "house bet", result.clause, result.in_words)
