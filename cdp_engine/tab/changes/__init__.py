"""The changes in a tab's documents, and when they have settled.

In: the recorder of every document. Out: counts of mutations, changes, transient texts, `Settled`.
Never done here: reading whole pages (see observe), interpreting a change.
"""
