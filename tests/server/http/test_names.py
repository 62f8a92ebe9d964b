"""Names are labels: no two of a room look alike, and none looks like a bot's or the house's."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from houseway.records import migrations
from houseway.records.names import skeleton
from houseway.records.shuffle import from_system
from houseway.records.store.database import Database
from houseway.rules.errors import NotAllowed
from houseway.server.http.names import why_not_name
from houseway.server.http.services import Accounts
from houseway.server.runtime.bots import NAMES
from houseway.server.runtime.outbox import Caller
from houseway.server.runtime.room import Room
from houseway.server.runtime.settings import Settings
from houseway.server.views import messages
from support.rooms import opened

PASSWORD = "difference engine"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Marlin", "MARLIN"),
        ("Marlin", "Mar lin"),
        ("Marlin", "M.a-rl.in"),
        ("Marlin", "Мarlin"),  # Cyrillic capital EM
        ("Marlin", "Marl1n"),
        ("Marlin", "MarIin"),
        ("Marlin", "Rnarlin"),
        ("Marlin", "Ｍarlin"),  # fullwidth
        ("Marlin", "Márlin"),
        ("Marlin", "𝕸arlin"),
        ("Coco", "C0c0"),
        ("Coco", "Сосо"),  # all Cyrillic
        ("Coco", "Ϲοϲο"),  # all Greek, with lunate sigmas
        ("Ada", "ᴀᴅᴀ"),  # small capitals
        ("Marlin", "Marłin"),
        ("Marlin", "Mɑɍɫɨɲ"),  # strokes and hooks
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_differ_keep_different_skeletons() -> None:
    names = ["Marlin", "Merlin", "Martin", "Marlin2", "Guest 100000", "Guest 100001", "Guest 101010", "Иван", "李小龍"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    "name", [*NAMES, "ada", "A.da", "Аda", "B1aise", "Guest 123456", "gue5t".replace("5", "s"), "Aᴅᴀ", "ɢuest"]
)
def test_names_of_bots_and_guests_are_reserved(name: str) -> None:
    assert why_not_name(name) is not None


@pytest.mark.parametrize(
    "name",
    [
        *("House", "H0use", "Operator 1", "0perator", "DeaIer", "admin", "Bot Ada", "system"),
        *("The House", "the-dealer", "Mr_0perator", "Official House"),
        *("House4711", "Adm1nistrator", "Guestbook", "B0tmaster", "DealerAnna"),
    ],
)
def test_names_of_the_house_are_reserved(name: str) -> None:
    reason = why_not_name(name)
    assert reason is not None
    assert "reserved" in reason


@pytest.mark.parametrize("name", ["ab", "a" * 25, "-abc", "abc.", "a  b", "a\u200bbc", "a\nbc", "Аda Lovelace", "a/b"])
def test_malformed_and_mixed_names_are_refused_with_the_name(name: str) -> None:
    reason = why_not_name(name)
    assert reason is not None
    assert repr(name) in reason


@pytest.mark.parametrize(
    "name", ["Ada Lovelace", "Greenhouse", "Jan Systematik", "Zoë", "Иван Грозный", "李小龍", "x_1", "Jean-Paul"]
)
def test_other_names_are_accepted(name: str) -> None:
    assert why_not_name(name) is None


@pytest.mark.parametrize("name", ["\u3164\u3164\u3164", "777\u3164", "\uffa0\uffa0\uffa0", "\u115f\u1160\u115f"])
def test_letters_that_nobody_can_see_are_refused(name: str) -> None:
    """An empty name at a table, or one that looks like another's."""
    assert "nobody can see" in str(why_not_name(name))


def test_only_one_account_for_names_that_look_alike(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            accounts = Accounts.of_room(Room(store, Settings()))
            first, _ = await accounts.sessions.arrive()
            second, _ = await accounts.sessions.arrive()
            await accounts.names.register(first, "Marlin", PASSWORD)
            with pytest.raises(NotAllowed, match=r"^the name 'Marlin' is taken$"):
                await accounts.names.register(second, "Marlin", PASSWORD)
            for name in ("mar lin", "Marl1n", "Márlin"):
                with pytest.raises(NotAllowed, match="is taken, or looks like one that is"):
                    await accounts.names.register(second, name, PASSWORD)
            racers = [(await accounts.sessions.arrive())[0] for _ in range(4)]
            names = ["Coco", "C0co", "co.co", "COCO"]
            outcomes = await asyncio.gather(
                *(accounts.names.register(person, name, PASSWORD) for person, name in zip(racers, names, strict=True)),
                return_exceptions=True,
            )
            assert sum(not isinstance(outcome, BaseException) for outcome in outcomes) == 1, outcomes
            assert all(isinstance(each, NotAllowed) for each in outcomes if isinstance(each, BaseException))

    asyncio.run(check())


def test_every_guest_has_a_different_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the numbers repeat."""
    from houseway.server.http import sessions as module

    drawn = iter([5, 5, 5, 7])

    class Drawn:
        def below(self, _: int) -> int:
            return next(drawn)

        def bits(self, count: int) -> int:
            return plain().bits(count)

    plain = from_system

    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            accounts = Accounts.of_room(Room(store, Settings()))
            monkeypatch.setattr(module, "from_system", Drawn)
            first, _ = await accounts.sessions.arrive()
            second, _ = await accounts.sessions.arrive()
            assert first.name == "Guest 100005"
            assert second.name == "Guest 100007"

    asyncio.run(check())


def test_a_new_name_is_shown_at_the_table_and_changes_nobody(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            room = Room(store, Settings())
            accounts = Accounts.of_room(room)
            person, _ = await accounts.sessions.arrive()
            from houseway.games import game

            actor = await room.opening.open_table(
                game("pyramid"),
                host=Caller(person.id, person.name),
                private=False,
                places=3,
                pace="normal",
                bots=["house_way"],
                version=0,
            )
            await actor.order(Caller(person.id, person.name), messages.Sit("sit", actor.desk.table, seat=2))
            named, _ = await accounts.names.register(person, "Marlin", PASSWORD)
            assert (actor.desk.chairs[2].player, actor.desk.chairs[2].name) == (person.id, "Marlin")
            await accounts.names.rename(named, "Merlin")
            assert (actor.desk.chairs[2].player, actor.desk.chairs[2].name) == (person.id, "Merlin")
            assert "account_renamed" in [event.kind for event in await store.events("room")]
            await room.stop()

    asyncio.run(check())


def test_an_older_room_with_names_that_look_alike_opens_and_asks_the_later_for_another(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/room.db"

    async def check() -> None:
        async with opened(url):
            pass
        database = Database.at(url)

        def older(connection: object) -> None:
            migrations.downgrade(connection, "0003")  # type: ignore[arg-type]
            for number, name in ((1, "Coco"), (2, "C0co"), (3, "Merlin")):
                connection.exec_driver_sql(  # type: ignore[attr-defined]
                    "INSERT INTO people (id, name, kind, made_at, settings) VALUES (?, ?, 'named', ?, '{}')",
                    (f"p{number}", name, f"2026-01-0{number}"),
                )

        await database.write(older)
        await database.close()
        async with opened(url) as store:
            first, second, third = [await store.find.person(f"p{number}") for number in (1, 2, 3)]
            assert first is not None
            assert second is not None
            assert third is not None
            assert (first.name, first.skeleton, dict(first.settings)) == ("Coco", "coco", {})
            assert (second.name, second.skeleton, dict(second.settings)) == ("C0co", "coco~p2", {"must_rename": True})
            assert not third.settings
            accounts = Accounts.of_room(Room(store, Settings()))
            renamed = await accounts.names.rename(second, "Marlin")
            assert (renamed.skeleton, dict(renamed.settings)) == ("marlln", {})

    asyncio.run(check())
