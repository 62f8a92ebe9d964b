"""The server process: options, start, workers, drain."""
