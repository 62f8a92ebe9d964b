"""
What the differences between two sets of terms do to the odds.

Each changed option is priced by itself, with all other options as they were, and then all of them together. Figures are
exact where the game's pricing is exact. Estimates play the same deals under both terms, and a change has the standard
error of the difference. The compulsory stake is one chip on each wager that a player has to make.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ..pricing import Progress
from ..pricing.measured import ZERO, Measured, MeasuredFigures, differences
from ..pricing.readings import NO_GAIN, FigureName
from ..rules.errors import HousewayError, NotAllowed, NotOffered
from ..rules.game import AnyGame
from ..rules.rulebook import Rulebook
from ..rules.terms import changed_options, write_value
from ..sampling.chunks import ignore_progress, part_of
from .headlines import BEST, compulsory_spots
from .registry import labels_of, module_of

BEST_STAKES = "best_stakes"
"""The strategy of a figure for a whole hand at the legal stakes that win most."""


class Gains(StrEnum):
    """Who gains by a change of the terms: at best play with the compulsory stake, and at the best legal stakes."""

    PLAYER = "the player"
    HOUSE = "the house"
    BY_STAKES = "the player or the house, depending on the stakes"
    NOBODY = "nobody"
    TOO_CLOSE = "too close to 0 to tell"
    AMONG_PLAYERS = "nobody: players with the same strategy win nothing from each other on average"


@dataclass(frozen=True, kw_only=True)
class FigureChange:
    """One figure under the first terms, and how far it changes."""

    wager: str
    strategy: str
    before: Measured
    change: Measured

    @property
    def after(self) -> Measured:
        return self.before.plus(self.change)

    @property
    def is_profit(self) -> bool:
        """Whether the figure is what a player wins, and not a chance or a spread."""
        return self.strategy not in NO_GAIN


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What one change of the terms, or all of them, does to the figures."""

    figures: tuple[FigureChange, ...] = ()
    """The figures that change, largest change first."""
    stake_before: Measured | None = None
    """The value of the compulsory stake at best play per chip wagered before the deal; None without a house."""
    stake_change: Measured | None = None

    @property
    def best_stakes_change(self) -> Measured:
        """The change at the legal stakes that win most, where the game prices them."""
        changes = [figure.change for figure in self.figures if figure.strategy == BEST_STAKES]
        return changes[0] if changes else ZERO

    @property
    def gains(self) -> Gains:
        if self.stake_change is None:
            return Gains.AMONG_PLAYERS
        signs = {self.stake_change.clear_sign, self.best_stakes_change.clear_sign}
        if {1, -1} <= signs:
            return Gains.BY_STAKES
        if 1 in signs:
            return Gains.PLAYER
        if -1 in signs:
            return Gains.HOUSE
        return Gains.TOO_CLOSE if self.stake_change.value else Gains.NOBODY


@dataclass(frozen=True, kw_only=True)
class ChangedOption:
    """An option with another value, and what it does with all other options as they were."""

    option: str
    label: str
    """The option in words."""
    clause: str
    """The clauses and open questions that it carries out."""
    before: str
    after: str
    before_in_words: str
    after_in_words: str
    effect: Effect = field(default_factory=Effect)
    refused: str | None = None
    """Why the terms do not allow this change by itself, or have no price with it."""


@dataclass(frozen=True, kw_only=True)
class ProfitablePlay:
    """Whether legal play wins from the house, under the first and the second terms."""

    before: bool | None
    """None if it was not searched."""
    after: bool | None
    sentence: str

    @property
    def becomes_profitable(self) -> bool:
        return bool(self.after) and not self.before


@dataclass(frozen=True, kw_only=True)
class TermsDiff:
    """Two sets of terms of one game, and what their differences do."""

    game: str
    before_hash: str
    after_hash: str
    options: tuple[ChangedOption, ...]
    together: Effect
    profitable: ProfitablePlay


def compare_terms(before: AnyGame, after: AnyGame, progress: Progress | None = None) -> TermsDiff:
    """Price every change by itself and all of them together, and search both terms for profitable play."""
    if before.key != after.key:
        raise NotAllowed(f"terms of {before.name} cannot be compared with terms of {after.name}; name one game")
    changed = changed_options(before.terms, after.terms)
    if not changed:
        raise NotAllowed(f"both terms of {before.name} are the same, so there is nothing to compare")
    report = progress or ignore_progress
    steps = len(changed) + 3  # the first terms, each option, all together, and the search
    figures = module_of(before).pricing.figures(before, part_of(report, 0, 1 / steps))
    options = []
    for number, name in enumerate(changed, start=1):
        part = part_of(report, number / steps, (number + 1) / steps)
        options.append(_changed_option(before, after, name, figures, part))
    together = _effect(before, after, figures, part_of(report, (steps - 2) / steps, (steps - 1) / steps))
    profitable = _profitable_play(before, after)
    report(1, 1)
    return TermsDiff(
        game=before.key,
        before_hash=before.terms_hash,
        after_hash=after.terms_hash,
        options=tuple(options),
        together=together,
        profitable=profitable,
    )


def _changed_option(
    before: AnyGame, after: AnyGame, name: str, figures: MeasuredFigures, progress: Progress
) -> ChangedOption:
    old, new = changed_options(before.terms, after.terms)[name]
    labels = labels_of(before)
    effect = Effect()
    refused = None
    try:
        effect = _effect(before, before.with_options({name: write_value(new)}), figures, progress)
    except HousewayError as refusal:
        refused = str(refusal)
    return ChangedOption(
        option=name,
        label=labels.full_option(name),
        clause=_clause(module_of(before).rulebook, name),
        before=write_value(old),
        after=write_value(new),
        before_in_words=labels.value(name, old),
        after_in_words=labels.value(name, new),
        effect=effect,
        refused=refused,
    )


def _clause(rulebook: Rulebook, option: str) -> str:
    """The clauses of an option, as its parameter names them; otherwise the open questions that it answers."""
    if option in rulebook.parameters:
        return rulebook.parameters[option].clause
    return ", ".join(question.id for question in rulebook.open_questions.values() if option in question.options)


def _effect(before: AnyGame, after: AnyGame, figures: MeasuredFigures, progress: Progress) -> Effect:
    changes = module_of(before).pricing.changes(before, after, progress)
    moved = [
        FigureChange(wager=wager, strategy=strategy, before=figures.get((wager, strategy), ZERO), change=change)
        for (wager, strategy), change in changes.items()
        if change.clear_sign
    ]
    moved.sort(key=lambda each: -each.change.size)
    if not before.against_the_house:
        return Effect(figures=tuple(moved))
    after_figures = {name: figure.plus(changes[name]) for name, figure in figures.items() if name in changes}
    stake_before = _stake(before, figures)
    if _compulsory(before, figures) == _compulsory(after, after_figures):
        stake_change = _stake(after, changes)
    else:
        stake_change = differences({_STAKE: stake_before}, {_STAKE: _stake(after, after_figures)})[_STAKE]
    return Effect(figures=tuple(moved), stake_before=stake_before, stake_change=stake_change)


_STAKE: FigureName = ("stake", BEST)


def _compulsory(game: AnyGame, figures: MeasuredFigures) -> list[FigureName]:
    """The figures of the compulsory wagers at best play, or under the only strategy of a wager."""
    strategies: dict[str, list[str]] = {}
    for wager, strategy in figures:
        strategies.setdefault(wager, []).append(strategy)
    return [
        (wager, BEST if BEST in strategies[wager] else strategies[wager][0])
        for wager in compulsory_spots(game, strategies)
    ]


def _stake(game: AnyGame, figures: Mapping[FigureName, Measured]) -> Measured:
    """The mean of the compulsory wagers: their value per chip at equal stakes."""
    names = _compulsory(game, figures)
    total = ZERO
    for name in names:
        total = total.plus(figures[name])
    return total.divided_by(len(names))


def _profitable_play(before: AnyGame, after: AnyGame) -> ProfitablePlay:
    try:
        was_raised = module_of(before).pricing.alarm(before).raised
        alarm = module_of(after).pricing.alarm(after)
    except NotOffered as refusal:
        return ProfitablePlay(before=None, after=None, sentence=f"Not searched: {refusal}.")
    if alarm.raised and was_raised:
        opening = "Legal play is profitable under both terms."
    elif alarm.raised:
        opening = "Legal play becomes profitable."
    elif was_raised:
        opening = "Legal play is no longer profitable."
    else:
        opening = "Legal play is not profitable under either terms."
    return ProfitablePlay(before=was_raised, after=alarm.raised, sentence=f"{opening} {alarm.sentence}")
