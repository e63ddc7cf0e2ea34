"""Derives a snapshot from the last one without a capture.

In: the last snapshot, and the changes that the documents' recorders report. Out: a snapshot equal to a
fresh capture, or None. Never done here: captures.
"""
