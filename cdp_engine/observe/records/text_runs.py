"""The smallest elements with text of their own, in reading order (pure)."""

from __future__ import annotations

from collections.abc import Iterator

from cdp_engine.observe.model.columns import ELEMENT, TEXT, Flag
from cdp_engine.observe.model.node import VirtualNode
from cdp_engine.observe.model.snapshot import Snapshot

_INLINE = frozenset(
    ("b", "i", "em", "strong", "u", "s", "mark", "small", "sub", "sup", "wbr", "font", "abbr")
)
_OWN_LINE = frozenset(("a", "button", "time", "img", "input", "select", "textarea"))


def is_text_run(snapshot: Snapshot, row: int) -> bool:
    """Whether a row is one text: a text node, or an element whose own words go on in inline elements."""
    columns = snapshot.columns
    if columns.kind[row] == TEXT:
        return True
    below = snapshot.child_rows(row)
    words = [child for child in below if columns.kind[child] == TEXT and not columns.text[child].isspace()]
    inner = [child for child in below if columns.kind[child] == ELEMENT]
    if not words:
        return not inner
    if any(columns.tag[child] in _OWN_LINE for child in inner):
        return False
    return all(
        columns.tag[child] in _INLINE or columns.flags[child] & Flag.INLINE or not snapshot.text_of(child)
        for child in inner
    )


def text_runs(snapshot: Snapshot, within: int = 0) -> Iterator[tuple[VirtualNode, str]]:
    """Element and text of each, controls with what they hold and images with their name; only what is visible."""
    columns = snapshot.columns
    pending = [within]
    while pending:
        row = pending.pop()
        node = snapshot.node_at(row)
        shown = bool(columns.flags[row] & Flag.VISIBLE)
        if node.is_element and shown and node.value is not None and node.tag != "li":
            yield node, node.value
            continue
        if node.tag == "img":
            if shown and node.name:
                yield node, node.name
            continue
        if not is_text_run(snapshot, row):
            pending += reversed(snapshot.child_rows(row))
            continue
        text = snapshot.text_of(row)
        element = node if node.is_element else node.parent
        if text and element is not None:
            yield element, text
        elif shown and node.interactive and node.name:
            yield node, node.name
