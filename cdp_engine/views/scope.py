"""The part of a page that a view shows: options of all formats, the rows they leave, and those they drop (EX-04)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

import msgspec

from cdp_engine.observe import Flag, Snapshot
from cdp_engine.track import Seen
from cdp_engine.views.budget.meaning import Ranking
from cdp_engine.views.budget.selection import most_relevant
from cdp_engine.views.budget.tokens import EstimatedTokens, TokenCounter, Tokenizer, token_counter
from cdp_engine.views.css import select

ELEMENT, TEXT = 1, 3
VISIBLE, SHOWN = int(Flag.VISIBLE), int(Flag.VISIBLE | Flag.INTERACTIVE)
Limit = Annotated[int, msgspec.Meta(ge=1)] | None


class ViewOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options that every format takes."""

    root: str = ""
    """A ref: only this element and its contents."""
    expand: str = ""
    """A ref that an elision named: the page from this element on."""
    filter: str = ""
    """A CSS selector: only the matching elements, with their contents (VD-07)."""
    query: str = ""
    """A search text: the most relevant parts of the page, as many as fit into `max_tokens` (2000) (SX-13)."""
    ranking: Ranking = "words"
    """How parts are compared with `query`: by words in common, or with `meaning` also by similar meaning ("log on"
    finds "Sign in"; extra `embeddings`)."""
    max_tokens: Limit = None
    """The limit of the text; parts that do not fit are elided, each with a ref to continue from (EX-05). None means no
    limit, but for `tree` and `controls`, whose limit is 20,000 (VD-13)."""
    tokenizer: Tokenizer = "auto"
    """The token counter."""
    offscreen: bool = True
    """Also elements outside the viewport."""
    iframes: bool = True
    """Also the contents of frames."""
    shadow_dom: bool = True
    """Also the contents of shadow roots."""
    iframe_depth: Limit = None
    """How deep frames may be in each other; 1: only those of the page itself."""
    shadow_depth: Limit = None
    """How deep shadow roots may be in each other; 1: only those of the page itself."""
    max_depth: Limit = None
    """The deepest nesting, counted from the root of the view; deeper elements are left out."""
    max_interactive: Limit = None
    """The largest number of interactive elements; the first ones are kept, with `query` the most relevant ones."""
    max_nodes: Limit = None
    """The largest number of elements and texts; the first ones are kept, with `query` the most relevant ones."""
    min_relevance: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0
    """With `query`: the least relevance of an element or text, as a share of the most relevant one's."""

    def usual_limit(self) -> int | None:
        """The tokens of a view where the caller names none; None for no limit."""
        return QUERY_TOKENS if self.query else None


QUERY_TOKENS = 2000
LIMIT_OF_A_CONTEXT = 20_000
"""The tokens that the source of `tree` and `controls` allows a page in a model's context."""


def token_limit(options: ViewOptions) -> int | None:
    """The budget of a view."""
    return options.usual_limit() if options.max_tokens is None else options.max_tokens


def counter_for(options: ViewOptions) -> TokenCounter:
    """The token counter of a view; a tokenizer is loaded only when it is needed."""
    return EstimatedTokens() if token_limit(options) is None else token_counter(options.tokenizer)


class Dropped(NamedTuple):
    """How many elements each limit of a view left out, among those selected by `root` or `filter`."""

    offscreen: int = 0
    """Interactive elements outside the viewport, with `offscreen=False`."""
    deeper: int = 0
    """Visible elements below `max_depth`."""
    further: int = 0
    """Interactive elements after the first `max_interactive`."""
    framed: int = 0
    """Interactive elements in frames, with `iframes=False`, or in deeper ones than `iframe_depth`."""
    shadowed: int = 0
    """Interactive elements in shadow roots, with `shadow_dom=False`, or in deeper ones than `shadow_depth`."""
    lesser: int = 0
    """Elements and texts beyond `max_nodes`, or below `min_relevance`."""


NOTHING_DROPPED = Dropped()


@dataclass(slots=True, frozen=True)
class Scope:
    """The rows that a view may write."""

    top: int
    """The root row; all other rows are in it."""
    mask: bytearray | None
    """1 for a row that may be written; None where all may."""
    dropped: Dropped = NOTHING_DROPPED

    def shows(self, row: int) -> bool:
        """Whether a row may be written."""
        return self.mask is None or bool(self.mask[row])

    @property
    def whole(self) -> bool:
        """Whether the page is shown from its top."""
        return self.top == 0


def scope_of(snapshot: Snapshot, options: ViewOptions, *, top: int = 0) -> Scope:
    """The rows that the options leave of a page. Raises `UnknownRef`, `StaleRef`; `InvalidInput` for a bad selector."""
    if options.root:
        top = snapshot.get(options.root).index
    mask: bytearray | None = None
    if options.expand:
        mask = _from(snapshot, snapshot.get(options.expand).index)
    if options.filter:
        mask = _both(mask, _matching(snapshot, options.filter))
    dropped = NOTHING_DROPPED
    if not options.offscreen:
        before, mask = mask, _both(mask, _on_screen(snapshot))
        dropped = dropped._replace(offscreen=_gone(snapshot, top, before, mask, SHOWN))
    frames = options.iframe_depth if options.iframes else 0
    if frames is not None:
        before, mask = mask, _both(mask, _in_frames(snapshot, top, frames))
        dropped = dropped._replace(framed=_gone(snapshot, top, before, mask, SHOWN))
    roots = options.shadow_depth if options.shadow_dom else 0
    if roots is not None:
        before, mask = mask, _both(mask, _in_shadow_roots(snapshot, top, roots))
        dropped = dropped._replace(shadowed=_gone(snapshot, top, before, mask, SHOWN))
    if options.max_depth is not None:
        before, mask = mask, _both(mask, _no_deeper(snapshot, top, options.max_depth))
        dropped = dropped._replace(deeper=_gone(snapshot, top, before, mask, VISIBLE))
    if options.max_interactive is not None:
        before, mask = mask, _few_controls(snapshot, top, mask, options.max_interactive, options)
        dropped = dropped._replace(further=_gone(snapshot, top, before, mask, SHOWN))
    if options.max_nodes is not None or (options.query and options.min_relevance):
        mask, lesser = _few_nodes(snapshot, top, mask, options)
        dropped = dropped._replace(lesser=lesser)
    return Scope(top, mask, dropped)


def _gone(snapshot: Snapshot, top: int, before: bytearray | None, mask: bytearray | None, wanted: int) -> int:
    """How many elements with these flags a mask leaves out that the previous one kept."""
    if mask is None or mask is before:
        return 0
    kinds, flags = snapshot.columns.kind, snapshot.columns.flags
    rows = snapshot.rows_below(top) if top else range(len(mask))
    return sum(
        1
        for row in rows
        if not mask[row]
        and (before is None or before[row])
        and kinds[row] == ELEMENT
        and flags[row] & wanted == wanted
    )


def _both(one: bytearray | None, other: bytearray) -> bytearray:
    if one is None:
        return other
    return bytearray(a & b for a, b in zip(one, other, strict=True))


def _from(snapshot: Snapshot, first: int) -> bytearray:
    mask = bytearray(len(snapshot))
    begun = 0
    for row in snapshot.reading_order():
        if row == first:
            begun = 1
        mask[row] = begun
    return mask


def _matching(snapshot: Snapshot, selector: str) -> bytearray:
    mask = bytearray(len(snapshot))
    for row in select(snapshot, selector):
        if not mask[row]:
            mask[row] = 1
            for below in snapshot.rows_below(row):
                mask[below] = 1
    return mask


def _on_screen(snapshot: Snapshot) -> bytearray:
    columns, documents = snapshot.columns, snapshot.documents
    seen = [snapshot.viewport_of(document) for document in documents]
    for ordinal, document in enumerate(documents):
        if document.owner_row >= 0:
            seen[ordinal] = seen[ordinal].intersection(seen[columns.document[document.owner_row]])
    mask = bytearray(len(columns))
    for row in snapshot.reading_order():
        bounds = columns.bounds[row]
        if bounds is None or bounds[2] <= 0 or bounds[3] <= 0:
            above = columns.parent[row]
            mask[row] = 1 if above < 0 else mask[above]
            continue
        ordinal = columns.document[row]
        box, area = documents[ordinal].placement.place(bounds), seen[ordinal]
        outside = box.right <= area.x or box.bottom <= area.y or box.x >= area.right or box.y >= area.bottom
        mask[row] = 0 if outside else 1
    return mask


def _in_frames(snapshot: Snapshot, top: int, limit: int) -> bytearray:
    """The rows in at most so many frames below the document of a row."""
    columns, documents = snapshot.columns, snapshot.documents
    depths: list[int] = []
    for document in documents:
        owner = document.owner_row
        depths.append(0 if owner < 0 else depths[columns.document[owner]] + 1)
    deepest = depths[columns.document[top]] + limit
    return bytearray([depths[ordinal] <= deepest for ordinal in columns.document])


def _in_shadow_roots(snapshot: Snapshot, top: int, limit: int) -> bytearray:
    """The rows in at most so many shadow roots below a row; slotted content is part of one."""
    columns = snapshot.columns
    mask = bytearray(len(columns))
    pending = [(top, 0)]
    while pending:
        row, depth = pending.pop()
        mask[row] = 1
        below = [(child, depth + (child in columns.shadow)) for child in snapshot.child_rows(row)]
        pending.extend([(child, inside) for child, inside in below if inside <= limit])
    return mask


def _no_deeper(snapshot: Snapshot, top: int, limit: int) -> bytearray:
    columns = snapshot.columns
    mask = bytearray(len(columns))
    pending = [(top, 0)]
    while pending:
        row, depth = pending.pop()
        if columns.kind[row] == ELEMENT and columns.tag[row] not in ("html", "body"):
            depth += 1
        if depth <= limit:
            mask[row] = 1
            pending.extend([(child, depth) for child in snapshot.child_rows(row)])
    return mask


def _few_nodes(
    snapshot: Snapshot, top: int, mask: bytearray | None, options: ViewOptions
) -> tuple[bytearray | None, int]:
    """Without the elements and texts beyond `max_nodes` or below `min_relevance`, and how many those are."""
    inside = (top, *snapshot.rows_below(top))
    facts = Seen(snapshot).facts
    nodes = [row for row in inside if row in facts and (mask is None or mask[row])]
    if options.query:
        limit, least = options.max_nodes, options.min_relevance
        kept = most_relevant(snapshot, nodes, limit, options.query, options.ranking, least=least)
    else:
        kept = set(nodes[: options.max_nodes])
    beyond = [row for row in nodes if row not in kept]
    if not beyond:
        return mask, 0
    mask = bytearray(b"\x01" * len(snapshot)) if mask is None else bytearray(mask)
    for row in beyond:
        mask[row] = 0
        for below in snapshot.rows_below(row):
            mask[below] = below in kept and mask[below]
    return mask, len(beyond)


def _few_controls(
    snapshot: Snapshot, top: int, mask: bytearray | None, limit: int, options: ViewOptions
) -> bytearray | None:
    """Without the interactive elements beyond a limit: the first ones stay, with a query the most relevant ones."""
    flags = snapshot.columns.flags
    rows = (top, *snapshot.rows_below(top))
    controls = [row for row in rows if flags[row] & SHOWN == SHOWN and (mask is None or mask[row])]
    if len(controls) <= limit:
        return mask
    if options.query:
        kept = most_relevant(snapshot, controls, limit, options.query, options.ranking)
        beyond = [row for row in controls if row not in kept]
    else:
        kept, beyond = set(controls[:limit]), controls[limit:]
    mask = bytearray(b"\x01" * len(flags)) if mask is None else bytearray(mask)
    for row in beyond:
        mask[row] = 0
        for below in snapshot.rows_below(row):
            mask[below] = below in kept and mask[below]
    return mask
