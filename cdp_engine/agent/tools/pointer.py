"""The tool of the group `vision`: the mouse at a place of the picture, for canvas and for models that see.

What is under the point is acted on through the engine, at that very point: a covered or dead place is reported as such.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import of_action, with_news
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import InvalidInput, ProtocolError
from cdp_engine.observe import ScopedRef
from cdp_engine.protocol import dom, input, runtime
from cdp_engine.protocol import page as page_domain

_PARENT = "function() { return this.nodeType === 1 ? this : this.parentElement ?? this.getRootNode().host; }"
_SETTLE_SECONDS = 0.5


class Mouse(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `mouse`."""

    do: Literal["click", "double", "right", "move", "drag", "wheel"] = "click"
    x: Annotated[float, Meta(description="CSS px in the viewport", ge=0)]
    y: Annotated[float, Meta(ge=0)]
    to_x: Annotated[float | None, Meta(description="end of a drag")] = None
    to_y: float | None = None
    dx: Annotated[float, Meta(description="wheel")] = 0
    dy: float = 0


async def mouse(workspace: Workspace, params: Mouse) -> ToolResult:
    """The mouse at a point."""
    page = await workspace.page()
    if params.do == "wheel":
        return await _wheel(workspace, page, params)
    target, position = await _at(page, params.x, params.y)
    if params.do == "move":
        return await of_action(workspace, page, await page.hover(target, position=position))
    if params.do == "drag":
        if params.to_x is None or params.to_y is None:
            raise InvalidInput("drag needs to_x and to_y", hint="Give the point where it ends.")
        end, there = await _at(page, params.to_x, params.to_y)
        result = await page.drag(target, end, source_position=position, position=there)
        return await of_action(workspace, page, result)
    result = await page.click(
        target,
        position=position,
        button="right" if params.do == "right" else "left",
        count=2 if params.do == "double" else 1,
    )
    return await of_action(workspace, page, result)


async def _wheel(workspace: Workspace, page: Page, params: Mouse) -> ToolResult:
    if not params.dx and not params.dy:
        raise InvalidInput("wheel needs dx or dy", hint="Give CSS px; a positive dy scrolls down.")
    controller = controller_of(page)
    controller.observer.touched()
    await page.session.send(
        input.dispatch_mouse_event("mouseWheel", params.x, params.y, delta_x=params.dx, delta_y=params.dy)
    )
    await controller.tab.changed(_SETTLE_SECONDS)
    controller.observer.touched()
    return await with_news(workspace, page, f"the wheel was turned by {params.dx:g}, {params.dy:g}")


async def _at(page: Page, x: float, y: float) -> tuple[str, tuple[float, float]]:
    """The element under a point of the viewport, and where in it the point is. Raises `InvalidInput`."""
    tab = controller_of(page).tab
    session = tab.frames.main.session
    shown = (await session.send(page_domain.get_layout_metrics())).css_layout_viewport
    if not (x < shown.client_width and y < shown.client_height):
        raise InvalidInput(
            f"{x:g}, {y:g} is outside of the viewport",
            hint=f"It is {shown.client_width} x {shown.client_height} CSS px; scroll, or resize it.",
        )
    hit = await session.send(
        dom.get_node_for_location(
            round(x) + shown.page_x, round(y) + shown.page_y, include_user_agent_shadow_dom=False
        )
    )
    backend = await _element(page, hit.backend_node_id)
    try:
        box = (await session.send(dom.get_box_model(backend_node_id=backend))).model.border
    except ProtocolError as error:
        raise InvalidInput(f"nothing is drawn at {x:g}, {y:g}", hint="Take a screenshot.") from error
    frame = tab.frames.get(hit.frame_id) or tab.frames.main
    ref = ScopedRef(frame.id, frame.loader_id, backend)
    return ref.text(tab.frames.main.id), (x - min(box[0::2]), y - min(box[1::2]))


async def _element(page: Page, backend: dom.BackendNodeId) -> dom.BackendNodeId:
    """The element of a node: itself, or the one around a text."""
    session = page.session
    found = (await session.send(dom.resolve_node(backend_node_id=backend))).object_.object_id
    if found is None:
        return backend
    held = await session.send(runtime.call_function_on(_PARENT, object_id=found))
    if held.result.object_id is None:
        return backend
    node = (await session.send(dom.describe_node(object_id=held.result.object_id))).node
    for one in (found, held.result.object_id):
        session.start(runtime.release_object(one)).abandon()
    return node.backend_node_id


POINTING = (
    Tool(
        "mouse", "Use the mouse at a point of the viewport (canvas, pictures): see screenshot.", Mouse, mouse
    ),
)
"""In the order in which they are listed."""
