"""The Python API, `import houseway as hw`: games by name, variants of them, and rounds to play step by step."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .games import GAMES
from .games import game as game_named
from .records.dealing import next_deal, shuffled_shoe
from .records.shuffle import from_seed, from_system
from .rules.cards import Cards
from .rules.errors import Unreadable, plural, shown
from .rules.game import AnyGame, Opening
from .rules.moves import Move
from .rules.payments import HOUSE, Party, Payment, SeatNumber, net
from .rules.playing import play, settlement, start
from .rules.refusals import why_not
from .rules.round import Round
from .rules.terms import Value, canonical_text, options
from .rules.view import View, view
from .solving.bots import steady_move

if "IPython" in sys.modules:
    from .notebook import draw_in_notebooks

    draw_in_notebooks()

if TYPE_CHECKING:
    from .games.terms_diff import ChangedOption as ChangedOption  # these are named by the Python reference
    from .games.terms_diff import Effect as Effect
    from .games.terms_diff import FigureChange as FigureChange
    from .games.terms_diff import ProfitablePlay as ProfitablePlay
    from .games.terms_diff import TermsDiff
    from .pricing.alarm import Alarm
    from .pricing.house_way_audit import AnyHouseWayAudit
    from .pricing.price import Price
    from .pricing.readings import Reading
    from .rules.rulebook import Rulebook
    from .simulation.duel import Duel
    from .simulation.result import Simulation
    from .solving.results import Explanation, Option
    from .solving.results import HandValue as HandValue  # named by the Python reference


def games() -> dict[str, Variant]:
    """Every game, by its name, under default terms."""
    return {key: Variant(rules) for key, rules in GAMES.items()}


def game(key: str, options: Mapping[str, object] | None = None, /, **more: object) -> Variant:
    """A game by name, with some of its options changed; dotted names go in the mapping."""
    return Variant(game_named(key).chosen({**(options or {}), **more}))


@dataclass(frozen=True)
class Variant:
    """A rule sheet under one set of terms."""

    rules: AnyGame

    @property
    def key(self) -> str:
        return self.rules.key

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def options(self) -> dict[str, Value]:
        """Every option and its value."""
        return options(self.rules.terms)

    @property
    def modifications(self) -> dict[str, tuple[Value, Value]]:
        """The options that differ from their default, each with the default and its value."""
        return self.rules.modifications

    @property
    def terms_text(self) -> str:
        return canonical_text(self.rules.key, self.rules.terms)

    @property
    def terms_hash(self) -> str:
        return self.rules.terms_hash

    @property
    def rulebook(self) -> Rulebook:
        from .games import rulebook_of

        return rulebook_of(self.rules.key)

    def price(self, **settings: Any) -> Price:
        """Every wager's exact odds, or estimates with their standard errors, which take `rounds` and `seed`."""
        from .games import module_of
        from .games.ask import price
        from .pricing import PriceSettings

        known = {field.name for field in fields(PriceSettings)}
        for name, value in settings.items():
            if name not in known:
                raise module_of(self.rules).pricing.not_a_setting(self.rules, name, value)
        return price(self.rules, **settings)

    def readings(self, *, also_unmoved: bool = False) -> list[Reading]:
        """What each reading of an open question changes, largest change first, like `houseway readings`."""
        from .games.ask import readings

        return readings(self.rules, also_unmoved=also_unmoved)

    def diff(self, other: Variant) -> TermsDiff:
        """What the terms of another variant of this game do to the odds compared with these, like `houseway diff`."""
        from .games.ask import diff

        return diff(self.rules, other.rules)

    def alarm(self) -> Alarm:
        """Whether any legal way to play is profitable for the player, and what was searched."""
        from .games.ask import alarm

        return alarm(self.rules)

    def way(self) -> AnyHouseWayAudit:
        """The audit of the house way: whether it always works, and what it costs against the best setting."""
        from .games.ask import house_way

        return house_way(self.rules)

    def explain(self) -> Explanation:
        """A strategy in sentences, each with its value, and what following only these sentences costs."""
        from .games.ask import explain

        return explain(self.rules)

    def best(self, cards: Cards | str, **circumstances: Any) -> list[Option]:
        """
        The options for these cards, best first, like `houseway best`.

        Circumstances, depending on the game: `players`, `against`, `bets`, `model`, `seed`.
        """
        from .games.ask import best
        from .solving.results import Options

        return Options(best(self.rules, cards, **circumstances))

    def simulate(self, **settings: Any) -> Simulation:
        """
        Many rounds by given players.

        Settings, as in `houseway simulate`: `rounds`, `players`, `seats`, `seed`, `session`, `until` (a standard
        error), `workers`, `cluster`, `by_rules`, `bank` (seat 1 banks), and `progress`, which is called after each
        piece of work.
        """
        from .games.ask import simulate

        return simulate(self.rules, **settings)

    def duel(self, first: str, second: str, *, rounds: int = 200, seed: int = 1) -> Duel:
        """Two strategies, by name or file, with the same cards and the seats exchanged, like `houseway duel`."""
        from .games.ask import strategy
        from .simulation.duel import duel

        return duel(self.rules, strategy(self.rules, first), strategy(self.rules, second), rounds=rounds, seed=seed)

    def report(self, path: Path | str, *, date: str, rounds: int | None = None) -> None:
        """Write the math report, like `houseway report`, to a file that ends in .html or .pdf. Takes minutes."""
        from .cli.progress import no_bar
        from .cli.report import day_of, write_report

        write_report(self.rules, Path(path), dated=day_of(date), rounds=rounds, bar=no_bar)

    def deal(
        self,
        *,
        seed: object = None,
        seats: int | None = None,
        players: tuple[str, ...] | None = None,
        chips: Mapping[str, int] | None = None,
        banker: Party = HOUSE,
    ) -> RoundInPlay:
        """A round that deals its cards by itself; with a seed, always the same cards."""
        names = self._names(players, seats)
        round_ = start(self.rules, Opening(players=names, chips=chips or {}, banker=banker))
        entropy = from_system() if seed is None else from_seed(str(seed))
        return RoundInPlay(round_, shuffled_shoe(round_, entropy))

    def _names(self, players: tuple[str, ...] | None, seats: int | None) -> tuple[str, ...]:
        """The names of the players by seat: the given ones, or `player 1`, `player 2`, ..."""
        if isinstance(players, str):
            raise Unreadable(f"players are names in a tuple, such as ('Ada', 'Blaise'), not {players!r}")
        if players and seats not in (None, len(players)):
            raise Unreadable(
                f"players has {plural(len(players), 'name')}, but seats is {shown(seats)}; leave one of them out"
            )
        count = seats if seats is not None else max(2, self.rules.players_needed)
        if type(count) is not int:
            raise Unreadable(f"seats is a whole number, not {shown(seats)}")
        return tuple(players or (f"player {number}" for number in range(1, count + 1)))

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value}" for name, (_, value) in self.modifications.items())
        return f"<{self.name}, terms {self.terms_hash[:12]}{changed}>"


class RoundInPlay:
    """A round with its shoe: cards are dealt whenever they are due. `round` is its current, immutable state."""

    def __init__(self, round_: Round, shoe: Cards) -> None:
        self._shoe = shoe
        self.round = round_
        self._deal()

    def _deal(self) -> None:
        while (dealt := next_deal(self.round, self._shoe)) is not None:
            self.round = play(self.round, dealt)

    @property
    def waiting_for(self) -> tuple[Party, ...]:
        """The parties that may move now."""
        return self.round.waiting_for

    @property
    def over(self) -> bool:
        return self.round.over

    def why_not(self, move: Move) -> str | None:
        """Why this move is not allowed now, or None."""
        return why_not(self.round, move)

    def play(self, move: Move) -> RoundInPlay:
        """Make a move, then deal the cards that are due."""
        self.round = play(self.round, move)
        self._deal()
        return self

    def play_out(self) -> RoundInPlay:
        """Play to the end: every remaining move is made by a sensible player without a strategy."""
        while not self.over:
            self.play(steady_move(self.round, self.waiting_for[0]))
        return self

    def view(self, seat: SeatNumber | None = None) -> View:
        """What a seat may see, or a spectator if no seat is given."""
        return view(self.round, seat)

    def settlement(self) -> list[Payment]:
        return settlement(self.round)

    def net(self) -> dict[Party, int]:
        """The net result of each party."""
        return net(self.settlement())

    def record(self) -> str:
        """The finished round as text, for `houseway replay`."""
        from .records.round_text import write_round

        return write_round(self.round)

    def __repr__(self) -> str:
        due = "over" if self.over else f"waiting for {', '.join(map(str, self.waiting_for))}"
        return f"<{self.round.game.name}, {len(self.round.seats)} seats, {due}>"
