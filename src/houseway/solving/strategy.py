"""
A strategy: how a seat wagers, decides, sets its hands and takes the bank, from what the seat may see.

Three are had by name at every game: `newcomer`, `house_way` and `expert`. What a strategy puts down is checked by the
rules before it leaves: a foul is our bug, not a loss of the seat's.
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


def lowest_wagers(game: AnyGame, seen: View) -> Mapping[str, int]:
    """Every wager that must be made, at its minimum."""
    return {spot.name: spot.low for spot in spots_of(seen) if not spot.optional}


def steady_decision(game: AnyGame, seen: View) -> str:
    """What a sensible player without a strategy decides."""
    return game.steady_decision(game.terms, decision_due(seen), own_cards(seen))


def the_house_way(game: AnyGame, seen: View) -> HandsSet:
    """The hands as the house would set them."""
    if game.house_way is None:
        raise Broken(f"{game.key} has no way of setting hands")
    return HandsSet(number_of(seen), game.house_way(game.terms, own_cards(seen)))


def never(game: AnyGame, chips: int) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """A way to play one game; what is not said is played steadily."""

    name: str
    about: str
    """In one sentence, how it plays."""
    wager: Callable[[Game[Any], View], Mapping[str, int]] = lowest_wagers
    decide: Callable[[Game[Any], View], str] = steady_decision
    set_hands: Callable[[Game[Any], View], HandsSet] = the_house_way
    banks: Callable[[Game[Any], int], bool] = never
    """Does it take the bank when it is offered, with so many chips?"""

    def move(self, game: AnyGame, seen: View) -> SeatMove:
        """The move of the viewer's seat, from the view alone."""
        match seen.step:
            case Wager():
                return Posted(number_of(seen), within_means(game, seen, self.wager(game, seen)))
            case Decide():
                return Decided(number_of(seen), that_may_be(game, seen, self.decide(game, seen)))
            case SetHands():
                return checked(game, seen.slots, own_cards(seen), self.set_hands(game, seen))
            case step:
                raise Broken(f"nobody moves in {step}")


def within_means(game: AnyGame, seen: View, wagers: Mapping[str, int]) -> Mapping[str, int]:
    """These wagers, or the least where the seat's player has too few chips for them."""
    chips = seen.seats[number_of(seen) - 1].chips
    return wagers if chips is None or sum(wagers.values()) <= chips else lowest_wagers(game, seen)


def that_may_be(game: AnyGame, seen: View, option: str) -> str:
    """This option, or the one nearest to it that the seat's player can pay for."""
    if seen.option_refusals.get(option) is None:
        return option
    usual = game.default_decision(game.terms, decision_due(seen))
    allowed = [other for other, reason in seen.option_refusals.items() if reason is None]
    if usual in allowed:
        return usual
    return allowed[0] if allowed else option


def checked(game: AnyGame, slots: tuple[Slot, ...], cards: Cards, move: HandsSet) -> HandsSet:
    """The same hands, if the rules let them be put down and they do not foul."""
    reason = why_not_set(slots, cards, move.setting) or game.foul(game.terms, move.setting, move.jokers)
    if reason:
        raise Broken(f"a strategy for {game.key} set its hands badly: {reason}")
    return move


def number_of(seen: View) -> int:
    """The seat that looks."""
    if seen.viewer is None:
        raise Broken("a watcher has no seat to play")
    return seen.viewer


def own_cards(seen: View) -> Cards:
    return seen.seats[number_of(seen) - 1].cards


def spots_of(seen: View) -> tuple[Spot, ...]:
    """The wagers this seat is asked for."""
    if not isinstance(seen.step, Wager):
        raise Broken(f"no wagers are due in {seen.step}")
    return seen.step.banker_spots if seen.viewer == seen.banker else seen.step.spots


def decision_due(seen: View) -> Decide:
    if not isinstance(seen.step, Decide):
        raise Broken(f"no decision is due in {seen.step}")
    return seen.step
