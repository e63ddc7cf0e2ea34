"""What changed on a page as markdown with fully scoped refs (FP-08).

Dead refs come first, then the new refs of re-created elements, then what was added, modified and removed, by region. A
removed element is named by the document it was in (FP-10, invariants 11 and 14). A difference that would be longer
than the page, or than `max_tokens`, is replaced by the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec

from cdp_engine.observe import ScopedRef, Snapshot
from cdp_engine.track import Fact, NodeDelta, Overlay, Seen, TrackedChange
from cdp_engine.views.delta import transient_lines
from cdp_engine.views.formats.factpack import FACTPACK, FactpackOptions, fact_line, page_markdown
from cdp_engine.views.registry import register
from cdp_engine.views.rendered_answer import FullMaker, RenderedAnswer
from cdp_engine.views.scope import counter_for, token_limit
from cdp_engine.views.text.page_text import plain, quoted

_TITLES = {
    "modal": "Modal",
    "dialog": "Dialog",
    "dropdown": "Dropdown",
    "tooltip": "Tooltip",
    "unknown": "Overlay",
}
_PARTIAL = (
    "root", "expand", "filter", "query", "offscreen", "iframes", "shadow_dom", "max_depth", "max_interactive"
)  # fmt: skip
"""Options of which each shows a part of the page: such a view has no differences."""
_FLAGS = frozenset(
    ("checked", "contenteditable", "disabled", "download", "hidden", "multiple", "open", "readonly", "required",
     "selected")
)  # fmt: skip
"""Attributes that need no value."""


def render_factpack(change: TrackedChange, options: FactpackOptions | None = None) -> str:
    """A tracked change of any kind, ending with its version."""
    options = options or FactpackOptions()
    after = _after(change)
    parts: list[str]
    if change.kind == "full" or (change.whole_page and not change.closed):
        before = [f"> Whole page: {plain(change.reason, 200)}.\n"] if change.reason else []
        return page_markdown(change.seen, options, before, after)
    if change.kind == "no_change" and not _renewed(change):
        parts = ["No visible changes."]
    elif change.kind == "overlay_opened":
        parts = _opened(change, options)
    elif change.kind == "overlay_closed":
        parts = _closed(change, options)
    else:
        title = "## Overlay Updated" if change.scope is not None else "## Page Updated"
        parts = [title, *_refs_first(change), *_differences(change, options)]
    return "\n".join([*parts, *after])


def _after(change: TrackedChange) -> list[str]:
    """The lines that end every answer."""
    parts: list[str] = []
    if change.beneath:
        parts += ["", f"> {change.beneath} change(s) of the base page wait until the overlay closes."]
    if change.transient:
        parts += ["", "### Since the last answer", *transient_lines(change.transient)]
    return [*parts, "", f"_v{change.version}_"]


def _refs_first(change: TrackedChange) -> list[str]:
    """The refs that a reader must stop using, before anything else."""
    parts = _invalidated(_dead(change))
    renewed = _renewed(change)
    if renewed:
        parts += [
            "",
            "### ↻ Re-created References",
            "The same elements have new references. Use these:",
            f"`{', '.join(renewed)}`",
        ]
    return parts


def _renewed(change: TrackedChange) -> list[str]:
    """Old and new refs of elements and texts that the page has re-created."""
    main = change.seen.snapshot.context.main_frame
    pairs = change.nodes.renewed if change.nodes is not None and not change.whole_page else ()
    return [f"{was.text(main)} → {now.text(main)}" for was, now in pairs]


def _located(change: TrackedChange) -> Iterator[str]:
    """The title and the URL, where they changed without another document."""
    if change.before is None:
        return
    was, now = change.before.snapshot.context, change.seen.snapshot.context
    if was.title != now.title:
        yield f"Title: {quoted(was.title, 200)} → {quoted(now.title, 200)}"
    if was.url != now.url:
        yield f"URL: {plain(was.url, 500)} → {plain(now.url, 500)}"


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
    main = change.seen.snapshot.context.main_frame
    names = [entry.scoped.text(main) for entry in change.invalidated]
    names += [entry.scoped.text(main) for entry in change.nodes.removed] if change.nodes else []
    dead = set(change.dead_refs)
    names += [scoped.text(main) for layer in change.closed for ref, scoped in layer.captured if ref in dead]
    return names


def _differences(change: TrackedChange, options: FactpackOptions) -> list[str]:
    if change.whole_layer and change.scope is not None:
        return ["", "### Overlay Content", *_inside(change.seen, change.scope, options)]
    nodes = change.nodes
    located = list(_located(change))
    parts = ["", *located] if located else []
    parts += _changes(nodes, change.seen.snapshot, options) if nodes else []
    if change.scroll is not None:
        (_, was), (_, now) = change.scroll
        parts += ["", f"Scrolled from {was:.0f} to {now:.0f} px."]
    if change.focus is not None:
        parts += ["", f"Focus: {_scoped(change.focus[1], change.seen.snapshot)}."]
    return parts


def _scoped(name: ScopedRef | None, snapshot: Snapshot) -> str:
    return name.text(snapshot.context.main_frame) if name is not None else "none"


def _changes(nodes: NodeDelta, snapshot: Snapshot, options: FactpackOptions) -> list[str]:
    parts: list[str] = []
    if nodes.added:
        parts += ["", "### + Added"]
        parts += _by_region(
            (entry.region, fact_line(entry.node, entry.fact, options)) for entry in nodes.added
        )
    if nodes.modified:
        parts += ["", "### ~ Modified"]
        main = snapshot.context.main_frame
        parts += _by_region(
            (
                entry.region,
                f"- [{entry.node.scoped_ref.text(main)}]: {_change(entry.before, entry.now, options)}",
            )
            for entry in nodes.modified
        )
    if nodes.moved:
        parts += ["", f"### > Moved\n{len(nodes.moved)} element(s) are at another place now."]
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


def _change(before: Fact, now: Fact, options: FactpackOptions) -> str:
    parts: list[str] = []
    if before.label != now.label:
        parts.append(f"{quoted(before.label, 300)} → {quoted(now.label, 300)}")
    if before.value != now.value:
        shown = f" {quoted(before.value, 300)} → {quoted(now.value, 300)}" if options.values else " changed"
        parts.append(f"value{shown}")
    if before.states != now.states:
        gained = [f"+{state}" for state in now.states if state not in before.states]
        lost = [f"-{state}" for state in before.states if state not in now.states]
        parts.append(" ".join([*gained, *lost]))
    if before.kind != now.kind:
        parts.append(f"{plain(before.kind, 40)} → {plain(now.kind, 40)}")
    if not parts or before.attributes != now.attributes:
        was, here = _by_name(before), _by_name(now)
        names = [name for name in {**was, **here} if was.get(name) != here.get(name)]
        state_names = {*before.states, *now.states}
        parts += [
            _attribute(name, was.get(name), here.get(name))
            for name in names
            if not (parts and name in state_names)
        ]
    return ", ".join(parts)


def _by_name(fact: Fact) -> dict[str, str]:
    return dict(zip(fact.attributes[::2], fact.attributes[1::2], strict=True))


def _attribute(name: str, was: str | None, now: str | None) -> str:
    """The change of an attribute; of one that is only there or not there, in words."""
    if was is None or now is None:
        there = now if was is None else was
        verb = "set" if was is None else "removed"
        value = "" if name in _FLAGS or not there else f" ({quoted(there, 200)})"
        return f"attribute {plain(name, 60)} {verb}{value}"
    return f"attribute {plain(name, 60)} {quoted(was, 200)} → {quoted(now, 200)}"


def _opened(change: TrackedChange, options: FactpackOptions) -> list[str]:
    parts: list[str] = []
    if change.closed:
        parts += ["## ✓ Overlay Closed", ""]
    for overlay in change.opened:
        name = f" {quoted(overlay.name, 80)}" if overlay.name else ""
        parts += [f"## {_TITLES[overlay.kind]}{name} Opened"]
        parts += _refs_first(change) if overlay is change.opened[0] else []
        parts += ["", "### Overlay Content", *_inside(change.seen, overlay, options)]
    if not any(overlay.modal for overlay in change.opened):
        parts += ["", "> Base page is accessible behind this overlay."]
    return parts


def _inside(seen: Seen, overlay: Overlay, options: FactpackOptions) -> list[str]:
    inside = seen.inside(overlay.row)
    return [fact_line(seen.node(row), fact, options) for row, fact in seen.facts.items() if row in inside]


def _closed(change: TrackedChange, options: FactpackOptions) -> list[str]:
    parts = ["## ✓ Overlay Closed", *_refs_first(change)]
    if change.whole_page:
        return [*parts, "", "### Base Page", page_markdown(change.seen, options)]
    if change.nodes or any(_located(change)):
        heading = "Overlay Changes" if change.scope is not None else "Base Page Changes"
        return [*parts, "", f"### {heading}", *_differences(change, options)]
    return [
        *parts,
        "",
        "Base page unchanged." if change.scope is None else "The overlay beneath is unchanged.",
    ]


def render_change(change: TrackedChange, tracker: FullMaker, options: FactpackOptions) -> RenderedAnswer:
    """The answer to a change. A whole page that was requested needs no reason.

    Where a view shows a part of the page only, where the difference is longer than the page or than `max_tokens`, the
    answer is the whole view.
    """
    if change.kind == "full":
        shown = replace(change, reason="") if change.reason == "asked for" else change
        return RenderedAnswer(change.kind, render_factpack(shown, options), change)
    if change.kind == "no_change" and _renewed(change):
        kind = "delta" if change.scope is None else "overlay_updated"
        change = replace(change, kind=kind, reason="elements were re-created")
    text = render_factpack(change, options)
    reason = "" if change.kind == "no_change" else _why_whole(change, text, options)
    if reason:
        change = tracker.full(change, reason)
        text = render_factpack(change, options)
    return RenderedAnswer(change.kind, text, change)


def _why_whole(change: TrackedChange, text: str, options: FactpackOptions) -> str:
    """Why the view is shown whole instead of a difference; empty where it is not."""
    partial = [name for name in _PARTIAL if getattr(options, name) != getattr(_USUAL, name)]
    if partial:
        return f"a view with {partial[0]} is always shown whole"
    limit = token_limit(options)
    if limit is not None and counter_for(options).count(text) > limit:
        return "the difference is longer than max_tokens"
    on_page = change.scope is None and not change.opened and not change.closed
    if on_page and len(text) > len(
        page_markdown(change.seen, msgspec.structs.replace(options, max_tokens=None))
    ):
        return "the difference is longer than the page"
    return ""


_USUAL = FactpackOptions()
# The format itself is registered without differences, which depend on it.
register(replace(FACTPACK, render_change=render_change))
