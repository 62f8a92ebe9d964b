"""The tools: each is a question of the Python API with plain arguments, and an answer of `typed_answers`."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from pydantic import Field

from .. import api
from ..pricing.price import Exact
from ..rules.cards import write_cards
from ..rules.errors import NotAllowed, NotOffered, Unreadable, nearest, shown
from ..rules.terms import accepted_values, write_value
from ..solving import LEVELS
from . import typed_answers
from .typed_answers import figure

if TYPE_CHECKING:
    from ..answer_types import PriceAnswer
    from ..api import Variant
    from ..pricing.price import Estimate
    from ..pricing.readings import Change, FigureName
    from ..rules.rulebook import Clause, OpenQuestion
    from ..solving.results import Option

MOST_ROUNDS = 10_000_000
"""Rounds that one call may simulate; a longer run belongs in a terminal."""
MOST_CARDS_OF_TEXT = 400
"""The longest text of cards, which is more than every game deals."""
LEAST_SHOWN = 1
STRATEGIES = ("house_way", "best", "newcomer", "expert")

GameArgument = Annotated[str, Field(description="The name of a game; the tool rules without a game lists them.")]
OptionsArgument = Annotated[
    dict[str, str | int | bool] | None,
    Field(description='Changed options of the terms, such as {"decks": 8}; the tool rules lists them.'),
]
SeedArgument = Annotated[int | None, Field(description="The same seed gives the same estimate on any machine.")]
CardsArgument = Annotated[str, Field(description="The cards, such as 'Js Jd 6c'.", max_length=MOST_CARDS_OF_TEXT)]
ShownArgument = Annotated[int, Field(description="The most options to list.", ge=LEAST_SHOWN)]


# Rules ---------------------------------------------------------------------------------------------------------------


def rules(
    game: Annotated[str | None, Field(description="The game; without it the games are listed.")] = None,
    clause: Annotated[str | None, Field(description="Only this clause or open question, such as PYR-38.")] = None,
) -> typed_answers.RulesAnswer:
    """The games; or the rulebook of one by clause, its open questions with their readings, and its options."""
    if game is None:
        if clause is not None:
            raise Unreadable(f"the clause {shown(clause)} needs a game, such as pyramid")
        listed = [
            typed_answers.GameNamed(game=key, name=variant.name, about=variant.rules.about)
            for key, variant in api.games().items()
        ]
        names = ", ".join(each.game for each in listed)
        return typed_answers.RulesAnswer(
            summary=f"The games are {names}.",
            command="houseway rules",
            games=listed,
            clauses=[],
            open_questions=[],
            options=[],
        )
    variant = api.game(game)
    book = variant.rulebook
    if clause is not None:
        return _one_entry(variant, clause)
    options = [
        typed_answers.OptionOfTerms(
            option=name, value=write_value(value), accepts=accepted_values(variant.rules.terms, name)
        )
        for name, value in variant.options.items()
    ]
    return typed_answers.RulesAnswer(
        summary=f"{book.title}: {len(book.clauses)} clauses, {len(book.open_questions)} open questions.",
        command=f"houseway rules {variant.key}",
        games=[],
        clauses=[_clause(each) for each in book.clauses.values()],
        open_questions=[_question(each) for each in book.open_questions.values()],
        options=options,
    )


def _one_entry(variant: Variant, clause: str) -> typed_answers.RulesAnswer:
    book = variant.rulebook
    printed = {name.lower(): name for name in (*book.clauses, *book.open_questions)}
    name = printed.get(clause.lower(), clause)
    entry = book.find(name)
    in_words = book.clauses.get(name)
    question = book.open_questions.get(name)
    return typed_answers.RulesAnswer(
        summary=in_words.text if in_words is not None else f"{entry.id} is an open question.",
        command=f"houseway rules {variant.key} {entry.id}",
        games=[],
        clauses=[_clause(in_words)] if in_words is not None else [],
        open_questions=[_question(question)] if question is not None else [],
        options=[],
    )


def _clause(clause: Clause) -> typed_answers.ClauseText:
    return typed_answers.ClauseText(id=clause.id, section=clause.section, text=clause.text, source=clause.source)


def _question(question: OpenQuestion) -> typed_answers.Question:
    return typed_answers.Question(
        id=question.id,
        says=question.says,
        readings=list(question.readings),
        default_and_why=question.default_and_why,
        options={name: list(values) for name, values in question.options.items()},
    )


# Prices --------------------------------------------------------------------------------------------------------------


def price(
    game: GameArgument,
    options: OptionsArgument = None,
    rounds: Annotated[int | None, Field(description="Rounds of each estimate, in games that are estimated.")] = None,
    seed: SeedArgument = None,
    certificate: Annotated[bool, Field(description="Whether to add the certificate, which takes longer.")] = True,
) -> typed_answers.PriceAnswer:
    """The odds of every wager: exact with a certificate, or estimates with their standard errors. Takes seconds."""
    variant = api.game(game, options)
    if rounds is not None:
        _refuse_rounds(rounds)
    result = variant.price(rounds=rounds, seed=seed)
    words = _words("price", variant, rounds=rounds, seed=seed)
    text = _certificate(result) if certificate else None
    certified = f"{shlex.join(words)} --certificate FILE" if text is not None else None
    wagers = {
        wager: {name: _strategy_price(strategy) for name, strategy in priced.strategies.items()}
        for wager, priced in result.wagers.items()
    }
    return typed_answers.PriceAnswer(
        summary=result.summary(),
        command=shlex.join([*words, "--json"]),
        **_terms(variant),
        wagers=wagers,
        certificate=text,
        certificate_command=certified,
    )


def _certificate(result: PriceAnswer) -> str | None:
    """The certificate of a price; None for a game without a second method."""
    try:
        return result.certificate()
    except NotOffered:
        return None


def _strategy_price(strategy: Exact | Estimate) -> typed_answers.StrategyPrice:
    if isinstance(strategy, Exact):
        return typed_answers.StrategyPrice(
            expectation=figure(strategy.ev),
            standard_deviation=strategy.standard_deviation,
            deals=strategy.deals,
            seed=None,
        )
    return typed_answers.StrategyPrice(
        expectation=figure(strategy.ev, strategy.standard_error),
        standard_deviation=strategy.standard_deviation,
        deals=strategy.rounds,
        seed=strategy.seed,
    )


def readings(game: GameArgument, options: OptionsArgument = None) -> typed_answers.ReadingsAnswer:
    """What each other reading of an open question changes in the odds, largest first. Takes seconds to minutes."""
    variant = api.game(game, options)
    result = variant.readings()
    effects = [
        typed_answers.ReadingEffect(
            open_question=each.open_question,
            option=each.option,
            before=str(each.before),
            after=str(each.after),
            refused=each.refused,
            changes=[_change(name, change) for name, change in each.changes.items()],
        )
        for each in result
    ]
    return typed_answers.ReadingsAnswer(
        summary=result.summary(),
        command=shlex.join([*_words("readings", variant), "--json"]),
        **_terms(variant),
        readings=effects,
    )


def _change(name: FigureName, change: Change) -> typed_answers.ReadingChange:
    wager, strategy = name
    return typed_answers.ReadingChange(
        wager=wager,
        strategy=strategy,
        before=figure(change.before, change.after_error),
        after=figure(change.after, change.after_error),
        change=figure(change.by, change.error),
    )


# Play ----------------------------------------------------------------------------------------------------------------


def best(
    game: GameArgument,
    cards: CardsArgument,
    options: OptionsArgument = None,
    seats: Annotated[int | None, Field(description="Number of seats, in games where it matters.")] = None,
    model: Annotated[
        Literal["population", "points"] | None, Field(description="The value model, in the game showdown alone.")
    ] = None,
    at_most: ShownArgument = 8,
) -> typed_answers.BestAnswer:
    """The best play for given cards: options with their values, best first."""
    variant = api.game(game, options)
    result = variant.best(cards, players=seats, model=model)
    words = _words("best", variant, seats=seats, model=model)
    return typed_answers.BestAnswer(
        summary=result.summary(),
        command=shlex.join([*words, write_cards(result.cards), "--all", "--json"]),
        **_terms(variant),
        cards=write_cards(result.cards),
        unit=result[0].unit or result.unit,
        options=[_play(option) for option in result[:at_most]],
        options_in_all=len(result),
        left_out=result.left_out,
    )


def _play(option: Option) -> typed_answers.Play:
    gives_up = None
    if option.gives_up is not None:
        gives_up = figure(option.gives_up, option.gives_up_error or option.standard_error, option.sure)
    return typed_answers.Play(
        decision=option.decision,
        setting={slot: write_cards(hand) for slot, hand in option.setting.items()},
        value=figure(option.ev, option.standard_error, option.sure),
        gives_up=gives_up,
    )


def explain(
    game: GameArgument,
    cards: Annotated[
        str | None, Field(description="Cards, to explain one choice made with them.", max_length=MOST_CARDS_OF_TEXT)
    ] = None,
    setting: Annotated[
        str | None, Field(description="The setting that was made, with | between the hands, such as '7d | Jc 5c'.")
    ] = None,
    decision: Annotated[str | None, Field(description="The decision that was made, such as fold.")] = None,
    options: OptionsArgument = None,
) -> typed_answers.ExplainAnswer:
    """A strategy in sentences with the value of each; or, with cards, what one choice cost and why."""
    variant = api.game(game, options)
    if cards is None and (setting is not None or decision is not None):
        raise Unreadable("a setting or a decision needs cards; name the cards that it was made with")
    if cards is not None:
        return _explain_choice(variant, cards, setting, decision)
    result = variant.explain()
    return typed_answers.ExplainAnswer(
        summary=result.summary(),
        command=shlex.join([*_words("explain", variant), "--json"]),
        **_terms(variant),
        unit=result.unit,
        cost=figure(result.cost, result.standard_error, result.sure),
        lessons=[
            typed_answers.Lesson(rule=lesson.rule, value=figure(lesson.value, result.standard_error, result.sure))
            for lesson in result.lessons
        ],
        grade=None,
        yours=None,
        best=None,
    )


def _explain_choice(
    variant: Variant, cards: str, setting: str | None, decision: str | None
) -> typed_answers.ExplainAnswer:
    result = variant.assess(cards, setting=setting, decision=decision)
    words = _words("explain", variant, setting=setting, decision=decision)
    return typed_answers.ExplainAnswer(
        summary=result.summary(),
        command=shlex.join([*words, write_cards(result.cards), "--json"]),
        **_terms(variant),
        unit=result.unit,
        cost=figure(result.cost, result.standard_error, result.yours.sure),
        lessons=[],
        grade=result.grade.value,
        yours=_play(result.yours),
        best=_play(result.best),
    )


# Many rounds, evidence -----------------------------------------------------------------------------------------------


def simulate(
    game: GameArgument,
    rounds: Annotated[int, Field(description="Number of rounds, at most 10,000,000.")] = 100_000,
    players: Annotated[
        list[str] | None, Field(description="A strategy for each seat, in turn: house_way, best or newcomer.")
    ] = None,
    seats: Annotated[int | None, Field(description="Number of seats.")] = None,
    seed: Annotated[int, Field(description="The same seed gives the same result on any machine.")] = 1,
    options: OptionsArgument = None,
) -> typed_answers.SimulateAnswer:
    """Many rounds by given strategies: what each seat won, with its standard error."""
    variant = api.game(game, options)
    _refuse_rounds(rounds)
    strategies = players or ["house_way"]
    for name in strategies:
        if name not in STRATEGIES:  # a name could also be a file, which a client must not read here
            raise Unreadable(
                f"there is no strategy {shown(name)}{nearest(name, STRATEGIES)}; name {', '.join(LEVELS)} or best"
            )
    result = variant.simulate(rounds=rounds, players=strategies, seats=seats, seed=seed)
    words = _words("simulate", variant, rounds=rounds, players=",".join(strategies), seats=seats, seed=seed)
    return typed_answers.SimulateAnswer(
        summary=result.summary(),
        command=shlex.join([*words, "--json"]),
        **_terms(variant),
        rounds=result.rounds,
        seed=result.seed,
        seats=[
            typed_answers.SeatResult(
                seat=seat.number,
                player=seat.player,
                total=figure(float(seat.total.mean), seat.total.standard_error),
                standard_deviation=seat.total.standard_deviation,
                wagers={wager: figure(float(chips.mean), chips.standard_error) for wager, chips in seat.wagers.items()},
            )
            for seat in result.seats
        ],
    )


def verify(
    evidence: Annotated[
        str, Field(description="The text of a price certificate or of a recorded round, not the name of a file.")
    ],
) -> typed_answers.VerifyAnswer:
    """Whether a price certificate or a recorded round is true, check by check."""
    if not evidence.lstrip().startswith("{"):
        raise Unreadable(
            f"evidence is the text of a certificate or a record, which begins with a brace, not {shown(evidence)}"
        )
    result = api.verify(evidence)
    return typed_answers.VerifyAnswer(
        summary=result.summary(),
        command="houseway verify FILE",
        holds=result.holds,
        checks=list(result.checks),
        fault=result.fault,
    )


TOOLS = (rules, price, readings, best, explain, simulate, verify)


# Shared --------------------------------------------------------------------------------------------------------------


def _refuse_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise NotAllowed(f"one call takes 1 to {MOST_ROUNDS:,} rounds, not {rounds}; a terminal takes more")


def _changed(variant: Variant) -> dict[str, str]:
    return {name: write_value(value) for name, (_, value) in variant.modifications.items()}


class _Terms(TypedDict):
    """The entries of an answer about a game under some terms."""

    game: str
    terms_hash: str
    changed_options: dict[str, str]


def _terms(variant: Variant) -> _Terms:
    return {"game": variant.key, "terms_hash": variant.terms_hash, "changed_options": _changed(variant)}


def _words(command: str, variant: Variant, **flags: int | str | None) -> list[str]:
    """The words of a command with the options of the terms and these flags."""
    words = ["houseway", command, variant.key]
    for name, value in _changed(variant).items():
        words += ["--set", f"{name}={value}"]
    for flag, setting in flags.items():
        if setting is not None:
            words += [f"--{flag}", str(setting)]
    return words
