"""The initial state of a client of the MCP server: rules, secrets, and the open page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cdp_engine.agent import Rules, Secret, Workspace
from cdp_engine.engine import ContextOptions


@dataclass(frozen=True, slots=True)
class SessionStart:
    """The initial state of a workspace.

    `secrets` may be typed; `url` is opened; without one `newest` puts the newest tab that shows a page in front.
    """

    rules: Rules
    secrets: tuple[Secret, ...] = ()
    url: str | None = None
    newest: bool = False
    context: ContextOptions | None = None
    """The options of the context that every client over HTTP has for itself."""
    downloads: str | None = None
    """The folder for files that pages send, over HTTP with a folder in it for each client; None: private ones."""
    structured: bool = False
    """Whether answers have structured content, too."""
    state_file: Path | None = None
    """Where a client's cookies and storage are kept when it leaves."""


async def begin(workspace: Workspace, start: SessionStart) -> None:
    """Put the first page in front. Raises what opening and attaching raise."""
    if start.url is not None:
        await workspace.open(start.url)
    elif start.newest:
        there = [page for page in await workspace.pages() if page.url.startswith(("http:", "https:"))]
        if there:
            await workspace.take(there[-1])
