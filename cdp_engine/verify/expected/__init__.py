"""What a caller expects of an action, and whether it was met.

In: an expectation and the findings. Out: a `Verdict`. Never done here: watching the page.
"""
