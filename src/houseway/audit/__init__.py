"""Proof after the fact: vectors, replay, verification."""
