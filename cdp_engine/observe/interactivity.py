"""Which elements can be acted on (VD-05, SX-06), each action by one element only. Pure.

Strong hints (native controls, roles, tab stops, editing hosts) hold by themselves. Weak ones (a listener, a
handler attribute, the hand cursor, a class name) count only where no stronger element around or inside already
stands for the action.
"""

from __future__ import annotations

import re

from cdp_engine.observe.columns import ELEMENT, TEXT, Attributes, DocumentInfo, Flag, NodeColumns
from cdp_engine.observe.table import DocumentTable, scope_of
from cdp_engine.observe.vocabulary import (
    CLASS_WORDS,
    HANDLER_ATTRIBUTES,
    INTERACTIVE_ROLES,
    SINGLE_ROLES,
    words,
)

VISIBLE, INTERACTIVE, EDITABLE = int(Flag.VISIBLE), int(Flag.INTERACTIVE), int(Flag.EDITABLE)
POINTER, NO_POINTER, CLICKABLE = int(Flag.POINTER), int(Flag.NO_POINTER), int(Flag.CLICKABLE)

STRONG, SINGLE, WEAK, HANDLER = 1, 2, 4, 8
LABEL = 16
HOLDER = 32
"""A role whose element often only holds the ones to act on."""

CONTROL_TAGS = words("button input select textarea")
LABELABLE = words("button input meter output progress select textarea")
PAGE_TAGS = words("html body main form table tbody thead ul ol dl")
"""Tags where a mere listener means that the page listens for what happens inside."""
CLASS_WORD = re.compile(r"(?:^|\s)(?:" + "|".join(sorted(CLASS_WORDS)) + r")(?:\s|$)")


def mark_interactivity(columns: NodeColumns, document: DocumentInfo, table: DocumentTable) -> dict[int, int]:
    """Write the flags for one document, whose visibility is known. Returns label row -> row of its control."""
    first, end = document.first_row, document.end_row
    flags, tags = columns.flags, columns.tag
    for row in table.clickable:
        flags[row + first] |= CLICKABLE
    hints, labels = _hints(columns, first, end, table.handled)
    controls = _controls_of_labels(columns, labels, document, table)
    _settle(columns, hints, controls, document)
    for label, control in controls.items():
        # the control itself is drawn by its label (a hidden checkbox with a styled switch)
        if flags[label] & VISIBLE and not flags[control] & VISIBLE and tags[control] in CONTROL_TAGS:
            flags[label] |= INTERACTIVE
    return controls


def _hints(columns: NodeColumns, first: int, end: int, handled: set[int]) -> tuple[bytearray, list[int]]:
    """Per row the hints found on it; and the label rows."""
    flags, parents, tags, kinds = columns.flags, columns.parent, columns.tag, columns.kind
    all_attributes = columns.attributes
    hints, single = bytearray(end - first), bytearray(end - first)
    labels: list[int] = []
    for row in range(first, end):
        if kinds[row] != ELEMENT:
            continue
        parent = parents[row]
        inside = single[parent - first] if parent >= first else 0
        found = flags[row]
        tag = tags[row]
        attributes = all_attributes[row]
        hint = 0
        if tag == "label":
            labels.append(row)
            hint = LABEL
        elif attributes or tag in STRONG_TAGS:
            hint = _strong(tag, attributes, columns, row)
        if not hint & STRONG and not inside and not found & (NO_POINTER | EDITABLE):
            if found & CLICKABLE and tag != "label":
                hint |= WEAK
            if found & POINTER and not (parent >= 0 and flags[parent] & POINTER):
                hint |= WEAK
            if attributes:
                hint |= _weak(attributes)
            if handled and row - first in handled:
                hint |= WEAK | HANDLER
        hints[row - first] = hint
        single[row - first] = inside or (1 if hint & SINGLE else 0)
    return hints, labels


STRONG_TAGS = words("button input select textarea summary details label")


def _strong(tag: str, attributes: Attributes, columns: NodeColumns, row: int) -> int:
    hint = 0
    if tag == "input":
        hint = STRONG | SINGLE if "hidden" not in attributes or _get(attributes, "type") != "hidden" else 0
    elif tag in ("button", "select", "textarea"):
        hint = STRONG | SINGLE
    elif tag == "a" or tag == "area":
        hint = STRONG | SINGLE if "href" in attributes or "xlink:href" in attributes else 0
    elif tag == "summary":
        hint = STRONG | SINGLE if columns.tag[columns.parent[row]] == "details" else 0
    elif tag == "details":
        hint = 0 if _has_summary(columns, row) else STRONG
    elif tag in ("video", "audio"):
        hint = STRONG if "controls" in attributes else 0
    if not attributes:
        return hint
    if "role" in attributes:
        role = _get(attributes, "role").lower().split()
        if role and role[0] in INTERACTIVE_ROLES and role[0] not in ("gridcell", "scrollbar"):
            hint |= STRONG | (SINGLE if role[0] in SINGLE_ROLES else 0)
            if (
                role[0] in ("listbox", "combobox")
                and tag not in CONTROL_TAGS
                and "tabindex" not in attributes
            ):
                hint |= HOLDER
    if "tabindex" in attributes:
        index = _get(attributes, "tabindex").strip()
        if index.isdigit():
            hint |= STRONG
    if "contenteditable" in attributes and _get(attributes, "contenteditable").lower() != "false":
        parent = columns.parent[row]
        if parent < 0 or not columns.flags[parent] & EDITABLE:
            hint |= STRONG | SINGLE
    return hint


def _weak(attributes: Attributes) -> int:
    hint = 0
    for position in range(0, len(attributes), 2):
        name = attributes[position]
        if name == "draggable":
            hint |= WEAK | HANDLER if attributes[position + 1] == "true" else 0
        elif name in HANDLER_ATTRIBUTES or name.startswith("@click"):
            hint |= WEAK | HANDLER
        elif name == "class" and CLASS_WORD.search(attributes[position + 1]):
            hint |= WEAK
    return hint


def _get(attributes: Attributes, name: str) -> str:
    for position in range(0, len(attributes), 2):
        if attributes[position] == name:
            return attributes[position + 1]
    return ""


def _has_summary(columns: NodeColumns, details: int) -> bool:
    row = details + 1
    while row < len(columns) and columns.parent[row] >= details:
        if columns.parent[row] == details and columns.tag[row] == "summary":
            return True
        row += 1
    return False


def _controls_of_labels(
    columns: NodeColumns, labels: list[int], document: DocumentInfo, table: DocumentTable
) -> dict[int, int]:
    """Label row -> the row of the control that it names: by `for`, else the first control in it."""
    if not labels:
        return {}
    first, end = document.first_row, document.end_row
    by_id: dict[tuple[int, str], int] = {}
    for row in range(first, end):
        if columns.attributes[row] and columns.tag[row] in LABELABLE:
            name = _get(columns.attributes[row], "id")
            if name:
                by_id.setdefault((scope_of(columns, first, table, row), name), row)
    found: dict[int, int] = {}
    for label in labels:
        target = _get(columns.attributes[label], "for")
        if target:
            control = by_id.get((scope_of(columns, first, table, label), target))
            if control is not None:
                found[label] = control
            continue
        row = label + 1
        while row < end and columns.parent[row] >= label:
            if columns.tag[row] in LABELABLE:
                found[label] = row
                break
            row += 1
    return found


def _settle(
    columns: NodeColumns,
    hints: bytearray,
    controls: dict[int, int],
    document: DocumentInfo,
) -> None:
    """From the leaves up: strong elements count; weak ones where they add something of their own."""
    first, end = document.first_row, document.end_row
    flags, parents, kinds, tags = columns.flags, columns.parent, columns.kind, columns.tag
    texts = columns.text
    count = end - first
    inner = [0] * count  # interactive elements below
    loose = [0] * count  # texts and pictures below that no interactive element holds
    for row in range(end - 1, first - 1, -1):
        position = row - first
        found, hint, parent = flags[row], hints[position], parents[row] - first
        below, free = inner[position], loose[position]
        if kinds[row] == TEXT:
            if found & VISIBLE and not texts[row].isspace():
                free = 1
        elif found & VISIBLE:
            if tags[row] in ("img", "svg", "canvas", "video", "picture"):
                free = 1
            if hint & STRONG:
                taken = not (hint & HOLDER and below)
            elif hint & LABEL:
                taken = False
                if row in controls:
                    free = 0
            else:
                taken = bool(hint & WEAK) and _adds_something(columns, row, hint, below, free, document)
            if taken:
                flags[row] = found | INTERACTIVE
                below += 1
                free = 0
        if parent >= 0:
            inner[parent] += below
            loose[parent] += free


def _adds_something(
    columns: NodeColumns, row: int, hint: int, below: int, free: int, document: DocumentInfo
) -> bool:
    """Whether a weak hint is a click target of its own rather than a place where the page listens."""
    found = columns.flags[row]
    pointer = bool(found & POINTER)
    if columns.tag[row] in PAGE_TAGS and not pointer and not hint & HANDLER:
        return False
    if columns.tag[row] in ("html", "body"):
        return False
    if below:
        return free > 0 and (pointer or (bool(hint & HANDLER) and below <= 3))
    bounds = columns.bounds[row]
    if not pointer and bounds is not None:
        width, height = document.viewport
        if width and height and bounds[2] * bounds[3] >= 0.5 * width * height and free > 1:
            return False
    if free or found & CLICKABLE or hint & HANDLER:
        return True
    following = row + 1
    # a box with only invisible things in it shows its hand cursor in vain; an empty one is an icon
    return following >= len(columns) or columns.parent[following] != row
