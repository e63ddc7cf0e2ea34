"""`factpack`: a page, or what changed on it, as markdown with fully scoped refs (FP-08).

    # Page: Shop
    URL: https://shop.test/

    ## main
    - button[L0:12]: "Buy" (e3) [disabled]

A change lists dead refs first, then what was added, modified and removed, by region. Refs are those of the state they
were read from: a removed element is named by the document it was in (FP-10, invariants 11 and 14).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from cdp_engine.observe import ScopedRef, Snapshot, VirtualNode
from cdp_engine.track import Fact, NodeDelta, Overlay, Seen, TrackedChange, region_of
from cdp_engine.views.delta import transient_lines
from cdp_engine.views.registry import View, register
from cdp_engine.views.rendered_answer import FullMaker, RenderedAnswer
from cdp_engine.views.text.page_text import plain, quoted

_TITLES = {
    "modal": "Modal",
    "dialog": "Dialog",
    "dropdown": "Dropdown",
    "tooltip": "Tooltip",
    "unknown": "Overlay",
}


class FactpackOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of `factpack`."""

    short_refs: bool = True
    """Also show the short ref of each element, in parentheses."""
    values: bool = True
    """The values of form controls (never those of secret fields)."""


class FactpackNode(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One element as data."""

    ref: str
    kind: str
    label: str
    region: str
    short: str = ""
    value: str = ""
    states: tuple[str, ...] = ()


def render(snapshot: Snapshot, options: FactpackOptions) -> str:
    """The whole page."""
    return _full(Seen(snapshot), options)


def data(snapshot: Snapshot, options: FactpackOptions) -> list[FactpackNode]:
    """The elements of the page in reading order."""
    seen = Seen(snapshot)
    return [
        FactpackNode(
            ref=seen.scoped(row).text(snapshot.context.main_frame),
            kind=fact.kind,
            label=fact.label,
            region=region_of(snapshot, row),
            short=_short(seen.node(row), fact, options),
            value=fact.value if options.values else "",
            states=fact.states,
        )
        for row, fact in seen.facts.items()
    ]


def render_factpack(change: TrackedChange, options: FactpackOptions | None = None) -> str:
    """A tracked change of any kind, ending with its version."""
    options = options or FactpackOptions()
    parts: list[str]
    if change.kind == "full" or (change.whole_page and not change.closed):
        parts = [_full(change.seen, options)]
        if change.reason:
            parts.insert(0, f"> Whole page: {plain(change.reason, 200)}.\n")
    elif change.kind == "no_change":
        parts = ["No visible changes."]
    elif change.kind == "overlay_opened":
        parts = _opened(change, options)
    elif change.kind == "overlay_closed":
        parts = _closed(change, options)
    else:
        title = "## Overlay Updated" if change.scope is not None else "## Page Updated"
        parts = [title, *_invalidated(_dead(change)), *_differences(change, options)]
    if change.beneath:
        parts += ["", f"> {change.beneath} change(s) of the base page wait until the overlay closes."]
    if change.transient:
        parts += ["", "### Since the last answer", *transient_lines(change.transient)]
    return "\n".join([*parts, "", f"_v{change.version}_"])


def _full(seen: Seen, options: FactpackOptions) -> str:
    context = seen.snapshot.context
    parts = [f"# Page: {plain(context.title, 200)}", f"URL: {plain(context.url, 500)}"]
    regions: dict[str, list[str]] = {}
    for row, fact in seen.facts.items():
        region = region_of(seen.snapshot, row)
        regions.setdefault(region, []).append(_node(seen.node(row), fact, options))
    for region, lines in regions.items():
        parts += ["", f"## {plain(region, 120)}", *lines]
    return "\n".join(parts)


def _node(node: VirtualNode, fact: Fact, options: FactpackOptions) -> str:
    ref = node.scoped_ref.text(node.snapshot.context.main_frame)
    short = _short(node, fact, options)
    tail = f" ({short})" if short else ""
    tail += f" = {quoted(fact.value, 300)}" if fact.value and options.values else ""
    tail += f" [{', '.join(fact.states)}]" if fact.states else ""
    return f"- {fact.kind}[{ref}]: {quoted(fact.label, 300)}{tail}"


def _short(node: VirtualNode, fact: Fact, options: FactpackOptions) -> str:
    return node.ref if options.short_refs and fact.kind != "text" else ""


def _invalidated(refs: Iterable[str]) -> list[str]:
    named = list(dict.fromkeys(refs))
    if not named:
        return []
    return [
        "",
        "### ⚠️ Invalidated References",
        "These are no longer valid. Do NOT use them:",
        f"`{', '.join(named)}`",
    ]


def _dead(change: TrackedChange) -> list[str]:
    """Dead refs by the names under which they were shown."""
    main = change.snapshot.context.main_frame
    names = [entry.scoped.text(main) for entry in change.invalidated]
    names += [entry.scoped.text(main) for entry in change.nodes.removed] if change.nodes else []
    dead = set(change.dead_refs)
    names += [scoped.text(main) for layer in change.closed for ref, scoped in layer.captured if ref in dead]
    return names


def _differences(change: TrackedChange, options: FactpackOptions) -> list[str]:
    if change.whole_layer and change.scope is not None:
        return ["", "### Overlay Content", *_inside(change.seen, change.scope, options)]
    nodes = change.nodes
    parts = _changes(nodes, change.snapshot, options) if nodes else []
    if change.scroll is not None:
        (_, was), (_, now) = change.scroll
        parts += ["", f"Scrolled from {was:.0f} to {now:.0f} px."]
    if change.focus is not None:
        parts += ["", f"Focus: {_scoped(change.focus[1], change.snapshot)}."]
    return parts


def _scoped(name: ScopedRef | None, snapshot: Snapshot) -> str:
    return name.text(snapshot.context.main_frame) if name is not None else "none"


def _changes(nodes: NodeDelta, snapshot: Snapshot, options: FactpackOptions) -> list[str]:
    parts: list[str] = []
    if nodes.added:
        parts += ["", "### + Added"]
        parts += _by_region((entry.region, _node(entry.node, entry.fact, options)) for entry in nodes.added)
    if nodes.modified:
        parts += ["", "### ~ Modified"]
        main = snapshot.context.main_frame
        parts += _by_region(
            (entry.region, f"- [{entry.node.scoped_ref.text(main)}]: {_change(entry.before, entry.now)}")
            for entry in nodes.modified
        )
    if nodes.moved:
        parts += ["", f"### > Moved\n{len(nodes.moved)} element(s) stand elsewhere now."]
    if nodes.removed:
        parts += ["", "### - Removed", f"{len(nodes.removed)} element(s) removed from page."]
    return parts


def _by_region(entries: Iterable[tuple[str, str]]) -> list[str]:
    groups: dict[str, list[str]] = {}
    for region, line in entries:
        groups.setdefault(region, []).append(line)
    if len(groups) == 1:
        return next(iter(groups.values()))
    lines: list[str] = []
    for region, group in groups.items():
        lines += [f"#### {plain(region, 120)}", *group]
    return lines


def _change(before: Fact, now: Fact) -> str:
    parts: list[str] = []
    if before.label != now.label:
        parts.append(f"{quoted(before.label, 300)} → {quoted(now.label, 300)}")
    if before.value != now.value:
        parts.append(f"value {quoted(before.value, 300)} → {quoted(now.value, 300)}")
    if before.states != now.states:
        gained = [f"+{state}" for state in now.states if state not in before.states]
        lost = [f"-{state}" for state in before.states if state not in now.states]
        parts.append(" ".join([*gained, *lost]))
    if before.kind != now.kind:
        parts.append(f"{before.kind} → {now.kind}")
    if not parts or before.attributes != now.attributes:
        was = dict(zip(before.attributes[::2], before.attributes[1::2], strict=True))
        here = dict(zip(now.attributes[::2], now.attributes[1::2], strict=True))
        names = [name for name in {**was, **here} if was.get(name) != here.get(name)]
        parts += [
            f"{name} {quoted(was.get(name, ''), 200)} → {quoted(here.get(name, ''), 200)}" for name in names
        ]
    return ", ".join(parts)


def _opened(change: TrackedChange, options: FactpackOptions) -> list[str]:
    parts: list[str] = []
    if change.closed:
        parts += ["## ✓ Overlay Closed", ""]
    for overlay in change.opened:
        name = f" {quoted(overlay.name, 80)}" if overlay.name else ""
        parts += [f"## {_TITLES[overlay.kind]}{name} Opened"]
        parts += _invalidated(_dead(change)) if overlay is change.opened[0] else []
        parts += ["", "### Overlay Content", *_inside(change.seen, overlay, options)]
    if not any(overlay.modal for overlay in change.opened):
        parts += ["", "> Base page is accessible behind this overlay."]
    return parts


def _inside(seen: Seen, overlay: Overlay, options: FactpackOptions) -> list[str]:
    inside = seen.inside(overlay.row)
    return [_node(seen.node(row), fact, options) for row, fact in seen.facts.items() if row in inside]


def _closed(change: TrackedChange, options: FactpackOptions) -> list[str]:
    parts = ["## ✓ Overlay Closed", *_invalidated(_dead(change))]
    if change.whole_page:
        return [*parts, "", "### Base Page", _full(change.seen, options)]
    if change.nodes:
        heading = "Overlay Changes" if change.scope is not None else "Base Page Changes"
        return [*parts, "", f"### {heading}", *_differences(change, options)]
    return [
        *parts,
        "",
        "Base page unchanged." if change.scope is None else "The overlay beneath is unchanged.",
    ]


def render_change(change: TrackedChange, _tracker: FullMaker, options: FactpackOptions) -> RenderedAnswer:
    """The answer to a change. A whole page that was requested needs no reason."""
    shown = replace(change, reason="") if change.reason == "asked for" else change
    return RenderedAnswer(change.kind, render_factpack(shown, options), change)


FACTPACK = register(
    View(
        name="factpack",
        summary="the page as markdown by region, with fully scoped refs",
        options=FactpackOptions,
        render=render,
        data=data,
        render_change=render_change,
    )
)
