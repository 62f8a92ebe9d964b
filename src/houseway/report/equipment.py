"""The chapters on equipment, limits and order of play, and on pay tables, under these terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from string import ascii_lowercase

from ..games import labels_of
from ..rules.cards import JOKER
from ..rules.errors import plural
from ..rules.game import AnyGame, Deal, Decide, SetHands, Spot, Step, Wager
from ..rules.limits import PROFILES
from ..rules.paytable import PayTable
from ..rules.terms import options, pay_tables_of
from .content import Findings, full_table
from .document import Block, Column, Heading, Section, Table, Text
from .example_round import example_round
from .titles import EQUIPMENT, PAY_TABLES
from .wording import named, titled, wager_name, whole

SCORING_WORDS = ("points", "multiplier", "units")
"""Words in the names of tables that score instead of paying."""
VOID_ROUNDS = "void rounds"
HOW_OFTEN = {"no_consecutive": "never two rounds in a row", "strict_alternate": "every other round"}


def equipment(findings: Findings) -> Section:
    game = findings.game
    blocks: list[Block] = [
        Table((Column("item"), Column("under these terms", wide=True)), tuple(equipment_facts(game))),
        Heading("Order of play"),
        Table((Column("step", number=True), Column("what happens", wide=True), Column("clause")), steps_in_words(game)),
    ]
    spots = spots_of(game)
    if spots:
        rows = tuple(
            (
                wager_name(findings.labels, s.name),
                whole(s.low),
                whole(s.high),
                "optional" if s.optional else "compulsory",
                s.clause,
            )
            for s in spots
        )
        columns = (
            Column("wager", wide=True),
            Column("smallest", number=True),
            Column("largest", number=True),
            Column(""),
            Column("clause"),
        )
        blocks += [Heading("Wagers and their limits, in chips"), Table(columns, rows)]
    return Section(EQUIPMENT, (*blocks, *_legal_limits(game), *example_round(game)))


def equipment_facts(game: AnyGame) -> list[tuple[str, str]]:
    """Cards, seats, house way, banking and void rounds under these terms."""
    shoe = Counter(game.shoe(game.terms))
    jokers = shoe.pop(JOKER, 0)
    decks = max(shoe.values())
    seats = game.seats(game.terms)
    (hands, clause) = game.hands_per_player(game.terms)
    lasts = game.shoe_lasts(game.terms)
    facts = [
        ("decks", f"{decks} of {len(shoe)} cards"),
        ("jokers", str(jokers) if jokers else "none"),
        ("cards in all", whole(sum(shoe.values()) + jokers)),
        ("shuffle", f"after {lasts} per cent of the shoe" if lasts else "before every round"),
        ("seats", f"{seats.start} to {seats.stop - 1}" if seats.stop - 1 > seats.start else str(seats.start)),
        ("hands per player, at most", f"{hands} [{clause}]" if clause else str(hands)),
        ("house way", _house_way(game)),
        ("player banking", _banking(game)),
    ]
    return [
        *facts,
        (VOID_ROUNDS, "; ".join(f"{i.says} [{i.clause}]" for i in game.irregularities(game.terms).values())),
    ]


def _house_way(game: AnyGame) -> str:
    if game.house_way is None:
        return "none"
    if game.house_way_on_request(game.terms):
        return "published; players may ask for it"
    return "published; for the house only"


def _banking(game: AnyGame) -> str:
    banking = game.banking(game.terms)
    if banking is None:
        return "none: players do not bank in this game"
    if not banking.may_bank:
        return "none under these terms"
    return f"allowed, {HOW_OFTEN[banking.frequency]} [{', '.join(banking.clauses.values())}]"


def spots_of(game: AnyGame) -> tuple[Spot, ...]:
    """Every wager of the layout."""
    steps = game.steps(game.terms, full_table(game))
    return tuple(spot for step in steps if isinstance(step, Wager) for spot in step.spots)


def steps_in_words(game: AnyGame) -> tuple[tuple[str, str, str], ...]:
    """The steps of a round that the engine runs: number, sentence, clause."""
    steps = game.steps(game.terms, full_table(game))
    return tuple((str(number), _description(game, step), step.clause) for number, step in enumerate(steps, start=1))


def _description(game: AnyGame, step: Step) -> str:
    labels = labels_of(game)
    match step:
        case Wager(spots=spots):
            names = [labels.name("wagers", spot.name) + (" (optional)" if spot.optional else "") for spot in spots]
            return f"Each seat wagers: {', '.join(names)}."
        case Deal(cards=cards, dealer=dealer, one_by_one=one_by_one, to=to):
            who = f"each seat that chose “{labels.name('decisions', to).lower()}”" if to else "each seat"
            house = f", {dealer} to the dealer" if dealer else ""
            return f"{plural(cards, 'card')} to {who}{house}, {'one by one' if one_by_one else 'in packets'}."
        case Decide(options=chosen, leaving=leaving, in_turn=in_turn):
            order = "openly, in the order of seats" if in_turn else "sealed, and opened together"
            choices = ", ".join(labels.name("decisions", option).lower() for option in chosen)
            leaves = " or ".join(labels.name("decisions", option).lower() for option in leaving)
            out = f" A seat that chooses “{leaves}” leaves the round." if leaving else ""
            return f"Each seat decides: {choices} ({order}).{out}"
        case SetHands(who=who):
            subject = "Everyone" if who == "everyone" else f"The {who}"
            return f"{subject} {'set' if who == 'bettors' else 'sets'} hands face down."


def _legal_limits(game: AnyGame) -> list[Block]:
    """The limit profile that the terms name, if the game has the option."""
    name = getattr(game.terms, "limit_profile", None)
    if name is None:
        return []
    profile = PROFILES.get(name)
    if profile is None:
        note = f"No profile of legal limits is applied. There are profiles for the years {', '.join(PROFILES)}."
        return [Heading("Legal limits"), Text(note)]
    rows = tuple(
        (titled(f.name), str(getattr(profile, f.name))) for f in fields(profile) if f.name not in ("name", "note")
    )
    columns = (Column("limit", wide=True), Column(f"from {profile.name}", number=True))
    return [Heading("Legal limits"), Table(columns, rows), Text(profile.note, "note")]


def pay_tables(findings: Findings) -> Section:
    """Every pay table and every single payout of the sheet, with its clause."""
    game = findings.game
    blocks = list[Block]()
    single = _single_payouts(game)
    for table_name, table in pay_tables_of(game.terms).items():
        family = _family(findings, table_name, table)
        about = _about_table(findings, family)
        inside = [name for name in single if _root(findings, name) in family]
        single = [name for name in single if name not in inside]
        off = [] if in_force(game, table_name) else [Text("Not in force under these terms.", "note")]
        heading = Heading(findings.labels.table(table_name))
        blocks += [heading, *off, *about, _table(findings, table_name, table, inside)]
    if single:
        rows = _without_repetition(
            (findings.labels.option(name), _value(game, name), *_clause(findings, name)) for name in single
        )
        columns = (Column("option"), Column("value", number=True), Column("clause"), CLAUSE_TEXT)
        blocks += [Heading("Single figures"), Table(columns, rows)]
    blocks += _by_points(findings)
    return Section(
        PAY_TABLES,
        tuple(blocks) or (Text("The sheet has no pay table: units are won and lost by comparison of hands."),),
    )


def placards_of(findings: Findings) -> dict[str, list[tuple[str, str]]]:
    """The lines of every pay table in force, and of single payouts: name and payout, by the title of the table."""
    game = findings.game
    single = _single_payouts(game)
    placards: dict[str, list[tuple[str, str]]] = {}
    for name, table in pay_tables_of(game.terms).items():
        family = _family(findings, name, table)
        inside = [option for option in single if _root(findings, option) in family]
        single = [option for option in single if option not in inside]
        if in_force(game, name):
            rows = _table(findings, name, table, inside).rows
            placards[findings.labels.table(name)] = [(row[0], row[1]) for row in rows if row[1]]
    further = [(findings.labels.option(option), _value(game, option)) for option in single if in_force(game, option)]
    return {**placards, "Further payouts": further} if further else placards


def _single_payouts(game: AnyGame) -> list[str]:
    """The options that are payouts by themselves, outside a pay table."""
    return [name for name, value in options(game.terms).items() if type(value) is int and _pays(name)]


def _by_points(findings: Findings) -> list[Block]:
    """The total result of each net score, in games that pay by points."""
    antes = {
        f"net {points} points": Fraction(won) for points, won in findings.frequencies.get("payout_in_antes", {}).items()
    }
    antes |= {
        findings.labels.name("decisions", name): Fraction(won)
        for name, won in findings.frequencies.get("fold_in_antes", {}).items()
    }
    if not antes:
        return []
    columns = (Column("result", wide=True), Column("the player wins or loses, in antes", number=True))
    rows = tuple((name, f"{float(won):+g}".replace("-", "\N{MINUS SIGN}")) for name, won in antes.items())
    note = "Points, buy-in and ante together, as a round is settled under these terms."
    return [Heading("Payouts by net points"), Text(note), Table(columns, rows)]


def _pays(name: str) -> bool:
    """Is an option with this name a payout?"""
    paid = name.startswith("bonus_") or name.endswith(("_pays", "_points", "_units", "_bonus", "commission", "fee"))
    return paid and "." not in name and not name.startswith("min_")


def _root(findings: Findings, option: str) -> str:
    """The clause of which the option's clause is a lettered part: PYR-72 for PYR-72f, otherwise empty."""
    first = _first_clause(_clause(findings, option)[0])
    root = first.rstrip(ascii_lowercase)
    return root if root != first and root in findings.book.clauses else ""


def _family(findings: Findings, name: str, table: PayTable) -> set[str]:
    return {_root(findings, f"{name}.{line}") for line in table} - {""}


def _about_table(findings: Findings, family: set[str]) -> list[Block]:
    return [Text(f"{findings.book.clauses[root].text} [{root}]") for root in sorted(family)]


def _table(findings: Findings, name: str, table: PayTable, inside: list[str]) -> Table:
    """The lines of a pay table, with single options and further parts of the same clause, in the order of clauses."""
    scores = any(word in name for word in SCORING_WORDS)
    lines = [
        (
            _line_name(findings, name, line),
            _line(pays, scores=scores),
            *_clause(findings, f"{name}.{line}"),
        )
        for line, pays in table.items()
    ]
    labels = findings.labels
    lines += [(labels.option(option), _value(findings.game, option), *_clause(findings, option)) for option in inside]
    if family := _family(findings, name, table):
        shown = {_first_clause(line[2]) for line in lines}
        further = [
            id for id in findings.book.clauses if id.rstrip(ascii_lowercase) in family - {id} and id not in shown
        ]
        lines += [("otherwise", "", id, findings.book.clauses[id].text) for id in further]
        lines.sort(key=lambda line: _first_clause(line[2]))
    columns = (Column("line"), Column("scores" if scores else "pays", number=True), Column("clause"), CLAUSE_TEXT)
    return Table(columns, _without_repetition(lines))


def _line_name(findings: Findings, table: str, line: str) -> str:
    """The label of a line, otherwise its name in words."""
    option = f"{table}.{line}"
    if option in findings.labels.options:
        return findings.labels.option(option)
    return LINE_NAMES.get(table, "{}").format(named(line))


LINE_NAMES = {
    "kind_points": "{} of a kind",
    "sf_points": "straight flush of {}",
    "position_multiplier": "hand {}",
    "trips_points": "hand {}",
    "full_house_points": "hand {}",
}
"""Labels of lines whose names are numbers, by pay table."""


def _line(pays: int, *, scores: bool) -> str:
    if scores:
        return whole(pays)
    return "push" if pays == 0 else f"{whole(pays)} to 1"


def _value(game: AnyGame, name: str) -> str:
    unit = next(unit for part, unit in UNITS.items() if part in name)
    value = options(game.terms)[name]
    text = f"{value}{unit.removesuffix('s')}" if value == 1 else f"{value}{unit}"
    return text if in_force(game, name) else f"{text}, not in force"


UNITS = {"_pays": " to 1", "commission": "\N{NO-BREAK SPACE}%", "_points": " points", "fee": " chips", "": " units"}
"""The unit of a payout by a part of its name; the last entry fits every name."""
ENABLING_OPTIONS = {"bonus": "bonuses", "natural": "naturals", "surrender": "surrender"}
"""A word in the names of payouts, and the option that puts such payouts in force."""


def in_force(game: AnyGame, name: str) -> bool:
    """Whether the terms put a pay table or a payout in force."""
    return all(getattr(game.terms, option, True) for word, option in ENABLING_OPTIONS.items() if word in name)


CLAUSE_TEXT = Column("text of the clause", wide=True)


def _without_repetition(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The rows with the text in the last cell only where it differs from the row above."""
    shown = list[tuple[str, ...]]()
    previous = ""
    for *cells, text in rows:
        shown.append((*cells, "" if text == previous else text))
        previous = text
    return tuple(shown)


def _first_clause(clauses: str) -> str:
    """The first of several clauses, such as PYR-72f of `PYR-72f, PYR-A1`."""
    return clauses.split(",", maxsplit=1)[0].strip()


def _clause(findings: Findings, name: str) -> tuple[str, str]:
    """The clauses of an option, and the text of the first."""
    parameter = findings.book.parameters.get(name)
    if parameter is None:
        return "", ""
    first = _first_clause(parameter.clause)
    if first in findings.book.clauses:
        return parameter.clause, findings.book.clauses[first].text
    if first in findings.book.open_questions:
        return parameter.clause, findings.book.open_questions[first].says
    return parameter.clause, ""
