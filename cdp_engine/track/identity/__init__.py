"""Which element of one snapshot is which of the next, and the short refs that name them.

An element is the same when Chrome's backend node id is; where a page re-created it, it is found again by html id,
test id or label, then by its path, then by what it says and where (VD-06). Only a match above the limit, and better
than any other, keeps its ref; a doubtful one loses it. A ref is never given to a second element (EX-06).
In: two snapshots. Out: refs kept, moved, ended. Never done here: what is said about the change.
"""
