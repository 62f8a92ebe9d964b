"""The games as data: what they are, their options, their steps and their rulebooks."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ...games import GAMES, game, rulebook_of
from ...rules import terms as terms_
from ...rules.game import AnyGame, Opening
from ...rules.view import describe

Data = dict[str, Any]


def at_a_table(key: str, terms: dict[str, Any], chosen: dict[str, Any]) -> AnyGame:
    """A game under the terms in force, what a table's maker chose, and what a room asks that gives no credit."""
    rules = game(key)
    return rules.with_options({**terms, **chosen, **rules.without_credit})


@dataclass(frozen=True)
class Variant:
    """A game, told from others by its terms alone, so that what is found about it can be kept."""

    terms_hash: str
    rules: AnyGame = field(compare=False)


def variant_of(rules: AnyGame) -> Variant:
    return Variant(rules.terms_hash, rules)


@lru_cache(maxsize=1)
def games() -> tuple[Data, ...]:
    return tuple(_game(rules) for rules in GAMES.values())


def _game(rules: AnyGame) -> Data:
    seats = rules.seats(rules.terms)
    players = tuple(f"player {number}" for number in range(seats.start))
    return {
        "key": rules.key,
        "name": rules.name,
        "about": rules.about,
        "seats": {"least": seats.start, "most": seats.stop - 1},
        "hands_per_player": rules.hands_per_player(rules.terms).seats,
        "banking": rules.banking(rules.terms) is not None,
        "cards": len(rules.shoe(rules.terms)),
        "steps": [
            {"kind": type(step).__name__.lower(), "says": describe(step), "clause": step.clause}
            for step in rules.steps(rules.terms, Opening(players=players))
        ],
        "options": [_option(rules, name, value) for name, value in terms_.options(rules.terms).items()],
        "set_by_the_room": dict(rules.without_credit),
    }


def _option(rules: AnyGame, name: str, value: terms_.Value) -> Data:
    """An option with its default and what it accepts."""
    accepts = terms_.accepted_values(rules.terms, name)
    told: Data = {"name": name, "default": value, "accepts": accepts}
    if accepts == "true | false":
        return {**told, "kind": "yes or no"}
    if " to " in accepts:
        low, _, high = accepts.removeprefix("a whole number from ").removesuffix(" | null").partition(" to ")
        return {**told, "kind": "number", "low": int(low), "high": int(high), "may_be_null": accepts.endswith("null")}
    return {**told, "kind": "choice", "choices": accepts.split(" | ")}


def rulebook(key: str) -> Data:
    """A rulebook by clause."""
    book = rulebook_of(game(key).key)
    return {
        "key": book.key,
        "title": book.title,
        "clauses": [vars(clause) for clause in book.clauses.values()],
        "ledger": [{**vars(entry), "options": dict(entry.options)} for entry in book.open_questions.values()],
        "words": dict(book.words),
        "sources": dict(book.sources),
    }


def terms_of(rules: AnyGame) -> Data:
    """Every option in force at a table, and those off their default."""
    changed = {name: {"usual": usual, "here": here} for name, (usual, here) in rules.modifications.items()}
    return {"options": terms_.options(rules.terms), "changed": changed}
