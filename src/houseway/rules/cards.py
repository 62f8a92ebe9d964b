"""Cards, and the shoes they are dealt from."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .errors import Unreadable, nearest, shown

TWO = 2
SIX = 6
SEVEN = 7
TEN = 10
JACK = 11
QUEEN = 12
KING = 13
ACE = 14
RANKS = range(TWO, ACE + 1)
RANK_LETTERS = "23456789TJQKA"
RANK_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")

CLUBS = 1
DIAMONDS = 2
HEARTS = 3
SPADES = 4
SUITS = range(CLUBS, SPADES + 1)
"""Lowest first: where a sheet lets a suit break a tie, spades are highest and clubs lowest."""
SUIT_LETTERS = "cdhs"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


class Card(NamedTuple):
    """One card. Cards of different decks are equal if they have the same rank and suit."""

    rank: int
    suit: int

    def __str__(self) -> str:
        return WRITTEN.get(self, "??")

    @property
    def in_words(self) -> str:
        """The card in words: `nine of hearts`."""
        if self == JOKER:
            return "joker"
        return f"{RANK_NAMES[self.rank - TWO]} of {SUIT_NAMES[self.suit - CLUBS]}"


Cards = tuple[Card, ...]

JOKER = Card(0, 0)
DECK: Cards = tuple(Card(rank, suit) for rank in RANKS for suit in SUITS)
WRITTEN = {card: RANK_LETTERS[card.rank - TWO] + SUIT_LETTERS[card.suit - CLUBS] for card in DECK} | {JOKER: "Xx"}


def shoe(*, decks: int, jokers: int = 0) -> Cards:
    """All cards of a shoe, in order and not shuffled."""
    return DECK * decks + (JOKER,) * jokers


CARD_NAMES = {name: card for card, name in WRITTEN.items()}
ONE_CARD_WORDS: dict[str, Cards] = {name: (card,) for name, card in CARD_NAMES.items()}
"""What a card's usual name is read as; records are full of them, and every other spelling takes longer to read."""
SPELLINGS = {
    **{name.lower(): card for name, card in CARD_NAMES.items()},
    **{f"10{suit}": CARD_NAMES[f"T{suit}"] for suit in SUIT_LETTERS},
    "joker": JOKER,
    "x": JOKER,
    "jk": JOKER,
}
SYMBOLS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", "♤": "s", "♡": "h", "♢": "d", "♧": "c", "🃏": "X"})
EMOJI_STYLE = "\ufe0f"
"""The invisible character that asks for the coloured form of a suit symbol."""
HOW_TO_WRITE = "write a rank and a suit, such as As, 10h or Xx for a joker"
ONE_CARD = re.compile(r"10[shdc]|[2-9tjqka][shdc]|joker|jk|xx|x")


def read_card(text: str) -> Card:
    """
    Read one card in any of the usual spellings.

    >>> str(read_card("10♥")), str(read_card("joker"))
    ('Th', 'Xx')
    """
    cards = read_cards(text)
    if len(cards) != 1:
        raise Unreadable(f"{shown(text)} is {len(cards)} cards; write one card, such as As")
    return cards[0]


def read_cards(text: str | Iterable[str]) -> Cards:
    """
    Read cards, separated or run together.

    >>> [str(card) for card in read_cards("As Kd 10h")] == [str(card) for card in read_cards("AsKdTh")]
    True
    """
    if not isinstance(text, str):
        return tuple([card for word in text for card in _read_word(word)])
    words = text.replace(",", " ").split()
    return tuple([card for word in words for card in ONE_CARD_WORDS.get(word) or _read_word(word)])


def _read_word(word: object) -> Iterable[Card]:
    if not isinstance(word, str):
        raise Unreadable(f"{shown(word)} is not a card; {HOW_TO_WRITE}")
    letters = word.translate(SYMBOLS).replace(EMOJI_STYLE, "").lower()
    names = ONE_CARD.findall(letters)
    if not names or "".join(names) != letters:
        raise Unreadable(f"{shown(word)} is not a card{nearest(word, CARD_NAMES)}; {HOW_TO_WRITE}")
    return [SPELLINGS[name] for name in names]


def write_cards(cards: Iterable[Card]) -> str:
    """The cards as text that `read_cards` reads."""
    return " ".join([WRITTEN.get(card) or str(card) for card in cards])


def sort_key(card: Card) -> tuple[int, int]:
    """Deck order as rule sheets list it: ace to two, spades hearts diamonds clubs, jokers last."""
    return (-card.rank, -card.suit)


def surplus(cards: Iterable[Card], allowed: Iterable[Card] | Mapping[Card, int]) -> Cards:
    """The cards that exceed the allowed ones, each as often as it exceeds them; those may be counted already."""
    return tuple((Counter(cards) - Counter(allowed)).elements())
