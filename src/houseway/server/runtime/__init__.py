"""What runs the tables: actors, the room, leases, forwarding between processes, bots, recovery."""
