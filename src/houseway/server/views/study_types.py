"""
Types of the JSON that the study routes return: rulebooks, best play, prices and the odds lab.

The worker processes build these answers and the server passes their bytes on. A test compares answers with the types.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeVar

from typing_extensions import TypedDict  # pydantic rejects typing.TypedDict before Python 3.12

Figure = str | float
"""A number, or an exact fraction as text ("7/12")."""
Count = int | str
"""A whole number; as text where a browser would round it."""
Shape = TypeVar("Shape", bound=type)


def open_ended(shape: Shape) -> Shape:
    """Mark a type whose objects may have further keys."""
    shape.__pydantic_config__ = {"extra": "allow"}  # type: ignore[attr-defined]
    return shape


# Rulebooks ---------------------------------------------------------------------------------------------------------


class Clause(TypedDict):
    id: str
    text: str
    source: str
    section: str


class OpenQuestion(TypedDict):
    """An unclear sentence of the sheet and its readings."""

    id: str
    says: str
    readings: list[str]
    default_and_why: str
    options: dict[str, list[str]]
    """The options that choose a reading, each with its values; the first is the default."""


class Rulebook(TypedDict):
    key: str
    title: str
    clauses: list[Clause]
    ledger: list[OpenQuestion]
    """The open questions."""
    words: dict[str, str]
    sources: dict[str, str]
    examples: dict[str, int]
    """How many examples each clause has."""


class Example(TypedDict):
    """An example of a clause, run by the rules for this request."""

    id: str
    kind: str
    given: dict[str, Any]
    got: dict[str, Any]
    asked: list[str]
    """The parts of `got` that the example is about."""
    agrees: bool
    fault: str | None
    why: str


# Hands -------------------------------------------------------------------------------------------------------------


class OptionHand(TypedDict):
    """One hand of a setting."""

    name: NotRequired[str]
    worth: NotRequired[Figure]
    """Its part of the value."""
    wins: NotRequired[Figure]
    """The probability that it beats the opponent's matching hand."""
    ties: NotRequired[Figure]
    copies: NotRequired[Figure]
    """The probability that it is equal, where the rules have their own result for a copy."""
    bonus: NotRequired[int]
    """Units that it earns as a bonus."""


@open_ended
class ValuedOption(TypedDict):
    """One option for playing given cards, and its value; a game may add facts of its own."""

    decision: str
    setting: dict[str, str]
    """Empty where no hand is set."""
    claims: NotRequired[list[str]]
    """What the player declares with the setting."""
    ev: Figure
    sure: str
    """How sure the value is: exact, proven optimal, or an estimate."""
    standard_error: NotRequired[float]
    by_hand: NotRequired[dict[str, OptionHand]]
    gives_up: NotRequired[Figure]
    """How much less its value is than that of the best option."""
    unit: NotRequired[str]
    """The unit of its values, where it is not the game's usual one."""


class BestOptions(TypedDict):
    game: str
    cards: str
    options: list[ValuedOption]
    left_out: NotRequired[str]
    """What the list leaves out, in a sentence."""


class Judgement(TypedDict):
    """What a player did, compared with the best options."""

    options: list[ValuedOption]
    yours: ValuedOption | None
    unit: str
    sure: str
    gave_up: float | None


@open_ended
class JudgedReason(TypedDict):
    """A reason of the coach: its code, and further keys that its sentence needs."""

    code: str


class DecisionJudgement(Judgement):
    """One decision of a player, with its grade and the reason."""

    kind: Literal["wagers", "bank", "decision", "setting"]
    grade: Literal["best", "good", "inaccuracy", "mistake", "blunder", "too close to call"]
    standard_error: float
    """Of `gave_up`; 0 where it is exact."""
    chips: float | None
    """What it cost in chips; null where that is not known."""
    cards: str
    """What the player held then."""
    sentence: str
    """The grade, the cost and the reason in English."""
    reasons: list[JudgedReason]


class HandJudgement(TypedDict):
    """The judgement of one hand of a player, or why there is none."""

    seat: int
    judgement: Judgement | None
    why_not: str | None
    decisions: NotRequired[list[DecisionJudgement]]
    """Every decision of the hand in order, as far as it could be judged."""
    won: NotRequired[int]
    """Chips that the hand won."""
    adjusted: NotRequired[float]
    """The same without the luck of the cards, where it is known."""


class RoundJudgement(Judgement):
    """What a player did in a round; the keys of `Judgement` are those of the first hand that could be judged."""

    hands: list[HandJudgement]
    """Every hand that the player had in the round."""
    gave_up_in_all: float | None
    """What all hands together gave up; null if no hand's cost is known."""


class SkillDecision(TypedDict):
    """What one decision of a round cost."""

    grade: str
    cost: float
    """In `unit`."""
    unit: str
    chips: float | None


class SkillPoint(TypedDict):
    """What a player gave up in one round, and how many of the rounds are judged so far."""

    round: str
    game: str
    at: str
    gave_up: float | None
    """What all hands of the player together gave up."""
    hands: NotRequired[int]
    """The number of hands that were judged."""
    decisions: NotRequired[list[SkillDecision]]
    """Every decision that was judged."""
    won: NotRequired[int]
    """Chips that all hands won; left out where the result without luck is not known."""
    adjusted: NotRequired[float]
    """The same without the luck of the cards."""
    unit: NotRequired[str]
    sure: NotRequired[str]
    why_not: NotRequired[str]
    """Why the round could not be judged."""
    done: int
    of: int


class ExerciseSlot(TypedDict):
    name: str
    sizes: list[int]


class Exercise(TypedDict):
    """Cards to practise on."""

    game: str
    name: str
    cards: list[str]
    slots: list[ExerciseSlot]
    options: list[str]
    decided: str
    """The decision that was made before the hands are set."""
    discards: bool
    """Some cards stay out of the hands."""


class QueuedQuestion(TypedDict):
    question: str
    place: int
    """The place in the queue; 0 is being worked on."""


# Prices ------------------------------------------------------------------------------------------------------------


class PricedOutcome(TypedDict):
    name: str
    net: str
    count: Count


@open_ended
class PricedStrategy(TypedDict):
    """A wager under one strategy: counted, or estimated; a game may add figures of its own."""

    ev: Figure
    variance: NotRequired[str]
    standard_deviation: NotRequired[float]
    standard_error: NotRequired[float]
    hit_frequency: NotRequired[str]
    element_of_risk: NotRequired[str]
    outcomes: NotRequired[list[PricedOutcome]]
    seed: NotRequired[int]
    rounds: NotRequired[int]


class PricedWager(TypedDict):
    deals: Count
    method: Literal["exact", "simulation"]
    strategies: dict[str, PricedStrategy]


class Price(TypedDict):
    game: str
    terms: dict[str, str]
    terms_hash: str
    wagers: dict[str, PricedWager]
    covariances: dict[str, str]


class AlarmSummary(TypedDict):
    raised: bool
    sentence: str


class ProfitableWay(TypedDict):
    """A strategy found by the search, with its mix of wagers."""

    way: str
    mix: dict[str, int]
    ev: str | float
    """Chips won on average: a fraction as text if counted, a number if estimated."""
    edge: str | float
    """The same per chip wagered."""
    standard_error: float | None
    """Of `ev`; null if it was counted."""
    profitable: bool
    sentence: str


class Alarm(AlarmSummary):
    ways: list[ProfitableWay]
    searched: list[str]


class FigureChange(TypedDict):
    wager: str
    strategy: str
    before: str
    after: str
    gain: bool
    """False where the figure is not a profit: a probability, or how far results spread."""
    unit: str
    """Such as `points`, or `% of rounds` for a share; empty for per cent of the wager."""
    units: int
    """How many of these units 1 in `before` and `after` is."""


class Reading(TypedDict):
    """What one reading of an open question changes."""

    ledger: str
    option: str
    before: str
    after: str
    refused: str | None
    reason: str | None
    """Why it changes no figure; None if it changes one or is refused."""
    changes: list[FigureChange]


class SecondMethod(TypedDict):
    """A price that was confirmed by another method."""

    wager: str
    strategy: str
    method: str
    seed: str
    rounds: int
    total: str


class Certified(TypedDict):
    file: str
    digest: str
    second_methods: list[SecondMethod]


class Lesson(TypedDict):
    rule: str
    worth: float


class ExplainedStrategy(TypedDict):
    """A strategy in sentences, with its cost against best play."""

    lessons: list[Lesson]
    unit: str
    cost: float
    standard_error: float
    sure: str
    goal: str
    """What the sentences are chosen for; empty where that is best play alone."""


Slope = dict[str, dict[str, dict[str, str] | None]]
"""By wager and strategy: how far one more unit moves the net result of each outcome; null where counts change too."""
Slopes = dict[str, Slope | None]
"""By pay line; null for a line that cannot be changed by one unit."""


# Odds lab ----------------------------------------------------------------------------------------------------------


class LabAnswers(TypedDict):
    """What the odds lab answers, by question."""

    price: Price
    alarm: Alarm
    certificate: Certified
    readings: list[Reading]
    strategy: ExplainedStrategy
    slopes: Slopes


class LabLine(TypedDict):
    """One line of an answer of the odds lab: progress, a part of the answer, the whole answer, or a refusal."""

    seconds: float
    queued: NotRequired[int]
    """The place in the queue; 1 is next."""
    done: NotRequired[int]
    of: NotRequired[int]
    part: NotRequired[object]
    found: NotRequired[object]
    refused: NotRequired[str]
