"""Long questions about games: the pool of worker processes, the questions, coach, returns, signals."""
