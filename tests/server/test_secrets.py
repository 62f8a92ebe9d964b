"""A sealed hand cannot be found in the database, in a backup, in messages between processes or in logs."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import logging
from pathlib import Path
from typing import Any

import pytest

from houseway.audit.room_backup import backup
from houseway.games import GAMES
from houseway.records.store import Receipt, schema, sealing
from houseway.records.store.chain import canonical
from houseway.records.store.sealing import BLOCK, KEYED
from houseway.rules.cards import DECK, write_cards
from houseway.server.views import messages
from support.databases import new_database
from support.desks import Drive
from support.rooms import ROOM_KEY, opened
from support.sealed_hand import set_one_hand

SECRETS = Path(__file__).parents[2] / "docs" / "operate" / "secrets.md"


def test_the_page_about_secrets_names_every_table_of_the_database() -> None:
    """A new table may hold a value that depends on a hidden card: the page says why it cannot be searched."""
    page = SECRETS.read_text(encoding="utf-8")
    tables = schema.metadata.tables
    assert len(tables) > 15
    assert [name for name in tables if f"`{name}`" not in page and f"`{name}." not in page] == []


def searched(message: messages.Set, stored: bytes) -> list[str]:
    """The attack: for many hands, the right one among them, is anything stored a digest of the message with it?"""
    first = next(iter(message.hands))
    size = len(message.hands[first].split())
    others = [write_cards(cards) for cards in itertools.islice(itertools.combinations(DECK, size), 500)]
    matches = []
    for text in (message.hands[first], *others):
        tried = messages.from_data({**messages.message_data(message), "hands": {**message.hands, first: text}})
        plain = messages.digest(tried)
        guesses = [plain, sealing.keyed_digest(bytes(32), "p1", message.id, plain)]
        matches += [text for guess in guesses if guess.encode() in stored]
    return matches


def everything(folder: Path) -> bytes:
    """The database with its log of writes, and a backup, byte for byte."""
    backup(f"sqlite:///{folder}/room.db", folder / "copy.gz")
    files = [path.read_bytes() for path in sorted(folder.glob("room.db*"))]
    return b"".join([*files, gzip.decompress((folder / "copy.gz").read_bytes())])


def card_texts(message: messages.Set) -> list[bytes]:
    """Every hand of more than one card, as it would be written."""
    return [text.encode() for text in message.hands.values() if " " in text]


@pytest.mark.parametrize("key", GAMES)
def test_a_sealed_hand_is_nowhere_to_be_found(key: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def play() -> messages.Set:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            return await set_one_hand(store, key)

    message = asyncio.run(play())
    stored = everything(tmp_path)
    assert KEYED.encode() in stored
    assert searched(message, stored) == []
    assert card_texts(message)
    for text in card_texts(message):
        assert text not in stored
        assert text.decode() not in caplog.text


def test_the_search_finds_a_hand_behind_a_plain_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "keyed_digest", lambda room_key, account, command, body_digest: body_digest)

    async def play() -> messages.Set:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            return await set_one_hand(store, "pyramid")

    message = asyncio.run(play())
    assert set(searched(message, everything(tmp_path))) == {next(iter(message.hands.values()))}


@pytest.mark.parametrize("key", GAMES)
def test_the_length_of_what_is_sealed_says_nothing_about_cards(key: str) -> None:
    """Whatever the cards, a move of one kind is padded to one length, with the longest command id and jokers named."""
    longest: dict[str, set[int]] = {}
    for seed in range(4):
        drive = Drive(key)
        drive.open(f"lengths {key} {seed}")
        drive.play()
        for event in drive.events:
            if event.kind == "move":
                body = {**event.body, "command": "c" * 64}
                if body["move"] == "set":
                    body |= {"jokers": {"middle": "Ah Kd"}, "claims": ["three of a kind", "straight flush"]}
                longest.setdefault(str(body["move"]), set()).add(-(-len(canonical(body)) // BLOCK))
    assert longest
    assert all(blocks == {1} for blocks in longest.values())


# Between processes -------------------------------------------------------------------------------------------------


LARGEST_SET = messages.Set(
    "x" * 64,
    "ABCDEFGHJKMNP",
    round="ABCDEFGHJKMNP-123456",
    version=999_999,
    seat=7,
    hands={f"a hand with quite a long name {n:05}": " ".join(["10h"] * 13) for n in range(10)},
    jokers={f"a hand with quite a long name {n:05}": " ".join(["10h"] * 13) for n in range(10)},
    claims=["c" * 40] * 5,
)


def test_a_command_between_processes_cannot_be_read_on_the_way(postgresql_address: str) -> None:
    import asyncpg

    url = new_database(postgresql_address, "listened")
    overheard: list[str] = []
    heard: list[dict[str, Any]] = []

    async def check() -> None:
        async with opened(url) as one, opened(url) as two:
            spy = await asyncpg.connect(url)
            await spy.add_listener("houseway", lambda *arguments: overheard.append(arguments[-1]))
            two.subscribe("orders", heard.append)
            small = messages.message_data(messages.Set("a", "T", round="T-1", version=1, hands={"high": "Ah 7d"}))
            large = messages.message_data(LARGEST_SET)
            for message in (small, large):
                await one.send("orders", {"account": "p1", "message": message})
            async with asyncio.timeout(10):
                while len(heard) < 2 or len(overheard) < 2:
                    await asyncio.sleep(0.01)
            assert [order["message"] for order in heard] == [small, large]
            assert not any(word in text for word in ("Ah 7d", "10h 10h", "account", "hands") for text in overheard)
            await forge(spy, overheard[0])
            await one.send("orders", {"last": True})
            async with asyncio.timeout(10):
                while {"last": True} not in heard:
                    await asyncio.sleep(0.01)
            assert len(heard) == 3, "what is not sealed with the room's key is not heard"
            await spy.close()

    asyncio.run(check())


async def forge(spy: Any, genuine: str) -> None:
    """Orders in the clear, and a genuine one under another topic and sender."""
    message = json.loads(genuine)
    forged = [
        {"from": "x", "topic": "orders", "message": {"account": "p1"}},
        {"from": "x", "topic": "orders", "sealed": "not sealed at all"},
        {**message, "from": "somebody"},
        {**message, "topic": "hang_up"},
    ]
    for payload in forged:
        await spy.execute("SELECT pg_notify('houseway', $1)", json.dumps(payload))


def test_messages_have_few_lengths() -> None:
    lengths = {len(sealing.seal_message("x" * size, ROOM_KEY, "orders", "p")) for size in range(1, 6001, 7)}
    assert len(lengths) == 4
    assert max(lengths) < 7_900, "NOTIFY carries less than 8,000 bytes"


def test_only_keyed_digests_are_stored(url: str) -> None:
    """A caller hands over a plain digest; what is written is an HMAC that another key does not make."""

    async def check() -> None:
        from houseway.records.store import Change, Event, OtherBody, Repeated

        async with opened(url) as store:
            first = Change("room", None, 0, (Event("done", {}),), receipt=Receipt("a", "c1", "f" * 64, {"n": 1}))
            await store.commit(first)
            with pytest.raises(Repeated):
                await store.commit(first)
            assert await store.answer_to("a", "c1", "f" * 64) == {"n": 1}
            other = Receipt("a", "c1", "e" * 64, {"n": 1})
            with pytest.raises(OtherBody):
                await store.commit(Change("room", None, 0, (Event("done", {}),), receipt=other))
            import sqlalchemy as sa

            from houseway.records.store import schema

            wanted = sa.select(schema.receipts.c.body_digest)
            stored = await store._database.read(lambda connection: connection.execute(wanted).scalars().all())
            assert list(stored) == [sealing.keyed_digest(ROOM_KEY, "a", "c1", "f" * 64)]
            with pytest.raises(OtherBody):  # what is stored is of no use as a body's digest
                await store.answer_to("a", "c1", stored[0])

    asyncio.run(check())
