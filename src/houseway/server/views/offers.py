"""What the opener of a table may choose: the offered options with their values in force, bounds and figures."""

from __future__ import annotations

from ...games import labels_of
from ...games.variants import WagerFigure, figures_of, offered_values
from ...rules.errors import HousewayError
from ...rules.game import AnyGame
from ...rules.terms import Value, options
from ..tables.ceilings import CEILING_OF, Freedom, freedom
from .catalogue import option_info
from .http_types import GameOption, OddsFigure, OfferedOption, OpeningOffer


def opening_offer(sheet: AnyGame, in_force: AnyGame, *, pay_tables: bool) -> OpeningOffer:
    """
    The offered options of a game at a new table.

    `sheet` is the game under the operator's terms, `in_force` the same without credit, as it is played at a table.
    """
    labels = labels_of(sheet)
    names = [name for name in labels.offered.all if name not in sheet.without_credit]
    return OpeningOffer(
        game=sheet.key,
        figures=_figures(figures_of(sheet)),
        terms=options_changed(sheet),
        stakes=[_offered(sheet, in_force, name, pay_tables) for name in names if name in labels.offered.stakes],
        rules=[_offered(sheet, in_force, name, pay_tables) for name in names if name in labels.offered.rules],
    )


def options_changed(game: AnyGame) -> dict[str, Value]:
    """The options that differ from the sheet's, by name."""
    return {name: here for name, (_, here) in game.modifications.items()}


def _offered(sheet: AnyGame, in_force: AnyGame, name: str, pay_tables: bool) -> OfferedOption:
    values = options(in_force.terms)
    option = _within_ceilings(in_force, option_info(in_force, name, values[name]), values, pay_tables)
    effects = {}
    for value in offered_values(sheet, name):
        figures = _figures_under(sheet, name, value)
        if figures is not None:
            effects[value] = figures
    return OfferedOption(option=option, effects=effects)


def _figures_under(sheet: AnyGame, name: str, value: str) -> list[OddsFigure] | None:
    """The stored figures if this option has this value; None if they are not stored."""
    try:
        return _figures(figures_of(sheet.with_options({name: value})))
    except HousewayError:  # the operator's other terms do not allow it
        return None


def _within_ceilings(in_force: AnyGame, option: GameOption, values: dict[str, Value], pay_tables: bool) -> GameOption:
    """The option with the bounds that the operator's terms leave."""
    name = option["name"]
    limit = values[CEILING_OF.get(name, name)]
    match freedom(in_force, name):
        case Freedom.FIXED:
            option["choices"] = [str(limit)]
        case Freedom.PAYS if pay_tables:
            pass
        case Freedom.PAYS | Freedom.CEILING if limit is not None:
            option["high"] = int(limit)
            option["may_be_null"] = False
            least = values.get(f"{name.removesuffix('_max')}_min") if name.endswith("_max") else None
            if least is not None:
                option["low"] = int(least)
        case Freedom.FLOOR if limit is not None:
            option["low"] = int(limit)
            most = values.get(f"{name.removesuffix('_min')}_max") if name.endswith("_min") else None
            if most is not None:
                option["high"] = int(most)
        case _:
            pass
    return option


def _figures(figures: tuple[WagerFigure, ...] | None) -> list[OddsFigure] | None:
    if figures is None:
        return None
    return [
        OddsFigure(wager=each.wager, ev=each.ev, standard_error=each.standard_error, spread=each.spread)
        for each in figures
    ]
