"""The words any rule sheet needs. Pure: no randomness, clock, files or network; standard library only."""
