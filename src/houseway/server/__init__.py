"""The card room: tables, sockets and the HTTP API. No rules here: they come from `rules` and `games`."""
