#!/usr/bin/env python3
"""
Checks the record of a round and trusts nothing else: standard library only, no other file of Houseway.

    python3 round_verifier.py ROUND.json

What is checked, in this order: that the record is as it was written (a digest after every move, and one over all); that
the terms hash to the hash that names them; that salt and permutation hash to the commitment; that the cards, ordered by
the house and cut by what the clients sent, were dealt from the top, none skipped; that every payment is whole chips
from one party to another, by a clause, so that the sum is zero.

What is not: whether shoe, moves and payments are those of the rules (`houseway verify` and `houseway replay` run the
rules again), and what only you know: compare the commitment with the one you were shown before the round, and the
entropy of your seat with what your client sent.
"""

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

RANKS, SUITS = "X23456789TJQKA", "xcdhs"
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
    yield check_commitment(record["shuffle"])
    order = final_order(record["shuffle"], len(record["opening"]["players"]))
    yield told_of_clients(record["shuffle"]["clients"])
    yield check_deal(record, order)
    yield check_payments(record)


def read(text: str) -> Data:
    try:
        record = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise Fault("this is not whole JSON, with every key once") from None
    if not isinstance(record, dict) or type(record.get("houseway_record")) is not int:
        raise Fault("this is no record of a round: 'houseway_record' must be 2")
    if record["houseway_record"] != 2:
        raise Fault(f"a record of format {record['houseway_record']} carries no proof of its shuffle; format 2 does")
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
    digest = sha256({**fixed, **{key: record["shuffle"][key] for key in ("commitment", "clients")}})
    for number, move in enumerate(record["moves"], start=1):
        digest = sha256(without(move, "digest"), digest)
        if move["digest"] != digest:
            raise Fault(f"move {number} differs from the one that was recorded: its digest does not fit")
    if sha256(without(record, "moves", "digest"), digest) != record["digest"]:
        raise Fault("the record was altered: its digest does not fit")
    return f"digests fit: {len(record['moves'])} moves, record {record['digest'][:12]}"


def check_terms(record: Data) -> str:
    lines = [f"{name}={value}" for name, value in sorted(record["terms"].items())]
    found = hashlib.sha256(("\n".join([f"game={record['game']}", *lines]) + "\n").encode()).hexdigest()
    if found != record["terms_hash"]:
        raise Fault(f"the terms hash to {found[:12]}, not {str(record['terms_hash'])[:12]}")
    return f"terms fit: {len(lines)} options of {record['game']} hash to {found[:12]}"


def check_commitment(shuffle: Data) -> str:
    numbers = shuffle["permutation"]
    if any(type(number) is not int for number in numbers) or sorted(numbers) != list(range(len(numbers))):
        raise Fault("the permutation must hold each number from 0 up once")
    if not HEX32.fullmatch(shuffle["salt"]):
        raise Fault("the salt must be 64 lower-case hexadecimal digits")
    packed = b"".join(number.to_bytes(2, "big") for number in [len(numbers), *numbers])
    found = hashlib.sha256(bytes.fromhex(shuffle["salt"]) + packed).hexdigest()
    if found != shuffle["commitment"]:
        raise Fault(f"salt and permutation hash to {found}, not to the commitment {shuffle['commitment']}")
    return f"commitment fits: {found} is salt and permutation of {len(numbers)} cards"


def final_order(shuffle: Data, seats: int) -> list[str]:
    cards, key = shuffle["cards"].split(" "), bytes.fromhex(shuffle["commitment"])
    if any(not CARD.fullmatch(card) for card in cards) or cards != sorted(cards, key=in_deck):
        raise Fault("the cards that were shuffled must be in order: jokers, then twos to aces, clubs to spades")
    if len(cards) != len(shuffle["permutation"]):
        raise Fault(f"{len(cards)} cards were shuffled by a permutation of {len(shuffle['permutation'])}")
    if list(shuffle["clients"]) != [str(seat) for seat in range(1, seats + 1)]:
        raise Fault(f"the shuffle must say what the clients of seats 1 to {seats} sent")
    for seat, entropy in shuffle["clients"].items():
        if entropy is not None and not HEX32.fullmatch(entropy):
            raise Fault(f"the entropy of seat {seat} must be 64 lower-case hexadecimal digits or null")
        key += b"" if entropy is None else bytes([int(seat)]) + bytes.fromhex(entropy)
    cut = shuffled(len(cards), bits_of(hashlib.sha256(key).digest()))
    return [cards[shuffle["permutation"][place]] for place in cut]


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


def told_of_clients(clients: Data) -> str:
    sent = [seat for seat, entropy in clients.items() if entropy is not None]
    return f"clients cut: {len(sent)} of {len(clients)} seats sent entropy: {', '.join(sent) or 'none'}"


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
        payer, payee, chips = payment["payer"], payment["payee"], payment["chips"]
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
    except Fault as fault:
        print(f"FALSE: {fault}")
        return 1
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        print(f"FALSE: the record lacks what it must have ({type(error).__name__}: {error})")
        return 1
    print("TRUE as far as this program goes: it does not run the rules again, `houseway verify` does")
    return 0


if __name__ == "__main__":
    sys.exit(main())
