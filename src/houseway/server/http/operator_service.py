"""
The operator's actions: new terms of a game, voiding rounds, closing tables.

Every action is an event of the room's own stream.
No action can show a card of a live round: rounds are read from the store only when they are over.
"""

from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from dataclasses import asdict

from ...games import game as game_named
from ...records.round_data import terms_data
from ...records.shuffle import from_system
from ...records.store import Change, Event, Receipt, Repeated, Row, Setting, Stale, Store, TermsVersion
from ...records.store.chain import now
from ..runtime.audits import Audits
from ..runtime.jobs import Answer, CommandKey
from ..runtime.operator_actions import OperatorAction, action_key
from ..runtime.room import Room
from ..study.returns import Prices
from ..tables.ceilings import check_operators_terms
from ..views import catalogue
from ..views.http_types import Value

TOKEN = "operator_token_hash"
"""The setting of the store that holds the hash of the operator's token."""
EVENT_KINDS = {"void": "round_voided", "close": "table_closed"}


def token_hash(token: str) -> str:
    return hashlib.sha256(f"houseway operator\n{token}".encode("utf-8", "replace")).hexdigest()


async def first_token(store: Store) -> str | None:
    """A new operator's token if the room has none yet, else None; only its hash is stored."""
    if await store.find.setting(TOKEN) is not None:
        return None
    token = f"{from_system().bits(160):040x}"
    event = Event("operator_token_made", {})
    await store.commit(Change("room", None, 0, (event,), rows=(Setting(name=TOKEN, value=token_hash(token)),)))
    return token


class Operator:
    """The operator's actions on the room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.prices = Prices(room.study)
        self.audits = Audits(room.settings.url, room.settings.anchors)

    async def is_operator(self, token: str) -> bool:
        stored = await self.room.store.find.setting(TOKEN)
        return stored is not None and hmac.compare_digest(stored, token_hash(token))

    async def note(self, kind: str, body: Answer, *rows: Row, once: CommandKey | None = None) -> None:
        """Write an action into the room's own stream."""
        receipt = Receipt(once.account, once.id, once.digest, {}) if once else None
        with suppress(Repeated):
            await self.room.store.commit(Change("room", None, 0, (Event(kind, body),), receipt=receipt, rows=rows))

    async def act(self, act: OperatorAction) -> Answer:
        """Void a round or close a table, once, and note it, once."""
        answer = await self.room.routing.act(act)
        noted = {"table": act.table, "reason": act.reason, "note": act.note}
        await self.note(EVENT_KINDS[act.do], noted, once=action_key(f"{act.id}:noted", noted))
        return answer

    async def new_terms(self, key: str, options: dict[str, Value], note: str, name: str) -> TermsVersion:
        """Put new terms of a game into force, once; every table takes them with its next round."""
        this = action_key(name, [key, options, note])
        version = await self.room.store.answer_to(this.account, this.id, this.digest)
        while version is None:
            with suppress(Stale):  # another event was written first: try again with the next version number
                version = await self._commit_terms(key, options, note, this)
        await self.room.take_terms()
        await self.room.store.send("terms", {"game": key})
        return TermsVersion(**version)

    async def _commit_terms(self, key: str, options: dict[str, Value], note: str, this: CommandKey) -> Answer:
        """Write the new version and return it; raises Stale if the room's stream got another event first."""
        game = catalogue.game_at_table(key, options, {})
        check_operators_terms(game, options)
        head = await self.room.store.head("room")
        versions = await self.room.store.find.terms_versions(key)
        version = TermsVersion(
            game=game.key,
            version=len(versions) + 1,
            in_force_from=now(),
            options=options,
            terms_hash=game.terms_hash,
            made_at=now(),
            note=note,
        )
        before = versions[-1].terms_hash if versions else game_named(key).terms_hash
        body = {
            "game": key,
            "version": version.version,
            "before": before,
            "after": game.terms_hash,
            "note": note,
            "terms": terms_data(game),
        }
        event = Event("terms_made", body)
        answer = asdict(version)
        receipt = Receipt(this.account, this.id, this.digest, answer)
        try:
            await self.room.store.commit(Change("room", head, 0, (event,), receipt=receipt, rows=(version,)))
        except Repeated as repeated:
            return repeated.answer
        return answer
