"""The options that every command takes: which browser, which event loop, how much to show of a failure."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from typing import Annotated, Literal

import typer

from cdp_engine import engine
from cdp_engine.errors import InvalidInput

PANEL = "Browser"


class Backend(StrEnum):
    """The event loop."""

    asyncio = "asyncio"
    trio = "trio"


Connect = Annotated[
    str | None,
    typer.Option(
        "--connect",
        metavar="ENDPOINT",
        help="Use a running browser: http://host:port, ws://…, its profile folder, or grid+http://host:4444.",
        rich_help_panel=PANEL,
    ),
]
Headed = Annotated[bool, typer.Option("--headed", help="Show the browser's window.", rich_help_panel=PANEL)]
Executable = Annotated[
    str | None,
    typer.Option(
        "--executable",
        metavar="PATH",
        help="The browser to start; else CDP_ENGINE_BROWSER, else an installed one.",
        rich_help_panel=PANEL,
    ),
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-domain",
        metavar="DOMAIN",
        help="Reach this host and what is below it, and no other: shop.example, https://shop.example, localhost:8080. "
        "May be given more than once.",
        rich_help_panel=PANEL,
    ),
]
Block = Annotated[
    list[str] | None,
    typer.Option(
        "--block-domain",
        metavar="DOMAIN",
        help="Do not reach this host. May be given more than once.",
        rich_help_panel=PANEL,
    ),
]
Debug = Annotated[
    bool, typer.Option("--debug", help="Show the traceback of an error.", rich_help_panel=PANEL)
]
Loop = Annotated[Backend, typer.Option("--backend", help="The event loop.", rich_help_panel=PANEL)]


@dataclass(frozen=True, slots=True)
class BrowserOptions:
    """The choices of one call."""

    connect: str | None = None
    headed: bool = False
    executable: str | None = None
    debug: bool = False
    backend: Backend = Backend.asyncio
    allow: tuple[str, ...] | None = None
    """The only domains that may be reached; None: any."""
    block: tuple[str, ...] = ()

    def check(self) -> None:
        """Raise `InvalidInput` for choices that exclude each other or need what is not installed."""
        if self.connect is not None and (self.headed or self.executable is not None):
            option = "--headed" if self.headed else "--executable"
            raise InvalidInput(
                f"{option} is for a browser to be started, --connect takes a running one",
                hint=f"Leave out {option} or --connect.",
            )
        if find_spec(self.backend.value) is None:
            raise InvalidInput(
                f"the event loop {self.backend.value} is not installed",
                hint=f"pip install 'cdp-engine[{self.backend.value}]'",
            )


def lists_of(
    allow: list[str] | None, block: list[str] | None
) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """The lists of domains as `BrowserOptions` takes them: None where no --allow-domain was given."""
    return (tuple(allow) if allow else None, tuple(block or ()))


@asynccontextmanager
async def open_browser(
    chosen: BrowserOptions, *, transport: Literal["pipe", "websocket"] = "pipe", args: Iterable[str] = ()
) -> AsyncGenerator[engine.Browser]:
    """The browser that was chosen: the running one, or one that lives as long as the block."""
    if chosen.connect is not None:
        async with engine.connect(
            chosen.connect, allowed_domains=chosen.allow, blocked_domains=chosen.block
        ) as browser:
            yield browser
        return
    async with engine.launch(
        executable=chosen.executable,
        headless=not chosen.headed,
        transport=transport,
        args=args,
        allowed_domains=chosen.allow,
        blocked_domains=chosen.block,
    ) as browser:
        yield browser
