"""Dealer procedures, step by step: the sentences are made from the steps that the engine runs, in their order."""

from __future__ import annotations

from ...games import labels_of
from ...games.labels import sentence_case
from ...rules.errors import plural
from ...rules.game import AnyGame, Deal, Decide, SetHands, Step, Wager
from ...rules.playing import settlement
from ..content import Findings, full_table
from ..document import Block, Column, Heading, Section, Table, Text
from ..wording import with_option_labels
from .quiz import finished_round

Instruction = tuple[str, str]
"""A sentence for the dealer, and its clause."""
OPENED = {
    "seat_by_seat": "Open the hands seat by seat.",
    "hand_by_hand": "Open the first hands of all seats, then the second hands, and so on.",
    "all_at_once": "Open all hands together.",
}


def procedures(findings: Findings) -> Section:
    """Before the round, each step of it, the settlement, and irregularities."""
    game = findings.game
    rows: list[tuple[str, str, str]] = []
    for instruction, clause in instructions(game):
        rows.append((str(len(rows) + 1), instruction, clause))
    columns = (Column("step", number=True), Column("the dealer", wide=True), Column("clause"))
    blocks: list[Block] = [
        Text(
            "The steps are those that the engine runs under these terms, in its order. A changed option changes them "
            "here as well."
        ),
        Table(columns, tuple(rows)),
        *settlement_clauses(findings),
        Heading("When something goes wrong"),
        *irregularities(game),
    ]
    return Section("Dealer procedures", tuple(blocks))


def instructions(game: AnyGame) -> list[Instruction]:
    """Every instruction of a round, from the shuffle to the settlement."""
    listed = [_shuffle(game)]
    for step in game.steps(game.terms, full_table(game)):
        listed += _step(game, step)
    if game.against_the_house:
        listed.append(_dealers_hand(game))
    listed.append((OPENED[game.exposure_order(game.terms)], ""))
    listed.append(("Settle every wager by the clauses of settlement below and the pay tables of the placards.", ""))
    listed.append(
        ("Collect all cards, count them if the round was irregular, and put them into the discard holder.", "")
    )
    return listed


def _shuffle(game: AnyGame) -> Instruction:
    lasts = game.shoe_lasts(game.terms)
    cards = len(game.shoe(game.terms))
    when = f"when {lasts} per cent of the shoe has been dealt" if lasts else "before every round"
    return f"Shuffle the shoe of {cards} cards {when}.", ""


def _step(game: AnyGame, step: Step) -> list[Instruction]:
    labels = labels_of(game)
    match step:
        case Wager(spots=spots, clause=clause):
            lines = [("Ask every seat for its wagers, and check each against its limits:", clause)]
            for spot in spots:
                name = sentence_case(labels.name("wagers", spot.name))
                kind = "optional" if spot.optional else "compulsory"
                lines.append((f"{name}: {spot.low:,} to {spot.high:,} chips, {kind}.", spot.clause))
            return [*lines, ("Close the wagers; no chip is touched after this.", clause)]
        case Deal(cards=cards, dealer=dealer, one_by_one=one_by_one, to=to, clause=clause):
            who = f"each seat that chose “{labels.name('decisions', to).lower()}”" if to else "each seat"
            house = f" and {plural(dealer, 'card')} to the dealer's place" if dealer else ""
            how = "one by one" if one_by_one else "in packets"
            return [(f"Deal {plural(cards, 'card')} face down to {who}{house}, {how}.", clause)]
        case Decide(options=options, leaving=leaving, in_turn=in_turn, clause=clause):
            order = (
                "Ask each seat in turn"
                if in_turn
                else "Ask all seats to decide in secret, and open the decisions together"
            )
            choices = ", ".join(labels.name("decisions", option).lower() for option in options)
            lines = [(f"{order}: {choices}.", clause)]
            for option in leaving:
                name = labels.name("decisions", option).lower()
                lines.append(
                    (f"Take the cards of a seat that chose “{name}”; it leaves the round.", step.clause_of(option))
                )
            return lines
        case SetHands(who=who, dealer_exposed=dealer_exposed, clause=clause):
            subject = {
                "everyone": "every seat",
                "bettors": "the bettors",
                "banker": "the banker",
                "dealer": "the dealer",
            }
            shown = " The dealer's cards are face up meanwhile." if dealer_exposed else ""
            return [(f"Wait until {subject[who]} has set the hands face down.{shown}", clause)]


def _dealers_hand(game: AnyGame) -> Instruction:
    if game.house_way is None:
        return "Open the dealer's cards and arrange them from the highest to the lowest.", ""
    return "Open the dealer's cards and set them the house way. The dealer has no choice.", ""


PAID_ROUNDS = 20
"""Rounds from a seed, whose payments show by which chapters the engine pays."""
SHOWN_ELSEWHERE = ("Pay tables", "Evaluation")
"""Chapters of the sheet that the placards show, or that say how the rules were read."""


def settlement_clauses(findings: Findings) -> list[Block]:
    """The chapters of the sheet that a dealer needs for the settlement, clause by clause."""
    blocks: list[Block] = [
        Heading("Settlement"),
        Text(
            "The chapters of the sheet by which the engine pays, and what follows them. Pay tables are on the placards."
        ),
    ]
    for section in settling_sections(findings):
        rows = tuple(
            (with_option_labels(findings.labels, clause.text), clause.id)
            for clause in findings.book.clauses.values()
            if clause.section == section
        )
        blocks.append(Table((Column(section, wide=True), Column("clause")), rows))
    return blocks


def settling_sections(findings: Findings) -> list[str]:
    """The chapters of the sheet by which the engine pays, and those after the last one that a step cites."""
    game = findings.game
    clauses = findings.book.clauses
    sections = list(findings.book.sections)
    cited = {clauses[step.clause].section for step in game.steps(game.terms, full_table(game))}
    last = max(sections.index(section) for section in cited)
    paid = {
        clauses[payment.clause].section
        for number in range(PAID_ROUNDS)
        for payment in settlement(finished_round(game, f"procedures {number}"))
        if payment.clause in clauses
    }
    return [
        section
        for place, section in enumerate(sections)
        if (place > last or section in paid) and section not in SHOWN_ELSEWHERE
    ]


def irregularities(game: AnyGame) -> list[Block]:
    """The reasons to void a round, as the engine accepts them."""
    rows = tuple(
        (sentence_case(reason.says) + ".", reason.clause) for reason in game.irregularities(game.terms).values()
    )
    table = Table((Column("the round is void if", wide=True), Column("clause")), rows)
    return [Text("A void round returns every stake. Call the floor before any card or chip is moved."), table]
