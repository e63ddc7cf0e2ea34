"""The options `--live` and `--live-port`: a page where a person watches, takes over and answers."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated

import typer

from cdp_engine.agent import Workspace
from cdp_engine.errors import InvalidInput
from cdp_engine.serve.cli.terminal_text import note
from cdp_engine.serve.live.live_page import LivePage, live_page

Live = Annotated[
    bool,
    typer.Option(
        "--live",
        help="Serve a page on 127.0.0.1 where you watch the browser, take it over and hand it back; the model gets the "
        "tool ask_person.",
    ),
]
LivePort = Annotated[
    int,
    typer.Option(
        "--live-port",
        metavar="PORT",
        min=0,
        max=65535,
        help="The port of --live; 0 takes a free one. From elsewhere: ssh -L PORT:127.0.0.1:PORT.",
    ),
]


@asynccontextmanager
async def beside(workspace: Workspace, *, live: bool, port: int = 0) -> AsyncGenerator[LivePage | None]:
    """The live page beside the work, where it is wanted. Raises `InvalidInput`."""
    if not live:
        if port:
            raise InvalidInput("--live-port is for --live", hint="Add --live or leave out --live-port.")
        yield None
        return

    def tell(address: str) -> None:
        note(f"watch, take over and answer at {address}")

    async with live_page(workspace, port=port, tell=tell) as page:
        yield page
