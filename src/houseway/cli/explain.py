"""`houseway explain`: a strategy that a person can learn."""

from .arguments import AsJson, GameName, Options, game_with


def explain(game: GameName, options: Options = None, json: AsJson = False) -> None:
    """A strategy in sentences a person can learn, each with its worth, and the cost of knowing no more.

    Example: houseway explain pyramid
    """
    from ..games.ask import explain as explained
    from .output import print_json, print_table, say
    from .progress import bar

    variant = game_with(game, options)
    with bar(f"learning {game}") as progress:
        found = explained(variant, progress)
    if json:
        return print_json({"game": game, **found.to_json()})
    rows = [(f"{place}.", lesson.rule, f"{lesson.value:+.4f}") for place, lesson in enumerate(found.lessons, start=1)]
    print_table(("", "rule", "worth"), rows, numbers=("worth",))
    error = f" ± {found.standard_error:.4f}" if found.standard_error else ""
    say(f"\nWorth is in {found.unit}. All of it gives up {found.cost:.4f}{error} against best play ({found.sure}).")
