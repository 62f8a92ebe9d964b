"""Who sits out when a round is about to begin: only those who cannot pay for it."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import GAMES
from houseway.records.fairness import HouseShuffle
from houseway.rules.errors import NotAllowed
from houseway.rules.moves import Posted
from houseway.rules.payments import HOUSE
from houseway.server.tables import dealing, seating, shuffling
from houseway.server.tables.desk import Decision
from support.desks import AT, Drive

BANKED = [key for key, rules in GAMES.items() if rules.banking(rules.terms) is not None]


def begun(drive: Drive) -> Decision:
    house = HouseShuffle(bytes(32), tuple(range(len(dealing.cards_to_shuffle(drive.desk)))))
    return dealing.begin(drive.desk, house, drive.balances, at=AT)


def sat_out(decision: Decision) -> list[int]:
    return [event.body["place"] for event in decision.events if event.kind == "sat_out"]


@pytest.mark.parametrize("key", BANKED)
@pytest.mark.parametrize("place", [1, 2, 3])
def test_nobody_sits_out_because_a_player_banks(key: str, place: int) -> None:
    drive = Drive(key, chips=100_000)
    for number in (1, 2, 3):  # everybody brings enough to bank
        drive.do(seating.stand(drive.desk, f"p{number}", at=AT))
    for number in (1, 2, 3):
        drive.do(
            seating.sit(
                drive.desk, player=f"p{number}", name=f"Player {number}", bot=None, place=number, bring=90_000, at=AT
            )
        )
    offered = seating.bank_offered_to(drive.desk)
    while place not in offered and offered:
        drive.do(seating.pass_bank(drive.desk, f"p{offered[0]}", None, at=AT))
        offered = seating.bank_offered_to(drive.desk)
    drive.do(seating.take_bank(drive.desk, f"p{place}", None, 0, at=AT))
    decision = begun(drive)
    assert sat_out(decision) == []
    assert decision.events[-1].kind == "committed"


def test_the_player_with_too_few_chips_at_the_table_sits_out_and_not_the_poorest() -> None:
    """A rich player who brings few chips must not sit the others out."""
    drive = Drive("showdown")
    drive.do(seating.stand(drive.desk, "p2", at=AT))
    drive.do(seating.sit(drive.desk, player="p2", name="Player 2", bot=None, place=2, bring=1, at=AT))
    drive.purses["player:p2"] = 50_000
    assert sat_out(begun(drive)) == [2]


def test_a_banker_has_one_hand_so_that_nobody_else_sits_out() -> None:
    """With two hands the round could not open, and the others would sit out one after the other [PYR-A33]."""
    drive = Drive("pyramid", players=2)
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=None, at=AT))
    assert seating.bank_offered_to(drive.desk) == (1,)
    with pytest.raises(NotAllowed, match="PYR-A33"):
        seating.take_bank(drive.desk, "p1", 1, 0, at=AT)


def seat(drive: Drive, number: int, *, place: int | None = None, bring: int | None = None) -> None:
    """A player sits down, with 10,000 chips in the purse."""
    drive.purses[f"player:p{number}"] += 10_000
    drive.do(
        seating.sit(drive.desk, player=f"p{number}", name=f"Player {number}", bot=None, place=place, bring=bring, at=AT)
    )


def seated_with(key: str, brings: list[int], **options: Any) -> Drive:
    """A table at which the players bring these chips."""
    drive = Drive(key, players=0, options=options)
    for number, bring in enumerate(brings, start=1):
        seat(drive, number, bring=bring)
    return drive


def kinds(decision: Decision) -> list[str]:
    return [event.kind for event in decision.events]


COVER_OF_ONE = {"pyramid": 3 * 5 + 10, "pai_gow": 20}
"""The chips that a bank needs against one bettor with the lowest wager."""
CLAUSE = {"pyramid": "PYR-65", "pai_gow": "PGP-46"}


@pytest.mark.parametrize("key", BANKED)
def test_a_bank_without_the_chips_to_cover_is_refused_and_nobody_is_touched(key: str) -> None:
    short = COVER_OF_ONE[key] - 1
    drive = seated_with(key, [2_000, 2_000])
    balances = {"p1": short, "p2": 10_000}
    with pytest.raises(NotAllowed, match=rf"has {short} chips and may have to pay .* \[{CLAUSE[key]}\]"):
        seating.take_bank(drive.desk, "p1", 1, 0, at=AT, balances=balances)
    assert seating.why_no_bank(drive.desk, 1, 0) is None, "the views do not know the purse"
    assert seating.why_no_bank(drive.desk, 1, 0, {"p1": COVER_OF_ONE[key], "p2": 0}) is None


@pytest.mark.parametrize("key", BANKED)
def test_a_view_refuses_a_bank_that_the_player_brings_too_little_for(key: str) -> None:
    drive = seated_with(key, [COVER_OF_ONE[key] - 1, 2_000])
    assert CLAUSE[key] in str(seating.why_no_bank(drive.desk, 1, 0))


@pytest.mark.parametrize("key", BANKED)
def test_a_bank_that_a_new_seat_overtaxes_is_passed_on_and_nobody_sits_out(key: str) -> None:
    """Before, the others sat out one after the other, with the banker's reason."""
    drive = seated_with(key, [COVER_OF_ONE[key], 2_000])
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT, balances=drive.balances))
    seat(drive, 3, bring=1_000)
    decision = begun(drive)
    assert sat_out(decision) == []
    assert kinds(decision) == ["bank_passed", "committed"]
    passed = decision.events[0].body
    assert (passed["place"], CLAUSE[key] in passed["why"]) == (1, True)
    assert decision.desk.spans.banker is None
    assert CLAUSE[key] in str(decision.public_events[0]["why"]), "everybody learns why"


@pytest.mark.parametrize("key", BANKED)
def test_chips_that_left_before_the_opening_cost_the_bank_and_not_a_seat(key: str) -> None:
    drive = seated_with(key, [2_000, 2_000, 2_000])
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT, balances=drive.balances))
    poor = 20  # enough to bet, too little to bank against two
    drive.begin("bank")
    drive.do(shuffling.fix(drive.desk, at=AT))
    drive.purses["player:p1"] = poor
    drive.do(dealing.open_(drive.desk, drive.balances, at=AT))
    assert drive.desk.round is not None
    assert drive.desk.round.opening.banker == HOUSE
    assert all(chair.plays for chair in drive.desk.chairs.values())
    drive.play_until_settled()


def test_PYR_65_a_wager_above_the_bank_passes_the_bank_on_and_is_kept() -> None:
    """Before, the bettor was refused the wager for want of the banker's chips."""
    drive = seated_with("pyramid", [100, 2_000, 2_000])
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT, balances=drive.balances))
    drive.open("rise")
    first = {"main": 5, "three_card": 5, "six_card": 5}
    high = {"main": 26, "three_card": 5, "six_card": 5}  # 3 x (5 + 26), and 10 for the banker's own wagers
    drive.do(dealing.moved(drive.desk, Posted(2, first), by="person", command="a", at=AT))
    called_off = drive.do(dealing.moved(drive.desk, Posted(3, high), by="person", command="b", at=AT))
    assert kinds(called_off) == ["bank_passed", "voided"]
    assert called_off.events[1].body["absent"] == {}, "nobody is to blame for an absence"
    assert sat_out(called_off) == []
    drive.open("again")
    assert drive.desk.round is not None
    assert drive.desk.round.opening.banker == HOUSE
    assert {move.seat: dict(move.wagers) for move in drive.desk.round.moves if isinstance(move, Posted)} == {
        2: first,
        3: high,
    }
    drive.do(dealing.moved(drive.desk, Posted(1, first), by="person", command="c", at=AT))
    drive.play_until_settled()


def test_PYR_65_a_wager_that_the_bank_covers_to_the_last_chip_is_taken() -> None:
    drive = seated_with("pyramid", [100, 2_000, 2_000])
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT, balances=drive.balances))
    drive.open("covers")
    for place, main in ((2, 5), (3, 25)):  # 3 x (5 + 25) + 10 = 100
        wagers = {"main": main, "three_card": 5, "six_card": 5}
        drive.do(dealing.moved(drive.desk, Posted(place, wagers), by="person", command=f"c{place}", at=AT))
    drive.play()
    assert drive.desk.last is not None
    assert drive.desk.last.round is not None
    assert drive.desk.last.round.opening.banker == 1


def test_a_bettor_who_cannot_pay_is_refused_and_the_bank_stays() -> None:
    drive = seated_with("pyramid", [2_000, 20])
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT, balances=drive.balances))
    drive.open("poor bettor")
    with pytest.raises(NotAllowed, match="Player 2 has 20 chips"):
        dealing.moved(
            drive.desk, Posted(2, {"main": 50, "three_card": 5, "six_card": 5}), by="person", command="c", at=AT
        )
    with pytest.raises(NotAllowed, match="takes 5 to 25"):
        dealing.moved(drive.desk, Posted(1, {"three_card": 30, "six_card": 5}), by="person", command="c", at=AT)


def test_of_two_hands_the_last_sits_out_if_the_chips_pay_for_one() -> None:
    drive = seated_with("pyramid", [20, 2_000])
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=20, at=AT))
    assert sat_out(begun(drive)) == [5]


def test_hands_that_new_terms_do_not_allow_sit_out_and_no_others() -> None:
    drive = seated_with("pyramid", [2_000, 15])
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=2_000, at=AT))
    one_hand = drive.desk.game.with_options({"max_hands_per_player": 1})
    drive.do(seating.change_terms(drive.desk, one_hand, 1, at=AT))
    decision = begun(drive)
    assert sat_out(decision) == [5]
    assert "one player may take 1 seat here [PYR-29]" in decision.events[0].body["why"]


def test_seats_that_new_terms_do_not_have_sit_out_and_not_the_poorest() -> None:
    drive = seated_with("pyramid", [15, 2_000, 2_000])
    drive.do(seating.change_terms(drive.desk, drive.desk.game.with_options({"seats": 2}), 1, at=AT))
    assert sat_out(begun(drive)) == [3]


def test_terms_under_which_no_round_opens_throw_nobody_out() -> None:
    drive = seated_with("pyramid", [2_000, 2_000])
    drive.do(seating.change_terms(drive.desk, drive.desk.game.with_options({"decks": 5}), 1, at=AT))
    assert begun(drive).events == ()


def test_banking_that_new_terms_forbid_is_passed_on() -> None:
    drive = seated_with("pyramid", [2_000, 2_000])
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT, balances=drive.balances))
    drive.do(seating.change_terms(drive.desk, drive.desk.game.with_options({"player_banking": "off"}), 1, at=AT))
    decision = begun(drive)
    assert kinds(decision) == ["bank_passed", "committed"]
    assert "PYR-60" in decision.events[0].body["why"]


def test_a_player_with_two_hands_gives_one_up_and_then_banks() -> None:
    drive = seated_with("pyramid", [2_000, 2_000])
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=2_000, at=AT))
    assert "PYR-A33" in str(seating.why_no_bank(drive.desk, 1, 0))
    with pytest.raises(NotAllowed, match="seat 2 is not yours; yours is 1, 5"):
        seating.stand(drive.desk, "p1", place=2, at=AT)
    answer = drive.do(seating.stand(drive.desk, "p1", place=5, at=AT)).answer
    assert answer == {"after_round": False}
    assert drive.desk.places_of("p1") == (1,)
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT, balances=drive.balances))


def test_a_hand_in_the_round_is_given_up_at_its_end() -> None:
    drive = seated_with("pyramid", [2_000, 2_000])
    drive.do(seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=2_000, at=AT))
    drive.open("two hands")
    assert drive.do(seating.stand(drive.desk, "p1", place=5, at=AT)).answer == {"after_round": True}
    drive.play()
    assert drive.desk.places_of("p1") == (1,)


@pytest.mark.parametrize("key", list(GAMES))
def test_only_those_sit_out_who_cannot_pay_themselves(key: str) -> None:
    """In every game: a player without chips sits out, the others stay, no matter who brings least."""
    drive = seated_with(key, [2_000, 1_500, 2_000])
    drive.purses["player:p3"] = 0
    assert sat_out(begun(drive)) == [3]


def test_a_banker_cannot_take_a_second_hand() -> None:
    drive = Drive("pyramid", players=2)
    drive.do(seating.take_bank(drive.desk, "p1", 1, 0, at=AT))
    with pytest.raises(NotAllowed, match="PYR-A33"):
        seating.sit(drive.desk, player="p1", name="Player 1", bot=None, place=5, bring=None, at=AT)
    assert sat_out(begun(drive)) == []
