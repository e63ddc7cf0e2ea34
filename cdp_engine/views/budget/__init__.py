"""Fits a view into a number of tokens: pieces, their relevance to a query, their cost.

In: pieces of a view and a limit. Out: the pieces that are kept, and marks for the rest.
Never done here: writing formats.
"""
