"""`houseway best`: every option for these cards, best first."""

from typing import Annotated

import typer

from .arguments import AsJson, GameName, Options, game_with


def best(
    game: GameName,
    cards: Annotated[list[str], typer.Argument(metavar="CARDS", help="The cards, such as 'Js Jd 6c'.")],
    options: Options = None,
    json: AsJson = False,
) -> None:
    """Every legal option for these cards, best first, with its expected value.

    Example: houseway best pyramid Js Jd 6c
    """
    from fractions import Fraction

    from ..pricing import best as best_options
    from ..rules.cards import read_cards, write_cards
    from .output import print_json, print_table

    variant, held = game_with(game, options), read_cards(" ".join(cards))
    found = best_options(variant, held)
    if json:
        return print_json({"game": game, "cards": write_cards(held), "options": found})
    rows = []
    for option in found:
        ev = Fraction(option["ev"]) if isinstance(option["ev"], str) else option["ev"]
        hands = " | ".join(f"{slot} {hand}" for slot, hand in option.get("setting", {}).items())
        counts = ", ".join(f"{name} {count:,}" for name, count in option.get("counts", {}).items())
        error = f" ± {option['standard_error']:.4f}" if "standard_error" in option else ""
        rows.append((option["decision"], hands, f"{float(ev):+.6f}{error}", counts))
    print_table(("decision", "hands", "worth", "counts"), rows, numbers=("worth",))
