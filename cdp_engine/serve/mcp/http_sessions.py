"""A workspace for each client of the HTTP server: own context, own tabs; closed when the client leaves or is idle."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import anyio

from cdp_engine.agent import ToolBox, Workspace, open_workspace
from cdp_engine.engine import Browser
from cdp_engine.serve.cli.browser_setup import save_at_end
from cdp_engine.serve.mcp.http_auth import SESSION_HEADER
from cdp_engine.serve.mcp.server import Context
from cdp_engine.serve.mcp.session_start import SessionStart, begin

IDLE_SECONDS = 1800.0
_CLOSE_SECONDS = 10.0


class _ClientSession:
    """One client's tools, and when they were used last."""

    def __init__(self, box: ToolBox, stack: AsyncExitStack) -> None:
        self.box = box
        self.stack = stack
        self.used = anyio.current_time()


class SessionWorkspaces:
    """The workspaces of all clients."""

    def __init__(
        self, browser: Browser, start: SessionStart, make_box: Callable[[Workspace], ToolBox]
    ) -> None:
        self._browser = browser
        self._start = start
        self._make_box = make_box
        self._sessions: dict[str, _ClientSession] = {}
        self._opening = anyio.Lock()
        self._clients = 0

    async def box_of(self, context: Context) -> ToolBox:
        """The tools of the client that sent this request; made at the first use."""
        key = client_of(context)
        async with self._opening:
            client = self._sessions.get(key)
            if client is None:
                stack = AsyncExitStack()
                rules, secrets = self._start.rules, self._start.secrets
                workspace = await stack.enter_async_context(
                    open_workspace(
                        self._browser,
                        rules=rules,
                        isolated=True,
                        secrets=secrets,
                        options=self._start.context,
                        downloads=self._folder(stack),
                    )
                )
                if self._start.state_file is not None:
                    stack.push_async_callback(save_at_end, workspace.context, self._start.state_file)
                client = self._sessions[key] = _ClientSession(self._make_box(workspace), stack)
                self._clients += 1
                await begin(workspace, self._start.of_client(self._clients))
            client.used = anyio.current_time()
            return client.box

    def _folder(self, stack: AsyncExitStack) -> str | None:
        """A client's own folder for downloads; it goes with the client where it is empty."""
        if self._start.downloads is None:
            return None
        Path(self._start.downloads).mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix="client-", dir=self._start.downloads))
        stack.callback(_remove_empty, folder)
        return str(folder)

    async def close(self, key: str) -> None:
        """Close one workspace, with its tabs, even while the caller is cancelled."""
        client = self._sessions.pop(key, None)
        if client is not None:
            with anyio.move_on_after(_CLOSE_SECONDS, shield=True):
                await client.stack.aclose()

    async def close_all(self) -> None:
        """Close all workspaces."""
        with anyio.CancelScope(shield=True):
            async with anyio.create_task_group() as tasks:
                for key in list(self._sessions):
                    tasks.start_soon(self.close, key)

    async def sweep(self) -> None:
        """Close, in an endless loop, workspaces that were not used for half an hour."""
        while True:
            # A periodic check; nothing waits for it.
            await anyio.sleep(IDLE_SECONDS / 10)
            for key, client in list(self._sessions.items()):
                if anyio.current_time() - client.used > IDLE_SECONDS:
                    await self.close(key)


def _remove_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def client_of(context: Context) -> str:
    """What identifies a client: its session, or, where it keeps none, the name it gives itself."""
    headers = getattr(context.request, "headers", {})
    session = headers.get(SESSION_HEADER)
    if session:
        return str(session)
    known = context.session.client_params
    name = "" if known is None else f"{known.client_info.name} {known.client_info.version}"
    return f"without a session: {name}"
