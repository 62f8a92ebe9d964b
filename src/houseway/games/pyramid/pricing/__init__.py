"""The pricing of Pyramid Poker. Start with `price.py`."""
