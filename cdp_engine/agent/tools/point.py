"""The element under a point of the viewport, frames of other processes included."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import InvalidInput, ProtocolError
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import dom, runtime
from cdp_engine.protocol import page as page_domain
from cdp_engine.rpc import Session

_PARENT = "function() { return this.nodeType === 1 ? this : this.parentElement ?? this.getRootNode().host; }"
_DEEPEST = 20
"""Frames of other processes, one within the other."""


async def element_at(page: Page, x: float, y: float) -> tuple[str, tuple[float, float]]:
    """The ref of the element under a point, and where in the element the point is, both in CSS px.

    Raises `InvalidInput` for a point outside of the viewport, or where nothing is drawn.
    """
    tab = controller_of(page).tab
    session = tab.frames.main.session
    shown = (await session.send(page_domain.get_layout_metrics())).css_layout_viewport
    if not (0 <= x < shown.client_width and 0 <= y < shown.client_height):
        raise InvalidInput(
            f"{x:g}, {y:g} is outside of the viewport",
            hint=f"It is {shown.client_width} x {shown.client_height} CSS px; scroll, or resize it.",
        )
    for _ in range(_DEEPEST):
        hit = await session.send(
            dom.get_node_for_location(
                round(x) + shown.page_x, round(y) + shown.page_y, include_user_agent_shadow_dom=False
            )
        )
        node = await _element(session, hit.backend_node_id)
        try:
            box = (await session.send(dom.get_box_model(backend_node_id=node.backend_node_id))).model
        except ProtocolError as error:
            raise InvalidInput(f"nothing is drawn at {x:g}, {y:g}", hint="Take a screenshot.") from error
        inner = tab.frames.get(node.frame_id) if node.frame_id is not None else None
        if inner is None or inner.session is session:
            frame = tab.frames.get(hit.frame_id) or tab.frames.main
            ref = ScopedRef(frame.id, frame.loader_id, node.backend_node_id)
            return ref.text(tab.frames.main.id), (x - min(box.border[0::2]), y - min(box.border[1::2]))
        x, y = _within(box.border, box.content, box.width, x, y)
        session = inner.session
        shown = (await session.send(page_domain.get_layout_metrics())).css_layout_viewport
    raise InvalidInput("there are too many frames within each other", hint="Name the element by its ref.")


def _within(
    border: Sequence[float], content: Sequence[float], width: int, x: float, y: float
) -> tuple[float, float]:
    """A point of the outer viewport in the frame's own, which may be drawn scaled or turned (pure)."""
    right = (border[2] - border[0], border[3] - border[1])
    length = hypot(*right)
    if not length or not width:
        return x - content[0], y - content[1]
    scale = length / width
    across = (right[0] / length, right[1] / length)
    dx, dy = x - content[0], y - content[1]
    return (dx * across[0] + dy * across[1]) / scale, (dy * across[0] - dx * across[1]) / scale


async def _element(session: Session, backend: dom.BackendNodeId) -> dom.Node:
    """The element of a node: itself, or the one around a text."""
    found = (await session.send(dom.resolve_node(backend_node_id=backend))).object_.object_id
    if found is None:
        return (await session.send(dom.describe_node(backend_node_id=backend))).node
    held = await session.send(runtime.call_function_on(_PARENT, object_id=found))
    if held.result.object_id is None:
        return (await session.send(dom.describe_node(backend_node_id=backend))).node
    node = (await session.send(dom.describe_node(object_id=held.result.object_id))).node
    for one in (found, held.result.object_id):
        session.start(runtime.release_object(one)).abandon()
    return node
