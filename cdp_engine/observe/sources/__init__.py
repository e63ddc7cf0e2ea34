"""Decodes protocol replies into tables of one shape, and merges them by backend node id.

In: DOM, layout and accessibility replies. Out: one table per document. Secrets of fields are dropped here.
Never done here: roles, names, visibility.
"""
