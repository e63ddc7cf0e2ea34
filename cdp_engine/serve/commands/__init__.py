"""The commands of `cdp-engine`, one module each.

In: the options of one command. Out: its output and an exit code.
Never done here: what several commands share (see `cli`).
"""
