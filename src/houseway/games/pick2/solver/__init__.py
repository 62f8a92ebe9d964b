"""Best play, strategies and their explanation."""
