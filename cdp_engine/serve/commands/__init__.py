"""The commands of `cdp-engine`, one module each. Words of a command line come in, an exit code goes out.

Never done here: what several commands share (see `cli`).
"""
