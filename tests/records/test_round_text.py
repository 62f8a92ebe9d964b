"""A record that was altered is refused in one sentence that names the first thing that differs."""

import copy
import json
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from houseway.records.round_data import move_data, opening_data, read_move, read_opening
from houseway.records.round_text import _first_digest, _next_digest, read_round, round_data, write_round
from houseway.rules.errors import HousewayError, NotAllowed, Unreadable
from houseway.rules.game import Opening
from houseway.rules.moves import Dealt, Decided, HandsSet, Move, Posted, Voided
from houseway.rules.playing import play
from houseway.rules.round import Round
from support.playing import FIVES, cards, games, hands, played, pyramid_dealt, pyramid_set

ROUND = pyramid_set(pyramid_dealt("As Kd 9c", "7c 5d 3h", "Qs Jd 2c"), None, None)
TEXT = write_round(ROUND)
DATA = json.loads(TEXT)


def altered(**changes: Any) -> str:
    return json.dumps({**DATA, **changes})


def with_move(number: int, move: Any) -> str:
    moves = copy.deepcopy(DATA["moves"])
    moves[number - 1] = move
    return altered(moves=moves)


def refusal(text: str) -> str:
    with pytest.raises((Unreadable, NotAllowed)) as caught:
        read_round(text)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert len(sentence) < 400
    return sentence


def test_the_record_itself_is_fine() -> None:
    assert read_round(TEXT)[-1] == ROUND
    assert [state.version for state in read_round(TEXT)] == list(range(len(ROUND.moves) + 1))


def test_the_format_holds_terms_opening_moves_and_payments() -> None:
    assert list(DATA) == ["houseway_record", "game", "terms", "terms_hash", "opening", "moves", "payments"]
    assert all(len(move["digest"]) == 64 for move in DATA["moves"])
    assert DATA["opening"]["players"] == ["player 1", "player 2"]


def test_digests_chain() -> None:
    """The digest of a move depends on the game, its terms, the opening and all moves before it, and on nothing else."""
    assert len({move["digest"] for move in DATA["moves"]}) == len(DATA["moves"])
    again = json.loads(write_round(read_round(TEXT)[-1]))
    assert again["moves"][0]["digest"] == DATA["moves"][0]["digest"]


# Moves ----------------------------------------------------------------------------------------------------------------

MOVES: list[Move] = [
    Posted(1, {"main": 5}),
    Dealt(cards("As Xx")),
    Decided(2, "fold"),
    Decided(2, "buy", 10),
    HandsSet(1, hands(low="As")),
    HandsSet("house", hands(low="Xx"), jokers=hands(low="As"), claims=("natural",)),
    Voided("misdeal", "a card stuck"),
]


@pytest.mark.parametrize("move", MOVES, ids=lambda move: type(move).__name__)
def test_a_move_reads_back(move: Move) -> None:
    assert read_move(json.loads(json.dumps(move_data(move)))) == move


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({}, "it lacks 'move'"),
        (None, "is not a move"),
        (7, "is not a move"),
        ([], "is not a move"),
        ({"move": "raise"}, "there is no move 'raise'; the moves are posted, dealt, decided, set and voided"),
        ({"move": ["posted"]}, "there is no move ['posted']"),
        ({"move": "posted", "seat": 1}, "it lacks 'wagers'"),
        ({"move": "posted", "seat": 1, "wagers": {"main": 1.5}}, "1.5 is not a whole number"),
        ({"move": "posted", "seat": 1, "wagers": {"main": True}}, "True is not a whole number"),
        ({"move": "posted", "seat": True, "wagers": {}}, "True is not a whole number"),
        ({"move": "posted", "seat": "1", "wagers": {}}, "'1' is not a whole number"),
        ({"move": "posted", "seat": 1, "wagers": [5]}, "is not a move"),
        ({"move": "dealt", "cards": ["As"]}, "['As'] is not text"),
        ({"move": "dealt", "cards": "Zz"}, "'Zz' is not a card"),
        ({"move": "decided", "seat": 1, "option": 5}, "5 is not text"),
        ({"move": "decided", "seat": 1, "option": "buy", "stake": 1.5}, "1.5 is not a whole number"),
        ({"move": "set", "seat": "pot", "hands": {}}, "'pot' is not a whole number"),
        ({"move": "set", "seat": 1, "hands": {"low": 5}}, "5 is not text"),
        ({"move": "set", "seat": 1, "hands": [], "claims": 5}, "is not a move"),
        ({"move": "voided", "reason": "misdeal"}, "it lacks 'note'"),
    ],
)
def test_an_invalid_move_is_refused(data: Any, complaint: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_move(data)
    assert complaint in str(caught.value)


def flipped(data: Any) -> Iterator[Any]:
    """Copies of a move with one value changed in each."""
    for key, value in data.items():
        if key == "digest":
            yield {**data, key: value[::-1]}
            yield {name: other for name, other in data.items() if name != "digest"}
        elif isinstance(value, dict):
            for inner, held in value.items():
                yield {**data, key: {**value, inner: held + 1 if isinstance(held, int) else held[::-1].title()}}
                yield {**data, key: {name: other for name, other in value.items() if name != inner}}
        elif isinstance(value, int):
            yield {**data, key: value + 1}
        elif key != "move":
            yield {**data, key: value + " 2c"}
        else:
            yield {**data, key: "voided", "reason": "misdeal", "note": ""}


@pytest.mark.parametrize("number", range(1, len(DATA["moves"]) + 1))
def test_any_altered_move_is_named(number: int) -> None:
    for move in flipped(DATA["moves"][number - 1]):
        assert refusal(with_move(number, move)).startswith(f"move {number} ")


@pytest.mark.parametrize("key", sorted(games()))
def test_any_altered_move_of_any_game_is_named(key: str) -> None:
    data = json.loads(write_round(played(key, 4)[-1]))
    chance = random.Random(key)
    for number in chance.sample(range(len(data["moves"])), min(4, len(data["moves"]))):
        moves = copy.deepcopy(data["moves"])
        moves[number] = chance.choice(list(flipped(moves[number])))
        assert refusal(json.dumps({**data, "moves": moves})).startswith(f"move {number + 1} ")


def test_moves_dropped_inserted_or_exchanged() -> None:
    moves = DATA["moves"]
    assert refusal(altered(moves=moves[1:])).startswith("move 1 ")
    assert refusal(altered(moves=[*moves[:2], *moves[3:]])).startswith("move 3 ")
    assert refusal(altered(moves=[moves[1], moves[0], *moves[2:]])).startswith("move 1 ")
    assert refusal(altered(moves=[moves[0], *moves])).startswith("move 2 ")
    assert (
        refusal(altered(moves=moves[:-1])) == f"the record stops after move {len(moves) - 1}, before the round is over"
    )
    assert refusal(altered(moves=[])) == "the record stops after move 0, before the round is over"


def test_a_forged_move_with_fitting_digests_is_replayed_and_refused() -> None:
    """A forger who recomputes the digests still cannot make an illegal move."""
    forged = play(pyramid_dealt("As Kd 9c", "Qs Jd 2c"), HandsSet(1, hands(low="Kd", high="As 9c")))
    data = round_data(forged)
    digest = _first_digest(forged)
    for move in data["moves"]:
        if move["move"] == "set":
            move["hands"] = {"low": "Ah", "high": "As 9c"}
        plain = {name: value for name, value in move.items() if name != "digest"}
        digest = move["digest"] = _next_digest(digest, plain)
    assert refusal(json.dumps(data)).startswith("move 3 (set) cannot be replayed: Ah is not yours to set")


@pytest.mark.parametrize("nonsense", [None, 5, "x", [], {}, [[]], {"move": None}, True, 1.5])
def test_a_move_of_any_other_type_is_named(nonsense: Any) -> None:
    assert refusal(with_move(2, nonsense)).startswith("move 2 cannot be read")


# Everything else ------------------------------------------------------------------------------------------------------


def test_truncated_at_every_byte() -> None:
    for length in range(0, len(TEXT) - 2, 7):
        assert refusal(TEXT[:length]).startswith("this is no Houseway record: it is not whole JSON")
    assert read_round(TEXT.rstrip("\n"))


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "5", '"x"', "{}", '{"houseway_record": 2}', '{"houseway_record": true}']
)
def test_a_file_that_is_not_a_record_is_refused(text: str) -> None:
    assert refusal(text).startswith(("this is no Houseway record", "the record lacks"))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"houseway_record":' * 50_000, "9" * 10_000])
def test_hostile_json_is_refused_too(text: str) -> None:
    assert refusal(text).startswith("this is no Houseway record")


@pytest.mark.parametrize("key", list(DATA)[1:])
def test_a_missing_part_is_named(key: str) -> None:
    whole = {name: value for name, value in DATA.items() if name != key}
    assert refusal(json.dumps(whole)).startswith(f"the record lacks {key};")


@pytest.mark.parametrize("key", list(DATA))
@pytest.mark.parametrize("value", [None, 5, "x", [], {}, [5], {"x": 1}, True, 1.5])
def test_a_part_of_any_other_type_is_refused(key: str, value: Any) -> None:
    if DATA[key] != value:
        refusal(altered(**{key: value}))


@pytest.mark.parametrize("name", DATA["opening"])
@pytest.mark.parametrize("value", [None, "x", 1.5, True, [5], {"x": "y"}, -5, 10**30])
def test_an_altered_opening_is_refused(name: str, value: Any) -> None:
    refusal(altered(opening={**DATA["opening"], name: value}))


@pytest.mark.parametrize("name", DATA["opening"])
def test_a_part_of_the_opening_that_is_missing_is_named(name: str) -> None:
    opening = {key: value for key, value in DATA["opening"].items() if key != name}
    assert refusal(altered(opening=opening)) == f"the record's opening cannot be read: it lacks '{name}'"


def test_another_opening_does_not_fit_the_first_digest() -> None:
    assert refusal(altered(opening={**DATA["opening"], "chips": {"player 1": 999}})).startswith(
        "move 1 (posted) differs"
    )
    assert refusal(altered(opening={**DATA["opening"], "dealer_seat": 2})).startswith("move 1 (posted) differs")


@pytest.mark.parametrize("name", DATA["terms"])
def test_any_altered_term_is_refused(name: str) -> None:
    for value in ("8", "nonsense", None, [1]):
        if DATA["terms"][name] != value:
            refusal(altered(terms={**DATA["terms"], name: value}))


def test_altered_terms_do_not_fit_their_hash() -> None:
    terms = {**DATA["terms"], "straight_flush_pays": "50"}
    assert refusal(altered(terms=terms)).startswith("the record's terms hash to ")
    assert refusal(altered(terms_hash="0" * 64)).startswith("the record's terms hash to ")


def test_terms_are_all_there_and_written_one_way() -> None:
    terms = {name: value for name, value in DATA["terms"].items() if name != "decks"}
    assert refusal(altered(terms=terms)) == "the record's term decks must be '6', not None"
    assert refusal(altered(terms={**DATA["terms"], "decks": "06"})) == "the record's term decks must be '6', not '06'"


def test_an_unknown_game_is_named() -> None:
    assert refusal(altered(game="pyramit")).startswith("there is no game 'pyramit' (did you mean 'pyramid'?)")


def test_any_altered_payment_is_named() -> None:
    payments = DATA["payments"]
    assert len(payments) > 1
    for number, payment in enumerate(payments, start=1):
        for name, value in payment.items():
            other = [*payments]
            other[number - 1] = {**payment, name: value + 1 if isinstance(value, int) else value + "x"}
            assert refusal(altered(payments=other)).startswith(f"payment {number} differs: the rules pay")
    extra = refusal(altered(payments=[*payments, payments[0]]))
    assert extra == f"the rules make {len(payments)} payments, the record has {len(payments) + 1}"
    assert refusal(altered(payments=payments[:-1])).startswith(f"the rules make {len(payments)} payments")


@pytest.mark.parametrize("nonsense", [None, 5, "x", [], {}])
def test_a_payment_of_any_other_type_is_named(nonsense: Any) -> None:
    assert refusal(altered(payments=[nonsense, *DATA["payments"][1:]])).startswith("payment 1 differs")


def test_random_damage_is_never_a_traceback() -> None:
    chance = random.Random(9)
    for _ in range(200):
        place = chance.randrange(len(TEXT))
        damaged = TEXT[:place] + chance.choice('{}[]",:0x\\ ') + TEXT[place + 1 :]
        with suppress(HousewayError):
            assert read_round(damaged)[-1] == ROUND


def test_a_void_round_is_recorded_with_its_reason() -> None:
    void = play(pyramid_dealt("As Kd 9c", "Qs Jd 2c"), Voided("misdeal", "the shoe fell"))
    data = json.loads(write_round(void))
    assert data["payments"] == []
    assert data["moves"][-1]["note"] == "the shoe fell"
    assert read_round(write_round(void))[-1].voided == Voided("misdeal", "the shoe fell")


def test_an_unfinished_round_is_not_written() -> None:
    with pytest.raises(NotAllowed, match="the round is not over"):
        write_round(pyramid_dealt("As Kd 9c", "Qs Jd 2c"))


def test_an_opening_reads_back() -> None:
    opening = Opening(players=("a", "b"), chips={"a": 500}, banker=2, house_bet=5, pot=3, spent=cards("As As"))
    assert read_opening(json.loads(json.dumps(opening_data(opening)))) == opening


def test_text_written_by_users_is_stored_unchanged() -> None:
    named: Round = pyramid_set(pyramid_dealt("As Kd 9c", "Qs Jd 2c", players=("Åsa “7” \\ 🃏",), wagers=FIVES), None)
    assert read_round(write_round(named))[-1] == named
