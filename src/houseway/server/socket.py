"""The one socket of a client: who it is, what it may say, and what it is told."""

from __future__ import annotations

import asyncio
import logging
from typing import Any
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect

from ..rules.errors import Broken, HousewayError, NotAllowed
from ..rules.game import SetHands
from ..rules.round import waiting_for
from . import hand_names, messages
from .actor import Actor
from .commands import own_seat, read_hands
from .jobs import Answer
from .limits import Buckets
from .line import TOO_MUCH, Caller, Line
from .room import Room
from .sessions import COOKIE, Sessions

log = logging.getLogger(__name__)
REFUSED_AT_MOST = 100
"""Frames that cannot be read, after which a client is cut."""


class Sockets:
    """Every socket of this process."""

    def __init__(self, room: Room, sessions: Sessions) -> None:
        rates = room.settings.rates
        self._room, self._sessions = room, sessions
        self._of_socket, self._of_account = Buckets(rates.socket), Buckets(rates.account)
        self._of_address = Buckets(rates.address)

    async def serve(self, socket: WebSocket) -> None:
        """Speak with one client until one of the two has enough."""
        found = await self._sessions.who(socket.cookies.get(COOKIE)) if self.may_come_from(socket) else None
        if found is None:
            await socket.close(4003, "come with a session, from this server's own pages")
            return
        person, session = found
        address = socket.client.host if socket.client else "unknown"
        line = Line(Caller(person.id, person.name), session.token_hash, address)
        if not self._has_room_for(line):
            await socket.close(TOO_MUCH, "there are too many sockets of yours")
            return
        await socket.accept()
        self._room.lines.add(line)
        try:
            await self._speak(socket, line)
        finally:
            self._hung_up(line)

    def may_come_from(self, socket: WebSocket) -> bool:
        """Only pages of this server, or of the origins that its operator named, may open a socket."""
        origin, host = socket.headers.get("origin"), socket.headers.get("host", "")
        if origin is None:
            return False
        return origin in self._room.settings.origins or (bool(host) and urlsplit(origin).netloc == host)

    def _has_room_for(self, line: Line) -> bool:
        rates, lines = self._room.settings.rates, self._room.lines
        same_account = sum(other.caller.account == line.caller.account for other in lines)
        same_address = sum(other.address == line.address for other in lines)
        return same_account < rates.sockets_per_account and same_address < rates.sockets_per_address

    async def _speak(self, socket: WebSocket, line: Line) -> None:
        sending = asyncio.create_task(line.send_all(socket.send_text, _closer(socket)))
        hearing = asyncio.create_task(self._hear(socket, line))
        line.tell(messages.encode({"tell": "hello", "player": line.caller.name}))
        done, _ = await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
        for task in (sending, hearing):
            task.cancel()
        await asyncio.gather(sending, hearing, return_exceptions=True)
        for task in done:
            if not task.cancelled() and (error := task.exception()) and not isinstance(error, WebSocketDisconnect):
                log.debug("a socket ended with %s", type(error).__name__)

    async def _hear(self, socket: WebSocket, line: Line) -> None:
        unread, name = 0, f"{id(line)}"
        while line.closing is None:
            try:
                frame = await _frame(socket)
            except WebSocketDisconnect:
                return
            if not self._allows(line, name):
                line.tell(_refusal(messages.read_id(frame), "too many messages; slow down"))
                unread += 1
            else:
                unread += await self._handle(line, frame)
            if unread > REFUSED_AT_MOST:
                line.cut(TOO_MUCH, "too many messages that could not be taken")

    def _allows(self, line: Line, name: str) -> bool:
        return (
            self._of_socket.allows(name)
            and self._of_account.allows(line.caller.account)
            and self._of_address.allows(line.address)
        )

    async def _handle(self, line: Line, frame: str | bytes) -> int:
        """Carry one frame out; gives 1 for a frame that could not be read."""
        try:
            message = messages.read_message(frame)
        except HousewayError as error:
            line.tell(_refusal(messages.read_id(frame), str(error)))
            return 1
        try:
            answer = await self._answer(line, message)
            line.tell(messages.encode({"tell": "answer", "id": message.id, "ok": True, **answer}))
        except Broken as error:
            log.error("a fault of ours: %s", type(error).__name__)
            line.tell(_refusal(message.id, "a fault of ours; nothing is known to be done, so send it again"))
        except HousewayError as error:
            line.tell(_refusal(message.id, str(error)))
        except Exception:  # a bug: one message goes wrong, and the client keeps its socket
            log.exception("a fault of ours in the answer to %r", type(message).__name__)
            line.tell(_refusal(message.id, "a fault of ours; nothing is known to be done, so send it again"))
        return 0

    async def _answer(self, line: Line, message: messages.AnyMessage) -> Answer:
        match message:
            case messages.Leave():
                return await self._leave(line, message.table)
            case messages.Watch() | messages.Resume():
                return await self._watch(line, message)
            case messages.Next() | messages.Emote():
                return await self._room.beside.do(await self._room.find(message.table), line.caller, message)
            case messages.Ask():
                return asked(await self._room.find(message.table), line.caller, message)
            case _:
                return await self._room.order(line.caller, message)

    async def _watch(self, line: Line, message: messages.Watch | messages.Resume) -> Answer:
        if len(line.watching) >= self._room.settings.rates.tables_per_account:
            raise NotAllowed(f"one client watches {len(line.watching)} tables at most; leave one first")
        actor = await self._room.find(message.table)
        line.watching.add(message.table)
        actor.watch(line, message.number if isinstance(message, messages.Resume) else None)
        return {"number": actor.desk.number}

    async def _leave(self, line: Line, table: str) -> Answer:
        line.watching.discard(table)
        if table in self._room.actors:
            self._room.actors[table].leave(line)
        return {}

    def _hung_up(self, line: Line) -> None:
        self._room.lines.discard(line)
        for table in line.watching:
            if table in self._room.actors:
                self._room.actors[table].leave(line)


def asked(actor: Actor, caller: Caller, message: messages.Ask) -> dict[str, Any]:
    """The names of the hands a player is setting, from what that player sees."""
    round_ = actor.desk.round
    if round_ is None:
        raise NotAllowed("no round is open at this table")
    seat = round_.seat(own_seat(actor.desk, round_, caller.account, message.seat))
    slots = tuple(round_.game.slots(round_.game.terms, seat))
    told = hand_names.asked(round_.game, slots, seat.cards, read_hands(message.hands), read_hands(message.jokers))
    if not message.house_way:
        return told
    movers = (*waiting_for(round_), *round_.made)  # who folded has cards, but no hands to set
    if not isinstance(round_.step, SetHands) or not slots or seat.number not in movers:
        raise NotAllowed(f"seat {seat.number} has no hands to set now")
    return {**told, "house_way": hand_names.set_the_house_way(round_.game, seat.cards)}


def _closer(socket: WebSocket) -> Any:
    async def close(code: int, why: str) -> None:
        await socket.close(code, why)

    return close


async def _frame(socket: WebSocket) -> str | bytes:
    received = await socket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    frame: str | bytes | None = received.get("text")
    return frame if frame is not None else bytes(received.get("bytes") or b"")


def _refusal(name: str | None, sentence: str) -> bytes:
    return messages.encode({"tell": "answer", "id": name, "ok": False, "refused": sentence})
