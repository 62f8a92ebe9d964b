"""Sampling: random streams, rounds played by the rules or on kernels, and the tally of their results."""
