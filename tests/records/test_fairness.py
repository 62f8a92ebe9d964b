"""Nobody can steer the shuffle, and anybody can check it."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from math import ceil, factorial, log2
from pathlib import Path
from typing import Any

import pytest

from houseway.records.fairness import (
    HouseShuffle,
    check_proof,
    client_key,
    final_order,
    house_data,
    proof_data,
    read_clients,
    read_entropy,
    read_house,
)
from houseway.rules.cards import DECK, Cards, shoe, write_cards
from houseway.rules.errors import Unreadable

SHOES: dict[int, Cards] = {
    52: DECK,
    106: shoe(decks=2, jokers=2),
    160: shoe(decks=3, jokers=4),
    312: shoe(decks=6),
}
CLIENTS = {1: "0f" * 32, 2: None, 5: "a7" * 32}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of bytes of each read of the operating system's entropy."""
    sizes: list[int] = []
    real: Callable[[int], bytes] = os.urandom

    def urandom(count: int) -> bytes:
        sizes.append(count)
        return real(count)

    monkeypatch.setattr(os, "urandom", urandom)
    return sizes


@pytest.mark.parametrize("count", SHOES)
def test_every_shuffle_draws_64_bits_more_than_it_has_arrangements(count: int, counted: list[int]) -> None:
    for _ in range(200):
        counted.clear()
        HouseShuffle.draw(SHOES[count])
        for_the_order = 8 * sum(counted) - 256  # without the bits of the salt
        assert for_the_order >= ceil(log2(factorial(count))) + 64
        assert 8 * counted[0] - 256 >= ceil(log2(factorial(count))) + 64, "in the first call already"


def test_the_final_order_is_golden() -> None:
    """If this fails, verifiers that others wrote from the specification no longer work."""
    house = HouseShuffle(bytes(range(32)), tuple((7 * place + 3) % 52 for place in range(52)))
    assert house.commitment == GOLDEN_COMMITMENT
    assert write_cards(final_order(DECK, house, CLIENTS)[:8]) == GOLDEN_CARDS
    manual = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    assert GOLDEN_COMMITMENT in manual
    assert GOLDEN_CARDS in manual


GOLDEN_COMMITMENT = "8648afaba3bfeb0e96d60ab538ac83ae698756ab655e73b9c6a26cae8853c10e"
GOLDEN_CARDS = "6d Kd 5h Qh Ks 9s Ts 8d"


def by_the_letter(cards: Cards, proof: dict[str, Any]) -> Cards:
    """The final order by a literal, slow implementation of the specification."""
    packed = b"".join(place.to_bytes(2, "big") for place in [len(cards), *proof["permutation"]])
    commitment = hashlib.sha256(bytes.fromhex(proof["salt"]) + packed).digest()
    assert commitment.hex() == proof["commitment"]
    sent = b"".join(bytes([int(seat)]) + bytes.fromhex(e) for seat, e in proof["clients"].items() if e)
    key = hashlib.sha256(commitment + sent).digest()
    blocks = (hashlib.sha256(key + counter.to_bytes(8, "big")).digest() for counter in range(1000))
    bits = (byte >> 7 - place & 1 for block in blocks for byte in block for place in range(8))
    cut = list(range(len(cards)))
    for last in range(len(cards) - 1, 0, -1):
        chosen = last + 1
        while chosen > last:
            chosen = int("".join(str(next(bits)) for _ in range(last.bit_length())), 2)
        cut[last], cut[chosen] = cut[chosen], cut[last]
    return tuple(cards[proof["permutation"][place]] for place in cut)


@pytest.mark.parametrize("count", SHOES)
@pytest.mark.parametrize("clients", [{}, {1: None}, {3: "00" * 32}, CLIENTS], ids=["none", "silent", "one", "some"])
def test_the_specification_gives_the_same_order(count: int, clients: dict[int, str | None]) -> None:
    cards = tuple(sorted(SHOES[count]))
    house = HouseShuffle.draw(cards)
    proof = proof_data(cards, house, clients)
    assert by_the_letter(cards, proof) == final_order(cards, house, clients) == check_proof(cards, proof)
    assert sorted(check_proof(cards, proof)) == list(cards)


def test_the_order_of_the_cards_handed_in_does_not_matter() -> None:
    house = HouseShuffle.draw(DECK)
    assert final_order(DECK[::-1], house, CLIENTS) == final_order(DECK, house, CLIENTS)


def test_each_client_changes_the_order_and_silence_does_not() -> None:
    house = HouseShuffle.draw(DECK)
    silent = final_order(DECK, house, {})
    assert silent == final_order(DECK, house, {1: None, 2: None})
    orders = {final_order(DECK, house, {seat: f"{byte:02x}" * 32}) for seat in (1, 2) for byte in range(20)}
    assert len(orders | {silent}) == 41


def test_the_key_takes_seats_in_order_whatever_the_order_they_came_in() -> None:
    commitment = "00" * 32
    assert client_key(commitment, {2: "aa" * 32, 1: "bb" * 32}) == client_key(commitment, {1: "bb" * 32, 2: "aa" * 32})
    assert client_key(commitment, {1: "aa" * 32}) != client_key(commitment, {2: "aa" * 32})


def test_the_house_keeps_its_secret_out_of_logs() -> None:
    house = HouseShuffle.draw(DECK)
    assert repr(house) == str(house) == "HouseShuffle()"


def test_the_houses_part_reads_back() -> None:
    house = HouseShuffle.draw(DECK)
    assert read_house(house_data(house)) == house


PROOF = proof_data(DECK, HouseShuffle(bytes(32), tuple(range(52))), CLIENTS)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"salt": "00"}, "the salt must be 64 lower-case hexadecimal digits, not '00'"),
        ({"salt": None}, "the salt must be 64 lower-case hexadecimal digits, not None"),
        ({"salt": "01" * 32}, "salt and permutation hash to"),
        ({"salt": "AA" * 32}, "the salt must be"),
        ({"commitment": "00" * 32}, "salt and permutation hash to"),
        ({"permutation": [1, 0, *range(2, 52)]}, "salt and permutation hash to"),
        ({"permutation": "0 1 2"}, "the permutation must be a list of whole numbers"),
        ({"permutation": [True, 0]}, "the permutation must be a list of whole numbers"),
        ({"permutation": [0, 0]}, "the permutation must hold each number below its length"),
        ({"permutation": list(range(65_536))}, "the permutation must hold each number below its length, at most 65535"),
        ({"cards": write_cards(DECK[:-1])}, "the cards that were shuffled are not those left in the shoe"),
        ({"clients": {"0": None}}, "the clients must be seat numbers"),
        ({"clients": {"01": None}}, "the clients must be seat numbers"),
        ({"clients": {"256": None}}, "the clients must be seat numbers"),
        ({"clients": None}, "the clients must be seat numbers"),
        ({"clients": {"1": "zz" * 32}}, "a client's entropy is 64 lower-case hexadecimal digits"),
    ],
)
def test_a_proof_that_does_not_hold_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Unreadable, match=r"^[^\n]{,300}$") as caught:
        check_proof(DECK, {**PROOF, **changes})
    assert str(caught.value).startswith(complaint)


def test_another_client_is_another_order() -> None:
    assert check_proof(DECK, PROOF) != check_proof(DECK, {**PROOF, "clients": {**PROOF["clients"], "2": "00" * 32}})


def test_the_wrong_number_of_cards_is_refused() -> None:
    with pytest.raises(Unreadable, match="the permutation is of 52 cards, the shoe holds 51"):
        final_order(DECK[1:], HouseShuffle.draw(DECK), {})
    with pytest.raises(Unreadable, match="a seat is numbered 1 to 255, not 256"):
        final_order(DECK, HouseShuffle.draw(DECK), {256: None})


@pytest.mark.parametrize("value", ["", "00", "0" * 63, "0" * 65, "G" * 64, "AB" * 32, "٠" * 64, None, 5, b"0" * 64])
def test_invalid_entropy_is_refused_without_repeating_it(value: Any) -> None:
    with pytest.raises(Unreadable, match=r"^a client's entropy is 64 lower-case hexadecimal digits$"):
        read_entropy(value)
    if value is not None:
        with pytest.raises(Unreadable):
            read_clients({"1": value})


# Fork and restart -----------------------------------------------------------------------------------------------------


FORKING = """
import os
from houseway.records import shuffle
from houseway.records.fairness import HouseShuffle
from houseway.rules.cards import DECK

used = shuffle.from_system()
used.bits(1)
child = os.fork()
if child:
    os.waitpid(child, 0)
print(used.bits(200), HouseShuffle.draw(DECK).salt.hex(), flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_fork_does_not_deal_the_same_cards() -> None:
    """
    This includes a stream that was already read from before the fork.

    A new process forks: a fork of this one, which has threads, can wait for ever for a lock that a thread held.
    """
    child, parent = (line.split() for line in printed_by_python(FORKING).splitlines())
    assert len(child) == len(parent) == 2
    assert child[0] != parent[0]
    assert child[1] != parent[1]


def printed_by_python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300).stdout


def test_a_restart_does_not_deal_the_same_cards() -> None:
    code = (
        "from houseway.records.fairness import HouseShuffle as H; from houseway.rules.cards import DECK;"
        "h = H.draw(DECK); print(h.salt.hex(), *h.permutation)"
    )
    outputs = {printed_by_python(code) for _ in range(3)}
    assert len(outputs) == 3
