"""`houseway deal`: play a round in the terminal."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import NotAllowed, Unreadable
from .arguments import AsJson, Bank, GameName, Options, Seats, Verbose, game_with, why_not_write, write_file

if TYPE_CHECKING:
    from ..rules.game import AnyGame
    from ..rules.round import Round
    from ..solving.strategy import Strategy


def deal(
    game: GameName,
    seats: Seats = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="N", help="The same seed deals the same cards; here it may also be a word."),
    ] = None,
    options: Options = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="NAME,...", help="One strategy for each other seat, in turn: house_way, best, newcomer."),
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="Play every seat unattended.")] = False,
    bank: Bank = False,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the round to a file.")] = None,
    verbose: Verbose = False,
    json: AsJson = False,
) -> None:
    """
    Deal a round and play it against bots; every payment names its clause.

    Example: houseway deal pick2 --seats 3 --seed 7 --record round.json
    """
    from ..records.round_text import round_data, write_round
    from .output import answer, print_json, say, say_with_cards
    from .player import play_round
    from .progress import announced
    from .settlement import net_in_words, print_settlement, settlement_data

    variant = game_with(game, options)
    if record is not None and (reason := why_not_write(record)):
        raise Unreadable(reason)
    count = seats if seats is not None else max(2, variant.players_needed)
    players = strategies(variant, "house_way" if bots is None else bots)
    opening = open_round(variant, count, bank)
    moves = list[str]()
    with announced():
        round_ = play_round(
            opening, players, seed=seed, person=None if auto else 1, say=moves.append if auto else _printer(json)
        )
    if record is not None:
        write_file(record, write_round(round_))
    if json:
        return print_json({**settlement_data(round_), **round_data(round_)})
    if auto:
        answer(net_in_words(round_))
        say("")
        for move in moves:
            say_with_cards(move)
    else:
        say("")
        answer(net_in_words(round_))
    print_settlement(round_, verbose=verbose)
    if record is not None:
        say(f"\nRecorded in {record}; houseway replay {record} runs it again.")


def _printer(as_json: bool) -> Callable[[str], None]:
    """Prints the moves of the round for the person who plays it, and never into the JSON."""
    from .output import say_with_cards

    return (lambda text: print(text, file=sys.stderr)) if as_json else say_with_cards


def strategies(variant: "AnyGame", names: str) -> "tuple[Strategy, ...]":
    """The strategies by name; seats take them in turn."""
    from ..games.ask import strategy

    return tuple(strategy(variant, name.strip()) for name in names.split(","))


NAMES = ("you", "Ada", "Blaise", "Carl", "Daniel", "Emilie", "Fermat", "Gerolamo", "Huygens")


def open_round(variant: "AnyGame", seats: int, bank: bool) -> "Round":
    """A new round with the person in the first seat."""
    from ..rules.game import Opening
    from ..rules.playing import start

    allowed = variant.seats(variant.terms)
    if seats not in allowed:
        raise NotAllowed(f"{variant.name} seats {allowed.start} to {allowed.stop - 1}, not {seats}")
    if bank and variant.banking(variant.terms) is None:
        raise NotAllowed(f"players do not bank in {variant.name}")
    return start(variant, Opening(players=NAMES[:seats], banker=1 if bank else "house"))
