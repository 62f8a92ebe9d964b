"""The pricing of Chinese Poker. Start with `price.py`."""
