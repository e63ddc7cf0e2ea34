"""The changes since a mark where only texts, or only attributes, changed (injected/recorder.js)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.protocol import Command, dom, runtime
from cdp_engine.rpc import PendingReply, Session
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState

_GROUP = "cdp-engine-watch"
AT_ONCE = 2
"""The number of elements that are requested before it is known that they changed."""

Bounds = tuple[float, float, float, float]
"""x, y, width and height in CSS px of the document."""


class Around(msgspec.Struct, frozen=True, array_like=True):
    """An ancestor of a changed text: its tag, its box, those of its neighbours, and its contents."""

    tag: str
    flow: str
    """`row`: part of a table that depends on other rows; `float`: its neighbours depend on it; else empty."""
    box: Bounds
    neighbours: tuple[Bounds | None, Bounds | None]
    inside: list[tuple[str, Bounds, int]] | None
    """In document order: tag ('' for a text), box, whether it is shown. None: too many, or too far up."""


class WrittenText(msgspec.Struct, frozen=True, array_like=True):
    """A changed text, the only child of its element, and its ancestors, from the inside out."""

    text: str
    around: list[Around]


class TextChanges(msgspec.Struct, frozen=True, array_like=True):
    """The changes in a document since its mark: only texts, or only attributes."""

    written: list[WrittenText]
    nodes: tuple[tuple[dom.BackendNodeId, dom.BackendNodeId], ...] = ()
    """The text node and the element of each."""
    attributes: list[list[str]] = []
    """All current attributes of elements, as name, value, name, value, …; where these changed, no texts did."""
    elements: tuple[dom.BackendNodeId, ...] = ()
    """The elements with those attributes."""


def mark(state: TabState) -> None:
    """Have every frame with a recorder begin to record changes; nobody waits for the answers."""
    for frame in state.frames.all():
        if frame.session.closed is None and state.contexts.isolated_world(frame) is not None:
            frame.session.start(Toolkit(state, frame).command("mark", None)).abandon()


async def read(
    state: TabState,
    frame: Frame,
    raw: Any,
    ahead: Sequence[PendingReply[runtime.CallFunctionOnReply]],
    *,
    timeout: float,
) -> TextChanges | None:
    """The changes that the recorder of a frame reported, with their nodes; None where the nodes are not available.

    `ahead` are the first replies of `elements`; `let_go` must follow.
    """
    session = frame.session
    try:
        changes = msgspec.convert(raw, TextChanges, strict=False)
        wanted = len(changes.written) + len(changes.attributes)
        found = [(await reply.result()).result.object_id for reply in ahead[:wanted]]
        if wanted > len(found):
            more = elements(state, frame, len(found), wanted)
            replies = await session.send_all(*more, timeout=timeout)
            found += [reply.result.object_id for reply in replies]
        objects = [one for one in found[:wanted] if one is not None]
        if len(objects) < wanted:
            return None
        described = await session.send_all(
            *(dom.describe_node(object_id=one, depth=1) for one in objects), timeout=timeout
        )
    except (EngineError, msgspec.ValidationError):
        return None
    nodes = [reply.node for reply in described]
    if changes.attributes:
        return msgspec.structs.replace(changes, elements=tuple(node.backend_node_id for node in nodes))
    pairs = [
        (node.children[0].backend_node_id, node.backend_node_id)
        for node in nodes
        if node.children and len(node.children) == 1
    ]
    return msgspec.structs.replace(changes, nodes=tuple(pairs)) if len(pairs) == wanted else None


def elements(
    state: TabState, frame: Frame, start: int, end: int
) -> list[Command[runtime.CallFunctionOnReply]]:
    """Request the elements that the recorder reports, in this order, as objects."""
    toolkit = Toolkit(state, frame)
    return [
        toolkit.command("changedElement", None, index, by_value=False, group=_GROUP)
        for index in range(start, end)
    ]


def let_go(session: Session) -> None:
    """Release the objects that `elements` requested, in all frames of the session."""
    session.start(runtime.release_object_group(_GROUP)).abandon()


async def uncovered(state: TabState, frame: Frame, *, timeout: float) -> bool:
    """Whether every interactive element in view is topmost at its middle."""
    try:
        return await Toolkit(state, frame).call("uncovered", into=bool, timeout=timeout)
    except EngineError:
        return False
