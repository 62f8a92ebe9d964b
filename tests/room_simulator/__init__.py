"""
A deterministic simulation of the card room.

The server's own code (tables, rooms, leases, sockets, store) runs in one thread under a virtual clock, a seeded
scheduler, a simulated network and a database with injected faults, with players that misbehave. The same seed always
gives the same run, byte for byte.
"""
