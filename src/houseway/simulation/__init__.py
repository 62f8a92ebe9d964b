"""Simulations of many rounds and duels of strategies: workers, sessions and results."""
