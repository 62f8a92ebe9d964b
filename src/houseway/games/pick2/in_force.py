"""What players of Pick 2 Poker should know about the terms, in sentences."""

from ...rules.game import InForce
from .terms import Terms


def in_force(terms: Terms) -> tuple[InForce, ...]:
    """The choices of the house that a player can use or see at the table."""
    sentences = []
    if terms.b5_alone:
        sentences.append(InForce("The 5 Card Bonus Only wager may be made alone", "P2P-A13"))
    if terms.tip_bets == "on":
        sentences.append(InForce("You may place a tip for the dealer", "P2P-26"))
    if terms.shuffler == "on":
        sentences.append(InForce("Two decks with red and blue backs alternate from round to round", "P2P-16"))
    return tuple(sentences)
