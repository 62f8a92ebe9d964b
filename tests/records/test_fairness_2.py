"""Version 2 of the shuffle: entropy that was committed to, and a beacon that was named before."""

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.records.beacon import BeaconRound
from houseway.records.fairness import (
    HouseShuffle,
    Shuffle,
    check_proof,
    entropy_commitment,
    read_commitment,
    read_shuffle,
)
from houseway.rules.cards import DECK, Cards, shoe, write_cards
from houseway.rules.errors import Unreadable
from support.dealt_at_a_table import shuffle_of

ROUND = "K7QXB-12"
BEACON = BeaconRound(chain="52db9ba7", number=4_000_000, time="2026-01-01T00:00:03Z")
CLIENTS = {1: "0f" * 32, 2: None, 5: "a7" * 32}
HOUSE = HouseShuffle(bytes(range(32)), tuple((7 * place + 3) % 52 for place in range(52)))
SHUFFLE = shuffle_of(HOUSE, CLIENTS, ROUND, None)
PROOF = SHUFFLE.proof(DECK)

GOLDEN_HOUSE = "79ee2873a3d3a8bb437f8b7216084a16aeb3bbbd6c979c2c683f07b260c0957b"
GOLDEN_ENTROPY = "6d54161a191668374c586b1f13425a042480579f7838d149bc6d0d3f931aa05b"
GOLDEN_CARDS = "2d 5d Ks 9h 5h 9s Ad 9c"
GOLDEN_BEACON_CARDS = "3c 3h 6h 9h 3s 6s As Ah"


def test_the_final_order_is_golden() -> None:
    """If this fails, verifiers that others wrote from the specification no longer work."""
    with_beacon = shuffle_of(HOUSE, CLIENTS, ROUND, BEACON)
    assert SHUFFLE.commitment == GOLDEN_HOUSE
    assert SHUFFLE.commitments[1] == GOLDEN_ENTROPY
    assert write_cards(SHUFFLE.order(DECK)[:8]) == GOLDEN_CARDS
    assert write_cards(with_beacon.order(DECK)[:8]) == GOLDEN_BEACON_CARDS
    manual = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    assert all(text in manual for text in (GOLDEN_HOUSE, GOLDEN_ENTROPY, GOLDEN_CARDS, GOLDEN_BEACON_CARDS))


def by_the_letter(cards: Cards, proof: dict[str, Any], round_id: str) -> Cards:
    """The final order by a literal, slow implementation of the specification."""
    packed = b"".join(place.to_bytes(2, "big") for place in [len(cards), *proof["permutation"]])
    name = value = b""
    if proof["beacon"]:
        beacon = proof["beacon"]
        name = f"{beacon['chain']}\n{beacon['round']}\n{beacon['time']}\n".encode()
        value = bytes.fromhex(beacon["value"])
    commitment = hashlib.sha256(b"houseway house 2\n" + bytes.fromhex(proof["salt"]) + packed + name).digest()
    assert commitment.hex() == proof["commitment"]
    sent = b""
    for seat, entropy in proof["clients"].items():
        if entropy:
            made = hashlib.sha256(b"houseway entropy 2\n" + commitment + round_id.encode() + bytes.fromhex(entropy))
            assert made.hexdigest() == proof["commitments"][seat]
            sent += bytes([int(seat)]) + bytes.fromhex(entropy)
    key = hashlib.sha256(b"houseway key 2\n" + commitment + value + sent).digest()
    blocks = (hashlib.sha256(key + counter.to_bytes(8, "big")).digest() for counter in range(1000))
    bits = (byte >> 7 - place & 1 for block in blocks for byte in block for place in range(8))
    cut = list(range(len(cards)))
    for last in range(len(cards) - 1, 0, -1):
        chosen = last + 1
        while chosen > last:
            chosen = int("".join(str(next(bits)) for _ in range(last.bit_length())), 2)
        cut[last], cut[chosen] = cut[chosen], cut[last]
    return tuple(cards[proof["permutation"][place]] for place in cut)


@pytest.mark.parametrize("cards", [DECK, shoe(decks=6)], ids=["one deck", "six decks"])
@pytest.mark.parametrize("clients", [{}, {1: None}, {3: "00" * 32}, CLIENTS], ids=["none", "silent", "one", "some"])
@pytest.mark.parametrize("beacon", [None, BEACON], ids=["alone", "with a beacon"])
def test_the_specification_gives_the_same_order(
    cards: Cards, clients: dict[int, str | None], beacon: BeaconRound | None
) -> None:
    cards = tuple(sorted(cards))
    made = shuffle_of(HouseShuffle.draw(cards), clients, ROUND, beacon)
    proof = made.proof(cards)
    assert by_the_letter(cards, proof, ROUND) == made.order(cards) == check_proof(cards, proof, ROUND)
    assert sorted(made.order(cards)) == list(cards)
    assert read_shuffle(proof, ROUND) == made


def test_every_part_changes_the_order() -> None:
    others = [
        shuffle_of(HouseShuffle.draw(DECK), CLIENTS, ROUND, None),
        shuffle_of(HOUSE, {**CLIENTS, 1: "0e" * 32}, ROUND, None),
        shuffle_of(HOUSE, {**CLIENTS, 2: "00" * 32}, ROUND, None),
        shuffle_of(HOUSE, CLIENTS, ROUND, BEACON),
        replace(shuffle_of(HOUSE, CLIENTS, ROUND, BEACON), beacon_value="5f" * 32),
    ]
    assert len({other.order(DECK) for other in (SHUFFLE, *others)}) == 6


def test_a_commitment_to_entropy_is_for_one_round_of_one_house() -> None:
    """A commitment for one round cannot be used for another round, nor with another order of the house."""
    made = {
        entropy_commitment(house, round_id, entropy)
        for house in (SHUFFLE.commitment, HOUSE.commitment_with(BEACON))
        for round_id in (ROUND, "K7QXB-13")
        for entropy in ("00" * 32, "01" * 32)
    }
    assert len(made) == 8


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"entropies": {**CLIENTS, 1: None}}, "seat 1 committed to its entropy and did not reveal it"),
        ({"entropies": {**CLIENTS, 1: "00" * 32}}, "the entropy of seat 1 does not fit its commitment"),
        ({"entropies": {**CLIENTS, 2: "00" * 32}}, "seat 2 revealed entropy without a commitment to it"),
        ({"entropies": {**CLIENTS, 7: "00" * 32}}, "entropy was revealed for a seat that is not in the round"),
        ({"round_id": "K7QXB-13"}, "the entropy of seat 1 does not fit its commitment"),
        ({"beacon_value": "00" * 32}, "there is a beacon's value, and no beacon was named"),
    ],
)
def test_nothing_is_dealt_from_a_shuffle_that_is_not_whole(changes: dict[str, Any], refusal: str) -> None:
    broken: Shuffle = replace(SHUFFLE, **changes)
    assert broken.why_not_deal() == refusal
    with pytest.raises(Unreadable, match=refusal):
        broken.order(DECK)


def test_a_beacon_that_was_named_has_a_value() -> None:
    named = replace(shuffle_of(HOUSE, CLIENTS, ROUND, BEACON), beacon_value=None)
    assert named.why_not_deal() == "the value of beacon round 4000000 is missing"


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"version": 3}, "a shuffle is of version 1 or 2, not 3"),
        ({"version": True}, "a shuffle is of version 1 or 2, not True"),
        ({"commitment": "00" * 32}, "salt and permutation hash to"),
        ({"beacon": {"chain": "x", "round": 1, "time": "2026-01-01T00:00:03Z"}}, "salt and permutation hash to"),
        ({"beacon": 5}, "a beacon is a chain, a round and a time"),
        ({"cards": "Xx"}, "the cards that were shuffled are not those left in the shoe"),
        ({"commitments": None}, "the clients must be seat numbers"),
        ({"clients": {**PROOF["clients"], "1": "zz"}}, "a client's entropy is 64 lower-case hexadecimal digits"),
        ({"clients": {"1": None}}, "seat 1 committed to its entropy and did not reveal it"),
    ],
)
def test_a_proof_that_does_not_hold_is_refused(changes: dict[str, Any], refusal: str) -> None:
    with pytest.raises(Unreadable, match=refusal):
        check_proof(DECK, {**PROOF, **changes}, ROUND)


@pytest.mark.parametrize("value", [None, 5, "", "A" * 64, "0" * 63])
def test_an_invalid_commitment_is_refused_without_repeating_it(value: object) -> None:
    with pytest.raises(Unreadable, match=r"^a commitment to entropy is 64 lower-case hexadecimal digits$"):
        read_commitment(value)


def test_the_old_search_for_a_good_order_finds_nothing() -> None:
    """
    In version 1 the house and the last seat could choose that seat's entropy after seeing all the others.

    In version 2 no entropy that they choose after the first one is revealed matches the commitment fixed before.
    """
    commitment = SHUFFLE.commitment
    fixed = {1: entropy_commitment(commitment, ROUND, "11" * 32), 2: entropy_commitment(commitment, ROUND, "22" * 32)}
    for number in range(2_000):
        searched = {1: "11" * 32, 2: f"{number:064x}"}
        attempt = replace(SHUFFLE, commitments=fixed, entropies=searched)
        assert attempt.why_not_deal() == "the entropy of seat 2 does not fit its commitment"
    assert replace(SHUFFLE, commitments=fixed, entropies={1: "11" * 32, 2: "22" * 32}).why_not_deal() is None
