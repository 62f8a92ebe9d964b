"""The house way of Pai Gow Poker: that of Foxwoods, with options where card rooms differ [PGP-28..PGP-41]."""

from itertools import combinations, groupby

from ...rules.cards import ACE, JACK, JOKER, KING, SEVEN, SIX, TEN, Card, Cards
from ...rules.setting import Setting
from .fouls import foul
from .hand_order import COMPLETE, strength
from .terms import Terms


def house_way(terms: Terms, cards: Cards) -> Setting:
    """The setting of the dealer's cards, and of a player's who asks for the house way [PGP-28, PGP-41]."""
    ordered = tuple(sorted(cards, reverse=True))
    low = low_hand(terms, ordered, by_groups(ordered))
    setting = {"low": low, "high": remaining(ordered, low)}
    if terms.joker == "wild" and foul(terms, setting, {}):
        return strongest_high(terms, ordered)
    return setting


def rank_of(card: Card) -> int:
    """The rank of a card for grouping into pairs; the joker counts as an ace [PGP-18]."""
    return ACE if card == JOKER else card.rank


def by_groups(cards: Cards) -> list[Cards]:
    """The cards grouped by rank: larger groups first, then higher ones."""
    ordered = sorted(cards, key=rank_of, reverse=True)
    groups = [tuple(group) for _, group in groupby(ordered, key=rank_of)]
    return sorted(groups, key=lambda group: (len(group), rank_of(group[0])), reverse=True)


def remaining(cards: Cards, low: Cards) -> Cards:
    """The five cards of the high hand: those that are not in the low hand."""
    return tuple(card for card in cards if card not in low)


def strongest_high(terms: Terms, cards: Cards) -> Setting:
    """The strongest high hand, then the strongest low hand; used if a wild joker makes the low hand a foul [PGP-A2]."""
    settings = [{"low": low, "high": remaining(cards, low)} for low in combinations(cards, 2)]
    legal = [setting for setting in settings if not foul(terms, setting, {})]
    return max(legal, key=lambda setting: (strength(terms, setting["high"]), strength(terms, setting["low"])))


def low_hand(terms: Terms, cards: Cards, groups: list[Cards]) -> Cards:
    """The two cards of the low hand."""
    singles = tuple(card for group in groups if len(group) == 1 for card in group)
    match [len(group) for group in groups]:
        case [5, *_]:
            has_pair_of_kings = rank_of(groups[1][0]) == KING and len(groups[1]) == 2
            return groups[1] if has_pair_of_kings else groups[0][:2]  # [PGP-40]
        case [4, 1, *_]:
            return groups[0][:2] if splits_four(groups[0], singles) else singles[:2]  # [PGP-38]
        case [4, *_] | [3, 2, *_]:
            return groups[1][:2]  # the pair, the higher of two, or two of a lower three [PGP-39, PGP-37]
        case [3, 3, *_] | [2, 2, 2, *_]:
            return groups[0][:2]  # two of the higher three, or the highest pair [PGP-33, PGP-32]
        case [2, 2, *_]:
            return singles[:2] if keeps_two_pairs(terms, groups, singles) else groups[1]  # [PGP-31]
        case sizes:
            return low_before_complete(terms, cards, groups) or low_of_ordinary(groups, singles, sizes[0])


def low_of_ordinary(groups: list[Cards], singles: Cards, largest_group: int) -> Cards:
    """The low hand of three of a kind, one pair or no pair, without a straight or a flush."""
    if largest_group == 3 and rank_of(groups[0][0]) == ACE:
        return groups[0][0], singles[0]  # one of three aces [PGP-34]
    if largest_group > 1:
        return singles[:2]  # [PGP-35, PGP-30]
    return singles[1:3]  # [PGP-29]


def splits_four(four: Cards, singles: Cards) -> bool:
    """Whether to split four of a kind: jacks and up; sevens to tens if no ace or king is left; never lower [PGP-38]."""
    rank = rank_of(four[0])
    return rank >= JACK or (rank >= SEVEN and rank_of(singles[0]) < KING)


def keeps_two_pairs(terms: Terms, groups: list[Cards], singles: Cards) -> bool:
    """Whether both pairs stay high: only if the best single card is good enough to be low [PGP-31, PGP-36, PGP-A5]."""
    higher_pair = rank_of(groups[0][0])
    lower_pair = rank_of(groups[1][0])
    top_single = rank_of(singles[0])
    if terms.two_pairs == "foxwoods":
        return higher_pair < JACK and top_single >= (ACE if higher_pair >= SEVEN else KING)
    if higher_pair == ACE or (higher_pair >= JACK and lower_pair >= SEVEN):
        return False
    return top_single >= (KING if higher_pair <= TEN and lower_pair <= SIX else ACE)


def low_before_complete(terms: Terms, cards: Cards, groups: list[Cards]) -> Cards | None:
    """The best low hand that leaves a straight or a flush, or an ace that precedes it; else None [PGP-36, PGP-A6]."""
    if not may_be_complete(cards):
        return None
    choices = []
    for low in combinations(cards, 2):
        high = strength(terms, remaining(cards, low))
        if high.made in COMPLETE:
            choices.append((strength(terms, low), high, low))
    if not choices:
        return None
    best_strength, _, best_low = max(choices, key=lambda choice: choice[:2])
    ace_low = tuple(card for group in groups[1:] for card in group)[:2]
    has_high_pair = len(groups[0]) == 2 and TEN <= rank_of(groups[0][0]) <= KING
    has_ace = rank_of(ace_low[0]) == ACE
    if terms.ace_before_complete and has_high_pair and has_ace and strength(terms, ace_low) > best_strength:
        return ace_low
    return best_low


def may_be_complete(cards: Cards) -> bool:
    """Whether five of one suit or five in a row are possible: a quick check, because most hands have neither."""
    jokers = cards.count(JOKER)
    suits = [card.suit for card in cards]
    if max(suits.count(suit) for suit in set(suits)) + jokers >= 5:
        return True
    ranks = {card.rank for card in cards}
    if ACE in ranks:
        ranks.add(1)
    return any(len(ranks & set(range(low, low + 5))) + jokers >= 5 for low in range(1, TEN + 1))
