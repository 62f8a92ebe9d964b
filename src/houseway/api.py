"""
The Python API, `import houseway as hw`: games by name, variants of them, and rounds to play step by step.

Every question about a game is a method of `Variant` and returns an answer of `houseway.answer_types`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .games import GAMES
from .games import game as game_named
from .records.dealing import next_deal, shuffled_shoe
from .records.shuffle import from_seed, from_system
from .rules.cards import Cards, read_cards
from .rules.errors import Unreadable, plural, shown
from .rules.game import AnyGame, Opening
from .rules.moves import Move
from .rules.payments import HOUSE, Party, Payment, SeatNumber, net
from .rules.playing import play, settlement, start
from .rules.refusals import why_not
from .rules.round import Round
from .rules.terms import Value, canonical_text, options
from .rules.view import View, view
from .solving.bots import steady_move

if "IPython" in sys.modules:
    from .notebook import draw_in_notebooks

    draw_in_notebooks()

if TYPE_CHECKING:
    from fractions import Fraction

    from .answer_types import (
        AlarmAnswer,
        AssessAnswer,
        BestAnswer,
        ChartAnswer,
        CheckAnswer,
        DiffAnswer,
        DuelAnswer,
        ExplainAnswer,
        HouseWayAnswer,
        PairsAnswer,
        PriceAnswer,
        ReadingsAnswer,
        ReplayAnswer,
        SimulationAnswer,
        SolveAnswer,
        VerifyAnswer,
    )
    from .rules.rulebook import Rulebook
    from .rules.setting import Setting
    from .simulation.result import Simulation


def games() -> dict[str, Variant]:
    """
    Every game by its name, under default terms.

    >>> import houseway as hw
    >>> list(hw.games())
    ['pyramid', 'chinese', 'pick2', 'showdown', 'casino', 'pai_gow']
    """
    return {key: Variant(rules) for key, rules in GAMES.items()}


def game(key: str, options: Mapping[str, object] | None = None, /, **more: object) -> Variant:
    """
    A game by name, with some of its options changed. Names with a dot go in the mapping.

    >>> import houseway as hw
    >>> hw.game("pyramid", straight_flush_pays=50)
    <Pyramid Poker, terms 999cd2ff8961, straight_flush_pays=50>
    >>> hw.game("pyramid", {"w2_paytable.flush": 3}).modifications
    {'w2_paytable.flush': (2, 3)}
    """
    return Variant(game_named(key).chosen({**(options or {}), **more}))


def replay(record: Path | str) -> ReplayAnswer:
    """
    Play a recorded round again by the rules. Takes a file, or the text of a record.

    An altered record raises an error that names the first move or payment that differs.

    >>> import houseway as hw
    >>> record = hw.game("pyramid").deal(seed=5, players=("Ada", "Blaise")).play_out().record()
    >>> print(hw.replay(record))
    Pyramid Poker: 5 moves and 6 payments are as recorded. In chips: Ada -15, house +20, Blaise -5.
    """
    from .answer_types import ReplayAnswer
    from .records.round_text import read_round

    return ReplayAnswer(states=tuple(read_round(_text_of(record))))


def verify(evidence: Path | str) -> VerifyAnswer:
    """
    Check a price certificate or a recorded round without trusting the program that wrote it.

    Takes a file, or its text. The answer is true in an `if` if every check holds.

    >>> import houseway as hw
    >>> record = hw.game("pyramid").deal(seed=5).play_out().record()
    >>> bool(hw.verify(record)), bool(hw.verify(record.replace("PYR-", "PYX-", 1)))
    (True, False)
    """
    from .answer_types import VerifyAnswer
    from .audit.verdict import verdict

    checks, fault = verdict(_text_of(evidence))
    return VerifyAnswer(checks=checks, fault=fault)


def check(file: Path | str) -> CheckAnswer:
    """
    Run the test vectors of a YAML file. `Variant.check` runs those that ship with a game.

    >>> import houseway as hw
    >>> hw.check("no_such_file.yaml")
    Traceback (most recent call last):
        ...
    houseway.rules.errors.Unreadable: no_such_file.yaml cannot be read: No such file or directory
    """
    from .answer_types import CheckAnswer
    from .audit.vectors import read_vectors, run

    return CheckAnswer(outcomes=tuple(run(vector) for vector in read_vectors(Path(file))))


def _text_of(source: Path | str) -> str:
    """The text of a file; a text that begins with a brace is taken as it is."""
    if isinstance(source, str) and source.lstrip().startswith("{"):
        return source
    try:
        return Path(source).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise Unreadable(f"{source} cannot be read: {reason}") from None


@dataclass(frozen=True)
class Variant:
    """
    A game under one set of terms: what `game` returns.

    >>> import houseway as hw
    >>> game = hw.game("pyramid", decks=8)
    >>> game.name, game.options["decks"], game.modifications
    ('Pyramid Poker', 8, {'decks': (6, 8)})
    """

    rules: AnyGame

    @property
    def key(self) -> str:
        """The name by which `game` finds it, such as `pyramid`."""
        return self.rules.key

    @property
    def name(self) -> str:
        """The name of the game, such as `Pyramid Poker`."""
        return self.rules.name

    @property
    def options(self) -> dict[str, Value]:
        """Every option and its value."""
        return options(self.rules.terms)

    @property
    def modifications(self) -> dict[str, tuple[Value, Value]]:
        """The options that differ from their default, each with the default and its value."""
        return self.rules.modifications

    @property
    def terms_text(self) -> str:
        """The terms as text, from which the hash is computed."""
        return canonical_text(self.rules.key, self.rules.terms)

    @property
    def terms_hash(self) -> str:
        """The hash that identifies these terms. Every record, price and report contains it."""
        return self.rules.terms_hash

    @property
    def rulebook(self) -> Rulebook:
        """
        The clauses of the sheet in our words, and its open questions.

        >>> import houseway as hw
        >>> hw.game("pyramid").rulebook.find("PYR-39").text
        'Three of a kind pays 3 to 1 on W1.'
        """
        from .games import rulebook_of

        return rulebook_of(self.rules.key)

    # Odds

    def price(
        self,
        *,
        rounds: int | None = None,
        seed: int | None = None,
        seats: int | None = None,
        precision: float | None = None,
        stakes: Mapping[str, int] | None = None,
        **unknown: object,
    ) -> PriceAnswer:
        """
        The odds of every wager, like `houseway price`: exact, or estimates with their standard errors.

        `rounds` and `seed` are for games that are estimated, the other settings for some of them. A setting that the
        game does not take is refused with a sentence.

        >>> import houseway as hw
        >>> price = hw.game("pick2").price()
        >>> print(price.summary())
        Pick 2 Poker, with equal chips on every compulsory wager: best play wins 0.2756 % of all chips wagered.
        Every figure is counted over all deals.
        >>> round(float(price.wagers["bonus_3_5"].edge), 4)   # the house edge; a negative one favours the player
        0.7719
        """
        from .answer_types import PriceAnswer, fields_of
        from .games import module_of
        from .games.ask import price

        for name, value in unknown.items():
            raise module_of(self.rules).pricing.not_a_setting(self.rules, name, value)
        result = price(self.rules, rounds=rounds, seed=seed, seats=seats, precision=precision, stakes=stakes)
        return PriceAnswer(rules=self.rules, **fields_of(result))

    def readings(self, *, also_unmoved: bool = False) -> ReadingsAnswer:
        """
        What each other reading of an open question changes, largest change first, like `houseway readings`.

        >>> import houseway as hw
        >>> readings = hw.game("pick2").readings()
        >>> readings[0].open_question, readings[0].option, readings[0].after
        ('P2P-A10', 'p35_miss', 'push')
        >>> print(readings.summary())
        10 other readings of the open questions of Pick 2 Poker change a figure. The largest change is by P2P-A10
        (3-5 Bonus without a paying hand: Pushes): for the player, 3-5 Bonus goes from -77.1870 % to +17.9954 %.
        """
        from .answer_types import ReadingsAnswer
        from .games.ask import readings

        return ReadingsAnswer(rules=self.rules, readings=tuple(readings(self.rules, also_unmoved=also_unmoved)))

    def pairs(self) -> PairsAnswer:
        """
        Pairs of readings that interact, and the worst for the house, like `houseway readings --pairs`. Takes minutes.

        Only games that are counted exactly offer it.

        >>> import houseway as hw
        >>> hw.game("chinese").pairs()
        Traceback (most recent call last):
            ...
        houseway.rules.errors.NotOffered: ...
        """
        from .answer_types import PairsAnswer, fields_of
        from .games.ask import reading_pairs

        return PairsAnswer(rules=self.rules, **fields_of(reading_pairs(self.rules)))

    def diff(self, other: Variant) -> DiffAnswer:
        """
        What the terms of another variant of this game do to the odds compared with these, like `houseway diff`.

        >>> import houseway as hw
        >>> diff = hw.game("pyramid").diff(hw.game("pyramid", straight_flush_pays=50))
        >>> diff.together.figures[0].wager, diff.together.figures[0].change.value
        ('three_card', Fraction(4752, 125333))
        >>> print(diff.summary())
        Changed: Straight flush pays from 30 to 50. The player gains: of the chips on the compulsory wagers, best play
        loses 2.8434 % before and loses 1.5796 % after. Legal play is profitable under both terms. ...
        """
        from .answer_types import DiffAnswer, fields_of
        from .games.ask import diff

        return DiffAnswer(rules=self.rules, **fields_of(diff(self.rules, other.rules)))

    def alarm(self) -> AlarmAnswer:
        """
        Whether any legal way to play is profitable for the player, and what was searched, like `houseway alarm`.

        >>> import houseway as hw
        >>> alarm = hw.game("pick2").alarm()
        >>> alarm.raised
        True
        >>> print(alarm.summary())
        A player who plays best ... wins +0.9567 chips on average: profitable for the player.
        """
        from .answer_types import AlarmAnswer, fields_of
        from .games.ask import alarm

        return AlarmAnswer(rules=self.rules, **fields_of(alarm(self.rules)))

    # Strategies

    def best(
        self,
        cards: Cards | str,
        *,
        players: int | None = None,
        against: Path | str | None = None,
        bets: Mapping[str, int] | None = None,
        model: str | None = None,
        seed: int | None = None,
    ) -> BestAnswer:
        """
        The options for these cards, best first, like `houseway best`.

        The other arguments describe the situation in the games where they matter: the number of players, a file of
        opponents, the chips on each wager, the value model of Showdown, and the seed of an estimate.

        >>> import houseway as hw
        >>> best = hw.game("pyramid").best("Js Jd 6c")
        >>> best[0].ev, best[0]["setting"]
        (Fraction(191033, 695662), {'low': '6c', 'high': 'Js Jd'})
        >>> print(best.summary())
        Best: set low hand 6c, high hand Js Jd, value +0.2746 first wagers (exact). The next best, set low hand Jd,
        high hand Js 6c, gives up 0.2074 first wagers.
        """
        from .answer_types import BestAnswer
        from .games.ask import best, left_out, unit

        hand = read_cards(cards) if isinstance(cards, str) else tuple(cards)
        file = Path(against) if against is not None else None
        ranked = best(self.rules, hand, players=players, against=file, bets=bets, model=model, seed=seed)
        return BestAnswer(
            rules=self.rules,
            cards=hand,
            options=tuple(ranked),
            unit=unit(self.rules),
            left_out=left_out(self.rules),
        )

    def way(self) -> HouseWayAnswer[Fraction] | HouseWayAnswer[float]:
        """
        The audit of the house way, like `houseway way`: whether it always works, and what it costs.

        >>> import houseway as hw
        >>> way = hw.game("pyramid").way()
        >>> way.proof.sound, way.sides[0].cost
        (True, Fraction(10404648, 14813733935))
        >>> print(way.summary())
        The house way is defined, never a foul and unambiguous on all 24,804 hands. As bettor it gives up 0.0702 % ...
        """
        from .answer_types import HouseWayAnswer, fields_of
        from .games.ask import house_way

        audit = house_way(self.rules)
        answer: HouseWayAnswer[Fraction] | HouseWayAnswer[float] = HouseWayAnswer(rules=self.rules, **fields_of(audit))
        return answer

    def explain(self) -> ExplainAnswer:
        """
        A strategy in sentences, each with its value, and what following only these costs, like `houseway explain`.

        >>> import houseway as hw
        >>> print(hw.game("pick2").explain().summary())
        Play your best three. But play all five when ... gives up 0.0008 antes a round against best play.
        """
        from .answer_types import ExplainAnswer, fields_of
        from .games.ask import explain

        return ExplainAnswer(rules=self.rules, **fields_of(explain(self.rules)))

    def assess(
        self,
        cards: Cards | str,
        *,
        setting: Setting | str | None = None,
        decision: str | None = None,
        players: int | None = None,
    ) -> AssessAnswer:
        """
        A setting or a decision with these cards, compared with the best, like `houseway explain GAME CARDS`.

        The answer has a grade, the cost with its error, and the reasons as typed values. A setting is a mapping by
        slot, or text with `|` between the hands.

        >>> import houseway as hw
        >>> assessment = hw.game("pyramid").assess("Jc 7d 5c", setting="5c | Jc 7d")
        >>> assessment.grade.value, assessment.cost
        ('blunder', Fraction(791103, 4869634))
        """
        from .answer_types import AssessAnswer, fields_of
        from .games.ask import assess

        assessment = assess(self.rules, cards, setting=setting, decision=decision, players=players)
        return AssessAnswer(rules=self.rules, **fields_of(assessment))

    def chart(self) -> ChartAnswer:
        """
        The best decision by two facts about a hand, as a grid. A game without such a grid says so.

        >>> import houseway as hw
        >>> chart = hw.game("pyramid").chart()
        >>> chart.cells["J", "6"], chart.house_way["J", "6"]
        ('keep', 'split')
        """
        from .answer_types import ChartAnswer, fields_of
        from .games.ask import chart

        return ChartAnswer(rules=self.rules, **fields_of(chart(self.rules)))

    def solve(
        self,
        *,
        seed: int | None = None,
        players: int | None = None,
        deals: int | None = None,
        rounds: int | None = None,
    ) -> SolveAnswer:
        """
        Compute a strategy, and measure what a best reply wins against it, like `houseway solve`. Takes minutes.

        >>> import houseway as hw
        >>> hw.game("pyramid").solve()
        Traceback (most recent call last):
            ...
        houseway.rules.errors.NotOffered: Pyramid Poker has no tables to solve: houseway best pyramid counts every hand
        """
        from .answer_types import SolveAnswer, fields_of
        from .games.ask import solve

        solution = solve(self.rules, seed=seed, players=players, deals=deals, rounds=rounds)
        return SolveAnswer(rules=self.rules, **fields_of(solution))

    # Many rounds

    def simulate(
        self,
        *,
        rounds: int | None = None,
        players: str | tuple[str, ...] | list[str] = "house_way",
        seats: int | None = None,
        seed: int = 1,
        session: int | None = None,
        until: float | None = None,
        workers: int | None = None,
        cluster: str | None = None,
        by_rules: bool = False,
        bank: bool = False,
        progress: Callable[[Simulation], None] | None = None,
    ) -> SimulationAnswer:
        """
        Many rounds by given players, like `houseway simulate`. The same seed gives the same result on any machine.

        `players` names a strategy for each seat, `session` is the number of rounds in a session, `until` stops at this
        standard error, `bank` lets seat 1 bank every round, `by_rules` uses the plain rules instead of compiled
        kernels, and `progress` is called after each piece of work.

        >>> import houseway as hw
        >>> result = hw.game("pyramid").simulate(rounds=2000, players="best", seed=3)
        >>> print(result.summary())
        Pyramid Poker, 2,000 rounds, seed 3: seat 1 (best) ... ± ... chips a round. In 10 sessions of 200 rounds ...
        >>> result.seats[0].wagers["main"].mean
        Fraction(...)
        """
        from .answer_types import SimulationAnswer, fields_of
        from .games.ask import simulate

        result = simulate(
            self.rules,
            rounds=rounds,
            players=players,
            seats=seats,
            seed=seed,
            session=session,
            until=until,
            workers=workers,
            cluster=cluster,
            by_rules=by_rules,
            bank=bank,
            progress=progress,
        )
        return SimulationAnswer(**fields_of(result))

    def duel(self, first: str, second: str, *, rounds: int = 200, seed: int = 1) -> DuelAnswer:
        """
        Two strategies, by name or file, with the same cards and the seats exchanged, like `houseway duel`.

        >>> import houseway as hw
        >>> duel = hw.game("pick2").duel("expert", "newcomer", rounds=100, seed=3)
        >>> duel.better, duel.even, duel.worse
        (74, ...)
        >>> print(duel.summary())
        Expert wins ... ± ... chips a round more than newcomer, over 100 deals that each strategy played. ...
        """
        from .answer_types import DuelAnswer, fields_of
        from .games.ask import strategy
        from .simulation.duel import duel

        strategies = [strategy(self.rules, name) for name in (first, second)]
        result = duel(self.rules, *strategies, rounds=rounds, seed=seed)
        return DuelAnswer(rules=self.rules, **fields_of(result))

    # Evidence

    def check(self) -> CheckAnswer:
        """
        Run the test vectors that ship with this game, like `houseway check`.

        >>> import houseway as hw
        >>> hw.game("pyramid").check().failed
        []
        """
        from .answer_types import CheckAnswer
        from .audit.vectors import run, shipped

        return CheckAnswer(outcomes=tuple(run(vector) for vector in shipped(self.rules.key)))

    def report(
        self,
        path: Path | str,
        *,
        date: str = "",
        preparer: str = "",
        jurisdiction: str = "",
        paper: str = "a4",
        rounds: int | None = None,
    ) -> None:
        """
        Write the math report, like `houseway report`, to a file that ends in .html or .pdf. Takes minutes.

        >>> import houseway as hw
        >>> hw.game("pyramid").report("pyramid.doc", date="2026-11-18")
        Traceback (most recent call last):
            ...
        houseway.rules.errors.Unreadable: ...
        """
        from .cli.progress import no_bar
        from .cli.report import day_of, write_report
        from .report.filing import Filing, paper_named

        filing = Filing(date=day_of(date), preparer=preparer, jurisdiction=jurisdiction, paper=paper_named(paper))
        write_report(self.rules, Path(path), filing=filing, rounds=rounds, bar=no_bar)

    # Rounds

    def deal(
        self,
        *,
        seed: object = None,
        seats: int | None = None,
        players: tuple[str, ...] | None = None,
        chips: Mapping[str, int] | None = None,
        banker: Party = HOUSE,
    ) -> RoundInPlay:
        """
        A round that deals its cards by itself; with a seed, always the same cards.

        >>> import houseway as hw
        >>> deal = hw.game("pyramid").deal(seed=7, players=("Ada", "Blaise"))
        >>> deal
        <Pyramid Poker, 2 seats, waiting for 1, 2>
        >>> sum(deal.play_out().net().values())
        0
        """
        names = self._names(players, seats)
        round_ = start(self.rules, Opening(players=names, chips=chips or {}, banker=banker))
        entropy = from_system() if seed is None else from_seed(str(seed))
        return RoundInPlay(round_, shuffled_shoe(round_, entropy))

    def _names(self, players: tuple[str, ...] | None, seats: int | None) -> tuple[str, ...]:
        """The names of the players by seat: the given ones, or `player 1`, `player 2`, ..."""
        if isinstance(players, str):
            raise Unreadable(f"players are names in a tuple, such as ('Ada', 'Blaise'), not {players!r}")
        if players and seats not in (None, len(players)):
            raise Unreadable(
                f"players has {plural(len(players), 'name')}, but seats is {shown(seats)}; leave one of them out"
            )
        count = seats if seats is not None else max(2, self.rules.players_needed)
        if type(count) is not int:
            raise Unreadable(f"seats is a whole number, not {shown(seats)}")
        return tuple(players or (f"player {number}" for number in range(1, count + 1)))

    def __repr__(self) -> str:
        changed = "".join(f", {name}={value}" for name, (_, value) in self.modifications.items())
        return f"<{self.name}, terms {self.terms_hash[:12]}{changed}>"

    def _repr_html_(self) -> str:
        from .notebook import variant_html

        return variant_html(self)


class RoundInPlay:
    """
    A round with its shoe: cards are dealt whenever they are due. `round` is its current, immutable state.

    >>> import houseway as hw
    >>> deal = hw.game("pick2").deal(seed=7, seats=1)
    >>> deal = deal.play(hw.Posted(1, {"ante": 5, "bonus_3_5": 5}))
    >>> " ".join(map(str, deal.view(1).seats[0].cards))
    '2s 9h Jc 3s 5d'
    >>> print(deal.play(hw.Decided(1, "five")).summary())
    Pick 2 Poker, 1 seat: over. In chips: house +0, player 1 +0.
    """

    def __init__(self, round_: Round, shoe: Cards) -> None:
        self._shoe = shoe
        self.round = round_
        self._deal()

    def _deal(self) -> None:
        while (dealt := next_deal(self.round, self._shoe)) is not None:
            self.round = play(self.round, dealt)

    @property
    def waiting_for(self) -> tuple[Party, ...]:
        """The parties that may move now."""
        return self.round.waiting_for

    @property
    def over(self) -> bool:
        """Whether the round is settled."""
        return self.round.over

    def why_not(self, move: Move) -> str | None:
        """
        Why this move is not allowed now, or None.

        >>> import houseway as hw
        >>> hw.game("pyramid").deal(seed=7).why_not(hw.Posted(1, {"main": 101, "three_card": 5, "six_card": 5}))
        'main takes 5 to 100 whole chips, not 101 [PYR-21]'
        """
        return why_not(self.round, move)

    def play(self, move: Move) -> RoundInPlay:
        """Make a move, then deal the cards that are due. Returns this round."""
        self.round = play(self.round, move)
        self._deal()
        return self

    def play_out(self) -> RoundInPlay:
        """Play to the end: every remaining move is made by a sensible player without a strategy."""
        while not self.over:
            self.play(steady_move(self.round, self.waiting_for[0]))
        return self

    def view(self, seat: SeatNumber | None = None) -> View:
        """What a seat may see, or a spectator if no seat is given."""
        return view(self.round, seat)

    def settlement(self) -> list[Payment]:
        """Every payment, with its wager and its clause."""
        return settlement(self.round)

    def net(self) -> dict[Party, int]:
        """The net result of each party."""
        return net(self.settlement())

    def record(self) -> str:
        """The finished round as text, for `replay`, `verify` and `houseway replay`."""
        from .records.round_text import write_round

        return write_round(self.round)

    def summary(self) -> str:
        """Who may move, or who won what."""
        about = f"{self.round.game.name}, {plural(len(self.round.seats), 'seat')}"
        if not self.over:
            return f"{about}: waiting for {', '.join(map(self._name, self.waiting_for))}."
        results = ", ".join(f"{self._name(party)} {chips:+d}" for party, chips in self.net().items())
        return f"{about}: over. In chips: {results or 'nobody pays'}."

    def _name(self, party: Party) -> str:
        return self.round.opening.name_of(party) if isinstance(party, int) else str(party)

    def __repr__(self) -> str:
        due = "over" if self.over else f"waiting for {', '.join(map(str, self.waiting_for))}"
        return f"<{self.round.game.name}, {len(self.round.seats)} seats, {due}>"

    def _repr_html_(self) -> str:
        from .notebook import round_html

        return round_html(self)
