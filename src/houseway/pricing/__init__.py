"""Exact answers, as integers and Fractions: one file per game, and what they share."""
