"""Starts a browser and connects to it; it ends with the block."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import anyio

from cdp_engine.chrome.background import background_tasks
from cdp_engine.chrome.chrome import Chrome, open_chrome
from cdp_engine.chrome.launch.flags import Surroundings, Transport, command_line
from cdp_engine.chrome.launch.locate import find_browser
from cdp_engine.chrome.launch.process import BrowserProcess, running
from cdp_engine.chrome.launch.profile import browser_profile, sweep_leftovers
from cdp_engine.errors import (
    ConnectionFailed,
    ConnectionLost,
    DeadlineExceeded,
    InvalidInput,
    LaunchFailed,
    ProtocolError,
    UnexpectedReply,
)
from cdp_engine.wire import MessageStream, open_pipe, open_websocket

LISTENING = re.compile(r"^DevTools listening on (ws://\S+)", re.MULTILINE)

HINTS = (
    (
        re.compile(r"requires a non-default data directory"),
        "Chrome refuses to be debugged on its default profile: give another folder, or none.",
    ),
    (
        re.compile(r"No usable sandbox|[Rr]unning as root without --no-sandbox|namespace sandbox"),
        "Pass sandbox=False where Chromium's sandbox cannot start (root, containers).",
    ),
    (
        re.compile(r"profile appears to be in use|Opening in existing browser session|ProcessSingleton"),
        "Close the browser that uses this profile, or use another folder.",
    ),
    (
        re.compile(r"Missing X server|cannot open display|Failed to connect to Wayland|ozone_platform"),
        "There is no display: launch with headless=True, or under xvfb-run.",
    ),
    (
        re.compile(r"error while loading shared libraries"),
        "Install the library it names; the browser's own package brings all it needs.",
    ),
)
"""Output of failing browsers, and the hint for each."""

NO_HINT = (
    "Check that the executable is a Chromium and starts by hand; `cdp-engine doctor` shows what is used."
)

AFTERMATH_SECONDS = 1.0
"""How long the end of a failed browser is awaited, so that the error can say how it ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchOptions:
    """How to start a browser."""

    executable: str | os.PathLike[str] | None = None
    """Path or command; None looks at `CDP_ENGINE_BROWSER`, then for an installed one."""
    headless: bool = True
    profile: str | os.PathLike[str] | None = None
    """Folder to use and keep; None makes a temporary one and removes it."""
    transport: Transport = "pipe"
    """"websocket" listens on a free port of 127.0.0.1, so that others can connect too."""
    sandbox: bool | None = None
    """None: on, except as root and in containers, where Chromium's sandbox does not start."""
    args: tuple[str, ...] = ()
    """More flags; they win over ours."""
    env: Mapping[str, str] | None = None
    """Variables added to this process's own environment."""
    timeout: float = 30.0
    """Seconds until the browser must have answered."""


@asynccontextmanager
async def launch_chrome(options: LaunchOptions | None = None) -> AsyncGenerator[Chrome]:
    """Start a browser, yield it when it answers, stop it and all its processes with the block (EN-04, EN-05).

    However the block ends (an exception, cancellation, Ctrl-C), no process and no temporary profile
    remains. If this process is killed, a small guard beside it ends the browser and removes its temporary profile;
    where the guard was killed too, the browser notices the closed pipe and the next launch removes the profile (EX-08).

    Raises BrowserNotFound; LaunchFailed with the browser's last lines when it ends early, stays silent
    or finds its profile in use; InvalidInput for an unknown transport.
    """
    options = options or LaunchOptions()
    if options.transport not in ("pipe", "websocket"):
        raise InvalidInput(f"transport must be 'pipe' or 'websocket'; got {options.transport!r}")
    environ = {**os.environ, **(options.env or {})}
    executable = find_browser(options.executable, environ=environ)
    async with background_tasks() as tasks, browser_profile(options.profile) as profile:
        tasks.start_soon(sweep_leftovers)
        argv = command_line(
            executable,
            profile=profile.folder,
            temporary=profile.temporary,
            headless=options.headless,
            transport=options.transport,
            sandbox=options.sandbox,
            args=options.args,
            surroundings=Surroundings.observe(environ),
        )
        if profile.scratch is not None and "TMPDIR" not in (options.env or {}):
            environ["TMPDIR"] = str(profile.scratch)
        async with (
            running(
                argv,
                environ,
                disposable=profile.temporary,
                guard=profile.guard,
                keep=[] if profile.lock is None else [profile.lock],
            ) as process,
            _answering(process, options) as chrome,
        ):
            yield chrome


@asynccontextmanager
async def _answering(process: BrowserProcess, options: LaunchOptions) -> AsyncGenerator[Chrome]:
    """The browser as soon as it answers. Raises LaunchFailed."""
    deadline = anyio.current_time() + options.timeout
    answered = False
    try:
        stream, endpoint = await _reach(process, options)
        remaining = max(0.0, deadline - anyio.current_time())
        async with open_chrome(stream, endpoint=endpoint, process=process, timeout=remaining) as chrome:
            answered = True
            yield chrome
    except (ConnectionLost, ConnectionFailed, DeadlineExceeded, UnexpectedReply, ProtocolError) as error:
        if answered:
            raise
        raise await _failure(process, options, silent=isinstance(error, DeadlineExceeded)) from error


async def _reach(process: BrowserProcess, options: LaunchOptions) -> tuple[MessageStream, str]:
    """The way to the browser, and the endpoint under which it is known."""
    if options.transport == "pipe":
        return await open_pipe(process.take_pipe()), f"pipe:{process.pid}"
    with anyio.move_on_after(options.timeout):
        listening = await process.wait_for_output(LISTENING)
        if listening is None:
            raise ConnectionLost("the browser ended before it listened")
        return await open_websocket(listening[1], timeout=options.timeout), listening[1]
    raise DeadlineExceeded("debugging port", options.timeout)


async def _failure(process: BrowserProcess, options: LaunchOptions, *, silent: bool) -> LaunchFailed:
    """Why it did not come up, in the browser's own words."""
    if silent:
        what = f"did not answer within {options.timeout:g} s"
        process.signal(signal.SIGTERM)  # do not wait for it to end by itself
    else:
        with anyio.move_on_after(AFTERMATH_SECONDS):
            await process.wait()
            await process.wait_silent()
        what = f"{process.ending} before it answered" if process.has_exited else "closed its debugging pipe"
    output = process.output.text
    lines = process.output.last_causes(6)
    hint = next((hint for pattern, hint in HINTS if pattern.search(output)), None)
    quoted = "".join(f"\n  {line}" for line in lines) if lines else " (it printed nothing)"
    return LaunchFailed(f"the browser {what}{quoted}", stderr=output, hint=hint or NO_HINT)
