"""Derives a snapshot from the last one after small changes.

In: the last snapshot and the recorded changes. Out: a snapshot equal to a fresh capture, or None.
Never done here: captures.
"""
