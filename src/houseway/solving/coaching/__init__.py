"""
The coach: what each decision of a player cost, its grade, and the reason in figures.

The package receives a game and its solver as arguments and mentions no game. A reason is a typed value; its English
sentence is made in `sentences`.
"""
