"""Which nodes a human could see (VD-04). Pure: reads layout and attributes, writes flags.

One pass down (what hides a node hides what is in it) and one up (a box without a size is still there for what
overflows it).
"""

from __future__ import annotations

from cdp_engine.observe.model.columns import ELEMENT, TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.model.geometry import Box
from cdp_engine.observe.model.html_vocabulary import NATIVE_CONTROLS, SILENT_TAGS
from cdp_engine.observe.sources.attribute_flags import Trait
from cdp_engine.observe.sources.computed_styles import Style
from cdp_engine.observe.sources.document_table import NO_STYLE, DocumentTable
from cdp_engine.observe.sources.replies import Bounds
from cdp_engine.observe.visual.clipping import Windows

RENDERED, VISIBLE = int(Flag.RENDERED), int(Flag.VISIBLE)
CLIPPED, CLOSED, FIXED = int(Flag.CLIPPED), int(Flag.CLOSED), int(Flag.FIXED)
INERT, ARIA_HIDDEN, DEFERRED = int(Flag.INERT), int(Flag.ARIA_HIDDEN), int(Flag.DEFERRED)
TRANSPARENT, UNREACHABLE, EDITABLE = int(Flag.TRANSPARENT), int(Flag.UNREACHABLE), int(Flag.EDITABLE)
SCROLLER = int(Flag.SCROLLER)
INLINE, CELL, POINTER, NO_POINTER = int(Flag.INLINE), int(Flag.CELL), int(Flag.POINTER), int(Flag.NO_POINTER)
SHOWN_TEXT = RENDERED | VISIBLE
TELLING = int(Trait.HIDES | Trait.EDITABLE)

# only while this pass runs; above every public flag
IN_SCROLLER = 1 << 24
LOOSE_CLIP = 1 << 25
STYLE_HIDDEN = 1 << 26

_KEPT = TRANSPARENT | INERT | ARIA_HIDDEN | CLOSED | CLIPPED | FIXED | EDITABLE | DEFERRED
INHERITED = _KEPT | IN_SCROLLER | LOOSE_CLIP
BLOCKING = TRANSPARENT | INERT | CLOSED | CLIPPED | UNREACHABLE | STYLE_HIDDEN
PUBLIC = (1 << 24) - 1

S_CLIPS = int(Style.CLIPS_X | Style.CLIPS_Y)
S_LEAVES_NOTHING = int(Style.CLIPPED_AWAY)
S_HIDDEN, S_TRANSPARENT, S_SCROLLS = int(Style.HIDDEN), int(Style.TRANSPARENT), int(Style.SCROLLS)
S_FIXED, S_ABSOLUTE, S_POSITIONED = int(Style.FIXED), int(Style.ABSOLUTE), int(Style.POSITIONED)
S_CONTENT_HIDDEN, S_CONTENT_AUTO = int(Style.CONTENT_HIDDEN), int(Style.CONTENT_AUTO)
S_POINTER, S_NO_EVENTS = int(Style.POINTER), int(Style.NO_POINTER_EVENTS)
S_INLINE, S_CELL = int(Style.INLINE), int(Style.TABLE_CELL)
_CUTS = S_CLIPS | S_LEAVES_NOTHING | S_TRANSPARENT | S_SCROLLS
S_BOXY = _CUTS | S_POSITIONED | S_CONTENT_HIDDEN | S_CONTENT_AUTO
TINY_FRAME = 2.0


def mark_visibility(
    columns: NodeColumns, document: DocumentInfo, table: DocumentTable, *, aria_hidden_counts: bool
) -> None:
    """Write what is known about the visibility of one document's rows. Its owner's row must be done before.

    With `aria_hidden_counts`, what `aria-hidden` covers is treated as not visible.
    """
    if not table.has_layout:
        _guess(columns, document, aria_hidden_counts)
        return
    blocking = BLOCKING | (ARIA_HIDDEN if aria_hidden_counts else 0)
    flags, parents, tags = columns.flags, columns.parent, columns.tag
    kinds, all_attributes, all_bounds, styles = columns.kind, columns.attributes, columns.bounds, table.style
    first, end = document.first_row, document.end_row
    seen = Box(*document.scroll, *document.viewport)
    from_right = _reads_from_right(columns, document)
    windows = Windows(seen)
    cut, cut_positioned = windows.cut, windows.for_positioned
    texts, traits = columns.text, table.traits
    plain = _plain_styles(styles)
    folding = "details" in tags
    orphans: list[int] = []  # visible rows in parents that are not
    plain_bits: list[int | None] = list(map(plain.get, styles))
    plain_bits[:1] = [None]  # the document itself may stand in a frame
    told = zip(range(first, end), plain_bits, all_bounds[first:end], kinds[first:end], traits, strict=True)
    for row, bits, bounds, kind, trait in told:
        parent = parents[row]
        above = flags[parent] if row > first else 0
        if bounds is None and kind == TEXT and not above & DEFERRED and row > first:
            flags[row] = above & INHERITED  # white space between blocks, for the most part
            continue
        in_window = bool(cut) and (parent in cut or parent in cut_positioned)
        if bits is not None and bounds is not None and not above & INHERITED and not in_window:
            # Most rows: nothing around them and nothing of their own tells against them.
            x, y, width, height = bounds
            if width > 0 and height > 0 and x + width > 0 and y + height > 0:
                if kind == TEXT:
                    if above & VISIBLE:
                        flags[row] = SHOWN_TEXT
                        continue
                elif kind == ELEMENT and not trait & TELLING and not (folding and tags[parent] == "details"):
                    flags[row] = bits
                    if not above & VISIBLE:
                        orphans.append(row)
                    continue
        found = flags[parent] & INHERITED if parent >= 0 else 0
        if row == first and parent >= 0:
            found = _inherited_from_owner(columns, parent)
        style = styles[row - first]
        if kind == TEXT:
            if bounds is None or (found & DEFERRED and bounds[2] <= 0):
                if found & DEFERRED and not found & blocking and tags[parent] not in SILENT_TAGS:
                    found |= VISIBLE if not texts[row].isspace() else 0
            else:
                found |= RENDERED
                if style & S_HIDDEN:
                    found |= STYLE_HIDDEN
                elif bounds[2] > 0 and bounds[3] > 0 and not found & blocking:
                    around = all_bounds[parent]
                    if not (
                        around is not None
                        and (around[2] <= 0 or around[3] <= 0)
                        and _hides_overflowing_text(tags[parent], all_attributes[parent])
                    ) and not (_is_suspect(found, bounds) and _out_of_reach(found, bounds, seen, from_right)):
                        found |= VISIBLE if not windows.cut or windows.shows(parent, bounds) else UNREACHABLE
            flags[row] = found
            if found & VISIBLE and not above & VISIBLE:
                orphans.append(row)
            continue
        if kind != ELEMENT:
            flags[row] = found | (RENDERED if bounds is not None else 0)
            continue
        attributes = all_attributes[row]
        if trait & TELLING:
            found |= _from_attributes(attributes)
        if folding and tags[parent] == "details" and _is_folded(columns, parent, row):
            found |= CLOSED
        if bounds is None:
            if windows.cut:
                windows.skip(row, parent)
            if style == NO_STYLE and found & DEFERRED and not found & blocking:
                found |= 0 if tags[row] in SILENT_TAGS or "hidden" in attributes else VISIBLE
            flags[row] = found
            if found & VISIBLE and not above & VISIBLE:
                orphans.append(row)
            continue
        found |= RENDERED
        if style & S_BOXY:
            found = _from_box(found, style, bounds, tags[row])
            if style & S_CONTENT_AUTO and _is_deferred(columns, row, end):
                found |= DEFERRED
        if style & S_HIDDEN:
            found |= STYLE_HIDDEN
        if style & S_CLIPS or in_window:
            found |= windows.enter(row, parent, style, bounds, tags[row])
        width, height = bounds[2], bounds[3]
        if found & DEFERRED and (width <= 0 or height <= 0) and not found & blocking:
            found |= VISIBLE
        elif width > 0 and height > 0:
            if _is_suspect(found, bounds) and _out_of_reach(found, bounds, seen, from_right):
                found |= UNREACHABLE
            if not found & blocking:
                found |= VISIBLE
        if style & S_INLINE:
            found |= INLINE
        elif style & S_CELL:
            found |= CELL
        if style & S_POINTER:
            found |= POINTER
        if style & S_NO_EVENTS:
            found |= NO_POINTER
        flags[row] = found
        if found & VISIBLE and not above & VISIBLE:
            orphans.append(row)
    _raise_visibility(columns, first, orphans, blocking)
    public = {found: found & PUBLIC for found in set(flags[first:end])}
    flags[first:end] = map(public.__getitem__, flags[first:end])


def _plain_styles(styles: list[int]) -> dict[int, int]:
    """Styles that hide, clip and move nothing -> the flags of a box of some size that has them."""
    found: dict[int, int] = {}
    for style in set(styles):
        if style >= 0 and not style & (S_BOXY | S_HIDDEN):
            kind = INLINE if style & S_INLINE else CELL if style & S_CELL else 0
            hand = (POINTER if style & S_POINTER else 0) | (NO_POINTER if style & S_NO_EVENTS else 0)
            found[style] = RENDERED | VISIBLE | kind | hand
    return found


def _from_box(found: int, style: int, bounds: Bounds, tag: str) -> int:
    """What an element's own box does to itself and to what is in it."""
    if style & S_ABSOLUTE and found & LOOSE_CLIP:
        found &= ~(CLIPPED | LOOSE_CLIP)  # its containing block is outside the box that clips
    if style & S_POSITIONED:
        found &= ~LOOSE_CLIP
    if style & S_FIXED:
        found |= FIXED
    if style & S_TRANSPARENT:
        found |= TRANSPARENT
    if style & S_LEAVES_NOTHING:
        found |= CLIPPED
    elif style & S_CLIPS and (bounds[2] <= 1 or bounds[3] <= 1) and tag not in ("html", "body"):
        if not found & CLIPPED and not style & S_POSITIONED:
            found |= LOOSE_CLIP
        found |= CLIPPED
    if style & S_SCROLLS and tag not in ("html", "body"):
        found |= IN_SCROLLER | SCROLLER
    if style & S_CONTENT_HIDDEN:
        found |= CLOSED
    return found


def _from_attributes(attributes: Attributes) -> int:
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


def _is_deferred(columns: NodeColumns, row: int, end: int) -> bool:
    """Whether nothing in a `content-visibility: auto` box has been laid out yet."""
    for inner in range(row + 1, end):
        if columns.parent[inner] < row:
            break
        bounds = columns.bounds[inner]
        if bounds is not None and bounds[2] > 0 and bounds[3] > 0:
            return False
    return True


def _inherited_from_owner(columns: NodeColumns, owner: int) -> int:
    """A frame's document is hidden by whatever hides its frame element."""
    found = columns.flags[owner]
    bounds = columns.bounds[owner]
    too_small = bounds is not None and (bounds[2] <= TINY_FRAME or bounds[3] <= TINY_FRAME)
    inherited = found & (TRANSPARENT | INERT | ARIA_HIDDEN | CLOSED | CLIPPED)
    return inherited | (CLOSED if too_small or not found & VISIBLE else 0)


def _is_folded(columns: NodeColumns, details: int, row: int) -> bool:
    """Whether `row`, directly in a `details`, is folded away: closed, and not the first summary."""
    if "open" in columns.attributes[details][::2]:
        return False
    if columns.tag[row] != "summary":
        return True
    return any(columns.parent[r] == details and columns.tag[r] == "summary" for r in range(details + 1, row))


def _hides_overflowing_text(tag: str, attributes: Attributes) -> bool:
    """Whether an element of no size takes its text with it: controls do, other boxes let it overflow."""
    return tag in NATIVE_CONTROLS or tag == "a" or "role" in attributes or "tabindex" in attributes


def _is_suspect(found: int, bounds: Bounds) -> bool:
    """Whether a box may lie where no scrolling leads; most boxes are done with here."""
    return bool(found & FIXED) or bounds[1] + bounds[3] <= 0 or bounds[0] + bounds[2] <= 0


def _out_of_reach(found: int, bounds: Bounds, seen: Box, from_right: bool) -> bool:
    """Whether no scrolling leads to a box: above or left of the document, or fixed outside the viewport."""
    if found & IN_SCROLLER:
        return False
    if found & FIXED:
        return Box(*bounds).intersection(seen).area <= 0
    if bounds[1] + bounds[3] <= 0:
        return True
    return bounds[0] + bounds[2] <= 0 and not from_right


def _reads_from_right(columns: NodeColumns, document: DocumentInfo) -> bool:
    """Whether the document runs from right to left, so that it extends to the left."""
    for row in range(document.first_row, min(document.end_row, document.first_row + 12)):
        if columns.tag[row] in ("html", "body"):
            attributes = columns.attributes[row]
            if "dir" in attributes and "rtl" in attributes:
                return True
    return document.scroll[0] < 0


def _raise_visibility(columns: NodeColumns, first: int, orphans: list[int], blocking: int) -> None:
    """A box of no size (or none at all) is visible for what can be seen in it."""
    flags, parents, kinds, texts = columns.flags, columns.parent, columns.kind, columns.text
    for row in reversed(orphans):
        while row > first:
            parent = parents[row]
            above = flags[parent]
            if above & (VISIBLE | blocking):
                break
            if kinds[row] == TEXT and (above & RENDERED or texts[row].isspace()):
                break
            flags[parent] = above | VISIBLE
            row = parent


def _guess(columns: NodeColumns, document: DocumentInfo, aria_hidden_counts: bool) -> None:
    """Visibility without any layout: everything but what tags and attributes hide."""
    blocking = BLOCKING | (ARIA_HIDDEN if aria_hidden_counts else 0)
    flags, parents, tags = columns.flags, columns.parent, columns.tag
    for row in range(document.first_row, document.end_row):
        parent = parents[row]
        found = flags[parent] & INHERITED if parent >= 0 else 0
        if row == document.first_row and parent >= 0:
            found = _inherited_from_owner(columns, parent)
        tag, attributes = tags[row], columns.attributes[row]
        if columns.kind[row] == ELEMENT:
            found |= _from_attributes(attributes)
            names = attributes[::2]
            if tag in SILENT_TAGS - {"iframe", "frame", "object", "svg"} or "hidden" in names:
                found |= CLOSED
            if tag == "dialog" and "open" not in names:
                found |= CLOSED
            if tag == "input" and "hidden" in attributes[1::2]:
                found |= CLOSED
            if tags[parent] == "details" and _is_folded(columns, parent, row):
                found |= CLOSED
        if not found & blocking:
            found |= VISIBLE
        flags[row] = found & PUBLIC
