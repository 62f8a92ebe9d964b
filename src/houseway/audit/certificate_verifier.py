#!/usr/bin/env python3
"""
Checks a price certificate and trusts nothing else: standard library only, no other file of Houseway.

    python3 certificate_verifier.py CERTIFICATE.json

What is checked, in this order: the file's own digest; that the terms hash to the hash that names them; for every wager
and strategy that the counts are whole, sum to the number of deals, and that this number is the product of the binomials
that is claimed; that expected value and variance follow from the counts; that a second, independent method agrees: the
same outcomes to the last deal, or a simulation whose mean lies within four standard errors.
"""

import hashlib
import json
import sys
from fractions import Fraction
from math import comb, prod
from typing import Any

WIDEST = 4
"""Standard errors that the mean of a simulation may differ from the price."""


class Fault(Exception):
    """The first thing in a certificate that does not hold."""


def verify(text: str) -> list[str]:
    """What was checked, one line each; raises Fault at the first thing that does not hold."""
    certificate = read(text)
    checked = [check_digest(certificate), check_terms(certificate)]
    for wager, priced in certificate["wagers"].items():
        for name, strategy in priced["strategies"].items():
            checked.append(check_strategy(f"{wager}/{name}", priced, strategy))
    for second in certificate["second_methods"]:
        checked.append(check_second(certificate, second))
    unseconded = exact_figures(certificate) - {
        (second["wager"], second["strategy"]) for second in certificate["second_methods"]
    }
    if unseconded:
        raise Fault(f"no second method stands behind {min(unseconded)}")
    return checked


def read(text: str) -> dict[str, Any]:
    try:
        certificate = json.loads(text)
    except (ValueError, RecursionError):
        raise Fault("this is not whole JSON") from None
    if not isinstance(certificate, dict) or certificate.get("houseway_certificate") != 1:
        raise Fault("this is no price certificate: 'houseway_certificate' must be 1")
    return certificate


def check_digest(certificate: dict[str, Any]) -> str:
    body = {key: value for key, value in certificate.items() if key != "digest"}
    digest = hashlib.sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    if digest != certificate.get("digest"):
        raise Fault(
            f"the certificate was altered: it hashes to {digest[:12]}, not {str(certificate.get('digest'))[:12]}"
        )
    return f"digest {digest[:12]} fits the certificate"


def check_terms(certificate: dict[str, Any]) -> str:
    lines = [f"{name}={value}" for name, value in sorted(certificate["terms"].items())]
    text = "\n".join([f"game={certificate['game']}", *lines]) + "\n"
    terms_hash = hashlib.sha256(text.encode()).hexdigest()
    if terms_hash != certificate["terms_hash"]:
        raise Fault(f"the terms hash to {terms_hash[:12]}, not {certificate['terms_hash'][:12]}")
    return f"{len(lines)} terms of {certificate['game']} hash to {terms_hash[:12]}"


def exact_figures(certificate: dict[str, Any]) -> set[tuple[str, str]]:
    return {
        (wager, name)
        for wager, priced in certificate["wagers"].items()
        for name, strategy in priced["strategies"].items()
        if "outcomes" in strategy
    }


def check_strategy(name: str, priced: dict[str, Any], strategy: dict[str, Any]) -> str:
    if "outcomes" not in strategy:
        return f"{name}: an estimate of {strategy['ev']} with standard error {strategy['standard_error']}"
    outcomes = [(Fraction(o["net"]), o["count"]) for o in strategy["outcomes"]]
    if any(type(count) is not int or count < 0 for _, count in outcomes):
        raise Fault(f"{name}: a count is not a whole number")
    deals = sum(count for _, count in outcomes)
    claimed = prod(comb(n, k) for n, k in priced["deals_are"])
    if not deals == priced["deals"] == claimed:
        raise Fault(f"{name}: counts sum to {deals}, deals are {priced['deals']}, the binomials make {claimed}")
    ev, variance = moments(outcomes)
    if (ev, variance) != (Fraction(strategy["ev"]), Fraction(strategy["variance"])):
        raise Fault(f"{name}: the counts give an expected value of {ev} and a variance of {variance}")
    return f"{name}: {deals} deals in {len(outcomes)} outcomes give {float(ev):+.6f}"


def moments(outcomes: list[tuple[Fraction, int]]) -> tuple[Fraction, Fraction]:
    deals = sum(count for _, count in outcomes)
    ev = sum((net * count for net, count in outcomes), Fraction()) / deals
    return ev, sum((net * net * count for net, count in outcomes), Fraction()) / deals - ev * ev


def check_second(certificate: dict[str, Any], second: dict[str, Any]) -> str:
    name = f"{second['wager']}/{second['strategy']}"
    first = certificate["wagers"][second["wager"]]["strategies"][second["strategy"]]
    if "outcomes" in second:
        return check_same(name, first, second)
    if "outcomes" in first:
        ev, variance = moments([(Fraction(o["net"]), o["count"]) for o in first["outcomes"]])
        doubt = Fraction()
    else:
        ev = Fraction(first["ev"])
        variance = Fraction(first["standard_deviation"]) ** 2
        doubt = Fraction(first["standard_error"]) ** 2
    rounds = second["rounds"]
    mean = Fraction(second["total"]) / second["rounds"]
    if (mean - ev) ** 2 > WIDEST**2 * (variance / rounds + doubt):
        raise Fault(f"{name}: {rounds} rounds average {float(mean):+.6f}, too far from {float(ev):+.6f}")
    return f"{name}: {rounds} rounds played (seed {second['seed']}) average {float(mean):+.6f}, within {WIDEST} errors"


def check_same(name: str, first: dict[str, Any], second: dict[str, Any]) -> str:
    ours = by_net(first["outcomes"])
    theirs = by_net(second["outcomes"])
    if ours != theirs:
        net = next(net for net in sorted(ours.keys() | theirs.keys()) if ours.get(net) != theirs.get(net))
        raise Fault(f"{name}: at net {net} one method counts {ours.get(net, 0)}, the other {theirs.get(net, 0)}")
    return f"{name}: {second['method']} counts the same deals"


def by_net(outcomes: list[dict[str, Any]]) -> dict[Fraction, int]:
    counts: dict[Fraction, int] = {}
    for outcome in outcomes:
        net = Fraction(outcome["net"])
        counts[net] = counts.get(net, 0) + outcome["count"]
    return {net: count for net, count in counts.items() if count}


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: certificate_verifier.py CERTIFICATE.json", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            lines = verify(file.read())
    except (OSError, UnicodeDecodeError) as error:
        print(f"cannot read {sys.argv[1]}: {error}", file=sys.stderr)
        return 2
    except Fault as fault:
        print(f"FALSE: {fault}")
        return 1
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        print(f"FALSE: the certificate lacks what it must have ({type(error).__name__}: {error})")
        return 1
    print("\n".join(lines))
    print(f"TRUE: {len(lines)} checks hold")
    return 0


if __name__ == "__main__":
    sys.exit(main())
