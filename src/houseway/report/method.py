"""How the figures were found, what stands behind them, and how anybody can find them again."""

from __future__ import annotations

import json
from math import comb, prod

from ..games import module_of
from ..pricing.price import Estimate, Exact
from ..sampling.kernel_rounds import BY_RULES, ON_KERNELS
from .content import Findings, Refused
from .document import Block, Column, Heading, Items, Section, Table, Text
from .wagers import strategies_of
from .wording import decimal, percent, signed, signed_decimal, spoken, titled, whole


def method(found: Findings) -> Section:
    return Section("Method and certificates", (*_counting(found), *_second(found), *_again(found)))


def _counting(found: Findings) -> list[Block]:
    exact = [(spoken(w, way), s) for w, way, s in strategies_of(found.price) if isinstance(s, Exact)]
    simulated = [(spoken(w, way), s) for w, way, s in strategies_of(found.price) if isinstance(s, Estimate)]
    opening = Text(
        "The object that deals this game at a table is the object that is priced here: no rule, pay table or limit "
        "is written a second time for the analysis."
    )
    return [
        opening,
        *(_counted(found, exact) if exact else []),
        *(_estimated(simulated, in_units=not found.banked) if simulated else []),
    ]


def _counted(found: Findings, exact: list[tuple[str, Exact]]) -> list[Block]:
    said = (
        "Exact figures are integer counts of deals. The counts of a wager add up to the number of deals, and every "
        "expectation and variance is a fraction worked from them; decimals appear only in print."
    )
    rows = tuple((name, whole(s.deals), f"`{s.ev}`", decimal(s.variance, places=6)) for name, s in exact)
    columns = (
        Column("figure"),
        Column("deals", number=True),
        Column("expectation, exactly", wide=True),
        Column("variance", number=True),
    )
    return [Heading("Counted"), Text(said), *_deals(found), Table(columns, rows)]


def _deals(found: Findings) -> list[Block]:
    """Where the number of deals comes from: hand after hand out of the shoe."""
    cards = len(found.game.shoe(found.game.terms))
    sentences = []
    for wager, sizes in module_of(found.game).pricing.hands_dealt.items():
        left = [cards - sum(sizes[:n]) for n in range(len(sizes))]
        hands = " × ".join(f"C({rest}, {size})" for rest, size in zip(left, sizes, strict=True))
        count = prod(comb(rest, size) for rest, size in zip(left, sizes, strict=True))
        sentences.append(f"{titled(wager)}: {hands} = {whole(count)} deals, each as likely as another.")
    return [Items(tuple(sentences))] if sentences else []


def _estimated(simulated: list[tuple[str, Estimate]], *, in_units: bool) -> list[Block]:
    shown, plain = (signed_decimal, decimal) if in_units else (signed, percent)
    said = (
        "The deals behind these figures are too many to count. Each is a mean of rounds dealt from a seed, which "
        "reproduces it to the last digit, and carries its standard error: the true value lies within one of them "
        "about two times in three, within two about nineteen times in twenty."
    )
    rows = tuple((name, shown(s.ev), plain(s.standard_error), whole(s.rounds), str(s.seed)) for name, s in simulated)
    columns = (
        Column("figure", wide=True),
        Column("mean", number=True),
        Column("standard error", number=True),
        Column("rounds", number=True),
        Column("seed", number=True),
    )
    ways = sorted({s.notes["how"] for _, s in simulated if "how" in s.notes})
    return [Heading("Estimated"), Text(said), *(Text(PLAYED[how]) for how in ways), Table(columns, rows)]


PLAYED = {
    ON_KERNELS: "Rounds were played on kernels: compiled code deals, sets and compares many at a time, and what each "
    "kind of round pays was asked of the rules, which played the first round of the kind to its settlement. They are "
    "the rounds that `houseway simulate` plays with as many seats from the same seed.",
    BY_RULES: "The kernels do not know these terms, so rounds were played through the rules one by one, and there are "
    "fewer of them: read each figure with its standard error. They are the rounds that `houseway simulate` plays with "
    "as many seats from the same seed.",
}


UNCOUNTED = (
    "A certificate sets counts of deals beside rounds that are settled one by one. The figures of this game are means "
    "of such rounds in the first place, so there is none."
)


def _second(found: Findings) -> list[Block]:
    heading = Heading("A second method")
    if isinstance(found.certificate, Refused):
        return [heading, Text(UNCOUNTED)]
    body = json.loads(found.certificate.text)
    said = (
        "The certificate of this price holds every count and estimate, and beside those that rounds are listed for "
        "below the result of a second method that shares no step with the first: hands dealt from a seed and settled "
        "by the rules one by one. Errors there are standard errors. Its verifier is a program of its own, under 200 "
        "lines of standard-library Python. It checked:"
    )
    return [
        heading,
        Text(said),
        Items(found.certificate.checks),
        Text(f"Digest of the certificate: `{body['digest']}`."),
    ]


def _again(found: Findings) -> list[Block]:
    key = found.game.key
    changed = "".join(f" --set {name}={value}" for name, (_, value) in found.game.modifications.items())
    commands = [
        f"`houseway report {key}{changed} --date DATE -o FILE.pdf` makes this report again, byte for byte, with the "
        "date on every page",
        f"`houseway price {key}{changed} --exact` prints the wagers",
        f"`houseway rules {key} CLAUSE` prints a clause and runs its examples",
    ]
    answered = {
        f"`houseway readings {key}{changed} --all` prints the ledger's prices": found.readings,
        f"`houseway alarm {key}{changed}` searches for profitable play": found.alarm,
        f"`houseway way {key}{changed}` audits the house way": found.way,
        f"`houseway explain {key}{changed}` prints the strategy in sentences": found.explanation,
        f"`houseway price {key}{changed} --certificate FILE` writes the certificate, `houseway verify FILE` checks "
        "it": found.certificate,
    }
    commands += [said for said, answer in answered.items() if not isinstance(answer, Refused)]
    return [Heading("Finding it again"), Items(tuple(commands))]
