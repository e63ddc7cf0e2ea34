"""The snapshot and its parts: nodes, columns, boxes, tables, refs, options. Plain data.

In: columns made by `build`. Out: `Snapshot`, `VirtualNode`. Never done here: protocol replies, I/O.
"""
