"""What changes may have drawn otherwise in a document, with the boxes of its elements (injected/drawing/redrawn.js)."""

from __future__ import annotations

from array import array
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.tab.changes.recorded_changes import Bounds, TextChanges
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState


class LayerKind(IntEnum):
    """Whether an element is painted in a layer of its own, and what decides its order (injected/drawing/layers.js)."""

    UNCLEAR = -1
    NONE = 0
    IN_FLOW = 1
    """Painted with what it is in."""
    STACKED = 2
    """Painted by its `z-index`."""
    CONTEXT = 3
    """The same, with all stacked layers in it."""
    CONTEXT_WITHOUT_Z = 4
    """The same, but painted as with a `z-index` of 0, whatever it has."""


class Generated(msgspec.Struct, frozen=True, array_like=True):
    """What a style sheet adds to an element."""

    side: str
    """`::before`, `::after` or `::marker`."""
    style: int
    layer: int
    text: str


class DrawnElement(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """An element as it is drawn now."""

    style: int
    """The place of its computed styles; -1 where it has no box."""
    layer: int
    """Whether it may be painted in a layer of its own."""
    value: str | None
    bits: int
    """1: checked, 2: selected, 4: takes clicks without a listener, 8: has no box, as slots, but what is in it does."""
    generated: list[Generated]
    margins: list[float] | None = None
    """By how much a capture measures a part of a drawing larger on each side than the page does, in px: one of these;
    none where that is not known, None for what is not measured.
    """


class DrawnText(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """A text as it is drawn now."""

    text: str
    box: Bounds | None


class _Reported(msgspec.Struct, frozen=True, array_like=True):
    total: int
    places: list[int] | None
    boxes: str
    styles: list[list[str]]
    parts: list[tuple[int, list[DrawnElement | DrawnText]]]
    texts: list[tuple[int, list[DrawnText]]]
    labels: list[int]
    size: tuple[float, float]
    steady: list[int]
    relayered: bool


class _Scrolled(msgspec.Struct, frozen=True, array_like=True):
    scroll: tuple[float, float]
    boxes: list[Bounds | None]


@dataclass(frozen=True, slots=True)
class Redrawn:
    """Elements are named by their places among all elements of the document."""

    total: int
    """How many elements the document has."""
    places: Sequence[int] | None
    """The elements that were measured, in the order of the document; None for all."""
    boxes: Sequence[float]
    """x, y, width and height of each of them; all 0 without a box."""
    styles: Sequence[Sequence[str]]
    parts: Sequence[tuple[int, Sequence[DrawnElement | DrawnText]]]
    """Elements with everything in them, in the order of the document."""
    texts: Sequence[tuple[int, Sequence[DrawnText]]]
    """Elements with the texts that are directly in them."""
    labels: Sequence[int]
    """Whether each label takes clicks (1 or 0), which depends on the field that it is for; -1: as before."""
    size: tuple[float, float]
    """Width and height of the document."""
    steady: Sequence[int]
    """Elements in which texts flow around others: certain only where these are as large as before."""
    relayered: bool
    """Whether what is in the parts may be painted in layers of another kind than before."""


async def redrawn(
    state: TabState, frame: Frame, changes: TextChanges, placed: Sequence[int] | None, *, timeout: float
) -> Redrawn | str:
    """See `ChangeTracker.redrawn`."""
    try:
        raw = await Toolkit(state, frame).value("redrawn", None, changes.mutations, placed, timeout=timeout)
        if not isinstance(raw, list):
            return str(raw)
        reported = msgspec.convert(raw, _Reported)
    except (EngineError, msgspec.ValidationError):
        return "no answer of the document"
    return Redrawn(
        reported.total,
        reported.places,
        array("f", b64decode(reported.boxes)),
        reported.styles,
        reported.parts,
        reported.texts,
        reported.labels,
        reported.size,
        reported.steady,
        reported.relayered,
    )


async def scrolled_boxes(
    state: TabState, frame: Frame, changes: TextChanges, total: int, places: Sequence[int], *, timeout: float
) -> list[Bounds | None] | None:
    """See `ChangeTracker.scrolled_boxes`."""
    given = changes.mutations, total, places, changes.is_scroll_alone
    try:
        found = await Toolkit(state, frame).call(
            "scrolledBoxes", None, *given, into=_Scrolled, timeout=timeout
        )
    except EngineError:
        return None
    return found.boxes if found.scroll == changes.scroll and len(found.boxes) == len(places) else None


async def text_boxes(
    state: TabState, frame: Frame, changes: TextChanges, places: Sequence[int], *, timeout: float
) -> list[list[DrawnText]] | None:
    """See `ChangeTracker.text_boxes`."""
    toolkit = Toolkit(state, frame)
    try:
        found = await toolkit.call(
            "textBoxes", None, changes.mutations, places, into=list[list[DrawnText]], timeout=timeout
        )
    except EngineError:
        return None
    return found if len(found) == len(places) else None


async def layer_kinds(
    state: TabState,
    frame: Frame,
    changes: TextChanges,
    layers: Sequence[tuple[int, str]],
    *,
    timeout: float,
) -> list[LayerKind] | None:
    """See `ChangeTracker.layer_kinds`."""
    toolkit = Toolkit(state, frame)
    try:
        found = await toolkit.call(
            "layersAt", None, changes.mutations, layers, into=list[LayerKind], timeout=timeout
        )
    except EngineError:
        return None
    return found if len(found) == len(layers) else None
