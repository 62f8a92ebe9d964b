"""Vectorised environments next to an episode by the rules for each lane, which gets the same cards and answers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.envs.episode import Episode, begin
from houseway.envs.vector import ParallelVectorEnv, SeatVectorEnv
from houseway.games.ask import strategy
from houseway.kernels.cards import decoded_hand
from houseway.sampling.rounds_by_rules import shoe_codes
from houseway.sampling.streams import deal_rounds


class Twins:
    """Lanes, and an episode for each of them. Every step compares all that the agents get."""

    def __init__(self, game: Any, lanes: int, seed: int, **settings: Any) -> None:
        self.env = ParallelVectorEnv(game, num_envs=lanes, **settings)
        self.chance = np.random.default_rng(seed)
        self.seeds = [seed + lane for lane in range(lanes)]
        self.rounds = [0] * lanes
        self.episodes = [self.begin(lane) for lane in range(lanes)]
        self.observations, _ = self.env.reset(seed=seed)
        self.steps = 0
        self.compare()

    def begin(self, lane: int) -> Episode:
        return self.until_question(lane, begin(self.env.setup))

    def until_question(self, lane: int, episode: Episode) -> Episode:
        """Deal the cards that the stream of the lane's seed gives to its current round."""
        while episode.cards_due:
            setup = self.env.setup
            count = setup.own_cards * setup.seats + setup.dealer_cards
            shoe = shoe_codes(setup.game)
            cards = decoded_hand(deal_rounds(shoe, self.seeds[lane], self.rounds[lane], rounds=1, cards=count)[0])
            dealt = len(episode.round.dealt)
            episode = episode.deal(cards[dealt : dealt + episode.cards_due])
        return episode

    def step(self) -> None:
        """One random answer in every lane, compared."""
        actions = {agent: self.random_answers(agent) for agent in self.env.agents}
        was_over = [episode.over for episode in self.episodes]
        won = [episode.won for episode in self.episodes]
        for lane, episode in enumerate(self.episodes):
            if episode.over:
                self.rounds[lane] += 1
                self.episodes[lane] = self.begin(lane)
                won[lane] = self.episodes[lane].won
            else:
                self.episodes[lane] = self.after(lane, actions)
        self.observations, rewards, terminations, truncations, infos = self.env.step(actions)
        self.steps += len(self.episodes)
        for seat, agent in enumerate(self.env.agents):
            expected = [after.won[seat] - before[seat] for after, before in zip(self.episodes, won, strict=True)]
            assert rewards[agent].tolist() == expected
            assert terminations[agent].tolist() == [episode.over for episode in self.episodes]
            assert not truncations[agent].any()
            assert infos[agent] == {}
        assert not any(over and episode.over for over, episode in zip(was_over, self.episodes, strict=True))
        self.compare()

    def after(self, lane: int, actions: dict[str, NDArray[np.int64]]) -> Episode:
        episode = self.episodes[lane]
        for seat in episode.waiting_for:
            episode = episode.act(seat, int(actions[self.env.agents[seat - 1]][lane]))
        return self.until_question(lane, episode)

    def random_answers(self, agent: str) -> NDArray[np.int64]:
        """A random allowed action of an agent in every lane."""
        mask = self.observations[agent]["action_mask"]
        draws = self.chance.random(mask.shape)
        answers: NDArray[np.int64] = np.where(mask == 1, draws, -1.0).argmax(axis=1).astype(np.int64)
        return answers

    def compare(self) -> None:
        sight = self.env.sight
        for seat, agent in enumerate(self.env.agents, start=1):
            ours = self.observations[agent]
            for lane, episode in enumerate(self.episodes):
                vector = sight.of_seat(episode, seat)
                if not (ours["observation"][lane] == vector).all():
                    raise AssertionError(self.difference(lane, seat, ours["observation"][lane], vector))
                allowed = episode.allowed(seat)
                assert ours["action_mask"][lane].nonzero()[0].tolist() == list(allowed), f"lane {lane}, seat {seat}"

    def difference(self, lane: int, seat: int, ours: NDArray[np.int64], vector: NDArray[np.int64]) -> str:
        named = self.env.sight.named(vector)
        parts = [
            f"{name}: {part.tolist()} instead of {named[name].tolist()}"
            for name, part in self.env.sight.named(ours).items()
            if not (part == named[name]).all()
        ]
        return f"lane {lane}, seat {seat}: " + "; ".join(parts)


class SeatTwins:
    """Lanes of one seat against strategies, and an episode by the rules for each of them."""

    def __init__(self, game: Any, lanes: int, seed: int, opponents: str, **settings: Any) -> None:
        self.env = SeatVectorEnv(game, num_envs=lanes, opponents=opponents, **settings)
        self.opponent = strategy(self.env.setup.game, opponents)
        self.chance = np.random.default_rng(seed)
        self.seeds = [seed + lane for lane in range(lanes)]
        self.rounds = [0] * lanes
        self.episodes = [self.until_question(lane, begin(self.env.setup)) for lane in range(lanes)]
        self.seen, _ = self.env.reset(seed=seed)
        self.compare()

    def until_question(self, lane: int, episode: Episode) -> Episode:
        """Deal the lane's cards and let the opponents move until the agent has a question or the round is over."""
        setup = self.env.setup
        while not episode.over:
            others = [seat for seat in episode.waiting_for if seat != self.env.seat]
            if episode.cards_due:
                shoe = shoe_codes(setup.game)
                count = setup.own_cards * setup.seats
                codes = deal_rounds(shoe, self.seeds[lane], self.rounds[lane], rounds=1, cards=count)[0]
                episode = episode.deal(decoded_hand(codes))
            elif others:
                episode = episode.move(self.opponent.move(setup.game, episode.view(others[0])))
            else:
                break
        return episode

    def step(self) -> None:
        """One random answer in every lane, compared."""
        mask = self.seen["action_mask"]
        actions = np.where(mask == 1, self.chance.random(mask.shape), -1.0).argmax(axis=1)
        expected = []
        for lane, episode in enumerate(self.episodes):
            if episode.over:
                self.rounds[lane] += 1
                self.episodes[lane] = self.until_question(lane, begin(self.env.setup))
                expected.append(0)
            else:
                self.episodes[lane] = self.until_question(lane, episode.act(self.env.seat, int(actions[lane])))
                expected.append(self.episodes[lane].won[self.env.seat - 1])
        self.seen, rewards, terminated, truncated, info = self.env.step(actions)
        assert rewards.tolist() == expected
        assert terminated.tolist() == [episode.over for episode in self.episodes]
        assert not truncated.any()
        assert info == {}
        self.compare()

    def compare(self) -> None:
        for lane, episode in enumerate(self.episodes):
            vector = self.env.sight.of_seat(episode, self.env.seat)
            assert (self.seen["observation"][lane] == vector).all(), f"lane {lane}"
            allowed = episode.allowed(self.env.seat)
            assert self.seen["action_mask"][lane].nonzero()[0].tolist() == list(allowed), f"lane {lane}"
