"""The changes in a tab's documents, and when they have settled.

In: the recorder script of every document. Out: counts of mutations, changed texts, transient texts, `Settled`.
Never done here: reading whole pages (see observe), interpreting a change.
"""
