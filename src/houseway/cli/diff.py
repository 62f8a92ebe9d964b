"""`houseway diff`: what the differences between two sets of terms do to the odds."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..rules.errors import NotAllowed, Unreadable
from .arguments import AsJson, GameName, read_file
from .numbers import parts_of_list, percent, plain_number

if TYPE_CHECKING:
    from ..games.terms_diff import ChangedOption, Effect, FigureChange, TermsDiff
    from ..pricing.measured import Measured
    from ..rules.game import AnyGame

TERMS_HELP = "OPTION=VALUE,... or a file of terms, one option to a line; default: the sheet's own terms."
GAME_LINE = "game"
"""The name before the game's key in a file of terms."""


def diff(
    game: GameName,
    before: Annotated[str, typer.Option("--from", metavar="TERMS", help=f"The first terms: {TERMS_HELP}")] = "",
    after: Annotated[str, typer.Option("--to", metavar="TERMS", help=f"The second terms: {TERMS_HELP}")] = "",
    json: AsJson = False,
) -> None:
    """
    What the differences between two sets of terms do to every wager, each by itself and all together.

    It says who gains, and whether legal play becomes profitable.

    Example: houseway diff pyramid --to straight_flush_pays=50,decks=8
    """
    from ..games.ask import diff as ask_diff
    from .output import print_json
    from .progress import bar

    first = game_under(game, "--from", before)
    second = game_under(game, "--to", after)
    with bar(f"comparing terms of {game}") as progress:
        result = ask_diff(first, second, progress)
    if json:
        return print_json(as_data(result))
    _print(first, result)


# Terms ---------------------------------------------------------------------------------------------------------------


def game_under(name: str, flag: str, text: str) -> "AnyGame":
    """The game under the terms that an argument gives: options, or the name of a file of terms."""
    from ..games import game

    rules = game(name)
    if not text.strip():
        return rules
    path = Path(text)
    if _is_file(path):
        return rules.chosen(_options_in_file(rules, path))
    options: dict[str, str] = {}
    for part in parts_of_list(text):
        option, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not option:
            raise Unreadable(f"{flag} takes OPTION=VALUE,... such as decks=8, or a file of terms, not {part.strip()!r}")
        _add_once(options, option, plain_number(value), flag)
    return rules.chosen(options)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # such as a name that is too long for a file
        return False


def _options_in_file(rules: "AnyGame", path: Path) -> dict[str, str]:
    """The options in a file of terms, which may name its game in a line `game=KEY`."""
    options: dict[str, str] = {}
    for number, line in enumerate(read_file(path).splitlines(), start=1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        option, equals, value = (word.strip() for word in text.partition("="))
        if not equals or not option:
            raise Unreadable(f"{path}, line {number}: a line of terms is OPTION=VALUE, not {text!r}")
        if option != GAME_LINE:
            _add_once(options, option, plain_number(value), f"{path}, line {number},")
        elif value != rules.key:
            raise NotAllowed(f"{path} has terms of {value!r}, not of {rules.key!r}")
    return options


def _add_once(options: dict[str, str], option: str, value: str, where: str) -> None:
    if option in options:
        raise Unreadable(f"{where} names {option} twice, as {options[option]} and {value}; name it once")
    options[option] = value


# Text ----------------------------------------------------------------------------------------------------------------


def _print(rules: "AnyGame", result: "TermsDiff") -> None:
    from ..answer_types import DiffAnswer, fields_of
    from ..games import labels_of
    from .alarm import with_labels
    from .output import answer, heading, print_table, say

    answer(with_labels(DiffAnswer(**fields_of(result), rules=rules).summary(), labels_of(rules)))
    heading("Changed options")
    rows = [(option.clause, option.label, option.before_in_words, option.after_in_words) for option in result.options]
    print_table(("clause", "option", "before", "after"), rows)
    for option in result.options:
        heading(f"{option.label}: {option.after_in_words}")
        if option.refused is None:
            _print_effect(option.effect, rules)
        else:
            say(f"Not possible by itself: {option.refused}.")
    if len(result.options) > 1:
        heading("All together")
        _print_effect(result.together, rules)
    say(f"\nTerms {result.before_hash[:12]} and {result.after_hash[:12]}.")


def _print_effect(effect: "Effect", game: "AnyGame") -> None:
    from .output import print_table, say

    if effect.figures:
        rows = [_row(figure, game) for figure in effect.figures]
        print_table(("figure", "before", "after", "change"), rows, numbers=("before", "after", "change"))
    else:
        say("No figure changes.")
    if effect.stake_before is None or effect.stake_change is None:
        say(f"Who gains: {effect.gains}.")
        return
    before = in_percent(effect.stake_before)
    change = in_percent(effect.stake_change, sign="+")
    say(f"Compulsory stake at best play: {before} of the chips on it for the player, change {change}.")
    say(f"Who gains: {effect.gains}.")


def _row(figure: "FigureChange", game: "AnyGame") -> tuple[str, ...]:
    from ..games import labels_of

    labels = labels_of(game)
    wager = labels.name("wagers", figure.wager)
    strategy = "" if figure.strategy == "only" else f", {labels.name('strategies', figure.strategy)}"
    return (
        f"{wager}{strategy}",
        _in_words(figure, figure.before, game, with_error=True),
        _in_words(figure, figure.after, game),
        _in_words(figure, figure.change, game, with_error=True, sign="+"),
    )


def _in_words(
    figure: "FigureChange", part: "Measured", game: "AnyGame", *, with_error: bool = False, sign: str = ""
) -> str:
    """A part of a changed figure with its unit. Amounts between players are in the shown unit already."""
    from ..games.ask import amount_unit
    from ..pricing.readings import AmountUnit, figure_in_words

    unit = AmountUnit(1, amount_unit(game, (figure.wager, figure.strategy)).name)
    among_players = not game.against_the_house
    error = part.standard_error if with_error else None
    return figure_in_words(figure.strategy, part.value, unit, error=error, sign=sign, among_players=among_players)


def in_percent(figure: "Measured", *, sign: str = "") -> str:
    return percent(figure.value, figure.standard_error, sign=sign)


# JSON ----------------------------------------------------------------------------------------------------------------


def as_data(result: "TermsDiff") -> dict[str, object]:
    """The comparison under the names of the JSON: exact figures are fractions, estimates are numbers."""
    return {
        "game": result.game,
        "from": result.before_hash,
        "to": result.after_hash,
        "options": [_option_data(option) for option in result.options],
        "together": _effect_data(result.together),
        "profitable": {
            "before": result.profitable.before,
            "after": result.profitable.after,
            "becomes_profitable": result.profitable.becomes_profitable,
            "sentence": result.profitable.sentence,
        },
    }


def _option_data(option: "ChangedOption") -> dict[str, object]:
    return {
        "option": option.option,
        "label": option.label,
        "clause": option.clause,
        "before": option.before,
        "after": option.after,
        "refused": option.refused,
        **_effect_data(option.effect),
    }


def _effect_data(effect: "Effect") -> dict[str, object]:
    figures = [
        {
            "wager": figure.wager,
            "strategy": figure.strategy,
            "before": figure.before.as_json(),
            "after": figure.after.as_json(),
            "change": figure.change.as_json(),
            "standard_error": figure.change.standard_error or None,
            "is_profit": figure.is_profit,
        }
        for figure in effect.figures
    ]
    stake = None
    if effect.stake_before is not None and effect.stake_change is not None:
        stake = {
            "before": effect.stake_before.as_json(),
            "change": effect.stake_change.as_json(),
            "standard_error": effect.stake_change.standard_error or None,
        }
    return {"figures": figures, "stake": stake, "gains": effect.gains.name.lower()}
