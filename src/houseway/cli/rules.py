"""`houseway rules`: the rulebook by clause."""

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..rules.errors import Unreadable
from .arguments import AsJson

if TYPE_CHECKING:
    from ..rules.rulebook import Rulebook


def rules(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; none lists them.")] = None,
    clause: Annotated[str | None, typer.Argument(metavar="[CLAUSE]", help="One clause, with its examples.")] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="The unclear clauses, their readings and options.")
    ] = False,
    options: Annotated[
        bool, typer.Option("--options", help="Every option for --set: its value and what it accepts.")
    ] = False,
    json: AsJson = False,
) -> None:
    """The rulebook by clause, and what each unclear clause may mean.

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
        return _ledger(book, json) if readings else _whole(book, json)
    _one(book, book.find(_as_printed(book, clause)), json)


def _refuse(game: str | None, clause: str | None, asked: dict[str, bool]) -> None:
    """What a list is not a list of."""
    named = [name for name, wanted in asked.items() if wanted]
    if len(named) > 1:
        raise Unreadable(f"ask for {' or '.join(named)}, not for both at once")
    if named and game is None:
        raise Unreadable(f"{named[0]} is of one game; name it, such as houseway rules pyramid {named[0]}")
    if named and clause is not None:
        raise Unreadable(f"{named[0]} is of the whole game; leave out {clause!r}, or leave out {named[0]}")


def _as_printed(book: "Rulebook", clause: str) -> str:
    """The id as the rulebook prints it, however its letters were typed."""
    printed = {name.lower(): name for name in (*book.clauses, *book.open_questions)}
    return printed.get(clause.lower(), clause)


def _list_games(games: list[Any], as_json: bool) -> None:
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
    say("\nhouseway rules GAME CLAUSE shows one clause with its examples; --readings lists what is unclear,")
    say("--options what can be changed.")


def _ledger(book: "Rulebook", as_json: bool) -> None:
    from .output import heading, print_json, say

    entries = list(book.open_questions.values())
    if as_json:
        return print_json({"game": book.key, "readings": [vars_of(entry) for entry in entries]})
    say(f"{book.title}: where the sheet is silent or speaks twice")
    for entry in entries:
        heading(entry.id)
        say(_ledger_text(entry))


def _options(game: Any, as_json: bool) -> None:
    from ..rules.terms import accepted_values, options, write_value
    from .output import print_json, print_table, say

    found = [
        (name, write_value(value), accepted_values(game.terms, name)) for name, value in options(game.terms).items()
    ]
    if as_json:
        rows = [{"option": name, "default": value, "accepts": takes} for name, value, takes in found]
        return print_json({"game": game.key, "options": rows})
    print_table(("option", "default", "accepts"), found)
    say(f"\n--set OPTION=VALUE changes one; houseway rules {game.key} --readings says what is behind the unclear ones.")


def _ledger_text(entry: Any) -> str:
    lines = [f"The sheet: {entry.says}"]
    lines += [f"  ({letter}) {text}" for letter, text in zip("abcdefgh", entry.readings, strict=False)]
    lines.append(f"Default: {entry.default_and_why}")
    options = [f"--set {name}={' | '.join(values)}" for name, values in entry.options.items()]
    return "\n".join(lines + [f"Option: {option}" for option in options])


def _one(book: "Rulebook", found: Any, as_json: bool) -> None:
    from ..audit.vectors import examples, run
    from .output import heading, print_json, say

    outcomes = [run(vector) for vector in examples(book.key, found.id)]
    if as_json:
        shown = [
            {"id": o.vector.id, "kind": o.vector.kind, "in": o.vector.given, "out": o.vector.expected} for o in outcomes
        ]
        return print_json({**vars_of(found), "binds_people": book.people.get(found.id), "examples": shown})
    if hasattr(found, "readings"):
        say(f"{found.id} (ledger)\n{_ledger_text(found)}")
    else:
        say(f"{found.id} ({found.section}; {found.source})\n{found.text}")
    if found.id in book.people:
        say(f"Binds people, not software: {book.people[found.id]}")
    for outcome in outcomes:
        vector = outcome.vector
        heading(f"Example {vector.id} ({vector.kind}): {'holds' if outcome.fault is None else outcome.fault}")
        say(
            f"given  {_flat(vector.given)}\ngives  {_flat(vector.expected)}"
            + (f"\nwhy    {vector.why}" if vector.why else "")
        )


def _flat(data: Any) -> str:
    if isinstance(data, dict):
        return ", ".join(f"{name}: {_inner(value)}" for name, value in data.items())
    return str(data)


def _inner(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + _flat(value) + "}"
    return " ".join(_inner(each) for each in value) if isinstance(value, list) else str(value)


def vars_of(entry: Any) -> dict[str, Any]:
    """A clause or a ledger entry as plain data."""
    from dataclasses import fields

    found = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return {name: dict(value) if hasattr(value, "items") else value for name, value in found.items()}
