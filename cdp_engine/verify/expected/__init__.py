"""What a caller expects of an action, and whether it came true.

In: an expectation and what was seen. Out: a `Verdict`. Never done here: watching the page.
"""
