"""The kernel: how a board game asks, waits, remembers, hides and takes back. Pure.

No clock, files, network, threads.
"""
