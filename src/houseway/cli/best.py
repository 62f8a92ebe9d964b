"""`houseway best`: the best play for given cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import AsJson, GameName, Options, Seats, game_with, refuse_unused

if TYPE_CHECKING:
    from ..solving.results import HandValue, Option

SHOWN = 8
FLAGS = {"players": "--seats", "against": "--against", "model": "--model"}
"""By circumstance of the solver: the option that sets it."""


def best(
    game: GameName,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help="The cards, such as 'Js Jd 6c'.")],
    options: Options = None,
    seats: Seats = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Opponents: a file from houseway solve, or a text file with one setting a line."
        ),
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Showdown: value model, 'population' or 'points'.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every setting, not only the best.")] = False,
    json: AsJson = False,
) -> None:
    """
    The best play for given cards: every option with its value, best first.

    Example: houseway best pyramid Js Jd 6c
    """
    from ..games import module_of
    from ..games.ask import best as ask_best
    from ..games.ask import left_out
    from ..rules.cards import read_cards, write_cards
    from .output import print_json, say
    from .progress import bar

    variant = game_with(game, options)
    hand = read_cards(" ".join(cards))
    given = {"players": seats, "against": against, "model": model}
    refuse_unused(variant, "best", given, FLAGS, module_of(variant).solver.circumstances)
    with bar(f"best play of {game}") as progress:
        ranked = ask_best(variant, hand, players=seats, against=against, model=model, progress=progress)
    if json:
        data = [option.to_json() for option in ranked]
        return print_json({"game": game, "cards": write_cards(hand), "options": data, "left_out": left_out(variant)})
    print_options(ranked if everything else ranked[:SHOWN])
    say(left_out(variant))
    print_hand_by_hand(ranked)


def print_options(ranked: list[Option]) -> None:
    """Print the options in a table, best first, and how their values are known."""
    from ..rules.cards import write_cards
    from .output import print_table, say

    rows = []
    for option in ranked:
        hands = " | ".join(f"{slot} {write_cards(hand)}" for slot, hand in option.setting.items())
        error = "" if option.standard_error is None else f" ± {option.standard_error:.4f}"
        rows.append((option.decision, hands, f"{float(option.ev):+.6f}{error}", gives_up(option)))
    print_table(("decision", "hands", "value", "gives up"), rows, numbers=("value", "gives up"))
    say(f"\nHow sure: {', '.join(dict.fromkeys(option.sure for option in ranked))}.")


def print_hand_by_hand(ranked: list[Option]) -> None:
    """Print what each hand contributes to the best option and to the next best."""
    from .output import heading, print_table

    settings = [option for option in ranked if option.by_hand][:2]
    if not settings:
        return
    heading("Hand by hand" + (", best and next best" if len(settings) == 2 else ""))
    rows = []
    for slot in settings[0].by_hand:
        cells = [cell for option in settings for cell in hand_cells(option.by_hand.get(slot))]
        rows.append((slot, *cells))
    columns = ("hand", "best", "wins", "value", "next best", "wins ", "value ")
    filled = [column for column in range(1 + 3 * len(settings)) if column == 0 or any(row[column] for row in rows)]
    print_table(
        [columns[column] for column in filled],
        [[row[column] for column in filled] for row in rows],
        numbers=("wins", "value", "wins ", "value "),
    )


def hand_cells(hand: HandValue | None) -> tuple[str, str, str]:
    """The name of a hand, its chance to win and its part of the value; empty where unknown."""
    if hand is None:
        return "", "", ""
    wins = "" if hand.wins is None else f"{100 * float(hand.wins):.2f} %"
    value = "" if hand.value is None else f"{float(hand.value):+.4f}"
    return hand.name or "", wins, value


def gives_up(option: Option) -> str:
    return f"{float(option.gives_up):.6f}" if option.gives_up else ""
