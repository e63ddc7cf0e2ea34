"""An address that is answered again: reloaded, a form posted to itself, a list after a deletion (pure).

The document is another one, so that no node is the same. Its elements are matched as those that a script re-created,
with one more condition: what distinguishes records for the server must agree. Links, values of buttons and hidden
fields, and ids in `data-` attributes are compared, for the items of a list with everything in them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from urllib.parse import urldefrag

from cdp_engine.observe import Snapshot
from cdp_engine.track.identity.resemblance import ELEMENT, Reading, same_context

_ADDRESSES = ("http:", "https:", "file:")
_OUTERMOST = ("html", "body")
_KEYS = re.compile(
    r"href|action|formaction|formmethod|data-(?:.+-)?(?:id|key|pk|uid|uuid|guid|slug|href|url)"
)
_VALUED = frozenset(("hidden", "submit", "button", "checkbox", "radio", "image"))
_TOKEN_LENGTH = 40
"""Values of hidden fields from this length on are tokens of the session, which differ each time."""


def same_document(old: Snapshot, new: Snapshot) -> dict[int, int]:
    """The old and new rows of the outermost elements of a page whose address was answered again; empty for other pages.

    The contents must show that it is the same page: most labels are equal.
    """
    before, now = old.documents[0], new.documents[0]
    if before.frame_id != now.frame_id or before.loader_id == now.loader_id:
        return {}
    address = urldefrag(now.url).url
    if urldefrag(before.url).url != address or not address.startswith(_ADDRESSES):
        return {}
    pairs = {before.first_row: now.first_row}
    for tag in _OUTERMOST:
        row, image = _only(old, tag), _only(new, tag)
        if row < 0 or image < 0:
            return {}
        pairs[row] = image
        if tag == "body" and not same_context(Reading(old), row, Reading(new), image):
            return {}
    return pairs


def _only(snapshot: Snapshot, tag: str) -> int:
    """The row of the only element of a tag in the main document; -1 where there are others or none."""
    main, kinds = snapshot.documents[0], snapshot.columns.kind
    found = [
        row for row in snapshot.columns.rows_of(tag, main.first_row, main.end_row) if kinds[row] == ELEMENT
    ]
    return found[0] if len(found) == 1 else -1


def keys_agree(before: Reading, old_row: int, now: Reading, new_row: int) -> bool:
    """Whether two elements are the same record for the server, as far as their attributes say."""
    deep = _is_item(before, old_row) or _is_item(now, new_row)
    return _keys(before.snapshot, old_row, deep=deep) == _keys(now.snapshot, new_row, deep=deep)


def _is_item(reading: Reading, row: int) -> bool:
    """Whether an element is one of several of its kind, with contents."""
    columns = reading.snapshot.columns
    if columns.parent[row] < 0 or not reading.element_children(row):
        return False
    beside = reading.element_children(columns.parent[row])
    return sum(columns.tag[child] == columns.tag[row] for child in beside) > 1


def _keys(snapshot: Snapshot, row: int, *, deep: bool) -> Counter[tuple[str, str]]:
    inside = snapshot.columns.rows_within(row) if deep else ()
    return Counter(chain.from_iterable(_own_keys(snapshot, at) for at in chain((row,), inside)))


def _own_keys(snapshot: Snapshot, row: int) -> Iterator[tuple[str, str]]:
    flat = snapshot.columns.attributes[row]
    if not flat:
        return
    attributes = dict(zip(flat[::2], flat[1::2], strict=False))
    for name, value in attributes.items():
        if _KEYS.fullmatch(name):
            yield name, value
    valued = snapshot.columns.tag[row] == "button" or attributes.get("type", "").lower() in _VALUED
    value = attributes.get("value", "")
    if valued and value and len(value) < _TOKEN_LENGTH:
        yield attributes.get("name", ""), value
