"""
The layout of the table, drawn to scale from the steps and slots of the sheet.

All lengths are millimetres on the table. A seat is drawn in its own coordinates, x along the edge and y towards the
player, and turned to its place on the half circle.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin
from typing import TypeVar

from ...games import labels_of
from ...games.labels import sentence_case
from ...records.dealing import next_deal, shuffled_shoe
from ...records.shuffle import from_seed
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame, Deal, Decide, Opening
from ...rules.playing import play, start
from ...rules.round import Seat
from ...rules.setting import Slot
from ...solving.bots import steady_move
from ..content import full_table
from ..equipment import spots_of
from . import svg

Thing = TypeVar("Thing")
SCALE = 10
"""The layout is printed at 1 : 10."""
POSITION_SCALE = 2
"""The betting position is printed at 1 : 2."""
RADIUS = 1150
"""Of the half circle at which players sit; also half the length of the dealer's edge."""
DEALER_STRIP = 260
"""Depth of the part in front of the dealer, above the half circle."""
MARGIN = 60
CAPTION = 150
POSITION_WIDTH = 320
"""Least width of the drawing of a betting position, so that its caption fits."""
POSITION_CAPTION = 74
CARD = (63, 88)
"""Width and height of a playing card."""
SPOT = 80
"""Diameter of a wagering area, twice that of a chip."""
GAP = 16
EDGE = 70
"""Padding at the players' edge."""
SPOTS_IN_A_ROW = 2
SLOTS_IN_A_ROW = 3
SEATS_FROM = 12
"""Degrees between the dealer's edge and the middle of the first seat."""
INK = "#1f2933"
FELT = "#e8f3ee"


@dataclass(frozen=True)
class Area:
    """A wagering area or a place for a hand at a seat, by the middle of its shape."""

    name: str
    says: str
    is_wager: bool
    x: float
    """Along the edge, from the middle of the seat."""
    distance: float
    """From the middle of the dealer's edge."""

    @property
    def width(self) -> float:
        return SPOT if self.is_wager else CARD[0]

    @property
    def height(self) -> float:
        return SPOT if self.is_wager else CARD[1]


def areas_of(game: AnyGame) -> tuple[Area, ...]:
    """The areas of one seat, from the player's edge inwards: hands first, then wagers."""
    labels = labels_of(game)
    slots = [labels.name("hands", name) for name in _hand_names(game)]
    areas = []
    distance = RADIUS - EDGE
    for row in _rows(slots, SLOTS_IN_A_ROW):
        distance -= CARD[1]
        for name, x in zip(row, _places(len(row), CARD[0]), strict=True):
            areas.append(Area(sentence_case(name), "", is_wager=False, x=x, distance=distance + CARD[1] / 2))
        distance -= GAP
    wagers = [(labels.name("wagers", spot.name), f"{spot.low:,} to {spot.high:,}") for spot in spots_of(game)]
    if has_further_wager(game):
        wagers.append(("further wager", "after the deal"))
    for pair in _rows(wagers, SPOTS_IN_A_ROW):
        distance -= SPOT
        for (name, limits), x in zip(pair, _places(len(pair), SPOT + 2 * GAP), strict=True):
            areas.append(Area(sentence_case(name), limits, is_wager=True, x=x, distance=distance + SPOT / 2))
        distance -= GAP
    return tuple(areas)


def possible_seats(game: AnyGame) -> list[Seat]:
    """A seat with all cards that it may be dealt, before and after each of its possible decisions."""
    steps = game.steps(game.terms, full_table(game))
    decisions = [(), *((option,) for step in steps if isinstance(step, Decide) for option in step.options)]
    dealt = game.whole_shoe[: sum(step.cards for step in steps if isinstance(step, Deal))]
    wagers = {spot.name: spot.low for spot in spots_of(game)}
    return [Seat(number=1, player="player 1", wagers=wagers, cards=dealt, decisions=decided) for decided in decisions]


def possible_slots(game: AnyGame) -> tuple[Slot, ...]:
    """The slots that a seat may have to fill, after any of its decisions."""
    slots = {slot.name: slot for seat in possible_seats(game) for slot in game.slots(game.terms, seat)}
    return tuple(slots.values())


def _hand_names(game: AnyGame) -> list[str]:
    """The hands that a seat may set, or play without setting them, after any of its decisions."""
    names: list[str] = []
    for seat in possible_seats(game):
        names += [slot.name for slot in game.slots(game.terms, seat)]
        names += game.unset_hands(game.terms, seat)
    return list(dict.fromkeys(names))


def _rows(things: list[Thing], width: int) -> list[list[Thing]]:
    return [things[start : start + width] for start in range(0, len(things), width)]


def _places(count: int, width: float) -> list[float]:
    """Where things of this width stand next to each other around 0."""
    return [(number - (count - 1) / 2) * (width + GAP) for number in range(count)]


def has_further_wager(game: AnyGame) -> bool:
    """Whether an option of a decision adds a wager after the deal, as the engine prices its options."""
    round_ = start(game, Opening(players=full_table(game).players[: max(2, game.players_needed)]))
    shoe = shuffled_shoe(round_, from_seed("layout"))
    while not round_.over:
        if isinstance(round_.step, Decide):
            seat = round_.seats[int(round_.waiting_for[0]) - 1]
            costs = game.option_costs(game.terms, round_, seat)
            if any(cost.effect == "adds" for cost in costs.values()):
                return True
        round_ = play(round_, next_deal(round_, shoe) or steady_move(round_, round_.waiting_for[0]))
    return False


def seat_angles(seats: int) -> list[float]:
    """Degrees of each seat on the half circle, from the dealer's left, where the deal begins, to the right."""
    if seats == 1:
        return [90.0]
    step = (180 - 2 * SEATS_FROM) / (seats - 1)
    return [SEATS_FROM + number * step for number in range(seats)]


def layout(game: AnyGame) -> str:
    """The layout as SVG. Refuses a table at which the areas of neighbouring seats would overlap."""
    seats = game.seats(game.terms).stop - 1
    areas = areas_of(game)
    _refuse_overlap(game, seats, areas)
    middle = RADIUS + MARGIN
    top = MARGIN + DEALER_STRIP
    width = 2 * (RADIUS + MARGIN)
    height = top + RADIUS + MARGIN + CAPTION
    parts = [_table(middle, top), *_dealer(game, middle)]
    for seat, angle in enumerate(seat_angles(seats), start=1):
        parts.append(_seat(seat, angle, middle, top, areas))
    parts += _caption(game, middle, top + RADIUS + MARGIN)
    return svg.document(width, height, parts, scale=SCALE)


def _refuse_overlap(game: AnyGame, seats: int, areas: tuple[Area, ...]) -> None:
    """Refuse if a seat's areas reach over the middle line to the next seat."""
    if seats == 1:
        return
    half_angle = radians((180 - 2 * SEATS_FROM) / (seats - 1)) / 2
    for area in areas:
        inner = area.distance - area.height / 2
        room = inner * sin(half_angle) / cos(half_angle)
        if inner <= 0 or abs(area.x) + area.width / 2 > room:
            raise NotAllowed(
                f"the areas of {seats} seats of {game.name} do not fit on a table of {2 * RADIUS} mm; "
                "choose fewer seats"
            )


def _table(middle: float, top: float) -> str:
    n = svg.number
    left = middle - RADIUS
    right = middle + RADIUS
    path = (
        f"M {n(left)} {n(MARGIN)} L {n(right)} {n(MARGIN)} L {n(right)} {n(top)} "
        f"A {RADIUS} {RADIUS} 0 0 1 {n(left)} {n(top)} Z"
    )
    return svg.element("path", {"d": path, "fill": FELT, "stroke": INK, "stroke-width": "6"})


def _dealer(game: AnyGame, middle: float) -> list[str]:
    """The chip tray, the discard holder, the shoe, and the place of the dealer's cards."""
    parts = [
        _box(middle - 350, MARGIN + 20, 700, 120, "Chip tray"),
        _box(middle + 480, MARGIN + 20, 130, 180, "Shoe"),
        _box(middle - 610, MARGIN + 20, 130, 180, "Discards"),
    ]
    if game.against_the_house:
        parts.append(_box(middle - 250, MARGIN + 160, 500, 100, "Dealer's cards"))
    return parts


def _box(x: float, y: float, width: float, height: float, label: str) -> str:
    attributes = {
        "x": svg.number(x),
        "y": svg.number(y),
        "width": svg.number(width),
        "height": svg.number(height),
        "rx": "8",
        "fill": "none",
        "stroke": INK,
        "stroke-width": "3",
    }
    return svg.element("rect", attributes) + svg.text(x + width / 2, y + height / 2 + 9, label, 26)


def _seat(number: int, angle: float, middle: float, top: float, areas: tuple[Area, ...]) -> str:
    """A seat, turned so that its player reads it from the edge."""
    drawn = [_area(area) for area in areas]
    drawn.append(svg.text(0, RADIUS - 20, f"Seat {number}", 30, weight="bold"))
    turn = f"translate({svg.number(middle)} {svg.number(top)}) rotate({svg.number(angle - 90)})"
    return svg.element("g", {"transform": turn}, "\n" + "\n".join(drawn) + "\n")


def _area(area: Area) -> str:
    """One area in the coordinates of its seat, with its name inside."""
    if area.is_wager:
        outline = {"cx": svg.number(area.x), "cy": svg.number(area.distance), "r": svg.number(SPOT / 2)}
        shape = svg.element("circle", {**outline, "fill": "#ffffff", "stroke": INK, "stroke-width": "3"})
    else:
        box = {
            "x": svg.number(area.x - CARD[0] / 2),
            "y": svg.number(area.distance - CARD[1] / 2),
            "width": str(CARD[0]),
            "height": str(CARD[1]),
            "rx": "5",
        }
        shape = svg.element("rect", {**box, "fill": "none", "stroke": INK, "stroke-width": "2"})
    lines = lines_of(area)
    size = text_size(area, lines)
    first = area.distance - (len(lines) - 1) * size * 0.55 + (0 if area.says else size / 3)
    words = [svg.text(area.x, first + 1.1 * size * place, line, size) for place, line in enumerate(lines)]
    if area.says:
        words.append(svg.text(area.x, first + 1.1 * size * len(lines), area.says, min(size, LIMITS_SIZE)))
    return shape + "".join(words)


LONGEST_LINE = 11
"""Letters of a line, unless a word is longer."""
LARGEST_TEXT = 12
LIMITS_SIZE = 9
LETTER = 0.62
"""Width of a letter as a part of the size of the text."""


def lines_of(area: Area) -> list[str]:
    """The name of an area in lines, broken between words."""
    longest = LONGEST_LINE if area.is_wager else LONGEST_LINE - 3
    lines: list[str] = []
    for word in area.name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= longest:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def text_size(area: Area, lines: list[str]) -> float:
    """The size at which the longest line fits into the area."""
    return min(LARGEST_TEXT, (area.width - 4) / (LETTER * max(len(line) for line in lines)))


def betting_position(game: AnyGame) -> str:
    """The areas of one seat as SVG, large enough to read, as the player sees them."""
    areas = areas_of(game)
    inner = min(area.distance - area.height / 2 for area in areas)
    widest = max(abs(area.x) + area.width / 2 for area in areas)
    width = 2 * max(widest + MARGIN, POSITION_WIDTH / 2)
    height = RADIUS - inner + 2 * GAP + POSITION_CAPTION
    drawn = "\n".join(_area(area) for area in areas)
    turn = f"translate({svg.number(width / 2)} {svg.number(2 * GAP - inner)})"
    edge = RADIUS - inner + 2 * GAP
    line = {"x1": "0", "x2": svg.number(width), "y1": svg.number(edge), "y2": svg.number(edge)}
    parts = [
        svg.element("rect", {"width": svg.number(width), "height": svg.number(edge), "fill": FELT}),
        svg.element("g", {"transform": turn}, f"\n{drawn}\n"),
        svg.text(width / 2, edge - EDGE / 2, "Players' edge", 12),
        svg.element("line", {**line, "stroke": INK, "stroke-width": "3"}),
        svg.text(width / 2, edge + 24, game.name, 15, weight="bold"),
        svg.text(width / 2, edge + 44, f"Betting position of one seat, 1 : {POSITION_SCALE}", 12),
        svg.text(
            width / 2, edge + 60, f"Wagering areas {SPOT} mm, cards {CARD[0]} by {CARD[1]} mm; wagers in chips", 9
        ),
    ]
    return svg.document(width, height, parts, scale=POSITION_SCALE)


def _caption(game: AnyGame, middle: float, y: float) -> list[str]:
    """The name, the scale, and a bar of half a metre."""
    left = middle - RADIUS
    line = {"x1": svg.number(left), "x2": svg.number(left + 500), "y1": svg.number(y + 60), "y2": svg.number(y + 60)}
    return [
        svg.text(middle, y + 40, f"{game.name}: layout, 1 : {SCALE}", 42, weight="bold"),
        svg.text(
            middle,
            y + 90,
            f"Table {2 * RADIUS} by {DEALER_STRIP + RADIUS} mm; wagering areas {SPOT} mm, cards {CARD[0]} by "
            f"{CARD[1]} mm, a hand is one pile; wagers in chips",
            26,
        ),
        svg.element("line", {**line, "stroke": INK, "stroke-width": "6"}),
        svg.text(left + 250, y + 95, "500 mm", 26),
    ]


def position(angle: float, area: Area) -> tuple[float, float]:
    """The middle of an area on the table, from the middle of the dealer's edge, for a seat at this angle."""
    turn = (angle - 90) * pi / 180
    return (
        area.x * cos(turn) - area.distance * sin(turn),
        area.x * sin(turn) + area.distance * cos(turn),
    )
