"""
Legal limits in Washington by year, as far as the sources give them.

A house limit above those of its profile is refused with the citation. One chip is one dollar.
"""

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


def _why_not_wager(profile: LimitProfile, law: Law, wagers: tuple[Offered, ...]) -> str | None:
    if law.house_banked:
        limit = profile.house_banked_wager
        rule = "WAC 230-15-140"
    else:
        limit = profile.other_wager
        rule = "WAC 230-15-135"
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
