"""A server process configured as an operator would: by options, with TLS or behind a proxy if wanted."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from support.forks import Forked
from support.server_process import Server


def main(folder: str, port: int, options: dict[str, Any]) -> None:
    """Serve with these options until stopped."""
    from houseway.server.process.config import room_settings
    from houseway.server.process.options import configuration
    from houseway.server.process.serving import Place, Process, run
    from support.launch import PACES

    plant = options.pop("plant", None)
    chosen = configuration({"port": port, **options}, environment={})
    if plant is not None:
        from support import planted_faults

        getattr(planted_faults, plant)()
    run(
        Place(chosen["host"], port, Path(folder), chosen["database"], chosen["tls_cert"], chosen["tls_key"]),
        settings=replace(room_settings(chosen), paces=PACES),
        process=Process(
            workers=chosen["workers"],
            log_level=chosen["log_level"],
            log_format=chosen["log_format"],
            metrics_port=chosen["metrics_port"],
            traces=chosen["traces"],
        ),
    )


class ConfiguredServer(Server):
    """A server with options; it is ready when it has printed its address."""

    def __init__(self, folder: Path, **options: Any) -> None:
        super().__init__(folder, options.get("database"))
        self.options = options

    def start(self, seconds: float = 60, *, crash: str = "") -> ConfiguredServer:
        words = (str(self.folder), self.port, {"drain_seconds": 0.0, **self.options})
        self.process = Forked(main, words, self.log)
        until = time.monotonic() + seconds
        while "Houseway is at" not in self._text():
            if self.dead or time.monotonic() > until:
                raise RuntimeError(self._text())
            time.sleep(0.05)
        return self

    def _text(self) -> str:
        return self.log.read_text() if self.log.exists() else ""
