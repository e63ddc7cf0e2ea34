"""One browser that we are connected to: its targets, pages and contexts."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress

import anyio
from anyio.abc import TaskGroup

from cdp_engine.chrome.background import background_tasks
from cdp_engine.chrome.launch.process import BrowserProcess
from cdp_engine.chrome.targets.expected_target import ExpectedTarget
from cdp_engine.chrome.targets.new_targets import Reception
from cdp_engine.chrome.targets.page_sessions import PageSessions, Prepare
from cdp_engine.chrome.targets.session_registry import SessionKeeper
from cdp_engine.chrome.targets.targets import TARGET_EVENTS, TargetChange, TargetTree
from cdp_engine.errors import ConnectionLost, EngineError, ProtocolError, UnexpectedReply
from cdp_engine.protocol import Event, browser, target
from cdp_engine.rpc import Connection, Session, open_connection
from cdp_engine.wire import MessageStream

CLOSE_SECONDS = 5.0
"""How long a browser may take to answer `Browser.close`, and then to end."""

CREATE_SECONDS = 15.0
"""How long a browser may take to create a tab: the browser process answers, independently of pages."""

Watcher = Callable[[TargetChange], None]


class Chrome:
    """A browser, launched or attached to. Created by `launch_chrome` and `connect_chrome`."""

    def __init__(
        self,
        connection: Connection,
        *,
        version: browser.GetVersionReply,
        endpoint: str,
        process: BrowserProcess | None,
        tasks: TaskGroup,
    ) -> None:
        self.connection = connection
        self.version = version
        """Product, protocol version, revision, user agent and V8 version, as the browser reports them."""
        self.endpoint = endpoint
        """The endpoint for others: the browser's websocket; `pipe:<pid>` when only we can connect."""
        self.process = process
        """The process that we started; None for a browser that was already running."""
        self.targets = TargetTree()
        """Every target of the browser, kept current by its events."""
        self._watchers: list[Watcher] = []
        self._expected: set[ExpectedTarget] = set()
        self._keeper = SessionKeeper(connection, self.targets, tasks)
        for event_type in TARGET_EVENTS:
            connection.root.listen(event_type, self._apply)
        tasks.start_soon(self._give_up_at_the_end)

    @property
    def root(self) -> Session:
        """The session with the browser itself."""
        return self.connection.root

    @property
    def is_headless(self) -> bool:
        """Whether the browser has no windows, as its user agent says."""
        return "HeadlessChrome/" in self.version.user_agent

    # Pages.

    async def create_page(
        self, url: str = "about:blank", *, context: browser.BrowserContextID | None = None
    ) -> target.TargetID:
        """Open a tab, in the default context or the given one; returns before it has loaded.

        Raises ProtocolError when the browser refuses the address or the context, CommandTimeout after 15 s.
        """
        command = target.create_target(url, browser_context_id=context)
        return (await self.root.send(command, timeout=CREATE_SECONDS)).target_id

    async def close_target(self, target_id: target.TargetID) -> None:
        """Close a tab without beforeunload. A tab that is gone already is not an error."""
        try:
            await self.root.send(target.close_target(target_id))
        except ProtocolError:
            if target_id in self.targets:
                raise

    async def attach_page(
        self,
        target_id: target.TargetID,
        *,
        prepare: Prepare,
        on_child_gone: Callable[[Session], None],
        timeout: float = 30.0,
    ) -> PageSessions:
        """Open a session to a page, to each of its out-of-process frames and to its workers (EN-07).

        `prepare(session, info)` runs for each session: first for the page's own, then for all existing and new ones
        below it, before a new one runs its first script. It has `timeout` seconds. For the page's own session, its
        exceptions are raised here; for a child they are stored in `ChildSession.failure`, and the child runs on after 3
        s at the latest. `on_child_gone(session)` is called by the reader, so it must be quick, when a child's session
        has ended; `session.closed` says why.

        Returns when all existing frames have been prepared, or 3 s after the page's own session. Other
        clients of the same page are not disturbed. Raises DeadlineExceeded for a page that does not answer
        (frozen, stuck in a script), TargetClosed, TargetCrashed, ConnectionLost.
        """
        return await self._keeper.attach_page(
            target_id, prepare=prepare, on_child_gone=on_child_gone, timeout=timeout
        )

    # New targets.

    def watch_targets(self, callback: Watcher) -> Callable[[], None]:
        """Have `callback` called after every change of `targets`; returns a function that stops this.

        It is called by the reader: it must be quick and must not wait.
        """
        self._watchers.append(callback)

        def remove() -> None:
            with suppress(ValueError):
                self._watchers.remove(callback)

        return remove

    @contextmanager
    def expect_target(self, predicate: Callable[[target.TargetInfo], bool]) -> Generator[ExpectedTarget]:
        """Catch a target that is opened inside the block; existing targets do not count.

        ``with chrome.expect_target(lambda info: info.opener_id == page_id) as popup:`` open it, then
        ``info = await popup.wait(timeout)``, still in the block.
        """
        expected = ExpectedTarget(predicate)
        if self.connection.closed:
            expected.give_up()
        self._expected.add(expected)
        try:
            yield expected
        finally:
            self._expected.discard(expected)

    async def wait_for_target(
        self, predicate: Callable[[target.TargetInfo], bool], *, timeout: float
    ) -> target.TargetInfo:
        """Return the first target that matches, now or within `timeout` seconds.

        Raises DeadlineExceeded, ConnectionLost.
        """
        with self.expect_target(predicate) as expected:
            for info in self.targets:
                expected.consider(info)
            return await expected.wait(timeout)

    # Contexts.

    async def create_context(
        self,
        *,
        proxy_server: str | None = None,
        proxy_bypass: Sequence[str] = (),
        dispose_on_detach: bool = True,
    ) -> browser.BrowserContextID:
        """Create a context with its own cookies, storage and cache (like an incognito window).

        `proxy_server` as in Chromium's flag, for instance `http://10.0.0.1:3128`; `proxy_bypass` names hosts
        to be reached directly. With `dispose_on_detach` it ends with our connection, however that ends.
        """
        command = target.create_browser_context(
            dispose_on_detach=dispose_on_detach,
            proxy_server=proxy_server,
            proxy_bypass_list=",".join(proxy_bypass) or None,
        )
        return (await self.root.send(command)).browser_context_id

    async def receive_new_pages(self, context: browser.BrowserContextID | None, reception: Reception) -> None:
        """Have every tab that opens in a context, popups too, received before its first script.

        `meet(session, info)` is called by the reader. The tab runs on when `take(info)` is done, after 3 s at the
        latest. `first(session, info)` is called by the reader before anything else is sent to a new tab, and with the
        context's new shared and service workers; a session for which it returns False is closed. `context` None: tabs
        of all other contexts. Ends with `dispose_context`.
        """
        await self._keeper.new_targets.receive(context, reception)

    async def dispose_context(self, context: browser.BrowserContextID) -> None:
        """Close a context with all its pages. One that is gone already is not an error."""
        try:
            await self._keeper.new_targets.let_be(context)
        finally:
            with suppress(ProtocolError):
                await self.root.send(target.dispose_browser_context(context))

    async def close(self) -> None:
        """Close the browser if we started it; otherwise only our connection. Calling it twice is allowed."""
        if self.process is not None:
            with suppress(EngineError):
                await self.root.send(browser.close(), timeout=CLOSE_SECONDS)
            with anyio.move_on_after(CLOSE_SECONDS):
                await self.process.wait()
                await self.process.wait_silent()
        self.connection.end(ConnectionLost("the browser was closed by this program"))

    def _apply(self, event: Event) -> None:
        change = self.targets.apply(event)
        if change is not None:
            for expected in self._expected:
                expected.see(change)
            for watcher in tuple(self._watchers):
                watcher(change)

    async def _give_up_at_the_end(self) -> None:
        await self.connection.wait_closed()
        for expected in self._expected:
            expected.give_up()


@asynccontextmanager
async def open_chrome(
    stream: MessageStream, *, endpoint: str, process: BrowserProcess | None, timeout: float
) -> AsyncGenerator[Chrome]:
    """Connect to a browser over `stream`: read its version and its targets, keep the table current.

    `timeout` (seconds) is the limit for the first answer. Raises what the first commands raise.
    """
    async with open_connection(stream) as connection, background_tasks() as tasks:
        version = await connection.root.send(browser.get_version(), timeout=timeout)
        if not version.product:
            raise UnexpectedReply("Browser.getVersion: the reply has no product")
        chrome = Chrome(connection, version=version, endpoint=endpoint, process=process, tasks=tasks)
        await connection.root.send(target.set_discover_targets(True), timeout=timeout)
        yield chrome
