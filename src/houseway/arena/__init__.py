"""The arena: agents on the same deals, every decision scored by what it gives up against best play."""
