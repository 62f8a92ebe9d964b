"""
The client's side of the socket protocol: it reads views and writes messages, and knows no rules.

Everything that depends on the format of messages is here, so that a change of the protocol changes one file.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from dataclasses import dataclass
from typing import Any

import msgspec

Data = dict[str, Any]
TRY_AGAIN = (
    "changing hands",
    "send the same message again",
    "too much at once",
    "not open any more",
    "there is no table",
    "is closed",
)
"""Parts of refusals after which the same command may still be carried out, or may have been."""
COMMANDS = (
    "sit",
    "stand",
    "sit_out",
    "sit_in",
    "entropy_commit",
    "entropy",
    "post",
    "decide",
    "set",
    "house_way",
    "bank",
    "pass_bank",
)
"""Messages that are carried out once and stored."""
SHUFFLING = ("entropy_commit", "entropy")
"""The two messages by which a client takes part in the shuffle."""
MUST_WAIT = re.compile(r"you can play at this table again in (\d+) seconds")
"""Part of the refusal for a player who withheld entropy repeatedly."""
NO_TABLE = ("there is no table", "is closed", "not open any more")

_decoder = msgspec.json.Decoder()


class FrameText(str):
    """The text of a frame as a client receives it, with its data: it was decoded when the server sent it."""

    data: Data


class Frame(bytes):
    """A frame of the server, decoded once for the checks and for all clients that receive it."""

    text: FrameText

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        return self.text


def read_frame(frame: bytes) -> Frame:
    """A frame of the server with its text and its data."""
    read = Frame(frame)
    read.text = FrameText(frame, "utf-8")
    read.text.data = _decoder.decode(frame)
    return read


def write_frame(message: Data) -> str:
    return json.dumps(message)


def may_come_again(refusal: str) -> bool:
    return any(part in refusal for part in TRY_AGAIN)


def table_is_gone(refusal: str) -> bool:
    return any(part in refusal for part in NO_TABLE)


def seconds_to_wait(refusal: str) -> float:
    """How long a player who withheld entropy must not play."""
    wait = MUST_WAIT.search(refusal)
    return float(wait[1]) if wait else 0.0


@dataclass
class Manners:
    """How a player behaves now."""

    plays: bool = True
    banks: bool = False
    bring: int = 2000
    secret: str = ""
    """The secret from which the entropy of every round is derived."""
    asleep: bool = False
    silent: bool = False
    """Does not commit to entropy, so that rounds are shuffled without it."""
    withholds: bool = False
    """Commits to entropy and does not reveal it."""
    late: bool = False
    """Reveals entropy too late."""
    forges: bool = False
    """Reveals before all have committed, and with entropy that does not match its commitment."""
    sits_out: bool = False
    stands: bool = False
    careful: bool = False
    """Makes only safe moves, because the last message was refused."""


@dataclass(frozen=True)
class Meant:
    """A message to send after a delay; `about` identifies the situation, so that tries in each are limited."""

    message: Data
    seconds: float
    about: tuple[Any, ...]


def next_message(view: Data, manners: Manners, chance: random.Random) -> Meant | None:
    """The message that a player sends for a view; None to wait for the next view."""
    if manners.asleep or view["phase"] == "closed":
        return None
    places = view["you"]["places"]
    moment = (view["phase"], (view["round"] or view["last"] or {}).get("id"))
    if not places:
        wants = manners.plays and not manners.stands and view["you"]["may"]["sit"] is None
        return _meant({"do": "sit", "bring": manners.bring}, chance.uniform(0.5, 4), "sit", moment) if wants else None
    chairs = [chair for chair in view["chairs"] if chair["you"]]
    if manners.stands and not any(chair["leaving"] for chair in chairs):
        return _meant({"do": "stand"}, chance.uniform(0.1, 2), "stand", moment)
    if not manners.stands and any(_for_want_of_chips(chair["out"]) for chair in chairs):
        manners.bring = 5000  # the player brought too little before
        return _meant({"do": "stand"}, chance.uniform(1, 4), "stand poor", moment)
    if manners.sits_out and view["you"]["may"]["sit_out"] is None:
        return _meant({"do": "sit_out"}, chance.uniform(0.1, 2), "sit_out", moment)
    if not manners.sits_out and not manners.stands and view["you"]["may"]["sit_in"] is None:
        return _meant({"do": "sit_in"}, chance.uniform(1, 6), "sit_in", moment)
    round_ = view["round"]
    if round_ is None:
        return _between(view, places, manners, chance, moment)
    if not round_["opened"]:
        return _entropy(round_, manners, chance)
    return _move(round_, manners, chance)


def _for_want_of_chips(out: str | None) -> bool:
    """Does a place sit out because its player brought too few chips?"""
    return out is not None and ("must bring at least" in out or "may have to pay" in out)


def _meant(message: Data, seconds: float, *about: Any) -> Meant:
    return Meant(message, seconds, about)


def _between(view: Data, places: list[int], manners: Manners, chance: random.Random, moment: Any) -> Meant | None:
    bank = view["bank"]
    for place in places if bank else ():
        if place in bank["offered_to"] and bank["may"].get(str(place)) is None:
            takes = manners.banks and chance.random() < 0.6
            return _meant(
                {"do": "bank" if takes else "pass_bank", "seat": place}, chance.uniform(0.5, 3), "bank", moment
            )
    if view["you"]["may"]["next"] is None and chance.random() < 0.9:
        return _meant({"do": "next"}, chance.uniform(1, 6), "next", moment)
    return None


def _entropy(round_: Data, manners: Manners, chance: random.Random) -> Meant | None:
    match round_["entropy_wanted"]:
        case "commit" if not manners.silent:
            commitment = entropy_commitment(round_, entropy_of(manners, round_["id"]))
            sent = {"do": "entropy_commit", "round": round_["id"], "commitment": commitment}
            return _meant(sent, chance.uniform(0.02, 0.2), "entropy_commit", round_["id"])
        case "reveal" if not manners.withholds:
            sent = {"do": "entropy", "round": round_["id"], "entropy": entropy_of(manners, round_["id"])}
            seconds = chance.uniform(1.5, 4) if manners.late else chance.uniform(0.02, 0.2)
            return _meant(sent, seconds, "entropy", round_["id"])
    return None


def entropy_of(manners: Manners, round_id: str) -> str:
    """The entropy of this player's client for a round; the same in every call."""
    return hashlib.sha256(f"{manners.secret}/{round_id}".encode()).hexdigest()


def entropy_commitment(round_: Data, entropy: str) -> str:
    """The commitment to entropy, computed as docs/protocol.md describes."""
    house = bytes.fromhex(round_["commitment"])
    return hashlib.sha256(b"houseway entropy 2\n" + house + round_["id"].encode() + bytes.fromhex(entropy)).hexdigest()


def _move(round_: Data, manners: Manners, chance: random.Random) -> Meant | None:
    for own in round_["own"]:
        if own["to_move"]:
            move, seconds = chosen_move(round_, own, chance, careful=manners.careful)
            meant = {**move, "round": round_["id"], "version": round_["version"], "seat": own["seat"]}
            return _meant(meant, seconds, "move", round_["id"], round_["version"])
    return None


def chosen_move(round_: Data, own: Data, chance: random.Random, *, careful: bool) -> tuple[Data, float]:
    """A cheap move that is usually legal, and how long a person would think about it."""
    match round_["step"]["kind"]:
        case "wager":
            wagers = {spot["name"]: _stake(spot, chance) for spot in own["spots"] if _puts_down(spot, chance)}
            if careful:
                wagers = {spot["name"]: spot["low"] for spot in own["spots"] if not spot["optional"]}
            return {"do": "post", "wagers": wagers}, chance.uniform(1.5, 8)
        case "decide":
            offered = [option for option, reason in own["may"].items() if reason is None]
            return {"do": "decide", "option": chance.choice(offered or ["none"])}, chance.uniform(1, 8)
        case _:
            seconds = chance.uniform(5, 35)
            if own["may"].get("house_way") is None and chance.random() < 0.15:
                return {"do": "house_way"}, seconds
            return {"do": "set", "hands": any_setting(round_, own, chance)}, seconds


def _puts_down(spot: Data, chance: random.Random) -> bool:
    return not spot["optional"] or chance.random() < 0.2


def _stake(spot: Data, chance: random.Random) -> int:
    """A wager: mostly the minimum, sometimes a little more."""
    most = spot["low"] if chance.random() < 0.8 else min(spot["high"], 2 * spot["low"])
    return chance.randint(spot["low"], most)


def own_cards(round_: Data, seat: int) -> list[str]:
    cards: list[str] = round_["seats"][seat - 1]["cards"]
    return cards


def any_setting(round_: Data, own: Data, chance: random.Random) -> Data:
    """A random setting, which is often a foul; fouls are allowed."""
    held = own_cards(round_, own["seat"])
    left = chance.sample(held, len(held))
    hands: Data = {}
    for slot in own["slots"]:
        size = slot["sizes"][0]
        hands[slot["name"]] = " ".join(left[:size])
        left = left[size:]
    return hands


def garbage(chance: random.Random, table: str) -> str | bytes:
    """A frame that is not a message, or a message that asks for nonsense."""
    return chance.choice(
        (
            "",
            "{",
            "null",
            "[" * 2000,
            chance.randbytes(chance.randrange(1, 60)),
            "x" * 20_000,
            write_frame({"do": "sit", "id": "a", "table": table, "seat": -1}),
            write_frame({"do": "sit", "id": "b" * 70, "table": table}),
            write_frame(
                {"do": "post", "id": "c", "table": table, "round": "R", "version": 0, "wagers": {"main": 10**30}}
            ),
            write_frame({"do": "deal", "id": "d", "table": table}),
            write_frame({"do": "emote", "id": "e", "table": table, "word": "nonsense"}),
            write_frame({"do": "watch", "id": "f", "table": "NOWHERE"}),
            '{"do":"post","id":"g","table":"A","round":"R","version":1e999,"wagers":{}}',
        )
    )


def spoilt(message: Data) -> Data:
    """The same id with another body."""
    if "wagers" in message:
        return {**message, "wagers": {name: chips + 1 for name, chips in message["wagers"].items()}}
    return {"do": "stand" if message["do"] != "stand" else "sit_out", "id": message["id"], "table": message["table"]}
