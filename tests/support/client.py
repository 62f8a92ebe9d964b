"""A client written from docs/protocol.md alone: it knows no rules, only what the server sends."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import ssl
from collections.abc import Callable
from typing import Any, Self

import httpx
import websockets

Data = dict[str, Any]


class Refused(Exception):
    """The server refused a message, with this sentence."""


class Client:
    """One player: a session, a socket, and all frames that the server sent."""

    def __init__(self, url: str, *, tls: ssl.SSLContext | None = None) -> None:
        self.url = url.rstrip("/")
        self.tls = tls
        self.http = httpx.AsyncClient(base_url=self.url, timeout=60, verify=tls if tls is not None else True)
        self.frames: list[Data] = []
        self.tables: dict[str, Data] = {}
        self.numbers: dict[str, int] = {}
        self.gaps = 0
        self.answers: dict[str, Data] = {}
        self.receipts: list[tuple[Data, Data]] = []
        self.sent = 0
        self.entropies: dict[str, bytes] = {}
        self.prefix = os.urandom(6).hex()
        self._over: dict[str, set[str]] = {}
        """By table: the rounds that `play` has seen the end of."""
        self._waiting: dict[str, asyncio.Future[Data]] = {}
        self._news = asyncio.Condition()
        self._socket: Any = None
        self._reader: asyncio.Task[None] | None = None

    async def come_in(self) -> Self:
        answer = await self.http.post("/api/session")
        answer.raise_for_status()
        self.name = answer.json()["player"]
        await self.connect()
        return self

    async def connect(self, **headers: str) -> None:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        self._socket = await websockets.connect(
            self.url.replace("http", "ws") + "/socket",
            additional_headers={"Cookie": cookies, **headers},
            origin=headers.get("Origin", self.url),  # type: ignore[arg-type]
            compression=None,
            max_size=None,
            **({"ssl": self.tls} if self.tls is not None else {}),  # type: ignore[arg-type]
        )
        self._reader = asyncio.create_task(self._read())

    async def hang_up(self) -> None:
        if self._reader:
            self._reader.cancel()
        if self._socket:
            await self._socket.close()

    @property
    def is_cut(self) -> bool:
        """Whether the server closed the socket."""
        return self._reader is not None and self._reader.done()

    async def close(self) -> None:
        await self.hang_up()
        await self.http.aclose()

    async def _read(self) -> None:
        try:
            async for frame in self._socket:
                await self._receive(json.loads(frame))
        except websockets.ConnectionClosed:
            pass
        finally:
            for waiting in self._waiting.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionError("the socket was closed"))

    async def _receive(self, frame: Data) -> None:
        self.frames.append(frame)
        if frame["tell"] == "answer" and frame["id"] in self._waiting:
            waiting = self._waiting.pop(frame["id"])
            if not waiting.done():
                waiting.set_result(frame)
        if frame["tell"] == "table":
            known = self.numbers.get(frame["table"])
            if known is not None and frame["since"] is not None and frame["since"] != known:
                self.gaps += 1
            self.numbers[frame["table"]] = frame["number"]
            self.tables[frame["table"]] = frame["view"]
        async with self._news:
            self._news.notify_all()

    def table_frames(self, table: str) -> list[Data]:
        """The frames about one table so far."""
        return [frame for frame in self.frames if frame["tell"] == "table" and frame["table"] == table]

    def events(self, table: str) -> list[Data]:
        """The public events of one table so far."""
        return [event for frame in self.table_frames(table) for event in frame["happened"]]

    def new_id(self) -> str:
        self.sent += 1
        return f"{self.prefix}-{self.sent}"

    async def send(self, message: Data) -> None:
        await self._socket.send(json.dumps(message))

    async def send_raw(self, frame: str | bytes) -> None:
        await self._socket.send(frame)

    async def ask(self, do: str, table: str, **content: Any) -> Data:
        """Send a message and wait for its answer; a refusal is raised."""
        message = {"do": do, "id": content.pop("id", None) or self.new_id(), "table": table, **content}
        answer = await self.answer_to(message)
        if not answer["ok"]:
            raise Refused(answer["refused"])
        self.receipts.append((message, answer))
        if table in self.numbers and do in ("sit", "stand", "sit_out", "sit_in"):  # the view follows the answer
            await self.until(lambda: self.numbers[table] >= answer["number"])
        return answer

    async def answer_to(self, message: Data) -> Data:
        waiting = asyncio.get_running_loop().create_future()
        self._waiting[message["id"]] = waiting
        await self.send(message)
        async with asyncio.timeout(60):  # before Python 3.12, wait_for can lose a cancellation as the answer arrives
            answer: Data = await waiting
        return answer

    async def until(self, condition: Callable[[], Any], seconds: float = 30) -> Any:
        """Wait until a condition on the frames so far holds, and return its value."""
        async with asyncio.timeout(seconds), self._news:
            while not (value := condition()):
                await self._news.wait()
            return value

    # Playing by the views of the server -------------------------------------------------------------------------------

    async def play(
        self, table: str, rounds: int, *, choose: Callable[[Data, Data], Data | None] | None = None
    ) -> list[Data]:
        """
        Play until this many rounds are settled, and return the final view of each.

        A round that an earlier call has returned does not count again.
        """
        over: list[Data] = []
        done = self._over.setdefault(table, set())
        tried: set[tuple[Any, ...]] = set()
        while len(over) < rounds:
            view = self.tables[table]
            last = view["last"]
            if last and last["id"] not in done:
                done.add(last["id"])
                over += [last] if last["outcome"] == "settled" else []
                if len(over) >= rounds:
                    break
            move = self.next_move(table, view, choose)
            key = (move and json.dumps(move, sort_keys=True), view["phase"]) if move else None
            if move is not None and key not in tried:
                tried.add(key)  # type: ignore[arg-type]
                await self._try(move)
                continue
            number = self.numbers[table]
            count = len(self.frames)
            await self.until(lambda n=number, c=count: self.numbers[table] != n or len(self.frames) > c)  # type: ignore[misc]
        return over

    async def _try(self, move: Data) -> None:
        try:
            await self.ask(move.pop("do"), move.pop("table"), **move)
        except Refused as refusal:
            if (
                "stale" not in str(refusal)
                and "is not the current round" not in str(refusal)
                and "moved already" not in str(refusal)
                and "opened already" not in str(refusal)
                and "fixed already" not in str(refusal)
                and "not being shuffled" not in str(refusal)
                and "a round is running" not in str(refusal)
            ):
                raise

    def next_move(self, table: str, view: Data, choose: Callable[[Data, Data], Data | None] | None) -> Data | None:
        """The client's move in a view: always one that the server offers."""
        round_ = view["round"]
        if round_ is None:
            ready = view["you"]["may"]["next"] is None
            return {"do": "next", "table": table} if ready else None
        if not round_["opened"]:
            return self.part_of_shuffle(table, round_)
        for own in round_["own"]:
            if own["to_move"]:
                move = (choose and choose(round_, own)) or usual(round_, own)
                meant = {"table": table, "round": round_["id"], "version": round_["version"], "seat": own["seat"]}
                return {**move, **meant}
        return None

    async def take_part(self, table: str) -> Data:
        """Send our parts of the shuffle until the round is open, and return the round."""
        while not ((round_ := self.tables[table]["round"]) and round_["opened"]):
            move = self.part_of_shuffle(table, round_) if round_ else None
            number = self.numbers[table]
            if move is not None:
                await self._try(move)
            else:
                await self.until(lambda n=number: self.numbers[table] != n)  # type: ignore[misc]
        return dict(round_)

    def part_of_shuffle(self, table: str, round_: Data) -> Data | None:
        """The commitment to our entropy, then the entropy: each once, when the server wants it."""
        name = round_["id"]
        wanted = round_["entropy_wanted"]
        entropy = self.entropies.setdefault(name, os.urandom(32))
        if wanted == "commit" and not self._sent("entropy_commit", name):
            house = bytes.fromhex(round_["commitment"])
            digest = hashlib.sha256(b"houseway entropy 2\n" + house + name.encode() + entropy)
            return {"do": "entropy_commit", "table": table, "round": name, "commitment": digest.hexdigest()}
        if wanted == "reveal" and not self._sent("entropy", name):
            return {"do": "entropy", "table": table, "round": name, "entropy": entropy.hex()}
        return None

    def _sent(self, do: str, round_id: str) -> bool:
        return any(message["do"] == do and message["round"] == round_id for message, _ in self.receipts)


def usual(round_: Data, own: Data) -> Data:
    """The lowest wagers, the first option that is offered, the house way."""
    match round_["step"]["kind"]:
        case "wager":
            return {
                "do": "post",
                "wagers": {spot["name"]: spot["low"] for spot in own["spots"] if not spot["optional"]},
            }
        case "decide":
            offered = [option for option, reason in own["may"].items() if reason is None]
            return {"do": "decide", "option": offered[0]}
        case _:
            return {"do": "house_way"}
