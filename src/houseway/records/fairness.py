"""
A shuffle nobody can steer: the house commits to its order, the clients of the players cut it, and all is shown after.

The bytes, exactly, so that anybody can check a round with a program of their own:

- The n **cards** left in the shoe are sorted: jokers (Xx) first, then by rank 2 3 4 5 6 7 8 9 T J Q K A, and within a
  rank by suit c d h s. Cards that look alike stand next to each other.
- The **permutation** of the house is n numbers, each of 0 to n-1 once. The order of the house is
  house_order[i] = cards[permutation[i]].
- The **salt** is 32 bytes.
- The **commitment** is SHA-256(salt || n as 2 bytes || permutation[0] as 2 bytes || ... || permutation[n-1] as 2
  bytes), numbers big-endian, written as 64 lower-case hexadecimal digits. It is published before any client sends
  anything.
- A client's **entropy** is 32 bytes that the client chose, sent as 64 lower-case hexadecimal digits. A client that
  sends none contributes nothing; the record holds null for its seat.
- The **key** is SHA-256(commitment as 32 bytes || for each seat that sent entropy, seats ascending: seat number as 1
  byte || entropy as 32 bytes).
- The **stream** is SHA-256(key || counter as 8 bytes big-endian) for counter = 0, 1, 2, ..., read as one string of
  bits, the highest bit of each byte first.
- A **number below m** is the next w bits of the stream as a number, w being the bits that m-1 has (1 for m = 2, 6 for
  m = 52); while it is m or more, it is thrown away and the next w bits are taken.
- The **cut** is the list 0 ... n-1 after: for last = n-1 down to 1, draw j below last+1, exchange the entries last
  and j.
- The **final order** is final[i] = house_order[cut[i]]. The round is dealt from final[0] on, card after card.

The house's permutation is drawn by the same exchanges from the operating system's entropy. The house is bound before it
sees what any client sends, and no client sees the house's order before it sends: whoever of them is honest makes the
final order unpredictable for all the others.
"""

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ..rules.cards import Cards, write_cards
from ..rules.errors import Unreadable, shown
from .shuffle import SALT_BYTES, from_key, from_system_for

ENTROPY_BYTES = 32
MOST_CARDS = 65_535
SEAT_NAMES = frozenset(map(str, range(1, 256)))
HEX_DIGITS = frozenset("0123456789abcdef")
Clients = Mapping[int, str | None]
"""What the client of each seat sent, by seat number; None for a client that sent nothing."""


@dataclass(frozen=True)
class HouseShuffle:
    """The house's part of a shuffle: secret until the round is over."""

    salt: bytes = field(repr=False)
    permutation: tuple[int, ...] = field(repr=False)

    @classmethod
    def draw(cls, cards_left: Cards) -> "HouseShuffle":
        """A fresh one for these cards, from the operating system's entropy."""
        salt, entropy = from_system_for(len(cards_left))
        return cls(salt, entropy.shuffled(tuple(range(len(cards_left)))))

    @cached_property
    def commitment(self) -> str:
        """What binds the house without telling anything."""
        count = len(self.permutation)
        return hashlib.sha256(self.salt + struct.pack(f">{count + 1}H", count, *self.permutation)).hexdigest()


def house_data(house: HouseShuffle) -> dict[str, Any]:
    """The house's part as plain data: sealed while the round runs, public after it."""
    return {"salt": house.salt.hex(), "permutation": list(house.permutation)}


def read_house(data: Mapping[str, Any]) -> HouseShuffle:
    """The house's part from plain data."""
    salt, permutation = data.get("salt"), data.get("permutation")
    if not is_hex(salt, SALT_BYTES):
        raise Unreadable(f"the salt must be {2 * SALT_BYTES} lower-case hexadecimal digits, not {shown(salt)}")
    if not isinstance(permutation, list) or not {int}.issuperset(map(type, permutation)):
        raise Unreadable(f"the permutation must be a list of whole numbers, not {shown(permutation)}")
    if len(permutation) > MOST_CARDS or sorted(permutation) != list(range(len(permutation))):
        raise Unreadable(f"the permutation must hold each number below its length, at most {MOST_CARDS}, once")
    return HouseShuffle(bytes.fromhex(str(salt)), tuple(permutation))


def is_hex(value: object, size: int) -> bool:
    return isinstance(value, str) and len(value) == 2 * size and HEX_DIGITS.issuperset(value)


def read_entropy(value: object) -> str:
    """Entropy as a client sends it, or one sentence what it must be; the value itself is not repeated."""
    if not is_hex(value, ENTROPY_BYTES):
        raise Unreadable(f"a client's entropy is {2 * ENTROPY_BYTES} lower-case hexadecimal digits")
    return str(value)


def client_key(commitment: str, clients: Clients) -> bytes:
    """What all clients together make of a commitment."""
    parts = [bytes.fromhex(commitment)]
    for seat, entropy in sorted(clients.items()):
        if not 1 <= seat <= 255:
            raise Unreadable(f"a seat is numbered 1 to 255, not {shown(seat)}")
        if entropy is not None:
            parts.append(bytes([seat]) + bytes.fromhex(read_entropy(entropy)))
    return hashlib.sha256(b"".join(parts)).digest()


def final_order(cards_left: Cards, house: HouseShuffle, clients: Clients) -> Cards:
    """The order that the round is dealt in."""
    cards = sorted(cards_left)
    if len(cards) != len(house.permutation):
        raise Unreadable(f"the permutation is of {len(house.permutation)} cards, the shoe holds {len(cards)}")
    house_order = [cards[place] for place in house.permutation]
    cut = from_key(client_key(house.commitment, clients)).shuffled(tuple(range(len(cards))))
    return tuple(house_order[place] for place in cut)


def proof_data(cards_left: Cards, house: HouseShuffle, clients: Clients) -> dict[str, Any]:
    """All that it takes to make the final order again: goes into the record of a finished round."""
    sent = {str(seat): clients[seat] for seat in sorted(clients)}
    shoe = write_cards(sorted(cards_left))
    return {"commitment": house.commitment, **house_data(house), "clients": sent, "cards": shoe}


def check_proof(cards_left: Cards, proof: Mapping[str, Any]) -> Cards:
    """The final order that a proof shows for these cards; raises at the first thing in it that does not hold."""
    house = read_house(proof)
    if proof.get("commitment") != house.commitment:
        raise Unreadable(f"salt and permutation hash to {house.commitment}, not to {shown(proof.get('commitment'))}")
    if proof.get("cards") != write_cards(sorted(cards_left)):
        raise Unreadable("the cards that were shuffled are not those left in the shoe")
    return final_order(cards_left, house, read_clients(proof.get("clients")))


def read_clients(data: object) -> dict[int, str | None]:
    """What each client sent, from plain data."""
    if not isinstance(data, dict) or not all(str(seat) in SEAT_NAMES for seat in data):
        raise Unreadable(f"the clients must be seat numbers and what each sent, not {shown(data)}")
    return {int(seat): None if sent is None else read_entropy(sent) for seat, sent in data.items()}
