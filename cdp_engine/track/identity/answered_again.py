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
from urllib.parse import parse_qs, urlsplit

from cdp_engine.observe import Snapshot
from cdp_engine.track.identity.proposals import Match
from cdp_engine.track.identity.resemblance import ELEMENT, LIST_ITEMS, Reading, same_context

_SCHEMES = ("http", "https", "file")
_OUTERMOST = ("html", "body")
_KEYS = re.compile(
    r"href|action|formaction|formmethod|data-(?:.+-)?(?:id|key|pk|uid|uuid|guid|slug|href|url)"
)
_RETURN = re.compile(r"=(?:/|%2f|https?:|https?%3a)", re.IGNORECASE)
_VALUED = frozenset(("hidden", "submit", "button", "checkbox", "radio", "image"))
MOST_NODES = 6_000
"""The largest page that is compared with another document: it takes some 75 µs for each element."""
_TOKEN_LENGTH = 40
"""Values of hidden fields from this length on are tokens of the session, which differ each time."""


def same_document(old: Snapshot, new: Snapshot) -> dict[int, int]:
    """The old and new rows of the outermost elements of a page whose address was answered again; empty for other pages.

    The contents must show that it is the same page: most labels are equal.
    """
    before, now = old.documents[0], new.documents[0]
    if before.frame_id != now.frame_id or before.loader_id == now.loader_id:
        return {}
    if not same_address(before.url, now.url) or max(len(old), len(new)) > MOST_NODES:
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


def same_address(old: str, new: str) -> bool:
    """Whether two addresses name one page: parameters may come and go, as after a redirect, but not differ.

    A fragment with a path (`#/runs/7`) is part of the address, one that names a place in the page is not.
    """
    try:
        before, now = urlsplit(old), urlsplit(new)
    except ValueError:
        return False
    if before[:3] != now[:3] or now.scheme not in _SCHEMES or _route(before.fragment) != _route(now.fragment):
        return False
    was, here = parse_qs(before.query), parse_qs(now.query)
    return all(was[name] == here[name] for name in was.keys() & here.keys())


def _route(fragment: str) -> str:
    """The path that a script reads from a fragment; empty for the name of a place."""
    return fragment.partition("?")[0] if fragment.startswith(("/", "!")) else ""


def _only(snapshot: Snapshot, tag: str) -> int:
    """The row of the only element of a tag in the main document; -1 where there are others or none."""
    main, kinds = snapshot.documents[0], snapshot.columns.kind
    found = [
        row for row in snapshot.columns.rows_of(tag, main.first_row, main.end_row) if kinds[row] == ELEMENT
    ]
    return found[0] if len(found) == 1 else -1


def of_one_class(before: Reading, old_parent: int, now: Reading, new_parent: int) -> list[Match]:
    """The containers that are the only ones of their tag and class in two parents that are the same.

    Both documents come from one template; the comparison of their contents decides.
    """
    was, here = _by_class(before, old_parent), _by_class(now, new_parent)
    return [
        Match(row, image, 0.8, "same content")
        for key, row in was.items()
        if row >= 0 and (image := here.get(key, -1)) >= 0
    ]


def _by_class(reading: Reading, parent: int) -> dict[tuple[str, str], int]:
    """The containers in an element by tag and class; -1 where there are several."""
    found: dict[tuple[str, str], int] = {}
    columns = reading.snapshot.columns
    for row in reading.element_children(parent):
        if columns.tag[row] not in LIST_ITEMS and not reading.item(row).leaf:
            flat = columns.attributes[row]
            key = columns.tag[row], dict(zip(flat[::2], flat[1::2], strict=False)).get("class", "")
            found[key] = -1 if key in found else row
    return found


def keys_agree(before: Reading, old_row: int, now: Reading, new_row: int) -> bool:
    """Whether two elements are the same record for the server, as far as their attributes say."""
    deep = _is_item(before, old_row) or _is_item(now, new_row)
    return _keys(before.snapshot, old_row, deep=deep) == _keys(now.snapshot, new_row, deep=deep)


def _is_item(reading: Reading, row: int) -> bool:
    """Whether an element is one of several of its kind, with contents."""
    columns = reading.snapshot.columns
    if columns.parent[row] < 0 or not reading.element_children(row):
        return False
    return reading.child_tags(columns.parent[row])[columns.tag[row]] > 1


def _keys(snapshot: Snapshot, row: int, *, deep: bool) -> Counter[tuple[str, str]]:
    inside = snapshot.columns.rows_within(row) if deep else ()
    return Counter(chain.from_iterable(_own_keys(snapshot, at) for at in chain((row,), inside)))


def _without_returns(address: str) -> str:
    """An address without parameters that are addresses: where to go afterwards distinguishes no records."""
    head, mark, query = address.partition("?")
    if not mark:
        return address
    kept = (part for part in query.split("&") if not _RETURN.search(part))
    return f"{head}?{'&'.join(kept)}"


def _own_keys(snapshot: Snapshot, row: int) -> Iterator[tuple[str, str]]:
    flat = snapshot.columns.attributes[row]
    if not flat:
        return
    attributes = dict(zip(flat[::2], flat[1::2], strict=False))
    for name, value in attributes.items():
        if _KEYS.fullmatch(name):
            yield name, _without_returns(value)
    valued = snapshot.columns.tag[row] == "button" or attributes.get("type", "").lower() in _VALUED
    value = attributes.get("value", "")
    if valued and value and len(value) < _TOKEN_LENGTH and not value.startswith("/"):
        yield attributes.get("name", ""), value
