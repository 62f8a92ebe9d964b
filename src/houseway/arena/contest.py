"""
A contest: every agent plays the same deals from the same seat, and the coach scores every decision.

Among players the other seat plays the house way. A fault is replaced by the move of the house way, and is scored as the
worst option that the coach compared, or as the replacement if that is worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..games import module_of
from ..kernels.cards import decoded_hand
from ..rules.cards import write_cards
from ..rules.errors import Unreadable
from ..rules.game import AnyGame, Deal, Opening
from ..rules.moves import Dealt, HandsSet, SeatMove
from ..rules.payments import HOUSE, net
from ..rules.playing import dealer_move, play, settlement, start
from ..rules.refusals import why_not
from ..rules.round import Round
from ..rules.view import view
from ..sampling.chunks import Progress, ignore_progress
from ..sampling.rounds_by_rules import shoe_codes
from ..sampling.settings import checked_integer
from ..sampling.streams import MOST_SEED, deal_rounds
from ..simulation.duel import MOST_ROUNDS, cards_from_packets, packets_of
from ..solving.coaching.assessment import Assessment
from ..solving.coaching.round_decisions import AssessedDecision, assess_moves
from ..solving.strategy import Strategy
from .agents import Agent, Fault, FaultKind
from .result import AgentResult, Contest, DealPlayed, ScoredDecision

SEAT = 1
MOST_FAULTS = 10
"""With this many faults an agent is out; the others go on."""


@dataclass(frozen=True)
class _Question:
    """A question to an agent: the fault it answered with, if any."""

    kind: FaultKind | None = None
    reason: str = ""


def contest(
    game: AnyGame, agents: Sequence[Agent], *, rounds: int, seed: int = 1, progress: Progress | None = None
) -> Contest:
    """
    Play this many deals with each agent.

    An interrupt ends the contest early, with the deals that every agent has played; before the first deal is done it is
    raised again.
    """
    checked_integer("rounds", rounds, 2, MOST_ROUNDS)
    checked_integer("seed", seed, 0, MOST_SEED)
    names = [agent.name for agent in agents]
    for name in names:
        if names.count(name) > 1:
            raise Unreadable(f"two agents are called {name!r}; name one of them otherwise, such as other={name}")
    report = progress or ignore_progress
    table = _Table(game, seed)
    played: list[list[DealPlayed]] = [[] for _ in agents]
    done = 0
    try:
        for number in range(rounds):
            report(number, rounds)
            _play_deal(table, agents, played, number)
            done = number + 1
    except KeyboardInterrupt:
        if not done:
            raise
    report(done, rounds)
    return Contest(
        game=game.key,
        name=game.name,
        terms_hash=game.terms_hash,
        seed=seed,
        requested=rounds,
        rounds=done,
        agents=tuple(
            AgentResult(name=agent.name, deals=tuple(deals[:done]), out=_is_out(deals[:done]))
            for agent, deals in zip(agents, played, strict=True)
        ),
    )


def _play_deal(table: _Table, agents: Sequence[Agent], played: list[list[DealPlayed]], number: int) -> None:
    """Play one deal with every agent that is not out."""
    for agent, deals in zip(agents, played, strict=True):
        if not _is_out(deals):
            deals.append(table.play(agent, number))


def _is_out(deals: list[DealPlayed]) -> bool:
    return sum(deal.faults for deal in deals) >= MOST_FAULTS


class _Table:
    """The seat of the agents, the deals, and the other seat."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.solver = module_of(game).solver
        self.reference: Strategy = self.solver.house_way(game)
        self.seats = 1 if game.against_the_house else 2
        self.shoe = shoe_codes(game)

    def play(self, agent: Agent, number: int) -> DealPlayed:
        """The deal of this number with this agent on seat 1."""
        names = ("agent", "other")[: self.seats]
        round_ = start(self.game, Opening(players=names, dealer_seat=number % self.seats + 1))
        codes = deal_rounds(self.shoe, self.seed, number, rounds=1, cards=len(self.shoe))
        deal = cards_from_packets(packets_of(round_, decoded_hand(codes[0].tolist())))
        questions: list[_Question] = []
        while not round_.over:
            if isinstance(round_.step, Deal):
                round_ = play(round_, Dealt(deal(round_)))
            elif round_.waiting_for[0] == HOUSE:
                round_ = play(round_, dealer_move(round_))
            elif round_.waiting_for[0] == SEAT:
                move, question = self._ask(agent, round_)
                questions.append(question)
                round_ = play(round_, move)
            else:
                other = int(round_.waiting_for[0])
                round_ = play(round_, self.reference.move(self.game, view(round_, other)))
        scored = [
            _scored(number, place, decision, question)
            for place, (decision, question) in enumerate(
                zip(assess_moves(self.solver, round_, SEAT), questions, strict=True), start=1
            )
            if decision is not None or question.kind is not None
        ]
        chips = net(settlement(round_)).get(SEAT, 0)
        return DealPlayed(number=number, chips=chips, decisions=tuple(scored))

    def _ask(self, agent: Agent, round_: Round) -> tuple[SeatMove, _Question]:
        """The move of the agent, or that of the house way and the fault."""
        seen = view(round_, SEAT)
        try:
            move = agent.move(self.game, seen)
            if reason := self._why_illegal(round_, move):
                raise Fault(FaultKind.ILLEGAL, reason)
        except Fault as fault:
            return self.reference.move(self.game, seen), _Question(fault.kind, str(fault))
        return move, _Question()

    def _why_illegal(self, round_: Round, move: SeatMove) -> str | None:
        """Why the rules refuse a move; hands that foul are refused too."""
        reason = why_not(round_, move)
        if reason is None and isinstance(move, HandsSet):
            return self.game.foul(self.game.terms, move.setting, move.jokers)
        return reason


def _scored(deal: int, place: int, decision: AssessedDecision | None, question: _Question) -> ScoredDecision:
    assessment = decision.assessment if decision is not None else None
    fault = question.kind.value if question.kind is not None else None
    if assessment is None:
        why_not = decision.why_not if decision is not None else None
        return ScoredDecision(deal=deal, place=place, fault=fault, reason=question.reason or why_not or "")
    regret = assessment.cost if fault is None else _worst(assessment)
    chips_per_unit = assessment.chips_per_unit or 1
    return ScoredDecision(
        deal=deal,
        place=place,
        kind=assessment.kind.value,
        cards=write_cards(assessment.cards),
        answer=_in_words(assessment),
        best=assessment.best.decision,
        grade=assessment.grade.value,
        regret=regret * chips_per_unit,
        standard_error=assessment.standard_error * chips_per_unit,
        sure=assessment.yours.sure,
        fault=fault,
        reason=question.reason,
    )


def _worst(assessment: Assessment) -> Fraction | float:
    """What the worst option that was compared costs; for a fault."""
    costs = [assessment.best.ev - option.ev for option in assessment.options]
    return max([assessment.cost, *costs])


def _in_words(assessment: Assessment) -> str:
    hands = " | ".join(write_cards(hand) for hand in assessment.yours.setting.values())
    return f"{assessment.yours.decision} {hands}".strip()
