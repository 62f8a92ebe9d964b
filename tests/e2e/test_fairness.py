"""The page contributes to the shuffle, stores what it sent, and verifies records of every format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from houseway.records.provenance import move_digest, opening_digest, record_digest
from support.dealt_at_a_table import recorded
from support.page_player import page_errors, play_round, sit_down
from support.server_process import Server

GOLDEN = Path(__file__).parents[1] / "golden"
NO_WEBCRYPTO = "Object.defineProperty(crypto, 'subtle', { value: undefined })"


def open_own_round(page: Page, server: Server) -> None:
    """Play a round and open its page."""
    sit_down(page, server.url, "pyramid")
    play_round(page)
    page.get_by_role("link", name="Replay and verify").click()
    page.locator("[data-verify]").wait_for()


def verify_file(page: Page, text: str) -> tuple[str, str]:
    """Verify a record from a file; return the verdict and all lines of the page."""
    page.get_by_label("A record file").set_input_files(
        {"name": "round.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    page.locator("[data-verdict]").wait_for()
    page.wait_for_timeout(50)
    verdict = page.locator("[data-verdict]").get_attribute("data-verdict")
    return str(verdict), page.get_by_label("Verification").inner_text()


def with_new_digests(record: Any) -> str:
    """The text of a changed record whose digests fit the change."""
    digest = opening_digest(record)
    for move in record["moves"]:
        digest = move["digest"] = move_digest(digest, move)
    return json.dumps({**record, "digest": record_digest(record)})


def record_with_contributors(count: int, version: int = 2) -> Any:
    """A record of pyramid to whose shuffle exactly `count` seats contributed."""
    for seed in range(200):
        record = json.loads(recorded("pyramid", seed, version))
        if sum(sent is not None for sent in record["shuffle"]["clients"].values()) == count:
            return record
    raise AssertionError(f"none of the first 200 rounds has {count} contributors")


def test_records_of_every_format_are_checked_in_the_browser(server: Server, page: Page) -> None:
    open_own_round(page, server)
    page.get_by_text("Check a record from a file").click()
    for folder in ("tables", "tables_3"):
        for file in sorted((GOLDEN / folder).glob("*.json")):
            verdict, lines = verify_file(page, file.read_text(encoding="utf-8"))
            assert verdict == "true", f"{file}: {lines}"
            assert ("could choose it together" in lines) == (folder == "tables"), file
    record = record_with_contributors(2)
    seat = next(seat for seat, sent in record["shuffle"]["clients"].items() if sent)
    for instead in ("00" * 32, None):
        record["shuffle"]["clients"][seat] = instead
        verdict, lines = verify_file(page, with_new_digests(record))
        assert (verdict, "does not fit the commitment its client made" in lines) == ("false", True)
    for version in (1, 2):
        verdict, lines = verify_file(page, json.dumps(record_with_contributors(0, version)))
        assert verdict == "true"
        assert "No player cut the shoe" in lines
        assert "nobody alone" not in lines
        assert "Everything holds" not in lines
    assert page_errors(page) == []


def test_the_browser_finds_its_contribution_in_the_record_or_reports_it_missing(server: Server, page: Page) -> None:
    open_own_round(page, server)
    page.click("[data-verify]")
    expect(page.locator("[data-verdict]")).to_have_text("Everything holds")
    expect(page.get_by_label("Verification")).to_contain_text("your 32 bytes are there at seat")
    for change, message in (
        ("part.published.commitments.push('00'.repeat(32))", "are not those that were published before"),
        ("part.entropy = '00'.repeat(32)", "it is not in the record at your seat"),
        ("part.house = '00'.repeat(32)", "another commitment than the one this browser was shown"),
    ):
        page.evaluate(
            f"""() => {{
              const kept = JSON.parse(localStorage.getItem('houseway-entropy'))
              for (const [, part] of kept) {change}
              localStorage.setItem('houseway-entropy', JSON.stringify(kept))
            }}"""
        )
        page.click("[data-verify]")
        expect(page.get_by_label("Verification")).to_contain_text(message)
        expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "false")
    page.evaluate("localStorage.removeItem('houseway-entropy')")
    page.click("[data-verify]")
    expect(page.get_by_label("Verification")).to_contain_text("This browser has nothing to compare")


def test_a_page_without_webcrypto_contributes_too(server: Server, own_page: Page) -> None:
    """A browser offers WebCrypto to https and localhost only; a room may be opened in a home network by http."""
    own_page.add_init_script(NO_WEBCRYPTO)
    open_own_round(own_page, server)
    own_page.click("[data-verify]")
    expect(own_page.locator("[data-verdict]")).to_have_text("Everything holds")
    expect(own_page.get_by_label("Verification")).to_contain_text("your 32 bytes are there at seat")
