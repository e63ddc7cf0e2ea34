"""A desk for each client of the HTTP server: own context, own tabs; put away when the client leaves or falls silent."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack

import anyio

from cdp_engine.agent import ToolBox, Workspace, open_workspace
from cdp_engine.engine import Browser
from cdp_engine.serve.mcp.http_auth import SESSION_HEADER
from cdp_engine.serve.mcp.server import Context
from cdp_engine.serve.mcp.session_start import Start, begin

IDLE_SECONDS = 1800.0
_CLOSE_SECONDS = 10.0


class _Place:
    """One client's tools, and when they were used last."""

    def __init__(self, box: ToolBox, stack: AsyncExitStack) -> None:
        self.box = box
        self.stack = stack
        self.used = anyio.current_time()


class Desks:
    """The desks of all clients."""

    def __init__(self, browser: Browser, start: Start, make_box: Callable[[Workspace], ToolBox]) -> None:
        self._browser = browser
        self._start = start
        self._make_box = make_box
        self._places: dict[str, _Place] = {}
        self._opening = anyio.Lock()

    async def box_of(self, context: Context) -> ToolBox:
        """The tools of whoever sent this request; made at the first use."""
        key = client_of(context)
        async with self._opening:
            place = self._places.get(key)
            if place is None:
                stack = AsyncExitStack()
                rules, secrets = self._start.rules, self._start.secrets
                desk = await stack.enter_async_context(
                    open_workspace(self._browser, rules=rules, isolated=True, secrets=secrets)
                )
                place = self._places[key] = _Place(self._make_box(desk), stack)
                await begin(desk, self._start)
            place.used = anyio.current_time()
            return place.box

    async def close(self, key: str) -> None:
        """Put one desk away, with its tabs, whoever is cancelled meanwhile."""
        place = self._places.pop(key, None)
        if place is not None:
            with anyio.move_on_after(_CLOSE_SECONDS, shield=True):
                await place.stack.aclose()

    async def close_all(self) -> None:
        """Put all desks away."""
        with anyio.CancelScope(shield=True):
            async with anyio.create_task_group() as tasks:
                for key in list(self._places):
                    tasks.start_soon(self.close, key)

    async def sweep(self) -> None:
        """Put away, for ever, what nobody has used for half an hour."""
        while True:
            # A look now and then is what is wanted here; nothing waits for it.
            await anyio.sleep(IDLE_SECONDS / 10)
            for key, place in list(self._places.items()):
                if anyio.current_time() - place.used > IDLE_SECONDS:
                    await self.close(key)


def client_of(context: Context) -> str:
    """What tells one client from another: its session, or, where it keeps none, the name it gives itself."""
    headers = getattr(context.request, "headers", {})
    session = headers.get(SESSION_HEADER)
    if session:
        return str(session)
    known = context.session.client_params
    name = "" if known is None else f"{known.client_info.name} {known.client_info.version}"
    return f"without a session: {name}"
