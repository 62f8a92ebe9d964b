"""Fair cards and lasting rounds: the shuffle, and rounds as text."""
