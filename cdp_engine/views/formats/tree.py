"""`tree`: the page as nested JSON, flattened (VD-03, CD-03).

    {"page":{"context":{"url":"https://shop.test/","title":"Shop"},"body":{"id":"e9","tag":"body","children":[
    {"id":"e1","tag":"a","role":"link","aria-label":"Home","href":"/"},
    {"id":"e2","tag":"h1","text":"Welcome"},
    {"id":"e3","tag":"form","children":[
    {"id":"e4","tag":"label","text":"Name:"},
    {"id":"e5","tag":"input","role":"textbox","aria-label":"Name:","placeholder":"Enter your name","inputType":"text"},
    {"id":"e6","tag":"button","role":"button","aria-label":"Submit"}]}]}}}

Elements that only contain others are dropped and their contents move up; forms, dialogs, tables, rows, fieldsets and
details stay. Defaults are omitted: visible, enabled, in view, a text that repeats the name. The text of inline elements
belongs to the element around them. Frames and shadow content are in place, or with `sections` in separate lists.
Against the complete tree with all fields of each node this saves 40 to 60 % of the tokens and more. Prose without
containers costs more than its HTML, by an id for each paragraph; `outline` is the format that costs least.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import msgspec

from cdp_engine.observe import Flag, Snapshot, VirtualNode
from cdp_engine.views.formats.facts import (
    SHOWN,
    TEXT_LENGTH,
    VISIBLE,
    checked_state,
    clean,
    encode,
    manifest,
    place,
)
from cdp_engine.views.formats.tree_names import SAID_BY_TAG, has_test_id, own_name, rows_of_pictures
from cdp_engine.views.formats.tree_shape import BoundingBox, Draft, TreeContext, TreeNode, TreeView
from cdp_engine.views.registry import View, register
from cdp_engine.views.scope import LIMIT_OF_A_CONTEXT, QUERY_TOKENS, Limit, Scope, ViewOptions, scope_of
from cdp_engine.views.text.nested import Written, fit_nested
from cdp_engine.views.text.option_lists import listed_options
from cdp_engine.views.text.page_text import plain

ELEMENT, TEXT = 1, 3
RENDERED, INLINE = int(Flag.RENDERED), int(Flag.INLINE)
GROUP_TAGS = frozenset(("form", "dialog", "details", "fieldset", "table", "tr", "iframe", "frame"))
GROUP_ROLES = frozenset(
    ("form", "dialog", "alertdialog", "table", "grid", "row", "group", "radiogroup", "tree", "menu")
)
FRAMES = frozenset(("iframe", "frame", "object", "embed"))
CONTROL_TAGS = frozenset(("a", "area", "button", "input", "select", "summary", "textarea"))
FLAGGED = ("disabled", "required", "expanded")
SHOWN_STATES = frozenset(("checked", "mixed", *FLAGGED, "collapsed"))


class TreeOptions(ViewOptions, frozen=True, kw_only=True):
    """Options of `tree`, beside those of every format."""

    values: bool = False
    """The values of form controls (never those of secret fields)."""
    boxes: bool = False
    """Whether to add each element's box."""
    flatten: bool = True
    """Leave out elements that only contain others; without it every element is a node, hidden ones too (CD-03)."""
    hrefs: bool = True
    """The targets of links."""
    sections: bool = False
    """Put frames and shadow content into separate lists."""
    interactive_only: bool = False
    """Only interactive elements and the groups that contain them."""
    max_interactive: Limit = 1000
    """The largest number of interactive elements."""
    pictures: dict[str, bytes] | None = None
    """Pictures of elements by ref, as `Page.pictures` returns them: each is in the node of its element (CD-10)."""

    def usual_limit(self) -> int | None:
        """What fits into a model's context (VD-13); the complete tree is for programs, pictures are not text."""
        if self.pictures or not self.flatten:
            return None
        return QUERY_TOKENS if self.query else LIMIT_OF_A_CONTEXT


class _Maker:
    """Builds the nodes of a scope."""

    def __init__(self, snapshot: Snapshot, options: TreeOptions, scope: Scope, *, mark: bool) -> None:
        self._snapshot, self._options, self._scope, self._mark = snapshot, options, scope, mark
        self._columns = snapshot.columns
        self._pictures = rows_of_pictures(snapshot, options.pictures or {})
        self._roots: dict[int, Draft] = {}
        self.sections: list[Draft] = []
        self.own: list[tuple[int, str]] = []

    def draft(self) -> Draft:
        """The tree below the top; texts of inline elements are in the nodes around them."""
        columns, child_rows = self._columns, self._snapshot.child_rows
        top = Draft(self._scope.top)
        stack: list[tuple[int, Draft | None, Draft]] = [
            (row, None, top) for row in reversed(child_rows(top.row))
        ]
        while stack:
            row, made, around = stack.pop()
            if made is not None:
                self._close(row, made, around)
                continue
            kind, flags = columns.kind[row], columns.flags[row]
            if kind == TEXT:
                if flags & VISIBLE:
                    self._text(row, around)
                continue
            if kind == ELEMENT and not flags & (RENDERED | VISIBLE) and self._options.flatten:
                continue
            inside = Draft(row)
            stack.append((row, inside, around))
            stack += [(child, None, inside) for child in reversed(child_rows(row))]
        return top

    def _around(self, row: int, around: Draft) -> Draft:
        """The draft that a row belongs to: of its shadow root, where these are sections."""
        if not self._options.sections or row not in self._columns.shadow:
            return around
        host = self._columns.parent[row]
        if host not in self._roots:
            self._roots[host] = Draft(host, shadow=True)
            self.sections.append(self._roots[host])
        return self._roots[host]

    def _text(self, row: int, around: Draft) -> None:
        around = self._around(row, around)
        if self._options.interactive_only and self._columns.flags[around.row] & SHOWN != SHOWN:
            return
        if self._scope.shows(row):
            around.texts.append(self._columns.text[row])
        elif self._mark and self._columns.text[row].strip():
            around.missing.append(around.row)

    def _close(self, row: int, made: Draft, around: Draft) -> None:
        """Close an element whose contents are complete: keep it, or move its contents up."""
        around = self._around(row, around)
        if self._columns.tag[row] in FRAMES and self._options.sections and made.children:
            self.sections.append(made)
            made = Draft(row)
        shown = self._scope.shows(row)
        if self._kept(row, made) and (shown or made.children or made.texts):
            around.children.append(made)
            return
        if not shown and self._mark and self._columns.flags[row] & SHOWN == SHOWN:
            around.missing.append(row)
        around.missing += made.missing
        if not (self._columns.flags[row] & INLINE) and made.texts:
            around.texts.append(" ")
        around.texts += made.texts
        around.children += made.children

    def _kept(self, row: int, made: Draft) -> bool:
        columns, filled = self._columns, bool(made.children or made.texts)
        flags, tag, role = columns.flags[row], columns.tag[row], columns.role[row]
        if columns.kind[row] != ELEMENT:
            return False
        if flags & SHOWN == SHOWN:
            return self._scope.shows(row) or filled
        if not self._options.flatten:
            return True
        if tag == "tr" or role == "row":
            return len(made.children) > 1
        grouping = tag in GROUP_TAGS or role in GROUP_ROLES or role == "heading"
        if grouping or (flags & VISIBLE and has_test_id(columns.attributes[row])):
            return filled
        if row in self._pictures:
            return self._scope.shows(row)
        if tag == "img" or role == "image":
            return row in columns.name and bool(flags & VISIBLE) and self._scope.shows(row)
        inline = flags & INLINE and tag != "label"
        return not inline and bool("".join(made.texts).strip())

    def node(self, draft: Draft, *, deep: bool = True) -> TreeNode:
        """The finished node; without `deep` it has no children."""
        finished = self._finished(draft)
        pending = [(draft, finished)] if deep else []
        while pending:
            source, target = pending.pop()
            target.children = [self._finished(child) for child in source.children]
            pending += list(zip(source.children, target.children, strict=True))
            target.children += self.marks(source)
        return finished

    def marks(self, draft: Draft) -> list[TreeNode]:
        """The node that marks what a budget left out."""
        if not draft.missing:
            return []
        first = next((row for row in draft.missing if row != draft.row), draft.row)
        node = VirtualNode(self._snapshot, first)
        count = len(draft.missing)
        return [TreeNode(id=node.ref, tag="more", text=f"{count} more: expand {node.ref}")]

    def _finished(self, draft: Draft) -> TreeNode:
        node = VirtualNode(self._snapshot, draft.row)
        if draft.shadow:
            text = clean("".join(draft.texts), TEXT_LENGTH)
            return TreeNode(id=node.ref, tag="shadow-root", text=text or None)
        return self._element(draft, node) if node.is_element else TreeNode(id=node.ref, tag="document")

    def _element(self, draft: Draft, node: VirtualNode) -> TreeNode:
        interactive, options = node.interactive and node.visible, self._options
        text = clean("".join(draft.texts), TEXT_LENGTH)
        said_by_tag = not interactive and node.role in SAID_BY_TAG
        name = own_name(node, text, said_by_tag=said_by_tag)
        made = TreeNode(
            id=node.ref,
            tag=node.tag,
            role=(not said_by_tag and node.role) or None,
            aria_label=name or None,
            text=text or None,
            value=plain(node.shown_value or "", 500) or None if options.values else None,
            placeholder=clean(node.placeholder or "", 200) or None,
            input_type=node.input_type,
            visible=node.visible,
            test_id=clean(node.test_id or "", 100) or None,
        )
        if interactive:
            self._say_state(node, made)
        if not options.sections:
            self._say_document(node, made)
        if draft.row in self._pictures:
            made.screenshot = b64encode(self._pictures[draft.row]).decode()
        box = place(node.box) if options.boxes else None
        made.bounding_box = None if box is None else BoundingBox(*box)
        return made

    def _say_state(self, node: VirtualNode, made: TreeNode) -> None:
        """The data of interactive elements only."""
        states, cover = node.states, node.covered_by
        made.clickable = node.role in SAID_BY_TAG and node.tag not in CONTROL_TAGS
        made.options = listed_options(node)
        if self._options.hrefs:
            made.href = clean(node.href or "", 300) or None
        made.disabled, made.required = "disabled" in states, "required" in states
        made.checked = checked_state(states)
        if "expanded" in states or "collapsed" in states:
            made.expanded = "expanded" in states
        made.states = tuple(state for state in states if state not in SHOWN_STATES)
        made.covered = None if cover is None else cover.ref
        made.offscreen = node.offscreen

    def _say_document(self, node: VirtualNode, made: TreeNode) -> None:
        """The address and the title of a frame's document."""
        below = self._snapshot.child_rows(node.index) if node.tag in FRAMES else ()
        ordinal = self._columns.document[below[0]] if below else 0
        if below and ordinal != self._columns.document[node.index]:
            document = self._snapshot.documents[ordinal]
            made.url = clean(document.url, 500) or None
            made.title = clean(document.title, 250) or None

    def text_of(self, draft: Draft) -> Iterator[str]:
        """The JSON of a node and everything in it, one node per line; not recursive, so a page may be of any depth."""
        stack: list[Draft | str] = [draft]
        while stack:
            current = stack.pop()
            if isinstance(current, str):
                yield current
                continue
            finished = self._finished(current)
            own = encode(finished)
            if not current.shadow:
                self.own.append((current.row, own))
            marks = [encode(mark) for mark in self.marks(current)]
            if not current.children and not marks:
                yield own
                continue
            yield own.removesuffix("}") + ',"children":['
            stack.append("]}")
            parts: list[Draft | str] = [*current.children, *marks]
            for position, part in enumerate(reversed(parts)):
                stack.append(part)
                stack.append("\n" if position == len(parts) - 1 else ",\n")


def _write(snapshot: Snapshot, options: TreeOptions, scope: Scope, *, mark: bool) -> Written:
    maker = _Maker(snapshot, options, scope, mark=mark)
    body = _body(snapshot, maker.draft())
    context = snapshot.context
    head = encode(TreeContext(plain(context.url, 500), plain(context.title, 250)))
    parts = [f'{{"page":{{"context":{head},"body":', *maker.text_of(body)]
    frames: list[str] = []
    shadows: list[str] = []
    for draft in _in_order(snapshot, maker.sections):
        content = "".join(maker.text_of(draft))
        if draft.shadow:
            host = VirtualNode(snapshot, draft.row)
            shadows.append(f'{{"hostId":"{host.ref}","body":{content}}}')
        else:
            below = snapshot.child_rows(draft.row)
            document = snapshot.documents[snapshot.columns.document[below[0] if below else draft.row]]
            url, title = encode(plain(document.url, 500)), encode(plain(document.title, 250))
            frames.append(f'{{"url":{url},"title":{title},"body":{content}}}')
    if frames:
        parts.append(',"iframes":[' + ",\n".join(frames) + "]")
    if shadows:
        parts.append(',"shadowDoms":[' + ",\n".join(shadows) + "]")
    missing = manifest(snapshot, scope.dropped)
    if missing is not None:
        parts.append(f',"manifest":{encode(missing)}')
    parts.append("}}")
    return Written("".join(parts), maker.own)


def _in_order(snapshot: Snapshot, sections: list[Draft]) -> list[Draft]:
    """Frames and shadow roots that show something, in the order of the page."""
    wanted = {draft.row: draft for draft in sections if draft.children or draft.texts or draft.missing}
    return [wanted[row] for row in snapshot.reading_order() if row in wanted]


def _body(snapshot: Snapshot, draft: Draft) -> Draft:
    """The root node: the body of the page, or the element of `root`."""
    columns = snapshot.columns
    if columns.kind[draft.row] == ELEMENT:
        return draft
    while len(draft.children) == 1 and columns.tag[draft.children[0].row] in ("html", "body"):
        draft = draft.children[0]
    if columns.tag[draft.row] != "body":
        body = next((row for row in snapshot.rows_below(draft.row) if columns.tag[row] == "body"), draft.row)
        draft.row = body
    return draft


def render(snapshot: Snapshot, options: TreeOptions) -> str:
    """The view as text, one node per line."""
    scope = scope_of(snapshot, options)
    return fit_nested(snapshot, scope, options, lambda part, mark: _write(snapshot, options, part, mark=mark))


def data(snapshot: Snapshot, options: TreeOptions) -> dict[str, Any]:
    """The view as data. Raises `RecursionError` on pages nested deeper than Python decodes (about 500)."""
    return msgspec.json.decode(render(snapshot, options))


TREE = register(
    View(
        name="tree",
        summary="the page as nested JSON, flattened",
        options=TreeOptions,
        render=render,
        data=data,
        shape=TreeView,
    )
)
