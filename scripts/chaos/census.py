"""The leftovers of a round: tasks, pending calls, subscriptions, files, processes, folders."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import anyio
import anyio.to_thread
import sniffio
import trio

from cdp_engine import Browser
from cdp_engine.engine import controller_of
from scripts.chaos.calls import Round
from scripts.chaos.processes import open_files, users_of

SECONDS = 8.0
"""How long the last of it may take to go."""


def living_tasks() -> list[str]:
    """The tasks of the running loop, by name."""
    if sniffio.current_async_library() == "trio":
        root = trio.lowlevel.current_root_task()
        found: list[str] = []
        waiting = [root] if root is not None else []
        while waiting:
            task = waiting.pop()
            found.append(task.name)
            for nursery in task.child_nurseries:
                waiting += nursery.child_tasks
        return sorted(found)
    return sorted(f"{task.get_coro()}".partition(" at ")[0] for task in asyncio.all_tasks())


async def connection_is_quiet(round: Round, browser: Browser, where: str) -> None:
    """No call may be pending and no subscription open when the browser is not in use."""
    connection = controller_of(browser).chrome.connection

    def left() -> str:
        said = [f"{connection.pending} pending calls"] if connection.pending else []
        # one for each page that is still attached: its end is waited for
        pages = sum(session.kind == "page" for session in connection.sessions.values())
        if connection.subscriptions > pages:
            said.append(f"{connection.subscriptions} subscriptions for {pages} attached pages")
        return ", ".join(said)

    await anyio.to_thread.run_sync(lambda: until(lambda: not left(), SECONDS))
    if left():
        round.found(f"{where}: {left()} left")
    failure = connection.stats.last_listener_failure
    if failure is not None:
        round.found(f"{where}: a listener failed: {failure!r}")


def until(condition: Callable[[], bool], seconds: float) -> None:
    """Wait in a thread until a condition holds, at most so long."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)


@contextmanager
def nothing_left(round: Round) -> Generator[None]:
    """Compare this process and the round's folder before and after."""
    gc.collect()
    before = open_files()
    with _complaints(round):
        yield
        gc.collect()

    def left() -> list[str]:
        files = open_files() - before
        folders = [str(entry) for entry in round.temporary.iterdir()]
        return [*(f"open file {name}" for name in files.elements()), *folders, *users_of(round.temporary)]

    until(lambda: not left(), SECONDS)
    for what in left():
        round.found(f"left behind: {what}")


@contextmanager
def no_task_left(round: Round) -> Generator[None]:
    """Compare the tasks of the loop before and after."""
    before = Counter(living_tasks())
    yield
    left = Counter(living_tasks()) - before
    for name in left.elements():
        round.found(f"left behind: task {name}")


@contextmanager
def _complaints(round: Round) -> Generator[None]:
    """Have what Python complains about on the side (unraised exceptions, unclosed files) noted."""

    def unraisable(about: Any) -> None:
        round.found(f"unraisable: {about.exc_value!r} in {about.object!r}")

    before: Callable[[Any], Any] = sys.unraisablehook
    sys.unraisablehook = unraisable
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", ResourceWarning)
            warnings.simplefilter("error", RuntimeWarning)
            yield
    finally:
        sys.unraisablehook = before
