"""The initial state of a client of the MCP server: rules, secrets, and the open page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from cdp_engine.agent import Recorder, Rules, Secret, Workspace
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
    record: Path | None = None
    """Where its steps are written."""

    def of_client(self, number: int) -> SessionStart:
        """The same for one of several clients: the second writes its steps to `steps-2.jsonl`, and so on."""
        if self.record is None or number == 1:
            return self
        return replace(self, record=self.record.with_stem(f"{self.record.stem}-{number}"))


async def begin(workspace: Workspace, start: SessionStart) -> None:
    """Put the first page in front, and record from there. Raises what opening and attaching raise."""
    recorder = None if start.record is None else Recorder(start.record, start.url)
    if start.url is not None:
        await workspace.open(start.url)
    elif start.newest:
        there = [page for page in await workspace.pages() if page.url.startswith(("http:", "https:"))]
        if there:
            await workspace.take(there[-1])
            if recorder is not None:
                recorder.begin_at(there[-1].url)
    workspace.recorder = recorder
