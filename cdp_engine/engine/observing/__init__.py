"""Observations of one page: the cheapest sound capture, and the answer that keeps the caller's picture exact.

In: a tab and the caller's version. Out: an `Observation`. Never done here: reading replies (see observe).
"""
