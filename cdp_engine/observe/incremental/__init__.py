"""Derives a snapshot from the last one without a capture.

In: the last snapshot, and the changes that recorders (`incremental`) or ledgers (`renewal`) report. Out: a snapshot
equal to a fresh capture, or None. Never done here: captures.
"""
