"""
What of a game an environment must know beforehand: how many seats, cards, wagers, decisions and hands there can be.

All of it is read off the game: its steps, their spots and options, the hands a seat may have to set, the shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any, Literal

from ..games import game as game_named
from ..rules.cards import JOKER, Cards
from ..rules.errors import NotAllowed, Unreadable, nearest, shown
from ..rules.game import AnyGame, Deal, Decide, Opening, Spot, Step, Wager
from ..rules.round import Seat
from ..rules.setting import Slot

SettingBy = Literal["place", "ranked"]
WAYS_TO_SET = ("place", "ranked")
MOST_STAKES = 100
MOST_CANDIDATES = 50
MOST_ROUNDS = 10_000
MOST_REMEMBERED = 10_000
"""Of each kind of thing that is kept so that it need not be reckoned again."""


@dataclass(frozen=True)
class Action:
    """One thing an agent can do."""

    kind: str
    """wait, pass, bank, stake, decide, place or candidate."""
    value: str | int = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.value}".strip()


WAIT = Action("wait")
PASS = Action("pass")
BANK = Action("bank")
BANK_WITH_HOUSE_BET = Action("bank", "with house bet")
LEFT_OUT = "left out"
"""Where a card goes that is not set."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A game with so many seats, and how an agent's moves at it are cut into actions."""

    game: AnyGame
    seats: int
    setting: SettingBy = "place"
    """Hands are set card by card, or by the number of a candidate that `houseway.solving` ranks."""
    stakes: int = 3
    """How many sizes of each wager there are to choose from, from its least to its greatest."""
    candidates: int = 8
    rounds: int = 1
    """Rounds of an episode, at one table."""
    banking: bool = True
    """Is the bank offered, where the game lets players bank?"""
    remembered: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Which stakes are allowed, by what was wagered before."""
    begun: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """Where episodes stand before their first card, by the answers that led there."""

    @cached_property
    def players(self) -> tuple[str, ...]:
        return tuple(f"seat_{number}" for number in range(1, self.seats + 1))

    @cached_property
    def banks(self) -> bool:
        rule = self.game.banking(self.game.terms)
        return self.banking and rule is not None and rule.may_bank

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every step that a round can have, whoever banks."""
        openings = [Opening(players=self.players)]
        openings += [replace(openings[0], banker=1)] if self.banks else []
        return tuple(dict.fromkeys(step for opening in openings for step in self.game.steps(self.game.terms, opening)))

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        wagers = [step for step in self.steps if isinstance(step, Wager)]
        return _by_name(spot for step in wagers for spot in (*step.spots, *step.instead, *step.banker_spots))

    @cached_property
    def options(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(option for step in self.decides for option in step.options))

    @cached_property
    def decides(self) -> tuple[Decide, ...]:
        return tuple(step for step in self.steps if isinstance(step, Decide))

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """Every hand that a seat may have to set, whatever it decided before."""
        return _by_name(slot for slots in self._layouts for slot in slots)

    @cached_property
    def _layouts(self) -> tuple[tuple[Slot, ...], ...]:
        said = [step.options for step in self.decides]
        histories = [history for count in range(len(said) + 1) for history in product(*said[:count])]
        seats = [Seat(number=1, player="", decisions=history) for history in histories]
        return tuple(self.game.slots(self.game.terms, seat) for seat in seats)

    @cached_property
    def leaves_out(self) -> bool:
        """Can a seat have more cards than it must set?"""
        least = [sum(min(slot.sizes) for slot in slots) for slots in self._layouts if slots]
        return any(count < self.own_cards for count in least)

    @cached_property
    def own_cards(self) -> int:
        """The most cards that a seat can hold."""
        return sum(step.cards for step in self.steps if isinstance(step, Deal))

    @cached_property
    def dealer_cards(self) -> int:
        return sum(step.dealer for step in self.steps if isinstance(step, Deal))

    @cached_property
    def copies(self) -> int:
        """How often the commonest card is in the shoe."""
        return max(Counter(self.shoe).values())

    @cached_property
    def shoe(self) -> Cards:
        return tuple(sorted(self.game.shoe(self.game.terms)))

    @cached_property
    def jokers(self) -> bool:
        return JOKER in self.shoe

    def sizes_of(self, spot: Spot) -> tuple[int, ...]:
        """The chips to choose from, evenly from the least to the greatest."""
        reach = spot.high - spot.low
        steps = max(self.stakes - 1, 1)
        return tuple(dict.fromkeys(spot.low + reach * level // steps for level in range(self.stakes)))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Everything an agent can ever do, in the order of its number."""
        return tuple(self._actions())

    def _actions(self) -> Iterator[Action]:
        yield WAIT
        if self.banks:
            yield from (PASS, BANK, BANK_WITH_HOUSE_BET)
        if self.spots:
            yield from (Action("stake", level) for level in range(self.stakes + 1))
        yield from (Action("decide", option) for option in self.options)
        if self.slots and self.setting == "place":
            yield from (Action("place", slot.name) for slot in self.slots)
            if self.leaves_out:
                yield Action("place", LEFT_OUT)
        elif self.slots:
            yield from (Action("candidate", rank) for rank in range(self.candidates))

    @cached_property
    def numbers(self) -> dict[Action, int]:
        return {action: number for number, action in enumerate(self.actions)}

    @cached_property
    def longest(self) -> int:
        """The most actions of a seat in a round."""
        setting = self.own_cards if self.setting == "place" else 1
        wagers = len(self.spots) * sum(isinstance(step, Wager) for step in self.steps)
        return self.banks + wagers + len(self.decides) + setting * len(self.steps)


def setup(game: Any, *, seats: int | None = None, **settings: Any) -> Setup:
    """The setup of a game, given by its name, as a variant or as its rules; refuses numbers that make no sense."""
    rules = game_named(game) if isinstance(game, str) else getattr(game, "rules", game)
    least = max(rules.seats(rules.terms).start, rules.players_needed)
    count = least if seats is None else seats
    if type(count) is not int or count not in rules.seats(rules.terms) or count < least:
        raise NotAllowed(f"{rules.name} has {least} to {rules.seats(rules.terms).stop - 1} seats, not {shown(seats)}")
    found = Setup(game=rules, seats=count, **settings)
    if found.setting not in WAYS_TO_SET:
        hint = nearest(str(found.setting), WAYS_TO_SET)
        raise Unreadable(f"hands are set by {' or '.join(WAYS_TO_SET)}, not by {shown(found.setting)}{hint}")
    for name, most in (("stakes", MOST_STAKES), ("candidates", MOST_CANDIDATES), ("rounds", MOST_ROUNDS)):
        value = getattr(found, name)
        if type(value) is not int or not 1 <= value <= most:
            raise Unreadable(f"{name} is a whole number from 1 to {most}, not {shown(value)}")
    return found


def _by_name(things: Iterable[Any]) -> tuple[Any, ...]:
    found: dict[str, Any] = {}
    for thing in things:
        found.setdefault(thing.name, thing)
    return tuple(found.values())
