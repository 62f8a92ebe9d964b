"""Its odds. Start with `price.py`."""
