"""The HTTP API and the socket: the application, one file per resource, accounts, limits, connections."""
