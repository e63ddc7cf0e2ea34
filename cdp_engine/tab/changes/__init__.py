"""What changed in a tab's documents, and when they have come to rest.

In: the recorder script of every document. Out: counts of mutations, changed texts, transient texts, `Settled`.
Never done here: reading whole pages (see observe), deciding what a change means.
"""
