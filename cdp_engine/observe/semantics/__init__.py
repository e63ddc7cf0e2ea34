"""What an element is: its role, name and states, and whether it is interactive. Pure.

In: merged tables. Out: roles, names, flags. Never done here: boxes and paint order (see `visual`).
"""
