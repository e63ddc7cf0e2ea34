"""What an element is: its role, name, states and whether one can act on it. Pure.

In: merged tables. Out: roles, names, flags. Never done here: boxes and paint order (see `visual`).
"""
