"""The commands of `python -m bot`, one file each. Everything heavy is imported only by the command that needs it."""
