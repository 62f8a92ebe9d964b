"""`houseway explain`: a strategy to learn."""

from .arguments import AsJson, GameName, Options, game_with


def explain(game: GameName, options: Options = None, json: AsJson = False) -> None:
    """
    A strategy in sentences to learn, with the value of each, and what it costs against best play.

    Example: houseway explain pyramid
    """
    from ..games.ask import explain as ask_explanation
    from .output import print_json, print_table, say
    from .progress import bar

    variant = game_with(game, options)
    with bar(f"explaining {game}") as progress:
        explanation = ask_explanation(variant, progress)
    if json:
        return print_json({"game": game, **explanation.to_json()})
    rows = [
        (f"{number}.", lesson.rule, f"{lesson.value:+.4f}")
        for number, lesson in enumerate(explanation.lessons, start=1)
    ]
    print_table(("", "rule", "value"), rows, numbers=("value",))
    error = f" ± {explanation.standard_error:.4f}" if explanation.standard_error else ""
    cost = f"{explanation.cost:.4f}{error}"
    say(f"\nValues are in {explanation.unit}. The whole list gives up {cost} against best play ({explanation.sure}).")
    if explanation.goal:
        say(explanation.goal)
