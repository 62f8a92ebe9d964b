"""A table as a value: who sits where, the round that runs, and what each command and event makes of them. Pure."""
