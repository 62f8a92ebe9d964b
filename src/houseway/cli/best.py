"""`houseway best`: what to do with these cards."""

from pathlib import Path
from typing import Annotated, Any

import typer

from .arguments import AsJson, GameName, Options, game_with

SHOWN = 8


def best(
    game: GameName,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help="The cards, such as 'Js Jd 6c'.")],
    options: Options = None,
    players: Annotated[int | None, typer.Option(help="How many play, where that matters.")] = None,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Opponents: a file of houseway solve, or a text of settings, one a line."),
    ] = None,
    model: Annotated[str | None, typer.Option(help="Showdown: 'population', or 'points' as if every hand won.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every option that was weighed.")] = False,
    json: AsJson = False,
) -> None:
    """What to do with these cards: the options, best first, with what each is worth.

    Example: houseway best pyramid Js Jd 6c
    """
    from ..games.ask import best as best_options
    from ..rules.cards import read_cards, write_cards
    from .output import print_json

    variant = game_with(game, options)
    held = read_cards(" ".join(cards))
    found = best_options(variant, held, players=players, against=against, model=model)
    if json:
        return print_json({"game": game, "cards": write_cards(held), "options": found})
    print_options(found if everything else found[:SHOWN])
    print_hand_by_hand(found)


def print_options(found: list[dict[str, Any]]) -> None:
    """The options in a table, best first, and how sure their worth is."""
    from .output import print_table, say

    rows = []
    for option in found:
        hands = " | ".join(f"{slot} {hand}" for slot, hand in option.get("setting", {}).items())
        error = f" ± {option['standard_error']:.4f}" if "standard_error" in option else ""
        rows.append((option["decision"], hands, f"{number(option['ev']):+.6f}{error}", gives_up(option)))
    print_table(("decision", "hands", "worth", "gives up"), rows, numbers=("worth", "gives up"))
    say(f"\nHow sure: {', '.join(dict.fromkeys(option['sure'] for option in found))}.")


def print_hand_by_hand(found: list[dict[str, Any]]) -> None:
    """What the best setting gains and gives up in each hand against the next best."""
    from .output import heading, print_table

    settings = [option for option in found if option.get("by_hand")][:2]
    if not settings:
        return
    heading("Hand by hand" + (", best and next best" if len(settings) == 2 else ""))
    rows = []
    for slot in settings[0]["by_hand"]:
        cells = [cell for option in settings for cell in hand_cells(option["by_hand"].get(slot, {}))]
        rows.append((slot, *cells))
    columns = ("hand", "best", "wins", "worth", "next best", "wins ", "worth ")
    kept = [place for place in range(1 + 3 * len(settings)) if place == 0 or any(row[place] for row in rows)]
    print_table(
        [columns[place] for place in kept],
        [[row[place] for place in kept] for row in rows],
        numbers=("wins", "worth", "wins ", "worth "),
    )


def hand_cells(hand: dict[str, Any]) -> tuple[str, str, str]:
    """A hand's name, its chance to win and its part of the worth, as far as they are known."""
    wins = f"{100 * number(hand['wins']):.2f} %" if hand.get("wins") is not None else ""
    worth = f"{number(hand['worth']):+.4f}" if hand.get("worth") is not None else ""
    return hand.get("name", ""), wins, worth


def gives_up(option: dict[str, Any]) -> str:
    lost = number(option.get("gives_up", 0))
    return f"{lost:.6f}" if lost else ""


def number(value: Any) -> float:
    """A value of the JSON: a fraction as text where it is exact."""
    from fractions import Fraction

    return float(Fraction(value)) if isinstance(value, str) else float(value)
