"""The chapter on method: counts, estimates, the second method, and the commands that reproduce the figures."""

from __future__ import annotations

import json
from math import comb, prod

from ..games import module_of
from ..pricing.notes import text_note
from ..pricing.price import Estimate, Exact
from ..sampling.kernel_rounds import BY_RULES, ON_KERNELS
from .content import Findings, Refused
from .document import Block, Column, Heading, Items, Section, Table, Text
from .titles import METHOD
from .wagers import strategies_of
from .wording import decimal, figure_name, percent, signed, signed_decimal, wager_name, whole


def method(findings: Findings) -> Section:
    return Section(METHOD, (*_counting(findings), *_second(findings), *_commands(findings)))


def _counting(findings: Findings) -> list[Block]:
    exact = [
        (figure_name(findings.labels, w, name), s)
        for w, name, s in strategies_of(findings.price)
        if isinstance(s, Exact)
    ]
    simulated = [
        (figure_name(findings.labels, w, name), s)
        for w, name, s in strategies_of(findings.price)
        if isinstance(s, Estimate)
    ]
    opening = Text(
        "The same rules run this game at a table and are priced here: no rule, pay table or limit was written a second "
        "time for the analysis."
    )
    return [
        opening,
        *(_counted(findings, exact) if exact else []),
        *(_estimated(simulated, in_units=not findings.has_house) if simulated else []),
    ]


def _counted(findings: Findings, exact: list[tuple[str, Exact]]) -> list[Block]:
    introduction = (
        "Exact figures are integer counts of deals. The counts of a wager add up to the number of deals. Every "
        "expectation and variance is a fraction computed from them; only the printed figures are rounded."
    )
    rows = tuple((name, whole(s.deals), f"`{s.ev}`", decimal(s.variance, places=6)) for name, s in exact)
    columns = (
        Column("figure"),
        Column("deals", number=True),
        Column("expectation, exactly", wide=True),
        Column("variance", number=True),
    )
    return [Heading("Exact figures"), Text(introduction), *_deals(findings), Table(columns, rows)]


def _deals(findings: Findings) -> list[Block]:
    """The number of deals as a product of binomial coefficients, one for each hand dealt."""
    cards = len(findings.game.shoe(findings.game.terms))
    sentences = []
    for wager, sizes in module_of(findings.game).pricing.hands_dealt_for(findings.game).items():
        left = [cards - sum(sizes[:n]) for n in range(len(sizes))]
        hands = " × ".join(f"C({rest}, {size})" for rest, size in zip(left, sizes, strict=True))
        count = prod(comb(rest, size) for rest, size in zip(left, sizes, strict=True))
        sentences.append(f"{wager_name(findings.labels, wager)}: {hands} = {whole(count)} equally likely deals.")
    return [Items(tuple(sentences))] if sentences else []


def _estimated(simulated: list[tuple[str, Estimate]], *, in_units: bool) -> list[Block]:
    show_mean = signed_decimal if in_units else signed
    show_error = decimal if in_units else percent
    introduction = (
        "There are too many deals to count for these figures. Each is a mean of rounds dealt from a seed, which "
        "reproduces it exactly, and has a standard error: the true value is within one standard error with a chance "
        "of about 68 %, within two with about 95 %."
    )
    rows = tuple(
        (name, show_mean(s.ev), show_error(s.standard_error), whole(s.rounds), str(s.seed)) for name, s in simulated
    )
    columns = (
        Column("figure", wide=True),
        Column("mean", number=True),
        Column("standard error", number=True),
        Column("rounds", number=True),
        Column("seed", number=True),
    )
    methods = sorted({how for _, strategy in simulated if (how := text_note(strategy.notes, "how"))})
    return [Heading("Estimates"), Text(introduction), *(Text(PLAYED[how]) for how in methods), Table(columns, rows)]


PLAYED = {
    ON_KERNELS: "Rounds were played on kernels: compiled code deals, sets and compares many rounds at a time. The "
    "rules settled the first round of each kind, and that settlement gives the payout of the kind. `houseway "
    "simulate` plays the same rounds with the same number of seats and the same seed.",
    BY_RULES: "The kernels do not support these terms, so the rules played the rounds one by one. There are fewer of "
    "them: read each figure with its standard error. `houseway simulate` plays the same rounds with the same number of "
    "seats and the same seed.",
}


UNCOUNTED = (
    "A certificate compares counts of deals with rounds that are settled one by one. The figures of this game are "
    "means of such rounds themselves, so there is no certificate."
)


def _second(findings: Findings) -> list[Block]:
    heading = Heading("A second method")
    if isinstance(findings.certificate, Refused):
        return [heading, Text(UNCOUNTED)]
    body = json.loads(findings.certificate.text)
    introduction = (
        "The certificate of this price contains every count and estimate. For the figures with rounds in the list "
        "below it also contains the result of a second method that shares no step with the first: hands dealt from a "
        "seed and settled by the rules one by one. The errors in the list are standard errors. The verifier is a "
        "separate program of fewer than 200 lines that uses only Python's standard library. It checked:"
    )
    return [
        heading,
        Text(introduction),
        Items(tuple(_check(findings, sentence) for sentence in findings.certificate.checks)),
        Text(f"Digest of the certificate: `{body['digest']}`."),
    ]


def _check(findings: Findings, sentence: str) -> str:
    """A check of the verifier, with the sheet's name of the wager and the strategy it is about."""
    figure, colon, rest = sentence.partition(":")
    wager, slash, strategy = figure.partition("/")
    return f"{figure_name(findings.labels, wager, strategy)}{colon}{rest}" if colon and slash else sentence


def _commands(findings: Findings) -> list[Block]:
    key = findings.game.key
    changed = "".join(f" --set {name}={value}" for name, (_, value) in findings.game.modifications.items())
    commands = [
        f"`houseway report {key}{changed} -o FILE.pdf` makes this report again, byte for byte, with the options for "
        "preparer, jurisdiction, date and paper that the first page shows",
        f"`houseway price {key}{changed} --exact` prints the wagers",
        f"`houseway rules {key} CLAUSE` prints a clause and runs its examples",
    ]
    answered = {
        f"`houseway readings {key}{changed} --all` prints the effect of every reading": findings.readings,
        f"`houseway alarm {key}{changed}` searches for profitable play": findings.alarm,
        f"`houseway way {key}{changed}` audits the house way": findings.house_way,
        f"`houseway explain {key}{changed}` prints the strategy in sentences": findings.explanation,
        f"`houseway price {key}{changed} --certificate FILE` writes the certificate, `houseway verify FILE` checks "
        "it": findings.certificate,
    }
    commands += [command for command, answer in answered.items() if not isinstance(answer, Refused)]
    return [Heading("Commands that reproduce the figures"), Items(tuple(commands))]
