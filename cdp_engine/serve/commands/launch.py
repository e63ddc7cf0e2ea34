"""`cdp-engine launch`: a browser that others can connect to, for as long as this command runs."""

from __future__ import annotations

import socket
from typing import Annotated
from urllib.parse import urlsplit

import typer

from cdp_engine.engine import Browser
from cdp_engine.errors import ConnectionLost, InvalidInput
from cdp_engine.serve.cli.browser_options import BrowserOptions
from cdp_engine.serve.cli.browser_setup import open_browser
from cdp_engine.serve.cli.option_flags import takes_browser
from cdp_engine.serve.cli.runner import run
from cdp_engine.serve.cli.terminal_text import note, show

Port = Annotated[
    int, typer.Option("--port", min=0, max=65535, help="The port to listen on; 0 takes a free one.")
]


@takes_browser()
def launch(
    port: Port = 0,
    *,
    chosen: BrowserOptions,
) -> int:
    """Start a Chromium, print its endpoint, and stay until Ctrl-C.

    Nothing is left of it afterwards. With --connect nothing is started: the endpoint of that browser is printed, and
    the command stays as long as it runs.
    """
    announced = False

    async def task() -> int:
        nonlocal announced
        if chosen.connect is None:
            check_port_free(port)
        elif port:
            raise InvalidInput("--port is for a browser to be started", hint="Leave out --port or --connect.")
        async with open_browser(
            chosen, transport="websocket", args=(f"--remote-debugging-port={port}",)
        ) as browser:
            show(http_endpoint(browser))
            note(
                f"{browser.version} at {browser.endpoint}; Ctrl-C ends it"
                if chosen.connect is None
                else browser.version
            )
            announced = True
            await browser.wait_closed()
            raise ConnectionLost("the browser has ended", hint="Launch another.")

    return run(chosen, task, interrupted=lambda number: 0 if announced else 128 + number)


def http_endpoint(browser: Browser) -> str:
    """`http://host:port` of a browser that listens for websockets."""
    parts = urlsplit(browser.endpoint)
    return f"{'https' if parts.scheme == 'wss' else 'http'}://{parts.netloc}"


def check_port_free(port: int) -> None:
    """Raise `InvalidInput` for a port that is in use; Chromium itself would only run without one."""
    if port == 0:
        return
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise InvalidInput(
                f"cannot listen on port {port}: {error.strerror}",
                hint=f"Take another port (0: a free one), or --connect http://127.0.0.1:{port} if a browser is there.",
            ) from error
