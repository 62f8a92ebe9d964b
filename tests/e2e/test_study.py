"""The pages for study (odds lab, rulebook, history, replay, drill) and the operator's pages."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Download, Page, Route, expect

from e2e.page_checks import check_page
from support.page_player import DESK, arrive, new_page, page_errors, play_round, set_hands, sit_down
from support.server_process import Server

LONG = 600_000
"""Milliseconds: a bound for a broken page, far beyond what a busy machine needs."""
"""Milliseconds until a wait for an exact price fails; generous, because the machine may be busy."""


def open_lab(page: Page, server: Server, game: str = "pyramid", query: str = "") -> None:
    page.goto(f"{server.url}/odds/{game}{query}")
    page.locator("[data-counted]").wait_for(timeout=LONG)


def figures(page: Page) -> dict[str, str]:
    """The expectations that the lab shows, by wager and strategy."""
    return {str(cell.get_attribute("data-ev")): cell.inner_text() for cell in page.locator("[data-ev]").all()}


def download(page: Page, selector: str) -> tuple[Download, str]:
    """Press a button that downloads a file; return the download and its text."""
    with page.expect_download() as event:
        page.locator(selector).first.click()
    return event.value, Path(event.value.path()).read_text()


def price_by_command(*words: str) -> dict[str, Any]:
    """What `houseway price` prints."""
    command = [sys.executable, "-m", "houseway", "price", "pyramid", "--json", *words]
    done = subprocess.run(command, capture_output=True, check=True)
    price: dict[str, Any] = json.loads(done.stdout)
    return price


# The odds lab --------------------------------------------------------------------------------------------------------


def test_the_lab_and_the_command_agree_on_an_edited_pay_table_and_another_reading(server: Server, page: Page) -> None:
    open_lab(page, server)
    page.fill('[data-option="w2_paytable.flush"]', "3")
    page.select_option('[data-option="w2_overlap"]', "sum")
    page.locator('[data-foreseen="true"]').first.wait_for(state="detached", timeout=LONG)
    page.locator("[data-counted]").wait_for(timeout=LONG)
    priced = price_by_command("--set", "w2_paytable.flush=3", "--set", "w2_overlap=sum")
    expected = {
        f"{wager} {name}": f"{float(Fraction(strategy['ev'])) * 100:+.4f} %"
        for wager, wager_price in priced["wagers"].items()
        for name, strategy in wager_price["strategies"].items()
    }
    assert figures(page) == expected
    assert "w2_paytable.flush=3" in page.url
    assert "w2_overlap=sum" in page.url
    expect(page.locator('[data-plot="changes"]')).to_contain_text("all together")
    raised = page.locator('[data-flag="true"]')
    raised.wait_for(timeout=LONG)
    raised.locator("summary").click()
    expect(raised.locator(".chip").first).to_be_visible()
    shared = page.url
    page.goto(server.url)
    page.goto(shared)
    page.locator("[data-counted]").wait_for(timeout=LONG)
    assert figures(page) == expected, "a shared link shows the same"
    file, text = download(page, '[data-save="JSON"]')
    assert file.suggested_filename == "pyramid-odds.json"
    assert json.loads(text)["wagers"] == priced["wagers"]


TYPED = """async ([option, value]) => {
  const cell = document.querySelector('[data-ev="three_card only"]')
  const input = document.querySelector(`[data-option="${option}"]`)
  const before = cell.textContent
  const begun = performance.now()
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
  while (cell.textContent === before && performance.now() - begun < 5000) await new Promise(requestAnimationFrame)
  return performance.now() - begun
}"""


def test_a_payout_that_changes_no_count_is_shown_at_once(server: Server, page: Page) -> None:
    """Each typed figure is on the page within 100 ms, and the count that follows agrees with it."""
    open_lab(page, server)
    page.focus('[data-option="straight_flush_pays"]')
    page.locator('[data-option="straight_flush_pays"][data-known="true"]').wait_for(timeout=LONG)
    waits = [page.evaluate(TYPED, ["straight_flush_pays", str(pays)]) for pays in (40, 41, 42, 43, 50)]
    assert min(waits) < 100, waits
    shown = figures(page)
    assert shown["three_card only"] == "+0.8285 %"
    page.locator('[data-foreseen="true"]').first.wait_for(state="detached", timeout=LONG)
    assert figures(page) == shown


def test_every_figure_opens_its_certificate(server: Server, page: Page) -> None:
    open_lab(page, server)
    page.click('[data-certificate="three_card only"]')
    box = page.get_by_role("dialog")
    assert box.locator("[data-deals]").inner_text() == "5,013,320"
    assert Fraction(box.locator("[data-exact]").inner_text()) < 0
    box.locator("[data-second]").wait_for(timeout=LONG)
    expect(box.locator("[data-second]")).to_contain_text("It agrees")
    _, text = download(page, "dialog button:has-text('Download the certificate')")
    assert json.loads(text)["houseway_certificate"] == 1
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_files_of_the_lab_are_well_formed(server: Server, page: Page) -> None:
    open_lab(page, server)
    _, text = download(page, '[data-save="CSV"]')
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["wager"] for row in rows].count("main") == 4
    assert all(Fraction(row["ev"]) and float(row["standard_deviation"]) > 0 for row in rows)
    file, text = download(page, '[data-save="SVG"]')
    drawing = ElementTree.fromstring(text)
    assert file.suggested_filename == "pyramid-spread.svg"
    assert drawing.tag.endswith("svg")
    assert "var(" not in text, "the file needs no style sheet"
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}rect"))) > 3


def test_the_strategy_in_sentences_is_shown(server: Server, page: Page) -> None:
    open_lab(page, server)
    page.get_by_role("region", name="A strategy to learn").scroll_into_view_if_needed()
    page.locator("[data-lessons]").wait_for(timeout=LONG)
    assert page.locator("[data-lessons] li").count() >= 3
    assert float(page.locator("[data-cost]").inner_text()) < 0.001


def test_estimates_are_marked_and_readings_among_players_gain_nothing(server: Server, page: Page) -> None:
    open_lab(page, server, "chinese")
    assert "±" in next(iter(figures(page).values()))
    assert "estimates" in page.locator("[data-counted]").inner_text()
    readings = page.get_by_role("region", name="The price of every reading")
    readings.get_by_role("button", name="Start").click()
    readings.locator('[data-bar="bonuses=true"]').first.wait_for(timeout=LONG)
    expect(readings).to_contain_text("Bonuses: Yes (Whole round, spread of results)")
    expect(readings).to_contain_text("Amounts between players, in units a round")
    expect(readings).to_contain_text("% of duels")
    readings.locator("[data-unmoved] summary").click()
    expect(readings).to_contain_text("It moves units only after a foul, and the house way never fouls.")
    expect(readings).to_contain_text("no reading gains anything on average")
    assert readings.locator('rect[class*="nobodys"]').count() >= 5


HOLDS_A_WORKER = """() => {
  const body = JSON.stringify({ game: 'showdown', options: {} })
  const headers = { 'content-type': 'application/json' }
  const ask = () => fetch('/api/lab/readings', { method: 'POST', headers, body })
  return ask().then((answer) => answer.body.getReader().read()).then(() => true)
}"""


def test_a_page_whose_question_waits_shows_its_place_in_the_queue(server: Server, page: Page) -> None:
    """A second page of the same visitor occupies their worker for long questions; when it closes, ours is next."""
    arrive(page, server.url)
    other = page.context.new_page()
    other.goto(server.url)
    assert other.evaluate(HOLDS_A_WORKER)
    open_lab(page, server)
    readings = page.get_by_role("region", name="The price of every reading")
    readings.locator('[data-queued="1"]').wait_for(timeout=LONG)
    expect(readings).to_contain_text("Waiting: next in the queue")
    other.close()
    readings.locator("[data-queued]").wait_for(state="detached", timeout=LONG)


# The rulebook --------------------------------------------------------------------------------------------------------


def test_a_clause_has_a_stable_link_and_runs_its_examples_on_request(server: Server, page: Page) -> None:
    arrive(page, server.url)
    page.goto(f"{server.url}/rules/pyramid#PYR-38")
    example = page.locator("#PYR-38 [data-example]").first
    example.wait_for()
    assert example.get_attribute("data-agrees") == "true"
    assert "three of a kind wins, 30" in example.inner_text()
    page.locator('#PYR-36 [data-run="PYR-36"]').click()
    page.locator("#PYR-36 [data-example]").first.wait_for()
    page.locator("#PYR-A7").get_by_role("link", name="One hand is a copy: The bank wins").click()
    page.wait_for_url("**/odds/pyramid?single_copy=bank_wins")
    assert page_errors(page) == []


def test_the_rulebook_shows_the_effect_of_each_reading(server: Server, page: Page) -> None:
    arrive(page, server.url)
    page.goto(f"{server.url}/rules/chinese")
    page.locator("[data-price-readings]").click()
    page.locator("[data-price]").first.wait_for(timeout=LONG)
    expect(page.locator('[data-price="six_pairs_quads=exclude"]')).to_contain_text("Any natural -0.0464 %")
    expect(page.locator('[data-price="wheel=second"]')).to_contain_text("Two players, scored differently +")
    expect(page.locator('[data-price="players=2"]')).to_have_text("no change found")


# Rounds played --------------------------------------------------------------------------------------------------------


def test_rounds_give_a_skill_line_a_replay_a_verdict_and_a_coach(server: Server, page: Page) -> None:
    sit_down(page, server.url, "pyramid")
    play_round(page)
    page.goto(f"{server.url}/history")
    page.locator('[data-mean="pyramid"]').wait_for(timeout=LONG)
    page.select_option("text=Ended >> select", "void")
    expect(page.get_by_text("None of your rounds match.")).to_be_visible()
    page.goto(f"{server.url}/history?game=pyramid")
    page.locator("circle").first.click()
    page.locator("[data-verify]").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "true")
    assert page.locator('[data-check="true"]').count() == 7
    page.locator("[data-check] summary").first.click()
    expect(page.locator("[data-check] pre").first).to_contain_text("move 1")
    page.get_by_role("button", name="To the start").click()
    expect(page.locator("[data-step]")).to_have_text("The round opens.")
    page.get_by_role("slider").press("ArrowRight")
    expect(page.locator('[data-step="1"]')).to_be_visible()
    page.locator("[data-coach]").click()
    page.locator("[data-gave-up]").wait_for(timeout=LONG)
    with page.expect_download() as event:
        page.get_by_role("link", name="Download the record").click()
    assert json.loads(Path(event.value.path()).read_text())["game"] == "pyramid"
    assert page_errors(page) == []


@pytest.mark.parametrize("game", ["pyramid", "pick2"])
def test_a_drill_deals_judges_and_explains(server: Server, page: Page, game: str) -> None:
    arrive(page, server.url)
    page.goto(f"{server.url}/drill/{game}")
    for number in (1, 2):
        page.locator("[data-put], [data-option]").first.wait_for(timeout=LONG)
        if page.locator("[data-put]").count():
            set_hands(page, "keys")
        else:
            page.locator("[data-option]").last.click()
        page.locator("[data-gave-up]").wait_for(timeout=LONG)
        expect(page.get_by_text("Best:")).to_be_visible()
        assert page.locator("[data-score]").get_attribute("data-score") == str(number)
        page.locator("[data-next-hand]").click()
    assert page_errors(page) == []


# The operator --------------------------------------------------------------------------------------------------------


TERMS_IN_FORCE = "**/api/operator/terms/*"


def open_operator_page(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/operator")
    page.fill("input[type=password]", server.token)
    page.click("[data-open-desk]")
    page.locator(".glance").wait_for()


def open_part(page: Page, name: str) -> None:
    page.get_by_role("navigation", name="Parts of the operator page").get_by_role("link", name=name).click()


def fill_in_a_limit_when_the_terms_are_here(page: Page) -> None:
    """A limit cannot be edited before the terms in force arrive, which would overwrite it; then it is filled in."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(TERMS_IN_FORCE, hold)
    with page.expect_request(TERMS_IN_FORCE):
        open_part(page, "Terms and limits")
    page.get_by_role("heading", name="Versions").wait_for()
    expect(page.locator("[data-option]")).to_have_count(0)
    assert waiting
    for route in waiting:
        route.continue_()
    page.unroute(TERMS_IN_FORCE)
    page.fill('[data-option="w1_max"]', "200")


def play_without_a_legal_limit(operator: Page, player: Page) -> None:
    """A wager above every legal limit known is refused, until "none" is chosen; the table then says so."""
    operator.fill('[data-option="w1_max"]', "1000")
    operator.click("[data-put-terms]")
    expect(operator.locator("[data-said]")).to_contain_text("the highest legal limit known")
    profile = operator.locator('[data-option="limit_profile"]')
    operator.get_by_text("Readings and pays").click()
    expect(profile).to_have_value("")
    profile.select_option("none")
    operator.click("[data-put-terms]")
    expect(operator.locator('[data-version="2"]')).to_contain_text("Legal limits of the year: None: no legal limit")
    player.reload()
    player.click("[data-rules-here]")
    expect(player.locator("[data-limit-in-force]").first).to_contain_text("No legal limit is applied")
    player.keyboard.press("Escape")


def test_the_operator_voids_changes_terms_rules_and_audits(server: Server, browser: Browser, page: Page) -> None:
    sit_down(page, server.url, "pyramid")
    play_round(page)
    code = page.url.rsplit("/", 1)[-1]
    page.goto(f"{server.url}/history?words={code}")
    page.get_by_role("link", name="Replay and verify").first.click()
    page.get_by_text("Object to this round").click()
    page.get_by_label("What was wrong?").fill("the dealer's low hand was read wrong")
    page.get_by_role("button", name="Send to the operator").click()
    expect(page.get_by_role("status")).to_contain_text("The operator has your objection")
    page.goto(f"{server.url}/table/{code}")
    page.locator("[data-post], [data-next]").first.wait_for()
    if page.locator("[data-next]").count():
        page.locator("[data-next]").first.click()
    page.locator("[data-post]").first.click()
    page.locator("[data-put]").wait_for()
    operator = new_page(browser.new_context(viewport=DESK, reduced_motion="reduce"))  # type: ignore[arg-type]
    open_operator_page(operator, server)
    row = operator.locator(f'[data-table="{code}"]')
    row.locator("[data-void]").click()
    operator.click("[data-void-now]")
    expect(operator.locator("[data-said]")).to_contain_text("every stake went back")
    fill_in_a_limit_when_the_terms_are_here(operator)
    operator.click("[data-put-terms]")
    expect(operator.locator('[data-version="1"]')).to_contain_text("First wager, most: 200")
    play_without_a_legal_limit(operator, page)
    open_part(operator, "Rounds and disputes")
    dispute = operator.locator("[data-dispute]").first
    _, text = download(operator, "[data-evidence]")
    record = json.loads(text)["record"]
    assert record["game"] == "pyramid"
    assert code not in json.dumps(record), "a record does not give the code of a private table away"
    dispute.get_by_label("Ruling").fill("The record shows the house way as printed.")
    dispute.locator("[data-uphold]").click()
    expect(dispute).to_contain_text("upheld")
    operator.fill("input[type=search]", code)
    operator.click("[data-find]")
    operator.locator(f'[data-found="{record["round"]}"] [data-replay]').click()
    expect(operator.locator("[data-step]")).to_be_visible()
    open_part(operator, "Returns")
    expect(operator.get_by_role("cell", name="Third wager").first).to_be_visible()
    open_part(operator, "Audit and backup")
    operator.click("[data-begin-audit]")
    expect(operator.locator("[data-audit]")).to_have_attribute("data-audit", "sound", timeout=LONG)
    with operator.expect_download() as copy:
        operator.click("[data-backup]")
    assert copy.value.suggested_filename.endswith(".houseway.gz")
    assert Path(copy.value.path()).read_bytes()[:2] == b"\x1f\x8b"
    assert page_errors(operator) == []
    operator.context.close()


def test_a_wrong_token_opens_nothing(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/operator")
    page.fill("input[type=password]", "not the token")
    page.click("[data-open-desk]")
    expect(page.locator("[data-said]")).to_contain_text("this is for the operator")
    assert page.locator(".glance").count() == 0


# Accessibility -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_page_of_study_is_accessible_and_fits(server: Server, browser: Browser, theme: str) -> None:
    context = browser.new_context(viewport=DESK, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = new_page(context)
    sit_down(page, server.url, "pyramid")
    play_round(page)
    page.goto(f"{server.url}/history")
    page.locator("circle").first.wait_for(timeout=LONG)
    check_page(page, "study-history", theme)
    page.locator("circle").first.click()
    page.locator("[data-verify]").click()
    page.locator("[data-verdict]").wait_for()
    page.locator("[data-coach]").click()
    page.locator("[data-gave-up]").wait_for(timeout=LONG)
    check_page(page, "study-round", theme)
    open_lab(page, server, query="?straight_flush_pays=50")
    check_page(page, "study-odds", theme)
    page.click('[data-certificate="main best"]')
    page.locator("[data-second]").wait_for(timeout=LONG)
    check_page(page, "study-certificate", theme)
    page.goto(f"{server.url}/rules/pyramid#PYR-38")
    page.locator("[data-example]").first.wait_for()
    check_page(page, "study-rules", theme)
    page.goto(f"{server.url}/drill/pyramid")
    page.locator("[data-put]").wait_for(timeout=LONG)
    check_page(page, "study-drill", theme)
    open_operator_page(page, server)
    for name in ("Tables", "Terms and limits", "Rounds and disputes", "Returns", "Audit and backup"):
        open_part(page, name)
        page.wait_for_timeout(200)
        check_page(page, f"study-house-{name.split()[0].lower()}", theme, sizes=("laptop",))
    assert page_errors(page) == []
    context.close()
