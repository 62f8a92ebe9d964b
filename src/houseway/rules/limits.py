"""
Legal limits in Washington by year, as far as the sources give them.

A house limit above those of its profile is refused with the citation. One chip is one dollar. Where no profile is
named, a person who chooses a limit is held to the highest amount known here, unless they choose the profile `none`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

Profile = Literal["none", "2008", "2009", "2021", "2023"]


@dataclass(frozen=True, kw_only=True)
class LimitProfile:
    """The limits in force from a date."""

    name: str
    games_per_hand: int
    """Separate games on a single hand of cards [WAC 230-15-040]."""
    house_banked_wager: int
    """The largest single house-banked wager [WAC 230-15-140]."""
    other_wager: int
    """The largest single wager in other games [WAC 230-15-135]."""
    odds_counted: int
    """A payout cap must reach the largest wager at the highest odds, counted up to these [WAC 230-15-490]."""
    cap_needs_long_odds: bool
    """A payout cap is allowed only where the top odds reach `odds_counted` [WAC 230-15-490 of 2021]."""
    seats: int
    note: str


PROFILES = {
    profile.name: profile
    for profile in (
        LimitProfile(
            name="2008",
            games_per_hand=3,
            house_banked_wager=100,
            other_wager=40,
            odds_counted=50,
            cap_needs_long_odds=False,
            seats=7,
            note="$200 was allowed on a few tables. Points games were held to 5 cents a point, while the Chinese Poker "
            "sheet allows $10 a unit: the conflict is recorded, not resolved.",
        ),
        LimitProfile(
            name="2009",
            games_per_hand=6,
            house_banked_wager=300,
            other_wager=40,
            odds_counted=50,
            cap_needs_long_odds=False,
            seats=7,
            note="Three of the six games were limited to $5 each.",
        ),
        LimitProfile(
            name="2021",
            games_per_hand=6,
            house_banked_wager=300,
            other_wager=300,
            odds_counted=50,
            cap_needs_long_odds=True,
            seats=7,
            note="$300 in other games is for some licences.",
        ),
        LimitProfile(
            name="2023",
            games_per_hand=6,
            house_banked_wager=400,
            other_wager=300,
            odds_counted=50,
            cap_needs_long_odds=True,
            seats=7,
            note="$300 in other games is for some licences.",
        ),
    )
}


@dataclass(frozen=True)
class Offered:
    """A wager that a house offers, with its limits in chips and its highest odds to 1."""

    name: str
    low: int
    high: int
    top_odds: int


@dataclass(frozen=True)
class Law:
    """The legal limits of a game: a profile, the operator's own maximum, and the clause that refers to the law."""

    profile: Profile
    largest: int | None
    clause: str
    house_banked: bool = True


def lowest_cap(profile: LimitProfile, wagers: tuple[Offered, ...]) -> int:
    """The smallest payout cap per player that the profile allows."""
    counted = max(wager.high * min(wager.top_odds, profile.odds_counted) for wager in wagers)
    required = max(wager.low * wager.top_odds for wager in wagers)
    return max(counted, required)


def why_not_offer(law: Law, wagers: tuple[Offered, ...], *, cap: int | None = None, scope: str = "hand") -> str | None:
    """Why a house may not offer these wagers under this payout cap, or None."""
    for wager in wagers:
        if wager.low > wager.high:
            return f"{wager.name} cannot have a minimum of {wager.low} above its maximum of {wager.high}"
        if law.largest is not None and wager.high > law.largest:
            return f"{wager.name} may be at most {law.largest} chips by law, not {wager.high} [{law.clause}]"
    profile = PROFILES.get(law.profile)
    if profile is None:
        return None
    return _why_not_wager(profile, law, wagers) or _why_not_cap(profile, wagers, cap, scope)


def why_not_choose(law: Law, wagers: tuple[Offered, ...], chosen: Collection[str]) -> str | None:
    """
    Why a person may not choose these limits: one is above every legal amount known, and no law was named.

    `chosen` are the names of the options that the person gave. `limit_profile=none` is a choice to have no legal limit.
    """
    if law.profile != "none" or law.largest is not None or "limit_profile" in chosen:
        return None
    highest = max(PROFILES.values(), key=lambda profile: _largest_wager(profile, law))
    most = _largest_wager(highest, law)
    for wager in wagers:
        if wager.high > most:
            return (
                f"{wager.name} may be at most {most} chips, the highest legal limit known ({highest.name}), not "
                f"{wager.high} [{law.clause}, {_wager_rule(law)}]; enter the law's figure as legal_max_wager, "
                "or choose limit_profile=none to play without a legal limit"
            )
    return None


def legal_limit_in_words(law: Law) -> str:
    """The legal limit of a wager that is in force, or that there is none."""
    if law.largest is not None:
        return f"By law a wager is at most {law.largest:,} chips [{law.clause}]."
    profile = PROFILES.get(law.profile)
    if profile is not None:
        most = _largest_wager(profile, law)
        return f"The legal limits of {profile.name} apply: at most {most:,} chips on a wager [{_wager_rule(law)}]."
    return (
        f"No legal limit is applied: the sheet refers to {_wager_rule(law)} and prints no amount, so the limits "
        f"of this table are the house's own [{law.clause}]."
    )


def _largest_wager(profile: LimitProfile, law: Law) -> int:
    return profile.house_banked_wager if law.house_banked else profile.other_wager


def _wager_rule(law: Law) -> str:
    return "WAC 230-15-140" if law.house_banked else "WAC 230-15-135"


def _why_not_wager(profile: LimitProfile, law: Law, wagers: tuple[Offered, ...]) -> str | None:
    limit = _largest_wager(profile, law)
    rule = _wager_rule(law)
    under = f"under the {profile.name} limits"
    for wager in wagers:
        if wager.high > limit:
            return f"{wager.name} may be at most {limit} chips {under}, not {wager.high} [{rule}]"
    if len(wagers) > profile.games_per_hand:
        return f"a hand may carry {profile.games_per_hand} games {under}, not {len(wagers)} [WAC 230-15-040]"
    return None


def _why_not_cap(profile: LimitProfile, wagers: tuple[Offered, ...], cap: int | None, scope: str) -> str | None:
    if cap is None:
        return None
    under = f"under the {profile.name} limits"
    longest = max(wager.top_odds for wager in wagers)
    if profile.cap_needs_long_odds and longest < profile.odds_counted:
        return f"a payout cap needs odds of {profile.odds_counted} to 1 {under}, not {longest} [WAC 230-15-490]"
    least = lowest_cap(profile, wagers)
    if scope == "round":
        least *= 2
    if cap < least:
        return f"a payout cap per {scope} must be at least {least} chips {under}, not {cap} [WAC 230-15-490]"
    return None
