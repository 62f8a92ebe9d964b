"""Anchors are signed and sent elsewhere, and an outside copy of them shows that a whole chain was rewritten."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import ClassVar

import pytest
import sqlalchemy as sa

from houseway.audit.room import audit
from houseway.records.store import Change, Event, Store, anchors, chain, schema
from houseway.records.store.database import Database
from houseway.records.store.keys import PUBLIC_FILE, SIGNING_FILE, public_text, signing_key
from houseway.rules.errors import Unreadable
from houseway.server.runtime.anchoring import Anchoring, Backlog, Destination, _send_next
from support.rooms import opened


async def note(store: Store, text: str) -> None:
    await store.commit(Change("room", None, 0, (Event("noted", {"text": text}),)))


async def anchored_room(folder: Path) -> str:
    """Make a room with three signed anchors and return its URL."""
    url = f"sqlite:///{folder}/room.db"
    async with opened(url) as store:
        for text in ("one", "two", "three"):
            await note(store, text)
            await store.anchor(folder / anchors.FILE, signing_key(folder))
    return url


def rewrite(url: str) -> None:
    """Do what an attacker with full access to the database can: alter old events and recompute every hash."""

    def forge(connection: sa.Connection) -> None:
        for statement in ("events_no_update", "streams_forward"):
            connection.exec_driver_sql(f"DROP TRIGGER {statement}")
        events = schema.events
        previous = chain.FIRST
        for row in connection.execute(sa.select(events).order_by(events.c.number)).mappings().all():
            body = row["body"].replace("two", "TWO")
            forged = {**row, "body": body, "previous": previous}
            hash = chain.event_hash(forged)
            chosen = (events.c.stream == row["stream"]) & (events.c.number == row["number"])
            connection.execute(events.update().where(chosen).values(body=body, previous=previous, hash=hash))
            previous = hash
        connection.execute(schema.streams.update().values(hash=previous))

    async def run() -> None:
        database = Database.at(url)
        await database.write(forge)
        await database.close()

    asyncio.run(run())


def test_an_outside_copy_finds_a_chain_rewritten_with_its_local_anchors(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    outside = tmp_path / "outside.jsonl"
    folder.mkdir()
    url = asyncio.run(anchored_room(folder))
    outside.write_text((folder / anchors.FILE).read_text())
    key = (folder / PUBLIC_FILE).read_text()
    whole = audit(url, anchors_file=outside, public_key=key, must_be_signed=True)
    assert (whole.fault, whole.anchors, whole.signed_anchors) == (None, 3, 3)
    rewrite(url)
    (folder / anchors.FILE).unlink()

    async def anchor_again() -> None:
        async with opened(url) as store:
            await store.anchor(folder / anchors.FILE, signing_key(folder))

    asyncio.run(anchor_again())
    assert audit(url, anchors_file=folder / anchors.FILE, public_key=key).fault is None, "the forger did it all"
    assert "is not the one that was anchored" in str(audit(url, anchors_file=outside, public_key=key).fault)


def test_a_forged_file_of_anchors_is_found_by_the_public_key(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    forger = tmp_path / "forger"
    folder.mkdir()
    forger.mkdir()
    url = asyncio.run(anchored_room(folder))
    key = anchors.public_key((folder / PUBLIC_FILE).read_text())
    heads = anchors.read(folder / anchors.FILE, key).heads
    for signer in (signing_key(forger), None):
        forged = tmp_path / f"forged-{signer is None}.jsonl"
        for stream, number, hash in heads:
            anchors.append(forged, {stream: (number, hash)}, signer)
        assert audit(url, anchors_file=forged).fault is None, "without a key nobody can tell"
        with pytest.raises(Unreadable, match="signed"):
            anchors.read(forged, key, must_be_signed=True)
        report = audit(url, anchors_file=forged, public_key=(folder / PUBLIC_FILE).read_text(), must_be_signed=True)
        assert "signed" in str(report.fault)


def test_signatures_cannot_be_taken_off_later_lines(tmp_path: Path) -> None:
    asyncio.run(anchored_room(tmp_path))
    lines = [json.loads(line) for line in (tmp_path / anchors.FILE).read_text().splitlines()]
    del lines[-1]["signature"]
    (tmp_path / "cut.jsonl").write_text("\n".join(chain.canonical(line) for line in lines) + "\n")
    with pytest.raises(Unreadable, match=r"line 3 of cut\.jsonl is not signed"):
        anchors.read(tmp_path / "cut.jsonl", anchors.public_key((tmp_path / PUBLIC_FILE).read_text()))


def test_unsigned_lines_of_an_older_version_may_come_first(tmp_path: Path) -> None:
    file = tmp_path / anchors.FILE
    anchors.append(file, {"room": (1, "a" * 64)})
    anchors.append(file, {"room": (2, "b" * 64)}, signing_key(tmp_path))
    read = anchors.read(file, anchors.public_key((tmp_path / PUBLIC_FILE).read_text()), must_be_signed=True)
    assert (read.signed, read.unsigned, len(read.heads)) == (1, 1, 2)


def test_the_signing_key_is_made_once_and_for_the_owner_alone(tmp_path: Path) -> None:
    first = public_text(signing_key(tmp_path))
    assert public_text(signing_key(tmp_path)) == first
    assert (tmp_path / PUBLIC_FILE).read_text().strip() == first
    assert (tmp_path / SIGNING_FILE).stat().st_mode & 0o777 == 0o600
    (tmp_path / SIGNING_FILE).chmod(0o644)
    with pytest.raises(Unreadable, match="chmod 600"):
        signing_key(tmp_path)
    with pytest.raises(Unreadable, match="64 hex digits"):
        anchors.public_key("not a key")


# Sent elsewhere ----------------------------------------------------------------------------------------------------


class Receiver(BaseHTTPRequestHandler):
    """Accepts lines by POST; refuses the first, as a server that is being restarted would."""

    lines: ClassVar[list[str]] = []
    refusals = 1

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        cls = type(self)
        refused = cls.refusals > 0
        cls.refusals -= 1
        if not refused:
            cls.lines.append(body.rstrip("\n"))
        self.send_response(503 if refused else 204)
        self.end_headers()

    def log_message(self, *words: object) -> None:
        """Print nothing to the test's output."""


@pytest.fixture
def receiver() -> Iterator[str]:
    Receiver.lines = []
    Receiver.refusals = 1
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/anchors?token=secret"
    server.shutdown()
    thread.join()
    server.server_close()


def test_anchors_are_sent_to_a_file_and_to_an_address(
    tmp_path: Path, receiver: str, caplog: pytest.LogCaptureFixture
) -> None:
    local = tmp_path / anchors.FILE
    outside = tmp_path / "other" / "copy.jsonl"
    outside.parent.mkdir()

    def received() -> str:
        return "".join(f"{line}\n" for line in Receiver.lines)

    async def run(url: str, texts: list[str]) -> None:
        async with opened(url) as store:
            to = (str(outside), receiver)
            task = asyncio.create_task(Anchoring(store, local, seconds=0.01, to=to).run())
            for text in texts:
                await note(store, text)
                count = len(Receiver.lines)
                async with asyncio.timeout(20):
                    while len(Receiver.lines) == count:
                        await asyncio.sleep(0.01)
            async with asyncio.timeout(20):
                while not outside.exists() or not outside.read_text() == local.read_text() == received():
                    await asyncio.sleep(0.01)
            task.cancel()

    url = f"sqlite:///{tmp_path}/room.db"
    asyncio.run(run(url, ["one", "two"]))
    asyncio.run(run(url, ["three"]))  # after a restart the file continues where it ended
    assert Receiver.lines == local.read_text().splitlines()
    key = (tmp_path / PUBLIC_FILE).read_text()
    report = audit(url, anchors_file=outside, public_key=key, must_be_signed=True)
    assert report.fault is None
    assert report.signed_anchors == len(outside.read_text().splitlines())
    assert "could not be sent to http://127.0.0.1" in caplog.text
    assert "secret" not in caplog.text


def send_all(local: Path, destination: Destination, *, most: int = 100) -> int:
    """Deliver the lines that a server starting now would deliver, and return their number."""
    backlog = Backlog(local, destination)
    for count in range(most):
        if _send_next(backlog, destination):
            return count
    raise AssertionError("there is no end of lines")


def local_anchors(path: Path, first: int, last: int) -> None:
    for number in range(first, last + 1):
        anchors.append(path, {"room": (number, f"{number:064x}")}, signing_key(path.parent))


def test_a_new_address_gets_the_backlog_in_order_and_each_line_once(tmp_path: Path, receiver: str) -> None:
    local = tmp_path / anchors.FILE
    local_anchors(local, 1, 3)
    Receiver.refusals = 0
    assert send_all(local, Destination(receiver)) == 3
    assert send_all(local, Destination(receiver)) == 0, "after a restart nothing is sent again"
    local_anchors(local, 4, 5)
    assert send_all(local, Destination(receiver)) == 2
    assert Receiver.lines == local.read_text().splitlines()
    another = f"{receiver}&other=1"
    assert send_all(local, Destination(another)) == 5
    names = sorted(path.name for path in tmp_path.iterdir())
    assert not [name for name in names if "secret" in name], "an address may carry a token"


def test_an_address_that_was_down_goes_on_where_it_was(tmp_path: Path, receiver: str) -> None:
    local = tmp_path / anchors.FILE
    local_anchors(local, 1, 2)
    Receiver.refusals = 0
    assert send_all(local, Destination(receiver)) == 2
    local_anchors(local, 3, 4)
    Receiver.refusals = 2
    running = Backlog(local, Destination(receiver))
    for _ in range(2):
        with pytest.raises(OSError, match="503"):
            _send_next(running, Destination(receiver))
    local_anchors(local, 5, 5)
    assert send_all(local, Destination(receiver)) == 3
    assert Receiver.lines == local.read_text().splitlines()


def test_anchoring_continues_after_the_last_line_of_a_file_with_a_gap(tmp_path: Path) -> None:
    local = tmp_path / anchors.FILE
    outside = tmp_path / "copy.jsonl"
    local_anchors(local, 1, 4)
    lines = local.read_text().splitlines()
    outside.write_text("\n".join([lines[0], lines[1], lines[2][:40]]))  # the disk was full
    assert send_all(local, Destination(str(outside))) == 2
    assert outside.read_text().splitlines() == [lines[0], lines[1], lines[2][:40], lines[2], lines[3]]
    key = anchors.public_key((tmp_path / PUBLIC_FILE).read_text())
    assert anchors.read(outside, key, must_be_signed=True).signed == 4
    outside.unlink()
    assert send_all(local, Destination(str(outside))) == 4
    assert outside.read_text() == local.read_text()


def test_an_incomplete_local_anchor_is_not_sent(tmp_path: Path) -> None:
    local = tmp_path / anchors.FILE
    outside = tmp_path / "copy.jsonl"
    local_anchors(local, 1, 1)
    with local.open("a") as file:
        file.write('{"at":"2026-01')  # a line still being written, or cut short by a crash
    backlog = Backlog(local, Destination(str(outside)))
    assert not _send_next(backlog, Destination(str(outside)))
    assert _send_next(backlog, Destination(str(outside))), "the line has no end yet"
    local_anchors(local, 2, 2)
    assert not _send_next(backlog, Destination(str(outside)))
    assert _send_next(backlog, Destination(str(outside)))
    assert len(outside.read_text().splitlines()) == 2


def test_anchors_are_appended_to_a_destination_that_has_lines_of_another_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """No line is ever removed from a destination; an audit finds lines that do not belong together."""
    local = tmp_path / anchors.FILE
    outside = tmp_path / "copy.jsonl"
    local_anchors(local, 1, 2)
    other = tmp_path / "other"
    other.mkdir()
    local_anchors(other / anchors.FILE, 7, 8)
    there = (other / anchors.FILE).read_text()
    outside.write_text(there)
    assert send_all(local, Destination(str(outside))) == 2
    assert outside.read_text() == there + local.read_text()
    assert "anchors that this room does not know" in caplog.text


def test_a_line_that_was_delivered_twice_is_read_once(tmp_path: Path) -> None:
    url = asyncio.run(anchored_room(tmp_path))
    lines = (tmp_path / anchors.FILE).read_text().splitlines()
    copy = tmp_path / "copy.jsonl"
    copy.write_text("\n".join([lines[0], lines[1], lines[1], lines[2]]) + "\n")
    key = (tmp_path / PUBLIC_FILE).read_text()
    report = audit(url, anchors_file=copy, public_key=key, must_be_signed=True)
    assert report.fault is None
    assert report.signed_anchors == 3
    copy.write_text("\n".join([lines[0], lines[2]]) + "\n")
    assert "does not follow" in str(audit(url, anchors_file=copy, public_key=key).fault)


def test_the_public_key_is_in_the_chain(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(f"sqlite:///{tmp_path}/room.db") as store:
            task = asyncio.create_task(Anchoring(store, tmp_path / anchors.FILE, seconds=60).run())
            async with asyncio.timeout(20):
                while not (tmp_path / anchors.FILE).exists():
                    await asyncio.sleep(0.01)
            task.cancel()
            (event,) = await store.events("room")
            assert event.body == {"public_key": (tmp_path / PUBLIC_FILE).read_text().strip()}

    asyncio.run(run())


@pytest.mark.parametrize("target", ["ftp://host/file", "http://", "https:///path"])
def test_other_places_are_refused(target: str) -> None:
    with pytest.raises(Unreadable, match=r"a file or to http"):
        Destination(target)
