"""The result of a contest: regret and chips of each agent, and how many decisions tell two of them apart."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..sampling.json_types import Json
from ..simulation.frames import Row

SURE = 2.5758
"""Standard errors of a difference that is clear at 99 %, on both sides."""
LEAST_DIFFERENT = 8
"""Deals with different regret without which nothing is clear: as many coins fall alike in 1 of 128 tries."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class ScoredDecision:
    """One decision of an agent. Regret is in chips: what the best option is worth more."""

    deal: int
    place: int
    """Its number among the moves of the round."""
    kind: str | None = None
    """None where the coach cannot value the decision; `reason` says why."""
    cards: str = ""
    answer: str = ""
    best: str = ""
    grade: str = ""
    regret: Fraction | float = 0
    standard_error: float = 0.0
    sure: str = ""
    fault: str | None = None
    reason: str = ""

    @property
    def is_valued(self) -> bool:
        return self.kind is not None


@dataclass(frozen=True, kw_only=True)
class DealPlayed:
    """One deal as an agent played it."""

    number: int
    chips: int
    decisions: tuple[ScoredDecision, ...]

    @property
    def regret(self) -> float:
        return float(sum((Fraction(decision.regret) for decision in self.decisions), Fraction()))

    @property
    def valued(self) -> int:
        return sum(decision.is_valued for decision in self.decisions)

    @property
    def faults(self) -> int:
        return sum(decision.fault is not None for decision in self.decisions)


class MeanAndError(NamedTuple):
    """A mean over deals, and its standard error."""

    mean: float
    error: float


def mean_and_error(values: Floats) -> MeanAndError:
    count = len(values)
    if not count:
        return MeanAndError(0.0, 0.0)
    error = float(values.std(ddof=1)) / sqrt(count) if count > 1 else 0.0
    return MeanAndError(float(values.mean()), error)


@dataclass(frozen=True, kw_only=True)
class AgentResult:
    """What one agent did."""

    name: str
    deals: tuple[DealPlayed, ...]
    out: bool = False
    """Whether the agent was taken out after too many faults."""

    @property
    def decisions(self) -> list[ScoredDecision]:
        return [decision for deal in self.deals for decision in deal.decisions]

    @property
    def valued(self) -> int:
        """Decisions with a value."""
        return sum(deal.valued for deal in self.deals)

    @property
    def regret(self) -> MeanAndError:
        """Chips a deal that the agent gave up against best play."""
        return mean_and_error(np.array([deal.regret for deal in self.deals]))

    @property
    def chips(self) -> MeanAndError:
        """Chips won a deal."""
        return mean_and_error(np.array([deal.chips for deal in self.deals], dtype=np.float64))

    @property
    def best_share(self) -> float:
        """The share of valued decisions that gave up nothing."""
        valued = [decision for decision in self.decisions if decision.is_valued]
        return sum(not decision.regret for decision in valued) / len(valued) if valued else 0.0

    @property
    def faults(self) -> dict[str, int]:
        """Faults by kind."""
        return dict(Counter(decision.fault for decision in self.decisions if decision.fault is not None))


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two agents on the same deals."""

    a: str
    b: str
    deals: int
    """Deals that both played."""
    decisions: int
    """Decisions with a value that A made in them."""
    regret: MeanAndError
    """What B gave up more than A, chips a deal."""
    chips: MeanAndError
    """What A won more than B with the same cards, chips a deal."""
    different: int
    """Deals in which their regret differs."""
    spread: float
    """The standard deviation of the difference of two rounds with different cards."""

    @property
    def told_apart(self) -> bool:
        """Whether the difference in regret is clear at 99 %."""
        return self.different >= LEAST_DIFFERENT and abs(self.regret.mean) > SURE * self.regret.error

    @property
    def decisions_needed(self) -> int | None:
        """Decisions until the measured difference in regret is clear at 99 %; None without a difference."""
        deals = self._deals_needed(self.regret.error * sqrt(self.deals))
        if deals is None:
            return None
        deals = max(deals, ceil(LEAST_DIFFERENT * self.deals / self.different))
        return ceil(deals * self.decisions / self.deals)

    @property
    def rounds_needed_by_chips(self) -> int | None:
        """Rounds until the same difference is clear at 99 % from chips won, each agent with its own cards."""
        return self._deals_needed(self.spread)

    def _deals_needed(self, deviation: float) -> int | None:
        if not self.regret.mean:
            return None
        return max(1, ceil((SURE * deviation / self.regret.mean) ** 2))


@dataclass(frozen=True, kw_only=True)
class Contest:
    """The result of a contest."""

    game: str
    name: str
    terms_hash: str
    seed: int
    requested: int
    rounds: int
    agents: tuple[AgentResult, ...] = field(default=())

    @property
    def ranking(self) -> list[AgentResult]:
        """The agents, least regret first; agents that are out come last."""
        return sorted(self.agents, key=lambda agent: (agent.out, agent.regret.mean, sum(agent.faults.values())))

    def summary(self) -> str:
        """Who played best, and whether that is clear."""
        ranking = self.ranking
        first = ranking[0]
        given_up = f"{first.regret.mean:.4f} ± {first.regret.error:.4f} chips a deal"
        if len(ranking) == 1:
            return f"{first.name} gives up {given_up} against best play."
        pair = _pair(first, ranking[1])
        if first.out:
            clear = "every agent is out"
        elif ranking[1].out:
            clear = "the others are out"
        elif pair.told_apart:
            clear = f"the difference to {pair.b} is clear at 99 %"
        elif pair.different:
            clear = f"the difference to {pair.b} can be chance"
        else:
            clear = f"there is no difference to {pair.b} in these deals"
        return f"{first.name} gives up least, {given_up} against best play; {clear}."

    def pairs(self) -> list[Pair]:
        """Every two agents in the order of the ranking, on the deals that both played."""
        return [_pair(a, b) for a, b in combinations(self.ranking, 2)]

    def rows(self) -> list[Row]:
        """A row for each decision."""
        return [
            {
                "game": self.game,
                "terms_hash": self.terms_hash,
                "seed": self.seed,
                "agent": agent.name,
                "deal": deal.number,
                "chips_won": deal.chips,
                "move": decision.place,
                "kind": decision.kind,
                "cards": decision.cards,
                "answer": decision.answer,
                "best": decision.best,
                "grade": decision.grade,
                "regret_chips": float(decision.regret) if decision.is_valued else None,
                "standard_error": decision.standard_error if decision.is_valued else None,
                "sure": decision.sure,
                "fault": decision.fault,
                "reason": decision.reason,
            }
            for agent in self.agents
            for deal in agent.deals
            for decision in deal.decisions
        ]

    def as_data(self) -> dict[str, Json]:
        agents: list[Json] = [
            {
                "agent": agent.name,
                "deals": len(agent.deals),
                "decisions": agent.valued,
                "regret": agent.regret.mean,
                "regret_error": agent.regret.error,
                "best_share": agent.best_share,
                "chips": agent.chips.mean,
                "chips_error": agent.chips.error,
                "faults": dict(agent.faults),
                "out": agent.out,
            }
            for agent in self.ranking
        ]
        pairs: list[Json] = [
            {
                "a": pair.a,
                "b": pair.b,
                "deals": pair.deals,
                "decisions": pair.decisions,
                "regret_difference": pair.regret.mean,
                "regret_error": pair.regret.error,
                "chips_difference": pair.chips.mean,
                "chips_error": pair.chips.error,
                "different_deals": pair.different,
                "told_apart": pair.told_apart,
                "decisions_needed": pair.decisions_needed,
                "rounds_needed_by_chips": pair.rounds_needed_by_chips,
            }
            for pair in self.pairs()
        ]
        return {
            "game": self.game,
            "terms_hash": self.terms_hash,
            "seed": self.seed,
            "asked": self.requested,
            "rounds": self.rounds,
            "agents": agents,
            "pairs": pairs,
        }


def _pair(a: AgentResult, b: AgentResult) -> Pair:
    both = list(zip(a.deals, b.deals, strict=False))
    regret = np.array([theirs.regret - ours.regret for ours, theirs in both])
    chips = np.array([ours.chips - theirs.chips for ours, theirs in both], dtype=np.float64)
    ours_alone = np.array([ours.chips for ours, _ in both], dtype=np.float64)
    theirs_alone = np.array([theirs.chips for _, theirs in both], dtype=np.float64)
    spread = 0.0
    if len(both) > 1:
        spread = sqrt(float(ours_alone.var(ddof=1)) + float(theirs_alone.var(ddof=1)))
    return Pair(
        a=a.name,
        b=b.name,
        deals=len(both),
        decisions=sum(ours.valued for ours, _ in both),
        regret=mean_and_error(regret),
        chips=mean_and_error(chips),
        different=int(np.count_nonzero(regret)),
        spread=spread,
    )
