"""`elements`: at most 100 elements of the viewport for a tool-using model, by the schema of its source (AL-03).

    {"snapshot_id":"6f0c…","timestamp":"2026-11-21T22:00:00Z","elements":[
    {"ref":"@e1","role":"heading","name":"Checkout","state":["visible"],"bbox":{"x":8,"y":8,"width":300,"height":32},
     "level":1},
    {"ref":"@e2","role":"button","name":"Place order","state":["visible","enabled","focused"],"bbox":{…}}
    ],"focused":"@e2","page":{"url":"https://shop.test/","title":"Shop"},"screenshot":"",
    "viewport":{"width":1280,"height":800,"scroll_x":0,"scroll_y":0}}

Depth is counted in elements that have a role, names are cut at 200 characters, and `screenshot` is filled in by the
caller that took one (`screenshot=`, base64).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec

from cdp_engine.observe import Flag, Snapshot, VirtualNode
from cdp_engine.views.budget.selection import most_relevant
from cdp_engine.views.formats.facts import SHOWN, VISIBLE, Manifest, manifest, name_of, place
from cdp_engine.views.registry import View, register
from cdp_engine.views.scope import Dropped, Limit, Scope, ViewOptions, scope_of
from cdp_engine.views.text.json_lists import Elided, listed
from cdp_engine.views.text.page_text import plain

MAX_ELEMENTS, MAX_DEPTH, MAX_NAME = 100, 10, 200
GROUPS = frozenset(("region", "dialog", "alert", "alertdialog", "listbox"))
PLAIN_ROLES = frozenset(("", "generic", "none", "presentation", "paragraph", "LayoutTable", "LayoutTableRow"))
BEHIND = int(Flag.BEHIND_MODAL)

State = Literal[
    "visible", "hidden", "offscreen", "enabled", "disabled", "readonly", "checked", "unchecked", "mixed", "expanded",
    "collapsed", "focused", "busy",
]  # fmt: skip
CHECKABLE = frozenset(("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"))
CARRIED: tuple[State, ...] = ("readonly", "mixed", "expanded", "collapsed", "focused", "busy")
Ref = Annotated[str, msgspec.Meta(pattern=r"^@e\d+$")]


class BoundingBox(msgspec.Struct, frozen=True):
    """Whole CSS px of the viewport."""

    x: int
    y: int
    width: int
    height: int


class ElementInfo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One element."""

    ref: Ref
    role: str
    name: Annotated[str, msgspec.Meta(max_length=MAX_NAME + 3)]
    state: list[State]
    bbox: BoundingBox | None = None
    value: str | None = None
    level: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    children: list[Ref] | None = None


class PageInfo(msgspec.Struct, frozen=True):
    """The document."""

    url: str
    title: str


class ViewportInfo(msgspec.Struct, frozen=True):
    """Size and scroll offset in CSS px."""

    width: Annotated[int, msgspec.Meta(ge=1)]
    height: Annotated[int, msgspec.Meta(ge=1)]
    scroll_x: Annotated[int, msgspec.Meta(ge=0)]
    scroll_y: Annotated[int, msgspec.Meta(ge=0)]


class ElementsView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The whole format, for its JSON Schema."""

    snapshot_id: str
    timestamp: str
    elements: Annotated[list[ElementInfo], msgspec.Meta(max_length=MAX_ELEMENTS)]
    page: PageInfo
    screenshot: str
    viewport: ViewportInfo
    focused: Ref | None = None
    elided: list[Elided] = []
    manifest: Manifest | None = None


class ElementsOptions(ViewOptions, frozen=True, kw_only=True):
    """Options of `elements`, beside those of every format."""

    offscreen: bool = False
    """Also elements outside the viewport; the format's source shows only those in it."""
    values: bool = True
    """The values of form controls (never those of secret fields)."""
    max_elements: Annotated[int, msgspec.Meta(ge=1, le=MAX_ELEMENTS)] = MAX_ELEMENTS
    """The largest number of elements."""
    max_depth: Limit = MAX_DEPTH
    """The deepest nesting of elements with a role."""
    screenshot: str = ""
    """Base64 of a PNG to include."""


def element_rows(snapshot: Snapshot, options: ElementsOptions, scope: Scope) -> Iterator[int]:
    """The rows to list as far as `max_elements` allows, depth first."""
    columns = snapshot.columns
    limit = options.max_depth or len(columns)
    pending = [(scope.top, 0)]
    while pending:
        row, depth = pending.pop()
        flags, role = columns.flags[row], columns.role[row]
        named = columns.kind[row] == 1 and role not in PLAIN_ROLES
        depth += named
        if depth > limit:
            continue
        if columns.kind[row] == 1 and flags & VISIBLE and scope.shows(row):
            grouped = role in GROUPS or role == "heading"
            if (flags & SHOWN == SHOWN and role not in PLAIN_ROLES) or grouped or flags & SHOWN == SHOWN:
                yield row
        pending.extend([(child, depth) for child in reversed(snapshot.child_rows(row))])


def element(
    snapshot: Snapshot, row: int, options: ElementsOptions, children: list[str] | None
) -> ElementInfo:
    """The data of a row."""
    node = VirtualNode(snapshot, row)
    name = plain(node.name) if node.role in GROUPS - {"alert"} else name_of(node, 10_000)
    level = node.properties.get("level") if node.role == "heading" else None
    box = place(node.box)
    return ElementInfo(
        ref="@" + node.ref,
        role=node.role or node.tag,
        name=name if len(name) <= MAX_NAME else name[:MAX_NAME] + "...",
        state=element_states(node),
        bbox=None if box is None else BoundingBox(*box),
        value=plain(node.shown_value or "", 500) if options.values and node.value is not None else None,
        level=min(6, max(1, int(level))) if isinstance(level, int | float) else None,
        children=children or None,
    )


def element_states(node: VirtualNode) -> list[State]:
    """The states of the source's list that hold."""
    held = node.states
    states: list[State] = ["visible" if node.visible else "hidden"]
    if node.offscreen:
        states.append("offscreen")
    if node.interactive:
        states.append("disabled" if "disabled" in held else "enabled")
    has_box = node.role in CHECKABLE or not {"checked", "unchecked"}.isdisjoint(held)
    if has_box and "mixed" not in held:
        states.append("checked" if "checked" in held else "unchecked")
    return states + [state for state in CARRIED if state in held]


def render(snapshot: Snapshot, options: ElementsOptions) -> str:
    """The view as text."""
    # the depth of this format counts roles, not tags: element_rows handles it
    scope = scope_of(snapshot, msgspec.structs.replace(options, max_depth=None))
    found = list(element_rows(snapshot, options, scope))
    rows = found[: options.max_elements]
    if options.query and len(found) > options.max_elements:
        kept = most_relevant(snapshot, found, options.max_elements, options.query, options.ranking)
        rows = [row for row in found if row in kept]
    below = _children(snapshot, rows)
    items = [(row, element(snapshot, row, options, below.get(row))) for row in rows]
    focused = next((item.ref for _, item in items if "focused" in item.state), None)
    context = snapshot.context
    head = {
        "snapshot_id": str(uuid.uuid4()),
        "timestamp": datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }
    tail: dict[str, Any] = {
        "focused": focused,
        "page": PageInfo(plain(context.url, 2000), plain(context.title, 500)),
        "screenshot": options.screenshot,
        "viewport": ViewportInfo(
            max(1, round(context.viewport[0])),
            max(1, round(context.viewport[1])),
            max(0, round(context.scroll[0])),
            max(0, round(context.scroll[1])),
        ),
    }
    missing = manifest(snapshot, _dropped(snapshot, scope, found, rows))
    if missing is not None:
        tail["manifest"] = missing
    return listed(snapshot, options, "elements", items, head=head, tail=tail)


def _dropped(snapshot: Snapshot, scope: Scope, found: list[int], rows: list[int]) -> Dropped:
    """The elements that the limits left out; `found` are the rows within `max_depth`, `rows` the first of them."""
    flags = snapshot.columns.flags
    everything = (scope.top, *snapshot.rows_below(scope.top))
    shown = sum(1 for row in everything if flags[row] & SHOWN == SHOWN and scope.shows(row))
    near = sum(1 for row in found if flags[row] & SHOWN == SHOWN)
    further = near - sum(1 for row in rows if flags[row] & SHOWN == SHOWN)
    return scope.dropped._replace(deeper=shown - near, further=scope.dropped.further + further)


def _children(snapshot: Snapshot, rows: list[int]) -> dict[int, list[str]]:
    """For every listed row the refs of those listed directly in it."""
    parents, listed_rows = snapshot.columns.parent, set(rows)
    below: dict[int, list[str]] = {}
    for row in rows:
        above = parents[row]
        while above >= 0 and above not in listed_rows:
            above = parents[above]
        if above >= 0:
            below.setdefault(above, []).append("@" + VirtualNode(snapshot, row).ref)
    return below


def data(snapshot: Snapshot, options: ElementsOptions) -> dict[str, Any]:
    """The view as data."""
    return msgspec.json.decode(render(snapshot, options))


ELEMENTS = register(
    View(
        name="elements",
        summary="at most 100 elements of the viewport for a tool-using model",
        options=ElementsOptions,
        render=render,
        data=data,
        shape=ElementsView,
    )
)
