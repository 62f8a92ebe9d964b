"""Replay, verification and audit: of rounds, prices, whole rooms and test vectors."""
