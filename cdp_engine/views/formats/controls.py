"""`controls`: the page as a flat list of controls with a CSS selector for each (VD-12).

    {"title":"Shop","url":"https://shop.test/","headings":["Goods"],"regions":["navigation","main"],"controls":[
    {"id":"e1","role":"link","name":"Cart","selector":"#cart","inViewport":true,"region":"navigation",
     "states":{"href":"/cart"}},
    {"id":"e2","role":"textbox","name":"E-mail","selector":"form > input:nth-of-type(2)","inViewport":true,
     "region":"main","states":{"required":true,"placeholder":"you@example.com"}}
    ],"aimap":{"e1":"#cart","e2":"form > input:nth-of-type(2)"}}

Selectors hold within the control's own document or shadow root; `frame` names the frame where it is not the main one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cdp_engine.observe import LANDMARKS, Snapshot, VirtualNode
from cdp_engine.views.budget.tokens import token_counter
from cdp_engine.views.formats.facts import (
    SHOWN,
    VISIBLE,
    Manifest,
    checked_state,
    clean,
    encode,
    manifest,
    name_of,
    place,
)
from cdp_engine.views.registry import View, register
from cdp_engine.views.scope import LIMIT_OF_A_CONTEXT, QUERY_TOKENS, Scope, ViewOptions, scope_of
from cdp_engine.views.selectors import Selectors
from cdp_engine.views.text.json_lists import Elided, ListForm, listed
from cdp_engine.views.text.page_text import plain

HEADINGS = 100


class Control(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """One control."""

    id: str
    role: str
    name: str
    selector: str
    in_viewport: bool
    visible: bool = True
    frame: str | None = None
    region: str | None = None
    bounding_box: tuple[int, int, int, int] | None = None
    states: dict[str, bool | str] = {}


class ControlsView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The whole format, for its JSON Schema."""

    title: str
    url: str
    headings: list[str]
    regions: list[str]
    controls: list[Control]
    aimap: dict[str, str] = {}
    elided: list[Elided] = []
    manifest: Manifest | None = None


class _Head(msgspec.Struct, frozen=True):
    """What is written before the controls."""

    title: str
    url: str
    headings: list[str]
    regions: list[str]


class ControlsOptions(ViewOptions, frozen=True, kw_only=True):
    """Options of `controls`, beside those of every format."""

    values: bool = False
    """The values of form controls (never those of secret fields)."""
    boxes: bool = False
    """Whether to add each element's left, top, width and height."""
    selector_map: bool = True
    """`aimap`: the selectors by ref in addition, as in the format's source; left out where tokens are limited."""

    def usual_limit(self) -> int | None:
        """What fits into a model's context (VD-13)."""
        return QUERY_TOKENS if self.query else LIMIT_OF_A_CONTEXT


def control(node: VirtualNode, selectors: Selectors, options: ControlsOptions) -> Control:
    """The data of an element."""
    main = node.snapshot.context.main_frame
    return Control(
        id=node.ref,
        role=node.role or node.tag,
        name=name_of(node),
        selector=selectors.of(node.index),
        in_viewport=not node.offscreen,
        frame=None if node.frame == main else str(node.frame),
        region=node.region,
        bounding_box=place(node.box) if options.boxes else None,
        states=_states(node, options),
    )


def _states(node: VirtualNode, options: ControlsOptions) -> dict[str, bool | str]:
    states: dict[str, bool | str] = dict.fromkeys(node.states, True)
    checked = checked_state(node.states)
    states.pop("mixed", None)
    if checked is not None:
        states["checked"] = checked
    for name, value in (("href", node.href), ("placeholder", node.placeholder)):
        if value:
            states[name] = clean(value, 300)
    if options.values and node.value:
        states["value"] = plain(node.shown_value or "", 500)
    if node.covered_by is not None:
        states["coveredBy"] = node.covered_by.ref
    return states


def render(snapshot: Snapshot, options: ControlsOptions) -> str:
    """The view as text."""
    scope = scope_of(snapshot, options)
    columns = snapshot.columns
    selectors = Selectors(snapshot)
    items: list[tuple[int, Control]] = []
    headings: list[str] = []
    regions: list[str] = []
    for row in (scope.top, *snapshot.rows_below(scope.top)):
        flags, role = columns.flags[row], columns.role[row]
        if columns.kind[row] != 1 or not flags & VISIBLE or not scope.shows(row):
            continue
        if role == "heading" and len(headings) < HEADINGS:
            headings.append(name_of(VirtualNode(snapshot, row)))
        elif role in LANDMARKS and role not in regions:
            regions.append(role)
        if flags & SHOWN == SHOWN:
            items.append((row, control(VirtualNode(snapshot, row), selectors, options)))
    head = _Head(plain(snapshot.context.title, 250), plain(snapshot.context.url, 500), headings, regions)
    if options.max_tokens is not None or options.query:
        return _within(snapshot, options, scope, items, head)
    tail = _tail(snapshot, scope, items if options.selector_map else [])
    text = ListForm(msgspec.structs.asdict(head), "controls", tail).whole([encode(item) for _, item in items])
    if token_counter(options.tokenizer).count(text) <= LIMIT_OF_A_CONTEXT:
        return text
    return _within(snapshot, options, scope, items, head)


def _within(
    snapshot: Snapshot, options: ControlsOptions, scope: Scope, items: list[tuple[int, Control]], head: _Head
) -> str:
    """The view within the tokens of its options, without the list of selectors, which are with the controls, too."""
    short = msgspec.structs.asdict(msgspec.structs.replace(head, headings=head.headings[:10]))
    return listed(snapshot, options, "controls", items, head=short, tail=_tail(snapshot, scope, []))


def _tail(snapshot: Snapshot, scope: Scope, items: list[tuple[int, Control]]) -> dict[str, Any]:
    tail: dict[str, Any] = {"aimap": {item.id: item.selector for _, item in items}} if items else {}
    missing = manifest(snapshot, scope.dropped)
    return tail if missing is None else tail | {"manifest": missing}


def data(snapshot: Snapshot, options: ControlsOptions) -> dict[str, Any]:
    """The view as data."""
    return msgspec.json.decode(render(snapshot, options))


CONTROLS = register(
    View(
        name="controls",
        summary="a flat list of controls with a CSS selector for each",
        options=ControlsOptions,
        render=render,
        data=data,
        shape=ControlsView,
    )
)
