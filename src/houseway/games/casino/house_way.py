"""
House ways for nine cards of Pyramid Poker, Casino Version: how the dealer sets [CAS-A4].

A policy is a key function. The dealer takes the legal setting with the highest key. HW-3 and HW-4 are lists of
sentences that a dealer can learn: at each sentence only the settings that satisfy it are kept, if there are any;
otherwise the sentence is skipped.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...rules.cards import ACE, RANK_NAMES, TWO, Cards
from ...rules.ranking import Made, Strength
from ...rules.setting import Setting
from . import equilibrium_field
from .hand_order import FIVE_CARD_ORDER, THREE_CARD_ORDER
from .setting import FIRST, SECOND, THIRD, RankedSetting, legal_settings
from .terms import Terms

Key = tuple[Any, ...]
"""What a policy maximises, the most important entry first."""


def house_way(terms: Terms, cards: Cards) -> Setting:
    """The dealer's setting: the legal setting with the highest key, in deck order among equals [CAS-D6]."""
    return dict(_house_way(terms, cards))


@lru_cache(maxsize=512)
def _house_way(terms: Terms, cards: Cards) -> Setting:
    """Cached, because the dealer's setting is needed when it is made, when it is settled and whenever it is shown."""
    return max(legal_settings(terms, cards), key=POLICIES[terms.dealer_policy]).setting


# Key functions -----------------------------------------------------------------------------------------------------

FOUR_OF_A_KIND_OR_BETTER = (Made.FOUR_OF_A_KIND, Made.STRAIGHT_FLUSH, Made.FIVE_OF_A_KIND)


def hw2(setting: RankedSetting) -> Key:
    """HW-2: what the dealer maximises, in this order [CAS-D6, CAS-A29]."""
    first = setting.first
    second = setting.second
    third = setting.third
    return (
        third.level if third.made in FOUR_OF_A_KIND_OR_BETTER else 0,
        first.ranks[0] == ACE,
        third.level,
        second.level,
        second.ranks[0],
        first.ranks[0],
        second.ranks,
        third.ranks,
    )


def hw1(setting: RankedSetting) -> Key:
    """HW-1, the simpler house way: HW-2 without its first two keys, and with its last two exchanged [CAS-D6]."""
    first = setting.first
    second = setting.second
    third = setting.third
    return (
        third.level,
        second.level,
        second.ranks[0],
        first.ranks[0],
        third.ranks,
        second.ranks,
    )


def top_down(setting: RankedSetting) -> Key:
    """The strongest third hand, then the strongest second, then the strongest first [CAS-A4]."""
    return setting.third, setting.second, setting.first


def equilibrium(setting: RankedSetting) -> Key:
    """The highest sum of the values of the three hands against the frozen field, then HW-2 [CAS-A4]."""
    first_value = equilibrium_field.FIRST[setting.first.ranks[0] - TWO]
    second_value = equilibrium_field.SECOND[setting.second.made][setting.second.ranks[0] - TWO]
    third_value = equilibrium_field.THIRD[setting.third.made][setting.third.ranks[0] - TWO]
    return first_value + second_value + third_value, *hw2(setting)


# House ways in sentences -------------------------------------------------------------------------------------------

CLASSES = {FIRST: (Made.HIGH_CARD,), SECOND: THREE_CARD_ORDER, THIRD: FIVE_CARD_ORDER}
"""The classes of each slot, best first."""
CLASSES_WITH_ARTICLE = (Made.STRAIGHT, Made.FLUSH, Made.FULL_HOUSE, Made.STRAIGHT_FLUSH)


@dataclass(frozen=True)
class Requirement:
    """A hand of this class or better in a slot; in this very class, led by this rank or higher. A joker is an ace."""

    slot: str
    made: Made
    rank: int = TWO

    def is_met_by(self, hand: Strength) -> bool:
        classes = CLASSES[self.slot]
        place = classes.index(hand.made)
        required = classes.index(self.made)
        return place < required or (place == required and hand.ranks[0] >= self.rank)

    @property
    def text(self) -> str:
        return f"{self._hand_text} in the {self.slot} hand"

    @property
    def _hand_text(self) -> str:
        rank_name = RANK_NAMES[self.rank - TWO]
        if self.slot == FIRST:
            return "an ace or a joker" if self.rank == ACE else f"{_with_article(rank_name)} or higher"
        if self.made == Made.HIGH_CARD:
            return f"{rank_name} high or better"
        is_best_class = self.made == CLASSES[self.slot][0]
        or_better = "" if is_best_class else " or better"
        if self.rank != TWO:
            class_name = "a pair" if self.made == Made.ONE_PAIR else self.made.in_words
            return f"{class_name} led by {_with_article(rank_name)}{or_better}"
        if self.made in CLASSES_WITH_ARTICLE:
            return f"{_with_article(self.made.in_words)}{or_better}"
        return f"{self.made.in_words}{or_better}"


def _with_article(name: str) -> str:
    return f"an {name}" if name[0] in "ae" else f"a {name}"


@dataclass(frozen=True)
class Sentence:
    """Requirements that a setting must meet all at once."""

    requirements: tuple[Requirement, ...]

    def is_satisfied_by(self, setting: RankedSetting) -> bool:
        return all(requirement.is_met_by(getattr(setting, requirement.slot)) for requirement in self.requirements)

    @property
    def text(self) -> str:
        text = " with ".join(requirement.text for requirement in self.requirements)
        return f"{text[0].upper()}{text[1:]}."


ClassAndRank = Made | tuple[Made, int]
"""A class, or a class and its lowest leading rank."""


def sentence(
    *, first: int | None = None, second: ClassAndRank | None = None, third: ClassAndRank | None = None
) -> Sentence:
    """A sentence: the lowest rank of the first hand, and the class of the other hands."""
    requirements = []
    if first is not None:
        requirements.append(Requirement(FIRST, Made.HIGH_CARD, first))
    if second is not None:
        requirements.append(_requirement(SECOND, second))
    if third is not None:
        requirements.append(_requirement(THIRD, third))
    return Sentence(tuple(requirements))


def _requirement(slot: str, required: ClassAndRank) -> Requirement:
    if isinstance(required, Made):
        return Requirement(slot, required)
    made, rank = required
    return Requirement(slot, made, rank)


@dataclass(frozen=True)
class HouseWay:
    """A house way in sentences, the most important first; then the strongest hands, slot by slot in an order."""

    sentences: tuple[Sentence, ...]
    tie_break_order: tuple[str, ...] = (FIRST, SECOND, THIRD)

    def __call__(self, setting: RankedSetting) -> Key:
        satisfied = tuple(sentence.is_satisfied_by(setting) for sentence in self.sentences)
        return satisfied + self.tie_break(setting)

    def tie_break(self, setting: RankedSetting) -> Key:
        """The key that decides between settings that satisfy the same sentences."""
        return tuple(getattr(setting, slot) for slot in self.tie_break_order)

    @property
    def texts(self) -> tuple[str, ...]:
        """The house way in words, one sentence a line."""
        first, second, third = self.tie_break_order
        tie_break = f"Then the highest {first} hand, then the highest {second}, then the highest {third}."
        return *(sentence.text for sentence in self.sentences), tie_break


HW3 = HouseWay(
    (
        sentence(third=Made.FOUR_OF_A_KIND),
        sentence(second=Made.THREE_OF_A_KIND),
        sentence(first=ACE, third=Made.ONE_PAIR),
        sentence(third=Made.FULL_HOUSE),
        sentence(second=Made.ONE_PAIR, third=Made.TWO_PAIRS),
        sentence(third=Made.ONE_PAIR),
        sentence(second=Made.ONE_PAIR),
        sentence(second=Made.FLUSH),
        sentence(third=Made.THREE_OF_A_KIND),
    )
)

HW4 = HouseWay(
    (
        sentence(third=Made.FOUR_OF_A_KIND),
        sentence(second=(Made.HIGH_CARD, ACE), third=Made.ONE_PAIR),
        sentence(second=Made.THREE_OF_A_KIND),
        sentence(first=ACE, third=Made.ONE_PAIR),
        sentence(third=Made.FULL_HOUSE),
        sentence(second=Made.FLUSH),
        sentence(third=Made.THREE_OF_A_KIND),
        sentence(second=(Made.HIGH_CARD, ACE), third=Made.TWO_PAIRS),
        sentence(third=Made.ONE_PAIR),
    )
)

POLICIES: dict[str, Callable[[RankedSetting], Key]] = {
    "hw2": hw2,
    "hw1": hw1,
    "hw3": HW3,
    "hw4": HW4,
    "equilibrium": equilibrium,
    "top_down": top_down,
    "free": hw2,  # a free dealer sets in a move of the round; the house way remains for players [CAS-A30]
}
"""The key function of each value of `dealer_policy`."""
