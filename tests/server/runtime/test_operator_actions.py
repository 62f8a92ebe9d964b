"""New terms of the house at a table whose maker chose something too."""

from collections.abc import Mapping

from houseway.records.store import TermsVersion
from houseway.server.runtime.operator_actions import change_terms
from support.desks import AT, Drive


def version(number: int, **options: object) -> TermsVersion:
    return TermsVersion(game="pyramid", version=number, in_force_from=AT, options=options, terms_hash="", made_at=AT)


def after(drive: Drive, *versions: TermsVersion) -> Mapping[str, tuple[object, object]]:
    """How the table's terms depart from the sheet's after these versions, one after the other."""
    made = {each.version: each.options for each in versions}
    for each in versions:
        drive.do(change_terms(each, made, drive.desk, AT))
    return drive.desk.game.modifications


def test_what_the_tables_maker_chose_outlives_every_version() -> None:
    drive = Drive("pyramid", options={"straight_flush_pays": 20})
    first = version(1, w1_max=200)
    second = version(2, w1_max=150)
    assert after(drive, first, second) == {"straight_flush_pays": (30, 20), "w1_max": (100, 150)}
    assert drive.desk.terms_version == 2


def test_what_the_house_took_back_is_the_sheets_again() -> None:
    assert after(Drive("pyramid"), version(1, w1_max=200), version(2)) == {}


def test_an_older_version_changes_nothing() -> None:
    drive = Drive("pyramid")
    after(drive, version(2, w1_max=150))
    assert not change_terms(version(1, w1_max=200), {}, drive.desk, AT).events


def test_options_above_a_new_ceiling_are_reset_and_the_others_stay() -> None:
    drive = Drive("pyramid", options={"w1_max": 90, "single_copy": "bank_wins"})
    copies = {"single_copy": ("push", "bank_wins"), "both_copy": ("push", "bank_wins")}  # [PYR-A7]
    assert after(drive, version(1, w1_max=50)) == {"w1_max": (100, 50), **copies}
