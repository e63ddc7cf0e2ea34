"""`semantic`: the elements to act on as JSON with one-letter keys (SX-01). `LEGEND` explains it to a model.

    {"mode":"semantic","url":"https://shop.test/checkout","title":"Checkout","scroll_position":"25%",
     "viewport":{"width":1280,"height":800},"interactive_tree":[
    {"i":"e5","r":"inp","n":"Full name","xy":[200,155]},
    {"i":"e6","r":"chk","n":"Gift wrap","s":"checked","xy":[110,180]},
    {"i":"e99","r":"btn","n":"Place order","xy":[600,700],"occ":true}
    ],"scrollable_containers":[{"id":"e12","depth":"10%","hasMore":true}]}

`i` is the short ref. Three options shorten the view (SX-15), with the defaults of the format's source: `atomic_leaves`
treats the contents of a control as part of it; `prune_containers` drops elements that only contain others, but for
landmarks and boxes with a background, border or shadow of their own that hold controls; `min_visible_ratio` drops
elements less than two thirds in view, with `offscreen=False`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from cdp_engine.observe import LANDMARKS, Flag, Snapshot, VirtualNode
from cdp_engine.views.formats.facts import SHOWN, VISIBLE, manifest, name_of, place, visible_share
from cdp_engine.views.registry import View, register
from cdp_engine.views.scope import Scope, ViewOptions, scope_of
from cdp_engine.views.text.json_lists import Elided, listed
from cdp_engine.views.text.page_text import plain

LEGEND = """LEGEND of interactive_tree
i: ref of the element, use it to act on it
r: role (btn button, inp text input, link, chk checkbox, radio, sel select, menu item, tab, opt option, switch), or
   the kind of a box or landmark; the elements in it follow
n: name a user reads
v: current value
s: states (disabled, checked, expanded, …)
xy: [x, y] of its middle on the screen, in CSS px
box: [x, y, width, height]
f: number of the frame (left out: the main one)
occ: true when something else lies over it
scr: it scrolls; depth: how far it is scrolled, h: more below
scrollable_containers: scroll these to see more; elided: observe again with expand=<ref> to see what was left out"""
"""For the system prompt of a model that reads this format."""

ROLES = {
    "button": "btn", "link": "link", "textbox": "inp", "searchbox": "inp", "input": "inp", "textarea": "inp",
    "spinbutton": "inp", "checkbox": "chk", "radio": "radio", "combobox": "sel", "listbox": "sel", "select": "sel",
    "menuitem": "menu", "menuitemcheckbox": "menu", "menuitemradio": "menu", "tab": "tab", "option": "opt",
    "switch": "switch", "slider": "slider", "DisclosureTriangle": "btn", "": "btn", "generic": "btn",
}  # fmt: skip


BOUNDED = int(Flag.BOUNDED)
_OF_THE_PAGE = frozenset({"html", "body"})


class ScrollState(msgspec.Struct, frozen=True):
    """The scroll position of a container, and whether there is more below."""

    depth: str
    h: bool


class SemanticNode(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One element."""

    i: str
    r: str
    n: str
    v: str | None = None
    s: str | None = None
    xy: tuple[int, int] | None = None
    box: tuple[int, int, int, int] | None = None
    f: int = 0
    occ: bool = False
    scr: ScrollState | None = None


class Scrollable(msgspec.Struct, frozen=True, rename="camel"):
    """One scroll container."""

    id: str
    depth: str
    has_more: bool


class Viewport(msgspec.Struct, frozen=True):
    """Width and height in CSS px."""

    width: int
    height: int


class SemanticView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The whole format, for its JSON Schema."""

    mode: str
    url: str
    title: str
    viewport: Viewport
    interactive_tree: list[SemanticNode]
    scroll_position: str = "0%"
    scrollable_containers: list[Scrollable] = []
    elided: list[Elided] = []
    manifest: dict[str, Any] = {}
    screenshot: str = ""
    """`hybrid` only: base64 of a PNG with numbered marks."""
    recent_events: list[str] = []
    """Texts that came and went since the last answer, oldest first: `[2s ago] Added: 'Saved'`."""
    has_errors: bool = False
    has_success: bool = False


class SemanticOptions(ViewOptions, frozen=True, kw_only=True):
    """Options of `semantic`, beside those of every format."""

    values: bool = False
    """The values of form controls (never those of secret fields)."""
    coordinates: bool = True
    """`xy`: the middle of each element."""
    boxes: bool = False
    """`box`: left, top, width, height."""
    atomic_leaves: bool = True
    """Treat the contents of a control as part of it and do not list them."""
    min_visible_ratio: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.66
    """With `offscreen=False`: the least share of an element that must be in view."""
    prune_containers: bool = True
    """Do not list elements that only contain others, unless a person sees them as a box around controls, or they are
    landmarks."""
    legend: bool = False
    """Put the legend before the JSON."""


def semantic_rows(snapshot: Snapshot, options: SemanticOptions, scope: Scope) -> Iterator[int]:
    """The rows that are listed, in reading order."""
    columns = snapshot.columns
    ratio = 0.0 if options.offscreen else options.min_visible_ratio
    rows = (scope.top, *snapshot.rows_below(scope.top))
    boxes = _boxes(snapshot, rows) if options.prune_containers else frozenset[int]()
    lean = options.atomic_leaves and options.prune_containers
    for row in rows:
        flags = columns.flags[row]
        if columns.kind[row] != 1 or not flags & VISIBLE or not scope.shows(row):
            continue
        if flags & SHOWN != SHOWN:
            kept = row in columns.scrollers or row in boxes
            if lean and not kept:
                continue
            pruned = options.atomic_leaves if _lies_in_control(snapshot, row) else options.prune_containers
            if pruned and not kept:
                continue
        if ratio and visible_share(snapshot, row) < ratio:
            continue
        yield row


def _boxes(snapshot: Snapshot, rows: Iterable[int]) -> frozenset[int]:
    """The landmarks and visible boxes around controls, without the page's own elements and the parts of controls."""
    columns = snapshot.columns
    around: set[int] = set()
    for row in rows:
        if columns.flags[row] & SHOWN != SHOWN:
            continue
        above = columns.parent[row]
        while above >= 0 and above not in around:
            around.add(above)
            above = columns.parent[above]
    return frozenset(
        row
        for row in around
        if (columns.flags[row] & BOUNDED or columns.role[row] in LANDMARKS)
        and columns.kind[row] == 1
        and columns.tag[row] not in _OF_THE_PAGE
        and not _lies_in_control(snapshot, row)
    )


def _lies_in_control(snapshot: Snapshot, row: int) -> bool:
    columns = snapshot.columns
    row = columns.parent[row]
    while row >= 0:
        if columns.flags[row] & SHOWN == SHOWN:
            return True
        row = columns.parent[row]
    return False


def semantic_node(snapshot: Snapshot, row: int, options: SemanticOptions) -> SemanticNode:
    """The data of a row."""
    node = VirtualNode(snapshot, row)
    box = node.box
    point = node.point if options.coordinates else None
    states = node.states
    wants_text = node.interactive or not snapshot.child_rows(row)
    return SemanticNode(
        i=node.ref,
        r=ROLES.get(node.role, node.role) if node.interactive else (node.role or node.tag),
        n=name_of(node) if wants_text else plain(node.name, 250),
        v=plain(node.shown_value or "", 500) if options.values and node.value else None,
        s=",".join(states) if states else None,
        xy=None if point is None else (round(point[0]), round(point[1])),
        box=place(box) if options.boxes else None,
        f=snapshot.columns.document[row],
        occ=row in snapshot.columns.covered_by,
        scr=scroll_state(snapshot, row),
    )


def scroll_state(snapshot: Snapshot, row: int) -> ScrollState | None:
    """The scroll position of a container; None where there is nothing to scroll (SX-10)."""
    scroll = snapshot.columns.scrollers.get(row)
    return None if scroll is None else ScrollState(f"{100 * scroll.depth:.0f}%", scroll.has_more)


def scroll_position(snapshot: Snapshot) -> str:
    """The scroll position of the page, in percent of its height."""
    reach = snapshot.context.content_size[1]
    return f"{100 * snapshot.context.scroll[1] / reach:.0f}%" if reach else "0%"


def semantic_text(snapshot: Snapshot, options: SemanticOptions, mode: str, tail: dict[str, Any]) -> str:
    """The JSON of the semantic view, with the name of a mode."""
    scope = scope_of(snapshot, options)
    items = [(row, semantic_node(snapshot, row, options)) for row in semantic_rows(snapshot, options, scope)]
    context = snapshot.context
    scrollers = [Scrollable(node.i, node.scr.depth, node.scr.h) for _, node in items if node.scr is not None]
    if scrollers:
        tail = {"scrollable_containers": scrollers} | tail
    missing = manifest(snapshot, scope.dropped)
    if missing is not None:
        tail = tail | {"manifest": missing}
    head = {
        "mode": mode,
        "url": plain(context.url, 500),
        "title": plain(context.title, 250),
        "scroll_position": scroll_position(snapshot),
        "viewport": Viewport(round(context.viewport[0]), round(context.viewport[1])),
    }
    return listed(snapshot, options, "interactive_tree", items, head=head, tail=tail)


def render(snapshot: Snapshot, options: SemanticOptions) -> str:
    """The view as text."""
    text = semantic_text(snapshot, options, "semantic", {})
    return f"{LEGEND}\n{text}" if options.legend else text


def data(snapshot: Snapshot, options: SemanticOptions) -> dict[str, Any]:
    """The view as data."""
    return msgspec.json.decode(semantic_text(snapshot, options, "semantic", {}))


SEMANTIC = register(
    View(
        name="semantic",
        summary="the elements to act on as JSON with one-letter keys",
        options=SemanticOptions,
        render=render,
        data=data,
        bounded=True,
        shape=SemanticView,
    )
)
