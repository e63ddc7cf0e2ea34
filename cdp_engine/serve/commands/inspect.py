"""`cdp-engine inspect`: a page as a model sees it, in a web page of this machine, with a line to act on it."""

from __future__ import annotations

from typing import Annotated

import anyio
import typer

from cdp_engine.agent import open_workspace
from cdp_engine.errors import ConnectionLost
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.runner import run
from cdp_engine.serve.cli.terminal_text import note, show
from cdp_engine.serve.cli.urls import address_of
from cdp_engine.serve.commands.launch import check_port_free
from cdp_engine.serve.commands.observe import Address
from cdp_engine.serve.reports.inspector import Inspector
from cdp_engine.serve.reports.local_web import LocalServer
from cdp_engine.serve.reports.step_html import POLICY
from cdp_engine.serve.shell.commands import RULES

Port = Annotated[
    int, typer.Option("--port", min=0, max=65535, help="The port of the page; 0 takes a free one.")
]


@takes_browser()
def inspect(
    url: Address,
    port: Port = 0,
    *,
    chosen: BrowserOptions,
) -> int:
    """Show a page as a model sees it, in a web page on 127.0.0.1, until Ctrl-C.

    The screenshot with marks, the view and the tree, what every step changed, its tokens and seconds. The line at the
    top takes the words of the shell (click e12, fill e3 text). Only who knows the printed address can use it.
    """

    async def task() -> int:
        address = address_of(url)
        check_port_free(port)
        async with (
            open_browser(chosen) as browser,
            open_workspace(browser, rules=RULES, downloads=chosen.downloads) as workspace,
        ):
            inspector = Inspector(workspace, borrowed=chosen.connect is not None)
            await inspector.begin(address)
            await _serve(inspector, port)
            if browser.closed:
                raise ConnectionLost("the browser has ended", hint="Inspect again.")
        return 0

    return run(chosen, task, interrupted=lambda _number: 0)


async def _serve(inspector: Inspector, port: int) -> None:
    """Serve until the shell is left or the browser has gone."""
    web = LocalServer(inspector.answer, policy=POLICY)

    def ready() -> None:
        note("open this address in a browser; Ctrl-C ends it")
        show(web.address)

    async with anyio.create_task_group() as tasks:

        async def watch() -> None:
            await inspector.session.workspace.browser.wait_closed()
            inspector.over.set()

        async def serve() -> None:
            await web.serve(port, ready=ready)

        tasks.start_soon(watch)
        tasks.start_soon(serve)
        await inspector.over.wait()
        tasks.cancel_scope.cancel()
