"""Options for given cards: settings with the value of each hand, and playing on or surrendering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from ....rules.cards import Cards
from ....rules.errors import NotAllowed, Unreadable, nearest, shown
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.round import Seat
from ....rules.setting import Setting, Slot
from ....sampling.chunks import Progress
from ....solving import Circumstances
from ....solving.results import ESTIMATE, EXACT, PROVEN, HandValue, Option
from ....solving.settings_file import read_settings
from ....solving.strategy import require_legal
from .. import hand_order, legality, scoring
from ..hand_order import hand_name
from ..legality import slot_name
from ..pot import PLAY
from ..terms import Terms
from .against import listed_model, points_against
from .best_setting import FEWEST, MOST, Solved, refuse_cards, solve_setting
from .fictitious_play import SECOND_STAGE
from .population import strength_in
from .strategies import IN_A_HURRY, strongest_first
from .surrender import drawn_choice
from .tables import Known, known, known_from
from .value_model import MICRO, Model, points_model

POPULATION = "population"
POINTS = "points"
MODELS = (POPULATION, POINTS)
"""The value models: against a population of settings, or by points alone."""
FORBIDDEN = -(1 << 36)


def best(
    game: Game[Terms],
    cards: Cards,
    circumstances: Circumstances,
    progress: Progress | None,
) -> list[Option]:
    """For 25 cards: settings, best first. For 20 or 23 cards: playing on and surrendering, then the best setting."""
    if len(cards) not in (FEWEST, SECOND_STAGE, MOST):
        raise NotAllowed(
            f"a player holds {FEWEST}, {SECOND_STAGE} or {MOST} cards, not {len(cards)} [SHO-12, SHO-27, SHO-30]"
        )
    refuse_cards(game, cards)
    model = POPULATION if circumstances.model is None else circumstances.model
    if model not in MODELS:
        raise Unreadable(f"there is no value model {shown(model)}{nearest(model, MODELS)}; name {' or '.join(MODELS)}")
    against = circumstances.against
    if against is not None and against.suffix != ".npz":
        return listed_options(game, cards, read_settings(against, game))
    if model == POINTS:
        return list(as_options(game, cards, settings_of(game, cards, points_model(game)), points_model(game), None))
    others = known(game, progress) if against is None else known_from(game, against)
    if len(cards) < MOST:
        best_setting = iter([solve_setting(game, cards, others.model)])
        return [
            *decisions(game, cards, others, circumstances.players),
            *as_options(game, cards, best_setting, others.model, others),
        ]
    return list(as_options(game, cards, settings_of(game, cards, others.model), others.model, others))


def decisions(game: Game[Terms], cards: Cards, others: Known, players: int | None) -> list[Option]:
    """Playing on and surrendering, with their values in chips from now on."""
    count = game.terms.players if players is None else players
    if not 2 <= count <= game.terms.players:
        raise Unreadable(f"players is a whole number from 2 to {game.terms.players}, not {shown(count)}")
    choice = drawn_choice(game, cards, others, players=count, seats=count)
    top = max(choice.values.values())
    options = [
        Option(
            decision=decision,
            ev=value,
            standard_error=choice.standard_error if decision == PLAY else 0.0,
            sure=ESTIMATE,
            gives_up=top - value,
            unit="chips",
        )
        for decision, value in choice.values.items()
    ]
    return sorted(options, key=lambda option: -option.ev)


# Settings ----------------------------------------------------------------------------------------------------------


def candidates(game: Game[Terms], cards: Cards, count: int) -> list[HandsSet]:
    """The same kinds of settings as `best` returns, found by the short search of a bot."""
    declared = game.terms.joker_declaration == "declared"
    solved = islice(settings_of(game, cards, known(game).model, budget=IN_A_HURRY), count)
    return [HandsSet(1, best.setting, best.jokers if declared else {}) for best in solved]


def settings_of(game: Game[Terms], cards: Cards, model: Model, *, budget: int | None = None) -> Iterator[Solved]:
    """The best setting, then the best with another class of Hand 6, 5, 4, 3 and 2, then strongest hand first."""
    first = solve_setting(game, cards, model, budget=budget)
    yield first
    for slot in (6, 5, 4, 3, 2):
        try:
            yield solve_setting(game, cards, without_kind(game, model, first.setting, slot), budget=budget)
        except NotAllowed:
            continue
    yield strongest_first(game, cards)


def without_kind(game: Game[Terms], model: Model, setting: Setting, slot: int) -> Model:
    """The model with the class of a setting's hand forbidden in its slot."""
    level = strength_in(game, setting, slot).level
    table = model.table.copy()
    same_class = [key for key, strength in enumerate(model.scale.strengths) if strength.level == level]
    table[slot - 1, same_class] += FORBIDDEN
    return Model(model.name, model.scale, table)


def as_options(
    game: Game[Terms], cards: Cards, solved: Iterator[Solved], model: Model, others: Known | None
) -> Iterator[Option]:
    """The distinct settings, best first. Only the first is proven best; the values of the others are exact."""
    options: dict[tuple[Cards, ...], Option] = {}
    for best_setting in solved:
        setting = require_legal(game, slots_of(game, cards), cards, HandsSet(1, best_setting.setting, {})).setting
        proof = PROVEN if best_setting.proven else ESTIMATE
        sure = EXACT_VALUE if options else proof
        options.setdefault(tuple(setting.values()), option_of(game, setting, model, others, sure))
    top = max(option.ev for option in options.values())
    for option in sorted(options.values(), key=lambda option: -option.ev):
        yield replace(option, gives_up=top - option.ev)


EXACT_VALUE = "exact value in the value model; another setting may be better"


def option_of(game: Game[Terms], setting: Setting, model: Model, others: Known | None, sure: str) -> Option:
    """A setting with its value in points, not yet compared with the best one."""
    by_hand = {}
    for slot in legality.SLOTS:
        strength = strength_in(game, setting, slot)
        by_hand[slot_name(slot)] = HandValue(
            name=hand_name(strength),
            value=model.value(slot, strength) / MICRO,
            wins=float(others.wins[slot - 1, model.scale.number(strength)]) if others else None,
            points=scoring.points(game.terms, slot, strength),
        )
    ev = sum(model.value(slot, strength_in(game, setting, slot)) for slot in legality.SLOTS) / MICRO
    return Option(decision="set", setting=setting, ev=ev, sure=sure, by_hand=by_hand)


def slots_of(game: Game[Terms], cards: Cards) -> tuple[Slot, ...]:
    return game.slots(game.terms, Seat(number=1, player="", cards=cards))


def value_of(game: Game[Terms], cards: Cards, setting: Setting) -> Option:
    """The value of a setting of these cards against the population, compared with the best."""
    others = known(game)
    require_legal(game, slots_of(game, cards), cards, HandsSet(1, setting, {}))
    option = option_of(game, setting, others.model, others, EXACT_VALUE)
    best_value = solve_setting(game, cards, others.model).value / MICRO
    return replace(option, gives_up=best_value - option.ev)


# Against a list of settings ----------------------------------------------------------------------------------------


def listed_options(game: Game[Terms], cards: Cards, settings: list[Setting]) -> list[Option]:
    """The exact best setting against the listed ones, then the best as if every hand won, then strongest hand first."""
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
    game: Game[Terms], cards: Cards, setting: Setting, others: list[Setting], top: Fraction, sure: str
) -> Option:
    """A setting with its exact value against the listed ones, compared with the value of the best."""
    require_legal(game, slots_of(game, cards), cards, HandsSet(1, setting, {}))
    points = points_against(game, setting, others)
    hands = legality.hands_of(setting, {})
    by_hand = {}
    for slot in legality.SLOTS:
        theirs = [legality.hands_of(other, {})[slot - 1] for other in others]
        won = sum(hand_order.compare(game.terms, hands[slot - 1], hand) > 0 for hand in theirs)
        by_hand[slot_name(slot)] = HandValue(
            name=hand_name(strength_in(game, setting, slot)),
            value=Fraction(points[slot - 1], len(others)),
            wins=Fraction(won, len(others)),
        )
    ev = Fraction(sum(points), len(others))
    return ListedOption(decision="set", setting=setting, ev=ev, sure=sure, by_hand=by_hand, gives_up=top - ev)
