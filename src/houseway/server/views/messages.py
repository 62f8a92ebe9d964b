"""
The messages that a client may send over the socket, and how they are decoded.

Every message is one JSON object in one text frame; the key `do` says which message it is. Decoding is strict: a message
with an unknown field, a wrong type or a number out of bounds is refused with a sentence and has no effect.
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
Claims = Annotated[list[Word], Meta(max_length=5)]


class Message(Struct, forbid_unknown_fields=True, tag_field="do", omit_defaults=True):
    """Common fields of all messages: an id that the client made, and the table that it is for."""

    id: Id
    table: Code


class Sit(Message, tag="sit", kw_only=True):
    """Take a seat; without a number, the first free one."""

    seat: Place | None = None
    bring: Annotated[int, Meta(ge=1, le=10**9)] | None = None
    """The most chips that this player can risk at this table in one round."""


class Stand(Message, tag="stand", kw_only=True):
    """Leave the seat, or all seats of a player who has several; a running round is finished first."""

    seat: Place | None = None
    """Leave only this seat."""


class SitOut(Message, tag="sit_out"):
    """Keep the seat and miss the next rounds."""


class SitIn(Message, tag="sit_in"):
    """Play again from the next round on."""


class Watch(Message, tag="watch"):
    """Receive the table's frames."""


class Leave(Message, tag="leave"):
    """Receive no more frames of this table; a seat stays taken."""


class EntropyCommit(Message, tag="entropy_commit", kw_only=True):
    """The client's commitment to its part of the shuffle, before any part is known."""

    round: Id
    commitment: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Entropy(Message, tag="entropy", kw_only=True):
    """The client's part of the shuffle, after all commitments were published."""

    round: Id
    entropy: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Move(Message, kw_only=True):
    """Common fields of all moves: the round, and the version of it that the player saw."""

    round: Id
    version: Annotated[int, Meta(ge=0, le=10**6)]
    seat: Place | None = None
    """The seat that moves, for a player who has several."""


class Post(Move, tag="post", kw_only=True):
    wagers: Annotated[dict[Word, Chips], Meta(max_length=10)]


class Decide(Move, tag="decide", kw_only=True):
    option: Word
    stake: Chips | None = None


class Set(Move, tag="set", kw_only=True):
    hands: Hands
    jokers: Hands = {}
    claims: Claims = []


class HouseWay(Move, tag="house_way", kw_only=True):
    """Ask the dealer to set the cards the house way, if the game allows it."""


class Bank(Message, tag="bank", kw_only=True):
    """Take the bank of the next round."""

    house_bet: Chips = 0
    seat: Place | None = None


class PassBank(Message, tag="pass_bank", kw_only=True):
    seat: Place | None = None


class Kick(Message, tag="kick", kw_only=True):
    """The host sends a player away; a running round is finished first."""

    seat: Place


class Mute(Message, tag="mute", kw_only=True):
    """The host hides a player's emotes at this table, or shows them again."""

    seat: Place
    muted: bool = True


class Next(Message, tag="next"):
    """Ready for the next round."""


class Emote(Message, tag="emote", kw_only=True):
    word: Word


class Resume(Message, tag="resume", kw_only=True):
    """Receive the table's frames again, with the events after the last number that the client received."""

    number: Annotated[int, Meta(ge=0, le=10**15)]


class Ask(Message, tag="ask", kw_only=True):
    """Ask for the names of the hands of a setting and what is wrong with it, without making the move."""

    hands: Hands
    jokers: Hands = {}
    claims: Claims = []
    seat: Place | None = None
    house_way: bool = False
    """Also ask how the house way sets these cards, if the game allows it."""


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
"""Messages that change no record."""

_decoder = msgspec.json.Decoder(AnyMessage, strict=True)
_encoder = msgspec.json.Encoder(order="sorted")


def read_message(frame: str | bytes) -> AnyMessage:
    """The message in a frame; raises Unreadable with one sentence if there is none."""
    size = len(frame) if isinstance(frame, bytes) else len(frame.encode("utf-8", "surrogatepass"))
    if size > FRAME_BYTES:
        raise Unreadable(f"a frame has at most {FRAME_BYTES} bytes, not {size}")
    try:
        message: AnyMessage = _decoder.decode(frame)
    except (msgspec.DecodeError, ValueError, RecursionError, OverflowError) as error:
        raise Unreadable(f"the message cannot be read: {_reason(error)}") from None
    return message


def _reason(error: Exception) -> str:
    """The decoder's own sentence, shortened and printable."""
    text = "".join(letter if letter.isprintable() else "?" for letter in str(error))
    return text[:200] or type(error).__name__


def read_id(frame: str | bytes) -> str | None:
    """The id of a message that could not be decoded, so that its client knows which message was refused."""
    try:
        content: Any = msgspec.json.decode(frame)
        name = msgspec.convert(content["id"], Id)
    except (msgspec.MsgspecError, ValueError, RecursionError, TypeError, KeyError, OverflowError):
        return None
    return str(name)


def digest(message: AnyMessage) -> str:
    """SHA-256 of a message, by which a different message under the same id is recognised."""
    return hashlib.sha256(_encoder.encode(message)).hexdigest()


def message_data(message: AnyMessage) -> dict[str, Any]:
    """A message as plain data, to forward it to the process that owns the table."""
    data: dict[str, Any] = msgspec.to_builtins(message)
    return data


def from_data(data: Any) -> AnyMessage:
    """The message that `message_data` turned into plain data."""
    message: AnyMessage = msgspec.convert(data, AnyMessage)
    return message


def encode(data: Any) -> bytes:
    """One frame of the server; the same data always gives the same bytes."""
    return _encoder.encode(data)
