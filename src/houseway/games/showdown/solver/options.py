"""What to do with given cards: settings with what each hand is worth, and going on or surrendering."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path

from ....rules.cards import Cards
from ....rules.errors import NotAllowed, Unreadable, nearest, shown
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.round import Seat
from ....rules.setting import Setting, Slot
from ....solving.results import ESTIMATE, EXACT, PROVEN, HandValue, Option
from ....solving.settings_file import read_settings
from ....solving.strategy import require_legal
from .. import sheet as showdown
from ..hand_order import spoken
from .against import listed_model, points_against
from .best_setting import FEWEST, MOST, Solved, refuse_cards, solve_setting
from .fictitious_play import SECOND_STAGE
from .population import strength_in
from .strategies import IN_A_HURRY, strongest_first
from .surrender import drawn_choice
from .tables import Known, known, known_from
from .value_model import MICRO, Model, points_model

Progress = Callable[[int, int], None]
MODELS = ("population", "points")
FORBIDDEN = -(1 << 36)


def best(
    game: Game[showdown.Terms],
    cards: Cards,
    *,
    progress: Progress | None = None,
    against: Path | None = None,
    players: int | None = None,
    model: str = "population",
) -> list[Option]:
    """At 25 cards the settings, best first; at 20 and 23 going on and surrendering in chips, then the best setting."""
    if len(cards) not in (FEWEST, SECOND_STAGE, MOST):
        raise NotAllowed(
            f"a player holds {FEWEST}, {SECOND_STAGE} or {MOST} cards, not {len(cards)} [SHO-12, SHO-27, SHO-30]"
        )
    refuse_cards(game, cards)
    if model not in MODELS:
        raise Unreadable(f"there is no value model {shown(model)}{nearest(model, MODELS)}; name {' or '.join(MODELS)}")
    if against is not None and against.suffix != ".npz":
        return listed_options(game, cards, read_settings(against, game))
    if model == "points":
        return list(as_options(game, cards, settings_of(game, cards, points_model(game)), points_model(game), None))
    others = known(game, progress) if against is None else known_from(game, against)
    if len(cards) < MOST:
        held = iter([solve_setting(game, cards, others.model)])
        return [*decisions(game, cards, others, players), *as_options(game, cards, held, others.model, others)]
    return list(as_options(game, cards, settings_of(game, cards, others.model), others.model, others))


def decisions(game: Game[showdown.Terms], cards: Cards, others: Known, players: int | None) -> list[Option]:
    """Going on and surrendering, in chips from now on."""
    count = game.terms.players if players is None else players
    if not 2 <= count <= game.terms.players:
        raise Unreadable(f"players is a whole number from 2 to {game.terms.players}, not {shown(count)}")
    choice = drawn_choice(game, cards, others, players=count, seats=count)
    top = max(choice.worth.values())
    options = [
        Option(
            decision=decision,
            ev=value,
            standard_error=choice.standard_error if decision == showdown.PLAY else 0.0,
            sure=ESTIMATE,
            gives_up=top - value,
            unit="chips",
        )
        for decision, value in choice.worth.items()
    ]
    return sorted(options, key=lambda option: -option.ev)


# Settings ----------------------------------------------------------------------------------------------------------


def candidates(game: Game[showdown.Terms], cards: Cards, count: int) -> list[HandsSet]:
    """The same kinds of settings as `best` shows, found as quickly as a bot finds its own."""
    declared = game.terms.joker_declaration == "declared"
    found = settings_of(game, cards, known(game).model, budget=IN_A_HURRY)
    return [HandsSet(1, each.setting, each.jokers if declared else {}) for each in islice(found, count)]


def settings_of(
    game: Game[showdown.Terms], cards: Cards, model: Model, *, budget: int | None = None
) -> Iterator[Solved]:
    """The best setting; then the best with another kind of Hand 6, of Hand 5, of Hand 4; then strongest hand first."""
    first = solve_setting(game, cards, model, budget=budget)
    yield first
    for place in (6, 5, 4, 3, 2):
        try:
            yield solve_setting(game, cards, without_kind(game, model, first.setting, place), budget=budget)
        except NotAllowed:
            continue
    yield strongest_first(game, cards)


def without_kind(game: Game[showdown.Terms], model: Model, setting: Setting, place: int) -> Model:
    """The model with the class of a setting's hand forbidden in its place."""
    level = strength_in(game, setting, place).level
    table = model.table.copy()
    same = [key for key, found in enumerate(model.scale.strengths) if found.level == level]
    table[place - 1, same] += FORBIDDEN
    return Model(model.name, model.scale, table)


def as_options(
    game: Game[showdown.Terms], cards: Cards, solved: Iterator[Solved], model: Model, others: Known | None
) -> Iterator[Option]:
    """Different settings, best first. Only the first is proven to be best; the others have their exact value."""
    options: dict[tuple[Cards, ...], Option] = {}
    for found in solved:
        setting = require_legal(game, slots_of(game, cards), cards, HandsSet(1, found.setting, {})).setting
        proof = PROVEN if found.proven else ESTIMATE
        sure = EXACT_WORTH if options else proof
        options.setdefault(tuple(setting.values()), option_of(game, setting, model, others, sure))
    top = max(option.ev for option in options.values())
    for option in sorted(options.values(), key=lambda option: -option.ev):
        yield replace(option, gives_up=top - option.ev)


EXACT_WORTH = "worth exactly this in the value model; that none is better is not claimed"


def option_of(game: Game[showdown.Terms], setting: Setting, model: Model, others: Known | None, sure: str) -> Option:
    """A setting with its value in points, not yet compared with the best one."""
    by_hand = {}
    for place in showdown.PLACES:
        strength = strength_in(game, setting, place)
        by_hand[f"hand{place}"] = HandValue(
            name=spoken(strength),
            value=model.value(place, strength) / MICRO,
            wins=float(others.wins[place - 1, model.scale.number(strength)]) if others else None,
        )
    ev = sum(model.value(place, strength_in(game, setting, place)) for place in showdown.PLACES) / MICRO
    return Option(decision="set", setting=setting, ev=ev, sure=sure, by_hand=by_hand)


def slots_of(game: Game[showdown.Terms], cards: Cards) -> tuple[Slot, ...]:
    return game.slots(game.terms, Seat(number=1, player="", cards=cards))


def worth_of(game: Game[showdown.Terms], cards: Cards, setting: Setting) -> Option:
    """What one setting of these cards is worth against the population, beside the best."""
    others = known(game)
    require_legal(game, slots_of(game, cards), cards, HandsSet(1, setting, {}))
    option = option_of(game, setting, others.model, others, EXACT_WORTH)
    best_value = solve_setting(game, cards, others.model).value / MICRO
    return replace(option, gives_up=best_value - option.ev)


# Against a list of settings ----------------------------------------------------------------------------------------


def listed_options(game: Game[showdown.Terms], cards: Cards, settings: list[Setting]) -> list[Option]:
    """The best setting against listed ones, exactly; then the best as if every hand won, and strongest hand first."""
    model, ties = listed_model(game, settings)
    solved = solve_setting(game, cards, model, ties=ties)
    top = Fraction(solved.value, len(settings))
    first = listed_option(game, cards, solved.setting, settings, top, EXACT if solved.proven else ESTIMATE)
    if first.ev != top:
        raise NotAllowed(f"the solver says {solved.value} and the game {first.ev}: please report these cards")
    others = (solve_setting(game, cards, points_model(game)), strongest_first(game, cards))
    rest = [listed_option(game, cards, other.setting, settings, top, EXACT) for other in others]
    distinct = {tuple(option.setting.values()): option for option in (*reversed(rest), first)}
    return sorted(distinct.values(), key=lambda option: -option.ev)


class ListedOption(Option):
    """An option against listed settings. Values are exact, in points for each opponent."""

    @staticmethod
    def fraction_text(value: Fraction) -> str:
        return str(value)


def listed_option(
    game: Game[showdown.Terms], cards: Cards, setting: Setting, others: list[Setting], top: Fraction, sure: str
) -> Option:
    """A setting with its exact value against the listed ones, compared with the value of the best."""
    require_legal(game, slots_of(game, cards), cards, HandsSet(1, setting, {}))
    points = points_against(game, setting, others)
    hands = showdown.laid(setting, {})
    by_hand = {}
    for place in showdown.PLACES:
        theirs = [showdown.laid(other, {})[place - 1] for other in others]
        won = sum(showdown.compare(game.terms, hands[place - 1], hand) > 0 for hand in theirs)
        by_hand[f"hand{place}"] = HandValue(
            name=spoken(strength_in(game, setting, place)),
            value=Fraction(points[place - 1], len(others)),
            wins=Fraction(won, len(others)),
        )
    ev = Fraction(sum(points), len(others))
    return ListedOption(decision="set", setting=setting, ev=ev, sure=sure, by_hand=by_hand, gives_up=top - ev)
