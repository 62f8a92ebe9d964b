"""Tables of Pai Gow Poker. Its prices are those of the generic pricing."""
