"""Ways to get a `Browser`: start a Chromium, or attach to a running one."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import asynccontextmanager

from cdp_engine.chrome import LaunchOptions, Transport, background_tasks, connect_chrome, launch_chrome
from cdp_engine.engine.browser import Browser
from cdp_engine.engine.browser_controller import BrowserController
from cdp_engine.engine.context_controller import NOWHERE
from cdp_engine.tab import Domains, domains_of, report_downloads

_RESOLVER = "--host-resolver-rules"

IDLE_SECONDS = 300.0
"""Seconds without use after which a tab of a browser that we did not launch is detached from (CD-08)."""


@asynccontextmanager
async def launch(
    *,
    executable: str | os.PathLike[str] | None = None,
    headless: bool = True,
    profile: str | os.PathLike[str] | None = None,
    transport: Transport = "pipe",
    sandbox: bool | None = None,
    args: Iterable[str] = (),
    env: Mapping[str, str] | None = None,
    timeout: float = 30.0,
    effects: bool | None = None,
    allowed_domains: Iterable[str] | None = None,
    blocked_domains: Iterable[str] | None = None,
) -> AsyncGenerator[Browser]:
    """Start a Chromium, yield it as a `Browser`, and stop it with all its processes at the end of the block.

    `executable` is a path or command (None: `CDP_ENGINE_BROWSER`, then an installed one). `profile` is a folder to
    keep (None: a temporary one, removed afterwards). `transport="pipe"` opens no port; `"websocket"` listens on
    127.0.0.1. `sandbox=None` leaves Chromium's sandbox on except as root and in containers. `args` are further flags,
    `env` further variables. `timeout` bounds the start, in seconds (EN-04, EN-05). `effects` shows people where actions
    happen: cursor, ripple, frame (CD-12); None: only where there is a window to see it in. `allowed_domains` and
    `blocked_domains` restrict the whole browser to lists of hosts, see `ContextOptions` (EX-09). A headless browser
    reports a mouse to its pages (`(pointer: fine)`, `(hover: hover)`), unless a touch device is emulated.

    Sandboxed frames share the process of their page: Chrome runs one with `srcdoc` in a process of its own without
    waiting for anybody, so that WebRTC would get past lists of domains, which any later context may have. Where no
    context has such lists, `args=["--enable-features=IsolateSandboxedIframes"]` gives them processes of their own.

    Raises `BrowserNotFound`, `LaunchFailed`, `InvalidInput`.
    """
    lists = domains_of(allowed_domains, blocked_domains)
    args = _unresolved(lists, args)
    limits = _limits(lists, args)
    options = LaunchOptions(
        executable=executable,
        headless=headless,
        profile=profile,
        transport=transport,
        sandbox=sandbox,
        args=(*limits, *args),
        env=env,
        timeout=timeout,
    )
    async with launch_chrome(options) as chrome, background_tasks() as tasks:
        controller = BrowserController(
            chrome, tasks, effects=not headless if effects is None else effects, domains=lists
        )
        backed = (lists.allowed is None or bool(limits)) and all(
            rule.schemes is None for rule in lists.blocked
        )
        async with controller.kept(backed=backed):
            await report_downloads(chrome, None)
            yield Browser(controller)


@asynccontextmanager
async def connect(
    endpoint: str | os.PathLike[str],
    *,
    timeout: float = 30.0,
    headers: Mapping[str, str] | None = None,
    idle_seconds: float | None = IDLE_SECONDS,
    effects: bool | None = None,
    allowed_domains: Iterable[str] | None = None,
    blocked_domains: Iterable[str] | None = None,
) -> AsyncGenerator[Browser]:
    """Attach to a running browser and yield it as a `Browser`; it runs on when the block ends (EN-06).

    `endpoint` is `http://host:port`, `ws://…`, `grid+http://host:4444`, or the folder of a Chrome profile (its
    `DevToolsActivePort` is read). `timeout` is the limit for attaching, in seconds. `headers` go with every request
    over HTTP and with the handshake of the websocket, as a service that rents browsers wants them (`Authorization`). A
    tab that was not used for `idle_seconds` is detached from and attached again on next use (CD-08); None keeps every
    tab attached. `effects` is as for `launch`. Whether pages see a mouse depends on that browser: one started headless
    elsewhere reports none unless it was started with the flag that `launch` gives
    (`--blink-settings=primaryHoverType=2,…`).

    `allowed_domains` and `blocked_domains` are as for `launch`, but Chrome's own network stack cannot take them
    now: where Control, Shift, Meta or the middle button opens a link of the default context in a tab of its own, that
    tab's first request leaves before it can be stopped. Contexts made here with an allow list have no such gap.

    Raises `InvalidEndpoint`, `ConnectionFailed`; `InvalidInput` for headers that cannot be sent.
    """
    lists = domains_of(allowed_domains, blocked_domains)
    async with (
        connect_chrome(os.fspath(endpoint), timeout=timeout, headers=headers) as chrome,
        background_tasks() as tasks,
    ):
        seen = "Headless" not in chrome.version.user_agent if effects is None else effects
        controller = BrowserController(chrome, tasks, idle_seconds=idle_seconds, effects=seen, domains=lists)
        async with controller.kept():
            yield Browser(controller)


def _unresolved(lists: Domains, args: Iterable[str]) -> tuple[str, ...]:
    """The caller's flags, and the block list before his own rules for the resolver: of those the first match counts."""
    rules = lists.unresolvable()
    kept: list[str] = []
    for flag in args:
        name, _, value = flag.partition("=")
        if rules and name == _RESOLVER:
            rules.append(value)
        else:
            kept.append(flag)
    return (*kept, f"{_RESOLVER}={','.join(rules)}") if rules else tuple(kept)


def _limits(lists: Domains, args: Iterable[str]) -> tuple[str, ...]:
    """Flags that restrict Chrome's own network stack to the allowed domains, below the level that CDP can control."""
    reachable = lists.bypass()
    if reachable is None or any(flag.startswith(("--proxy-", "--no-proxy")) for flag in args):
        return ()
    return (
        f"--proxy-server={NOWHERE}",
        f"--proxy-bypass-list={';'.join(reachable)}",
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    )
