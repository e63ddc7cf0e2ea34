"""A snapshot of a page of which little changed, made from the last one.

In: the last snapshot and what the recorders noted. Out: a snapshot equal to a fresh capture, or None.
Never done here: asking for a capture.
"""
