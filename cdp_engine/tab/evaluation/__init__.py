"""Running an expression in a frame and bringing its value home.

In: JavaScript and plain arguments. Out: plain Python values. Never done here: our own page scripts (see `injected`).
"""
