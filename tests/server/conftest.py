"""Real server processes on free ports."""

from collections.abc import Iterator

import pytest

from support.server_process import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a file."""
    started = Server(tmp_path_factory.mktemp("room")).start()
    yield started
    started.stop()
    text = started.log.read_text()
    assert "Traceback" not in text, text
