"""The shuffle and its proof, the records of rounds, and the store of a room."""
