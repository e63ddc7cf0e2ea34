"""What can be seen and reached: visibility, clipping, covers, scroll containers. Pure.

In: boxes, styles, paint order. Out: flags, the rows of covers, scroll offsets. Never done here: roles and names.

Visibility. A node is visible when a person could see it, scrolling if needed. One pass goes down: what hides an element
(transparency, `inert`, a closed `details`, a clip that leaves nothing, a place where no scrolling leads) hides all that
is in it; `visibility` does not, because a child may set it back. One pass goes up: a box without a size is visible for
what overflows it. Text that is laid out but that no eye reads (in the colour of its background, a pixel high) is not
visible and is marked `UNSEEN`.

Occlusion (SX-05). Whether the mouse reaches an element is tested at five points of its box: the middle, and the four
corners two CSS px inside (a quarter of the box, where it is smaller). The box is clipped first; points are taken from
the rest, and an element of which less than a pixel is left counts as clipped, not as covered. A point is free where the
element itself, a descendant or an ancestor is topmost; in a frame the same test is repeated in every document around
it. An element is covered when fewer than half of its points are free, and `covered_by` names what
lies over most of them: the outermost element at the point that is not around the covered one too.

What is topmost is known from paint order, without a round trip. Boxes of a higher order lie over those of a lower one.
Within one order nothing lies over anything but the items of one flex or grid container, of which the later one wins.
Boxes that take no pointer (`pointer-events: none`, hidden, inert, clipped away, painted beneath with a negative
`z-index`) cover nothing. A box fixed over the whole viewport covers what is out of view as well: scrolling does not
lead out from under it. Boxes are sorted into cells of 128 px, so a point asks few of them.

Modules: `visibility` (`downward_pass`, `hiding`, `left_hidden`, `structural_visibility`), `hidden_text`, `drawn_twins`,
`clipping`, `hit_map`, `occlusion`, `scroll_containers`.
"""
