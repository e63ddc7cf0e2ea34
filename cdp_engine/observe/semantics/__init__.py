"""What an element is: its role, name and states, whether it is interactive, and what closes its cover. Pure.

In: merged tables. Out: roles, names, flags. Never done here: boxes and paint order (see `visual`).
"""
