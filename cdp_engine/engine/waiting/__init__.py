"""`Page.wait_for` and the conditions that it can wait for.

In: a condition and a deadline. Out: what was found. Never done here: settling after actions.
"""
