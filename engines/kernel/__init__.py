"""The kernel: how a board game asks, waits, remembers, hides and takes back. Pure: no clock, files, network, threads."""
