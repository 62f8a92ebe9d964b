"""`houseway best`: the best play for given cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import AsJson, GameName, Options, Seats, Verbose, game_with, refuse_unused
from .numbers import amount, percent

if TYPE_CHECKING:
    from ..answer_types import BestAnswer
    from ..rules.game import AnyGame
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
    verbose: Verbose = False,
    json: AsJson = False,
) -> None:
    """
    The best play for given cards: every option with its value, best first.

    Example: houseway best pyramid Js Jd 6c
    """
    from ..answer_types import BestAnswer
    from ..games import module_of
    from ..games.ask import best as ask_best
    from ..games.ask import left_out, unit
    from ..rules.cards import read_cards, write_cards
    from .output import answer, print_json, say
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
    given_answer = BestAnswer(
        rules=variant, cards=hand, options=tuple(ranked), unit=unit(variant), left_out=left_out(variant)
    )
    answer(given_answer.summary())
    say("")
    print_options(given_answer, ranked if everything else ranked[:SHOWN])
    if verbose:
        say(f"\nHow sure: {', '.join(dict.fromkeys(option.sure for option in ranked))}.")
        say(left_out(variant))
        print_hand_by_hand(variant, ranked)
    else:
        hidden = len(ranked) - SHOWN
        more = f", --all the other {hidden} settings" if hidden > 0 and not everything else ""
        say(f"\n-v prints what each hand contributes{more}.")


def print_options(given_answer: BestAnswer, ranked: list[Option]) -> None:
    """Print the options in a table, best first."""
    from .output import cards, print_table

    unit = given_answer.options[0].unit or given_answer.unit
    value = f"value, {unit}"
    loss = f"gives up, {unit}"
    rows = []
    for option in ranked:
        shown = amount(float(option.ev), option.standard_error or 0.0, sign="+")
        rows.append((cards(given_answer.in_words(option)), shown, gives_up(option)))
    print_table(("play", value, loss), rows, numbers=(value, loss))


def print_hand_by_hand(game: AnyGame, ranked: list[Option]) -> None:
    """Print what each hand contributes to the best option and to the next best."""
    from ..games import labels_of
    from .output import heading, print_table

    settings = [option for option in ranked if option.by_hand][:2]
    if not settings:
        return
    heading("Hand by hand" + (", best and next best" if len(settings) == 2 else ""))
    labels = labels_of(game)
    rows = []
    for slot in settings[0].by_hand:
        cells = [cell for option in settings for cell in hand_cells(option.by_hand.get(slot))]
        kind = "wagers" if slot in labels.names.get("wagers", {}) else "hands"
        rows.append((labels.name(kind, slot), *cells))
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
    wins = "" if hand.wins is None else percent(hand.wins)
    value = "" if hand.value is None else amount(hand.value, sign="+")
    return hand.name or "", wins, value


def gives_up(option: Option) -> str:
    return amount(option.gives_up) if option.gives_up else ""
