"""What hides an element and its contents: its own box, its attributes, a closed `details`, its frame. Pure."""

from __future__ import annotations

from cdp_engine.observe.model.columns import Attributes, Flag, NodeColumns
from cdp_engine.observe.model.html_vocabulary import NATIVE_CONTROLS
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.replies import Bounds

VISIBLE, FIXED, SCROLLER = int(Flag.VISIBLE), int(Flag.FIXED), int(Flag.SCROLLER)
CLIPPED, CLOSED, TRANSPARENT = int(Flag.CLIPPED), int(Flag.CLOSED), int(Flag.TRANSPARENT)
INERT, ARIA_HIDDEN, DEFERRED = int(Flag.INERT), int(Flag.ARIA_HIDDEN), int(Flag.DEFERRED)
UNREACHABLE, EDITABLE = int(Flag.UNREACHABLE), int(Flag.EDITABLE)

# Used only while visibility is computed; above every public flag.
IN_SCROLLER = 1 << 24
LOOSE_CLIP = 1 << 25
"""Clipped away by a box that is not the containing block of absolutely positioned contents."""
STYLE_HIDDEN = 1 << 26
PUBLIC = (1 << 24) - 1

INHERITED = (
    TRANSPARENT
    | INERT
    | ARIA_HIDDEN
    | CLOSED
    | CLIPPED
    | FIXED
    | EDITABLE
    | DEFERRED
    | IN_SCROLLER
    | LOOSE_CLIP
)
"""Flags that an element passes on to its contents."""
BLOCKING = TRANSPARENT | INERT | CLOSED | CLIPPED | UNREACHABLE | STYLE_HIDDEN
"""Flags that make a node invisible whatever its box."""

S_CLIPS = int(Style.CLIPS_X | Style.CLIPS_Y)
S_LEAVES_NOTHING = int(Style.CLIPPED_AWAY)
S_TRANSPARENT, S_SCROLLS = int(Style.TRANSPARENT), int(Style.SCROLLS)
S_FIXED, S_ABSOLUTE, S_POSITIONED = int(Style.FIXED), int(Style.ABSOLUTE), int(Style.POSITIONED)
S_CONTENT_HIDDEN, S_CONTENT_AUTO = int(Style.CONTENT_HIDDEN), int(Style.CONTENT_AUTO)
S_AFFECTS_CONTENT = (
    S_CLIPS | S_LEAVES_NOTHING | S_TRANSPARENT | S_SCROLLS | S_POSITIONED | S_CONTENT_HIDDEN | S_CONTENT_AUTO
)
"""Styles that `hidden_by_box` handles."""
TINY_FRAME = 2.0
"""Width and height in CSS px up to which a frame shows nothing."""
PAGE_TAGS = ("html", "body")


def blocking(*, aria_hidden_counts: bool) -> int:
    """The flags that make a node invisible; with `aria_hidden_counts` including that of `aria-hidden`."""
    return BLOCKING | (ARIA_HIDDEN if aria_hidden_counts else 0)


def hidden_by_box(found: int, style: int, bounds: Bounds, tag: str) -> int:
    """The flags `found` of an element, extended by the effects of its own box on itself and its contents."""
    if style & S_ABSOLUTE and found & LOOSE_CLIP:
        found &= ~(CLIPPED | LOOSE_CLIP)  # its containing block is outside the clipping box
    if style & S_POSITIONED:
        found &= ~LOOSE_CLIP
    if style & S_FIXED:
        found |= FIXED
    if style & S_TRANSPARENT:
        found |= TRANSPARENT
    if style & S_LEAVES_NOTHING:
        found |= CLIPPED
    elif style & S_CLIPS and (bounds[2] <= 1 or bounds[3] <= 1) and tag not in PAGE_TAGS:
        if not found & CLIPPED and not style & S_POSITIONED:
            found |= LOOSE_CLIP
        found |= CLIPPED
    if style & S_SCROLLS and tag not in PAGE_TAGS:
        found |= IN_SCROLLER | SCROLLER
    if style & S_CONTENT_HIDDEN:
        found |= CLOSED
    return found


def hidden_by_attributes(attributes: Attributes) -> int:
    """The flags of `inert`, `aria-hidden` and `contenteditable`."""
    found = 0
    if "inert" in attributes and "inert" in attributes[::2]:
        found |= INERT
    if "aria-hidden" in attributes:
        position = attributes.index("aria-hidden")
        if position % 2 == 0 and attributes[position + 1].lower() == "true":
            found |= ARIA_HIDDEN
    if "contenteditable" in attributes:
        position = attributes.index("contenteditable")
        if position % 2 == 0 and attributes[position + 1].lower() != "false":
            found |= EDITABLE
    return found


def hidden_with_owner(columns: NodeColumns, owner: int) -> int:
    """The flags of a frame's document: whatever hides its frame element hides it."""
    found = columns.flags[owner]
    bounds = columns.bounds[owner]
    too_small = bounds is not None and (bounds[2] <= TINY_FRAME or bounds[3] <= TINY_FRAME)
    inherited = found & (TRANSPARENT | INERT | ARIA_HIDDEN | CLOSED | CLIPPED)
    return inherited | (CLOSED if too_small or not found & VISIBLE else 0)


def is_deferred(columns: NodeColumns, row: int, end: int) -> bool:
    """Whether nothing in a `content-visibility: auto` box has been laid out yet."""
    for inner in range(row + 1, end):
        if columns.parent[inner] < row:
            break
        bounds = columns.bounds[inner]
        if bounds is not None and bounds[2] > 0 and bounds[3] > 0:
            return False
    return True


def is_folded(columns: NodeColumns, details: int, row: int) -> bool:
    """Whether `row`, a child of a `details`, is hidden: the `details` is closed and `row` is not its first summary."""
    if "open" in columns.attributes[details][::2]:
        return False
    if columns.tag[row] != "summary":
        return True
    return any(columns.parent[r] == details and columns.tag[r] == "summary" for r in range(details + 1, row))


def hides_overflowing_text(tag: str, attributes: Attributes) -> bool:
    """Whether an element of no size hides its text: controls do, other boxes let it overflow."""
    return tag in NATIVE_CONTROLS or tag == "a" or "role" in attributes or "tabindex" in attributes
