"""Observations of one page: the cheapest correct capture, and an answer that keeps the caller's view up to date.

In: a tab and the caller's version. Out: an `Observation`. Never done here: reading replies (see observe).
"""
