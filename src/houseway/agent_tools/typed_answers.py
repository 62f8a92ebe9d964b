"""
What the tools return. Every model is also the JSON schema that a client sees.

A figure is exact, with its fraction, or has its standard error. Every answer has the command that gives it again.
"""

from __future__ import annotations

from fractions import Fraction

from pydantic import BaseModel, Field

EXACT = "exact"
ESTIMATE = "estimate"


class Figure(BaseModel):
    """A number and how it is known."""

    value: str = Field(description="The exact fraction p/q, or the decimal number of an estimate.")
    decimal: float = Field(description="The same as a decimal number, rounded.")
    standard_error: float | None = Field(
        description="The standard error of an estimate in the same unit; null if exact."
    )
    known: str = Field(description="How the number is known: exact, estimate, or what a solver proved.")


class Answer(BaseModel):
    """What every answer has."""

    summary: str = Field(description="The answer in plain sentences.")
    command: str = Field(description="The command that gives the same figures in a terminal.")


class TermsAnswer(Answer):
    """An answer about a game under some terms."""

    game: str
    terms_hash: str = Field(description="Identifies the terms; records, prices and certificates have the same.")
    changed_options: dict[str, str] = Field(description="The options that differ from their default.")


# Rules ---------------------------------------------------------------------------------------------------------------


class GameNamed(BaseModel):
    """A game."""

    game: str = Field(description="The name that every tool takes.")
    name: str
    about: str


class ClauseText(BaseModel):
    """A clause of a rule sheet, in our words."""

    id: str
    section: str
    text: str
    source: str


class Question(BaseModel):
    """An open question: where the sheet is silent or contradicts itself."""

    id: str
    says: str = Field(description="What the sheet says.")
    readings: list[str]
    default_and_why: str
    options: dict[str, list[str]] = Field(description="The options that choose a reading, with their values.")


class OptionOfTerms(BaseModel):
    """An option of the terms."""

    option: str
    value: str
    accepts: str


class RulesAnswer(Answer):
    """Games, or the rulebook of one: clauses, open questions and options."""

    games: list[GameNamed]
    clauses: list[ClauseText]
    open_questions: list[Question]
    options: list[OptionOfTerms]


# Prices --------------------------------------------------------------------------------------------------------------


class StrategyPrice(BaseModel):
    """A wager played by one strategy, per unit wagered."""

    expectation: Figure = Field(description="Expected profit of the player; the house edge is its negative.")
    standard_deviation: float
    deals: int = Field(description="Deals counted if exact, rounds played if estimated.")
    seed: int | None = Field(description="The seed of an estimate; null if exact.")


class PriceAnswer(TermsAnswer):
    """The price of every wager."""

    wagers: dict[str, dict[str, StrategyPrice]] = Field(description="By wager and strategy.")
    certificate: str | None = Field(
        description="The text that the tool verify and houseway verify check; null where a game has no second method."
    )
    certificate_command: str | None = Field(description="The command that writes the certificate to a file.")


class ReadingChange(BaseModel):
    """What a reading changes in one figure."""

    wager: str
    strategy: str
    before: Figure
    after: Figure
    change: Figure


class ReadingEffect(BaseModel):
    """Another reading of an open question."""

    open_question: str
    option: str
    before: str
    after: str
    refused: str | None = Field(description="Why these terms cannot be priced; null if they can.")
    changes: list[ReadingChange]


class ReadingsAnswer(TermsAnswer):
    """What each other reading changes, largest change first."""

    readings: list[ReadingEffect]


# Play ----------------------------------------------------------------------------------------------------------------


class Play(BaseModel):
    """One thing a player can do with given cards."""

    decision: str
    setting: dict[str, str] = Field(description="Cards by hand; empty where nothing is set.")
    value: Figure = Field(description="Expected result in the unit of the answer.")
    gives_up: Figure | None = Field(description="How much less than the best; null where it was not compared.")


class BestAnswer(TermsAnswer):
    """The options for given cards, best first."""

    cards: str
    unit: str
    options: list[Play]
    options_in_all: int
    left_out: str = Field(description="What the list leaves out.")


class Lesson(BaseModel):
    """A sentence of a strategy, and what it is worth."""

    rule: str
    value: Figure


class ExplainAnswer(TermsAnswer):
    """A strategy in sentences; or, with cards, what one choice cost and why."""

    unit: str
    cost: Figure = Field(description="What the sentences, or the choice, give up against best play.")
    lessons: list[Lesson] = Field(description="Empty if cards were given.")
    grade: str | None = Field(description="The grade of the choice; null without cards.")
    yours: Play | None
    best: Play | None


# Many rounds, evidence -----------------------------------------------------------------------------------------------


class SeatResult(BaseModel):
    """What a seat won, in chips a round."""

    seat: int
    player: str
    total: Figure
    standard_deviation: float
    wagers: dict[str, Figure]


class SimulateAnswer(TermsAnswer):
    """Many rounds by given strategies."""

    rounds: int
    seed: int
    seats: list[SeatResult]


class VerifyAnswer(Answer):
    """Whether a certificate or a record is true."""

    holds: bool
    checks: list[str] = Field(description="The checks that hold, in order.")
    fault: str | None = Field(description="The first check that does not hold.")


def figure(value: Fraction | float, standard_error: float | None = None, known: str = "") -> Figure:
    """A number with its error: exact if it is a fraction, or if the solver says so."""
    if isinstance(value, Fraction):
        exact = f"{value.numerator}/{value.denominator}"
        return Figure(value=exact, decimal=float(value), standard_error=None, known=known or EXACT)
    how = known or ESTIMATE
    return Figure(value=repr(float(value)), decimal=float(value), standard_error=standard_error, known=how)
