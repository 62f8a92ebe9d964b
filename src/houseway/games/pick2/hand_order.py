"""What beats what: the rankings of five and of three cards, the best three, and the dealer's qualification."""

from ...rules.cards import ACE, KING, Cards
from ...rules.ranking import Made, Ranking, Strength
from .terms import Terms

FIVE_CARD_POKER = Ranking(
    (
        Made.ROYAL_FLUSH,  # A-K-Q-J-T [P2P-50]
        Made.STRAIGHT_FLUSH,  # from the wheel to K-Q-J-T-9 [P2P-51]
        Made.FOUR_OF_A_KIND,  # [P2P-52]
        Made.FULL_HOUSE,  # [P2P-53]
        Made.FLUSH,  # [P2P-54]
        Made.STRAIGHT,  # from the wheel up, no wrap [P2P-55]
        Made.THREE_OF_A_KIND,  # [P2P-56]
        Made.TWO_PAIRS,  # [P2P-57]
        Made.ONE_PAIR,  # [P2P-58]
        Made.HIGH_CARD,  # [P2P-59]
    )
)
THREE_CARD_POKER = Ranking(
    (
        Made.ROYAL_FLUSH,  # A-K-Q [P2P-60]
        Made.STRAIGHT_FLUSH,  # from A-2-3 to K-Q-J [P2P-61]
        Made.THREE_OF_A_KIND,  # [P2P-62]
        Made.STRAIGHT,  # from A-2-3 up, no wrap; above a flush [P2P-63]
        Made.FLUSH,  # [P2P-64]
        Made.ONE_PAIR,  # [P2P-65]
        Made.HIGH_CARD,  # [P2P-66]
    )
)


def five_strength(cards: Cards) -> Strength:
    """The strength of five cards: class, then ranks with kickers; suits never break ties [P2P-D1, P2P-A17]."""
    return FIVE_CARD_POKER.of(cards)


def three_strength(cards: Cards) -> Strength:
    """The strength of three cards [P2P-D2]."""
    return THREE_CARD_POKER.of(cards)


def best_three(cards: Cards) -> Cards:
    """The three cards that rank highest, whatever the five-card hand is [P2P-A14]."""
    _, three = THREE_CARD_POKER.best_of(cards, 3)
    return three


def dealer_arranged(cards: Cards) -> tuple[Cards, Cards]:
    """The dealer's five cards from highest to lowest, and the best three of them [P2P-33]."""
    return tuple(sorted(cards, reverse=True)), best_three(cards)


def qualifies(terms: Terms, cards: Cards) -> bool:
    """Whether the dealer's five cards are ace-king or better [P2P-37, P2P-D3, P2P-A18]."""
    if terms.qualifier == "none":
        return True
    strength = five_strength(cards)
    if strength.made != Made.HIGH_CARD:
        return True
    return strength.ranks[:2] == (ACE, KING)
