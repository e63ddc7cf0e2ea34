"""One `select` in a list that a page draws itself: finds the choices, presses them, takes others away.

In: the list, opened or not, and the wanted options. Out: what the field shows as chosen. Never done here: submitting.
"""
