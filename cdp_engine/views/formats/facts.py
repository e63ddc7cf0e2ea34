"""The data of one element that all structured formats share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from cdp_engine.observe import Box, Flag, Snapshot, VirtualNode
from cdp_engine.views.scope import NOTHING_DROPPED, Dropped
from cdp_engine.views.text.page_text import plain

SHOWN = int(Flag.VISIBLE | Flag.INTERACTIVE)
VISIBLE, INTERACTIVE = int(Flag.VISIBLE), int(Flag.INTERACTIVE)
NAME_LENGTH = 250
TEXT_LENGTH = 500
_BREAKERS = re.compile("[\u2028\u2029]")


class Manifest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The parts that a view does not show, and why (EX-04)."""

    left_out_frames: tuple[str, ...] = ()
    aria_hidden: int = 0
    hidden_controls: int = 0
    unseen_texts: int = 0
    """Texts that are laid out but unreadable for a person."""
    notes: tuple[str, ...] = ()
    offscreen: int = 0
    """Interactive elements that `offscreen=False` drops."""
    beyond_depth: int = 0
    """Visible elements deeper than `max_depth`."""
    beyond_limit: int = 0
    """Interactive elements after the first `max_interactive`."""
    in_frames: int = 0
    """Interactive elements that `iframes=False` drops."""
    in_shadow_roots: int = 0
    """Interactive elements that `shadow_dom=False` drops."""
    lesser: int = 0
    """Elements and texts beyond `max_nodes`, or below `min_relevance`."""


def manifest(snapshot: Snapshot, dropped: Dropped = NOTHING_DROPPED) -> Manifest | None:
    """The manifest, or None where nothing is missing; `dropped` is the part that the view's own limits left out."""
    context, stats = snapshot.context, snapshot.stats
    made = Manifest(
        left_out_frames=tuple(
            f"{plain(part.url or part.frame_id, 120)}: {plain(part.reason, 160)}" for part in context.left_out
        ),
        aria_hidden=stats.aria_hidden,
        hidden_controls=stats.hidden_interactive,
        unseen_texts=stats.unseen_texts,
        notes=tuple(plain(note, 200) for note in context.notes),
        offscreen=dropped.offscreen,
        beyond_depth=dropped.deeper,
        beyond_limit=dropped.further,
        in_frames=dropped.framed,
        in_shadow_roots=dropped.shadowed,
        lesser=dropped.lesser,
    )
    return None if made == Manifest() else made


def manifest_lines(snapshot: Snapshot, dropped: Dropped, *, whole: bool = True) -> Iterator[str]:
    """The manifest in words, for formats of lines; without `whole` only the parts left out by the view's own limits."""
    context = snapshot.context
    if whole:
        for missing in context.left_out:
            yield f"left out: frame {plain(missing.url or missing.frame_id, 120)} ({plain(missing.reason, 160)})"
        for note in context.notes:
            yield f"note: {plain(note, 200)}"
        if aria_hidden := snapshot.aria_hidden:
            yield f"left out: {aria_hidden} aria-hidden elements"
        if unseen := snapshot.unseen_texts:
            yield f"left out: {unseen} texts that no human eye reads"
    if dropped.offscreen:
        yield f"left out: {dropped.offscreen} elements outside the viewport"
    if dropped.framed:
        yield f"left out: {dropped.framed} elements in frames"
    if dropped.shadowed:
        yield f"left out: {dropped.shadowed} elements in shadow roots"
    if dropped.deeper:
        yield f"left out: {dropped.deeper} elements deeper than max_depth"
    if dropped.further:
        yield f"left out: {dropped.further} elements beyond max_interactive"
    if dropped.lesser:
        yield f"left out: {dropped.lesser} less relevant elements and texts"


def comments(lines: Iterable[str]) -> Iterator[str]:
    """Lines as HTML comments that page text cannot close."""
    return (f"<!-- {line.replace('--', '- -').replace('>', '')} -->" for line in lines)


def clean(text: str, limit: int) -> str:
    """Page text for a structured format: one line, no control or direction marks, cut at a length."""
    text = plain(text[: limit * 4])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def name_of(node: VirtualNode, limit: int = NAME_LENGTH) -> str:
    """The accessible name, or the visible text of the element."""
    return clean(node.name, limit) or (
        clean(node.text, limit) if node.tag not in ("select", "textarea") else ""
    )


def place(box: Box | None) -> tuple[int, int, int, int] | None:
    """Left, top, width, height in whole CSS px; None where the element has no box."""
    if box is None:
        return None
    return round(box.x), round(box.y), round(box.width), round(box.height)


def visible_share(snapshot: Snapshot, row: int) -> float:
    """The share of an element's area in the viewport, 0 to 1."""
    box = snapshot.box_of(row)
    if box is None or box.area <= 0:
        return 0.0
    ordinal, seen = snapshot.columns.document[row], box
    while ordinal >= 0:
        document = snapshot.documents[ordinal]
        seen = seen.intersection(snapshot.viewport_of(document))
        ordinal = -1 if document.owner_row < 0 else snapshot.columns.document[document.owner_row]
    return seen.area / box.area


def checked_state(states: tuple[str, ...]) -> bool | str | None:
    """True, `mixed`, or None."""
    return "mixed" if "mixed" in states else True if "checked" in states else None


def encode(value: Any) -> str:
    """JSON on one line; line separators escaped, so that one line stays one line."""
    text = msgspec.json.encode(value).decode()
    return _BREAKERS.sub(lambda found: f"\\u{ord(found[0]):04x}", text) if not text.isascii() else text
