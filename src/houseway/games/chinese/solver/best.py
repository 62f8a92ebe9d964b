"""The options for thirteen given cards with their values, best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ....kernels.cards import Hands, encoded_hands
from ....rules.cards import Cards, surplus, write_cards
from ....rules.errors import NotAllowed, shown
from ....rules.game import Game
from ....rules.moves import HandsSet
from ....rules.paytable import Result
from ....rules.ranking import Strength
from ....rules.setting import Setting
from ....sampling.chunks import Progress
from ....solving import Circumstances
from ....solving.results import EXACT, PROVEN, HandValue, Option
from ....solving.strategy import require_legal
from .. import sheet as chinese
from ..bonuses import bonuses_paid_together, row_bonuses
from ..hand_order import ROWS, SLOTS
from ..kernels.bonus_classes import PROFILES
from ..kernels.setting import CARDS, cards_of, evaluated
from ..kernels.value import grid_values, rows_won
from .field import Field
from .field_sources import field_against, field_for, listed
from .foul import deliberate_foul
from .options import NO_SETTING, Options, every_option, options_of
from .payoff import GONE

SHOWN = 20
"""The most options in a list; surrender is added to it where it is further down."""
FOUL = "foul"
"""The decision to foul on purpose."""
MARGIN = 0.1
"""In units: options further than this below the best by the grid are skipped; a grid's error is smaller."""
AT_LEAST = 20
"""The number of options that are always valued exactly, even if they are further below the best."""
SMALL = 5_000
"""The least number of hands in a field for which a grid is accurate enough."""


class RowsOption(Option):
    """An option of Chinese Poker. Values are in units against all opponents together."""

    json_keys: ClassVar[tuple[str, ...]] = ("decision", "setting", "claims", "ev", "sure", "gives_up", "by_hand")


def best(
    game: Game[chinese.Terms],
    cards: Cards,
    circumstances: Circumstances,
    progress: Progress | None,
) -> list[Option]:
    """The best options, valued in units against all opponents together; by default there is one opponent."""
    hand = checked_hand(game, cards)
    opponents = checked_players(game, circumstances.players) - 1
    against = circumstances.against
    field = field_against(game, against) if against else field_for(game, progress)
    exactly = against is not None and against.suffix != ".npz"
    return answers(game, field, hand, opponents, exactly=exactly)


def checked_hand(game: Game[chinese.Terms], cards: Cards) -> Cards:
    if len(cards) != CARDS:
        raise NotAllowed(f"a hand is {CARDS} cards, not {len(cards)} [CHI-05]")
    extra = surplus(cards, game.shoe(game.terms))
    if extra:
        raise NotAllowed(f"the deck does not have that many of {write_cards(extra)} [CHI-01, CHI-02]")
    return cards


def checked_players(game: Game[chinese.Terms], players: int | None) -> int:
    if players is None:
        return 2
    if type(players) is not int or not 2 <= players <= game.terms.players:
        raise NotAllowed(f"players are 2 to {game.terms.players} at this table, not {shown(players)} [CHI-03]")
    prizes = game.terms.bonuses or game.terms.naturals
    terms = game.terms
    if players > 2 and prizes and (terms.bonus_payers == "shared" or terms.bonus_requires_win == "all"):
        which = "bonus_payers=shared" if terms.bonus_payers == "shared" else "bonus_requires_win=all"
        raise NotAllowed(
            f"with {which} a hand is valued against one opponent only, not {players - 1} [CHI-A8, CHI-A12]"
        )
    return players


def answers(
    game: Game[chinese.Terms], field: Field, cards: Cards, opponents: int = 1, *, exactly: bool = False
) -> list[Option]:
    codes = encoded_hands([cards])[0]
    options = every_option(game.terms, codes)
    order, units = ranked(field, options, every=True)
    chosen = order[:SHOWN]
    gone = np.nonzero(options.hands.state[order] == GONE)[0]
    if len(gone) and gone[0] >= SHOWN:
        chosen = np.append(chosen, order[gone[0]])
    figures = row_figures(field, rows_won(options.at(chosen), field.hands, GONE))
    figures[:, 0] *= opponents
    results: list[Option] = []
    top = Fraction(int(units[order[0]]) * opponents, field.total)
    for at, index in enumerate(chosen.tolist()):
        ev = Fraction(int(units[index]) * opponents, field.total)
        choice = _choice(game, codes, cards, options, index)
        results.append(
            RowsOption(
                decision=choice.decision,
                setting=choice.setting,
                claims=choice.claims,
                ev=ev if exactly else float(ev),
                sure=EXACT if exactly else PROVEN,
                gives_up=top - ev if exactly else float(top - ev),
                by_hand=_by_hand(field, options, index, figures[at].tolist()) if choice.setting else {},
            )
        )
    return _with_foul(game, field, cards, results, opponents, exactly=exactly)


def _with_foul(
    game: Game[chinese.Terms], field: Field, cards: Cards, results: list[Option], opponents: int, *, exactly: bool
) -> list[Option]:
    """The options with a foul on purpose in its place, unless every option that is listed is worth more [CHI-A1]."""
    legal = next((option.setting for option in results if option.setting), None)
    foul = deliberate_foul(game, field, cards, legal) if legal else None
    if foul is None:
        return results
    ev = Fraction(foul.units * opponents, field.total)
    better = [option for option in results if option.ev >= ev]
    if len(better) == len(results):
        return results
    value = ev if exactly else float(ev)
    option = RowsOption(decision=FOUL, setting=foul.setting, ev=value, sure=results[0].sure)
    ranked_options = [*better, option, *results[len(better) :]]
    top = ranked_options[0].ev
    return [replace(each, gives_up=top - each.ev) for each in ranked_options]


def value_of(game: Game[chinese.Terms], cards: Cards, setting: Setting) -> Option | None:
    """The value of one setting against one opponent; None for a setting that fouls."""
    if game.foul(game.terms, setting, {}):
        return None
    field = field_for(game)
    ours = listed(game, [setting]).hands
    one = Options(ours, np.zeros((1, 2), dtype=np.uint16), np.ones(1, dtype=np.int64))
    figures = row_figures(field, rows_won(ours, field.hands, GONE))
    return RowsOption(
        decision="set",
        setting={row: setting[row] for row in ROWS},
        ev=float(Fraction(int(field.units(ours)[0]), field.total)),
        sure=PROVEN,
        by_hand=_by_hand(field, one, 0, figures[0].tolist()),
    )


def ranked(field: Field, options: Options, *, every: bool = False) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """
    The options of one hand, best first, and by option the units it wins from the whole field.

    With `every` or a small field these are all options, otherwise those near the best.
    """
    few = every or len(field.hands.front) < SMALL
    near = np.arange(len(options.hands.front)) if few else _near_the_best(field, options)
    units = np.zeros(len(options.hands.front), dtype=np.int64)
    units[near] = field.units(options.at(near))
    return near[np.argsort(-units[near], kind="stable")], units


def _near_the_best(field: Field, options: Options) -> NDArray[np.int64]:
    """The options near the best by the grid, and all naturals and surrender, which the grid values poorly."""
    rough = grid_values(field.grid, options.hands)
    least = max(int((rough >= rough.max() - MARGIN).sum()), AT_LEAST)
    near = np.argsort(-rough, kind="stable")[:least]
    return np.unique(np.append(near, np.nonzero(options.hands.state >= PROFILES)[0]))


class Choice(NamedTuple):
    decision: str
    setting: Setting
    claims: tuple[str, ...]


def _choice(game: Game[chinese.Terms], codes: Hands, cards: Cards, options: Options, index: int) -> Choice:
    """The option with this number: a legal setting, or surrender."""
    front, split = options.numbers[index].tolist()
    if front == NO_SETTING:
        return Choice("surrender", {}, ())
    setting = cards_of(codes, front, split)
    claims = claims_of(game.terms, int(options.hands.state[index]))
    require_legal(game, SLOTS, cards, HandsSet(1, setting, claims=claims))
    return Choice("set", {row: setting[row] for row in ROWS}, claims)


def claims_of(terms: chinese.Terms, state: int) -> tuple[str, ...]:
    """The claims made with a setting in this state [CHI-A17]."""
    return ("natural",) if state >= PROFILES and terms.natural_detection == "declared" else ()


RESULTS = np.arange(27)[:, None] // 3 ** np.arange(3) % 3
"""(27, 3): by number of a result, whether each row is lost (0), tied (1) or won (2)."""


def row_figures(field: Field, ways: NDArray[np.int64]) -> NDArray[np.float64]:
    """(settings, 3, 3): for each row its gain over a tie in units, how often it wins, and how often it ties."""
    score = field.pays.units[0, 0].astype(np.float64)
    tied = np.arange(27)[:, None] + (1 - RESULTS) * 3 ** np.arange(3)
    values = ways @ (score[:, None] - score[tied]) / field.total
    wins, ties = (ways @ (result == RESULTS) / max(field.live, 1) for result in (2, 1))
    return np.stack([values, wins, ties], axis=1)


def _by_hand(field: Field, options: Options, index: int, figures: list[list[float]]) -> dict[str, HandValue]:
    """By row: its name, its value, how often it wins and ties, and its bonus."""
    strengths = evaluated(field.terms.wheel).strengths
    hands = [strengths[int(codes[index])] for codes in options.hands[:3]]
    rows = {row: hand for row, hand in zip(ROWS, hands, strict=True) if hand}
    bonuses = _bonuses_shown(field.terms, rows)
    by_hand = {}
    for (row, hand), value, wins, ties in zip(rows.items(), *figures, strict=True):
        bonus = bonuses[row].pays if row in bonuses else None
        by_hand[row] = HandValue(name=hand.in_words, value=value, wins=wins, ties=ties, bonus=bonus)
    return by_hand


def _bonuses_shown(terms: chinese.Terms, rows: Mapping[str, Strength]) -> Mapping[str, Result]:
    """The bonus of each row; if only the best is paid and no row has to win, only the best [CHI-A8, CHI-A10]."""
    if not terms.bonuses:
        return {}
    bonuses = row_bonuses(terms, rows)
    return bonuses_paid_together(terms, bonuses) if terms.bonus_requires_win == "no" else bonuses


def best_setting(game: Game[chinese.Terms], field: Field, cards: Cards) -> tuple[Setting, tuple[str, ...]]:
    """The setting with the highest value and its claims, without surrender."""
    return next(_settings(game, field, cards))


def candidates(game: Game[chinese.Terms], cards: Cards, count: int) -> list[HandsSet]:
    """The best settings against one opponent, by the fast search of the expert."""
    settings = islice(_settings(game, field_for(game), checked_hand(game, cards)), count)
    return [HandsSet(1, setting, claims=claims) for setting, claims in settings]


def _settings(game: Game[chinese.Terms], field: Field, cards: Cards) -> Iterator[tuple[Setting, tuple[str, ...]]]:
    codes = encoded_hands([cards])[0]
    options = options_of(game.terms, codes[None, :])
    order, _ = ranked(field, options)
    for index in order.tolist():
        if options.hands.state[index] != GONE:
            front, split = options.numbers[index].tolist()
            yield cards_of(codes, front, split), claims_of(game.terms, int(options.hands.state[index]))
