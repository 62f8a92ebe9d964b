"""`houseway rules`: the rulebook by clause."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import Unreadable
from .arguments import AsJson

if TYPE_CHECKING:
    from ..rules.game import AnyGame
    from ..rules.rulebook import Clause, OpenQuestion, Rulebook


def rules(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The game; without it, list the games.")] = None,
    clause: Annotated[str | None, typer.Argument(metavar="[CLAUSE]", help="Show one clause with its examples.")] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="List the open questions with their readings and options.")
    ] = False,
    options: Annotated[
        bool, typer.Option("--options", help="List every option for --set with its value and what it accepts.")
    ] = False,
    json: AsJson = False,
) -> None:
    """
    Print the rulebook by clause, and the readings of unclear clauses.

    Example: houseway rules pyramid PYR-38
    """
    from ..games import BROKEN, GAMES, rulebook_of
    from ..games import game as game_named

    _refuse(game, clause, {"--readings": readings, "--options": options})
    if game is None:
        for reason in BROKEN.values():
            print(f"houseway: {reason}", file=sys.stderr)
        return _list_games(list(GAMES.values()), json)
    book = rulebook_of(game)
    if options:
        return _options(game_named(game), json)
    if clause is None:
        return _open_questions(book, json) if readings else _whole(book, json)
    _one(book, book.find(_printed_id(book, clause)), json)


def _refuse(game: str | None, clause: str | None, flags: dict[str, bool]) -> None:
    """Refuse combinations of arguments that have no meaning."""
    named = [name for name, wanted in flags.items() if wanted]
    if len(named) > 1:
        raise Unreadable(f"give {' or '.join(named)}, not both")
    if named and game is None:
        raise Unreadable(f"{named[0]} needs a game, such as houseway rules pyramid {named[0]}")
    if named and clause is not None:
        raise Unreadable(f"{named[0]} lists the whole game; leave out {clause!r} or {named[0]}")


def _printed_id(book: "Rulebook", clause: str) -> str:
    """The id as the rulebook prints it, whatever its case was."""
    printed = {name.lower(): name for name in (*book.clauses, *book.open_questions)}
    return printed.get(clause.lower(), clause)


def _list_games(games: "list[AnyGame]", as_json: bool) -> None:
    from .output import print_json, print_table

    if as_json:
        return print_json([{"game": game.key, "name": game.name, "about": game.about} for game in games])
    print_table(("game", "name", "what it is"), [(game.key, game.name, game.about) for game in games])


def _whole(book: "Rulebook", as_json: bool) -> None:
    from .output import heading, print_json, print_table, say

    if as_json:
        return print_json(
            {"game": book.key, "title": book.title, "clauses": [vars_of(c) for c in book.clauses.values()]}
        )
    say(f"{book.title}\n{book.about}")
    for section in dict.fromkeys(clause.section for clause in book.clauses.values()):
        heading(section)
        rows = [(clause.id, clause.text) for clause in book.clauses.values() if clause.section == section]
        print_table(("clause", "what it says"), rows)
    say("\nhouseway rules GAME CLAUSE shows one clause with its examples; --readings lists the open")
    say("questions, --options what can be changed.")


def _open_questions(book: "Rulebook", as_json: bool) -> None:
    from .output import heading, print_json, say

    entries = list(book.open_questions.values())
    if as_json:
        return print_json({"game": book.key, "readings": [vars_of(entry) for entry in entries]})
    say(f"{book.title}: open questions, where the sheet is silent or contradicts itself")
    for entry in entries:
        heading(entry.id)
        say(_question_text(entry))


def _options(game: "AnyGame", as_json: bool) -> None:
    from ..rules.terms import accepted_values, options, write_value
    from .output import print_json, print_table, say

    rows = [
        (name, write_value(value), accepted_values(game.terms, name)) for name, value in options(game.terms).items()
    ]
    if as_json:
        data = [{"option": name, "default": value, "accepts": accepts} for name, value, accepts in rows]
        return print_json({"game": game.key, "options": data})
    print_table(("option", "default", "accepts"), rows)
    say(f"\n--set OPTION=VALUE changes one; houseway rules {game.key} --readings explains the unclear ones.")


def _question_text(entry: "OpenQuestion") -> str:
    lines = [f"The sheet: {entry.says}"]
    lines += [f"  ({letter}) {text}" for letter, text in zip("abcdefgh", entry.readings, strict=False)]
    lines.append(f"Default: {entry.default_and_why}")
    options = [f"--set {name}={' | '.join(values)}" for name, values in entry.options.items()]
    return "\n".join(lines + [f"Option: {option}" for option in options])


def _one(book: "Rulebook", entry: "Clause | OpenQuestion", as_json: bool) -> None:
    from ..audit.vectors import examples, run
    from ..rules.rulebook import OpenQuestion
    from .output import heading, print_json, say

    outcomes = [run(vector) for vector in examples(book.key, entry.id)]
    if as_json:
        shown = [
            {"id": o.vector.id, "kind": o.vector.kind, "in": o.vector.given, "out": o.vector.expected} for o in outcomes
        ]
        return print_json({**vars_of(entry), "binds_people": book.people.get(entry.id), "examples": shown})
    if isinstance(entry, OpenQuestion):
        say(f"{entry.id} (open question)\n{_question_text(entry)}")
    else:
        say(f"{entry.id} ({entry.section}; {entry.source})\n{entry.text}")
    if entry.id in book.people:
        say(f"Binds people, not software: {book.people[entry.id]}")
    for outcome in outcomes:
        vector = outcome.vector
        heading(f"Example {vector.id} ({vector.kind}): {'holds' if outcome.fault is None else outcome.fault}")
        say(
            f"given  {_flat(vector.given)}\ngives  {_flat(vector.expected)}"
            + (f"\nwhy    {vector.why}" if vector.why else "")
        )


def _flat(data: object) -> str:
    if isinstance(data, dict):
        return ", ".join(f"{name}: {_inner(value)}" for name, value in data.items())
    return str(data)


def _inner(value: object) -> str:
    if isinstance(value, dict):
        return "{" + _flat(value) + "}"
    return " ".join(_inner(each) for each in value) if isinstance(value, list) else str(value)


def vars_of(entry: "Clause | OpenQuestion") -> dict[str, object]:
    """A clause or an open question as plain data."""
    from dataclasses import fields

    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return {name: dict(value) if hasattr(value, "items") else value for name, value in values.items()}
