"""
HTML of the answers in `houseway.answer_types`: the summary, then tables with cards and bars.

A bar is drawn from the middle: to the right, in green, for what a player wins; to the left, in red, for what a player
loses. Colours come with a sign in the text, so colour alone says nothing new.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from .notebook import cards_svg, hands_html, table

if TYPE_CHECKING:
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
    from .games.terms_diff import Effect
    from .pricing.price import Estimate, Exact
    from .rules.game import AnyGame
    from .sampling.tally import Tally

BAR_WIDTH = 160
BAR_HEIGHT = 12
GAIN = "#2e7d32"
LOSS = "#c62828"
NEUTRAL = "#5b7fb4"
AXIS = "#999999"
MOST_BARS = 24
"""Bars of a distribution; the most common results are drawn."""
MOST_ROWS = 40
"""Rows of a long table; the others are counted in a line below it."""


# Parts ---------------------------------------------------------------------------------------------------------------


def headed(summary: str, *parts: str) -> str:
    """The summary in bold, then the other parts."""
    return f"<p><b>{escape(summary)}</b></p>{''.join(parts)}"


def folded(title: str, content: str) -> str:
    """A part that is opened with a click."""
    return f"<details><summary>{escape(title)}</summary>{content}</details>"


def signed_bar(value: Fraction | float, largest: Fraction | float) -> str:
    """A bar from the middle; `largest` is the value, without its sign, that fills one half."""
    half = BAR_WIDTH / 2
    length = half * min(1.0, abs(float(value)) / float(largest)) if largest else 0.0
    left = half if value > 0 else half - length
    colour = GAIN if value > 0 else LOSS
    return _svg(
        f'<line x1="{half}" y1="0" x2="{half}" y2="{BAR_HEIGHT}" stroke="{AXIS}"/>'
        f'<rect x="{left:.1f}" y="2" width="{length:.1f}" height="{BAR_HEIGHT - 4}" fill="{colour}"/>'
    )


def bar(value: Fraction | float, largest: Fraction | float) -> str:
    """A bar from the left; `largest` fills it."""
    length = BAR_WIDTH * min(1.0, float(value) / float(largest)) if largest else 0.0
    return _svg(f'<rect x="0" y="2" width="{length:.1f}" height="{BAR_HEIGHT - 4}" fill="{NEUTRAL}"/>')


def _svg(drawing: str) -> str:
    size = f'width="{BAR_WIDTH}" height="{BAR_HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} aria-hidden="true">{drawing}</svg>'


def _largest(values: Iterable[Fraction | float]) -> float:
    return max((abs(float(value)) for value in values), default=0.0)


def _shortened(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str]) -> str:
    """A table of the first rows, and the number of the others."""
    rest = len(rows) - MOST_ROWS
    more = f"<small>and {rest:,} more</small>" if rest > 0 else ""
    return table(head, rows[:MOST_ROWS], numbers=numbers) + more


# Prices --------------------------------------------------------------------------------------------------------------


def price_html(answer: PriceAnswer) -> str:
    """The edge of every wager under every strategy with a bar, and the outcomes of each on request."""
    from .answer_types import figure_name

    figures = {
        (wager, strategy): result
        for wager, price in answer.wagers.items()
        for strategy, result in price.strategies.items()
    }
    largest = _largest(result.ev for result in figures.values())
    head = ("wager", "house edge", "player wins", "standard deviation", "pays", "known by")
    rows = []
    details = []
    for name, result in figures.items():
        title = figure_name(answer.rules, name)
        edge, deviation, hits, known = price_figures(result)
        rows.append((escape(title), edge, signed_bar(result.ev, largest), deviation, hits, known))
        outcomes = _outcomes(answer.rules, result)
        if outcomes:
            details.append(folded(f"Outcomes: {title}", outcomes))
    terms = f"<small>{escape(answer.rules.name)}, terms {answer.terms_hash[:16]}</small>"
    numbers = ("house edge", "standard deviation", "pays")
    return headed(answer.summary(), table(head, rows, numbers=numbers), *details, terms)


def price_figures(result: Exact | Estimate) -> tuple[str, str, str, str]:
    """House edge, standard deviation, hit frequency and how the figures were obtained."""
    from .answer_types import percent
    from .pricing.price import Exact

    edge = percent(-result.ev, sign="+")
    deviation = f"{float(result.standard_deviation):.4f}"
    if isinstance(result, Exact):
        return edge, deviation, percent(result.hit_frequency), f"{result.deals:,} deals counted"
    return edge, deviation, "", f"{result.rounds:,} rounds, ± {100 * result.standard_error:.4f} %"


def _outcomes(rules: AnyGame, result: Exact | Estimate) -> str:
    """Every outcome of an exact price with its chance, drawn as bars; empty for an estimate."""
    from .answer_types import percent
    from .games.registry import labels_of
    from .pricing.price import Exact

    if not isinstance(result, Exact):
        return ""
    labels = labels_of(rules)
    largest = max(outcome.count for outcome in result.outcomes)
    rows = [
        (
            escape(labels.outcome(outcome.name)),
            f"{outcome.net}",
            f"{outcome.count:,}",
            percent(Fraction(outcome.count, result.deals)),
            bar(outcome.count, largest),
        )
        for outcome in result.outcomes
    ]
    return _shortened(("outcome", "net per unit", "deals", "chance", ""), rows, ("net per unit", "deals", "chance"))


# Readings and terms --------------------------------------------------------------------------------------------------


def readings_html(answer: ReadingsAnswer) -> str:
    """Every figure that a reading changes, with a bar for the change."""
    from .answer_types import figure_name, figure_value

    largest = _largest(change.by for reading in answer for change in reading.changes.values())
    rows = []
    for reading in answer:
        title = (reading.open_question, escape(answer.reading_name(reading)))
        if not reading.changes:
            rows.append((*title, escape(reading.refused or reading.reason or ""), "", "", ""))
        for name, change in reading.changes.items():
            after = figure_value(answer.rules, name, change.after, change.after_error)
            by = answer.change_in_words(name, change)
            rows.append((*title, escape(figure_name(answer.rules, name)), after, by, signed_bar(change.by, largest)))
            title = ("", "")
    head = ("question", "reading", "figure, for the player", "value", "change", "")
    return headed(answer.summary(), _shortened(head, rows, ("value", "change")))


def pairs_html(answer: PairsAnswer) -> str:
    """The pairs of readings that interact."""
    from .answer_types import percent

    rows = [
        (escape(answer.in_words(pair)), percent(pair.value, sign="+"), percent(answer.interaction(pair), sign="+"))
        for pair in answer.interacting
    ]
    head = ("readings", "player's edge", "beyond the sum")
    return headed(answer.summary(), _shortened(head, rows, head[1:]))


def diff_html(answer: DiffAnswer) -> str:
    """The figures that each changed option moves, and all of them together."""
    parts = []
    for option in answer.options:
        title = f"{option.label}: {option.before_in_words} → {option.after_in_words}"
        content = _effect(answer, option.effect) if option.refused is None else f"<p>{escape(option.refused)}</p>"
        parts.append(f"<h5>{escape(title)} <small>{escape(option.clause)}</small></h5>{content}")
    if len(answer.options) > 1:
        parts.append(f"<h5>All together</h5>{_effect(answer, answer.together)}")
    return headed(answer.summary(), *parts)


def _effect(answer: DiffAnswer, effect: Effect) -> str:
    from .answer_types import figure_name, figure_value

    if not effect.figures:
        return "<p>No figure changes.</p>"
    largest = _largest(figure.change.value for figure in effect.figures)
    rows = []
    for figure in effect.figures:
        name = (figure.wager, figure.strategy)
        values = [
            figure_value(answer.rules, name, part.value, part.standard_error) for part in (figure.before, figure.after)
        ]
        change = figure_value(answer.rules, name, figure.change.value, figure.change.standard_error, sign="+")
        drawn = signed_bar(figure.change.value, largest)
        rows.append((escape(figure_name(answer.rules, name)), *values, change, drawn))
    head = ("figure, for the player", "before", "after", "change", "")
    return _shortened(head, rows, ("before", "after", "change"))


def alarm_html(answer: AlarmAnswer) -> str:
    """Every way of play that was searched, with the player's edge as a bar."""
    from .answer_types import listed, percent, wager_name

    largest = _largest(finding.edge for finding in answer.findings)
    rows = []
    for finding in answer.findings:
        mix = listed([f"{wager_name(answer.rules, wager)} {chips}" for wager, chips in finding.mix.items()])
        error = f" ± {finding.standard_error:.4f}" if finding.standard_error else ""
        won = f"{float(finding.ev):+.4f}{error}"
        edge = percent(finding.edge, sign="+")
        drawn = signed_bar(finding.edge, largest)
        rows.append((escape(finding.way), escape(mix), won, edge, drawn, finding.verdict))
    head = ("way to play", "chips wagered", "chips won", "player's edge", "", "verdict")
    searched = "".join(f"<li>{escape(part)}</li>" for part in answer.searched)
    shown = _shortened(head, rows, ("chips won", "player's edge"))
    return headed(answer.summary(), shown, folded("What was searched", f"<ul>{searched}</ul>"))


# House ways and strategies -------------------------------------------------------------------------------------------


def house_way_html(answer: HouseWayAnswer[Fraction] | HouseWayAnswer[float]) -> str:
    """The hands on which the house way is not best, by side, most costly first."""
    from .answer_types import percent

    parts = []
    for side in answer.sides:
        largest = _largest(hand.weighted_cost for hand in side.costly_hands)
        rows = [
            (
                escape(hand.hand),
                escape(hand.house_way),
                escape(hand.best),
                percent(hand.cost),
                percent(hand.weighted_cost),
                bar(hand.weighted_cost, largest),
            )
            for hand in side.costly_hands
        ]
        head = ("hand", "house way", "better", "cost when dealt", "of all hands", "")
        shown = _shortened(head, rows, ("cost when dealt", "of all hands"))
        parts.append(f"<h5>As {escape(side.role)}</h5>{shown}")
    note = f"<p><small>{escape(answer.note)}</small></p>" if answer.note else ""
    return headed(answer.summary(), *parts, note)


def explanation_html(answer: ExplainAnswer) -> str:
    """The sentences with their values."""
    largest = _largest(lesson.value for lesson in answer.lessons)
    rows = [
        (f"{number}.", escape(lesson.rule), f"{lesson.value:+.4f}", signed_bar(lesson.value, largest))
        for number, lesson in enumerate(answer.lessons, start=1)
    ]
    value = f"value in {answer.unit}"
    goal = f"<p><small>{escape(answer.goal)}</small></p>" if answer.goal else ""
    return headed(answer.summary(), table(("", "rule", value, ""), rows, numbers=(value,)), goal)


def assessment_html(answer: AssessAnswer) -> str:
    """The choice and the best one with their values."""
    from .games import module_of

    labels = module_of(answer.rules).labels
    value = f"value in {answer.unit}"
    rows = [
        (whose, escape(option.decision), hands_html(option.setting, labels), f"{float(option.ev):+.4f}")
        for whose, option in (("yours", answer.yours), ("best", answer.best))
    ]
    return headed(answer.summary(), table(("", "decision", "hands", value), rows, numbers=(value,)))


CHART_COLOURS = ("#d7e8f7", "#fbe3c6", "#dcedc8", "#f3d3e3", "#e3dcf5", "#eeeeee")


def chart_html(answer: ChartAnswer) -> str:
    """The grid, with a colour for each decision; the house way in brackets where it differs."""
    decisions = list(dict.fromkeys(answer.cells.values()))
    colours = {decision: CHART_COLOURS[n % len(CHART_COLOURS)] for n, decision in enumerate(decisions)}
    rows = []
    for row in answer.rows:
        cells = [f"<th>{escape(row)}</th>"]
        cells += [_chart_cell(answer, (row, column), colours) for column in answer.columns]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    head = "".join(f"<th>{escape(column)}</th>" for column in answer.columns)
    corner = f"<th>{escape(answer.rows_are)} / {escape(answer.columns_are)}</th>"
    return headed(answer.summary(), f"<table><tr>{corner}{head}</tr>{''.join(rows)}</table>")


def _chart_cell(answer: ChartAnswer, place: tuple[str, str], colours: Mapping[str, str]) -> str:
    decision = answer.cells.get(place)
    if decision is None:
        return "<td></td>"
    house_way = answer.house_way.get(place, decision)
    other = "" if house_way == decision else f"<br><small>({escape(house_way)})</small>"
    style = f"background:{colours[decision]};color:#1b1b1f;text-align:center"
    return f'<td style="{style}">{escape(decision)}{other}</td>'


def best_html(answer: BestAnswer) -> str:
    """The cards, then every option with its hands as pictures and its value as a bar."""
    from .games.registry import labels_of

    labels = labels_of(answer.rules)
    largest = _largest(option.ev for option in answer)
    rows = [
        (
            escape(labels.name("decisions", option.decision)),
            hands_html(option.setting, labels),
            answer.value(option),
            signed_bar(option.ev, largest),
            f"{float(option.gives_up):.4f}" if option.gives_up else "",
        )
        for option in answer
    ]
    head = ("decision", "hands", "value", "", "gives up")
    shown = _shortened(head, rows, ("value", "gives up"))
    left_out = f"<p><small>{escape(answer.left_out)}</small></p>" if answer.left_out else ""
    return headed(answer.summary(), cards_svg(answer.cards), shown, left_out)


def solution_html(answer: SolveAnswer) -> str:
    """What each kind of best reply gains."""
    rows = [
        (f"{each.value:.5f} ± {each.standard_error:.5f}", escape(each.unit), f"{each.deals:,}", f"{each.seed}")
        for each in answer.exploitability
    ]
    head = ("a best reply gains", "unit", "fresh deals", "seed")
    return headed(answer.summary(), table(head, rows, numbers=("fresh deals", "seed")))


# Many rounds ---------------------------------------------------------------------------------------------------------


def simulation_html(answer: SimulationAnswer) -> str:
    """A line for each wager of each seat, and the distribution of the first seat."""
    from .answer_types import percent

    rows = []
    for seat in answer.seats:
        name = escape(f"{seat.number} {seat.player.replace('_', ' ')}")
        for wager, chips in [*seat.wagers.items(), ("total", seat.total)]:
            rows.append(
                (
                    name,
                    escape(wager.replace("_", " ")),
                    f"{float(chips.mean):+.4f} ± {chips.standard_error:.4f}",
                    f"{chips.standard_deviation:.4f}",
                    percent(chips.hit_frequency),
                )
            )
    head = ("seat", "wager", "chips a round", "standard deviation", "wins")
    first = answer.seats[0]
    title = f"<h5>Seat {first.number}: chips in a round</h5>"
    about = f"<small>played {escape(answer.how)}, terms {answer.terms_hash[:16]}</small>"
    return headed(answer.summary(), table(head, rows, numbers=head[2:]), title, _distribution(first.total), about)


def _distribution(chips: Tally) -> str:
    """Bars of the most common results, in order of size."""
    from .answer_types import percent

    common = sorted(sorted(chips.counts, key=lambda value: -chips.counts[value])[:MOST_BARS])
    largest = max(chips.counts.values(), default=1)
    rows = [
        (f"{value:+,}", percent(chips.counts[value] / chips.rounds), bar(chips.counts[value], largest))
        for value in common
    ]
    return table(("chips", "share", ""), rows, numbers=("chips", "share"))


def duel_html(answer: DuelAnswer) -> str:
    """What each strategy won, and with how many deals it won more."""
    largest = _largest((answer.a_wins, answer.b_wins))
    first, second = answer.names
    sides = ((first, answer.a_wins, answer.better), (second, answer.b_wins, answer.worse))
    rows = [
        (escape(name), f"{chips:+.4f}", signed_bar(chips, largest), f"{deals:,} of {answer.rounds:,}")
        for name, chips, deals in sides
    ]
    head = ("strategy", "chips a round", "", "deals it won more with")
    return headed(answer.summary(), table(head, rows, numbers=("chips a round", "deals it won more with")))


# Evidence ------------------------------------------------------------------------------------------------------------


def check_html(answer: CheckAnswer) -> str:
    """The vectors that failed."""
    rows = [(escape(each.vector.id), escape(each.vector.clause), escape(str(each.fault))) for each in answer.failed]
    return headed(answer.summary(), _shortened(("vector", "clause", "fault"), rows, ()) if rows else "")


def replay_html(answer: ReplayAnswer) -> str:
    """The table at the end of the round, and every payment with its clause."""
    from .audit.narrative import reason, short
    from .games.registry import labels_of
    from .notebook import view_html
    from .rules.view import view

    last = answer.round
    labels = labels_of(last.game)
    rows = [
        (
            escape(labels.name("wagers", payment.wager)),
            escape(reason(last, payment)),
            escape(f"{short(last, payment.payer)} → {short(last, payment.payee)}"),
            f"{payment.chips:,}",
            payment.clause,
        )
        for payment in answer.payments
    ]
    head = ("wager", "why", "who pays whom", "chips", "clause")
    payments = table(head, rows, numbers=("chips",)) if rows else ""
    return headed(answer.summary(), view_html(view(last, None)), payments)


def verify_html(answer: VerifyAnswer) -> str:
    """Every check that holds, and the fault."""
    checks = "".join(f"<li>{escape(check)}</li>" for check in answer.checks)
    return headed(answer.summary(), folded("Checks", f"<ol>{checks}</ol>"))
