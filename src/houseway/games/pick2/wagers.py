"""Wagers and decisions: the areas of the layout, their limits, the Play wager, and why a stake is refused."""

from dataclasses import replace

from ...rules.game import Spot
from ...rules.round import Seat
from .terms import Terms

# The areas of the layout [P2P-14], and a tip [P2P-26].
ANTE = "ante"
PLAY = "play"
BONUS_3_5 = "bonus_3_5"
BONUS_5_ONLY = "bonus_5_only"
TIP = "tip"
BONUSES = (BONUS_3_5, BONUS_5_ONLY)

# The decisions [P2P-28, P2P-29].
THREE = "three"
FIVE = "five"
FOLD = "fold"
PLAY_CLAUSE = "P2P-31"
FOLD_CLAUSE = "P2P-30"


def required_spots(terms: Terms) -> tuple[Spot, ...]:
    """Ante and 3-5 Bonus, which a player needs to play against the dealer [P2P-19, P2P-23]."""
    ante = Spot(ANTE, terms.ante_min, terms.ante_max, "P2P-23")
    if terms.b35_stake == "free":
        return ante, Spot(BONUS_3_5, terms.b35_min, terms.b35_max, "P2P-23")
    return ante, replace(ante, name=BONUS_3_5, same_as=ANTE)


def optional_spots(terms: Terms) -> tuple[Spot, ...]:
    """The 5 Card Bonus Only, within the limits of the Ante because the sheet names no others [P2P-21], and the tip."""
    same_as = ANTE if terms.b5_stake == "equal_ante" else None
    bonus = Spot(BONUS_5_ONLY, terms.ante_min, terms.ante_max, "P2P-23", optional=True, same_as=same_as)
    if terms.tip_bets == "on":
        return bonus, Spot(TIP, 1, terms.ante_max, "P2P-26", optional=True)
    return (bonus,)


def spots(terms: Terms) -> tuple[Spot, ...]:
    """All areas for wagers before the deal; a wager is whole chips [P2P-18]."""
    return required_spots(terms) + optional_spots(terms)


def bonus_only_spots(terms: Terms) -> tuple[Spot, ...]:
    """The areas of a player who makes only the 5 Card Bonus Only wager, if that is allowed [P2P-A13]."""
    if not terms.b5_alone:
        return ()
    return tuple(replace(spot, optional=spot.name == TIP, same_as=None) for spot in optional_spots(terms))


def play_chips(terms: Terms, ante: int, option: str) -> int:
    """The chips in the Play area that a decision takes [P2P-31, P2P-D9]."""
    match option:
        case "three":
            return terms.play_multiple_3card * ante
        case "five":
            return terms.play_multiple_5card * ante
        case _:
            return 0


def stakes(terms: Terms, seat: Seat) -> dict[str, int]:
    """The chips of each wager of a seat that has decided [P2P-D9]."""
    play = play_chips(terms, seat.wagers.get(ANTE, 0), seat.decisions[0])
    return {**seat.wagers, PLAY: play}


def why_not_wagers(terms: Terms, ante: int, bonus_3_5: int, bonus_5_only: int) -> str | None:
    """Why these wagers are refused: each bonus must equal the Ante, unless its stake is free [P2P-20, P2P-A3]."""
    if terms.b35_stake == "equal_ante" and bonus_3_5 != ante:
        return f"the 3-5 Bonus must equal the {ante} chips of the Ante, not be {bonus_3_5} [P2P-20]"
    if terms.b5_stake == "equal_ante" and bonus_5_only not in (0, ante):
        expected = f"the 5 Card Bonus Only must equal the {ante} chips of the Ante or be left out"
        return f"{expected}, not be {bonus_5_only} [P2P-20]"
    return None


def why_not_decision(terms: Terms, ante: int, option: str, stake: int | None) -> str | None:
    """Why a decision is refused: a Play wager of the wrong size, or no Ante to play with [P2P-A26, P2P-A13]."""
    expected = play_chips(terms, ante, option)
    if stake is not None and stake != expected:
        return f"the Play wager is {expected} chips for {option}, not {stake} [P2P-A26]"
    if ante == 0 and option != FIVE:
        return f"without an Ante there is only the bonus on all five cards: choose {FIVE}, not {option} [P2P-A13]"
    return None
