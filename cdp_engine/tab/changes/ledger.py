"""The changes in a document since its ledger was started (injected/ledger.js): all kinds, node by node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from cdp_engine.errors import EngineError
from cdp_engine.protocol import dom, runtime
from cdp_engine.tab.injected.toolkit import Toolkit
from cdp_engine.tab.state.frame import Frame
from cdp_engine.tab.state.tab_state import TabState

_GROUP = "cdp-engine-ledger"

Bounds = tuple[float, float, float, float]
"""x, y, width and height in CSS px of the document."""


class Rearranged(msgspec.Struct, frozen=True, array_like=True):
    """The part of a document whose order of nodes differs; places number elements, texts and comments."""

    start: int
    end: int
    """The end of the changed part, in former places."""
    between: list[tuple[int, int]]
    """For each node of the changed part: its former place, -1 for a new one; its parent's new place, -1 for none."""


class NewNode(msgspec.Struct, frozen=True, array_like=True):
    """A new node."""

    kind: int
    tag: str
    attributes: list[str]
    text: str
    shadow: int
    """0 outside of shadow trees, 1 in one, 2 at the top of one."""


class Moved(msgspec.Struct, frozen=True, array_like=True):
    """A node with another box."""

    place: int
    box: Bounds | None
    """None where it is not drawn."""
    before: Bounds


class Held(msgspec.Struct, frozen=True, array_like=True):
    """A field with another value."""

    place: int
    value: str | None
    checked: int
    selected: int


class DocumentState(msgspec.Struct, frozen=True, array_like=True):
    """Properties of a document as a whole."""

    scroll_x: float
    scroll_y: float
    content_width: float
    content_height: float
    width: float
    height: float
    title: str
    url: str


class Differences(msgspec.Struct, frozen=True, array_like=True):
    """All changes in one document."""

    count: int
    """The number of elements, texts and comments."""
    rearranged: Rearranged | None
    created: list[NewNode]
    moved: list[Moved]
    restyled: list[tuple[int, list[str]]]
    """Elements with changed computed styles, and the styles."""
    layers: list[tuple[int, int]]
    """Elements whose layers may have changed, and whether they may have their own layer now."""
    texts: list[tuple[int, str]]
    attributes: list[tuple[int, list[str]]]
    clicked: list[tuple[int, int]]
    """New elements, and those with changed attributes, and whether they take clicks without a listener."""
    fields: list[Held]
    states: list[tuple[int, str]]
    """Every control in a state that no attribute shows."""
    before: DocumentState
    now: DocumentState
    nodes: tuple[dom.BackendNodeId, ...] = ()
    """The ids of the created nodes."""


async def keep(
    state: TabState, frame: Frame, name: str, drawn: Sequence[tuple[int, str]], *, timeout: float
) -> int:
    """Have a document record everything that an observation depends on. Returns the number of nodes.

    `drawn` are the places of elements with boxes of style sheets, and which. Raises as `Toolkit.call` does.
    """
    return await Toolkit(state, frame).call("keep", None, name, drawn, into=int, timeout=timeout)


async def differences(
    state: TabState, frame: Frame, name: str, *, outermost: bool, still: bool, timeout: float
) -> Differences | str:
    """The changes since the ledger of that name was started or last read; or why they are unknown.

    `still` means that there was no layout, style or scroll change since.
    """
    toolkit = Toolkit(state, frame)
    try:
        told: Any = await toolkit.value("differences", None, name, outermost, still, timeout=timeout)
        if isinstance(told, str):
            return told
        found = msgspec.convert(told, Differences, strict=False)
        if not found.created:
            return found
        return msgspec.structs.replace(found, nodes=await _created(toolkit, len(found.created), timeout))
    except msgspec.ValidationError:
        return "the ledger cannot be read"
    except EngineError as error:
        return f"the ledger did not answer ({error.code})"


async def _created(toolkit: Toolkit, count: int, timeout: float) -> tuple[dom.BackendNodeId, ...]:
    """The ids of the nodes that were reported as new. Raises `ProtocolError` where one is gone already."""
    session = toolkit.frame.session
    try:
        command = toolkit.command("createdNodes", None, by_value=False, group=_GROUP)
        handle = (await session.send(command, timeout=timeout)).result.object_id or ""
        properties = runtime.get_properties(runtime.RemoteObjectId(handle), own_properties=True)
        listed = (await session.send(properties, timeout=timeout)).result
        objects = [one.value.object_id for one in listed if one.name.isdigit() and one.value is not None]
        found = await session.send_all(
            *(dom.describe_node(object_id=one) for one in objects[:count]), timeout=timeout
        )
    finally:
        session.start(runtime.release_object_group(_GROUP)).abandon()
    return tuple(one.node.backend_node_id for one in found)
