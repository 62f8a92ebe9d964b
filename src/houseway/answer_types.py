"""
What the methods of a game return: the results of the shared packages, with a summary in words and a notebook display.

Each answer is a frozen dataclass. `answer.summary()` is the answer in one to four sentences, `print(answer)` prints it,
and a notebook shows the answer as tables, cards and bars.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar, overload

# Names written twice (`Side as Side`) are parts of answers: the reference of the API names them by this module.
from .audit.vectors import Outcome as VectorOutcome
from .games.headlines import compulsory_spots, headline_of
from .games.labels import sentence_case
from .games.registry import labels_of, module_of
from .games.stakes import HOUSE_WAY, RoundCost, round_costs
from .games.terms_diff import ChangedOption as ChangedOption
from .games.terms_diff import Effect as Effect
from .games.terms_diff import FigureChange as FigureChange
from .games.terms_diff import Gains, TermsDiff
from .games.terms_diff import ProfitablePlay as ProfitablePlay
from .pricing.alarm import Alarm
from .pricing.alarm import Finding as Finding
from .pricing.bet_mix import BetMix, bet_mix
from .pricing.house_way_audit import CostlyHand as CostlyHand
from .pricing.house_way_audit import HouseWayAudit, Value
from .pricing.house_way_audit import Proof as Proof
from .pricing.house_way_audit import Side as Side
from .pricing.measured import Measured as Measured
from .pricing.price import Estimate as Estimate
from .pricing.price import Exact as Exact
from .pricing.price import Outcome as Outcome
from .pricing.price import Price
from .pricing.price import WagerPrice as WagerPrice
from .pricing.reading_pairs import Combination, PairSearch
from .pricing.readings import Change as Change
from .pricing.readings import FigureName, figure_in_words
from .pricing.readings import Reading as Reading
from .rules.cards import Cards, write_cards
from .rules.errors import plural
from .rules.game import AnyGame
from .rules.payments import Party, Payment, net
from .rules.playing import settlement
from .rules.round import Round
from .rules.rulebook import Clause as Clause
from .rules.rulebook import OpenQuestion as OpenQuestion
from .rules.rulebook import Rulebook as Rulebook
from .sampling.decimals import decimals, estimate
from .sampling.tally import Tally as Tally
from .simulation.duel import Duel
from .simulation.result import SeatPlayed as SeatPlayed
from .simulation.result import SessionsPlayed as SessionsPlayed
from .simulation.result import Simulation
from .solving.coaching.assessment import Assessment
from .solving.results import Chart, Explanation, Solution
from .solving.results import Exploitability as Exploitability
from .solving.results import HandValue as HandValue
from .solving.results import Lesson as Lesson
from .solving.results import Option as Option

T = TypeVar("T")


class Answer(ABC):
    """The answer to a question about a game."""

    @abstractmethod
    def summary(self) -> str:
        """The answer in one to four sentences."""

    @abstractmethod
    def _repr_html_(self) -> str:
        """The answer as a notebook shows it."""

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.summary()}>"


# Figures in words ----------------------------------------------------------------------------------------------------


def percent(value: Fraction | float, *, sign: str = "") -> str:
    """A share in per cent."""
    return f"{decimals(100 * value, sign=sign)} %"


def in_percent(figure: Measured, *, sign: str = "") -> str:
    """A share in per cent, with the standard error of an estimate."""
    if figure.exact:
        return percent(figure.value, sign=sign)
    return f"{estimate(100 * figure.value, 100 * figure.standard_error, sign=sign)} %"


def won_or_lost(figure: Measured) -> str:
    """`wins 1.5000 %` or `loses 1.5000 %`, with the standard error of an estimate."""
    verb = "wins" if figure.value > 0 else "loses"
    return f"{verb} {in_percent(Measured(figure.size, figure.standard_error))}"


def with_error(value: float, error: float | None, unit: str) -> str:
    """A number with its sign, its standard error if it has one, and its unit."""
    number = estimate(value, error, sign="+") if error else decimals(value, sign="+")
    return f"{number} {unit}"


def listed(names: Sequence[str]) -> str:
    """Names as a list in a sentence: `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def wager_name(rules: AnyGame, wager: str) -> str:
    return labels_of(rules).name("wagers", wager)


def strategy_name(rules: AnyGame, strategy: str) -> str:
    """A strategy in words; empty for a wager without decisions."""
    return "" if strategy == "only" else labels_of(rules).name("strategies", strategy)


def play_name(rules: AnyGame, strategy: str) -> str:
    """A strategy as the subject of a sentence."""
    name = strategy_name(rules, strategy)
    return f"the {name}" if strategy == HOUSE_WAY else name


def figure_name(rules: AnyGame, figure: FigureName) -> str:
    """A wager and how it is played, in words."""
    wager, strategy = figure
    return ", ".join(part for part in (wager_name(rules, wager), strategy_name(rules, strategy)) if part)


def figure_value(
    rules: AnyGame, figure: FigureName, value: Fraction | float, error: float | None = None, *, sign: str = ""
) -> str:
    """A figure of a reading or of a comparison, with its standard error and its unit."""
    from .games.ask import amount_unit

    unit = amount_unit(rules, figure)
    among_players = not rules.against_the_house
    return figure_in_words(figure[1], value, unit, error=error, sign=sign, among_players=among_players)


class _Dataclass(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


def fields_of(result: _Dataclass) -> dict[str, Any]:
    """The fields of a result, to make an answer of it."""
    return {entry.name: getattr(result, entry.name) for entry in fields(result)}


# Prices --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, repr=False)
class PriceAnswer(Answer, Price):
    """
    The price of every wager of a game.

    >>> import houseway as hw
    >>> price = hw.game("pyramid").price()
    >>> price.wagers["three_card"].edge
    Fraction(18568, 626665)
    >>> price.together({"main": 100, "three_card": 5, "six_card": 5}).ev
    Fraction(280986244254, 305162919061)
    >>> print(price)
    Pyramid Poker, with equal chips on every compulsory wager: best play loses 2.8434 % of all chips wagered and the
    house way loses 2.8668 %. At the limits that suit the player best (first wager 100, second wager 5 and third wager
    5), best play wins 0.8371 %. Every figure is counted over all deals.
    """

    rules: AnyGame

    @property
    def rounds(self) -> tuple[RoundCost, ...]:
        """A round with one chip on each compulsory wager, by best play and by the house way."""
        return round_costs(self.rules, self)

    def together(self, bets: Mapping[str, int]) -> BetMix:
        """The total of these wagers on one hand, in chips, and its variance. All of them must be priced exactly."""
        return bet_mix(self, bets)

    def certificate(self) -> str:
        """The price with everything that is needed to check it, as the text of a file for `houseway verify`."""
        from .audit.certificate import certify
        from .sampling.chunks import ignore_progress

        return certify(self.rules, self, ignore_progress)

    def summary(self) -> str:
        """Who wins on the compulsory wagers, and how the figures are known."""
        return " ".join([*self._rounds_in_words(), self._how_sure()])

    def _rounds_in_words(self) -> list[str]:
        name = self.rules.name
        if not self.rounds:
            return [f"{name}: players who play alike win nothing from each other on average.", *self._spread()]
        first, *others = self.rounds
        plays = [f"{play_name(self.rules, first.strategy)} {won_or_lost(first.per_chip)} of all chips wagered"]
        plays += [f"{play_name(self.rules, cost.strategy)} {won_or_lost(cost.per_chip)}" for cost in others]
        one = len(compulsory_spots(self.rules, self.wagers)) == 1
        opening = name if one else f"{name}, with equal chips on every compulsory wager"
        return [f"{opening}: {listed(plays)}.", *self._best_mix()]

    def _spread(self) -> list[str]:
        """How much the results of a round differ, where players meet each other."""
        figures = [strategy for wager in self.wagers.values() for strategy in wager.strategies.values()]
        if not figures:
            return []
        unit = module_of(self.rules).pricing.result_unit
        return [f"The result of a round has a standard deviation of {figures[0].standard_deviation:.4f} {unit}."]

    def _best_mix(self) -> list[str]:
        """The stakes within the limits that are best for the player, if they make best play profitable."""
        headline = headline_of(self.rules, self)
        per_chip = headline.best_mix_per_chip if headline else None
        if headline is None or per_chip is None or per_chip <= 0:
            return []
        mix = listed([f"{wager_name(self.rules, wager)} {chips}" for wager, chips in headline.best_mix.items()])
        return [f"At the limits that suit the player best ({mix}), best play {won_or_lost(Measured(per_chip))}."]

    def _how_sure(self) -> str:
        strategies = [each for wager in self.wagers.values() for each in wager.strategies.values()]
        counted = sum(isinstance(each, Exact) for each in strategies)
        if counted == len(strategies):
            return "Every figure is counted over all deals."
        if not counted:
            return "Every figure is an estimate."
        are = "is" if counted == 1 else "are"
        return f"{counted} of {len(strategies)} figures {are} counted over all deals; every other is an estimate."

    def _repr_html_(self) -> str:
        from .notebook_answers import price_html

        return price_html(self)


# Readings ------------------------------------------------------------------------------------------------------------


class AnswerList(Answer, Sequence[T]):
    """An answer that is a list."""

    @property
    @abstractmethod
    def entries(self) -> tuple[T, ...]:
        """The entries of the list."""

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self.entries[index]


@dataclass(frozen=True, kw_only=True, repr=False)
class ReadingsAnswer(AnswerList[Reading]):
    """The readings of the open questions of a sheet as a list, largest change first."""

    rules: AnyGame
    readings: tuple[Reading, ...]

    @property
    def entries(self) -> tuple[Reading, ...]:
        return self.readings

    @property
    def changing(self) -> list[Reading]:
        """The readings that change a figure."""
        return [reading for reading in self.readings if reading.changes]

    def reading_name(self, reading: Reading) -> str:
        """An option and its value under the reading, in words."""
        labels = labels_of(self.rules)
        return f"{labels.full_option(reading.option)}: {labels.value(reading.option, reading.after)}"

    def change_in_words(self, figure: FigureName, change: Change) -> str:
        return figure_value(self.rules, figure, change.by, change.error, sign="+")

    def summary(self) -> str:
        """How many readings change a figure, and the reading that changes one most."""
        if not self.changing:
            return f"No other reading of the open questions of {self.rules.name} changes a figure."
        first = self.changing[0]
        figure, change = next(iter(first.changes.items()))
        before = figure_value(self.rules, figure, change.before, sign="+")
        after = figure_value(self.rules, figure, change.after, change.after_error, sign="+")
        return (
            f"{plural(len(self.changing), 'other reading')} of the open questions of {self.rules.name} "
            f"{'changes' if len(self.changing) == 1 else 'change'} a figure. "
            f"The largest change is by {first.open_question} ({self.reading_name(first)}): "
            f"for the player, {figure_name(self.rules, figure)} goes from {before} to {after}."
        )

    def _repr_html_(self) -> str:
        from .notebook_answers import readings_html

        return readings_html(self)


@dataclass(frozen=True, kw_only=True, repr=False)
class PairsAnswer(Answer, PairSearch):
    """Pairs of readings of the open questions."""

    rules: AnyGame

    def in_words(self, combination: Combination) -> str:
        """The options of a combination with their values, in words."""
        labels = labels_of(self.rules)
        parts = []
        for option in combination.options:
            name, _, value = option.partition("=")
            parts.append(f"{labels.full_option(name)}: {labels.value(name, value)}")
        return " and ".join(parts) or "the sheet as it is"

    def summary(self) -> str:
        """The player's edge under these terms, and under the combination that is worst for the house."""
        worst = self.worst
        return (
            f"Best legal play and stakes win {percent(self.base, sign='+')} of the chips wagered under these terms. "
            f"Of {self.searched:,} pairs of readings, {len(self.interacting):,} interact. "
            f"Worst for the house is {self.in_words(worst)}: {percent(worst.value, sign='+')}."
        )

    def _repr_html_(self) -> str:
        from .notebook_answers import pairs_html

        return pairs_html(self)


# Two sets of terms ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, repr=False)
class DiffAnswer(Answer, TermsDiff):
    """What the differences between two sets of terms do to the odds."""

    rules: AnyGame
    """The game under the first terms."""

    def summary(self) -> str:
        """What changed, who gains by it, and whether legal play is profitable."""
        changes = [f"{each.label} from {each.before_in_words} to {each.after_in_words}" for each in self.options]
        return f"Changed: {'; '.join(changes)}. {self._gains(self.together)} {self.profitable.sentence}"

    def _gains(self, effect: Effect) -> str:
        if effect.stake_before is None or effect.stake_change is None:
            return f"Who gains: {effect.gains}."
        stake = (
            f"of the chips on the compulsory wagers, best play {won_or_lost(effect.stake_before)} before and "
            f"{won_or_lost(effect.stake_before.plus(effect.stake_change))} after."
        )
        who = {Gains.PLAYER: "The player gains", Gains.HOUSE: "The house gains"}
        return f"{who.get(effect.gains, f'Who gains: {effect.gains}')}: {stake}"

    def _repr_html_(self) -> str:
        from .notebook_answers import diff_html

        return diff_html(self)


# Profitable play -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, repr=False)
class AlarmAnswer(Answer, Alarm):
    """Whether legal play is profitable, and what was searched."""

    rules: AnyGame

    def summary(self) -> str:
        """Whether legal play is profitable, and by how much."""
        return self.sentence

    def _repr_html_(self) -> str:
        from .notebook_answers import alarm_html

        return alarm_html(self)


# House ways and strategies -------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, repr=False)
class HouseWayAnswer(Answer, HouseWayAudit[Value], Generic[Value]):
    """The audit of a house way."""

    rules: AnyGame

    def summary(self) -> str:
        """Whether the house way always works, and what it costs."""
        checked = self.proof.checked or f"all {self.proof.hands_checked:,} hands"
        if self.proof.sound:
            sound = f"The house way is defined, never a foul and unambiguous on {checked}."
        else:
            faults = len(self.proof.undefined) + len(self.proof.fouls) + len(self.proof.ambiguous)
            sound = f"The house way is at fault on {faults:,} of {checked}."
        return " ".join([sound, *map(self._cost, self.sides)])

    def _cost(self, side: Side[Value]) -> str:
        cost = in_percent(Measured(side.cost, side.standard_error))
        sentence = f"As {side.role} it gives up {cost} of the wager against the best setting"
        if not side.costly_hands:
            return f"{sentence}."
        worst = side.costly_hands[0]
        return f"{sentence}; its most costly hand is {worst.hand}, set {worst.house_way} instead of {worst.best}."

    def _repr_html_(self) -> str:
        from .notebook_answers import house_way_html

        return house_way_html(self)


@dataclass(frozen=True, kw_only=True, repr=False)
class ExplainAnswer(Answer, Explanation):
    """A strategy in sentences."""

    rules: AnyGame

    def summary(self) -> str:
        """The sentences of the strategy, and what following only them costs."""
        error = f" ± {decimals(self.standard_error)}" if self.standard_error else ""
        rules = " ".join(lesson.rule for lesson in self.lessons)
        cost = f"{self.cost:.4f}{error} {self.unit}"
        return f"{rules} Following these {plural(len(self.lessons), 'rule')} gives up {cost} against best play."

    def _repr_html_(self) -> str:
        from .notebook_answers import explanation_html

        return explanation_html(self)


@dataclass(frozen=True, kw_only=True, repr=False)
class AssessAnswer(Answer, Assessment):
    """A choice with given cards, compared with the best."""

    rules: AnyGame

    def summary(self) -> str:
        """The grade, the cost and the reason."""
        from .games.ask import coach_sentence

        return coach_sentence(self.rules, self)

    def _repr_html_(self) -> str:
        from .notebook_answers import assessment_html

        return assessment_html(self)


@dataclass(frozen=True, kw_only=True, repr=False)
class ChartAnswer(Answer, Chart):
    """A strategy as a grid."""

    rules: AnyGame

    def summary(self) -> str:
        """The size of the grid, and where the house way differs from best play."""
        other = [place for place, decision in self.cells.items() if self.house_way.get(place, decision) != decision]
        places = "; ".join(f"{self.rows_are} {row} with {self.columns_are} {column}" for row, column in other)
        differs = f"The house way differs in {len(other)}: {places}." if other else "The house way never differs."
        return f"The best decision by {self.rows_are} and {self.columns_are}, in {len(self.cells)} cells. {differs}"

    def _repr_html_(self) -> str:
        from .notebook_answers import chart_html

        return chart_html(self)


def option_in_words(rules: AnyGame, option: Option) -> str:
    """What a player does: the decision, and the hands where some are set."""
    labels = labels_of(rules)
    decision = labels.name("decisions", option.decision)
    decision = decision[:1].lower() + decision[1:]
    if not option.setting:
        return decision
    if len(option.setting) == 1:
        return f"{decision}: {write_cards(next(iter(option.setting.values())))}"
    hands = ", ".join(f"{labels.name('hands', slot)} {write_cards(hand)}" for slot, hand in option.setting.items())
    return f"{decision} {hands}"


@dataclass(frozen=True, kw_only=True, repr=False)
class BestAnswer(AnswerList[Option]):
    """The options for given cards as a list, best first."""

    rules: AnyGame
    cards: Cards
    options: tuple[Option, ...]
    unit: str
    """Unit of the values where an option has none of its own."""
    left_out: str
    """What the list leaves out, in a sentence."""

    @property
    def entries(self) -> tuple[Option, ...]:
        return self.options

    def in_words(self, option: Option) -> str:
        """What the player does: the decision, and the hands where some are set."""
        return option_in_words(self.rules, option)

    def value(self, option: Option) -> str:
        """The value of an option with its error and unit."""
        return with_error(float(option.ev), option.standard_error, option.unit or self.unit)

    def summary(self) -> str:
        """The best option, its value, and what the next best gives up."""
        best = self.options[0]
        first = f"Best: {self.in_words(best)}, value {self.value(best)} ({best.sure})."
        others = [option for option in self.options[1:] if option.gives_up is not None]
        if not others:
            return first
        second = others[0]
        given_up = float(second.gives_up or 0)
        unit = second.unit or self.unit
        return f"{first} The next best, {self.in_words(second)}, gives up {given_up:.4f} {unit}."

    def _repr_html_(self) -> str:
        from .notebook_answers import best_html

        return best_html(self)


@dataclass(frozen=True, kw_only=True, repr=False)
class SolveAnswer(Answer, Solution):
    """A computed strategy, and what a best reply wins against it."""

    rules: AnyGame

    def save(self, path: Path | str) -> None:
        """Write the strategy to a file that ends in .npz, which `duel`, `best` and `simulate` read."""
        from .solving.strategy_files import write_tables

        write_tables(self.tables, Path(path))

    def summary(self) -> str:
        """What a best reply wins against the strategy."""
        gains = [
            f"{each.value:.5f} ± {each.standard_error:.5f} {each.unit} on {each.deals:,} fresh deals"
            for each in self.exploitability
        ]
        return f"Against this strategy of {self.rules.name} a best reply gains {' or '.join(gains)}."

    def _repr_html_(self) -> str:
        from .notebook_answers import solution_html

        return solution_html(self)


# Many rounds ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, repr=False)
class SimulationAnswer(Answer, Simulation):
    """The result of a simulation of one table."""

    def summary(self) -> str:
        """What each seat won on average, and the spread of its sessions."""
        seats = [
            f"seat {seat.number} ({seat.player.replace('_', ' ')}) "
            f"{with_error(float(seat.total.mean), seat.total.standard_error, 'chips a round')}"
            for seat in self.seats
        ]
        sessions = self.seats[0].sessions
        spread = ""
        if sessions.count:
            spread = (
                f" In {plural(sessions.count, 'session')} of {sessions.length:,} rounds seat 1 ended between "
                f"{min(sessions.ends):+,} and {max(sessions.ends):+,} chips, with a median of {sessions.end(0.5):+,}."
            )
        return f"{self.name}, {self.rounds:,} rounds, seed {self.seed}: {'; '.join(seats)}.{spread}"

    def _repr_html_(self) -> str:
        from .notebook_answers import simulation_html

        return simulation_html(self)


@dataclass(frozen=True, kw_only=True, repr=False)
class DuelAnswer(Answer, Duel):
    """Two strategies on the same cards."""

    rules: AnyGame

    @property
    def names(self) -> tuple[str, str]:
        """Both strategies in words."""
        return self.a.replace("_", " "), self.b.replace("_", " ")

    def summary(self) -> str:
        """Which strategy wins more, and whether that can be chance."""
        difference = Measured(self.difference, self.standard_error)
        if difference.clear_sign == 0:
            verdict = "The difference can be chance"
        else:
            verdict = f"The difference is {abs(self.errors_wide):.1f} standard errors"
        more = "less" if difference.value < 0 else "more"
        won = f"{float(difference.size):.4f} ± {self.standard_error:.4f} chips a round {more}"
        return (
            f"{sentence_case(self.names[0])} wins {won} than {self.names[1]}, "
            f"over {plural(self.rounds, 'deal')} that each strategy played. {verdict}."
        )

    def _repr_html_(self) -> str:
        from .notebook_answers import duel_html

        return duel_html(self)


# Evidence ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, repr=False)
class CheckAnswer(AnswerList[VectorOutcome]):
    """The test vectors that were run, as a list."""

    outcomes: tuple[VectorOutcome, ...]

    @property
    def entries(self) -> tuple[VectorOutcome, ...]:
        return self.outcomes

    @property
    def failed(self) -> list[VectorOutcome]:
        return [outcome for outcome in self.outcomes if outcome.fault is not None]

    def summary(self) -> str:
        """How many vectors passed and failed."""
        counts = f"{len(self.outcomes) - len(self.failed)} passed, {len(self.failed)} failed."
        first = self.failed[:1]
        return counts + "".join(f" First fault, {each.vector.id}: {each.fault}." for each in first)

    def _repr_html_(self) -> str:
        from .notebook_answers import check_html

        return check_html(self)


@dataclass(frozen=True, kw_only=True, repr=False)
class ReplayAnswer(Answer):
    """A recorded round that was played again by the rules."""

    states: tuple[Round, ...]
    """The round before its first move and after every move."""

    @property
    def round(self) -> Round:
        """The round after its last move."""
        return self.states[-1]

    @property
    def payments(self) -> list[Payment]:
        return settlement(self.round) if self.round.over else []

    @property
    def net(self) -> dict[Party, int]:
        """The net result of each party in chips."""
        return net(self.payments)

    def summary(self) -> str:
        """What was replayed, and who won what."""
        moves = plural(len(self.round.moves), "move")
        if not self.round.over:
            return f"{self.round.game.name}, {moves}: the round was called off before its first card; nobody pays."
        results = [f"{self._name(party)} {chips:+d}" for party, chips in self.net.items()]
        return (
            f"{self.round.game.name}: {moves} and {plural(len(self.payments), 'payment')} are as recorded. "
            f"In chips: {', '.join(results)}."
        )

    def _name(self, party: Party) -> str:
        return self.round.opening.name_of(party) if isinstance(party, int) else str(party)

    def _repr_html_(self) -> str:
        from .notebook_answers import replay_html

        return replay_html(self)


@dataclass(frozen=True, kw_only=True, repr=False)
class VerifyAnswer(Answer):
    """The checks of a certificate or of a recorded round."""

    checks: tuple[str, ...]
    """The checks that hold, in order."""
    fault: str | None = field(default=None)
    """The first check that does not hold; None if all do."""

    @property
    def holds(self) -> bool:
        return self.fault is None

    def __bool__(self) -> bool:
        return self.holds

    def summary(self) -> str:
        """Whether the file is true."""
        if self.fault is None:
            return f"TRUE: {plural(len(self.checks), 'check')} hold."
        return f"FALSE: {self.fault}."

    def _repr_html_(self) -> str:
        from .notebook_answers import verify_html

        return verify_html(self)
