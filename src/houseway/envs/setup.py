"""
The fixed size of an environment: how many seats, cards, wagers, decisions and hands a game can have, and its actions.

All of it is derived from the game: its steps, their spots and options, the hands that a seat may have to set, the shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Literal, Protocol, TypedDict, TypeVar, Unpack

from ..games import game as game_named
from ..rules.cards import JOKER, Cards
from ..rules.errors import NotAllowed, Unreadable, nearest, shown
from ..rules.game import AnyGame, Deal, Decide, Game, Opening, Spot, Step, Wager
from ..rules.round import Seat
from ..rules.setting import Slot

if TYPE_CHECKING:
    from .episode import Episode

SettingBy = Literal["place", "ranked"]
SETTING_MODES: tuple[SettingBy, ...] = ("place", "ranked")
MOST_STAKES = 100
MOST_CANDIDATES = 50
MOST_ROUNDS = 10_000
MOST_CACHED = 10_000
"""Entries of each cache."""


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str: ...


class HasRules(Protocol):
    """A variant of the Python interface."""

    @property
    def rules(self) -> AnyGame: ...


NamedThing = TypeVar("NamedThing", bound=Named)
GameChoice = str | AnyGame | HasRules
"""A game by name, as a variant or as its rules."""


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
    """A game with a number of seats, and how the moves of an agent are divided into actions."""

    game: AnyGame
    seats: int
    setting: SettingBy = "place"
    """`place` sets hands card by card; `ranked` chooses among the candidates of the game's solver."""
    stakes: int = 3
    """Number of sizes of each wager, from its minimum to its maximum."""
    candidates: int = 8
    """Number of settings that `ranked` offers."""
    rounds: int = 1
    """Rounds in an episode, all at one table."""
    banking: bool = True
    """Whether the bank is offered, if players may bank in this game."""
    stake_cache: dict[Hashable, tuple[Action, ...]] = field(default_factory=dict, compare=False, repr=False)
    """Allowed stakes, by the wagers before."""
    opening_cache: dict[Hashable, Episode] = field(default_factory=dict, compare=False, repr=False)
    """Episodes before their first card, by the answers that led to them."""

    @cached_property
    def players(self) -> tuple[str, ...]:
        return tuple(f"seat_{number}" for number in range(1, self.seats + 1))

    @cached_property
    def banks(self) -> bool:
        rule = self.game.banking(self.game.terms)
        return self.banking and rule is not None and rule.may_bank

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every step that a round can have, with the House or a player as banker."""
        openings = [Opening(players=self.players)]
        if self.banks:
            openings.append(replace(openings[0], banker=1))
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
        """Every slot that a seat may have to fill, after any decisions."""
        return _by_name(slot for slots in self._layouts for slot in slots)

    @cached_property
    def _layouts(self) -> tuple[tuple[Slot, ...], ...]:
        """The slots of a seat after each possible history of decisions."""
        options = [step.options for step in self.decides]
        histories = [history for count in range(len(options) + 1) for history in product(*options[:count])]
        seats = [Seat(number=1, player="", decisions=history) for history in histories]
        return tuple(self.game.slots(self.game.terms, seat) for seat in seats)

    @cached_property
    def leaves_out(self) -> bool:
        """Whether a seat can have more cards than it must set."""
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
        """Copies of the most frequent card in the shoe."""
        return max(Counter(self.shoe).values())

    @cached_property
    def shoe(self) -> Cards:
        return tuple(sorted(self.game.shoe(self.game.terms)))

    @cached_property
    def jokers(self) -> bool:
        return JOKER in self.shoe

    def sizes_of(self, spot: Spot) -> tuple[int, ...]:
        """The stakes to choose from in chips, evenly spaced from the minimum to the maximum."""
        span = spot.high - spot.low
        steps = max(self.stakes - 1, 1)
        return tuple(dict.fromkeys(spot.low + span * level // steps for level in range(self.stakes)))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of an agent, in the order of their numbers."""
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
    def most_actions(self) -> int:
        """The most actions of a seat in a round."""
        setting = self.own_cards if self.setting == "place" else 1
        wagers = len(self.spots) * sum(isinstance(step, Wager) for step in self.steps)
        bank_answers = 1 if self.banks else 0
        return bank_answers + wagers + len(self.decides) + setting * len(self.steps)


class ActionSettings(TypedDict, total=False):
    """How the moves of an agent are divided into actions; the fields of `Setup` describe them."""

    setting: SettingBy
    stakes: int
    candidates: int
    rounds: int
    banking: bool


class SetupSettings(ActionSettings, total=False):
    """The settings of an environment."""

    seats: int | None
    """Default: the fewest that can play."""


def setup(game: GameChoice, *, seats: int | None = None, **settings: Unpack[ActionSettings]) -> Setup:
    """The setup of a game. Settings out of range are refused."""
    rules = _rules_of(game)
    least = max(rules.seats(rules.terms).start, rules.players_needed)
    count = least if seats is None else seats
    if type(count) is not int or count not in rules.seats(rules.terms) or count < least:
        raise NotAllowed(f"{rules.name} has {least} to {rules.seats(rules.terms).stop - 1} seats, not {shown(seats)}")
    chosen = Setup(game=rules, seats=count, **settings)
    if chosen.setting not in SETTING_MODES:
        hint = nearest(str(chosen.setting), SETTING_MODES)
        raise Unreadable(f"hands are set by {' or '.join(SETTING_MODES)}, not by {shown(chosen.setting)}{hint}")
    for name, most in (("stakes", MOST_STAKES), ("candidates", MOST_CANDIDATES), ("rounds", MOST_ROUNDS)):
        value = getattr(chosen, name)
        if type(value) is not int or not 1 <= value <= most:
            raise Unreadable(f"{name} is a whole number from 1 to {most}, not {shown(value)}")
    return chosen


def _rules_of(game: GameChoice) -> AnyGame:
    if isinstance(game, str):
        return game_named(game)
    return game if isinstance(game, Game) else game.rules


def _by_name(things: Iterable[NamedThing]) -> tuple[NamedThing, ...]:
    """The first thing of each name."""
    by_name: dict[str, NamedThing] = {}
    for thing in things:
        by_name.setdefault(thing.name, thing)
    return tuple(by_name.values())
