"""What beats what in Pyramid Showdown: one scale for hands of every size, and the names of its classes."""

from enum import Enum
from functools import lru_cache
from typing import Literal, NamedTuple

from ...rules.cards import JOKER, Cards
from ...rules.paytable import PayTable
from ...rules.ranking import COUNT_OF_A_KIND, OF_A_KIND, Line, Made, Ranking, Strength, compare_strengths
from .terms import Terms


class Hand(NamedTuple):
    """
    A hand that a player has set, and the cards that its jokers stand for, where the player names them.

    A joker without a name is the card that makes the hand strongest [SHO-04, SHO-D4, SHO-A15].
    """

    cards: Cards
    jokers: Cards = ()

    @property
    def naturals(self) -> Cards:
        return tuple(card for card in self.cards if card != JOKER)


# The scale ---------------------------------------------------------------------------------------------------------


class OrderOptions(NamedTuple):
    """The options that decide what beats what; terms that agree in them share a scale."""

    two_pairs_vs_three_card: str
    three_card_sf: str
    power_order: str
    kind_points: PayTable
    sf_points: PayTable
    suit_tiebreak: Literal["full", "first_card", "off"]
    wheel: Literal["low", "second"]
    joker_duplicates: bool
    natural_beats_wild: bool


def order_options(terms: Terms) -> OrderOptions:
    return OrderOptions(
        two_pairs_vs_three_card=terms.two_pairs_vs_three_card,
        three_card_sf=terms.three_card_sf,
        power_order=terms.power_order,
        kind_points=terms.kind_points,
        sf_points=terms.sf_points,
        suit_tiebreak=terms.suit_tiebreak,
        wheel=terms.wheel,
        joker_duplicates=terms.joker_duplicates,
        natural_beats_wild=terms.natural_beats_wild,
    )


def scale(terms: Terms, *, by_name: bool = False) -> Ranking:
    """
    One scale for hands of all sizes [SHO-D1].

    With `by_name` a flush is a flush and a straight is a straight, whatever their size [SHO-A2].
    """
    return _scale(order_options(terms), by_name)


@lru_cache
def _scale(options: OrderOptions, by_name: bool) -> Ranking:
    """The lines of both printed lists [SHO-17, SHO-19, SHO-20], best first; a royal flush is an SF5 [SHO-A40]."""
    lines: list[Line] = [*power_lines(options), (Made.FULL_HOUSE, 5)]
    if by_name:
        lines += [Made.FLUSH, Made.STRAIGHT]
    else:
        lines += [(Made.FLUSH, 5), (Made.STRAIGHT, 5)]
    if options.three_card_sf == "top":  # [SHO-A6]
        lines.append((Made.STRAIGHT_FLUSH, 3))
    lines.append(Made.THREE_OF_A_KIND)
    three_card_lines: list[Line] = [] if by_name else [(Made.FLUSH, 3), (Made.STRAIGHT, 3)]
    if options.two_pairs_vs_three_card == "above":  # [SHO-A3]
        lines += [(Made.TWO_PAIRS, 5), *three_card_lines]
    else:
        lines += [*three_card_lines, (Made.TWO_PAIRS, 5)]
    lines += [Made.ONE_PAIR, Made.HIGH_CARD]
    return Ranking(
        tuple(lines),
        wheel=options.wheel,
        suits=options.suit_tiebreak,
        joker_duplicates=options.joker_duplicates,
        natural_beats_wild=options.natural_beats_wild,
    )


def power_lines(options: OrderOptions) -> list[tuple[Made, int]]:
    """Four of a kind and up [SHO-18] and straight flushes from SF5 up, best first [SHO-D1, SHO-A5]."""
    points: dict[PowerClass, int] = {}
    for count, scores in options.kind_points.items():
        points[PowerClass(Family.OF_A_KIND, int(count))] = scores
    for count, scores in options.sf_points.items():
        points[PowerClass(Family.STRAIGHT_FLUSH, int(count))] = scores

    def by_points(power: PowerClass) -> tuple[int, int, int]:
        return points[power], power.family.value, power.cards

    def by_cards(power: PowerClass) -> tuple[int, int, int]:
        return power.cards, power.family.value, points[power]

    best_first = sorted(points, key=by_points if options.power_order == "points" else by_cards, reverse=True)
    return [power.line for power in best_first]


# Power classes -----------------------------------------------------------------------------------------------------


class Family(Enum):
    """The two kinds of power class; of two that score alike of-a-kind is the higher [SHO-A5]."""

    STRAIGHT_FLUSH = 0
    OF_A_KIND = 1


class PowerClass(NamedTuple):
    """Four of a kind and up, or a straight flush of five cards and up: the classes of the special scoring chart."""

    family: Family
    cards: int
    """How many cards are of a kind or in the straight flush; a kicker does not count."""

    @property
    def line(self) -> tuple[Made, int]:
        """The line of the scale: the made hand and its number of cards, a kicker included."""
        if self.family == Family.STRAIGHT_FLUSH:
            return Made.STRAIGHT_FLUSH, self.cards
        return OF_A_KIND[self.cards], max(self.cards, 5)


def power_class(strength: Strength) -> PowerClass | None:
    if strength.made == Made.STRAIGHT_FLUSH and strength.size >= 5:
        return PowerClass(Family.STRAIGHT_FLUSH, strength.size)
    count = COUNT_OF_A_KIND.get(strength.made, 0)
    return PowerClass(Family.OF_A_KIND, count) if count >= 4 else None


# Strength ----------------------------------------------------------------------------------------------------------


def strength_of(terms: Terms, hand: Hand, *, by_name: bool = False) -> Strength:
    """Class, then ranks, then suits [SHO-D2, SHO-D3, SHO-41, SHO-42, SHO-A12]."""
    ranking = scale(terms, by_name=by_name)
    if len(hand.cards) <= 5:
        return strength_of_all_cards(ranking, hand)
    return power_strength(ranking, hand) or strength_of_best_five(ranking, hand)


def strength_of_all_cards(ranking: Ranking, hand: Hand) -> Strength:
    return ranking.as_declared(hand.cards, hand.jokers) if hand.jokers else ranking.of(hand.cards)


def power_strength(ranking: Ranking, hand: Hand) -> Strength | None:
    """Strength of a hand that is n of a kind or a straight flush with all its cards; None for every other hand."""
    ranks = {card.rank for card in hand.naturals}
    suits = {card.suit for card in hand.naturals}
    if len(ranks) > 1 and len(suits) > 1:
        return None
    whole = strength_of_all_cards(ranking, hand)
    return whole if power_class(whole) else None


def strength_of_best_five(ranking: Ranking, hand: Hand) -> Strength:
    """Strength of the best five of six cards; the sixth does not count [SHO-D6, SHO-A7]."""
    cards = hand.naturals + hand.jokers if hand.jokers else hand.cards
    best, _ = ranking.best_of(cards, 5)
    naturalness = -hand.cards.count(JOKER) if ranking.natural_beats_wild else 0
    return best._replace(naturalness=naturalness)


def joker_cards(terms: Terms, cards: Cards, declared: Cards) -> Cards:
    """The cards that the jokers of a hand stand for: as declared, or else at their best [SHO-D4, SHO-A15]."""
    if declared:
        return declared
    ranking = scale(terms)
    hand = Hand(cards)
    if len(cards) <= 5 or power_strength(ranking, hand):
        return ranking.joker_cards(cards)
    _, best_five = ranking.best_of(cards, 5)  # [SHO-D6]
    stands_for = ranking.joker_cards(best_five)
    unused = cards.count(JOKER) - len(stands_for)
    return stands_for + stands_for[:unused]


def compare(terms: Terms, ours: Hand, theirs: Hand) -> int:
    """1 if ours is stronger, -1 if theirs is, 0 if they are equal to the last suit [SHO-43, SHO-A11, SHO-A37]."""
    sizes_differ = (len(ours.cards) > 3) != (len(theirs.cards) > 3)
    by_name = terms.cross_size_order == "class_name" and sizes_differ  # [SHO-A2]
    return compare_strengths(strength_of(terms, ours, by_name=by_name), strength_of(terms, theirs, by_name=by_name))


# Names -------------------------------------------------------------------------------------------------------------


def class_name(strength: Strength) -> str:
    """Class of a hand as test vectors write it: `trips`, `flush3`, `straight_flush_6`."""
    count = COUNT_OF_A_KIND.get(strength.made, 0)
    if count > 4:
        return f"{count}_of_a_kind"
    if strength.made == Made.STRAIGHT_FLUSH:
        return f"straight_flush_{strength.size}"
    if strength.size == 3 and strength.made in (Made.STRAIGHT, Made.FLUSH):
        return f"{strength.made.value}3"
    return "trips" if count == 3 else strength.made.value


def hand_name(strength: Strength) -> str:
    """Class of a hand as people say it: `trips`, `three-card flush`, `straight flush of 6`."""
    if strength.size == 3 and strength.made in (Made.STRAIGHT, Made.FLUSH, Made.STRAIGHT_FLUSH):
        return f"three-card {strength.made.value}".replace("_", " ")
    if strength.made == Made.STRAIGHT_FLUSH:
        return f"straight flush of {strength.size}"
    if strength.made == Made.THREE_OF_A_KIND:
        return "trips"
    return strength.made.in_words
