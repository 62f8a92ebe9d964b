"""A training quiz: hands dealt from a seed, with answers that the engine computes."""

from __future__ import annotations

from dataclasses import dataclass

from ...audit.narrative import pushes, short
from ...games import labels_of
from ...games.labels import sentence_case
from ...records.dealing import next_deal, shuffled_shoe
from ...records.shuffle import from_seed
from ...rules.cards import Cards
from ...rules.game import AnyGame, Opening
from ...rules.payments import net
from ...rules.playing import play, settlement, start
from ...rules.round import Round, Seat
from ...rules.setting import Setting
from ...rules.view import view
from ...solving.bots import steady_move
from ..content import Findings
from ..document import Column, Section, Table, Text
from ..example_round import NAMES
from ..moves import cards_in_words, hands_in_words, payment_in_words
from .layout import possible_slots

SEED = "training quiz"
HOUSE_WAYS = 6
SETTLEMENTS = 6


@dataclass(frozen=True)
class Question:
    """A question for a dealer, its answer, and the clauses of the answer."""

    asks: str
    answer: str
    clauses: str


def quiz(findings: Findings) -> tuple[Section, Section]:
    """The questions and the answers, which are two documents."""
    questions = questions_of(findings.game)
    rows = tuple((str(number), question.asks) for number, question in enumerate(questions, start=1))
    answers = tuple(
        (str(number), question.answer, question.clauses) for number, question in enumerate(questions, start=1)
    )
    introduction = (
        f"{len(questions)} questions, dealt from the seed “{SEED}” and a number. The engine that runs the game at a "
        "table computed the answers when this packet was made."
    )
    number = Column("", number=True)
    return (
        Section("Training quiz", (Text(introduction), Table((number, Column("question", wide=True)), rows))),
        Section(
            "Answers to the quiz",
            (Table((number, Column("answer", wide=True), Column("clause")), answers),),
        ),
    )


def questions_of(game: AnyGame) -> list[Question]:
    """Questions on the house way and on settlement; each from a round of its own."""
    questions: list[Question] = []
    for number in range(HOUSE_WAYS):
        question = _house_way(game, finished_round(game, f"house way {number}"))
        if question:
            questions.append(question)
    for number in range(SETTLEMENTS):
        questions.append(_settlement(finished_round(game, f"settlement {number}")))
    return questions


def finished_round(game: AnyGame, name: str) -> Round:
    """A round that is dealt from the seed with this name and played by steady players."""
    players = NAMES[: min(max(2, game.players_needed), game.seats(game.terms).stop - 1)]
    round_ = start(game, Opening(players=players))
    shoe = shuffled_shoe(round_, from_seed(f"{SEED}, {name}"))
    while not round_.over:
        round_ = play(round_, next_deal(round_, shoe) or steady_move(round_, round_.waiting_for[0]))
    return round_


def _house_way(game: AnyGame, round_: Round) -> Question | None:
    """How the house way sets a seat's cards; None if the sheet has none or does not set this many cards."""
    cards = _longest(round_)
    if game.house_way is None or not cards:
        return None
    setting = game.house_way(game.terms, cards)
    clauses = (slot.clause for slot in possible_slots(game) if slot.name in setting and slot.clause)
    return Question(
        f"How does the house way set {cards_in_words(cards)}?",
        f"It sets {hands_in_words(round_, setting)}.",
        ", ".join(dict.fromkeys(clauses)),
    )


def _longest(round_: Round) -> Cards:
    """The cards of the first seat that has as many as any."""
    return max((seat.cards for seat in round_.seats), key=len)


def _settlement(round_: Round) -> Question:
    """Who pays whom at the end of a round."""
    parts = [_seat_in_words(round_, seat) for seat in round_.seats]
    if round_.dealer:
        parts.append(_holding(round_, "The dealer", round_.dealer, view(round_, None).dealer_setting))
    labels = labels_of(round_.game)
    payments = settlement(round_)
    answers = []
    for payment in payments:
        wager, why, parties = payment_in_words(round_, payment)
        answers.append(f"{wager}: {parties} {payment.chips:,} ({why})")
    answers += [f"{labels.name('wagers', wager)}: back to {short(round_, seat)}" for seat, wager in pushes(round_)]
    won = net(payments)
    total = ", ".join(f"{round_.opening.name_of(seat.number)} {won.get(seat.number, 0):+,}" for seat in round_.seats)
    clauses = ", ".join(dict.fromkeys(payment.clause for payment in payments if payment.clause))
    return Question(
        " ".join([*parts, "Who pays whom, and how much?"]),
        f"{sentence_case('; '.join(answers)) or 'Nobody pays'}. In all: {total}.",
        clauses,
    )


def _seat_in_words(round_: Round, seat: Seat) -> str:
    """The wagers, decisions and all cards of a seat."""
    labels = labels_of(round_.game)
    name = round_.opening.name_of(seat.number)
    wagers = ", ".join(
        f"{chips} on the {labels.name('wagers', wager)}" for wager, chips in seat.wagers.items() if chips
    )
    decided = ", then ".join(labels.name("decisions", decision).lower() for decision in seat.decisions)
    sentences = [f"{name} puts {wagers}." if wagers else "", _holding(round_, name, seat.cards, seat.setting)]
    if decided:
        sentences.append(f"Decision: {decided}.")
    return " ".join(sentence for sentence in sentences if sentence)


def _holding(round_: Round, name: str, cards: Cards, setting: Setting | None) -> str:
    """All cards of a party and the hands that are set; cards outside those hands also count for some wagers."""
    if not setting:
        return f"{name} holds {cards_in_words(cards)}."
    hands = hands_in_words(round_, setting)
    if sum(len(hand) for hand in setting.values()) == len(cards):
        return f"{name} sets {hands}."
    return f"{name} holds {cards_in_words(cards)} and sets {hands}."
