"""
What a client may say over the socket, and how it is read.

Every message is one JSON object in one text frame; `do` names it. Decoding is strict: an unknown field, a wrong type
or a number out of bounds is refused with a sentence, and nothing of the message is done.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ...rules.errors import Unreadable

FRAME_BYTES = 16 * 1024
"""The longest frame a client may send."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:-]+\Z")]
Code = Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[A-Z0-9]+\Z")]
Place = Annotated[int, Meta(ge=1, le=99)]
Chips = Annotated[int, Meta(ge=0, le=10**12)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
CardsText = Annotated[str, Meta(max_length=160)]
Hands = Annotated[dict[Word, CardsText], Meta(max_length=10)]


class Message(Struct, forbid_unknown_fields=True, tag_field="do", omit_defaults=True):
    """What every message has: an id its client made, and the table it is meant for."""

    id: Id
    table: Code


class Sit(Message, tag="sit", kw_only=True):
    """Take a seat; without a number, the first that is free."""

    seat: Place | None = None
    bring: Annotated[int, Meta(ge=1, le=10**9)] | None = None
    """The most chips to have at this table in one round."""


class Stand(Message, tag="stand"):
    """Leave the seat; in a round, when it is over."""


class SitOut(Message, tag="sit_out"):
    """Keep the seat and miss the next rounds."""


class SitIn(Message, tag="sit_in"):
    """Play again from the next round on."""


class Watch(Message, tag="watch"):
    """See the table and be told what happens there."""


class Leave(Message, tag="leave"):
    """Be told no more; a seat stays taken."""


class EntropyCommit(Message, tag="entropy_commit", kw_only=True):
    """This client's commitment to its part of the shuffle, before anybody's is known."""

    round: Id
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Entropy(Message, tag="entropy", kw_only=True):
    """This client's part of the shuffle, after all commitments were published."""

    round: Id
    entropy: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Move(Message, kw_only=True):
    """A move names the round and the version that its player saw."""

    round: Id
    version: Annotated[int, Meta(ge=0, le=10**6)]
    seat: Place | None = None
    """The hand that moves, for a player who has several."""


class Post(Move, tag="post", kw_only=True):
    wagers: Annotated[dict[Word, Chips], Meta(max_length=10)]


class Decide(Move, tag="decide", kw_only=True):
    option: Word
    stake: Chips | None = None


class Set(Move, tag="set", kw_only=True):
    hands: Hands
    jokers: Hands = {}
    claims: Annotated[list[Word], Meta(max_length=5)] = []


class HouseWay(Move, tag="house_way", kw_only=True):
    """Have the hand set the house way, where the sheet lets a player ask for it."""


class Bank(Message, tag="bank", kw_only=True):
    """Take the bank of the next round."""

    house_bet: Chips = 0
    seat: Place | None = None


class PassBank(Message, tag="pass_bank", kw_only=True):
    seat: Place | None = None


class Kick(Message, tag="kick", kw_only=True):
    """The host sends somebody away; a running round is finished first."""

    seat: Place


class Mute(Message, tag="mute", kw_only=True):
    """The host hides somebody's emotes at this table, or shows them again."""

    seat: Place
    muted: bool = True


class Next(Message, tag="next"):
    """Ready for the next round."""


class Emote(Message, tag="emote", kw_only=True):
    word: Word


class Resume(Message, tag="resume", kw_only=True):
    """Be told again, from the number last seen."""

    number: Annotated[int, Meta(ge=0, le=10**15)]


class Ask(Message, tag="ask", kw_only=True):
    """What the hands are called that are being set, and what is wrong with them; nothing is put down."""

    hands: Hands
    jokers: Hands = {}
    seat: Place | None = None
    house_way: bool = False
    """Also how the house would set these cards, where a player may ask."""


AnyMessage = (
    Sit
    | Stand
    | SitOut
    | SitIn
    | Watch
    | Leave
    | EntropyCommit
    | Entropy
    | Post
    | Decide
    | Set
    | HouseWay
    | Bank
    | PassBank
    | Kick
    | Mute
    | Next
    | Emote
    | Resume
    | Ask
)
AnyMove = Post | Decide | Set | HouseWay
Volatile = (Watch, Leave, Next, Emote, Resume, Ask)
"""Messages that change nothing that is kept."""

_decoder = msgspec.json.Decoder(AnyMessage, strict=True)
_encoder = msgspec.json.Encoder(order="sorted")


def read_message(frame: str | bytes) -> AnyMessage:
    """A message from a frame; raises one sentence for anything else."""
    size = len(frame) if isinstance(frame, bytes) else len(frame.encode("utf-8", "surrogatepass"))
    if size > FRAME_BYTES:
        raise Unreadable(f"a frame takes at most {FRAME_BYTES} bytes, not {size}")
    try:
        message: AnyMessage = _decoder.decode(frame)
    except (msgspec.DecodeError, ValueError, RecursionError, OverflowError) as error:
        raise Unreadable(f"the message cannot be read: {_complaint(error)}") from None
    return message


def _complaint(error: Exception) -> str:
    text = "".join(letter if letter.isprintable() else "?" for letter in str(error))
    return text[:200] or type(error).__name__


def read_id(frame: str | bytes) -> str | None:
    """The id of a message that could not be read as a whole, so that its client can tell which was refused."""
    try:
        found: Any = msgspec.json.decode(frame)
        name = msgspec.convert(found["id"], Id)
    except (msgspec.MsgspecError, ValueError, RecursionError, TypeError, KeyError, OverflowError):
        return None
    return str(name)


def digest(message: AnyMessage) -> str:
    """Names the body of a message, so that one id cannot stand for two."""
    return hashlib.sha256(_encoder.encode(message)).hexdigest()


def message_data(message: AnyMessage) -> dict[str, Any]:
    """A message as plain data, to be carried to the process that owns the table."""
    found: dict[str, Any] = msgspec.to_builtins(message)
    return found


def from_data(data: Any) -> AnyMessage:
    """The same back."""
    message: AnyMessage = msgspec.convert(data, AnyMessage)
    return message


def encode(data: Any) -> bytes:
    """What the server says, as one frame: the same data always gives the same bytes."""
    return _encoder.encode(data)
