"""The options of every command: which browser, emulation, what is kept, which event loop."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import unquote, urlsplit

import typer

from cdp_engine.engine import ContextOptions
from cdp_engine.errors import InvalidInput

PANEL, PAGES, KEPT = "Browser", "What pages believe", "What is kept"
_VIEWPORT = re.compile(r"(\d{2,5})[xX×](\d{2,5})")
_LAUNCH_ONLY = ("headed", "executable", "profile", "proxy", "arg")
"""Options for a browser to be started; a running one has made these choices."""


class Backend(StrEnum):
    """The event loop."""

    asyncio = "asyncio"
    trio = "trio"


def _option(name: str, help: str, *, metavar: str | None = None, panel: str = PANEL) -> Any:
    variable = f"CDP_ENGINE_{name.lstrip('-').replace('-', '_').upper()}"
    return typer.Option(
        name, help=help, metavar=metavar, envvar=variable, show_envvar=False, rich_help_panel=panel
    )


Connect = Annotated[
    str | None,
    _option(
        "--connect",
        "Use a running browser: http://host:port, ws://…, its profile folder, or grid+http://host:4444.",
        metavar="ENDPOINT",
    ),
]
ConnectHeader = Annotated[
    list[str] | None,
    _option(
        "--connect-header",
        "With --connect: a header that the way to it needs, as in 'Authorization: Bearer …'. May be repeated.",
        metavar="NAME:VALUE",
    ),
]
Headed = Annotated[bool, _option("--headed", "Show the browser's window.")]
Executable = Annotated[
    str | None,
    _option(
        "--executable",
        "The browser to start; else CDP_ENGINE_BROWSER, else an installed one.",
        metavar="PATH",
    ),
]
Proxy = Annotated[
    str | None,
    _option(
        "--proxy",
        "Reach everything through this: http://host:port (name:password@ before the host), socks5://…",
        metavar="URL",
    ),
]
Arg = Annotated[
    list[str] | None,
    _option(
        "--arg", "A further switch of Chromium, as in --arg=--disable-gpu. May be repeated.", metavar="SWITCH"
    ),
]
Allow = Annotated[
    list[str] | None,
    _option(
        "--allow-domain",
        "Reach this host and what is below it, and no other: shop.example, https://shop.example, localhost:8080. "
        "May be given more than once.",
        metavar="DOMAIN",
    ),
]
Block = Annotated[
    list[str] | None,
    _option("--block-domain", "Do not reach this host. May be given more than once.", metavar="DOMAIN"),
]
Device = Annotated[
    str | None,
    _option(
        "--device", "Be this device: iPhone 15, Pixel 8, Desktop Windows, …", metavar="NAME", panel=PAGES
    ),
]
Viewport = Annotated[
    str | None,
    _option("--viewport", "Size of the page in CSS px, as in 1280x720.", metavar="WIDTHxHEIGHT", panel=PAGES),
]
UserAgent = Annotated[
    str | None, _option("--user-agent", "The user agent to send.", metavar="TEXT", panel=PAGES)
]
Locale = Annotated[
    str | None, _option("--locale", "Language and formats, as in de-DE.", metavar="LOCALE", panel=PAGES)
]
Timezone = Annotated[
    str | None, _option("--timezone", "Time zone, as in Europe/Berlin.", metavar="ZONE", panel=PAGES)
]
Permission = Annotated[
    list[str] | None,
    _option(
        "--permission", "Grant this to every site: geolocation, clipboard-read, … May be repeated.",
        metavar="NAME", panel=PAGES,
    ),
]  # fmt: skip
Profile = Annotated[
    str | None,
    _option(
        "--profile", "The profile folder to use and keep; else a temporary one.", metavar="DIR", panel=KEPT
    ),
]
StorageState = Annotated[
    str | None,
    _option(
        "--storage-state", "Cookies and storage: loaded from this file at the start, saved to it at the end.",
        metavar="FILE", panel=KEPT,
    ),
]  # fmt: skip
Downloads = Annotated[str | None, _option("--downloads", "Where downloads go.", metavar="DIR", panel=KEPT)]
Debug = Annotated[
    bool, typer.Option("--debug", help="Show the traceback of an error.", rich_help_panel=PANEL)
]
Loop = Annotated[Backend, _option("--backend", "The event loop.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserOptions:
    """The choices of one call, named as the command line's options."""

    connect: Connect = None
    connect_header: ConnectHeader = None
    headed: Headed = False
    executable: Executable = None
    proxy: Proxy = None
    arg: Arg = None
    allow_domain: Allow = None
    block_domain: Block = None
    device: Device = None
    viewport: Viewport = None
    user_agent: UserAgent = None
    locale: Locale = None
    timezone: Timezone = None
    permission: Permission = None
    profile: Profile = None
    storage_state: StorageState = None
    downloads: Downloads = None
    backend: Loop = Backend.asyncio
    debug: Debug = False

    def check(self) -> None:
        """Raise `InvalidInput` for choices that exclude each other or need what is not installed."""
        chosen = next((name for name in _LAUNCH_ONLY if getattr(self, name)), None)
        if self.connect is not None and chosen is not None:
            raise InvalidInput(
                f"--{chosen} is for a browser to be started, --connect takes a running one",
                hint=f"Leave out --{chosen} or --connect.",
            )
        if find_spec(self.backend.value) is None:
            raise InvalidInput(
                f"the event loop {self.backend.value} is not installed",
                hint=f"pip install 'cdp-engine[{self.backend.value}]'",
            )
        _ = self.emulation, self.proxy_server, self.endpoint_headers

    @property
    def endpoint_headers(self) -> dict[str, str]:
        """The headers for the way to a running browser. Raises `InvalidInput` for one that is not `NAME: VALUE`."""
        found: dict[str, str] = {}
        for given in self.connect_header or ():
            name, colon, value = given.partition(":")
            if not colon or not name.strip():
                raise InvalidInput(
                    "--connect-header takes a name and a value", hint="Write it as 'Name: value'."
                )
            found[name.strip()] = value.strip()
        return found

    @property
    def emulation(self) -> dict[str, Any]:
        """What pages believe, as options of `Context.emulate`. Raises `InvalidInput` for an unreadable viewport."""
        found: dict[str, Any] = {
            name: getattr(self, name) for name in ("device", "user_agent", "locale", "timezone")
        }
        if self.viewport is not None:
            size = _VIEWPORT.fullmatch(self.viewport.strip())
            if size is None:
                raise InvalidInput(
                    f"--viewport {self.viewport!r} is not a size", hint="Write it as 1280x720."
                )
            found["viewport"] = (int(size[1]), int(size[2]))
        parts = urlsplit(self.proxy or "")
        if parts.username is not None:
            found["credentials"] = (unquote(parts.username), unquote(parts.password or ""))
        return {name: value for name, value in found.items() if value is not None}

    @property
    def proxy_server(self) -> str | None:
        """The proxy without name and password. Raises `InvalidInput` for one without a host."""
        if self.proxy is None:
            return None
        parts = urlsplit(self.proxy if "://" in self.proxy else f"http://{self.proxy}")
        if not parts.hostname:
            raise InvalidInput(f"--proxy {self.proxy!r} has no host", hint="Write it as http://host:port.")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port else "")

    @property
    def switches(self) -> tuple[str, ...]:
        """The switches of Chromium that these options come to; loopback goes through a proxy, too."""
        proxy = self.proxy_server
        through = () if proxy is None else (f"--proxy-server={proxy}", "--proxy-bypass-list=<-loopback>")
        return (*through, *(self.arg or ()))

    @property
    def state_file(self) -> Path | None:
        """The file of cookies and storage."""
        return None if self.storage_state is None else Path(self.storage_state).expanduser()

    @property
    def profile_folder(self) -> Path | None:
        """The folder of the profile."""
        return None if self.profile is None else Path(self.profile).expanduser()

    def context_options(self) -> ContextOptions:
        """As options of `Browser.new_context`, for contexts that each begin with the kept state."""
        found = ContextOptions(**self.emulation)
        if self.permission:
            found["permissions"] = tuple(self.permission)
        state = self.state_file
        if state is not None and state.exists():
            found["storage_state"] = state
        return found
