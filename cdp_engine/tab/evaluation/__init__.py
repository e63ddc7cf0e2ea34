"""Runs an expression in a frame and returns its value.

In: JavaScript and plain arguments. Out: plain Python values. Never done here: our own page scripts (see `injected`).
"""
