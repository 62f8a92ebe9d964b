"""`houseway explain`: a strategy to learn, or what a choice with given cards cost and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import AsJson, GameName, Options, Seats, game_with

if TYPE_CHECKING:
    from rich.text import Text

    from ..rules.game import AnyGame
    from ..solving.coaching.assessment import Assessment


def explain(
    game: GameName,
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="[CARDS]", help="Cards, to explain a choice made with them.")
    ] = None,
    setting: Annotated[
        str | None,
        typer.Option(
            metavar="CARDS", help="The setting that was made, with | between the hands, such as '7d | Jc 5c'."
        ),
    ] = None,
    decision: Annotated[str | None, typer.Option(help="The decision that was made, such as fold.")] = None,
    seats: Seats = None,
    options: Options = None,
    json: AsJson = False,
) -> None:
    """
    A strategy in sentences to learn, with the value of each, and what it costs against best play.

    With cards and a setting or a decision it prints the grade of the choice, what it cost, and why.

    Example: houseway explain pyramid
    """
    variant = game_with(game, options)
    if cards or setting is not None or decision is not None:
        return _explain_choice(variant, " ".join(cards or []), setting, decision, seats, json=json)
    _explain_strategy(variant, json=json)


def _explain_strategy(game: AnyGame, *, json: bool) -> None:
    from ..games.ask import explain as ask_explanation
    from ..rules.errors import plural
    from .numbers import amount
    from .output import answer, print_json, print_table, say
    from .progress import bar

    with bar(f"explaining {game.key}") as progress:
        explanation = ask_explanation(game, progress)
    if json:
        return print_json({"game": game.key, **explanation.to_json()})
    rows = [
        (f"{number}.", lesson.rule, amount(lesson.value, sign="+"))
        for number, lesson in enumerate(explanation.lessons, start=1)
    ]
    cost = amount(explanation.cost, explanation.standard_error or 0.0)
    count = plural(len(explanation.lessons), "rule")
    answer(f"Play by these {count}: together they give up {cost} {explanation.unit} compared with best play.")
    say("")
    print_table(("", "rule", "value"), rows, numbers=("value",))
    say(f"\nValues are in {explanation.unit} ({explanation.sure}).")
    if explanation.goal:
        say(explanation.goal)


def _explain_choice(
    game: AnyGame, cards: str, setting: str | None, decision: str | None, seats: int | None, *, json: bool
) -> None:
    from ..games.ask import assess, coach_sentence
    from .output import answer, print_json, print_table, say
    from .progress import bar

    with bar(f"explaining {game.key}") as progress:
        assessment = assess(game, cards, setting=setting, decision=decision, players=seats, progress=progress)
    sentence = coach_sentence(game, assessment)
    if json:
        return print_json({"game": game.key, **assessment.to_json(), "sentence": sentence})
    answer(sentence)
    say("")
    value = f"value, {assessment.unit}"
    print_table(("", "play", value), _choice_rows(game, assessment), numbers=(value,))


def _choice_rows(game: AnyGame, assessment: Assessment) -> list[tuple[str, Text, str]]:
    from ..answer_types import option_in_words
    from .numbers import amount
    from .output import cards

    rows = []
    for whose, option in (("yours", assessment.yours), ("best", assessment.best)):
        value = amount(option.ev, option.standard_error or 0.0, sign="+")
        rows.append((whose, cards(option_in_words(game, option)), value))
    return rows
