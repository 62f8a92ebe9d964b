#!/usr/bin/env python3
"""
Checks the record of a round and trusts nothing else: standard library only, no other file of Houseway.

    python3 round_verifier.py ROUND.json

What is checked, in this order: that the record is as it was written (a digest after every move, and one over all);
that the terms hash to the hash that names them; that salt and permutation hash to the commitment of the house; that the
entropy of each client fits the commitment it made before (format 3); that the cards, ordered by the house and cut by
what the clients sent, were dealt from the top, none skipped; that every payment is whole chips from one party to
another, by a clause, so that the sum is zero.

What is not checked: whether shoe, moves and payments are those of the rules (`houseway verify` and `houseway replay`
run the rules again), and what only you know: compare the commitment with the one you were shown before the round, the
entropy of your seat with what your client sent, and the value of a beacon with what the beacon published.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

RANKS = "X23456789TJQKA"
SUITS = "xcdhs"
HOUSE_TAG = b"houseway house 2\n"
ENTROPY_TAG = b"houseway entropy 2\n"
KEY_TAG = b"houseway key 2\n"
CLAUSE = re.compile(r"[A-Z0-9]{3}-[A-Z]?[0-9]+[a-z]?")
HEX32 = re.compile(r"[0-9a-f]{64}")
CARD = re.compile(r"Xx|[2-9TJQKA][cdhs]")
Data = dict[str, Any]


class Fault(Exception):
    """The first thing in a record that does not hold."""


def verify(text: str) -> Iterator[str]:
    """What was checked, one line each; raises Fault at the first thing that does not hold."""
    record = read(text)
    yield check_digests(record)
    yield check_terms(record)
    yield check_commitment(record)
    order = final_order(record)
    yield who_cut(record)
    yield check_deal(record, order)
    yield check_payments(record)


def read(text: str) -> Data:
    try:
        record = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise Fault("this is not whole JSON, with every key once") from None
    if not isinstance(record, dict) or type(record.get("houseway_record")) is not int:
        raise Fault("this is no record of a round: 'houseway_record' must be 2 or 3")
    if record["houseway_record"] not in (2, 3):
        number = record["houseway_record"]
        raise Fault(f"a record of format {number} has no proof of its shuffle; formats 2 and 3 have one")
    if record["houseway_record"] == 3 and record["shuffle"]["version"] != 2:
        raise Fault(f"the shuffle of a record of format 3 is of version 2, not {record['shuffle']['version']!r}")
    return record


def once(pairs: list[tuple[str, Any]]) -> Data:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key comes twice")
    return dict(pairs)


def sha256(data: Data, before: str = "") -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(f"{before}\n{text}".encode() if before else text.encode()).hexdigest()


def without(data: Data, *keys: str) -> Data:
    return {key: value for key, value in data.items() if key not in keys}


def check_digests(record: Data) -> str:
    fixed = {key: record[key] for key in ("round", "table", "game", "terms_hash", "opening")}
    parts = ["commitment", "clients"]
    if record["houseway_record"] == 3:
        parts += ["version", "beacon", "commitments"]
    digest = sha256({**fixed, **{key: record["shuffle"][key] for key in parts}})
    for number, move in enumerate(record["moves"], start=1):
        digest = sha256(without(move, "digest"), digest)
        if move["digest"] != digest:
            raise Fault(f"move {number} differs from the one that was recorded: its digest does not fit")
    if sha256(without(record, "moves", "digest"), digest) != record["digest"]:
        raise Fault("the record was altered: its digest does not fit")
    return f"digests fit: {len(record['moves'])} moves, record {record['digest'][:12]}"


def check_terms(record: Data) -> str:
    lines = [f"{name}={value}" for name, value in sorted(record["terms"].items())]
    terms_hash = hashlib.sha256(("\n".join([f"game={record['game']}", *lines]) + "\n").encode()).hexdigest()
    if terms_hash != record["terms_hash"]:
        raise Fault(f"the terms hash to {terms_hash[:12]}, not {str(record['terms_hash'])[:12]}")
    return f"terms fit: {len(lines)} options of {record['game']} hash to {terms_hash[:12]}"


def check_commitment(record: Data) -> str:
    shuffle = record["shuffle"]
    numbers = shuffle["permutation"]
    if any(type(number) is not int for number in numbers) or sorted(numbers) != list(range(len(numbers))):
        raise Fault("the permutation must hold each number from 0 up once")
    if not HEX32.fullmatch(shuffle["salt"]):
        raise Fault("the salt must be 64 lower-case hexadecimal digits")
    packed = b"".join(number.to_bytes(2, "big") for number in [len(numbers), *numbers])
    committed = bytes.fromhex(shuffle["salt"]) + packed
    if record["houseway_record"] == 3:
        committed = HOUSE_TAG + committed + beacon_name(shuffle["beacon"])
    commitment = hashlib.sha256(committed).hexdigest()
    if commitment != shuffle["commitment"]:
        raise Fault(f"salt and permutation hash to {commitment}, not to the commitment {shuffle['commitment']}")
    return f"commitment fits: {commitment} is salt and permutation of {len(numbers)} cards"


def beacon_name(beacon: Data | None) -> bytes:
    if beacon is None:
        return b""
    if sorted(beacon) != ["chain", "round", "time", "value"] or type(beacon["round"]) is not int:
        raise Fault("a beacon has a chain, a round, a time and a value")
    if not HEX32.fullmatch(beacon["value"]):
        raise Fault("the value of the beacon must be 64 lower-case hexadecimal digits")
    return f"{beacon['chain']}\n{beacon['round']}\n{beacon['time']}\n".encode()


def final_order(record: Data) -> list[str]:
    shuffle = record["shuffle"]
    cards = shuffle["cards"].split(" ")
    if any(not CARD.fullmatch(card) for card in cards) or cards != sorted(cards, key=in_deck):
        raise Fault("the cards that were shuffled must be in order: jokers, then twos to aces, clubs to spades")
    if len(cards) != len(shuffle["permutation"]):
        raise Fault(f"{len(cards)} cards were shuffled by a permutation of {len(shuffle['permutation'])}")
    cut = shuffled(len(cards), bits_of(key_of(record)))
    return [cards[shuffle["permutation"][place]] for place in cut]


def key_of(record: Data) -> bytes:
    shuffle = record["shuffle"]
    with_commitments = record["houseway_record"] == 3
    key = KEY_TAG if with_commitments else b""
    key += bytes.fromhex(shuffle["commitment"])
    if with_commitments and shuffle["beacon"] is not None:
        key += bytes.fromhex(shuffle["beacon"]["value"])
    seats = [str(seat) for seat in range(1, len(record["opening"]["players"]) + 1)]
    if list(shuffle["clients"]) != seats or (with_commitments and list(shuffle["commitments"]) != seats):
        raise Fault(f"the shuffle must say what the clients of seats 1 to {len(seats)} sent")
    for seat, entropy in shuffle["clients"].items():
        if entropy is not None and not HEX32.fullmatch(entropy):
            raise Fault(f"the entropy of seat {seat} must be 64 lower-case hexadecimal digits or null")
        if with_commitments:
            check_entropy(record, seat, entropy)
        if entropy is not None:
            key += bytes([int(seat)]) + bytes.fromhex(entropy)
    return hashlib.sha256(key).digest()


def check_entropy(record: Data, seat: str, entropy: str | None) -> None:
    commitment = None
    if entropy is not None:
        committed = bytes.fromhex(record["shuffle"]["commitment"]) + record["round"].encode() + bytes.fromhex(entropy)
        commitment = hashlib.sha256(ENTROPY_TAG + committed).hexdigest()
    if record["shuffle"]["commitments"][seat] != commitment:
        raise Fault(f"the entropy of seat {seat} does not fit the commitment its client made")


def in_deck(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])


def bits_of(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        for byte in hashlib.sha256(key + counter.to_bytes(8, "big")).digest():
            yield from (byte >> place & 1 for place in range(7, -1, -1))
        counter += 1


def shuffled(count: int, bits: Iterator[int]) -> list[int]:
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        chosen = count
        while chosen > last:
            chosen = 0
            for _ in range(last.bit_length()):
                chosen = chosen << 1 | next(bits)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def contributors(record: Data) -> list[str]:
    return [seat for seat, entropy in record["shuffle"]["clients"].items() if entropy is not None]


def who_cut(record: Data) -> str:
    seats = len(record["shuffle"]["clients"])
    sent = contributors(record)
    beacon = record["shuffle"].get("beacon")
    public = f"; beacon {beacon['chain']} round {beacon['round']} entered too" if beacon else ""
    if not sent:
        order = f"was chosen by the house{public}" if beacon else "was chosen by the house alone"
        return f"NO PLAYER CUT: none of {seats} seats sent entropy; the order {order}"
    listed = f"{len(sent)} of {seats} seats sent entropy: {', '.join(sent)}"
    if record["houseway_record"] == 2:
        return f"clients cut: {listed}; in this older format the last to send and the house together could choose it"
    return f"clients cut: {listed}; each committed to its entropy before any was revealed{public}"


def check_deal(record: Data, order: list[str]) -> str:
    dealt = [card for move in record["moves"] if move["move"] == "dealt" for card in move["cards"].split(" ")]
    for number, card in enumerate(dealt):
        if number >= len(order) or card != order[number]:
            due = order[number] if number < len(order) else "none"
            raise Fault(f"card {number + 1} of the deal is {card}, the shuffle gives {due}")
    return f"deal fits: {len(dealt)} cards, the first of the {len(order)} shuffled, in order"


def check_payments(record: Data) -> str:
    parties = {"house", "pot", *range(1, len(record["opening"]["players"]) + 1)}
    for number, payment in enumerate(record["payments"], start=1):
        payer = payment["payer"]
        payee = payment["payee"]
        chips = payment["chips"]
        if payer == payee or not {payer, payee} <= parties or bool in (type(payer), type(payee)):
            raise Fault(f"payment {number} goes from {payer!r} to {payee!r}")
        if type(chips) is not int or chips <= 0:
            raise Fault(f"payment {number} is {chips!r} chips; it must be a whole number from 1 up")
        if not isinstance(payment["clause"], str) or not CLAUSE.fullmatch(payment["clause"]):
            raise Fault(f"payment {number} cites {payment['clause']!r}, which is no clause")
    return f"payments fit: {len(record['payments'])}, each by a clause from one party to another, so they sum to zero"


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: round_verifier.py ROUND.json", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {sys.argv[1]}: {error}", file=sys.stderr)
        return 2
    try:
        for line in verify(text):
            print(line)
        cut = bool(contributors(read(text)))
    except Fault as fault:
        print(f"FALSE: {fault}")
        return 1
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        print(f"FALSE: the record lacks what it must have ({type(error).__name__}: {error})")
        return 1
    print("TRUE as far as this program goes: it does not run the rules again, `houseway verify` does")
    if not cut:
        print("No player's entropy is in this shuffle.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
