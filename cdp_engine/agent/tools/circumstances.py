"""Tools of the group `emulate`: the size of the viewport; device, place, language and network."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from cdp_engine.agent.tool_result import ToolResult
from cdp_engine.agent.toolbox import Tool
from cdp_engine.agent.tools.answers import handled, with_news
from cdp_engine.agent.workspace import Workspace
from cdp_engine.errors import InvalidInput
from cdp_engine.tab import EMULATION_OPTIONS

Side = Annotated[int, Meta(ge=1, le=10_000)]


class Resize(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `resize`."""

    width: Annotated[int, Meta(description="CSS px", ge=1, le=10_000)]
    height: Side


class Emulate(Struct, forbid_unknown_fields=True, kw_only=True):
    """Parameters of `emulate`."""

    device: Annotated[str | None, Meta(description="iPhone 15, Pixel 8, …")] = None
    user_agent: str | None = None
    locale: Annotated[str | None, Meta(description="de-DE")] = None
    timezone: Annotated[str | None, Meta(description="Europe/Berlin")] = None
    geolocation: Annotated[list[float] | None, Meta(description="latitude, longitude")] = None
    color_scheme: Literal["light", "dark"] | None = None
    media: Literal["screen", "print"] | None = None
    reduced_motion: Literal["reduce", "no-preference"] | None = None
    offline: bool | None = None
    throttle: Annotated[str | None, Meta(description="slow-3g, fast-3g, slow-4g, 4g")] = None
    reset: Annotated[bool, Meta(description="first everything as the browser is")] = False


async def resize(workspace: Workspace, params: Resize) -> ToolResult:
    """Another size of the viewport."""
    page = await workspace.page()
    async with handled(page):
        await page.emulate(viewport=(params.width, params.height))
    return await with_news(workspace, page, f"the viewport is {params.width} x {params.height} CSS px")


async def emulate(workspace: Workspace, params: Emulate) -> ToolResult:
    """Other circumstances; what a page read at its beginning counts after a reload."""
    page = await workspace.page()
    named = {name: value for name, value in msgspec.to_builtins(params).items() if name != "reset"}
    given: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    if not given and not params.reset:
        raise InvalidInput("emulate needs an option", hint=f"Give one of {', '.join(named)}, or reset.")
    kept = ("credentials", "headers", "ignore_https_errors", "mocks")
    cleared = [name for name in EMULATION_OPTIONS if name not in kept] if params.reset else []
    options: Any = {**dict.fromkeys(cleared), **given}
    async with handled(page):
        await page.emulate(**options)
        if params.geolocation is not None:
            # A geolocation is of no use unless pages may read it.
            await workspace.context.grant("geolocation")
    shown = ", ".join(f"{name} {value}" for name, value in given.items()) or "reset"
    return await with_news(workspace, page, f"the page has {shown}; reload it where it asked before")


CIRCUMSTANCES = (
    Tool("resize", "Set the size of the viewport.", Resize, resize),
    Tool("emulate", "Set device, language, time zone, place, colours, network.", Emulate, emulate),
)
"""In the order in which they are listed."""
