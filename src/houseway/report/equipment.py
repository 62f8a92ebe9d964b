"""Cards, table, limits, the order of play and the pay tables, as the game deals them under these terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from string import ascii_lowercase

from ..rules.cards import JOKER
from ..rules.game import AnyGame, Deal, Decide, Opening, SetHands, Spot, Step, Wager
from ..rules.limits import PROFILES
from ..rules.paytable import PayTable
from ..rules.terms import options, pay_tables_of
from .content import Findings
from .document import Block, Column, Heading, Section, Table, Text
from .example_round import example_round
from .wording import named, titled, whole

POINTS = ("points", "multiplier", "units")
"""Words in the name of a table that scores instead of paying."""
HOW_OFTEN = {"no_consecutive": "never two rounds in a row", "strict_alternate": "every other round"}


def equipment(found: Findings) -> Section:
    game = found.game
    blocks: list[Block] = [
        Table((Column("what"), Column("under these terms", wide=True)), tuple(_facts(game))),
        Heading("Order of play"),
        Table((Column("step", number=True), Column("what happens", wide=True), Column("clause")), tuple(_steps(game))),
    ]
    spots = spots_of(game)
    if spots:
        rows = tuple(
            (titled(s.name), whole(s.low), whole(s.high), "optional" if s.optional else "", s.clause) for s in spots
        )
        columns = (
            Column("wager", wide=True),
            Column("least", number=True),
            Column("most", number=True),
            Column(""),
            Column("clause"),
        )
        blocks += [Heading("Wagers and their limits, in chips"), Table(columns, rows)]
    return Section("Equipment, limits and order of play", (*blocks, *_law(game), *example_round(game)), new_page=True)


def _facts(game: AnyGame) -> list[tuple[str, str]]:
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
        ("shuffle", f"when {lasts} per cent of the shoe are dealt" if lasts else "before every round"),
        ("seats", f"{seats.start} to {seats.stop - 1}" if seats.stop - 1 > seats.start else str(seats.start)),
        ("hands a player may take", f"{hands}{f' [{clause}]' if clause else ''}"),
        ("house way", _house_way(game)),
        ("player banking", _banking(game)),
    ]
    return [
        *facts,
        ("void rounds", "; ".join(f"{i.says} [{i.clause}]" for i in game.irregularities(game.terms).values())),
    ]


def _house_way(game: AnyGame) -> str:
    if game.house_way is None:
        return "none"
    return "published; players may ask for it" if game.house_way_on_request(game.terms) else "published; for the house"


def _banking(game: AnyGame) -> str:
    banking = game.banking(game.terms)
    if banking is None:
        return "none: players do not bank in this game"
    if not banking.may_bank:
        return "none under these terms"
    return f"allowed, {HOW_OFTEN[banking.frequency]} [{', '.join(banking.clauses.values())}]"


def opening_of(game: AnyGame) -> Opening:
    """A full table."""
    return Opening(players=tuple(f"player {n}" for n in range(1, game.seats(game.terms).stop)))


def spots_of(game: AnyGame) -> tuple[Spot, ...]:
    """Every wager of the layout."""
    steps = game.steps(game.terms, opening_of(game))
    return tuple(spot for step in steps if isinstance(step, Wager) for spot in step.spots)


def _steps(game: AnyGame) -> list[tuple[str, str, str]]:
    steps = game.steps(game.terms, opening_of(game))
    return [(str(n), _told(step), step.clause) for n, step in enumerate(steps, start=1)]


def _told(step: Step) -> str:
    match step:
        case Wager(spots=spots):
            return "Each seat wagers: " + ", ".join(named(s.name) + " (optional)" * s.optional for s in spots)
        case Deal(cards=cards, dealer=dealer, one_by_one=one_by_one, to=to):
            who = f"each seat that chose to {named(to)}" if to else "each seat"
            house = f", {dealer} to the dealer" if dealer else ""
            return f"{cards} cards to {who}{house}, {'one by one' if one_by_one else 'in packets'}"
        case Decide(options=chosen, leaving=leaving, in_turn=in_turn):
            order = "aloud in order of seats" if in_turn else "sealed, and opened together"
            out = f"; {', '.join(map(named, leaving))} leaves the round" if leaving else ""
            return f"Each seat decides: {', '.join(map(named, chosen))} ({order}){out}"
        case SetHands(who=who):
            return f"{'Everyone' if who == 'everyone' else 'The ' + who} sets hands face down"


def _law(game: AnyGame) -> list[Block]:
    """The dated limits that the terms name, where the game knows of any."""
    name = getattr(game.terms, "limit_profile", None)
    if name is None:
        return []
    profile = PROFILES.get(name)
    if profile is None:
        said = f"No dated limits are applied (`limit_profile` is {name}; {', '.join(PROFILES)} are known)."
        return [Heading("Limits by law"), Text(said)]
    rows = tuple(
        (titled(f.name), str(getattr(profile, f.name))) for f in fields(profile) if f.name not in ("name", "note")
    )
    columns = (Column("limit", wide=True), Column(f"from {profile.name}", number=True))
    return [Heading("Limits by law"), Table(columns, rows), Text(profile.note, "note")]


def pay_tables(found: Findings) -> Section:
    """Every table of the sheet and every single figure that pays, with its clause."""
    game = found.game
    blocks = list[Block]()
    single = [name for name, value in options(game.terms).items() if type(value) is int and _pays(name)]
    for table_name, table in pay_tables_of(game.terms).items():
        family = _family(found, table_name, table)
        about = _about_table(found, family)
        inside = [name for name in single if _root(found, name) in family]
        single = [name for name in single if name not in inside]
        off = [] if _in_force(game, table_name) else [Text("Not in force under these terms.", "note")]
        heading = Heading(CALLED.get(table_name, titled(table_name)))
        blocks += [heading, *off, *about, _table(found, table_name, table, inside)]
    if single:
        rows = _said_once((f"`{name}`", _value(game, name), *_clause(found, name)) for name in single)
        columns = (Column("figure"), Column("here", number=True), Column("clause"), SAYS)
        blocks += [Heading("Single figures"), Table(columns, rows)]
    blocks += _by_points(found)
    return Section("Pay tables", tuple(blocks) or (Text("The sheet has no pay table: units change hands by row."),))


def _by_points(found: Findings) -> list[Block]:
    """What a net score wins or loses in all, where points are what is paid for."""
    antes = {
        f"net {points} points": Fraction(won) for points, won in found.frequencies.get("payout_in_antes", {}).items()
    }
    antes |= {named(name): Fraction(won) for name, won in found.frequencies.get("fold_in_antes", {}).items()}
    if not antes:
        return []
    columns = (Column("result", wide=True), Column("the player wins or loses, in antes", number=True))
    rows = tuple((name, f"{float(won):+g}".replace("-", "\N{MINUS SIGN}")) for name, won in antes.items())
    said = "Points, buy-in and ante together, as a round is settled under these terms."
    return [Heading("Payouts by net points"), Text(said), Table(columns, rows)]


def _pays(name: str) -> bool:
    paid = name.startswith("bonus_") or name.endswith(("_pays", "_points", "_units", "_bonus", "commission", "fee"))
    return paid and "." not in name and not name.startswith("min_")


def _root(found: Findings, option: str) -> str:
    """The clause whose lettered parts a table's lines are: PYR-72 for PYR-72f; none for a clause by itself."""
    first = _clause(found, option)[0].split(",")[0].strip()
    root = first.rstrip(ascii_lowercase)
    return root if root != first and root in found.book.clauses else ""


def _family(found: Findings, name: str, table: PayTable) -> set[str]:
    return {_root(found, f"{name}.{line}") for line in table} - {""}


def _about_table(found: Findings, family: set[str]) -> list[Block]:
    return [Text(f"{found.book.clauses[root].text} [{root}]") for root in sorted(family)]


def _table(found: Findings, name: str, table: PayTable, inside: list[str]) -> Table:
    """Its lines, the figures that the sheet prints among them, and what it says of the rest, by clause where it can."""
    scores = any(word in name for word in POINTS)
    lines = [
        (LINES.get(name, "{}").format(named(line)), _line(pays, scores=scores), *_clause(found, f"{name}.{line}"))
        for line, pays in table.items()
    ]
    lines += [(f"`{option}`", _value(found.game, option), *_clause(found, option)) for option in inside]
    if family := _family(found, name, table):
        shown = {line[2].split(",")[0].strip() for line in lines}
        left = [id for id in found.book.clauses if id.rstrip(ascii_lowercase) in family - {id} and id not in shown]
        lines += [("otherwise", "", id, found.book.clauses[id].text) for id in left]
        lines.sort(key=lambda line: line[2].split(",")[0].strip())
    columns = (Column("line"), Column("scores" if scores else "pays", number=True), Column("clause"), SAYS)
    return Table(columns, _said_once(lines))


LINES = {
    "kind_points": "{} of a kind",
    "sf_points": "straight flush of {}",
    **dict.fromkeys(("position_multiplier", "trips_points", "full_house_points"), "hand {}"),
}
"""What a line is called whose name is a number."""
CALLED = {"sf_points": "Straight flush points"}


def _line(pays: int, *, scores: bool) -> str:
    return whole(pays) if scores else "push" if pays == 0 else f"{whole(pays)} to 1"


def _value(game: AnyGame, name: str) -> str:
    unit = next(unit for part, unit in UNITS.items() if part in name)
    value = options(game.terms)[name]
    counted = unit.removesuffix("s") if value == 1 else unit
    return f"{value}{counted}{'' if _in_force(game, name) else ', not in force'}"


UNITS = {"_pays": " to 1", "commission": "\N{NO-BREAK SPACE}%", "_points": " points", "fee": " chips", "": " units"}
"""What a figure counts, by a part of its name."""
SWITCHES = {"bonus": "bonuses", "natural": "naturals", "surrender": "surrender"}
"""A word in the name of a figure, and the term that puts such figures in force."""


def _in_force(game: AnyGame, name: str) -> bool:
    return all(getattr(game.terms, switch, True) for word, switch in SWITCHES.items() if word in name)


SAYS = Column("what the sheet says", wide=True)


def _said_once(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """The words of a clause stand with the first of the lines that it has."""
    shown = list[tuple[str, ...]]()
    before = ""
    for *cells, words in rows:
        shown.append((*cells, "" if words == before else words))
        before = words
    return tuple(shown)


def _clause(found: Findings, name: str) -> tuple[str, str]:
    """Where the sheet has this figure, and its words there."""
    about = found.book.parameters.get(name)
    clause = about.clause if about else ""
    first = clause.split(",")[0].strip()
    stands = found.book.clauses.get(first)
    row = found.book.open_questions.get(first)
    return clause, stands.text if stands else row.says if row else ""
