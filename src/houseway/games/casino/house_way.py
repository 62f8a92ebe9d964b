"""
Ways of setting nine cards in Pyramid Poker, Casino Version: what the dealer puts first [CAS-A4].

A way is a key: of the legal settings the one whose key is highest is taken. HW-3 and HW-4 are lists of sentences that a
dealer can learn: at each sentence only the settings that satisfy it are kept, if any does; else it is skipped.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...rules.cards import ACE, RANK_NAMES, TWO
from ...rules.ranking import Made, Strength
from ...rules.setting import Setting
from . import equilibrium_field as casino_field

HANDS = FIRST, SECOND, THIRD = "first", "second", "third"
FIVE_CARD_ORDER = (  # the five-card list of the Showdown version, best first [CAS-A6]
    *(Made.FIVE_OF_A_KIND, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, Made.FLUSH, Made.STRAIGHT),
    *(Made.THREE_OF_A_KIND, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),
)
THREE_CARD_ORDER = (Made.THREE_OF_A_KIND, Made.FLUSH, Made.STRAIGHT, Made.ONE_PAIR, Made.HIGH_CARD)  # [CAS-A6]
CLASSES = {FIRST: (Made.HIGH_CARD,), SECOND: THREE_CARD_ORDER, THIRD: FIVE_CARD_ORDER}


class Laid(NamedTuple):
    """A legal setting and the strengths of its three hands."""

    setting: Setting
    first: Strength
    second: Strength
    third: Strength


Key = tuple[Any, ...]
POWER = (Made.FOUR_OF_A_KIND, Made.STRAIGHT_FLUSH, Made.FIVE_OF_A_KIND)


def hw2(laid: Laid) -> Key:
    """HW-2: what the dealer maximises, in this order [CAS-D6, CAS-A29]."""
    _, first, second, third = laid
    return (
        third.level if third.made in POWER else 0,
        first.ranks[0] == ACE,
        third.level,
        second.level,
        second.ranks[0],
        first.ranks[0],
        second.ranks,
        third.ranks,
    )


def hw1(laid: Laid) -> Key:
    """HW-1, the simpler way: HW-2 without its first two keys, and its last two exchanged [CAS-D6]."""
    *_, third_class, second_class, second_leads, first_rank, second_ranks, third_ranks = hw2(laid)
    return third_class, second_class, second_leads, first_rank, third_ranks, second_ranks


def top_down(laid: Laid) -> Key:
    """The strongest third hand first, then the strongest second [CAS-A4]."""
    return laid.third, laid.second, laid.first


def equilibrium(laid: Laid) -> Key:
    """The most that the three hands are worth together against the frozen field, then HW-2 [CAS-A4]."""
    _, first, second, third = laid
    v1 = casino_field.FIRST[first.ranks[0] - TWO]
    v2 = casino_field.SECOND[second.made][second.ranks[0] - TWO]
    v3 = casino_field.THIRD[third.made][third.ranks[0] - TWO]
    return v1 + v2 + v3, *hw2(laid)


# Ways in sentences -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """A hand of this class or better; of this very class, led by this rank or higher. A joker alone is an ace."""

    slot: str
    made: Made
    rank: int = TWO

    def met(self, hand: Strength) -> bool:
        order = CLASSES[self.slot]
        here = order.index(hand.made)
        wanted = order.index(self.made)
        return here < wanted or (here == wanted and hand.ranks[0] >= self.rank)

    @property
    def text(self) -> str:
        return f"{self._hand} in the {self.slot} hand"

    @property
    def _hand(self) -> str:
        name = RANK_NAMES[self.rank - TWO]
        if self.slot == FIRST:
            return "an ace or a joker" if self.rank == ACE else f"{_a(name)} or higher"
        if self.made == Made.HIGH_CARD:
            return f"{name} high or better"
        better = "" if self.made == CLASSES[self.slot][0] else " or better"
        if self.rank == TWO:
            return f"{_a(self.made.spoken) if self.made in SINGLE else self.made.spoken}{better}"
        spoken = "a pair" if self.made == Made.ONE_PAIR else self.made.spoken
        return f"{spoken} led by {_a(name)}{better}"


SINGLE = (Made.STRAIGHT, Made.FLUSH, Made.FULL_HOUSE, Made.STRAIGHT_FLUSH)


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


@dataclass(frozen=True)
class Sentence:
    """Everything wanted at once."""

    wanted: tuple[Wanted, ...]

    def holds(self, laid: Laid) -> bool:
        return all(want.met(getattr(laid, want.slot)) for want in self.wanted)

    @property
    def text(self) -> str:
        found = " with ".join(want.text for want in self.wanted)
        return f"{found[0].upper()}{found[1:]}."


@dataclass(frozen=True)
class Way:
    """Sentences in order of importance, then the strongest hands, slot by slot in this order."""

    sentences: tuple[Sentence, ...]
    then: tuple[str, ...] = (FIRST, SECOND, THIRD)

    def __call__(self, laid: Laid) -> Key:
        return *(sentence.holds(laid) for sentence in self.sentences), *self.last(laid)

    def last(self, laid: Laid) -> Key:
        """What decides between settings that satisfy the same sentences."""
        return tuple(getattr(laid, slot) for slot in self.then)

    @property
    def texts(self) -> tuple[str, ...]:
        """The way as it is learned, one sentence a line."""
        first, second, third = self.then
        last = f"Then the highest {first} hand, then the highest {second}, then the highest {third}."
        return *(sentence.text for sentence in self.sentences), last


def sentence(*, first: int | None = None, second: Any = None, third: Any = None) -> Sentence:
    """What the hands must be: the lowest rank of the first; the class of the others, or the class and its rank."""
    ranked = {FIRST: None if first is None else (Made.HIGH_CARD, first), SECOND: second, THIRD: third}
    wanted = (
        Wanted(slot, *(value if isinstance(value, tuple) else (value,)))
        for slot, value in ranked.items()
        if value is not None
    )
    return Sentence(tuple(wanted))


HW3 = Way(
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

HW4 = Way(
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

POLICIES: dict[str, Callable[[Laid], Key]] = {
    **{"hw2": hw2, "hw1": hw1, "hw3": HW3, "hw4": HW4, "equilibrium": equilibrium, "top_down": top_down},
    "free": hw2,  # a dealer who is free sets as a move of the round; the house way stays for players [CAS-A30]
}
