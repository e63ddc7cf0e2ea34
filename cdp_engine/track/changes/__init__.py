"""The differences between two snapshots, node by node and line by line.

In: two snapshots or two texts. Out: `Change`s, digests, versions. Never done here: matching elements (see `identity`).
"""
