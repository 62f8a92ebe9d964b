"""
Chinese Poker ("Thirteen Card Poker"), by the Washington State Gambling Commission's game rules.

Marks like [CHI-17] are clauses of rulebook.md; [CHI-A6] is an open question. Each chapter of the rules is a module:

    terms           every option
    hand_order      front, middle and back, and what beats what
    fouls           settings that are not allowed
    house_way       how a hand is set without a player
    scoring         units for rows won
    naturals        thirteen cards that win without a comparison
    bonuses         units for strong rows
    exposure        a player's hand, ready for settlement
    in_force        what players agree on before play
    prizes          who pays for naturals and bonuses
    cover           the buy-in and the most that a player can lose
    settlement      all payments of a round
"""

from collections.abc import Mapping
from dataclasses import replace

from ...rules.cards import shoe, write_cards
from ...rules.costs import Claim, OptionCost, OptionCosts
from ...rules.errors import plural
from ...rules.game import (
    Deal,
    Decide,
    ExposureOrder,
    Game,
    Irregularity,
    Opening,
    SeatLimit,
    SetHands,
    Step,
    irregularities,
)
from ...rules.moves import Decided, HandsSet, Move
from ...rules.round import Round, Seat
from .cover import at_risk, refuse_opening
from .fouls import foul, foul_cost, order_kept
from .hand_order import SLOTS, strength
from .house_way import house_way
from .in_force import in_force
from .naturals import NATURALS, natural_of, naturals_in
from .settlement import fees, settle
from .terms import PRESETS, Terms, limits_in_words, refuse_limits, refuse_terms

__all__ = ["SHEET", "Terms"]

PLAY = "play"
SURRENDER = "surrender"


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """Deal, surrender where it is permitted, set face down; all hands open after the last is set [CHI-15, CHI-D9]."""
    deal = Deal(13, "CHI-05")
    set_hands = SetHands("CHI-08")
    if not terms.surrender:
        return deal, set_hands
    surrender = Decide(
        options=(PLAY, SURRENDER),
        clause="CHI-37",
        leaving=(SURRENDER,),
        in_turn=terms.surrender_order == "in_turn",  # [CHI-A27]
    )
    return deal, surrender, set_hands


def option_costs(terms: Terms, round_: Round, seat: Seat) -> OptionCosts:
    """Playing costs nothing; a surrender pays a set amount to each player who stays [CHI-37]."""
    opponents = len(round_.live) - 1
    units = terms.surrender_units[terms.scoring]
    amount = f"{plural(units, 'unit')} ({plural(units * terms.unit_value, 'chip')})"
    return {
        PLAY: OptionCost(label="Play", says="Set your thirteen cards against the others", clause="CHI-08"),
        SURRENDER: OptionCost(
            label="Surrender",
            says=f"Fold your hand and pay {amount} to each player who plays on",
            clause="CHI-37",
            effect="pays",
            chips=units * terms.unit_value,
            payees=opponents,
        ),
    }


def refuse_move(terms: Terms, round_: Round, move: Move) -> str | None:
    """Why a move is not allowed: a stake on a surrender, a false claim, or a foul that has to be corrected."""
    if isinstance(move, Decided) and move.stake:
        return "a surrender pays a set amount, so no chips can be wagered with it [CHI-37]"
    if not isinstance(move, HandsSet):
        return None
    if move.claims and not is_declared_natural(terms, round_, move):
        cards = write_cards(round_.seat(move.seat).cards)
        return f"{', '.join(map(str, move.claims))} cannot be claimed with {cards} here [CHI-A17]"
    if terms.foul_policy == "correct":  # [CHI-A1]
        return foul(terms, move.setting, {})
    return None


def claims(terms: Terms, seat: Seat) -> tuple[Claim, ...]:
    """The natural that a seat may declare, at a table where it has to be declared [CHI-A17]."""
    if not terms.naturals or terms.natural_detection != "declared":
        return ()
    held = naturals_in(terms, seat.cards)
    natural = next((name for name in NATURALS if name in held), None)
    if natural is None:
        return ()
    kind = natural.replace("_", " ")
    amount = f"{plural(terms.natural_units, 'unit')} ({plural(terms.natural_units * terms.unit_value, 'chip')})"
    says = f"Your cards hold a natural, {kind}: declared, it wins {amount}; otherwise they are played as set"
    return (Claim("natural", f"Declare a natural: {kind}", says, "CHI-A17"),)


def is_declared_natural(terms: Terms, round_: Round, move: HandsSet) -> bool:
    """Does the move claim a natural, at a table where it must be declared, with cards that are one? [CHI-A17]"""
    seat = replace(round_.seat(move.seat), setting=move.setting, claims=move.claims)
    declares_natural = terms.natural_detection == "declared" and move.claims == ("natural",)
    return declares_natural and natural_of(terms, seat) is not None


def exposure_order(terms: Terms) -> ExposureOrder:
    """All hands at once, or the front rows of all players first [CHI-15, CHI-A30]."""
    return "hand_by_hand" if terms.reveal == "row_by_row" else "all_at_once"


def deal_irregularities(terms: Terms) -> Mapping[str, Irregularity]:
    """Why a deal is void and made again, until the operator's internal controls say otherwise [CHI-A33]."""
    reasons = dict(irregularities(terms.irregularity_policy, "CHI-A33"))
    if terms.irregularity_policy == "redeal":
        reasons["boxed_card"] = Irregularity("a card lay face up in the deck", "CHI-A33")
    if terms.shuffler == "machine":
        reasons["machine_fault"] = Irregularity("the shuffle machine reports a fault", "CHI-04")
    return reasons


SHEET = Game(
    key="chinese",
    name="Chinese Poker",
    about="Set thirteen cards as rows of three, five and five; win units for each row that beats another player's.",
    terms=Terms(),
    seats=lambda terms: range(2, terms.players + 1),  # [CHI-03, CHI-A29]
    shoe=lambda terms: shoe(decks=terms.decks),  # no jokers [CHI-01, CHI-02]
    steps=steps,
    slots=lambda terms, seat: SLOTS,
    settle=settle,
    irregularities=deal_irregularities,
    house_way=house_way,
    foul=foul,
    foul_cost=foul_cost,
    order_kept=order_kept,
    claims=claims,
    strength=lambda terms, slot, hand, jokers: strength(terms, hand),
    exposure_order=exposure_order,
    option_costs=option_costs,
    players_needed=2,  # the last player left collects from all others [CHI-A25]
    hands_per_player=lambda terms: SeatLimit(1, "CHI-03"),
    refuse_terms=refuse_terms,
    refuse_limits=refuse_limits,
    limits_in_words=limits_in_words,
    refuse_opening=refuse_opening,
    refuse=refuse_move,
    due=fees,
    at_risk=at_risk,
    cover_clause="CHI-A31",
    in_force=in_force,
    presets=PRESETS,
)
