r"""
The shuffle of a round: made by the house and the players' clients together, and proved after the round.

There are two versions. New rounds use version 2; version 1 is only read, in older rounds. docs/fairness.md says what
each guarantees, and against whom. This is version 2, exactly:

1. The house draws a salt and a permutation and publishes its **commitment**. It may name a round of a public beacon.
2. Each client draws 32 bytes of **entropy** and sends an **entropy commitment**.
3. The entropy commitments are fixed and published to all; from then on none can be added or changed.
4. Each client that committed reveals its entropy, which must fit. If one does not, the round is called off.
5. The key is made, and the cards are cut by it.

The bytes (`||` joins them, numbers are big-endian, hexadecimal is lower-case, tags are ASCII and end in a newline):

- The n **cards** left in the shoe are sorted: jokers (Xx) first, then by rank 2 3 4 5 6 7 8 9 T J Q K A, and within a
  rank by suit c d h s. Equal cards are next to each other.
- The **permutation** of the house is n numbers, each of 0 to n-1 once. house_order[i] = cards[permutation[i]].
- The **salt** is 32 bytes.
- The **commitment** is SHA-256("houseway house 2\n" || salt || n as 2 bytes || each number of the permutation as 2
  bytes || the beacon's name). The name is chain "\n" round "\n" time "\n" in ASCII; without a beacon it is empty.
- The **entropy commitment** is SHA-256("houseway entropy 2\n" || commitment as 32 bytes || id of the round in UTF-8
  || entropy as 32 bytes).
- The **key** is SHA-256("houseway key 2\n" || commitment as 32 bytes || value of the beacon as 32 bytes, if one was
  named || for each seat that committed, ascending: seat number as 1 byte || entropy as 32 bytes).
- The **stream** is SHA-256(key || counter as 8 bytes) for counter = 0, 1, 2, ..., read as one string of bits, the
  highest bit of each byte first.
- A **number below m** is the next w bits of the stream, w being the bits that m-1 has (1 for m = 2, 6 for m = 52);
  while it is m or more it is discarded and the next w bits are taken.
- The **cut** is the list 0 ... n-1 after: for last = n-1 down to 1, draw j below last+1 and exchange entries last and
  j.
- The **final order** is final[i] = house_order[cut[i]]. The round is dealt from final[0] on, card after card.

Version 1 had no entropy commitments: clients sent their entropy directly, one after the other, so the house and the
last client to send could choose the order together. Its commitment is SHA-256(salt || n || permutation), its key
SHA-256(commitment || for each seat that sent entropy: seat || entropy).

The house draws its permutation by the same exchanges from the operating system's entropy.
"""

import hashlib
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..rules.cards import Cards, write_cards
from ..rules.errors import Unreadable, shown
from ..rules.values import cached_property
from .beacon import VALUE_BYTES, BeaconRound, beacon_data, read_beacon
from .shuffle import SALT_BYTES, from_key, from_system_for

ENTROPY_BYTES = 32
MOST_CARDS = 65_535
SEAT_NAMES = frozenset(map(str, range(1, 256)))
HEX_DIGITS = frozenset("0123456789abcdef")
Clients = Mapping[int, str | None]
"""What each client sent, by seat number; None for a client that sent nothing."""
HOUSE_TAG = b"houseway house 2\n"
ENTROPY_TAG = b"houseway entropy 2\n"
KEY_TAG = b"houseway key 2\n"


@dataclass(frozen=True)
class HouseShuffle:
    """The house's part of a shuffle: secret until the round is over."""

    salt: bytes = field(repr=False)
    permutation: tuple[int, ...] = field(repr=False)

    @classmethod
    def draw(cls, cards_left: Cards) -> "HouseShuffle":
        """A new shuffle of these cards, from the operating system's entropy."""
        salt, entropy = from_system_for(len(cards_left))
        return cls(salt, entropy.shuffled(tuple(range(len(cards_left)))))

    @cached_property
    def _written(self) -> bytes:
        count = len(self.permutation)
        return self.salt + struct.pack(f">{count + 1}H", count, *self.permutation)

    @cached_property
    def commitment(self) -> str:
        """The commitment of version 1."""
        return hashlib.sha256(self._written).hexdigest()

    def commitment_with(self, beacon: BeaconRound | None) -> str:
        """The commitment of version 2: to the order, and to the beacon's round if one is named."""
        name = beacon.written if beacon else b""
        return hashlib.sha256(HOUSE_TAG + self._written + name).hexdigest()


def house_data(house: HouseShuffle) -> dict[str, Any]:
    """The house's part as JSON data: sealed while the round runs, public after it."""
    return {"salt": house.salt.hex(), "permutation": list(house.permutation)}


def read_house(data: Mapping[str, object]) -> HouseShuffle:
    """The house's part from JSON data."""
    salt = data.get("salt")
    permutation = data.get("permutation")
    if not is_hex(salt, SALT_BYTES):
        raise Unreadable(f"the salt must be {2 * SALT_BYTES} lower-case hexadecimal digits, not {shown(salt)}")
    if not isinstance(permutation, list) or not {int}.issuperset(map(type, permutation)):
        raise Unreadable(f"the permutation must be a list of whole numbers, not {shown(permutation)}")
    if len(permutation) > MOST_CARDS or set(permutation) != set(range(len(permutation))):
        raise Unreadable(f"the permutation must hold each number below its length, at most {MOST_CARDS}, once")
    return HouseShuffle(bytes.fromhex(str(salt)), tuple(permutation))


def is_hex(value: object, size: int) -> bool:
    return isinstance(value, str) and len(value) == 2 * size and HEX_DIGITS.issuperset(value)


def read_entropy(value: object) -> str:
    """The entropy that a client sent; the refusal of malformed entropy does not repeat it."""
    if not is_hex(value, ENTROPY_BYTES):
        raise Unreadable(f"a client's entropy is {2 * ENTROPY_BYTES} lower-case hexadecimal digits")
    return str(value)


def read_commitment(value: object) -> str:
    """The commitment to entropy that a client sent."""
    if not is_hex(value, ENTROPY_BYTES):
        raise Unreadable(f"a commitment to entropy is {2 * ENTROPY_BYTES} lower-case hexadecimal digits")
    return str(value)


def entropy_commitment(commitment: str, round_id: str, entropy: str) -> str:
    """The commitment that a client sends before it reveals its entropy."""
    parts = (ENTROPY_TAG, bytes.fromhex(commitment), round_id.encode(), bytes.fromhex(entropy))
    return hashlib.sha256(b"".join(parts)).hexdigest()


@dataclass(frozen=True, kw_only=True)
class Shuffle:
    """Every part of a shuffle of version 2."""

    round_id: str
    """The round it is for."""
    house: HouseShuffle = field(repr=False)
    commitments: Clients
    """The entropy commitment of each seat's client; None for a client that did not commit."""
    entropies: Clients
    """The entropy that each seat's client revealed; None for a client that revealed none."""
    beacon: BeaconRound | None = None
    beacon_value: str | None = None

    @cached_property
    def commitment(self) -> str:
        """The commitment of the house."""
        return self.house.commitment_with(self.beacon)

    def why_not_deal(self) -> str | None:
        """Why no round may be dealt from this shuffle; None if it is complete and every part fits."""
        for seat, committed in sorted(self.commitments.items()):
            entropy = self.entropies.get(seat)
            if committed is None and entropy is not None:
                return f"seat {seat} revealed entropy without a commitment to it"
            if committed is not None and entropy is None:
                return f"seat {seat} committed to its entropy and did not reveal it"
            if entropy is not None and entropy_commitment(self.commitment, self.round_id, entropy) != committed:
                return f"the entropy of seat {seat} does not fit its commitment"
        if set(self.entropies) - set(self.commitments):
            return "entropy was revealed for a seat that is not in the round"
        if self.beacon is not None and not is_hex(self.beacon_value, VALUE_BYTES):
            return f"the value of beacon round {self.beacon.number} is missing"
        if self.beacon is None and self.beacon_value is not None:
            return "there is a beacon's value, and no beacon was named"
        return None

    def order(self, cards_left: Cards) -> Cards:
        """The order in which the cards are dealt."""
        reason = self.why_not_deal()
        if reason:
            raise Unreadable(reason)
        value = bytes.fromhex(self.beacon_value) if self.beacon_value else b""
        key = hashlib.sha256(KEY_TAG + bytes.fromhex(self.commitment) + value + _seats_written(self.entropies)).digest()
        return _cut_by(key, cards_left, self.house)

    def proof(self, cards_left: Cards) -> dict[str, Any]:
        """Everything needed to recompute the final order; part of the record of a finished round."""
        beacon = {**beacon_data(self.beacon), "value": self.beacon_value} if self.beacon else None
        return {
            "version": 2,
            "commitment": self.commitment,
            **house_data(self.house),
            "beacon": beacon,
            "commitments": _by_seat(self.commitments),
            "clients": _by_seat(self.entropies),
            "cards": write_cards(sorted(cards_left)),
        }


def _by_seat(clients: Clients) -> dict[str, str | None]:
    return {str(seat): clients[seat] for seat in sorted(clients)}


def read_shuffle(proof: Mapping[str, object], round_id: str) -> Shuffle:
    """The shuffle in a proof of version 2."""
    beacon = proof.get("beacon")
    return Shuffle(
        round_id=round_id,
        house=read_house(proof),
        commitments=read_clients(proof.get("commitments")),
        entropies=read_clients(proof.get("clients")),
        beacon=read_beacon(beacon),
        beacon_value=beacon.get("value") if isinstance(beacon, Mapping) else None,
    )


def client_key(commitment: str, clients: Clients) -> bytes:
    """The key of version 1."""
    return hashlib.sha256(bytes.fromhex(commitment) + _seats_written(clients)).digest()


def _seats_written(clients: Clients) -> bytes:
    """The number and the entropy of each seat that sent some, in ascending order, as the key contains them."""
    parts = []
    for seat, entropy in sorted(clients.items()):
        if not 1 <= seat <= 255:
            raise Unreadable(f"a seat is numbered 1 to 255, not {shown(seat)}")
        if entropy is not None:
            parts.append(bytes([seat]) + bytes.fromhex(read_entropy(entropy)))
    return b"".join(parts)


def final_order(cards_left: Cards, house: HouseShuffle, clients: Clients) -> Cards:
    """The order of a round of version 1."""
    return _cut_by(client_key(house.commitment, clients), cards_left, house)


def _cut_by(key: bytes, cards_left: Cards, house: HouseShuffle) -> Cards:
    """The house's order of these cards, cut by a key."""
    cards = sorted(cards_left)
    if len(cards) != len(house.permutation):
        raise Unreadable(f"the permutation is of {len(house.permutation)} cards, the shoe holds {len(cards)}")
    house_order = tuple(map(cards.__getitem__, house.permutation))
    return from_key(key).shuffled(house_order)


def proof_data(cards_left: Cards, house: HouseShuffle, clients: Clients) -> dict[str, Any]:
    """The proof of a round of version 1."""
    shoe = write_cards(sorted(cards_left))
    return {"commitment": house.commitment, **house_data(house), "clients": _by_seat(clients), "cards": shoe}


def check_proof(cards_left: Cards, proof: Mapping[str, object], round_id: str = "") -> Cards:
    """The final order of these cards by a proof; raises at the first part of the proof that does not hold."""
    version = proof.get("version", 1)
    if version not in (1, 2) or type(version) is not int:
        raise Unreadable(f"a shuffle is of version 1 or 2, not {shown(version)}")
    shuffle = read_shuffle(proof, round_id) if version == 2 else None
    house = shuffle.house if shuffle else read_house(proof)
    commitment = shuffle.commitment if shuffle else house.commitment
    if proof.get("commitment") != commitment:
        raise Unreadable(f"salt and permutation hash to {commitment}, not to {shown(proof.get('commitment'))}")
    if proof.get("cards") != write_cards(sorted(cards_left)):
        raise Unreadable("the cards that were shuffled are not those left in the shoe")
    if shuffle:
        return shuffle.order(cards_left)
    return final_order(cards_left, house, read_clients(proof.get("clients")))


def read_clients(data: object) -> dict[int, str | None]:
    """What the client of each seat sent, from JSON data."""
    if not isinstance(data, dict) or not all(str(seat) in SEAT_NAMES for seat in data):
        raise Unreadable(f"the clients must be seat numbers and what each sent, not {shown(data)}")
    return {int(seat): None if sent is None else read_entropy(sent) for seat, sent in data.items()}
