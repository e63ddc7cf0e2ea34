"""The tool of the group `vision`: the mouse at a place of the picture, for canvas and for models that see.

What is under the point is acted on through the engine, at that very point: a covered or dead place is reported as such.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import handled, of_action, with_news
from cdp_engine.agent.tools.point import element_at
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page
from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import input


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
    target, position = await element_at(page, params.x, params.y)
    if params.do == "move":
        return await of_action(workspace, page, await page.hover(target, position=position))
    if params.do == "drag":
        if params.to_x is None or params.to_y is None:
            raise InvalidInput("drag needs to_x and to_y", hint="Give the point where it ends.")
        end, there = await element_at(page, params.to_x, params.to_y)
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
    turn = input.dispatch_mouse_event("mouseWheel", params.x, params.y, delta_x=params.dx, delta_y=params.dy)
    async with handled(page):
        await page.session.send(turn)
    return await with_news(workspace, page, f"the wheel was turned by {params.dx:g}, {params.dy:g}")


POINTING = (
    Tool(
        "mouse", "Use the mouse at a point of the viewport (canvas, pictures): see screenshot.", Mouse, mouse
    ),
)
"""In the order in which they are listed."""
