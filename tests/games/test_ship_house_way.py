"""The progress of `python -m houseway.games.ship_house_way`."""

import io

from houseway.games.ship_house_way import progress_on, read_options


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_counter_that_overwrites_itself() -> None:
    stream = Terminal()
    show = progress_on(stream)
    show("302ad5cd", 1000, 2000)
    show("302ad5cd", 2000, 2000)
    assert stream.getvalue() == "\r302ad5cd 1,000 of 2,000\r302ad5cd 2,000 of 2,000\n"


def test_a_pipe_gets_one_line_for_each_finished_table() -> None:
    stream = io.StringIO()
    show = progress_on(stream)
    for table in ("302ad5cd", "77aa01b2"):
        show(table, 0, 2000)
        show(table, 1000, 2000)
        show(table, 2000, 2000)
    assert stream.getvalue() == "302ad5cd 2,000 classes\n77aa01b2 2,000 classes\n"


def test_a_combination_of_options_is_read() -> None:
    assert read_options("two_pairs=atlantic_city,joker=wild") == {"two_pairs": "atlantic_city", "joker": "wild"}
