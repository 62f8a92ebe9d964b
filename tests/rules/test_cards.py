"""Cards as people write them, and shoes of several decks."""

from collections import Counter

import pytest

from houseway.rules.cards import (
    CARD_NAMES,
    DECK,
    JOKER,
    Card,
    read_card,
    read_cards,
    shoe,
    sort_key,
    surplus,
    write_cards,
)
from houseway.rules.errors import Unreadable


def test_a_deck_has_fifty_two_different_cards() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert Counter(card.rank for card in DECK) == dict.fromkeys(range(2, 15), 4)


def test_a_shoe_repeats_every_card_and_adds_the_jokers() -> None:
    counts = Counter(shoe(decks=3, jokers=4))
    assert counts.pop(JOKER) == 4
    assert counts == dict.fromkeys(DECK, 3)
    assert JOKER not in shoe(decks=6)


@pytest.mark.parametrize("name", CARD_NAMES)
def test_every_card_reads_back(name: str) -> None:
    assert str(read_card(name)) == name
    assert read_card(name.upper()) == read_card(name.lower()) == CARD_NAMES[name]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10h", "Th"),
        ("10♥", "Th"),
        ("A♠", "As"),
        ("A♠\ufe0f", "As"),
        ("k♢", "Kd"),
        ("q♧", "Qc"),
        ("j♡", "Jh"),
        ("2♤", "2s"),
        ("joker", "Xx"),
        ("JK", "Xx"),
        ("x", "Xx"),
        ("xx", "Xx"),
        ("🃏", "Xx"),
        (" 9c ", "9c"),
    ],
)
def test_usual_spellings(text: str, card: str) -> None:
    assert str(read_card(text)) == card


@pytest.mark.parametrize("text", ["As Kd 10h Xx", "As,Kd,Th,Xx", "AsKd10hxx", "as, kd  T♥ joker", "as kdthjk"])
def test_cards_may_be_separated_or_run_together(text: str) -> None:
    assert write_cards(read_cards(text)) == "As Kd Th Xx"


def test_a_list_of_words_is_read_too() -> None:
    assert read_cards(["As", "KdQd"]) == (Card(14, 4), Card(13, 2), Card(12, 2))
    assert read_cards("") == ()


@pytest.mark.parametrize("word", ["1h", "As!", "Zz", "A", "s", "11h", "10", "AsK", "0c", "Th9", "é", "-", "1０h"])
def test_text_that_is_no_card_is_refused_and_quoted(word: str) -> None:
    with pytest.raises(Unreadable, match="is not a card") as refusal:
        read_cards(f"As {word}")
    assert repr(word) in str(refusal.value)
    assert "such as As" in str(refusal.value)


def test_a_near_miss_gets_a_hint() -> None:
    with pytest.raises(Unreadable, match=r"did you mean 'Qd'"):
        read_card("Qdd")


@pytest.mark.parametrize("word", [5, None, 1.5, True, ("As",)])
def test_a_value_that_is_no_text_is_refused_as_a_card(word: object) -> None:
    with pytest.raises(Unreadable, match="is not a card"):
        read_cards([word])  # type: ignore[list-item]


@pytest.mark.parametrize(("text", "count"), [("As Kd", 2), ("", 0)])
def test_read_card_refuses_several_cards(text: str, count: int) -> None:
    with pytest.raises(Unreadable, match=f"is {count} cards; write one card"):
        read_card(text)


def test_cards_in_words() -> None:
    assert read_card("9h").in_words == "nine of hearts"
    assert read_card("As").in_words == "ace of spades"
    assert JOKER.in_words == "joker"


@pytest.mark.parametrize("card", [Card(15, 1), Card(1, 1), Card(14, 5), Card(0, 1), Card(-5, -1)])
def test_an_impossible_card_is_written_with_question_marks(card: Card) -> None:
    assert str(card) == "??"


def test_deck_order_is_ace_to_two_spades_to_clubs_jokers_last() -> None:
    assert write_cards(sorted(read_cards("Xx 2c 2s Ac As Kh"), key=sort_key)) == "As Ac Kh 2s 2c Xx"


def test_surplus_counts_copies() -> None:
    assert surplus(read_cards("As As As Kd"), read_cards("As Kd")) == read_cards("As As")
    assert surplus(read_cards("As"), read_cards("As Kd")) == ()
