"""What can be seen: visibility, clipping, covers, scroll containers. Pure.

In: boxes, styles, paint order. Out: flags and the rows of covers.
An element counts as occluded when fewer than half of its five probe points reach it (SX-05): its centre and the
points a fifth in from its corners, each asked of a grid of the boxes painted later.
Never done here: roles and names.
"""
