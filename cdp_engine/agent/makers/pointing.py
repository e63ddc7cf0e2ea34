"""The mouse and held keys as makers' toolsets use them: at points, step by step, with modifiers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct, field

from cdp_engine.act import hold_keys
from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.actions import Key
from cdp_engine.agent.tools.answers import handled, news, of_action
from cdp_engine.agent.tools.point import element_at
from cdp_engine.agent.workspace import Workspace
from cdp_engine.engine import Page, controller_of
from cdp_engine.errors import InvalidInput
from cdp_engine.protocol import input as input_domain

NOTCH = 100.0
"""CSS px of one notch of the wheel."""
_STEPS = 8
_BITS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}


class At(Struct, forbid_unknown_fields=True, kw_only=True):
    """A point of the viewport in CSS px, or an element by its ref."""

    x: float | None = None
    y: float | None = None
    ref: str | None = None


class ClickAt(At, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `click_at`."""

    button: Literal["left", "right", "middle"] = "left"
    count: int = 1
    modifiers: list[Key] = field(default_factory=list[Key])


class Wheel(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `wheel_at`."""

    x: float
    y: float
    dx: float = 0.0
    dy: float = 0.0


class Path(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `drag_path`."""

    points: list[list[float]]
    modifiers: list[Key] = field(default_factory=list[Key])


class Hold(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `hold_keys`."""

    keys: list[str]
    seconds: float


async def click_at(workspace: Workspace, params: ClickAt) -> ToolResult:
    """Click an element, or what is at a point, at that very point."""
    page = await workspace.page()
    target, position = await _target(page, params)
    result = await page.click(
        target,
        position=position,
        button=params.button,
        count=params.count,
        modifiers=params.modifiers,
    )
    return await of_action(workspace, page, result)


async def hover_at(workspace: Workspace, params: At) -> ToolResult:
    """Move the mouse; while the left button is down, drag with it."""
    page = await workspace.page()
    if workspace.dragging is page and params.x is not None and params.y is not None:
        return await _sent(
            workspace, page, "moved with the button down", _moved(params.x, params.y, held=True)
        )
    target, position = await _target(page, params)
    return await of_action(workspace, page, await page.hover(target, position=position))


async def button_down(workspace: Workspace, params: At) -> ToolResult:
    """Press the left button and keep it down."""
    page = await workspace.page()
    x, y = _point(params)
    workspace.dragging = page
    return await _sent(
        workspace, page, "the button is down", _moved(x, y), _button("mousePressed", x, y, down=True)
    )


async def button_up(workspace: Workspace, params: At) -> ToolResult:
    """Release the left button."""
    page = await workspace.page()
    x, y = _point(params)
    if workspace.dragging is not page:
        raise InvalidInput("the mouse button is not down", hint="Press it first.")
    workspace.dragging = None
    return await _sent(
        workspace,
        page,
        "the button is up",
        _moved(x, y, held=True),
        _button("mouseReleased", x, y, down=False),
    )


async def wheel_at(workspace: Workspace, params: Wheel) -> ToolResult:
    """Turn the wheel over a point."""
    page = await workspace.page()
    turned = input_domain.dispatch_mouse_event(
        "mouseWheel", params.x, params.y, delta_x=params.dx, delta_y=params.dy
    )
    return await _sent(workspace, page, f"the wheel was turned by {params.dx:g}, {params.dy:g} px", turned)


async def drag_path(workspace: Workspace, params: Path) -> ToolResult:
    """Press at the first point, move along the others, release at the last."""
    page = await workspace.page()
    if len(params.points) == 2 and not params.modifiers:
        (x, y), (to_x, to_y) = params.points
        source, grip = await element_at(page, x, y)
        target, drop = await element_at(page, to_x, to_y)
        result = await page.drag(source, target, source_position=grip, position=drop)
        return await of_action(workspace, page, result)
    bits = sum(_BITS.get(name, 0) for name in params.modifiers)
    (x, y), last = params.points[0], params.points[-1]
    commands = [_moved(x, y, bits=bits), _button("mousePressed", x, y, down=True, bits=bits)]
    for (x, y), (to_x, to_y) in zip(params.points, params.points[1:], strict=False):
        commands += [
            _moved(x + (to_x - x) * step / _STEPS, y + (to_y - y) * step / _STEPS, held=True, bits=bits)
            for step in range(1, _STEPS + 1)
        ]
    commands.append(_button("mouseReleased", *last, down=False, bits=bits))
    return await _sent(workspace, page, f"dragged along {len(params.points)} points", *commands)


async def keep_down(workspace: Workspace, params: Hold) -> ToolResult:
    """Hold keys down for a time."""
    page = await workspace.page()
    controller = controller_of(page)
    async with handled(page):
        await hold_keys(controller.tab, params.keys, params.seconds)
    return await _reported(workspace, page, f"held for {params.seconds:g} s")


async def _target(page: Page, params: At) -> tuple[str, tuple[float, float] | None]:
    if params.ref is not None:
        return params.ref, None
    return await element_at(page, *_point(params))


def _point(params: At) -> tuple[float, float]:
    if params.x is None or params.y is None:
        raise InvalidInput("this needs a point of the viewport", hint="Give x and y.")
    return params.x, params.y


def _moved(x: float, y: float, *, held: bool = False, bits: int = 0) -> Any:
    return input_domain.dispatch_mouse_event(
        "mouseMoved", x, y, button="left" if held else "none", buttons=int(held), modifiers=bits
    )


def _button(
    kind: Literal["mousePressed", "mouseReleased"], x: float, y: float, *, down: bool, bits: int = 0
) -> Any:
    return input_domain.dispatch_mouse_event(
        kind, x, y, button="left", buttons=int(down), click_count=1, modifiers=bits
    )


async def _sent(workspace: Workspace, page: Page, head: str, *commands: Any) -> ToolResult:
    """Send input in order, and what changed on the page."""
    async with handled(page):
        for command in commands:
            await page.session.send(command)
    return await _reported(workspace, page, head)


async def _reported(workspace: Workspace, page: Page, head: str) -> ToolResult:
    observation = await news(workspace, page)
    if observation is None:
        seen = "the page cannot be seen now"
    elif observation.kind == "no_change":
        seen = "nothing on the page was seen to change"
    else:
        seen = "the page changed"
    return ToolResult(success=True, text=f"{head}: {seen}", observation=observation)


def _tool(
    name: str, params: type[Struct], run: Callable[[Workspace, Any], Awaitable[ToolResult]]
) -> Tool[Any]:
    return Tool(name, "", params, run)


POINTS: tuple[Tool[Any], ...] = (
    _tool("click_at", ClickAt, click_at),
    _tool("hover_at", At, hover_at),
    _tool("button_down", At, button_down),
    _tool("button_up", At, button_up),
    _tool("wheel_at", Wheel, wheel_at),
    _tool("drag_path", Path, drag_path),
    _tool("hold_keys", Hold, keep_down),
)
"""For members of a maker's toolset; no model sees their schemas."""
