"""
The coach compares what a player did with the best option; the drill finds hands that are easy to get wrong.

Both run in the worker processes of the study pool (see `questions`), because they take long.
"""

from __future__ import annotations

from typing import cast

from ...games import module_of
from ...games.ask import best, coach_sentence, unit, value_of
from ...records.shuffle import from_system
from ...rules.cards import JOKER, Cards, write_cards
from ...rules.dealing import cards_due
from ...rules.errors import HousewayError, NotAllowed
from ...rules.game import AnyGame, Deal, Decide, Opening, SetHands
from ...rules.moves import Dealt
from ...rules.payments import SeatNumber
from ...rules.playing import play, start
from ...rules.round import Round, Seat
from ...rules.setting import Setting, why_not_set
from ...sampling.chunks import Progress, ignore_progress
from ...solving.bots import steady_move
from ...solving.coaching.assessment import Assessment, DecisionKind
from ...solving.coaching.luck import luck_adjusted
from ...solving.coaching.round_decisions import AssessedDecision, assess_round, progress_of_part
from ...solving.results import Option
from ..views.hand_names import name_of
from ..views.study_types import (
    DecisionJudgement,
    Exercise,
    ExerciseSlot,
    HandJudgement,
    JudgedReason,
    Judgement,
    RoundJudgement,
    ValuedOption,
)

TRIES = 12
"""Hands that are dealt to find one that is easy to get wrong."""
MOST_OPTIONS = 5
"""Options that are shown with a judgement."""


def judge_seats(game: AnyGame, seats: list[Seat], progress: Progress = ignore_progress) -> RoundJudgement:
    """
    Judge every hand that a player had in a round.

    The answer has the judgement of each hand, and the keys of the first one that could be judged. Raises
    `NotAllowed` if none could be.
    """
    hands = [_judge_hand(game, seat, progress_of_part(progress, part, len(seats))) for part, seat in enumerate(seats)]
    return _together(hands)


def _together(hands: list[HandJudgement]) -> RoundJudgement:
    judgements = [hand["judgement"] for hand in hands if hand["judgement"] is not None]
    if not judgements:
        raise NotAllowed(hands[0]["why_not"] or "there is nothing to judge")
    known = [judgement["gave_up"] for judgement in judgements if judgement["gave_up"] is not None]
    return RoundJudgement(**judgements[0], hands=hands, gave_up_in_all=sum(known) if known else None)


def judge_round(last: Round, numbers: list[SeatNumber], progress: Progress = ignore_progress) -> RoundJudgement:
    """
    Judge every decision that a player made in a finished round, in each of the player's seats.

    The judgement of a hand is that of its setting, or else of its last decision.
    """
    hands = [
        _judge_decisions(last, number, progress_of_part(progress, part, len(numbers)))
        for part, number in enumerate(numbers)
    ]
    return _together(hands)


def _judge_decisions(last: Round, number: SeatNumber, progress: Progress) -> HandJudgement:
    """The judgement of one hand with all its decisions, or why there is none."""
    assessed = assess_round(module_of(last.game).solver, last, number, progress)
    assessments = [decision.assessment for decision in assessed if decision.assessment is not None]
    hand = _judgement_of_hand(last, number, assessed, progress)
    hand["decisions"] = [_decision_judgement(last.game, assessment) for assessment in assessments]
    try:
        result = luck_adjusted(module_of(last.game).solver, last, number, assessed)
    except HousewayError:
        return hand  # there is no result without luck, for instance as the bank
    hand["won"] = result.won
    hand["adjusted"] = float(result.adjusted)
    return hand


def _judgement_of_hand(
    last: Round, number: SeatNumber, assessed: list[AssessedDecision], progress: Progress
) -> HandJudgement:
    """The judgement of the setting, or else of the last decision."""
    seat = last.seat(number)
    kind = DecisionKind.SETTING if seat.setting else DecisionKind.DECISION
    of_kind = [decision for decision in assessed if decision.kind is kind]
    if not of_kind:
        return _judge_hand(last.game, seat, progress)
    assessment = of_kind[-1].assessment
    if assessment is not None:
        judgement = _judgement(last.game, list(assessment.options), assessment.yours)
        return HandJudgement(seat=number, judgement=judgement, why_not=None)
    if _banks(last, number):
        return HandJudgement(seat=number, judgement=None, why_not=of_kind[-1].why_not)
    return _judge_hand(last.game, seat, progress)  # a foul: only the best options have a value


def _banks(last: Round, number: SeatNumber) -> bool:
    return last.opening.banker == number


def _decision_judgement(game: AnyGame, assessment: Assessment) -> DecisionJudgement:
    judgement = _judgement(game, list(assessment.options), assessment.yours)
    return DecisionJudgement(
        options=judgement["options"],
        yours=judgement["yours"],
        unit=assessment.unit,
        sure=judgement["sure"],
        gave_up=float(assessment.cost),
        kind=assessment.kind.value,
        grade=assessment.grade.value,
        standard_error=assessment.standard_error,
        chips=assessment.cost_in_chips,
        cards=write_cards(assessment.cards),
        sentence=coach_sentence(game, assessment),
        reasons=[cast("JudgedReason", reason.to_json()) for reason in assessment.reasons],
    )


def _judge_hand(game: AnyGame, seat: Seat, progress: Progress) -> HandJudgement:
    """The judgement of one hand, or why there is none."""
    try:
        return HandJudgement(seat=seat.number, judgement=judge_seat(game, seat, progress), why_not=None)
    except HousewayError as error:
        return HandJudgement(seat=seat.number, judgement=None, why_not=str(error))


def judge_seat(game: AnyGame, seat: Seat, progress: Progress = ignore_progress) -> Judgement:
    """Judge the choice of a seat at the end of a round: the hands it set, or its decision."""
    if not seat.cards:
        raise NotAllowed("no cards were dealt to you in this round")
    if seat.setting:
        return judge_setting(game, seat.cards, seat.setting, progress)
    if not seat.decisions:
        raise NotAllowed("you made no choice in this round that the coach could judge")
    return judge_decision(game, seat.cards, seat.decisions[-1], progress)


def judge_setting(game: AnyGame, cards: Cards, setting: Setting, progress: Progress = ignore_progress) -> Judgement:
    """A setting, compared with the best options."""
    return _judgement(game, best(game, cards, progress=progress), value_of(game, cards, setting))


def judge_decision(game: AnyGame, cards: Cards, decision: str, progress: Progress = ignore_progress) -> Judgement:
    """A decision, compared with the best options."""
    options = best(game, cards, progress=progress)
    yours = next((option for option in options if option.decision == decision), None)
    return _judgement(game, options, yours)


def _judgement(game: AnyGame, options: list[Option], yours: Option | None) -> Judgement:
    top = options[0]
    return Judgement(
        options=[_option_with_names(game, option) for option in options[:MOST_OPTIONS]],
        yours=None if yours is None else _option_with_names(game, yours),
        unit=unit(game),
        sure=top.sure,
        gave_up=None if yours is None else max(0.0, float(top.ev) - float(yours.ev)),
    )


def _option_with_names(game: AnyGame, option: Option) -> ValuedOption:
    """An option as it is sent to a browser, its hands named as at the table."""
    valued = valued_option(option)
    for slot, hand in valued.get("by_hand", {}).items():
        cards = option.setting.get(slot, ())
        if cards and cards != (JOKER,):  # before cards are bought there is no hand; of a joker the solver says more
            hand["name"] = name_of(game, slot, cards) or hand.get("name", "")
    return valued


def valued_option(option: Option) -> ValuedOption:
    """An option as it is sent to a browser."""
    return cast("ValuedOption", option.to_json())


def _same_hands(first: Setting, second: Setting) -> bool:
    """Whether two settings put the same cards into each slot of the second."""
    return bool(first) and all(sorted(first.get(slot, ())) == sorted(hand) for slot, hand in second.items())


# Hands to practise on ----------------------------------------------------------------------------------------------


def exercise(game: AnyGame, progress: Progress = ignore_progress) -> Exercise:
    """A hand for which the house way, or playing on, is not the best."""
    dealt = [round_ for round_ in (_before_a_choice(game) for _ in range(TRIES)) if not round_.over]
    if not dealt:
        raise NotAllowed(f"{game.name} leaves nothing to choose under these terms")
    chosen = dealt[-1]
    for number, round_ in enumerate(dealt):
        if _is_easy_to_get_wrong(round_, progress_of_part(progress, number, len(dealt))):
            chosen = round_
            break
        progress(number + 1, len(dealt))
    seat = chosen.seats[0]
    step = chosen.step
    slots = game.slots(game.terms, seat) if isinstance(step, SetHands) else ()
    return Exercise(
        game=game.key,
        name=game.name,
        cards=write_cards(seat.cards).split(),
        slots=[ExerciseSlot(name=slot.name, sizes=list(slot.sizes)) for slot in slots],
        options=list(step.options) if isinstance(step, Decide) else [],
        decided=seat.decisions[-1] if slots and seat.decisions else "set",
        discards=sum(slot.sizes[0] for slot in slots) < len(seat.cards),
    )


def _before_a_choice(game: AnyGame) -> Round:
    """A round played up to a random one of its choices; it may be over if steady play never reaches that choice."""
    seats = max(game.players_needed, game.seats(game.terms).start)
    round_ = start(game, Opening(players=tuple(f"player {number}" for number in range(1, seats + 1))))
    chance = from_system()
    shoe = chance.shuffled(tuple(sorted(game.shoe(game.terms))))
    choices = [step for step in round_.steps if isinstance(step, Decide | SetHands)]
    choices_to_skip = chance.below(len(choices))
    while not round_.over:
        if isinstance(round_.step, Decide | SetHands):
            if choices_to_skip == 0:
                return round_
            choices_to_skip -= 1
        round_ = _after_step(round_, shoe)
    return round_


def _after_step(round_: Round, shoe: Cards) -> Round:
    """The round after its current step: cards are dealt, wagers are the minimum, nobody gives up."""
    steps_done = round_.steps_done
    while not round_.over and round_.steps_done == steps_done:
        if isinstance(round_.step, Deal):
            first = len(round_.dealt)
            round_ = play(round_, Dealt(shoe[first : first + cards_due(round_)]))
        else:
            round_ = play(round_, steady_move(round_, round_.waiting_for[0]))
    return round_


def _is_easy_to_get_wrong(round_: Round, progress: Progress) -> bool:
    """Whether the house way or the steady decision is not the best option."""
    game = round_.game
    seat = round_.seats[0]
    top = best(game, seat.cards, progress=progress)[0]
    if isinstance(round_.step, Decide):
        return top.decision != game.steady_decision(game.terms, round_.step, seat.cards)
    return game.house_way is None or not _same_hands(top.setting, game.house_way(game.terms, seat.cards))


def judge_answer(
    game: AnyGame, cards: Cards, decision: str, hands: Setting, progress: Progress = ignore_progress
) -> Judgement:
    """Judge an answer to an exercise; hands that foul or cannot be set are refused with the reason."""
    if not hands:
        return judge_decision(game, cards, decision, progress)
    slots = game.slots(game.terms, Seat(number=1, player="", cards=cards, decisions=(decision,)))
    reason = why_not_set(slots, cards, hands) or game.foul(game.terms, hands, {})
    if reason:
        raise NotAllowed(reason)
    return judge_setting(game, cards, hands, progress)
