"""
Strategies: how a seat wagers, decides, sets its hands and takes the bank, given only what the seat may see.

Every game has the strategies `newcomer`, `house_way` and `expert`. The hands that a strategy sets are checked by the
rules before they become a move, because an illegal setting is a bug of the strategy and must not cost the seat chips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..rules.cards import Cards
from ..rules.errors import Broken
from ..rules.game import AnyGame, Decide, Game, SetHands, Spot, Wager
from ..rules.moves import Decided, HandsSet, Posted, SeatMove
from ..rules.setting import Slot, why_not_set
from ..rules.view import View

# Default behaviour ---------------------------------------------------------------------------------------------------


def lowest_wagers(game: AnyGame, view: View) -> Mapping[str, int]:
    """Every mandatory wager at its minimum, in chips by spot."""
    return {spot.name: spot.low for spot in own_spots(view) if not spot.optional}


def steady_decision(game: AnyGame, view: View) -> str:
    """The game's own choice for a sensible player without a strategy."""
    return game.steady_decision(game.terms, decision_due(view), own_cards(view))


def set_house_way(game: AnyGame, view: View) -> HandsSet:
    """The viewer's hands, set the house way."""
    if game.house_way is None:
        raise Broken(f"{game.key} has no house way to set hands by")
    return HandsSet(own_seat(view), game.house_way(game.terms, own_cards(view)))


def never_banks(game: AnyGame, chips: int) -> bool:
    return False


# The strategy --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """How a seat plays one game. The defaults wager the minimum, decide steadily, set the house way and never bank."""

    name: str
    about: str
    """One sentence on how the strategy plays."""
    wager: Callable[[Game[Any], View], Mapping[str, int]] = lowest_wagers
    """Chips by spot."""
    decide: Callable[[Game[Any], View], str] = steady_decision
    """The chosen option of a decision."""
    set_hands: Callable[[Game[Any], View], HandsSet] = set_house_way
    """The hands set from the viewer's cards."""
    banks: Callable[[Game[Any], int], bool] = never_banks
    """Whether the player takes the bank when it is offered, given the player's chips."""

    def move(self, game: AnyGame, view: View) -> SeatMove:
        """The move of the viewer's seat in the current step."""
        match view.step:
            case Wager():
                return Posted(own_seat(view), affordable_wagers(game, view, self.wager(game, view)))
            case Decide():
                return Decided(own_seat(view), allowed_decision(game, view, self.decide(game, view)))
            case SetHands():
                return require_legal(game, view.slots, own_cards(view), self.set_hands(game, view))
            case step:
                raise Broken(f"nobody moves in {step}")


def affordable_wagers(game: AnyGame, view: View, wagers: Mapping[str, int]) -> Mapping[str, int]:
    """These wagers, or the lowest ones if the player has too few chips for these."""
    chips = view.seats[own_seat(view) - 1].chips
    if chips is None or sum(wagers.values()) <= chips:
        return wagers
    return lowest_wagers(game, view)


def allowed_decision(game: AnyGame, view: View, option: str) -> str:
    """This option if the rules allow it, else the game's default, else the first option that is allowed."""
    if view.option_refusals.get(option) is None:
        return option
    allowed = [other for other, reason in view.option_refusals.items() if reason is None]
    default = game.default_decision(game.terms, decision_due(view))
    if default in allowed:
        return default
    return allowed[0] if allowed else option


def require_legal(game: AnyGame, slots: tuple[Slot, ...], cards: Cards, move: HandsSet) -> HandsSet:
    """The same move; raise `Broken` if the rules refuse its hands or they foul."""
    reason = why_not_set(slots, cards, move.setting) or game.foul(game.terms, move.setting, move.jokers)
    if reason:
        raise Broken(f"a strategy for {game.key} set its hands badly: {reason}")
    return move


# What the viewer may see ---------------------------------------------------------------------------------------------


def own_seat(view: View) -> int:
    """The viewer's seat number."""
    if view.viewer is None:
        raise Broken("a spectator has no seat to play")
    return view.viewer


def own_cards(view: View) -> Cards:
    return view.seats[own_seat(view) - 1].cards


def own_spots(view: View) -> tuple[Spot, ...]:
    """The spots that the viewer may wager on now."""
    if not isinstance(view.step, Wager):
        raise Broken(f"no wagers are due in {view.step}")
    return view.step.banker_spots if view.viewer == view.banker else view.step.spots


def decision_due(view: View) -> Decide:
    if not isinstance(view.step, Decide):
        raise Broken(f"no decision is due in {view.step}")
    return view.step
