"""The best way to set a hand: solvers, house ways, bots."""
