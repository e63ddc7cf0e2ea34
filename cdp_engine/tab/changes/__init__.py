"""The changes in a tab's documents, and when they have settled.

In: the recorder and the ledger of every document. Out: counts of mutations, differences, transient texts, `Settled`.
Never done here: reading whole pages (see observe), interpreting a change.
"""
