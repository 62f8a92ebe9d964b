"""
What four jurisdictions ask of a new table game, in our own words and with the citation of each point.

Public texts were read for this, and `notes` says which, and what could not be read. A point is answered from the
product or by the applicant. This is a working list, not legal advice: the applicant compares it with the text in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ...rules.errors import Unreadable, nearest


class Answer(Enum):
    """What answers a point: a part of the packet, or the applicant."""

    RULES = "rules"
    SUMMARY = "summary"
    EXAMPLES = "examples"
    ODDS = "odds"
    PAYOUTS = "payouts"
    STATISTICS = "statistics"
    LAYOUT = "layout"
    EQUIPMENT = "equipment"
    CARDS = "cards"
    WAGERS = "wagers"
    PROCEDURES = "procedures"
    TRAINING = "training"
    CONTROLS = "controls"
    POSTING = "posting"
    CHANGES = "changes"
    APPLICANT = "applicant"


@dataclass(frozen=True)
class Point:
    """One point of a checklist."""

    citation: str
    asks: str
    answer: Answer


@dataclass(frozen=True, kw_only=True)
class Jurisdiction:
    """A regulator, its checklist, and where the checklist was read."""

    key: str
    authority: str
    rule: str
    points: tuple[Point, ...]
    notes: tuple[str, ...]


WASHINGTON = Jurisdiction(
    key="wa",
    authority="Washington State Gambling Commission",
    rule="WAC 230-15-035",
    points=(
        Point(
            "WAC 230-15-035(1)",
            "The request comes from a licensee that may supply card games, in the form that the Commission requires.",
            Answer.APPLICANT,
        ),
        Point("WAC 230-15-035(1)(a)", "The new game and its rules of play.", Answer.RULES),
        Point("WAC 230-15-035(1)(b)", "Changes to an approved game, in writing.", Answer.CHANGES),
        Point(
            "WAC 230-15-040(1)(a)",
            "The game is played with standard playing cards or approved facsimiles.",
            Answer.CARDS,
        ),
        Point(
            "WAC 230-15-040(1)(b)",
            "The number of separate games that are played with one hand of cards.",
            Answer.WAGERS,
        ),
        Point(
            "WAC 230-15-060",
            "What is posted: limits, odds-based prizes, rules of play, and limits on payouts at the table.",
            Answer.POSTING,
        ),
        Point(
            "Approval letter, commercial rooms",
            "The game is run by the rules of play of the request.",
            Answer.PROCEDURES,
        ),
        Point(
            "Approval letter, commercial rooms",
            "Each operator has its internal controls approved before it offers the game.",
            Answer.CONTROLS,
        ),
        Point(
            "Approval letter, commercial rooms",
            "Makers and distributors of layouts and other equipment are licensed by the state before they sell them.",
            Answer.APPLICANT,
        ),
        Point(
            "Approval letter, tribal casinos",
            "Each operation obtains the approval of its Tribal Gaming Agency, which asks the Commission to concur.",
            Answer.APPLICANT,
        ),
        Point(
            "Approval letter, tribal casinos",
            "The tribal submission includes what Appendix A, Section 18 of the Tribal-State Compact asks for.",
            Answer.APPLICANT,
        ),
        Point(
            "Approval letter, tribal casinos",
            "Makers and distributors are certified by the state and licensed by the Tribe before they sell equipment.",
            Answer.APPLICANT,
        ),
        Point(
            "Approval letter",
            "The game is not marketed before the applicant has its gambling licence.",
            Answer.APPLICANT,
        ),
        Point(
            "Approval letter",
            "The Commission is contacted about every modification that is considered.",
            Answer.CHANGES,
        ),
    ),
    notes=(
        "WAC 230-15-035 was read as in force from 14 June 2021 (WSR 21-11-057), WAC 230-15-060 as amended by the same.",
        "Of WAC 230-15-040 only the beginning of the amendment of 2009 (WSR 09-17-076) was read; later amendments were "
        "not found. Compare the point on separate games with the text in force.",
        "The conditions are those of the Commission's approval letters of 21 May 2008 for two games of this kind, "
        "Pyramid Poker and Pick 2 Poker. A letter for another game may have others.",
        "The Commission's own form for a request was not found.",
    ),
)

NEW_JERSEY = Jurisdiction(
    key="nj",
    authority="New Jersey Division of Gaming Enforcement",
    rule="N.J.A.C. 13:69F-8.4(d)",
    points=(
        Point(
            "13:69F-8.4(b)",
            "At least one casino licensee is a petitioner and agrees in writing to take part in a test of the game.",
            Answer.APPLICANT,
        ),
        Point(
            "13:69F-8.4(d)",
            "The petition is in writing, signed, and sent to the Division's intake unit.",
            Answer.APPLICANT,
        ),
        Point("13:69F-8.4(d)1", "Names and addresses of the petitioners.", Answer.APPLICANT),
        Point(
            "13:69F-8.4(d)2",
            "Whether the game is a variation of an authorized game, a composite of such games, or another game.",
            Answer.APPLICANT,
        ),
        Point(
            "13:69F-8.4(d)3.i", "A summary: the object of the game, how it is played, and its wagers.", Answer.SUMMARY
        ),
        Point(
            "13:69F-8.4(d)3.ii",
            "Draft rules with the equipment. Their final form follows the rules for agency rulemaking (N.J.A.C. 1:30).",
            Answer.RULES,
        ),
        Point("13:69F-8.4(d)3.iii", "True odds and payout odds, with what the point adds to them.", Answer.ODDS),
        Point("13:69F-8.4(e)", "The layout, which the Division may consider.", Answer.LAYOUT),
        Point("13:69F-8.4(e)", "The equipment, which the Division may consider.", Answer.EQUIPMENT),
        Point(
            "13:69F-8.4(e)", "Personnel, which the Division may consider: what a dealer has to learn.", Answer.TRAINING
        ),
        Point("13:69F-8.4(e)", "Security and integrity of the game, which the Division may consider.", Answer.CONTROLS),
        Point("13:69F-8.4(e)", "Similarity to authorized games, which the Division may consider.", Answer.APPLICANT),
    ),
    notes=(
        "N.J.A.C. 13:69F-8.4 was read in two public copies of September and October 2024, both incomplete.",
        "Of subsection (d) the text after “the true odds, the payout odds” in (d)3.iii could not be read. Further "
        "points of (d) are missing from this list: add them from the text in force.",
        "The points under (e) are what the Division may consider by that subsection, not points of the petition.",
    ),
)

NEVADA = Jurisdiction(
    key="nv",
    authority="Nevada Gaming Control Board",
    rule="Nevada Gaming Commission Regulation 14.230(2)",
    points=(
        Point(
            "Regulation 14.230(2)",
            "Name, permanent address, social security number and driver's license number of the developer.",
            Answer.APPLICANT,
        ),
        Point("Regulation 14.230(2)", "A name of the game that no approved game has.", Answer.APPLICANT),
        Point("Regulation 14.230(2)", "A description of the game with its rules of play.", Answer.RULES),
        Point("Regulation 14.230(2)", "Specific examples of play.", Answer.EXAMPLES),
        Point("Regulation 14.230(2)", "The proposed schedule of payouts.", Answer.PAYOUTS),
        Point("Regulation 14.230(2)", "A statistical evaluation of the theoretical percentages.", Answer.STATISTICS),
        Point("Board's evaluation procedure", "A letter that asks for approval.", Answer.APPLICANT),
        Point("Board's evaluation procedure", "The layout and a player's betting position.", Answer.LAYOUT),
        Point("Board's evaluation procedure", "Dealing procedures.", Answer.PROCEDURES),
        Point(
            "Board's evaluation procedure",
            "The card with the rules that players are given in the trial.",
            Answer.POSTING,
        ),
        Point("Board's evaluation procedure", "Samples of new or modified equipment.", Answer.APPLICANT),
        Point(
            "Board's evaluation procedure",
            "A mathematical certification by a registered independent laboratory.",
            Answer.APPLICANT,
        ),
        Point("Board's evaluation procedure", "The receipt of the patent application.", Answer.APPLICANT),
        Point("Board's evaluation procedure", "A letter of the casino that hosts the field trial.", Answer.APPLICANT),
    ),
    notes=(
        "The text of Regulation 14.230 itself was not available to us. Its points follow a law firm's public summary, "
        "“Approval of New Games” of May 2008 (lrrc.com).",
        "The points of the Board's evaluation procedure follow a public guide for game inventors (“The "
        "Step-by-Step Process for Obtaining a Field Trial in Nevada as a Game Inventor”, vegas-aces.com), without a "
        "date.",
        "Compare every point with the regulation and the Board's procedure in force.",
    ),
)

MARYLAND = Jurisdiction(
    key="md",
    authority="Maryland Lottery and Gaming Control Commission",
    rule="COMAR 36.05.03.20",
    points=(
        Point("COMAR 36.05.03.20A(1)", "A detailed description with the rules of play and of wagering.", Answer.RULES),
        Point(
            "COMAR 36.05.03.20A(2)",
            "Whether the game is a variation of an authorized game, a composite of such games, or new.",
            Answer.APPLICANT,
        ),
        Point("COMAR 36.05.03.20A(3)", "True odds, payout odds and house advantage of each wager.", Answer.ODDS),
        Point("COMAR 36.05.03.20A(4)", "A sketch or picture of the layout.", Answer.LAYOUT),
        Point("COMAR 36.05.03.20A(5)", "Sketches, pictures or samples of the equipment.", Answer.EQUIPMENT),
        Point("COMAR 36.05.03.20A(6)", "The reason for proposing the game.", Answer.APPLICANT),
        Point("COMAR 36.05.03.20A(7)", "Other jurisdictions in which the game is offered.", Answer.APPLICANT),
        Point(
            "COMAR 36.05.03.20A(8)", "Copyrights, trademarks and patents on game, name and equipment.", Answer.APPLICANT
        ),
        Point("COMAR 36.05.03.20A(9)", "Further information that the Commission asks for.", Answer.APPLICANT),
        Point(
            "COMAR 36.05.03.20B",
            "A review by an independent laboratory that the Commission has certified, at the operator's expense.",
            Answer.APPLICANT,
        ),
        Point("COMAR 36.05.03.16A", "Dealer training programs are submitted for approval.", Answer.TRAINING),
        Point("COMAR 36.05.03.16A", "Layouts, signs and gaming guides are submitted for approval.", Answer.POSTING),
    ),
    notes=(
        "COMAR 36.05.03.20 and 36.05.03.16A were read in a public copy of the Division of State Documents; its date is "
        "not known. Compare them with the text in force.",
    ),
)

JURISDICTIONS = {each.key: each for each in (WASHINGTON, NEW_JERSEY, NEVADA, MARYLAND)}


def jurisdiction_named(key: str) -> Jurisdiction:
    """The jurisdiction with this key, in any case."""
    jurisdiction = JURISDICTIONS.get(key.lower())
    if jurisdiction is None:
        keys = ", ".join(JURISDICTIONS)
        raise Unreadable(f"--for takes {keys}, not {key!r}{nearest(key, JURISDICTIONS)}")
    return jurisdiction
