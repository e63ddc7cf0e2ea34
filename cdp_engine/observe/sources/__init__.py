"""Protocol replies, read into tables of one shape, and merged by backend node id.

In: DOM, layout and accessibility replies. Out: one table a document. Secrets of fields are dropped here.
Never done here: roles, names, visibility.
"""
