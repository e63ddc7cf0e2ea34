"""Observations after actions on real applications: how many cost no capture, why the others do, and what each costs.

On each application, buttons, fields and other controls are clicked at random. The observation of every other click
may update the last snapshot; those between take a capture without trying to, on the same page in turn. What counts is
CPU time, of this process and of all processes of the browser, while the snapshot is taken.

Measured on two loaded cores, in ms of CPU, update / capture, for a click that changes a text, and one that changes an
attribute: 50 elements 14 / 15 and 11 / 14, 200 elements 15 / 18 and 12 / 17, 750 elements 15 / 31 and 18 / 36, 1,500
elements 16 / 45 and 26 / 49. For an element that comes or is shown: 750 elements 30 / 30 and 30 / 29, 2,000 elements
52 / 57 and 50 / 54. So small applications gain next to nothing by updates, whatever their share.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any

import cdp_engine
from cdp_engine.engine.observing import observation_cache
from cdp_engine.errors import EngineError
from cdp_engine.observe import Snapshot
from scripts.demo.__main__ import CHROMIUM_FLAGS
from scripts.webassets import vendor_file
from scripts.webserver import Request, Response, WebServer, file_below, file_response

SITE = Path(__file__).resolve().parent.parent.parent / "tests" / "site"
APPLICATIONS = (
    "corpus/quasar", "corpus/webawesome", "corpus/aggrid", "corpus/swagger", "act/react", "track/vue", "widgets/mui",
    "widgets/antd", "widgets/element-plus", "widgets/vuetify", "widgets/primevue", "widgets/unstyled", "widgets/rows",
    "widgets/calendars",
)  # fmt: skip
"""Pages of `tests/site`, of 13 to 870 elements."""
READY = "new Promise(done => { const wait = () => window.ready ? done(true) : setTimeout(wait, 20); wait() })"
WAITS = "widgets/"
"""The pages that say when their applications run."""
PROC = Path("/proc")


def answer(request: Request) -> Response:
    """The pages of the test site with the frameworks' own builds."""
    path = request.path.lstrip("/")
    found = (
        vendor_file(path.removeprefix("vendor/")) if path.startswith("vendor/") else file_below(SITE, path)
    )
    return Response(status=404) if found is None else file_response(found)


def descendants(pid: int) -> list[int]:
    """The processes below one."""
    below: dict[int, list[int]] = {}
    for entry in PROC.glob("[0-9]*/stat"):
        try:
            parent = entry.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]
        except OSError:
            continue  # it has just ended
        below.setdefault(int(parent), []).append(int(entry.parent.name))
    found: list[int] = []
    waiting = list(below.get(pid, ()))
    while waiting:
        found.append(waiting.pop())
        waiting += below.get(found[-1], ())
    return found


def cpu_seconds(pids: Sequence[int]) -> float:
    """The CPU time that processes have taken, by the scheduler's count of each thread."""
    total = 0
    for pid in pids:
        for entry in PROC.glob(f"{pid}/task/*/schedstat"):
            try:
                total += int(entry.read_text().split()[0])
            except OSError:
                continue  # the thread has just ended
    return total / 1e9


@dataclass(frozen=True, slots=True)
class Taken:
    """One snapshot after an action: what it cost in CPU seconds, and why it took a capture."""

    page: str
    tried: bool
    reason: str
    """Empty where none was taken."""
    ours: float
    browser: float


@dataclass(slots=True)
class Meter:
    """Measures every snapshot that a page's cache takes after an action."""

    pids: Sequence[int] = ()
    page: str = ""
    tries: bool = True
    """Whether a snapshot may be an update of the last one."""
    taken: list[Taken] = field(default_factory=list[Taken])

    @contextmanager
    def attached(self) -> Generator[None]:
        """Measure for the length of a `with` block."""
        cache: Any = observation_cache.CaptureCache
        take: Callable[..., Any] = cache.take

        @wraps(take)
        async def measured(own: observation_cache.CaptureCache, *given: Any, **more: Any) -> Snapshot:
            before, spared = own.captured.copy(), own.spared
            ours, browser = time.process_time(), cpu_seconds(self.pids)
            more["fresh"] = more["fresh"] or not self.tries
            snapshot: Snapshot = await take(own, *given, **more)
            reason = next(iter(own.captured - before), "")
            if reason or own.spared > spared or not self.tries:
                ours, browser = time.process_time() - ours, cpu_seconds(self.pids) - browser
                self.taken.append(Taken(self.page, self.tries, reason, ours, browser))
            return snapshot

        cache.take = measured
        try:
            yield
        finally:
            cache.take = take


@dataclass(frozen=True, slots=True)
class Lines:
    """A title with counts or costs."""

    text: str

    def __str__(self) -> str:
        return self.text


async def measure(rounds: int) -> list[Lines]:
    """As many clicks on each application."""
    meter = Meter()
    server = WebServer(answer)
    try:
        async with cdp_engine.launch(args=CHROMIUM_FLAGS) as browser:
            with meter.attached():
                for name in APPLICATIONS:
                    print(f"  {name}", file=sys.stderr, flush=True)
                    meter.page = name
                    await _clicked(browser, f"{server.origin()}/{name}.html", meter, rounds)
    finally:
        server.close()
    return list(_report(meter.taken))


async def _clicked(browser: cdp_engine.Browser, address: str, meter: Meter, rounds: int) -> None:
    page, dice = await browser.new_page(), random.Random(address.rpartition("/")[2])
    meter.pids = descendants(os.getpid())
    for number in range(rounds):
        if page.url.split("#")[0] != address:
            await page.goto(address, wait_until="ready", timeout=30)
            if WAITS in address:
                await page.evaluate(READY)
        kept = len(meter.taken)
        meter.tries = True
        view = await page.observe()
        del meter.taken[kept:]
        here = [one for one in view.snapshot.interactive() if one.role != "link" and not one.covered_by]
        meter.tries = number % 2 == 0
        try:
            if here:
                await page.click(dice.choice(here).ref, timeout=3.0)
        except EngineError as error:
            print(f"    {error}", file=sys.stderr)
        del meter.taken[kept + 1 :]  # the first one is the action's own
    await page.close()


def _report(taken: Sequence[Taken]) -> Iterator[Lines]:
    tried = [one for one in taken if one.tried]
    spared = [one for one in tried if not one.reason]
    yield Lines(
        f"{len(spared)} of {len(tried)} observations after clicks took no capture; why the others did:"
    )
    for reason, count in Counter(one.reason for one in tried if one.reason).most_common():
        yield Lines(f"  {count:4} {reason}")
    yield _cost("updates of the last snapshot", spared)
    yield _cost("captures without a try, same pages", _alike(spared, taken))
    yield _cost("captures after a try to update", [one for one in tried if one.reason])
    yield _cost("captures without a try", [one for one in taken if not one.tried])


def _alike(spared: Sequence[Taken], taken: Sequence[Taken]) -> list[Taken]:
    """For each update, the mean capture without a try on the same page."""
    found: list[Taken] = []
    for one in spared:
        beside = [other for other in taken if other.page == one.page and not other.tried]
        if beside:
            ours = statistics.fmean(other.ours for other in beside)
            browser = statistics.fmean(other.browser for other in beside)
            found.append(Taken(one.page, False, "", ours, browser))
    return found


def _cost(what: str, taken: Sequence[Taken]) -> Lines:
    if not taken:
        return Lines(f"{what:36} none")
    ours = statistics.fmean(one.ours for one in taken)
    browser = statistics.fmean(one.browser for one in taken)
    return Lines(
        f"{what:36} n={len(taken):3}   CPU of Python {ours * 1e3:5.1f} ms, of the browser {browser * 1e3:5.1f} ms"
    )
