"""
Makes the frozen field of the `equilibrium` policy: the value of each hand against hands that are set well.

The dealer's `equilibrium` policy [CAS-A4] maximises V1 + V2 + V3, where V is the points that a hand wins minus those
it loses against a field of other settings. The field comes from fictitious play: nine-card deals from the 106-card shoe
are set by HW-2, then repeatedly by the best reply to the field so far; the reply of pass t is mixed in with weight
2/(t+2). A hand is identified by its class and leading rank; two hands that agree in both count as a tie. Card removal
is ignored: both hands may contain the same card.

    python -m houseway.games.casino.solver.make_equilibrium_field

It takes about two minutes and rewrites games/casino/equilibrium_field.py.

The same seed and number of deals give the same table. The gain printed for each pass is what the best reply wins from
the field per round, in points.
"""

import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from random import Random

from ....rules.cards import ACE, RANKS, TWO, shoe
from ....rules.ranking import Made, Strength
from .. import equilibrium_field
from .. import house_way as casino_house_way
from ..hand_order import FIVE_CARD_ORDER
from ..scoring import specials
from ..setting import FIRST, SECOND, THIRD, RankedSetting, legal_settings
from ..terms import Terms

SEED = 20171
DEALS = 8000
PASSES = 10
RANK_COUNT = len(RANKS)
SECOND_CLASSES = (Made.HIGH_CARD, Made.ONE_PAIR, Made.STRAIGHT, Made.FLUSH, Made.THREE_OF_A_KIND)
THIRD_CLASSES = tuple(reversed(FIVE_CARD_ORDER))
CLASSES: Mapping[str, tuple[Made, ...]] = {
    FIRST: (Made.HIGH_CARD,),
    SECOND: SECOND_CLASSES,
    THIRD: THIRD_CLASSES,
}

Cells = tuple[int, int, int]
"""The cells of the three hands of a setting, each counted from the weakest class and rank of its slot."""
Field = list[list[float]]
"""By slot and cell: how often the cell occurs."""
Values = list[list[float]]
"""By slot and cell: the points that the cell wins minus those it loses."""


def cell(slot: str, hand: Strength) -> int:
    return CLASSES[slot].index(hand.made) * RANK_COUNT + hand.ranks[0] - TWO


def cells(setting: RankedSetting) -> Cells:
    return cell(FIRST, setting.first), cell(SECOND, setting.second), cell(THIRD, setting.third)


def points_if_won(terms: Terms, slot: str, place: int) -> int:
    """The points of a cell that wins."""
    made = CLASSES[slot][place // RANK_COUNT]
    rank = place % RANK_COUNT + TWO
    if slot == FIRST:
        return terms.ace_first_hand_points if rank == ACE else 1
    return specials(terms).get((slot, made), 1)


def sample(terms: Terms, *, deals: int, seed: int) -> list[tuple[Cells, list[Cells]]]:
    """Random deals, each as the cells of its HW-2 setting and those of all legal settings, without repetitions."""
    random = Random(seed)  # not a stream of `sampling`: the frozen table was made from these draws and stays as it is
    whole = shoe(decks=terms.decks, jokers=terms.jokers)
    sampled = []
    for _ in range(deals):
        settings = list(legal_settings(terms, tuple(random.sample(whole, 9))))
        house_way = cells(max(settings, key=casino_house_way.hw2))
        sampled.append((house_way, sorted({cells(setting) for setting in settings})))
    return sampled


def met(settings: Iterable[Cells]) -> Field:
    """How often each cell occurs in these settings."""
    chosen = list(settings)
    field = [[0.0] * (RANK_COUNT * len(classes)) for classes in CLASSES.values()]
    for setting in chosen:
        for often, place in zip(field, setting, strict=True):
            often[place] += 1 / len(chosen)
    return field


def values(terms: Terms, field: Field) -> Values:
    """The points that each cell wins from weaker ones, minus those it loses to stronger ones."""
    tables = []
    for slot, often in zip(CLASSES, field, strict=True):
        scores = [points_if_won(terms, slot, place) for place in range(len(often))]
        beaten = 0.0
        owed = sum(s * f for s, f in zip(scores, often, strict=True))
        table = []
        for score, frequency in zip(scores, often, strict=True):
            owed -= score * frequency
            table.append(score * beaten - owed)
            beaten += frequency
        tables.append(table)
    return tables


def mixed(field: Field, strategy: Field, weight: float) -> Field:
    return [
        [(1 - weight) * old + weight * new for old, new in zip(*slots, strict=True)]
        for slots in zip(field, strategy, strict=True)
    ]


def value_of_cells(tables: Values, cells: Cells) -> float:
    """The value of a setting, from the cells of its three hands."""
    return sum(table[cell] for table, cell in zip(tables, cells, strict=True))


def play_out(terms: Terms, deals: list[tuple[Cells, list[Cells]]], *, passes: int) -> tuple[Values, list[float]]:
    """The values after these passes of fictitious play, and the best reply's gain in each."""
    field = met(house for house, _ in deals)
    gains = []
    for turn in range(1, passes + 1):
        value = partial(value_of_cells, values(terms, field))
        best_replies = [max(options, key=value) for _, options in deals]
        gains.append(sum(map(value, best_replies)) / len(best_replies))
        field = mixed(field, met(best_replies), 2 / (turn + 2))
    return values(terms, field), gains


def module_text(tables: Values) -> str:
    """The tables as a module of constants, in thousandths of a point."""
    first, second, third = tables
    rows = "\n".join(
        f"{name}: Mapping[str, tuple[int, ...]] = {{\n"
        + "".join(f'    "{made}": {_row(table, place)},\n' for place, made in enumerate(classes))
        + "}"
        for name, table, classes in (("SECOND", second, SECOND_CLASSES), ("THIRD", third, THIRD_CLASSES))
    )
    return f"{HEADER}\nFIRST = {_row(first, 0)}\n{rows}\n"


def _row(table: list[float], place: int) -> tuple[int, ...]:
    return tuple(round(1000 * value) for value in table[place * RANK_COUNT : (place + 1) * RANK_COUNT])


HEADER = '''"""
The frozen field of the dealer's `equilibrium` policy [CAS-A4]: the value of each hand in its slot, in thousandths of a
point, against settings that are best replies to each other. By class, then for leading ranks 2 to A.

Written by `python -m houseway.games.casino.solver.make_equilibrium_field` under the default terms: do not edit it.
"""

from collections.abc import Mapping
'''


def main() -> None:
    terms = Terms()
    tables, gains = play_out(terms, sample(terms, deals=DEALS, seed=SEED), passes=PASSES)
    Path(equilibrium_field.__file__).write_text(module_text(tables), encoding="utf-8")
    sys.stdout.write("".join(f"pass {turn}: gain {gain:.4f} points\n" for turn, gain in enumerate(gains, start=1)))


if __name__ == "__main__":
    main()
