"""A player: arrives, connects, plays by the views it receives, reconnects after failures, and misbehaves on request."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from houseway.rules.errors import HousewayError

from . import protocol
from .network import Connection
from .plan import PlayerPlan, Trouble
from .protocol import Data, Manners

if TYPE_CHECKING:
    from .world import World

ANSWER_SECONDS = 8.0
"""How long a player waits for an answer before sending the same message again."""
TRIES = 4
"""How often a player tries to do the same thing in the same moment."""


@dataclass
class Waiting:
    """A message that is not answered yet."""

    message: Data
    sent: int = 0
    timer: asyncio.TimerHandle | None = None


class Player:
    """One person with a browser."""

    def __init__(self, world: World, plan: PlayerPlan) -> None:
        self.world = world
        self.plan = plan
        self.name = plan.name
        self.manners = self._good_manners()
        self.account: str | None = None
        self.token: str | None = None
        self.connection: Connection | None = None
        self.second: Connection | None = None
        self.gone = False
        """Whether the player has left for ever."""
        self.stays: list[Connection] = []
        """The last connections, the newest at the end."""
        self.offline_until = 0.0
        self.must_wait_until = 0.0
        """When this player may play again after withholding entropy, as the server announced."""
        self.view: Data | None = None
        self.number: int | None = None
        self.table: str | None = None
        self.watching = False
        self.sent: dict[str, Data] = {}
        self.answers: dict[str, Data] = {}
        self.refused: set[str] = set()
        self.history: list[str] = []
        self._chance = world.stream("player", plan.name)
        self._waiting: Waiting | None = None
        self._thinking: asyncio.TimerHandle | None = None
        self._tries: dict[tuple[Any, ...], int] = {}
        self._serial = 0
        self._failures = 0
        world.loop.call_later(plan.arrives, self._arrive)

    def _good_manners(self) -> Manners:
        secret = f"{self.world.plan.seed}/{self.name}"
        return Manners(plays=self.plan.plays, banks=self.plan.banks, bring=self.plan.bring, secret=secret)

    # Coming in -------------------------------------------------------------------------------------------------------

    def _arrive(self) -> None:
        """Ask some process for an account, and again if that fails."""
        process = self.world.some_process(self._chance)
        if process is None:
            self.world.loop.call_later(self._chance.uniform(1, 5), self._arrive)
            return
        process.spawn(self._ask_for_account(process))
        self.world.loop.call_later(self._chance.uniform(5, 10), self._if_still_outside)

    async def _ask_for_account(self, process: Any) -> None:
        try:
            person, token = await process.sessions.arrive()
        except HousewayError:
            return
        self.world.loop.call_later(0.02, self._arrived, person.id, token, context=self.world.context)

    def _if_still_outside(self) -> None:
        if self.token is None:
            self._arrive()

    def _arrived(self, account: str, token: str) -> None:
        if self.token is None:
            self.account = account
            self.token = token
            self.world.checks.knows(account, self)
            self._connect()

    def _connect(self) -> None:
        now = self.world.loop.time()
        if self.gone or self.token is None or self.connection is not None:
            return
        process = self.world.some_process(self._chance)
        self.table = self.world.code_of(self.plan.table)
        if process is None or self.table is None or now < self.offline_until:
            self._connect_later()
            return
        chance = self.world.stream("connection", self.name, self._failures)
        self.connection = Connection(self.world.loop, chance, process, self, self.token, f"10.0.0.{len(self.name)}")
        process.connect(self.connection)
        self.stays = [*self.stays[-9:], self.connection]
        self.watching = False
        self._watch()

    def longest_stay(self, *, since: float) -> float:
        """Seconds of the longest connection, counted from this time on."""
        now = self.world.loop.time()
        ends = [now if each.seems_open else each.closed_at for each in self.stays]
        return max((end - max(since, each.opened_at) for each, end in zip(self.stays, ends, strict=True)), default=0.0)

    def _connect_later(self) -> None:
        wait = max(0.3, self.offline_until - self.world.loop.time()) * self._chance.uniform(1, 1.5)
        self.world.loop.call_later(wait, self._connect)

    def _watch(self) -> None:
        """Ask for the table's events, from the last number seen if there is one."""
        resumes = self.number is not None and self.view is not None and self.view["table"] == self.table
        if not resumes:
            self.number = None
            self.view = None
        body: Data = {"do": "resume", "number": self.number} if resumes else {"do": "watch"}
        self._send(self._named(body))

    # Receiving -------------------------------------------------------------------------------------------------------

    def heard(self, connection: Connection, frame: protocol.FrameText) -> None:
        self.world.note(f"{self.name} < {frame}")
        frame_data = frame.data
        match frame_data["tell"]:
            case "table":
                if connection is self.connection:
                    self._take_view(frame_data)
            case "answer":
                self._answered(frame_data)

    def _take_view(self, frame_data: Data) -> None:
        if frame_data["table"] != self.table:
            return
        self.watching = True
        self.number = frame_data["number"]
        self.view = frame_data["view"]
        if frame_data["view"]["phase"] == "closed":
            self._lose_table()
        else:
            self._think()

    def _answered(self, frame_data: Data) -> None:
        name = frame_data["id"]
        message = self.sent.get(name)
        answer = {key: value for key, value in frame_data.items() if key not in ("tell", "id", "ok")}
        if frame_data["ok"] and message is not None and message["do"] in protocol.COMMANDS:
            self.world.checks.acknowledged(self, message, answer)
            self.answers.setdefault(name, answer)
        elif not frame_data["ok"] and name in self.answers:
            self.world.checks.refused_after_all(self, name, answer["refused"])
        waiting = self._waiting
        if waiting is not None and waiting.message["id"] == name:
            if waiting.timer is not None:
                waiting.timer.cancel()
            self._waiting = None
            self.manners.careful = not frame_data["ok"]
            if not frame_data["ok"]:
                self._wait_if_told(protocol.seconds_to_wait(answer["refused"]))
            if not frame_data["ok"] and protocol.table_is_gone(answer["refused"]):
                self._lose_table()
            elif not frame_data["ok"] and protocol.may_come_again(answer["refused"]) and waiting.sent < 12:
                self._waiting = waiting
                waiting.timer = self.world.loop.call_later(self._chance.uniform(0.5, 2.0), self._send_again)
            else:
                self._think()

    def _wait_if_told(self, seconds: float) -> None:
        if seconds:
            self.must_wait_until = self.world.loop.time() + seconds
            self.world.loop.call_later(seconds, self._try_anew)

    def _try_anew(self) -> None:
        self._tries.clear()
        self._think()

    def _lose_table(self) -> None:
        """The table is closed: ask the lobby for another."""
        self._forget_waiting()
        self.world.table_gone(self.plan.table, self.table)
        self.view = None
        self.number = None
        self.hang_up()
        self._connect_later()

    def closed(self, connection: Connection, code: int) -> None:
        self.world.note(f"{self.name} was cut with {code}")
        if connection is self.second:
            self.second = None
        if connection is self.connection:
            self._failures += 1
            self.connection = None
            self._connect_later()

    # Sending ---------------------------------------------------------------------------------------------------------

    def _named(self, body: Data) -> Data:
        self._serial += 1
        return {"id": f"{self.name}-{self._serial}", "table": self.table, **body}

    def _send(self, message: Data, *, over: Connection | None = None) -> None:
        connection = over or self.connection
        self.sent[message["id"]] = message
        if connection is not None:
            frame = protocol.write_frame(message)
            self.world.note(f"{self.name} > {frame}")
            connection.send(frame)

    def _ask(self, body: Data) -> None:
        """Send a message, and repeat it until it is answered."""
        self._waiting = Waiting(self._named(body))
        self._send_again()

    def _send_again(self) -> None:
        waiting = self._waiting
        if waiting is None or self.gone:
            return
        if waiting.message["table"] != self.table or waiting.sent > 30:
            self._waiting = None
            return
        waiting.sent += 1
        if self.connection is not None and self.watching:
            self._send(waiting.message)
        waiting.timer = self.world.loop.call_later(ANSWER_SECONDS * self._chance.uniform(0.8, 1.2), self._send_again)

    def _forget_waiting(self) -> None:
        if self._waiting is not None and self._waiting.timer is not None:
            self._waiting.timer.cancel()
        self._waiting = None

    def _think(self) -> None:
        """Decide on a message for the current view, and send it after a delay."""
        if self._thinking is not None or self._waiting is not None or self.view is None or self.gone:
            return
        meant = protocol.next_message(self.view, self.manners, self._chance)
        shuffles = meant is not None and meant.message["do"] in protocol.SHUFFLING
        most = 1 if shuffles else TRIES  # its arrival is not announced at once
        if meant is None or self._tries.get(meant.about, 0) >= most:
            return
        self._thinking = self.world.loop.call_later(meant.seconds, self._act, meant.about)

    def _act(self, about: tuple[Any, ...]) -> None:
        """Send the message for the current view, if the situation has not changed."""
        self._thinking = None
        if self.view is None or self._waiting is not None or self.gone:
            return
        meant = protocol.next_message(self.view, self.manners, self._chance)
        if meant is None:
            return
        if meant.about != about:
            self._think()
            return
        self._tries[about] = self._tries.get(about, 0) + 1
        if len(self._tries) > 200:
            self._tries.pop(next(iter(self._tries)))
        if self.manners.forges and meant.message["do"] in protocol.SHUFFLING:
            self._reveal_something_else(meant.message["round"])
        self._ask(meant.message)

    # Misbehaviour ----------------------------------------------------------------------------------------------------

    def hang_up(self) -> None:
        if self.connection is not None:
            self.connection.hang_up()
            self._failures += 1
        self.connection = None

    def misbehave(self, trouble: Trouble) -> None:
        if not self.gone and self.token is not None:
            getattr(self, f"_trouble_{trouble.kind}")(trouble, self.world.stream("trouble", trouble.number))

    def behave(self) -> None:
        """Be an honest player with a good connection from now on."""
        self.manners = self._good_manners()
        self.offline_until = 0.0
        self._tries.clear()
        if self.connection is not None and self.connection.slow:
            self.hang_up()
            self._connect_later()
        if not self.gone:
            self._think()

    def _for_a_while(self, trouble: Trouble, name: str, value: bool) -> None:
        setattr(self.manners, name, value)
        self._think()

        def over() -> None:
            setattr(self.manners, name, not value)
            self._think()

        self.world.loop.call_later(trouble.seconds, over)

    def _trouble_repeat(self, trouble: Trouble, chance: Any) -> None:
        """Send commands again that were sent before, answered or not."""
        known = [message for message in self.sent.values() if message["do"] in protocol.COMMANDS][-20:]
        for message in chance.choices(known, k=3) if known else ():
            for _ in range(chance.randint(1, 3)):
                self._send(message, over=self.second if chance.random() < 0.5 else None)

    def _trouble_other_body(self, trouble: Trouble, chance: Any) -> None:
        """Send a different command with the id of an answered one."""
        known = [self.sent[name] for name in list(self.answers)[-10:]]
        if known and self.connection is not None:
            spoilt = protocol.spoilt(chance.choice(known))
            self.world.checks.must_be_refused(self, spoilt)
            self.connection.send(protocol.write_frame(spoilt))

    def _trouble_stale(self, trouble: Trouble, chance: Any) -> None:
        """Send a move for a situation that has passed."""
        moves = [message for message in self.sent.values() if "version" in message]
        if moves:
            old = chance.choice(moves)
            self._serial += 1
            self._send({**old, "id": f"{self.name}-{self._serial}", "version": chance.randrange(0, 40)})

    def _trouble_foreign(self, trouble: Trouble, chance: Any) -> None:
        """Send a move for another player's seat."""
        round_ = (self.view or {}).get("round")
        if round_ is None or not round_.get("opened"):
            return
        own = {each["seat"] for each in round_["own"]}
        others = [seat["seat"] for seat in round_["seats"] if seat["seat"] not in own]
        for seat in others:
            meant = {"round": round_["id"], "version": round_["version"], "seat": seat}
            body = chance.choice(
                ({"do": "house_way"}, {"do": "decide", "option": "fold"}, {"do": "post", "wagers": {}})
            )
            message = self._named({**body, **meant})
            self.world.checks.must_be_refused(self, message)
            self._send(message)

    def _trouble_garbage(self, trouble: Trouble, chance: Any) -> None:
        for _ in range(chance.randint(1, 5)):
            if self.connection is not None:
                self.connection.send(protocol.garbage(chance, self.table or "A"))

    def _trouble_ask(self, trouble: Trouble, chance: Any) -> None:
        """Ask for the names of hands made of cards that may not be the player's own."""
        round_ = (self.view or {}).get("round")
        for own in (round_ or {}).get("own", ()):
            for slot in own.get("slots", ()):
                cards = chance.sample(["As", "Kd", "Qh", "2c", "9s", "Tc", "3d", "Jh"], min(8, slot["sizes"][0]))
                hands = {slot["name"]: " ".join(cards)}
                self._send(self._named({"do": "ask", "hands": hands, "seat": own["seat"], "house_way": True}))

    def _trouble_flood(self, trouble: Trouble, chance: Any) -> None:
        for _ in range(90):
            self._send(self._named({"do": "emote", "word": "hello"}))

    def _trouble_stand(self, trouble: Trouble, chance: Any) -> None:
        self._for_a_while(trouble, "stands", True)

    def _trouble_sit_out(self, trouble: Trouble, chance: Any) -> None:
        self._for_a_while(trouble, "sits_out", True)

    def _trouble_sleep(self, trouble: Trouble, chance: Any) -> None:
        self._for_a_while(trouble, "asleep", True)

    def _trouble_withhold(self, trouble: Trouble, chance: Any) -> None:
        self._for_a_while(trouble, "withholds", True)

    def _trouble_no_commitment(self, trouble: Trouble, chance: Any) -> None:
        self._for_a_while(trouble, "silent", True)

    def _trouble_late_reveal(self, trouble: Trouble, chance: Any) -> None:
        self._for_a_while(trouble, "late", True)

    def _trouble_foreign_reveal(self, trouble: Trouble, chance: Any) -> None:
        """Reveal entropy that matches no commitment, now and in the following rounds."""
        self._for_a_while(trouble, "forges", True)
        round_ = (self.view or {}).get("round")
        if round_ is not None:
            self._reveal_something_else(round_["id"])

    def _reveal_something_else(self, round_id: str) -> None:
        entropy = protocol.entropy_of(self.manners, f"not {round_id}")
        message = self._named({"do": "entropy", "round": round_id, "entropy": entropy})
        self.world.checks.must_be_refused(self, message)
        self._send(message)

    def _trouble_drop(self, trouble: Trouble, chance: Any) -> None:
        self.offline_until = self.world.loop.time() + trouble.seconds / 4
        self.hang_up()
        self._connect_later()

    def _trouble_vanish(self, trouble: Trouble, chance: Any) -> None:
        if self.connection is not None:
            self.connection.vanish()
            self._failures += 1
            self.connection = None
        self.offline_until = self.world.loop.time() + trouble.seconds / 4
        self._connect_later()

    def _trouble_slow(self, trouble: Trouble, chance: Any) -> None:
        if self.connection is not None:
            self.connection.slow = chance.choice((0.5, 3.0, 15.0))

    def _trouble_second_socket(self, trouble: Trouble, chance: Any) -> None:
        process = self.world.some_process(chance)
        if process is not None and self.second is None and self.token is not None:
            self.second = Connection(self.world.loop, chance, process, self, self.token, "10.0.1.1")
            process.connect(self.second)
            self._send(self._named({"do": "watch"}), over=self.second)

    def _trouble_leave(self, trouble: Trouble, chance: Any) -> None:
        """Leave for ever, without standing up from the table."""
        self.gone = True
        self.hang_up()
