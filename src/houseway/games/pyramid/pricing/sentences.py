"""
The vocabulary for house ways of Pyramid Poker, priced for the House as the bank.

The House plays its hand against a bettor who sets the House Way of the sheet. Three cards have one or two legal
settings, so that each sentence keeps or splits some pairs, or names the low card of some hands without a pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ....pricing.sentences import HandOptions, Sentence, Vocabulary
from ....rules.cards import RANK_NAMES
from ....rules.errors import NotAllowed
from ....rules.game import Game
from ....rules.setting import Setting
from ..terms import Terms
from .hands import HAND_COUNT, RANK_COUNT, Composition, Whole
from .house_way import by_ranks, ranks_of
from .main_wager_tables import Named, SettingTable, against_house, legal_settings
from .play import play
from .short_way import IS_PAIR, LOWEST, MIDDLE, NO_PAIR, TOP, kicker_rank, pair_rank

ROLE = "the House as the bank, against a bettor who sets the House Way of the sheet"
UNIT = "first wagers"
KEEP_AND_MIDDLE = "Keep a pair in the high hand; without a pair, put the middle card in the low hand."
STRONGEST_HIGH = "Set the strongest high hand."
LARGEST_SUM = np.iinfo(np.int64).max
Hands = NDArray[np.bool_]
Condition = tuple[str, Hands]


def house_banks(terms: Terms, ours: Setting, theirs: Setting) -> Named:
    """The House's bank with one of our settings against a bettor, from the House's side."""
    name, won = against_house(terms, theirs, ours)
    return name, -won


def vocabulary(game: Game[Terms]) -> Vocabulary:
    """The sentences, and every legal setting with its cost to the House."""
    terms = game.terms
    shoe = Composition.of_decks(terms.decks)
    counted = play(terms, house_banks, shoe)
    parts = counted.unit * shoe.deals
    if parts * (terms.w1_trips_pays + 1) > LARGEST_SUM:
        raise NotAllowed(f"house ways in sentences are priced for shoes of up to 18 decks, not {terms.decks}")
    settings = legal_settings(terms)
    values = counted.evs * shoe.first_hands[settings.hand]
    start = np.searchsorted(settings.hand, np.arange(HAND_COUNT + 1)).astype(np.int64)
    best = np.maximum.reduceat(values, start[:-1])
    options = HandOptions(
        start=start,
        cost=best[settings.hand] - values,
        parts=parts,
        hand_text=ranks_of,
        option_text=lambda row: by_ranks(settings.settings[row]),
        checked=f"all {HAND_COUNT} combinations of ranks",
    )
    return Vocabulary(
        game=game.name,
        key=game.key,
        role=ROLE,
        unit=UNIT,
        best_ev=Fraction(int(best.sum()), parts),
        options=options,
        sentences=tuple(_sentences(settings)),
        last_sentences=(
            Sentence(KEEP_AND_MIDDLE, _scored(settings, _low_of_keep_and_middle())),
            Sentence(STRONGEST_HIGH, _scored(settings, np.where(IS_PAIR, kicker_rank, LOWEST))),
        ),
    )


def _low_of_keep_and_middle() -> Whole:
    return np.where(IS_PAIR, kicker_rank, MIDDLE)


def _scored(settings: SettingTable, low: Whole, hands: Hands | None = None) -> NDArray[np.uint16]:
    """By setting: 1 if it has this low card in one of these hands."""
    has_low = settings.low == low[settings.hand]
    if hands is not None:
        has_low &= hands[settings.hand]
    scores: NDArray[np.uint16] = has_low.astype(np.uint16)
    return scores


def _sentences(settings: SettingTable) -> Iterator[Sentence]:
    for text, hands in _pair_conditions():
        yield Sentence(f"Split {text}.", _scored(settings, pair_rank, hands))
        yield Sentence(f"Keep {text} in the high hand.", _scored(settings, kicker_rank, hands))
    for text, hands in _other_conditions():
        yield Sentence(f"Without a pair, put the middle card in the low hand{text}.", _scored(settings, MIDDLE, hands))
        yield Sentence(f"Without a pair, put the lowest card in the low hand{text}.", _scored(settings, LOWEST, hands))


def plural_of(rank: int) -> str:
    """The name of several cards of this rank, counted from 0 for a two."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


def with_article(rank: int) -> str:
    name = RANK_NAMES[rank]
    return f"an {name}" if name in ("ace", "eight") else f"a {name}"


def _pair_conditions() -> Iterator[Condition]:
    """Pairs in words, and their hands; the third card is compared with a rank or with the pair."""
    yield "every pair", IS_PAIR
    for pair in range(RANK_COUNT):
        for name, of_pair in (
            (plural_of(pair), pair_rank == pair),
            (f"{plural_of(pair)} or higher", pair_rank >= pair),
        ):
            if pair < RANK_COUNT - 1 or " or " not in name:
                yield f"a pair of {name}", IS_PAIR & of_pair
                yield from _with_third_card(f"a pair of {name}", IS_PAIR & of_pair)


def _with_third_card(pair: str, hands: Hands) -> Iterator[Condition]:
    for third in range(RANK_COUNT):
        of_third = hands & (kicker_rank <= third)
        if of_third.any() and (of_third != hands).any():
            yield f"{pair} when the third card is {with_article(third)} or lower", of_third
    for below in range(1, RANK_COUNT):
        of_third = hands & (pair_rank - kicker_rank >= below)
        if of_third.any():
            yield f"{pair} when the third card is {below} or more below the pair", of_third


def _other_conditions() -> Iterator[Condition]:
    """Conditions on hands without a pair."""
    yield "", NO_PAIR
    cards = (("highest", TOP), ("middle", MIDDLE), ("lowest", LOWEST))
    for (name, card), rank in product(cards, range(RANK_COUNT)):
        for or_more, of_rank in (("lower", card <= rank), ("higher", card >= rank)):
            hands = NO_PAIR & of_rank
            if hands.any() and (hands != NO_PAIR).any():
                yield f" when the {name} card is {with_article(rank)} or {or_more}", hands
    gaps = (("middle", "lowest", MIDDLE - LOWEST), ("highest", "middle", TOP - MIDDLE))
    for (upper, lower, gap), apart in product(gaps, range(2, RANK_COUNT)):
        hands = NO_PAIR & (gap >= apart)
        if hands.any():
            yield f" when the {upper} card is {apart} or more above the {lower}", hands
