"""The games as data for the pages: options, steps and rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...games import game, labels_of, rulebook_of
from ...games.labels import Labels, pay_table_of
from ...rules import terms as terms_
from ...rules.game import AnyGame, Opening
from ...rules.view import describe
from .http_types import (
    ChangedOption,
    GameInfo,
    GameNames,
    GameOption,
    GameStep,
    LobbyFacts,
    OfferedOptions,
    SeatLimits,
    TableTerms,
)
from .study_types import Clause, OpenQuestion, Rulebook


def game_at_table(key: str, terms: dict[str, Any], chosen: dict[str, Any]) -> AnyGame:
    """
    A game under the terms that apply at one table.

    The options that the table's opener chose replace the operator's terms. The room gives no credit, so a game's own
    options for such rooms replace both.
    """
    rules = game(key)
    return rules.with_options({**terms, **chosen, **rules.without_credit})


@dataclass(frozen=True)
class Variant:
    """A game as a key of caches: two variants are equal if their terms are."""

    terms_hash: str
    rules: AnyGame = field(compare=False)


def variant_of(rules: AnyGame) -> Variant:
    return Variant(rules.terms_hash, rules)


def game_info(rules: AnyGame, facts: LobbyFacts) -> GameInfo:
    """A game with its options, steps and words, and the facts that the lobby shows."""
    labels = labels_of(rules)
    seats = rules.seats(rules.terms)
    players = tuple(f"player {number}" for number in range(seats.start))
    return GameInfo(
        key=rules.key,
        name=rules.name,
        about=rules.about,
        seats=SeatLimits(least=seats.start, most=seats.stop - 1),
        hands_per_player=rules.hands_per_player(rules.terms).seats,
        banking=rules.banking(rules.terms) is not None,
        cards=len(rules.shoe(rules.terms)),
        steps=[
            GameStep(kind=type(step).__name__.lower(), says=describe(step), clause=step.clause)
            for step in rules.steps(rules.terms, Opening(players=players))
        ],
        options=[option_info(rules, name, value) for name, value in terms_.options(rules.terms).items()],
        names=_names(labels),
        offered=OfferedOptions(stakes=list(labels.offered.stakes), rules=list(labels.offered.rules)),
        set_by_the_room=dict(rules.without_credit),
        **facts,
    )


def _names(labels: Labels) -> GameNames:
    return GameNames(
        wagers=dict(labels.names.get("wagers", {})),
        hands=dict(labels.names.get("hands", {})),
        decisions=dict(labels.names.get("decisions", {})),
        strategies=dict(labels.names.get("strategies", {})),
        outcomes=labels.outcomes,
    )


def option_info(rules: AnyGame, name: str, default: terms_.Value) -> GameOption:
    """An option in words, with its default and the values it accepts."""
    labels = labels_of(rules)
    table = pay_table_of(name)
    accepts = terms_.accepted_values(rules.terms, name)
    option = GameOption(
        name=name,
        label=labels.option(name),
        says=labels.sentence(name),
        table=None if table is None else labels.table(table),
        default=default,
        accepts=accepts,
        kind="number",
    )
    if accepts == "true | false":
        option["kind"] = "yes or no"
    elif " to " in accepts:
        low, high = accepts.removeprefix("a whole number from ").removesuffix(" | null").split(" to ")
        option["low"] = int(low)
        option["high"] = int(high)
        option["may_be_null"] = accepts.endswith("null")
    else:
        option["kind"] = "choice"
        option["choices"] = accepts.split(" | ")
        option["choice_labels"] = {choice: labels.value(name, choice) for choice in option["choices"]}
    if unchosen := labels.unchosen(name):
        option["unchosen"] = unchosen
    return option


def rulebook(key: str, example_counts: Mapping[str, int]) -> Rulebook:
    """A game's rulebook, with the number of examples of each clause."""
    book = rulebook_of(game(key).key)
    return Rulebook(
        key=book.key,
        title=book.title,
        clauses=[
            Clause(id=clause.id, text=clause.text, source=clause.source, section=clause.section)
            for clause in book.clauses.values()
        ],
        ledger=[
            OpenQuestion(
                id=entry.id,
                says=entry.says,
                readings=list(entry.readings),
                default_and_why=entry.default_and_why,
                options={name: list(values) for name, values in entry.options.items()},
            )
            for entry in book.open_questions.values()
        ],
        words=dict(book.words),
        sources=dict(book.sources),
        examples=dict(example_counts),
    )


def terms_of(rules: AnyGame) -> TableTerms:
    """Every option in force at a table, and the options that differ from the sheet."""
    changed = {name: ChangedOption(usual=usual, here=here) for name, (usual, here) in rules.modifications.items()}
    limits = list(rules.limits_in_words(rules.terms))
    return TableTerms(options=terms_.options(rules.terms), changed=changed, limits=limits)
