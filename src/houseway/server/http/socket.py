"""The WebSocket of a client: reads its messages, charges them, carries them out and answers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from itertools import count

from fastapi import WebSocket, WebSocketDisconnect

from ...records.store import Unavailable
from ...rules.errors import HousewayError, NotAllowed
from ...rules.game import SetHands
from ...rules.moves import HandsSet
from ...rules.round import may_see_own_cards
from ..observability import faults, metrics, tracing
from ..runtime.actor import Actor
from ..runtime.commands import own_seat, read_hands
from ..runtime.house_ways import prepare_house_way
from ..runtime.jobs import Answer
from ..runtime.limits import Budgets, too_much
from ..runtime.outbox import TOO_MUCH, Caller, Outbox
from ..runtime.room import NoSuchTable, Room
from ..tables.card_check import check_hands
from ..views import hand_names, messages, wire_types
from ..views.wire_types import AskAnswer
from .bounded_protocols import DIRECT
from .connections import network_of
from .cookies import client_address, session_token
from .costs import UNREADABLE, message_cost
from .sessions import Sessions

log = logging.getLogger(__name__)
NOT_KNOWN = "it is not known whether this was done, so send the same message again"
NO_SUCH_TABLE = "no_such_table"
NO_SESSION = "open the socket with a session, from this server's own pages"
MOST_STRIKES = 100
"""Unreadable, over-budget or misdirected frames that are tolerated before a client is disconnected."""


class Sockets:
    """Every socket of this process."""

    def __init__(self, room: Room, sessions: Sessions, budgets: Budgets) -> None:
        self._room = room
        self._sessions = sessions
        self._budgets = budgets
        self._numbers = count(1)
        """Names of sockets in the budgets; none is used twice, so that no socket begins with a spent budget."""

    async def serve(self, socket: WebSocket) -> None:
        """Serve one client until it disconnects or is disconnected."""
        signed_in = await self._sessions.who(session_token(socket)) if self.has_allowed_origin(socket) else None
        if signed_in is None:
            await socket.close(4003, NO_SESSION)
            return
        person, session = signed_in
        address = network_of(client_address(socket))
        outbox = Outbox(Caller(person.id, person.name), session.token_hash, address)
        outbox.expires_at = session.expires_at
        if not self._has_room_for(outbox):
            await socket.close(TOO_MUCH, "you have too many open sockets")
            return
        self._room.outboxes.add(outbox)  # from now on it is closed when its session ends
        try:
            if await self._sessions.who(session_token(socket)) is None:  # it ended after it was looked up
                await socket.close(4003, NO_SESSION)
                return
            await socket.accept()
            outbox.write = socket.scope.get("extensions", {}).get(DIRECT, {}).get("write")
            await self._run(socket, outbox)
        finally:
            self._disconnected(outbox)

    def has_allowed_origin(self, socket: WebSocket) -> bool:
        """Whether a socket comes from a page of this server or of an origin that its operator named."""
        origin = socket.headers.get("origin")
        if origin is None:
            return False
        return self._room.settings.gate.site.allows_origin(origin, socket.headers.get("host", ""))

    def _has_room_for(self, outbox: Outbox) -> bool:
        rates = self._room.settings.rates
        outboxes = self._room.outboxes
        same_account = sum(other.caller.account == outbox.caller.account for other in outboxes)
        same_address = sum(other.address == outbox.address for other in outboxes)
        return same_account < rates.sockets_per_account and same_address < rates.sockets_per_address

    async def _run(self, socket: WebSocket, outbox: Outbox) -> None:
        sending = asyncio.create_task(outbox.send_all(socket.send_text, _closer(socket)))
        receiving = asyncio.create_task(self._receive(socket, outbox))
        outbox.send(messages.encode(wire_types.Hello(tell="hello", player=outbox.caller.name)))
        done, _ = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        for task in (sending, receiving):
            task.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
        for task in done:
            error = None if task.cancelled() else task.exception()
            if error is not None and not isinstance(error, WebSocketDisconnect | OSError | RuntimeError):
                faults.report("socket", error)
            elif error is not None:  # the client disconnected before its last frame was sent
                log.debug("a socket ended with %s", type(error).__name__)

    async def _receive(self, socket: WebSocket, outbox: Outbox) -> None:
        strikes = 0
        name = f"socket {next(self._numbers)}"
        while outbox.closing is None:
            try:
                frame = await _frame(socket)
            except WebSocketDisconnect:
                return
            strikes += await self._handle(outbox, name, frame)
            if strikes > MOST_STRIKES:
                outbox.cut(TOO_MUCH, "too many messages that could not be read")

    def _wait_for(self, outbox: Outbox, name: str, cost: float) -> float:
        """Charge a message to its socket, account and address; returns the seconds to wait if a budget is used up."""
        budgets = self._budgets
        return (
            budgets.sockets.spend(name, cost)
            or budgets.accounts.spend(outbox.caller.account, cost)
            or budgets.addresses.spend(outbox.address, cost)
        )

    async def _handle(self, outbox: Outbox, name: str, frame: str | bytes) -> int:
        """Carry out one frame; returns 1 for a frame that could not be read or exceeded the budget, else 0."""
        try:
            message = messages.read_message(frame)
        except HousewayError as error:
            wait = self._wait_for(outbox, name, UNREADABLE)
            outbox.send(_refusal(messages.read_id(frame), too_much(wait) if wait else str(error)))
            return 1
        wait = self._wait_for(outbox, name, message_cost(message))
        if wait:
            outbox.send(_refusal(message.id, too_much(wait)))
            return 1
        kind = str(message.__struct_config__.tag)
        begun = time.perf_counter()
        with tracing.span("message", kind=kind):
            outcome = await self._answer_or_refuse(outbox, message)
        metrics.message_answered(kind, outcome, time.perf_counter() - begun)
        return 1 if outcome == NO_SUCH_TABLE else 0  # a client that guesses many codes is disconnected

    async def _answer_or_refuse(self, outbox: Outbox, message: messages.AnyMessage) -> str:
        """Answer a message; returns whether it was done, refused or a fault. The socket goes on in each case."""
        try:
            answer = await self._answer(outbox, message)
            outbox.send(messages.encode({"tell": "answer", "id": message.id, "ok": True, **answer}))
        except Unavailable:
            outbox.send(_refusal(message.id, "the database does not answer; send the same message again"))
            return "unavailable"
        except NoSuchTable as error:
            outbox.send(_refusal(message.id, str(error)))
            return NO_SUCH_TABLE
        except Exception as error:
            if faults.is_fault(error):
                reference = faults.report("socket frame", error)
                outbox.send(_refusal(message.id, f"{faults.sentence(reference)}; {NOT_KNOWN}"))
                return "fault"
            outbox.send(_refusal(message.id, str(error)))
            return "refused"
        return "done"

    async def _answer(self, outbox: Outbox, message: messages.AnyMessage) -> Answer:
        match message:
            case messages.Leave():
                return await self._leave(outbox, message.table)
            case messages.Watch() | messages.Resume():
                return await self._watch(outbox, message)
            case messages.Next() | messages.Emote():
                if isinstance(message, messages.Emote):
                    self._room.moderation.check_emote(outbox.caller.account)
                return await self._room.ephemeral.do(await self._room.find(message.table), outbox.caller, message)
            case messages.Ask():
                return dict(await answer_ask(await self._room.find(message.table), outbox.caller, message))
            case _:
                return await self._room.routing.order(outbox.caller, message)

    async def _watch(self, outbox: Outbox, message: messages.Watch | messages.Resume) -> Answer:
        if len(outbox.watching) >= self._room.settings.rates.tables_per_account:
            raise NotAllowed(f"you watch {len(outbox.watching)} tables already, which is the limit; leave one first")
        actor = await self._room.find(message.table)
        outbox.watching.add(message.table)
        actor.watch(outbox, message.number if isinstance(message, messages.Resume) else None)
        return {"number": actor.desk.number}

    async def _leave(self, outbox: Outbox, table: str) -> Answer:
        outbox.watching.discard(table)
        if table in self._room.actors:
            self._room.actors[table].leave(outbox)
        return {}

    def _disconnected(self, outbox: Outbox) -> None:
        self._room.outboxes.discard(outbox)
        for table in outbox.watching:
            if table in self._room.actors:
                self._room.actors[table].leave(outbox)


async def answer_ask(actor: Actor, caller: Caller, message: messages.Ask) -> AskAnswer:
    """The names of the hands that a player is setting, and the house way where the message asks for it."""
    round_ = actor.desk.round
    if round_ is None:
        raise NotAllowed("no round is open at this table")
    seat = round_.seat(own_seat(actor.desk, round_, caller.account, message.seat))
    if not may_see_own_cards(round_, seat):
        raise NotAllowed(f"you may see the cards of seat {seat.number} when your earlier hand is set")
    slots = tuple(round_.game.slots(round_.game.terms, seat))
    hands = read_hands(message.hands)
    jokers = read_hands(message.jokers)
    check_hands(round_.game, slots, hands, jokers)
    move = HandsSet(seat.number, hands, jokers, tuple(message.claims))
    answer = hand_names.describe_move(round_, seat, move)
    if not message.house_way:
        return answer
    movers = (*round_.waiting_for, *round_.step_moves)  # a seat that folded has cards, but no hands to set
    if not isinstance(round_.step, SetHands) or not slots or seat.number not in movers:
        raise NotAllowed(f"seat {seat.number} has no hands to set now")
    await prepare_house_way(round_.game, seat.cards)
    answer["house_way"] = hand_names.set_the_house_way(round_.game, seat.cards)
    return answer


def _closer(socket: WebSocket) -> Callable[[int, str], Awaitable[None]]:
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
    return messages.encode(wire_types.Answer(tell="answer", id=name, ok=False, refused=sentence))
