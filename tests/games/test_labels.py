"""Every option, value, pay line, wager, hand, decision and outcome of every game has words for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.audit.vectors import shipped
from houseway.games import GAMES, labels_of
from houseway.games.ask import price
from houseway.games.labels import Labels, parse_labels, words
from houseway.pricing.price import Exact
from houseway.rules.errors import Unreadable
from houseway.rules.game import AnyGame, Decide, Opening, Wager
from houseway.rules.round import Seat
from houseway.rules.terms import accepted_values, options

GOLDEN = Path(__file__).parents[1] / "golden" / "tables_3"
IDENTIFIER = re.compile(r"_|\b[a-z]+\d+[a-z]*\b|\b[a-z]+=[a-z]")
"""Something that looks like an identifier: an underscore, `hw2`, `a=b`."""
LONGEST_SENTENCE = 140
SHORT_WAGER = re.compile(r"\bw\d\b")


def choices_of(game: AnyGame, option: str) -> list[str]:
    """The values of an option that is a choice."""
    accepts = accepted_values(game.terms, option)
    return [] if " to " in accepts or accepts == "true | false" else accepts.split(" | ")


def opening_of(game: AnyGame) -> Opening:
    return Opening(players=tuple(f"player {number}" for number in range(game.seats(game.terms).start)))


def texts_of(labels: Labels) -> Iterator[str]:
    """Every text of a game's file."""
    for entry in (*labels.tables.values(), *labels.options.values()):
        yield entry.label
        yield entry.says
        yield from entry.choices.values()
    for names in labels.names.values():
        yield from names.values()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_option_and_every_choice_has_words_and_none_is_left_over(game: AnyGame) -> None:
    labels = labels_of(game)
    names = options(game.terms)
    assert sorted(labels.options) == sorted(names)
    assert set(labels.tables) == {name.split(".")[0] for name in names if "." in name}
    for name in names:
        assert sorted(labels.options[name].choices) == sorted(choices_of(game, name)), name
        assert labels.sentence(name).endswith("."), f"{name} has no sentence"
        assert len(labels.sentence(name)) <= LONGEST_SENTENCE, f"the sentence of {name} is too long"
        assert labels.option(name)[0].isupper() or labels.option(name)[0].isdigit(), name


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_two_choices_of_an_option_and_two_options_never_read_the_same(game: AnyGame) -> None:
    labels = labels_of(game)
    for name, entry in labels.options.items():
        assert len(set(entry.choices.values())) == len(entry.choices), name
    full = [labels.full_option(name) for name in labels.options]
    assert sorted(full) == sorted(set(full))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_text_looks_like_an_identifier(game: AnyGame) -> None:
    assert [text for text in texts_of(labels_of(game)) if IDENTIFIER.search(text)] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_wager_hand_and_decision_has_a_name(game: AnyGame) -> None:
    names = labels_of(game).names
    all_spots = game.with_options({"b5_alone": True}) if game.key == "pick2" else game
    for step in all_spots.steps(all_spots.terms, opening_of(game)):
        match step:
            case Wager():
                spots = (*step.spots, *step.banker_spots, *step.instead)
                assert {spot.name for spot in spots} <= set(names["wagers"])
            case Decide():
                assert set(step.options) <= set(names["decisions"])
    seat = Seat(number=1, player="", decisions=("three",))
    assert {slot.name for slot in game.slots(game.terms, seat)} <= set(names["hands"])


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_every_wager_that_was_paid_has_a_name(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    names = labels_of(GAMES[record["game"]]).names["wagers"]
    assert {payment["wager"] for payment in record["payments"]} <= set(names)


@pytest.mark.parametrize("key", GAMES)
def test_the_examples_of_a_rulebook_show_no_short_name_of_a_wager(key: str) -> None:
    """A test vector may call the wagers w1 to w3; the page shows the names of the layout."""
    names = labels_of(GAMES[key]).names.get("wagers", {})
    for vector in shipped(key):
        parts = {vector.kind, *vector.given, *vector.expected}
        assert {part for part in parts if SHORT_WAGER.fullmatch(part)} <= set(names), vector.id
        assert not SHORT_WAGER.search((vector.why or "").lower()), vector.id


@pytest.mark.parametrize("key", ["pyramid", "pick2"])
def test_every_strategy_and_outcome_that_is_counted_has_a_name(key: str) -> None:
    labels = labels_of(GAMES[key])
    for wager, priced in price(GAMES[key]).wagers.items():
        assert wager in labels.names["wagers"]
        for name, strategy in priced.strategies.items():
            assert name == "only" or name in labels.names["strategies"]
            assert isinstance(strategy, Exact)
            for outcome in strategy.outcomes:
                assert set(outcome.name.split("_and_")) <= set(labels.outcomes), outcome.name


def test_an_outcome_of_two_pay_tables_is_one_phrase() -> None:
    labels = labels_of(GAMES["pick2"])
    assert labels.outcome("flush_and_ace_king_queen") == "Flush, and ace, king, queen"
    assert labels.outcome("no_pay") == "Nothing"
    assert labels.outcome("of_some_other_kind") == "Of some other kind"


def test_values_are_words() -> None:
    labels = labels_of(GAMES["pick2"])
    assert labels.value("b5_alone", True) == "Yes"
    assert labels.value("b5_alone", False) == "No"
    assert labels.value("max_aggregate", None) == "No limit"
    assert labels.value("shuffler", "on") == "Yes, two decks that alternate"
    assert labels.value("ante_max", 100) == "100"


def test_a_game_without_labels_is_shown_in_derived_words() -> None:
    labels = Labels()
    assert labels.option("trump_suit") == "Trump suit"
    assert labels.full_option("trick_pays.last_trick") == "Trick pays: Last trick"
    assert labels.sentence("trick_pays.last_trick") == ""
    assert labels.sentence("trump_suit") == ""
    assert labels.value("trump_suit", "no_trump") == "No trump"
    assert labels.name("wagers", "side_bet") == "side bet"
    assert labels.outcome("win") == "Win"


def test_a_file_that_names_an_unknown_option_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"which it does not have .did you mean"):
        parse_labels("options: {unit_valu: {label: Unit}}", GAMES["chinese"])
    assert parse_labels("", GAMES["chinese"]) == Labels()


def test_words_of_an_identifier() -> None:
    assert words("three_of_a_kind") == "three of a kind"
